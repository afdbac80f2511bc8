//go:build !linux

package telemetry

// asleep reports that a goroutine in a system call sleeps, because the kernel does not tell.
func asleep(low, high uintptr) bool { return true }

// othersRun reports that no other thread wants a processor, because the kernel does not tell.
func othersRun() bool { return false }
