//go:build linux

package workloads

import (
	"encoding/binary"
	"errors"
	"fmt"

	"golang.org/x/sys/unix"
)

// This file owns the bell of the poller designs: an eventfd that an epoll instance watches. It uses
// the same system calls as the designs.

const hasEpoll = true

type eventBell struct {
	poll, event int
	events      [1]unix.EpollEvent // the waiter's
}

func newEventBell() (*eventBell, error) {
	poll, err := unix.EpollCreate1(unix.EPOLL_CLOEXEC)
	if err != nil {
		return nil, fmt.Errorf("creating an epoll instance: %w", err)
	}
	event, err := unix.Eventfd(0, unix.EFD_CLOEXEC|unix.EFD_NONBLOCK)
	if err != nil {
		return nil, errors.Join(fmt.Errorf("creating an eventfd: %w", err), unix.Close(poll))
	}
	b := &eventBell{poll: poll, event: event}
	// Edge-triggered: each write is a new event, and nothing has to be read.
	watch := unix.EpollEvent{Events: unix.EPOLLIN | unix.EPOLLET, Fd: int32(event)}
	if err := unix.EpollCtl(poll, unix.EPOLL_CTL_ADD, event, &watch); err != nil {
		b.close()
		return nil, fmt.Errorf("watching an eventfd: %w", err)
	}
	return b, nil
}

// oneRing is the amount that a ring adds to the eventfd's counter. The counter cannot overflow in a
// sample.
var oneRing = binary.NativeEndian.AppendUint64(nil, 1)

func (b *eventBell) ring() { _, _ = unix.Write(b.event, oneRing) }

func (b *eventBell) rung() bool {
	n, err := unix.EpollWait(b.poll, b.events[:], 0)
	return n > 0 && err == nil
}

func (b *eventBell) wait() bool {
	n, err := unix.EpollWait(b.poll, b.events[:], -1)
	return n > 0 && err == nil // otherwise a signal interrupted it
}

func (b *eventBell) close() {
	_ = unix.Close(b.event)
	_ = unix.Close(b.poll)
}
