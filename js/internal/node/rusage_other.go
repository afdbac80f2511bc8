//go:build !unix

package node

import "syscall"

// processorTime returns 0: it is not measured on this system.
func processorTime() (user, system int64) { return 0, 0 }

// kill is not there: this system has no signals.
func kill(int, int) error { return syscall.ENOSYS }
