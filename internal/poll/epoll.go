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

// epoll is the backend of Linux: an epoll instance that is itself a descriptor in
// the Go runtime's poller, so that awaiting it takes a goroutine and no thread.
type epoll struct {
	fd     int
	file   *os.File // owns fd
	events []unix.EpollEvent

	conn syscall.RawConn
}

func open() (backend, error) {
	fd, err := unix.EpollCreate1(unix.EPOLL_CLOEXEC)
	if err != nil {
		return nil, fmt.Errorf("create the epoll instance: %w", explain(err))
	}
	// The runtime's poller takes what does not block.
	if err := unix.SetNonblock(fd, true); err != nil {
		_ = unix.Close(fd)
		return nil, fmt.Errorf("make the epoll instance non-blocking: %w", explain(err))
	}
	b := &epoll{fd: fd, file: os.NewFile(uintptr(fd), "epoll")}
	// NewFile does not say whether the runtime's poller has taken it; deadlines
	// exist only there.
	if err = b.file.SetReadDeadline(time.Time{}); err == nil {
		b.conn, err = b.file.SyscallConn()
	}
	if err != nil {
		_ = b.file.Close()
		return nil, fmt.Errorf("hand the epoll instance to the runtime's poller: %w", err)
	}
	return b, nil
}

// await parks in the runtime's poller. The runtime tells of each change, once, and
// keeps one that comes while nobody is parked; it forgets it only when a Read
// begins. So there is one Read, which never succeeds: it calls its function, parks,
// and calls it again when there is news.
func (b *epoll) await(tell func()) {
	_ = b.conn.Read(func(uintptr) bool {
		tell()
		return false
	})
}

// peek asks with poll(2). With epoll_wait it would take the events.
func (b *epoll) peek() bool {
	asked := [1]unix.PollFd{{Fd: int32(b.fd), Events: unix.POLLIN}}
	n, err := insist(func() (int, error) { return unix.Poll(asked[:], 0) })
	// An error would be a lack of memory: the loop may as well look.
	return err != nil || n > 0
}

// stays: the kernel has taken an event that is edge-triggered or one-shot out of
// its queue, and what comes after it is news. A level-triggered one stays in there.
func (b *epoll) stays(mode Mode) bool { return mode == 0 }

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
	if errors.Is(err, unix.ENOENT) {
		return errAbsent
	}
	return explain(err)
}

func (b *epoll) control(op, fd int, generation uint32, events Events, mode Mode) error {
	// The 64 bits that come back with an event: the number and whose it was.
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
	if errors.Is(err, unix.EBADF) || errors.Is(err, unix.ENOENT) {
		return nil // closed, and perhaps opened anew
	}
	return explain(err)
}

func (b *epoll) collect(into []event) int {
	if len(b.events) < len(into) {
		b.events = make([]unix.EpollEvent, len(into))
	}
	// The instance is there as long as the backend: an interruption is the only
	// error.
	n, err := insist(func() (int, error) { return unix.EpollWait(b.fd, b.events[:len(into)], 0) })
	if err != nil {
		return 0
	}
	for i := range b.events[:n] {
		ev := &b.events[i]
		into[i] = event{ev.Fd, uint32(ev.Pad), found(ev.Events)}
	}
	return n
}

// found translates. Where one is broken or at its end, reads and writes return
// at once and say so: whoever waits for either is told.
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

func (b *epoll) close() error { return b.file.Close() }
