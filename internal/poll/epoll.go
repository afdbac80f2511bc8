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

	conn   syscall.RawConn
	look   func() bool // of the sleep that is going on
	onLook func(uintptr) bool
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
	b.onLook = func(uintptr) bool { return b.look() }
	return b, nil
}

// await parks in the runtime's poller, which tells of changes and forgets them
// when a Read begins: so it asks once after that. What it is told of later may be
// old news, which costs a collection that finds nothing.
func (b *epoll) await() bool {
	asked := false
	return b.conn.Read(func(uintptr) bool {
		told := asked
		asked = true
		return told || b.peek()
	}) == nil
}

// peek asks with poll(2). With epoll_wait it would take the events.
func (b *epoll) peek() bool {
	asked := [1]unix.PollFd{{Fd: int32(b.fd), Events: unix.POLLIN}}
	n, err := insist(func() (int, error) { return unix.Poll(asked[:], 0) })
	// An error would be a lack of memory: the loop may as well look.
	return err != nil || n > 0
}

func (b *epoll) sleeps() bool { return true }

// sleep parks in the runtime's poller like await. A deadline that has passed ends
// it: the runtime then readies the goroutine, without a system call.
func (b *epoll) sleep(look func() bool) bool {
	b.look = look
	if b.conn.Read(b.onLook) == nil {
		return true
	}
	_ = b.file.SetReadDeadline(time.Time{})
	return false
}

// long ago; nobody asks how long.
var past = time.Unix(1, 0)

func (b *epoll) rouse() { _ = b.file.SetReadDeadline(past) }

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
	// error. The scheduler is told of this call, although it does not wait: its
	// monitor sleeps when the process does, and somebody has to wake it once per
	// wake-up, or nobody would preempt a callback that computes.
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
