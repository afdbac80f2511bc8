//go:build linux && !wakeful_nopoll

package poll

import (
	"errors"
	"fmt"
	"os"
	"syscall"
	"time"

	"golang.org/x/sys/unix"
)

// epoll is an epoll instance. The backends of Linux are built on it.
type epoll struct {
	fd     int
	events []unix.EpollEvent
}

func openEpoll() (epoll, error) {
	fd, err := unix.EpollCreate1(unix.EPOLL_CLOEXEC)
	if err != nil {
		return epoll{}, fmt.Errorf("create the epoll instance: %w", explain(err))
	}
	return epoll{fd: fd, events: make([]unix.EpollEvent, minBuffer)}, nil
}

// netpolled is an epoll instance that is itself a descriptor in the Go runtime's netpoller, so that
// waiting for it takes a goroutine and no thread.
type netpolled struct {
	epoll
	file *os.File // owns fd

	conn    syscall.RawConn
	check   func() bool        // of the current park
	onReady func(uintptr) bool // calls check; bound once
}

func open() (backend, error) {
	e, err := openEpoll()
	if err != nil {
		return nil, err
	}
	// The runtime's netpoller takes only non-blocking descriptors.
	if err := unix.SetNonblock(e.fd, true); err != nil {
		_ = unix.Close(e.fd)
		return nil, fmt.Errorf("make the epoll instance non-blocking: %w", explain(err))
	}
	b := &netpolled{epoll: e, file: os.NewFile(uintptr(e.fd), "epoll")}
	// NewFile does not report whether the netpoller accepted the descriptor. Deadlines work only if
	// it did.
	if err = b.file.SetReadDeadline(time.Time{}); err == nil {
		b.conn, err = b.file.SyscallConn()
	}
	if err != nil {
		_ = b.file.Close()
		return nil, fmt.Errorf("hand the epoll instance to the runtime's poller: %w", err)
	}
	b.onReady = func(uintptr) bool { return b.check() }
	return b, nil
}

// waitReady parks in the runtime's netpoller. That reports edges, and the beginning of a
// Read discards those that came before; so the first call of the function polls. A later
// call means an edge, which may be of an event that was collected meanwhile: that costs a
// collection that finds nothing.
func (b *netpolled) waitReady() bool {
	polled := false
	return b.conn.Read(func(uintptr) bool {
		edge := polled
		polled = true
		return edge || b.hasEvents()
	}) == nil
}

// hasEvents uses poll(2), because epoll_wait would remove the events.
func (b *netpolled) hasEvents() bool {
	fds := [1]unix.PollFd{{Fd: int32(b.fd), Events: unix.POLLIN}}
	n, err := retryInterrupted(func() (int, error) { return unix.Poll(fds[:], 0) })
	// The only error is a lack of memory. Then let the loop poll.
	return err != nil || n > 0
}

func (b *netpolled) canPark() bool { return true }

// park parks in the runtime's netpoller like waitReady. A deadline in the past ends it:
// the runtime then readies the goroutine, without a system call.
func (b *netpolled) park(check func() bool) bool {
	b.check = check
	if b.conn.Read(b.onReady) == nil {
		return true
	}
	_ = b.file.SetReadDeadline(time.Time{})
	return false
}

// past is any time that has passed.
var past = time.Unix(1, 0)

func (b *netpolled) unpark() { _ = b.file.SetReadDeadline(past) }

func (b *netpolled) consumeUnpark() {
	for b.park(func() bool { return false }) {
	}
}

func (b *epoll) add(fd int, generation uint32, events Events, mode Mode) error {
	if err := number(fd, b.fd); err != nil {
		return err
	}
	err := b.control(unix.EPOLL_CTL_ADD, fd, generation, events, mode)
	if errors.Is(err, unix.EEXIST) {
		return errPresent
	}
	return explain(err)
}

func (b *epoll) modify(fd int, generation uint32, events Events, mode Mode) error {
	err := b.control(unix.EPOLL_CTL_MOD, fd, generation, events, mode)
	if otherFile(err) {
		return errAbsent
	}
	return explain(err)
}

// otherFile reports whether the kernel's error for a change or a removal means that the number
// belongs to another file than the one that was added: a file that is not watched, a file that
// cannot be watched, such as a regular file or /dev/null, or the epoll instance itself.
func otherFile(err error) bool {
	return errors.Is(err, unix.ENOENT) || errors.Is(err, unix.EPERM) || errors.Is(err, unix.EINVAL)
}

func (b *epoll) control(op, fd int, generation uint32, events Events, mode Mode) error {
	// The 64 bits that come back with an event are the number and its generation.
	ev := unix.EpollEvent{Fd: int32(fd), Pad: int32(generation)}
	if events&Readable != 0 {
		ev.Events |= unix.EPOLLIN | unix.EPOLLRDHUP
	}
	if events&Writable != 0 {
		ev.Events |= unix.EPOLLOUT
	}
	if mode&Edge != 0 {
		ev.Events |= unix.EPOLLET
	}
	if mode&OneShot != 0 {
		ev.Events |= unix.EPOLLONESHOT
	}
	return unix.EpollCtl(b.fd, op, fd, &ev)
}

func (b *epoll) remove(fd int) error {
	err := unix.EpollCtl(b.fd, unix.EPOLL_CTL_DEL, fd, nil)
	if errors.Is(err, unix.EBADF) || otherFile(err) {
		return nil // closed, and perhaps reopened
	}
	return explain(err)
}

func (b *epoll) collect(into []event) int {
	if len(b.events) < len(into) {
		b.events = make([]unix.EpollEvent, len(into))
	}
	// The instance is open as long as the backend: an interruption is the only error.
	// This is a system call that the scheduler knows of, although it does not wait: the
	// runtime's monitor thread (sysmon) sleeps while the process is idle, and entering a
	// system call wakes it. Otherwise nothing would preempt a callback that computes.
	n, err := unix.EpollWait(b.fd, b.events[:len(into)], 0)
	for errors.Is(err, unix.EINTR) {
		n, err = unix.EpollWait(b.fd, b.events[:len(into)], 0)
	}
	return b.convert(into, max(0, n))
}

// convert writes the first n events into into, and returns n.
func (b *epoll) convert(into []event, n int) int {
	for i := range b.events[:n] {
		ev := &b.events[i]
		into[i] = event{ev.Fd, uint32(ev.Pad), found(ev.Events)}
	}
	return n
}

// found converts epoll's bits. Reads and writes of a broken or closed descriptor return at once
// with the reason, so it is reported as readable and writable.
func found(bits uint32) (events Events) {
	if bits&unix.EPOLLIN != 0 {
		events |= Readable
	}
	if bits&unix.EPOLLOUT != 0 {
		events |= Writable
	}
	if bits&unix.EPOLLRDHUP != 0 {
		events |= Readable | Hangup
	}
	if bits&unix.EPOLLHUP != 0 {
		events |= Readable | Writable | Hangup
	}
	if bits&unix.EPOLLERR != 0 {
		events |= Readable | Writable | Error
	}
	return events
}

func (b *epoll) descriptor() int { return b.fd }

func (b *netpolled) close() error { return b.file.Close() }
