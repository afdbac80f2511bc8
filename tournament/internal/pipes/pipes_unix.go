//go:build unix

package pipes

import (
	"errors"
	"fmt"
	"os"

	"golang.org/x/sys/unix"
)

// This file owns the descriptors themselves.

// Exist reports whether this system has pipes that a poller can watch.
const Exist = true

// Open makes a pair.
func Open() (*Pair, error) {
	requests, err := pipe()
	if err != nil {
		return nil, err
	}
	answers, err := pipe()
	if err != nil {
		closeAll(requests[:]...)
		return nil, err
	}
	return &Pair{
		Requests: requests[0], there: os.NewFile(uintptr(requests[1]), "requests"),
		Answers: answers[1], back: os.NewFile(uintptr(answers[0]), "answers"),
	}, nil
}

// Answer answers a request, if there is one. over reports that there will be no more. It does not
// wait. One goroutine at a time.
func (p *Pair) Answer() (over bool) {
	n, err := unix.Read(p.Requests, p.handed[:])
	if n <= 0 {
		return n == 0 && err == nil
	}
	_, err = unix.Write(p.Answers, p.handed[:])
	return err != nil // the pipe has room, so the caller has closed it
}

// Await blocks the calling thread in the system until there is a request or no more of them. It may
// return early for no reason.
func (p *Pair) Await() {
	_, _ = unix.Poll([]unix.PollFd{{Fd: int32(p.Requests), Events: unix.POLLIN}}, -1)
}

// Idle opens this many descriptors that never become ready until they are closed.
func Idle(n int) (descriptors []int, release func(), err error) {
	var all []int
	release = func() { closeAll(all...) }
	for range n {
		ends, err := pipe()
		if err != nil {
			release()
			return nil, nil, fmt.Errorf("%w; %d idle descriptors take twice as many open files", err, n)
		}
		all = append(all, ends[:]...)
		descriptors = append(descriptors, ends[0])
	}
	return descriptors, release, nil
}

// pipe returns the read end and the write end of a new pipe.
func pipe() (ends [2]int, err error) {
	if err := unix.Pipe(ends[:]); err != nil {
		return ends, fmt.Errorf("pipes: making a pipe: %w", err)
	}
	for _, end := range ends {
		unix.CloseOnExec(end)
		err = errors.Join(err, unix.SetNonblock(end, true))
	}
	if err != nil {
		closeAll(ends[:]...)
		return ends, fmt.Errorf("pipes: making a pipe non-blocking: %w", err)
	}
	return ends, nil
}

func closeAll(descriptors ...int) {
	for _, fd := range descriptors {
		if fd != none {
			_ = unix.Close(fd)
		}
	}
}
