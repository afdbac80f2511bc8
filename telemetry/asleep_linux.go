package telemetry

import (
	"os"
	"strconv"
	"strings"
)

// This file owns which threads of the process sleep: whether a goroutine in a system call sleeps there,
// and whether one that waits for another goroutine may wait for a processor.
//
// A goroutine whose thread lost its processor in the middle of clock_gettime has the same state as
// one that waits for a pipe. The kernel knows better: for each thread that sleeps, it has the system
// call and the stack pointer, for others the word "running". The runtime does not tell which thread
// runs a goroutine, but the stack pointer is in the goroutine's stack.
//
// Rejected: comparing the time that the thread has waited for a processor (schedstat). It needs the
// thread, and two readings.

// asleep reports whether a thread of the process sleeps in a system call that was made on the stack
// from low to high. It is true if the kernel does not tell.
func asleep(low, high uintptr) bool {
	found, told := false, false
	threads(func(state []string) {
		told = true
		if len(state) < 3 {
			return
		}
		sp, err := strconv.ParseUint(state[len(state)-2], 0, 64)
		found = found || err == nil && uint64(low) <= sp && sp < uint64(high)
	})
	return found || !told
}

// othersRun reports whether other threads of the process than the caller's run or wait for a processor. It
// is false if the kernel does not tell.
func othersRun() bool {
	n := 0
	threads(func(state []string) {
		if len(state) == 1 && state[0] == "running" {
			n++
		}
	})
	return n > 1
}

// threads calls use with the state of each thread: the number of its system call, six arguments, the
// stack pointer and the program counter. Outside of a system call, for example in a page fault, the
// number is -1, and there are no arguments. For a thread that does not sleep it is only "running".
func threads(use func(state []string)) {
	const tasks = "/proc/self/task/"
	all, _ := os.ReadDir(tasks) // nothing if the kernel does not tell
	for _, thread := range all {
		if text, err := os.ReadFile(tasks + thread.Name() + "/syscall"); err == nil { // it has not ended
			use(strings.Fields(string(text)))
		}
	}
}
