//go:build linux

package workloads

import (
	"encoding/binary"
	"errors"
	"fmt"

	"golang.org/x/sys/unix"
)

// This file owns the notifier of the poller designs: an eventfd that an epoll instance watches. It uses
// the same system calls as the designs.

const hasEpoll = true

type eventNotifier struct {
	poll, event int
	events      [1]unix.EpollEvent // the waiter's
}

func newEventNotifier() (*eventNotifier, error) {
	poll, err := unix.EpollCreate1(unix.EPOLL_CLOEXEC)
	if err != nil {
		return nil, fmt.Errorf("creating an epoll instance: %w", err)
	}
	event, err := unix.Eventfd(0, unix.EFD_CLOEXEC|unix.EFD_NONBLOCK)
	if err != nil {
		return nil, errors.Join(fmt.Errorf("creating an eventfd: %w", err), unix.Close(poll))
	}
	b := &eventNotifier{poll: poll, event: event}
	// Edge-triggered: each write is a new event, and nothing has to be read.
	watch := unix.EpollEvent{Events: unix.EPOLLIN | unix.EPOLLET, Fd: int32(event)}
	if err := unix.EpollCtl(poll, unix.EPOLL_CTL_ADD, event, &watch); err != nil {
		b.close()
		return nil, fmt.Errorf("watching an eventfd: %w", err)
	}
	return b, nil
}

// one is the amount that a notification adds to the eventfd's counter. The counter cannot overflow in a
// sample.
var one = binary.NativeEndian.AppendUint64(nil, 1)

func (b *eventNotifier) notify() { _, _ = unix.Write(b.event, one) }

func (b *eventNotifier) notified() bool {
	n, err := unix.EpollWait(b.poll, b.events[:], 0)
	return n > 0 && err == nil
}

func (b *eventNotifier) wait() bool {
	n, err := unix.EpollWait(b.poll, b.events[:], -1)
	return n > 0 && err == nil // otherwise a signal interrupted it
}

func (b *eventNotifier) close() {
	_ = unix.Close(b.event)
	_ = unix.Close(b.poll)
}
