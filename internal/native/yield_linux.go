package native

import "syscall"

// YieldThread lets the system run another thread on the caller's processor, if one waits for it.
func YieldThread() { _, _, _ = syscall.Syscall(syscall.SYS_SCHED_YIELD, 0, 0, 0) }
