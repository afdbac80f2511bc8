//go:build (darwin || dragonfly || freebsd || netbsd || openbsd) && !wakeful_nopoll

package poll

import (
	"errors"
	"fmt"
	"os"
	"sync"

	"golang.org/x/sys/unix"
)

// kqueue is the backend of Darwin and the BSDs. It is compiled and vetted, and has
// been run nowhere.
//
// The Go runtime's netpoller does not take a kqueue: it registers every descriptor for
// writing as well, which a kqueue refuses. So here the watcher blocks a thread in
// poll(2).
//
// The filter for reading exists as long as the registration, disabled when it is not
// asked for. The kernel drops it when the descriptor is closed, which tells a
// registration from one whose number was closed and opened anew. The events of an
// earlier owner of a number are gone with its filters.
type kqueue struct {
	fd      int
	oneShot map[int]struct{} // registered so
	events  []unix.Kevent_t

	// The pipe whose closing ends a poll(2), and the lock that is held during one.

	stopRead, stopWrite *os.File
	own                 [2]int // the numbers of the two
	polling             sync.Mutex
	closed              bool // guarded by polling
}

func open() (backend, error) {
	fd, err := unix.Kqueue()
	if err != nil {
		return nil, fmt.Errorf("create the kqueue: %w", explain(err))
	}
	unix.CloseOnExec(fd)
	stopRead, stopWrite, err := os.Pipe()
	if err != nil {
		_ = unix.Close(fd)
		return nil, fmt.Errorf("create the pipe that ends a wait: %w", explain(err))
	}
	return &kqueue{
		fd: fd, oneShot: make(map[int]struct{}),
		stopRead: stopRead, stopWrite: stopWrite, own: [2]int{int(stopRead.Fd()), int(stopWrite.Fd())},
	}, nil
}

func (b *kqueue) waitReady() bool {
	b.polling.Lock()
	defer b.polling.Unlock()
	if b.closed {
		return false
	}
	fds := []unix.PollFd{{Fd: int32(b.fd), Events: unix.POLLIN}, {Fd: int32(b.own[0]), Events: unix.POLLIN}}
	_, _ = retryInterrupted(func() (int, error) { return unix.Poll(fds, -1) })
	return fds[1].Revents == 0
}

// canPark returns false: a loop parked in a kqueue would block a thread, and unparking
// it would take a system call.
func (b *kqueue) canPark() bool { return false }

func (b *kqueue) park(func() bool) bool { panic("poll: a kqueue has no park") }

func (b *kqueue) unpark() { panic("poll: a kqueue has no park") }

func (b *kqueue) consumeUnpark() { panic("poll: a kqueue has no park") }

func (b *kqueue) add(fd int, _ uint32, events Events, mode Mode) error {
	if err := number(fd, b.fd, b.own[0], b.own[1]); err != nil {
		return err
	}
	var stat unix.Stat_t
	if err := unix.Fstat(fd, &stat); err != nil {
		return explain(err)
	}
	if kind := stat.Mode & unix.S_IFMT; kind == unix.S_IFREG || kind == unix.S_IFDIR {
		return explain(unix.EPERM) // a kqueue accepts files, with another meaning
	}
	switch err := b.change(fd, unix.EVFILT_READ, 0); {
	case err == nil:
		return errPresent
	case !errors.Is(err, unix.ENOENT):
		return explain(err)
	}
	if err := b.set(fd, events, mode); err != nil {
		_ = b.remove(fd)
		return explain(err)
	}
	delete(b.oneShot, fd) // of an earlier owner
	if mode&OneShot != 0 {
		b.oneShot[fd] = struct{}{}
	}
	return nil
}

func (b *kqueue) modify(fd int, _ uint32, events Events, mode Mode) error {
	err := b.change(fd, unix.EVFILT_READ, unix.EV_DISABLE)
	if errors.Is(err, unix.ENOENT) {
		return errAbsent
	}
	if err == nil {
		err = b.set(fd, events, mode)
	}
	return explain(err)
}

// set asks for the events, and no others.
func (b *kqueue) set(fd int, events Events, mode Mode) error {
	flags := unix.EV_ADD
	if mode&Edge != 0 {
		flags |= unix.EV_CLEAR
	}
	reading := flags | unix.EV_DISABLE
	if events&Readable != 0 {
		reading = flags | unix.EV_ENABLE
	}
	if err := b.change(fd, unix.EVFILT_READ, reading); err != nil {
		return err
	}
	if events&Writable != 0 {
		return b.change(fd, unix.EVFILT_WRITE, flags|unix.EV_ENABLE)
	}
	return b.unset(fd, unix.EVFILT_WRITE)
}

// unset deletes a filter, if it is there.
func (b *kqueue) unset(fd, filter int) error {
	err := b.change(fd, filter, unix.EV_DELETE)
	if errors.Is(err, unix.ENOENT) || errors.Is(err, unix.EBADF) {
		return nil
	}
	return err
}

func (b *kqueue) change(fd, filter, flags int) error {
	changes := make([]unix.Kevent_t, 1)
	unix.SetKevent(&changes[0], fd, filter, flags)
	_, err := retryInterrupted(func() (int, error) { return unix.Kevent(b.fd, changes, nil, nil) })
	return err
}

func (b *kqueue) remove(fd int) error {
	delete(b.oneShot, fd)
	return explain(errors.Join(b.unset(fd, unix.EVFILT_READ), b.unset(fd, unix.EVFILT_WRITE)))
}

func (b *kqueue) collect(into []event) int {
	if len(b.events) < len(into) {
		b.events = make([]unix.Kevent_t, len(into))
	}
	n, err := retryInterrupted(func() (int, error) {
		return unix.Kevent(b.fd, nil, b.events[:len(into)], &unix.Timespec{})
	})
	if err != nil {
		return 0
	}
	for i := range b.events[:n] {
		k := &b.events[i]
		fd := int(k.Ident)
		into[i] = event{int32(fd), anyGeneration, found(k)}
		if _, once := b.oneShot[fd]; once {
			_ = b.change(fd, unix.EVFILT_READ, unix.EV_DISABLE)
			_ = b.unset(fd, unix.EVFILT_WRITE)
		}
	}
	return n
}

func found(k *unix.Kevent_t) (events Events) {
	switch int(k.Filter) {
	case unix.EVFILT_READ:
		events = Readable
	case unix.EVFILT_WRITE:
		events = Writable
	}
	flags := int(k.Flags)
	if flags&unix.EV_EOF != 0 {
		events |= Hangup
		if k.Fflags != 0 { // the socket's error
			events |= Error
		}
	}
	if flags&unix.EV_ERROR != 0 {
		events |= Error
	}
	return events
}

func (b *kqueue) descriptor() int { return b.fd }

func (b *kqueue) close() error {
	err := b.stopWrite.Close()
	b.polling.Lock()
	defer b.polling.Unlock()
	b.closed = true
	return errors.Join(err, b.stopRead.Close(), unix.Close(b.fd))
}
