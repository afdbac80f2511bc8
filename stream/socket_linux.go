//go:build linux && !wakeful_nopoll && !wakeful_portable

package stream

// Reads and writes on Linux without notifying the Go scheduler of the system call. The loop
// notifies it once per turn, when it polls for events. A system call on a non-blocking socket
// returns within microseconds, and notifying costs up to a tenth of the server's processor time
// (docs/decisions/streams.md). On other systems, system calls go through the system's library.

import (
	"unsafe"

	"golang.org/x/sys/unix"
)

// longestTransfer is the number of bytes that the kernel copies in one call. The goroutine can be
// preempted only between two calls.
const longestTransfer = bufferSize

func read(fd int, p []byte) (int, error) { return transfer(unix.SYS_READ, fd, p) }

// write may transfer less than the kernel has room for.
func write(fd int, p []byte) (int, error) {
	return transfer(unix.SYS_WRITE, fd, p[:min(len(p), longestTransfer)])
}

func transfer(call uintptr, fd int, p []byte) (int, error) {
	for {
		n, _, number := unix.RawSyscall(call, uintptr(fd), uintptr(unsafe.Pointer(unsafe.SliceData(p))), uintptr(len(p)))
		switch number {
		case 0:
			return int(n), nil
		case unix.EINTR:
		default:
			return -1, number
		}
	}
}
