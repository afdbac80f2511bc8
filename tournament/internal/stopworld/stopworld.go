// Package stopworld bounds how long a stop of the world can stall. Samples call it around
// runtime.ReadMemStats and runtime.GC, outside of what they time.
//
// Go 1.26 and 1.27 can stall in a stop of the world while a goroutine enters a blocking system call, such as
// the epoll_wait of a loop that has nothing to do:
//
//	entersyscall                            stopTheWorldWithSema
//	1. load sched.gcwaiting: false
//	                                        a. store sched.gcwaiting
//	                                        b. look at the goroutine: running, its P is not taken
//	2. status = in a system call
//	3. block in the kernel, with the P      c. wait for the P; a goroutine in a system call is
//	                                           not preempted, so nothing interrupts it
//
// The runtime's monitor would take the P. But it sleeps while the world is being stopped, for up to
// a minute or until the next timer is due. No timer is due in a sample whose timed part has none,
// so the process does not even answer a signal, and its sample counts as hung. About one sample in
// a thousand did so on two busy cores. A pending timer wakes the monitor, which then takes the P.
package stopworld

import (
	"sync"
	"time"
)

// limit is the time until the monitor wakes. It is longer than any stop of the world that does not
// stall, so that the timer does nothing in the usual case.
const limit = 10 * time.Millisecond

// pending is the timer and the number of calls of Bounded that need it. It is kept, so that a call
// does not allocate: samples count allocations.
var pending struct {
	sync.Mutex
	calls int
	timer *time.Timer
}

// Bounded calls stops, which stops the world once or several times, with a timer pending. The timer
// is stopped when Bounded returns, because a pending timer changes how an idle scheduler waits. Any
// goroutine may call it.
func Bounded(stops func()) {
	pending.Lock()
	pending.calls++
	if pending.timer == nil {
		pending.timer = time.AfterFunc(limit, again)
	} else {
		pending.timer.Reset(limit)
	}
	pending.Unlock()
	stops()
	pending.Lock()
	defer pending.Unlock()
	if pending.calls--; pending.calls == 0 {
		pending.timer.Stop()
	}
}

// again is the timer's function. The calls in progress may stop the world again.
func again() {
	pending.Lock()
	defer pending.Unlock()
	if pending.calls > 0 {
		pending.timer.Reset(limit)
	}
}
