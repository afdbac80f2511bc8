//go:build darwin || dragonfly || freebsd || netbsd || openbsd

package peers

import (
	"errors"
	"fmt"

	"golang.org/x/sys/unix"
)

// This file owns the poller of control-poller on Darwin and the BSDs: one
// descriptor, level-triggered, and nothing by which it could be woken.

const hasPoller = true

type poller struct {
	fd     int
	events [1]unix.Kevent_t
}

func newPoller(read int) (*poller, error) {
	fd, err := unix.Kqueue()
	if err != nil {
		return nil, fmt.Errorf("peers: create a kqueue: %w", err)
	}
	unix.CloseOnExec(fd)
	var watch [1]unix.Kevent_t
	unix.SetKevent(&watch[0], read, unix.EVFILT_READ, unix.EV_ADD)
	if _, err := unix.Kevent(fd, watch[:], nil, nil); err != nil {
		return nil, errors.Join(fmt.Errorf("peers: watch a pipe: %w", err), unix.Close(fd))
	}
	return &poller{fd: fd}, nil
}

// wait returns when there is something to read, or early for no reason.
func (p *poller) wait() { _, _ = unix.Kevent(p.fd, nil, p.events[:], nil) }

func (p *poller) close() { _ = unix.Close(p.fd) }
