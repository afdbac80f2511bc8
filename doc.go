// Package wakeful is an event loop: functions submitted from any goroutine run
// one at a time, in order, on one goroutine, together with timers, microtasks
// and typed messages. State that only the loop's callbacks touch needs no lock.
//
//	loop, err := wakeful.New()
//	if err != nil {
//		return err
//	}
//	go loop.Run(ctx)
//	loop.Submit(func() { state.Update() })
//	total, err := wakeful.Call(ctx, loop, func() (int, error) { return state.Total(), nil })
//
// # What runs when
//
// The loop takes turns. A turn is
//
//	timers that are due, earliest deadline first
//	priority functions       (SubmitPriority), all that are there
//	ready descriptors        (RegisterFD), what one look finds
//	submitted functions      (Submit, SubmitBatch, Mailbox, results of Go), up to the budget
//	immediates               (SetImmediate)
//	close callbacks          (QueueCloseCallback)
//
// After every callback of any kind, its microtasks run: all functions of
// NextTick, then all of QueueMicrotask, and again until both queues are empty,
// exactly as in Node. When a turn has left nothing to do, the loop waits as its
// WaitStrategy says, and then parks.
//
//   - Each phase takes a snapshot when it begins. What a callback adds to its own
//     phase runs in the next turn, so no phase starves another: not a function
//     that submits itself, not a timer of zero delay that sets itself again. Only
//     microtasks can go on for ever, unless WithMicrotaskBudget is used.
//   - Functions that one goroutine submits run in the order in which it submitted
//     them. The functions of one SubmitBatch run one after the other. The
//     priority queue overtakes, and so a SubmitPriority has no order with a Submit.
//   - Messages of a Mailbox share one place in the queue: a message that finds
//     others waiting there runs after them, in the same turn if the budget lasts.
//   - The result of Go comes after everything that its work has submitted.
//   - A queue limit changes nothing of this. It decides what is accepted, and what is
//     dropped again.
//   - Timers with equal deadlines fire in the order in which they were set. No
//     timer fires early.
//
// # What is promised
//
//   - What was accepted runs exactly once, or is counted as discarded when Close
//     or the end of Run's context came first. Shutdown discards no function.
//   - A panic or runtime.Goexit in a callback ends that callback alone. The panic
//     handler gets it with its stack; the loop goes on with the same turn.
//   - Submit of a ready function value and Mailbox.Send do not allocate, and a
//     loop that has nothing to do uses no processor time.
//
// # How it sleeps
//
// The loop's goroutine parks on a channel of its own, or, while descriptors are
// what wakes it, in the Go runtime's poller. Whoever can make work (a submitter, the
// clock, a context, the watcher of descriptors) first makes it visible and then
// notifies; a loop that is awake costs them one load. There is no polling and no time
// limit. In a testing/synctest bubble, a loop that waits is durably blocked, so hours
// of timers run in fake time; use the default strategy there, since one that spins
// never blocks, and no descriptors.
package wakeful
