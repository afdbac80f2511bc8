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
	l.Cur = min(l.Max, limit+limit/2)
	if err := syscall.Setrlimit(syscall.RLIMIT_DATA, &l); err != nil {
		fmt.Println("the memory is not limited:", err)
		os.Exit(1)
	}
}
