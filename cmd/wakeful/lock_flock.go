//go:build darwin || dragonfly || freebsd || illumos || linux || netbsd || openbsd

package main

import (
	"errors"
	"os"

	"golang.org/x/sys/unix"
)

// lockFile locks an open file, or fails with errLocked. A file system without locks, as some of
// networks are, locks nothing.
func lockFile(file *os.File) error {
	for {
		err := unix.Flock(int(file.Fd()), unix.LOCK_EX|unix.LOCK_NB)
		switch {
		case errors.Is(err, unix.EINTR):
			continue
		case errors.Is(err, unix.EWOULDBLOCK):
			return errLocked
		case errors.Is(err, unix.ENOTSUP), errors.Is(err, unix.ENOSYS), errors.Is(err, unix.ENOLCK):
			return nil
		}
		return err
	}
}

// removeLocked removes a lock file while it is locked, so that nobody locks a file that is about to
// be removed without noticing.
func removeLocked(file *os.File) {
	_ = os.Remove(file.Name())
	_ = file.Close()
}
