//go:build linux

package peers

import (
	"errors"
	"fmt"

	"golang.org/x/sys/unix"
)

// This file owns the poller of control-poller on Linux: one descriptor,
// level-triggered, and nothing by which it could be woken.

const hasPoller = true

type poller struct {
	fd     int
	events [1]unix.EpollEvent
}

func newPoller(read int) (*poller, error) {
	fd, err := unix.EpollCreate1(unix.EPOLL_CLOEXEC)
	if err != nil {
		return nil, fmt.Errorf("peers: create an epoll instance: %w", err)
	}
	watch := unix.EpollEvent{Events: unix.EPOLLIN, Fd: int32(read)}
	if err := unix.EpollCtl(fd, unix.EPOLL_CTL_ADD, read, &watch); err != nil {
		return nil, errors.Join(fmt.Errorf("peers: watch a pipe: %w", err), unix.Close(fd))
	}
	return &poller{fd: fd}, nil
}

// wait returns when there is something to read, or early for no reason.
func (p *poller) wait() { _, _ = unix.EpollWait(p.fd, p.events[:], -1) }

func (p *poller) close() { _ = unix.Close(p.fd) }
