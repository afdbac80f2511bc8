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

// unacknowledged is not implemented here. The BSDs have calls for it, which have not been tried.
func unacknowledged(int) int { return 0 }
