package designs

import "runtime"

// This file owns falling asleep and being woken: both sides of the protocol.
// Where the loop sleeps is in waker.go.
//
//	loop                              producer
//	1. choose a tier
//	2. sleep = tier                   a. push (or register, or raise the phase)
//	3. queues, phase, tier again      b. look at sleep; awake: done
//	4. nothing new: block             c. swap sleep to awake; lost: done
//	5. sleep = awake                  d. signal the tier that sleep named
//
// Each side writes, then reads what the other wrote; all four accesses are
// sequentially consistent, so at least one side sees the other. If the loop
// does, it does not block. If the producer does, it signals, once for all
// producers: the swap in c is the deduplication. A swap is lost to another
// producer, who will signal, or to the loop in 5, which looks at its queues
// before it sleeps again.
//
// A signal may come when the loop has stopped waiting for it (5 between c and
// d). It then ends a later wait early, which costs a look at the queues.
//
// models/tiers.pml searches all interleavings of this and of waker_tiers.go; the
// names in capitals are what goes wrong in it when a step is left out.

// wake makes the loop look at its queues again, if it sleeps. Any goroutine.
//
// A store instead of the compare-and-swap would do with one tier. With two it
// may take back what a later parkIfIdle published, and signal the tier of the earlier
// one (mutant TIERS_PLAIN_CLAIM). The signal goes where the word said, wherever
// the loop would sleep by now (mutant TIERS_WRONG_TIER).
func (l *Loop) wake() {
	if t := l.hot.sleep.Load(); tier(t) != awake && l.hot.sleep.CompareAndSwap(t, uint32(awake)) {
		l.waker.signal(tier(t))
	}
}

// park waits until there may be something to do, and then runs the functions of ready descriptors.
// Loop goroutine only.
func (l *Loop) park() { l.fire(l.parkIfIdle(l.idle)) }

// parkIfIdle parks, unless idle returns false after the sleep word was published. It returns the
// functions of ready descriptors. Only the goroutine that sleeps calls it.
func (l *Loop) parkIfIdle(idle func() bool) (ready []func()) {
	t := l.waker.choose()
	// The coarse design holds its single lock from the publication to the decision, so no push
	// comes in between. The guard of the other designs does nothing.
	l.guard.Lock()
	// Publish before the checks (mutants TIERS_RECHECK_EARLY, TIERS_NO_RECHECK).
	l.hot.sleep.Store(uint32(t))
	stay := idle() && phase(l.hot.phase.Load()) == open && l.waker.stillChosen(t)
	l.guard.Unlock()
	if stay {
		l.safety.enter(StateAsleep)
		// On t, which is what wakers read (mutant TIERS_SLEEPS_ELSEWHERE).
		ready = l.waker.wait(t, l.timers.next())
		l.safety.enter(StateAwake)
	}
	// Otherwise each producer would signal a running loop (mutant TIERS_STAYS_PUBLISHED).
	if tier(l.hot.sleep.Load()) != awake {
		l.hot.sleep.Store(uint32(awake))
	}
	if !stay && idle() {
		// The loop is shutting down, and a push has its place but not yet its task.
		runtime.Gosched()
	}
	return ready
}

// poll polls the descriptors without sleeping, which a full tick does after each turn. Loop
// goroutine only.
func (l *Loop) poll() {
	if t := l.waker.choose(); t == tierPoller {
		l.fire(l.waker.wait(t, 0))
	}
}

// idle reports that there is nothing to run. Loop goroutine only.
func (l *Loop) idle() bool { return l.submitted.idle() && l.priority.idle() && !l.micros }

// nopLock is the guard of the designs that decide without a lock.
type nopLock struct{}

func (nopLock) Lock()   {}
func (nopLock) Unlock() {}
