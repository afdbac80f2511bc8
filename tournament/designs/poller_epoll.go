//go:build linux

package designs

import (
	"errors"
	"fmt"
	"time"

	"golang.org/x/sys/unix"
)

// This file has the poller: an epoll instance in which the loop's thread blocks, with the eventfd
// that wakes it. See poller for who may call what.

const hasPoller = true

type epollPoller struct {
	fd     int
	wakeFD int
	events [eventsPerWait]unix.EpollEvent
	ready  [eventsPerWait]event
}

func newPoller() (poller, error) {
	fd, err := unix.EpollCreate1(unix.EPOLL_CLOEXEC)
	if err != nil {
		return nil, fmt.Errorf("designs: create the epoll instance: %w", err)
	}
	wakeFD, err := unix.Eventfd(0, unix.EFD_CLOEXEC|unix.EFD_NONBLOCK)
	if err != nil {
		_ = unix.Close(fd)
		return nil, fmt.Errorf("designs: create the eventfd: %w", err)
	}
	p := &epollPoller{fd: fd, wakeFD: wakeFD}
	// Edge-triggered, each write is an event of its own, so the counter need not be read, which saves
	// one system call per wake-up. Level-triggered and not read, it would end every later wait
	// (mutant TIERS_SIGNAL_KEPT).
	ev := unix.EpollEvent{Events: unix.EPOLLIN | unix.EPOLLET, Fd: int32(wakeFD)}
	if err := unix.EpollCtl(fd, unix.EPOLL_CTL_ADD, wakeFD, &ev); err != nil {
		p.close()
		return nil, fmt.Errorf("designs: watch the eventfd: %w", err)
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
		if int(ev.Fd) != p.wakeFD {
			ready = append(ready, event{int(ev.Fd), uint32(ev.Pad)})
		}
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

var one = [8]byte{1, 1, 1, 1, 1, 1, 1, 1} // not zero in either byte order

func (p *epollPoller) wake() {
	if n, err := unix.Write(p.wakeFD, one[:]); n == len(one) && err == nil {
		return
	}
	// The counter is full. Empty it, so that the write is an event again.
	var sink [8]byte
	_, _ = unix.Read(p.wakeFD, sink[:])
	_, _ = unix.Write(p.wakeFD, one[:])
}

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
	_ = unix.Close(p.wakeFD)
	_ = unix.Close(p.fd)
}
