package latency

import (
	"encoding/binary"
	"errors"
	"fmt"
	"sync/atomic"

	"golang.org/x/sys/unix"

	"github.com/wakeful-go/wakeful/tournament/contest"
)

var epollLanes = []Lane{
	{
		Name: "go-epoll-sleep", Kind: contest.Floor, open: openEpoll(forever),
		Summary: "A thread that blocks in epoll_wait on an eventfd, without the runtime's poller.",
	},
	{
		Name: "go-epoll-spin", Kind: contest.Floor, Spins: true, open: openEpoll(atOnce),
		Summary: "A thread that calls epoll_wait on an eventfd in a loop, with a timeout of zero.",
	},
}

// Timeouts of epoll_wait.
const (
	forever = -1
	atOnce  = 0
)

// epollWire is an eventfd in an epoll instance. Sending adds the number of a message to the event's
// count, and reading resets the count. After a missed message, the sum is wrong.
type epollWire struct {
	epoll, event int
	// over is stored by close before it sends its last message. The receiver loads it when that
	// message has woken it.
	over  atomic.Bool
	ended chan struct{}
	err   error // belongs to the receiver until ended is closed
}

func openEpoll(timeout int) func(*board) (wire, error) {
	return func(b *board) (wire, error) {
		epoll, err := unix.EpollCreate1(unix.EPOLL_CLOEXEC)
		if err != nil {
			return nil, fmt.Errorf("making the epoll instance: %w", err)
		}
		event, err := unix.Eventfd(0, unix.EFD_CLOEXEC|unix.EFD_NONBLOCK)
		if err != nil {
			return nil, errors.Join(fmt.Errorf("making the eventfd: %w", err), unix.Close(epoll))
		}
		w := &epollWire{epoll: epoll, event: event, ended: make(chan struct{})}
		if err := unix.EpollCtl(epoll, unix.EPOLL_CTL_ADD, event, &unix.EpollEvent{Events: unix.EPOLLIN, Fd: int32(event)}); err != nil {
			return nil, errors.Join(fmt.Errorf("watching the eventfd: %w", err), unix.Close(event), unix.Close(epoll))
		}
		go func() {
			defer close(w.ended)
			if w.err = w.receive(b, timeout); w.err != nil {
				b.fail(w.err)
			}
		}()
		return w, nil
	}
}

func (w *epollWire) receive(b *board, timeout int) error {
	var events [1]unix.EpollEvent
	var count [messageSize]byte
	for {
		n, err := unix.EpollWait(w.epoll, events[:], timeout)
		switch {
		case errors.Is(err, unix.EINTR) || n == 0 && err == nil:
			continue
		case err != nil:
			return fmt.Errorf("waiting in epoll_wait: %w", err)
		}
		if _, err := unix.Read(w.event, count[:]); err != nil {
			return fmt.Errorf("reading the eventfd: %w", err)
		}
		if w.over.Load() {
			return nil
		}
		b.arrive(binary.NativeEndian.Uint64(count[:]))
	}
}

func (w *epollWire) send(number uint64) error {
	var count [messageSize]byte
	binary.NativeEndian.PutUint64(count[:], number)
	_, err := unix.Write(w.event, count[:])
	return err
}

func (w *epollWire) close() error {
	w.over.Store(true)
	err := w.send(1)
	if err == nil {
		<-w.ended
	}
	return errors.Join(err, w.err, unix.Close(w.epoll), unix.Close(w.event))
}
