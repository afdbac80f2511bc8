//go:build unix && !race

package js_test

import (
	"fmt"
	"os"
	"syscall"
)

// limitMemory makes the operating system refuse memory beyond limit, which ends the process.
func limitMemory(limit uint64) {
	var l syscall.Rlimit
	if err := syscall.Getrlimit(syscall.RLIMIT_DATA, &l); err != nil {
		fmt.Println("the memory is not limited:", err)
		os.Exit(1)
	}
	lower(&l.Cur, l.Max, limit+limit/2)
	if err := syscall.Setrlimit(syscall.RLIMIT_DATA, &l); err != nil {
		fmt.Println("the memory is not limited:", err)
		os.Exit(1)
	}
}

// lower sets a limit. Its fields are signed on FreeBSD.
func lower[T int64 | uint64](current *T, most T, limit uint64) { *current = min(most, T(limit)) }
