//go:build (darwin || freebsd || netbsd || openbsd || dragonfly) && !wakeful_nopoll

package stream

import "golang.org/x/sys/unix"

func read(fd int, p []byte) (int, error) {
	for {
		if n, err := unix.Read(fd, p); err != unix.EINTR {
			return n, err
		}
	}
}

func write(fd int, p []byte) (int, error) {
	for {
		if n, err := unix.Write(fd, p); err != unix.EINTR {
			return n, err
		}
	}
}

// unacknowledged returns 0: on these systems a Shutdown waits until the system has taken the bytes,
// not until the peer has acknowledged them.
func unacknowledged(int) int { return 0 }
