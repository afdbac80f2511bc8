package telemetry

import (
	"os"
	"strconv"
	"strings"
)

// This file owns whether a goroutine in a system call sleeps there.
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
	const tasks = "/proc/self/task/"
	threads, err := os.ReadDir(tasks)
	if err != nil {
		return true
	}
	told := false
	for _, thread := range threads {
		text, err := os.ReadFile(tasks + thread.Name() + "/syscall")
		if err != nil {
			continue // it has ended
		}
		told = true
		// The number, six arguments, the stack pointer and the program counter. Without a system call,
		// for example in a page fault, the number is -1, and there are no arguments.
		fields := strings.Fields(string(text))
		if len(fields) < 3 {
			continue
		}
		sp, err := strconv.ParseUint(fields[len(fields)-2], 0, 64)
		if err == nil && uint64(low) <= sp && sp < uint64(high) {
			return true
		}
	}
	return !told
}
