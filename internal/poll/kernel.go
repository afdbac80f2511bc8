//go:build (linux || darwin || dragonfly || freebsd || netbsd || openbsd) && !wakeful_nopoll

package poll

import (
	"errors"
	"fmt"
	"math"
	"slices"

	"golang.org/x/sys/unix"
)

// Common parts of the backends: how they call the kernel, and what they add to its errors.

// advice explains what to do about errors whose names do not say it.
var advice = []struct {
	err  unix.Errno
	what error
}{
	{unix.EBADF, errClosed},
	{unix.EPERM, errors.New("it is a file or a directory, which is always ready and cannot be waited for; read it on a goroutine")},
	{unix.EMFILE, errors.New("the process has no descriptor left for the loop's own; close some, or raise RLIMIT_NOFILE")},
	{unix.ENFILE, errors.New("the system has no descriptor left for the loop's own")},
	{unix.ENOSPC, errors.New("the user watches as many descriptors as the system allows; raise fs.epoll.max_user_watches")},
	{unix.ENOMEM, errors.New("the kernel has no memory for it")},
}

// explain adds the advice to an error of the kernel.
func explain(err error) error {
	for _, a := range advice {
		if errors.Is(err, a.err) {
			return fmt.Errorf("%w: %w", err, a.what)
		}
	}
	return err
}

// number checks that fd can be a user's descriptor. The kernel uses only the lower 32 bits, and the
// backend may have reused a number that the user has closed.
func number(fd int, own ...int) error {
	if fd < 0 || fd > math.MaxInt32 || slices.Contains(own, fd) {
		return explain(unix.EBADF)
	}
	return nil
}

// retryInterrupted calls the kernel again when a signal has interrupted the call.
func retryInterrupted(call func() (int, error)) (int, error) {
	for {
		n, err := call()
		if !errors.Is(err, unix.EINTR) {
			return n, err
		}
	}
}
