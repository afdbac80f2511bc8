package latency

import (
	"errors"
	"fmt"
	"os"
	"strconv"
	"time"

	"golang.org/x/sys/unix"
)

// This file owns what Linux lets one thread know and do about itself.

// TellsApart: the sender's processor time is known apart from the receiver's.
const TellsApart = true

// receiverTime is the processor time of the process without the calling thread,
// or, with the thread, of the whole process.
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
		return 0 // every Linux has these clocks
	}
	return time.Duration(t.Nano())
}

// threadSleep sleeps in the system: the thread itself does, and its processor is
// another goroutine's if there is one.
func threadSleep(d time.Duration) {
	t := unix.NsecToTimespec(int64(d))
	// A signal ends it early, which the caller finds out by the clock.
	_ = unix.ClockNanosleep(unix.CLOCK_MONOTONIC, 0, &t, nil)
}

// affinity is on how many processors this process may run.
func affinity() int {
	var set unix.CPUSet
	if err := unix.SchedGetaffinity(0, &set); err != nil {
		return 1
	}
	return set.Count()
}

// unpinnable is why nothing can be pinned here, empty when it can.
const unpinnable = ""

// pinReceiver keeps every thread that there is, and those that these will make, on
// the last processor of the process's set, and returns what moves the calling
// thread, the sender's, to the one before it: as the Rust lanes do, since the first
// ones are those that interrupts and other programs' threads like.
func pinReceiver() (pinSender func() error, err error) {
	_, processors, err := allowed()
	if err != nil {
		return nil, err
	}
	if len(processors) < 2 {
		return nil, errors.New("pinning takes two processors, one for the sender and one for the receiver; this process may use one only")
	}
	if err := everyThread(only(processors[len(processors)-1])); err != nil {
		return nil, err
	}
	return func() error { return pin(0, only(processors[len(processors)-2])) }, nil
}

// keepTogether keeps every thread that there is, and those that these will make, on
// the last processor of the process's set, and returns what lets them go again.
func keepTogether() (undo func() error, err error) {
	before, processors, err := allowed()
	if err != nil {
		return nil, err
	}
	return func() error { return everyThread(before) }, everyThread(only(processors[len(processors)-1]))
}

// allowed are the processors that this process may use, in order.
func allowed() (set unix.CPUSet, processors []int, err error) {
	if err := unix.SchedGetaffinity(0, &set); err != nil {
		return set, nil, fmt.Errorf("asking for the processors of this process: %w", err)
	}
	for i := range len(set) * 64 {
		if set.IsSet(i) {
			processors = append(processors, i)
		}
	}
	return set, processors, nil
}

func only(processor int) (set unix.CPUSet) {
	set.Set(processor)
	return set
}

// everyThread keeps the threads that there are within set.
func everyThread(set unix.CPUSet) error {
	threads, err := os.ReadDir("/proc/self/task")
	if err != nil {
		return fmt.Errorf("listing the threads of this process: %w", err)
	}
	for _, t := range threads {
		id, err := strconv.Atoi(t.Name())
		if err != nil {
			continue
		}
		if err := pin(id, set); err != nil && !errors.Is(err, unix.ESRCH) {
			return err
		}
	}
	return nil
}

func pin(thread int, set unix.CPUSet) error {
	if err := unix.SchedSetaffinity(thread, &set); err != nil {
		return fmt.Errorf("keeping a thread on its processor: %w", err)
	}
	return nil
}
