//go:build !wakeful_portable

package js

import "syscall"

// yieldThread lets the system run another thread on the caller's processor, if one waits for it.
func yieldThread() { _, _, _ = syscall.Syscall(syscall.SYS_SCHED_YIELD, 0, 0, 0) }
