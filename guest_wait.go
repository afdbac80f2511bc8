package wakeful

import (
	"fmt"
	"time"

	"github.com/wakeful-go/wakeful/internal/poll"
)

// This file owns what a host waits for by itself in guest mode: a deadline, or a descriptor.

// NextDeadline returns the time at which the earliest timer is due, for a host that waits by
// itself. ok is false if there is no timer. wake is called for timers too, when they are due. Any
// goroutine may call it, in both modes. After the end of the loop there is no timer.
func (l *Loop) NextDeadline() (at time.Time, ok bool) {
	next := l.timers.next.Load()
	if next == never {
		return time.Time{}, false
	}
	return l.timers.base.epoch.Add(time.Duration(next)), true
}

// PollFD returns a descriptor that is readable when the loop wants a call of RunUntil, for a host
// that waits for descriptors, such as a C loop. From then on the loop needs no goroutine to watch
// its descriptors, but each RunUntil makes a system call. wake is still called. The descriptor
// belongs to the loop: watch it level-triggered, never read from it, and stop watching it before
// the loop ends. A call of RunUntil whose time was over leaves it readable. Repeated calls return
// the same descriptor.
//
// It returns ErrGuestMode for a loop without a host, ErrClosed when the loop is ending,
// errors.ErrUnsupported on systems without epoll and kqueue, and the kernel's errors. Any goroutine
// may call it.
func (l *Loop) PollFD() (fd int, err error) {
	h := l.host
	if h == nil {
		return 0, l.named(guestMode("PollFD", "the loop was made without WithHost"))
	}
	l.ending.mu.Lock()
	defer l.ending.mu.Unlock()
	if h.signal.Load() == nil {
		s, err := poll.NewSignal()
		if err != nil {
			return 0, fmt.Errorf("wakeful: PollFD: %w", err)
		}
		r, err := l.RegisterFD(s.FD(), Readable, func(Events) {
			s.Receive()
			h.before++ // each RunUntil runs at least one callback, and this one does not count
		})
		if err != nil {
			s.Close()
			return 0, err
		}
		r.Unref()
		l.descriptors.signal = s
		h.signal.Store(s)
		s.Send() // the loop may be idle already, and no watcher is armed from now on
	}
	d := &l.descriptors
	d.mu.Lock()
	defer d.mu.Unlock()
	p := d.poller.Load()
	if p == nil {
		return 0, l.named(ErrClosed)
	}
	return p.FD(), nil
}
