package latency

import (
	"encoding/binary"
	"errors"
	"fmt"

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

// eventfd is the sender's descriptor of an eventfd. Sending adds the number of a message to the
// event's count, and reading resets the count. After a missed message, the sum is wrong.
type eventfd int

func (e eventfd) Write(count []byte) (int, error) { return unix.Write(int(e), count) }

func (e eventfd) Close() error { return unix.Close(int(e)) }

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
		// The sender's own descriptor, because it closes it before the receiver has ended.
		sending, err := unix.FcntlInt(uintptr(event), unix.F_DUPFD_CLOEXEC, 0)
		if err != nil {
			return nil, errors.Join(fmt.Errorf("duplicating the eventfd: %w", err), unix.Close(event), unix.Close(epoll))
		}
		if err := unix.EpollCtl(epoll, unix.EPOLL_CTL_ADD, event, &unix.EpollEvent{Events: unix.EPOLLIN, Fd: int32(event)}); err != nil {
			return nil, errors.Join(fmt.Errorf("watching the eventfd: %w", err), unix.Close(event), unix.Close(sending), unix.Close(epoll))
		}
		w := start(b, eventfd(sending), func(arrive func(uint64)) error {
			return errors.Join(receiveEvents(epoll, event, timeout, arrive), unix.Close(epoll), unix.Close(event))
		})
		w.datagrams = true
		return w, nil
	}
}

func receiveEvents(epoll, event, timeout int, arrive func(uint64)) error {
	var events [1]unix.EpollEvent
	var count [messageSize]byte
	for {
		n, err := unix.EpollWait(epoll, events[:], timeout)
		switch {
		case errors.Is(err, unix.EINTR) || n == 0 && err == nil:
			continue
		case err != nil:
			return fmt.Errorf("waiting in epoll_wait: %w", err)
		}
		if _, err := unix.Read(event, count[:]); err != nil {
			return fmt.Errorf("reading the eventfd: %w", err)
		}
		number := binary.NativeEndian.Uint64(count[:])
		if number >= endMessage {
			return nil // also when the count has messages that were sent before
		}
		arrive(number)
	}
}
