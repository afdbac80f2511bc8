//go:build linux && !wakeful_nopoll

package stream

// Reading and writing on Linux without telling the scheduler, which a loop does once
// per turn, when it asks for events: a socket that does not block gives the
// processor back within microseconds, and telling costs up to a tenth of the
// server's time (docs/decisions/streams.md). Elsewhere system calls belong to the
// system's library.

import (
	"unsafe"

	"golang.org/x/sys/unix"
)

// longest is how much the kernel is given to copy in one call. Who has more calls
// again, and can be interrupted in between.
const longest = bufferSize

func read(fd int, p []byte) (int, error) { return transfer(unix.SYS_READ, fd, p) }

// write may take less than the kernel has room for.
func write(fd int, p []byte) (int, error) {
	return transfer(unix.SYS_WRITE, fd, p[:min(len(p), longest)])
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
