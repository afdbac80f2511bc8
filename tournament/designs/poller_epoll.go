//go:build linux

package designs

import (
	"errors"
	"fmt"
	"time"

	"golang.org/x/sys/unix"
)

// This file has Linux's poller: an epoll instance in which the loop's thread blocks. See poller for
// who may call what.

const hasPoller = true

type epollPoller struct {
	fd     int
	waker  wakeFD
	events [eventsPerWait]unix.EpollEvent
	ready  [eventsPerWait]event
}

func newPoller() (poller, error) {
	fd, err := unix.EpollCreate1(unix.EPOLL_CLOEXEC)
	if err != nil {
		return nil, fmt.Errorf("designs: create the epoll instance: %w", err)
	}
	waker, err := newWakeFD()
	if err != nil {
		_ = unix.Close(fd)
		return nil, fmt.Errorf("designs: create the waking descriptor: %w", err)
	}
	p := &epollPoller{fd: fd, waker: waker}
	ev := unix.EpollEvent{Events: unix.EPOLLIN | wakeFDTrigger, Fd: int32(waker.readEnd())}
	if err := unix.EpollCtl(fd, unix.EPOLL_CTL_ADD, waker.readEnd(), &ev); err != nil {
		p.close()
		return nil, fmt.Errorf("designs: watch the waking descriptor: %w", err)
	}
	return p, nil
}

func (p *epollPoller) wait(limit time.Duration) []event {
	// An interrupted wait returns early, which the waker's contract allows. Other errors cannot
	// occur, because the instance is open.
	n, err := unix.EpollWait(p.fd, p.events[:], milliseconds(limit))
	if err != nil {
		return nil
	}
	ready := p.ready[:0]
	for i := range p.events[:n] {
		ev := &p.events[i]
		if int(ev.Fd) == p.waker.readEnd() {
			p.waker.drain()
			continue
		}
		ready = append(ready, event{int(ev.Fd), uint32(ev.Pad)})
	}
	return ready
}

// milliseconds rounds up: a wait must not end before its limit.
func milliseconds(limit time.Duration) int {
	if limit < 0 {
		return -1
	}
	ms := limit / time.Millisecond
	if limit%time.Millisecond > 0 {
		ms++
	}
	const most = 1 << 30 // the system's count is a signed 32-bit number
	return int(min(ms, most))
}

func (p *epollPoller) wake() { p.waker.wake() }

func (p *epollPoller) add(fd int, generation uint32) error {
	ev := unix.EpollEvent{Events: unix.EPOLLIN | unix.EPOLLRDHUP, Fd: int32(fd), Pad: int32(generation)}
	return unix.EpollCtl(p.fd, unix.EPOLL_CTL_ADD, fd, &ev)
}

func (p *epollPoller) remove(fd int) error {
	err := unix.EpollCtl(p.fd, unix.EPOLL_CTL_DEL, fd, nil)
	if errors.Is(err, unix.EBADF) || errors.Is(err, unix.ENOENT) {
		return nil
	}
	return err
}

func (p *epollPoller) close() {
	p.waker.close()
	_ = unix.Close(p.fd)
}
