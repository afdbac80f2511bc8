//go:build (darwin || freebsd || netbsd || openbsd || dragonfly || (linux && wakeful_portable)) && !wakeful_nopoll

package stream

// Reads and writes on the systems other than Linux. The tag wakeful_portable forces this file, and
// the others of these systems that Linux can run, so that their code is tested.

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

// inFlight and unacknowledged return 0: on these systems a Shutdown waits until the system has taken
// the bytes, not until the peer has acknowledged them. Some tell how much their send buffer has
// (SO_NWRITE, FIONWRITE). None of them was available to test that acknowledgments wake who waits, and
// a Shutdown must not hang. Without the wait the number would count bytes that are on their way.
func inFlight(int) int       { return 0 }
func unacknowledged(int) int { return 0 }
