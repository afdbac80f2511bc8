package native

import "golang.org/x/sys/unix"

// YieldThread lets the system run another thread on the caller's processor, if one waits for it.
func YieldThread() { _, _, _ = unix.Syscall(unix.SYS_SCHED_YIELD, 0, 0, 0) }
