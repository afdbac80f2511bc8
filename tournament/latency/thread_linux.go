package latency

import (
	"errors"
	"os/exec"
	"runtime"
	"time"

	"golang.org/x/sys/unix"

	"github.com/wakeful-go/wakeful/tournament/internal/system"
)

// This file owns clocks, sleep and pinning of single threads on Linux.

// HasThreadTime: the system reports the processor time of a thread, so the sender's can be
// separated from the receiver's.
const HasThreadTime = true

// receiverTime returns the processor time of the process without the calling thread, or, if whole
// is set, of the whole process.
func receiverTime(whole bool) time.Duration {
	process := clock(unix.CLOCK_PROCESS_CPUTIME_ID)
	if whole {
		return process
	}
	return process - clock(unix.CLOCK_THREAD_CPUTIME_ID)
}

func clock(id int32) time.Duration {
	var t unix.Timespec
	if err := unix.ClockGettime(id, &t); err != nil {
		return 0 // all versions of Linux have these clocks
	}
	return time.Duration(t.Nano())
}

// threadSleep sleeps in a system call. The thread sleeps, and another goroutine can use its
// processor.
func threadSleep(d time.Duration) {
	t := unix.NsecToTimespec(int64(d))
	// A signal ends the sleep early. The caller checks the clock.
	_ = unix.ClockNanosleep(unix.CLOCK_MONOTONIC, 0, &t, nil)
}

// affinity returns how many processors this process may run on.
func affinity() int {
	processors, err := system.Processors()
	if err != nil {
		return 1
	}
	return len(processors)
}

// unpinnable is the reason why threads cannot be pinned, or "" if they can.
const unpinnable = ""

// pinReceiver pins all existing threads, and so the threads that they start, to the last processor
// of the process's set. It returns a function that moves the calling thread, the sender's, to the
// processor before it. The Rust lanes use the same processors, because interrupts and other
// programs mostly use the first ones.
func pinReceiver() (pinSender func() error, err error) {
	processors, err := system.Processors()
	if err != nil {
		return nil, err
	}
	if len(processors) < 2 {
		return nil, errors.New("pinning takes two processors, one for the sender and one for the receiver; this process may use one only")
	}
	if err := system.KeepAll(processors[len(processors)-1:]); err != nil {
		return nil, err
	}
	return func() error { return system.Keep(processors[len(processors)-2]) }, nil
}

// startTogether starts a process on the last processor of this process's set. The process inherits
// the set of the thread that starts it, so all of its threads are on that processor from its first
// instruction.
func startTogether(cmd *exec.Cmd) error {
	processors, err := system.Processors()
	if err != nil {
		return err
	}
	started := make(chan error)
	go func() {
		runtime.LockOSThread() // never unlocked: the thread ends with the goroutine, and so does its set
		if err := system.Keep(processors[len(processors)-1]); err != nil {
			started <- err
			return
		}
		started <- cmd.Start()
	}()
	return <-started
}
