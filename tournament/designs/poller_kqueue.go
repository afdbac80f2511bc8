//go:build darwin || dragonfly || freebsd || netbsd || openbsd

package designs

import (
	"errors"
	"fmt"
	"time"

	"golang.org/x/sys/unix"
)

// This file has the poller of Darwin and the BSDs: a kqueue in which the loop's thread blocks. See
// poller for who may call what.

const hasPoller = true

type kqueuePoller struct {
	fd     int
	waker  wakeFD
	events [eventsPerWait]unix.Kevent_t
	ready  [eventsPerWait]event
}

func newPoller() (poller, error) {
	fd, err := unix.Kqueue()
	if err != nil {
		return nil, fmt.Errorf("designs: create the kqueue: %w", err)
	}
	unix.CloseOnExec(fd)
	waker, err := newWakeFD()
	if err != nil {
		_ = unix.Close(fd)
		return nil, fmt.Errorf("designs: create the waking descriptor: %w", err)
	}
	p := &kqueuePoller{fd: fd, waker: waker}
	if err := p.add(waker.readEnd(), 0); err != nil {
		p.close()
		return nil, fmt.Errorf("designs: watch the waking descriptor: %w", err)
	}
	return p, nil
}

func (p *kqueuePoller) wait(limit time.Duration) []event {
	var spec *unix.Timespec
	if limit >= 0 {
		ts := unix.NsecToTimespec(limit.Nanoseconds())
		spec = &ts
	}
	// An interrupted wait returns early, which the waker's contract allows. Other errors cannot
	// occur, because the queue is open.
	n, err := unix.Kevent(p.fd, nil, p.events[:], spec)
	if err != nil {
		return nil
	}
	ready := p.ready[:0]
	for i := range p.events[:n] {
		fd := int(p.events[i].Ident)
		if fd == p.waker.readEnd() {
			p.waker.drain()
			continue
		}
		ready = append(ready, event{fd: fd})
	}
	return ready
}

func (p *kqueuePoller) wake() { p.waker.wake() }

func (p *kqueuePoller) add(fd int, _ uint32) error { return p.change(fd, unix.EV_ADD) }

func (p *kqueuePoller) remove(fd int) error {
	err := p.change(fd, unix.EV_DELETE)
	if errors.Is(err, unix.EBADF) || errors.Is(err, unix.ENOENT) {
		return nil
	}
	return err
}

func (p *kqueuePoller) change(fd, flags int) error {
	changes := make([]unix.Kevent_t, 1)
	unix.SetKevent(&changes[0], fd, unix.EVFILT_READ, flags)
	_, err := unix.Kevent(p.fd, changes, nil, nil)
	return err
}

func (p *kqueuePoller) close() {
	p.waker.close()
	_ = unix.Close(p.fd)
}
