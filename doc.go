// Package wakeful is an event loop: functions submitted from any goroutine run one at a time, in
// order, on one goroutine, together with timers, microtasks and typed messages. State that only the
// loop's callbacks use needs no lock.
//
//	loop, err := wakeful.New()
//	if err != nil {
//		return err
//	}
//	go loop.Run(ctx)
//	loop.Submit(func() { state.Update() })
//	total, err := loop.Call(ctx, func() (int, error) { return state.Total(), nil })
//
// # The ordering contract
//
// The loop takes turns. A turn is
//
//	due timers               earliest deadline first
//	priority functions       (SubmitPriority), all that are queued
//	ready descriptors        (RegisterFD), all that one poll finds
//	submitted functions      (Submit, SubmitBatch, Mailbox, results of RunBlocking), up to the budget
//	after submitted          (AfterSubmitted)
//	turn end                 (AtTurnEnd)
//
// After every callback of any kind, its microtasks run: all functions of AfterCallback, then all of
// QueueMicrotask, and both again until the two queues are empty, exactly as in Node. When nothing
// is left to do after a turn, the loop waits as its WaitStrategy decides, and then parks.
//
//   - Each phase takes a snapshot when it starts. A callback that is added to a running phase runs
//     in the next turn, so no phase starves another. This holds for a function that submits itself
//     and for a timer of zero delay that sets itself again. Only microtasks can continue forever,
//     unless WithMicrotaskBudget is used.
//   - Functions of one goroutine run in the order in which it submitted them. The functions of one
//     SubmitBatch run without others in between. Priority functions overtake, so a SubmitPriority
//     has no order with a Submit.
//   - Messages of a Mailbox share one place in the queue. A message that arrives while others wait
//     there runs after them, in the same turn if the budget allows.
//   - The result of RunBlocking runs after everything that its work has submitted.
//   - A queue limit does not change the order. It decides which functions are accepted, and which
//     are dropped.
//   - Timers with equal deadlines fire in the order in which they were set. No timer fires early.
//
// # Guarantees
//
//   - An accepted function runs exactly once, or is counted as discarded if Close or the end of
//     Run's context came first. Shutdown discards no function.
//   - A panic or runtime.Goexit in a callback ends only that callback. The panic handler gets it
//     with its stack, and the loop continues with the same turn.
//   - Submit of an existing function value and Mailbox.Send do not allocate, and an idle loop uses
//     no processor time.
//
// # Parking
//
// The loop's goroutine parks on its own channel or, if it mostly gets events of descriptors, in the
// Go runtime's poller. A goroutine that makes work (a submitter, the clock, a context, the watcher
// of descriptors) first makes it visible and then notifies the loop. If the loop is awake,
// notifying takes one load. An idle loop does not poll, and it parks without a timeout. In a
// testing/synctest bubble, a waiting loop is durably blocked, so hours of timers run in fake time.
// Use the default wait strategy there, because a spinning loop never blocks, and no descriptors.
package wakeful
