package js

import (
	"time"

	"golang.org/x/sys/unix"
)

// threadTime is the clock of the time of the processor that one thread uses.
type threadTime int32

// currentThread returns the clock of the current thread. Any thread may read it.
func currentThread() threadTime {
	const perThread, scheduled = 4, 2 // of the kernel's CPUCLOCK_PERTHREAD_MASK and CPUCLOCK_SCHED
	return threadTime(^int32(unix.Gettid())<<3 | perThread | scheduled)
}

// used returns the time. ok is false if the thread has ended.
func (t threadTime) used() (used time.Duration, ok bool) {
	var now unix.Timespec
	if unix.ClockGettime(int32(t), &now) != nil {
		return 0, false
	}
	return time.Duration(now.Nano()), true
}
