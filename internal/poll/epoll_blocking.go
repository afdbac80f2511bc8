//go:build linux && !wakeful_nopoll

package poll

import (
	"encoding/binary"
	"errors"
	"fmt"

	"golang.org/x/sys/unix"
)

// blocking is an epoll instance in which the loop's thread blocks. The runtime's netpoller does not
// have it: the kernel would report each event there too, and wake a second thread.
//
// unpark adds one to an eventfd that is in the instance. Exactly one unpark follows each claim of a
// park (package wake), and the loop consumes it before it announces the next park: in park, or in
// consumeUnpark if park has returned because of an event. So the eventfd is 0 or 1, it is 0 outside of
// parks, and neither side waits for long.
type blocking struct {
	epoll
	unparks int // the eventfd
	kept    int // events that park has found, and that were not collected
}

func openBlocking() (backend, error) {
	e, err := openEpoll()
	if err != nil {
		return nil, err
	}
	fd, err := unix.Eventfd(0, unix.EFD_CLOEXEC)
	if err != nil {
		_ = unix.Close(e.fd)
		return nil, fmt.Errorf("create the eventfd: %w", explain(err))
	}
	b := &blocking{epoll: e, unparks: fd}
	if err := b.control(unix.EPOLL_CTL_ADD, fd, anyGeneration, Readable, 0); err != nil {
		_ = b.close()
		return nil, fmt.Errorf("add the eventfd to the epoll instance: %w", explain(err))
	}
	return b, nil
}

func (b *blocking) add(fd int, generation uint32, events Events, mode Mode) error {
	if err := number(fd, b.unparks); err != nil {
		return err
	}
	return b.epoll.add(fd, generation, events, mode)
}

func (b *blocking) canPark() bool { return true }

func (b *blocking) park(check func() bool) bool {
	for limit := -1; ; limit = besideOrphans {
		if b.kept == 0 && !b.block(limit) {
			return false
		}
		if check() {
			return true
		}
	}
}

// besideOrphans is for how many milliseconds a park ignores its descriptors if there are events
// without an entry. They stay in the queue, so the loop would not park.
const besideOrphans = 1

// block waits for events, and keeps them for collect. If unpark has been called it consumes that, and
// returns false. With a limit it first waits only for unpark, for that many milliseconds.
func (b *blocking) block(limit int) bool {
	if limit > 0 {
		only := [1]unix.PollFd{{Fd: int32(b.unparks), Events: unix.POLLIN}}
		_, _ = unix.Poll(only[:], limit)
	}
	// An interruption is the only error.
	n, _ := retryInterrupted(func() (int, error) { return unix.EpollWait(b.fd, b.events, -1) })
	unparked := false
	b.kept = 0
	for _, ev := range b.events[:max(0, n)] {
		if int(ev.Fd) == b.unparks {
			unparked = true
			continue
		}
		b.events[b.kept] = ev
		b.kept++
	}
	if unparked {
		b.consumeUnpark()
	}
	return !unparked
}

func (b *blocking) collect(into []event) int {
	if n := b.kept; n > 0 {
		b.kept = 0
		return b.convert(into, n)
	}
	return b.epoll.collect(into)
}

// one is what a write to an eventfd adds, in the byte order of the processor.
var one = binary.NativeEndian.AppendUint64(nil, 1)

// unpark writes. It cannot fail: the eventfd is open until the loop has ended.
func (b *blocking) unpark() {
	_, _ = retryInterrupted(func() (int, error) { return unix.Write(b.unparks, one) })
}

func (b *blocking) consumeUnpark() {
	var count [8]byte
	_, _ = retryInterrupted(func() (int, error) { return unix.Read(b.unparks, count[:]) })
}

// waitReady has nobody to wait: the loop always parks itself.
func (b *blocking) waitReady() bool { return false }

func (b *blocking) close() error { return errors.Join(unix.Close(b.unparks), unix.Close(b.fd)) }
