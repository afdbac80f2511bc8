package wakeful

import (
	"errors"
	"fmt"
	"strings"
	"sync"
	"sync/atomic"

	"github.com/wakeful-go/wakeful/internal/poll"
)

// Events is a set of conditions of a file descriptor: those to watch for, or those found.
type Events uint32

const (
	// Readable means that a read or accept does not block: there is data, the end, or an error.
	Readable = Events(poll.Readable)
	// Writable means that a write does not block: there is room, or an error. For a connection that
	// is being established it means success or failure.
	Writable = Events(poll.Writable)
	// Hangup means that the other side has closed. If Readable was requested, it is also reported
	// when the other side has finished sending. Data sent before is still there: read until a read
	// returns 0. If the other side has only finished sending, writing is still possible, and only a
	// write shows which case it is. Hangup is always reported, even if not requested.
	Hangup = Events(poll.Hangup)
	// EventError means that the descriptor is broken. The next read or write returns the error.
	// EventError is always reported, even if not requested.
	EventError = Events(poll.Error)
)

var eventNames = [...]struct {
	bit  Events
	name string
}{{Readable, "readable"}, {Writable, "writable"}, {Hangup, "hangup"}, {EventError, "error"}}

// String returns the names, for example "readable|hangup".
func (e Events) String() string {
	if e == 0 {
		return "none"
	}
	var names []string
	for _, n := range eventNames {
		if e&n.bit != 0 {
			names = append(names, n.name)
			e &^= n.bit
		}
	}
	if e != 0 {
		names = append(names, fmt.Sprintf("%#x", uint32(e)))
	}
	return strings.Join(names, "|")
}

// An FDOption changes how RegisterFD watches a descriptor.
type FDOption struct{ mode poll.Mode }

// WithEdgeTriggered makes the loop call the function only when something has changed since the last
// call. The function must read or write until the kernel returns EAGAIN, because data that it
// leaves is not reported again until more arrives. Modify reports current readiness again. Without
// this option a descriptor is level-triggered: the function is called in each turn in which the
// descriptor is ready. It may then process only a part. If it processes nothing, it must stop
// asking for the event, otherwise the loop never parks.
func WithEdgeTriggered() FDOption { return FDOption{poll.Edge} }

// WithOneShot makes the loop call the function once. Then the descriptor is not watched, not even
// for Hangup and EventError, until Modify arms it again. It remains registered.
func WithOneShot() FDOption { return FDOption{poll.OneShot} }

// An FDRegistration is a file descriptor that a loop watches, see RegisterFD. Any goroutine may
// call its methods.
type FDRegistration struct {
	loop *Loop
	fn   func(Events)
	fd   int
	// origin is where it was made, nil unless that is recorded.
	origin *origin
	// wanted is what fn is called for, 0 once the registration is closed. Written
	// under the lock; the loop reads it before each call, since the event was
	// collected earlier (TestCloseOfACollectedEvent).
	wanted atomic.Uint32

	// Guarded by loop.descriptors.mu.

	entry poll.Entry[*FDRegistration]
	open  bool
	unref bool
}

// descriptors are the registered descriptors. A lock guards the poller, also while the loop
// collects events, which does not block.
type descriptors struct {
	mu     sync.Mutex
	closed bool // nothing can be registered any more
	// poller is nil until the first registration. Written under mu. A loop that still sees nil when
	// it is about to park gets a notification.
	poller atomic.Pointer[poll.Poller[*FDRegistration]]
	// signal is the wake-up descriptor of PollFD, nil before. Written under ending.mu.
	signal *poll.Signal
}

// RegisterFD makes the loop call fn with the events that were found, when the descriptor fd is
// ready for the requested events: Readable, Writable or both. Hangup and EventError are reported
// too, together with the requested events, because the next read or write then returns at once. So
// fn can look only at Readable and Writable without missing anything. With no requested events,
// Linux reports only Hangup and EventError, and kqueue reports nothing.
//
// A turn calls fn at most once, after the priority functions and before the submitted ones. When
// Close has returned on the loop, or before the loop runs, fn is not called again. When Close is
// called elsewhere, one call may just be starting.
//
// The loop gets events through the Go runtime's poller. The runtime polls it when a processor has
// nothing to do, and every 10 ms when all processors are busy. A loop that is never idle polls the
// kernel itself in each turn, but at most about every 25 us. A spinning loop polls it while it
// waits, at most about every 1.5 us. If functions arrive so often that each wait is shorter than
// 0.2 us, it polls every 64 turns.
//
// On Linux this is epoll. On macOS and the BSDs it is kqueue, which was compiled but never run.
//
// # The descriptor
//
// The caller owns the descriptor, makes it non-blocking, reads, writes and closes it. The loop does
// none of that. Close the registration first and then the descriptor. In the other order the
// registration has no descriptor and only keeps an auto-exit loop running, until it is closed, or
// until the number is registered again, which closes it. fn gets no event of the number's next
// owner. However, if the file stays open under another number (dup) or in another process, Linux
// keeps watching it until it is closed there too. The loop cannot stop that:
//
//   - While the registration is open, fn is still called for the file's events. fn cannot read the
//     file any more, so a level-triggered file stays ready. The loop asks the kernel after 256
//     turns, finds that the number no longer belongs to the file, and stops calling fn.
//   - After the registration was closed, nothing is called. The loop wakes when the file becomes
//     ready again, drops the event and parks. It does not spin.
//
// Duplicates of a descriptor can be registered too. Regular files cannot be watched, because they
// are always ready. Read them on a goroutine. Descriptors of Go's os and net packages are best read
// with those packages.
//
// # Errors
//
// ErrNilFunc; ErrClosed when the loop is ending; ErrRegistered if fd is already registered with
// this loop; ErrInvalidOption for unknown bits in events or the zero option; errors.ErrUnsupported
// on systems without epoll and kqueue; and the kernel's errors: EBADF for a descriptor that is not
// open, EPERM for a regular file, EMFILE when the first registration cannot open the loop's own
// poller, ENOSPC beyond the kernel's limit. Match them with errors.Is. After an error nothing is
// registered.
//
// # The end
//
// When the loop starts to end (Shutdown, Close, the end of Run's context) no fn is called any more.
// When it has stopped, all registrations and the loop's poller are closed. The descriptors stay
// open. A loop with a registration uses a descriptor until then, and may use a goroutine, so close
// a loop that never runs. In a testing/synctest bubble a goroutine that waits for descriptors is
// not durably blocked, so fake time stands still from the first registration to the loop's end.
func (l *Loop) RegisterFD(fd int, events Events, fn func(Events), options ...FDOption) (*FDRegistration, error) {
	if fn == nil {
		return nil, ErrNilFunc
	}
	var mode poll.Mode
	for _, option := range options {
		if option.mode == 0 {
			return nil, invalidZero("RegisterFD")
		}
		mode |= option.mode
	}
	wanted, err := checkEvents("RegisterFD", events)
	if err != nil {
		return nil, err
	}
	r := &FDRegistration{loop: l, fn: fn, fd: fd, origin: l.origin()}
	r.entry.Value = r
	d := &l.descriptors
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.closed {
		return nil, l.named(ErrClosed)
	}
	p := d.poller.Load()
	if p == nil {
		if p, err = poll.Open[*FDRegistration](&d.mu, l.wake.Notify); err != nil {
			return nil, r.failed("register", err)
		}
		d.poller.Store(p)
		l.wake.Notify() // it may be parked on its channel, where no event unparks it
	}
	displaced, err := p.Add(&r.entry, fd, wanted, mode)
	if err != nil {
		return nil, r.failed("register", err)
	}
	if displaced != nil {
		displaced.Value.markClosed()
	}
	r.open = true
	r.want(wanted)
	l.alive.Add(1)
	return r, nil
}

// checkEvents converts events for the poller. It refuses unknown bits.
func checkEvents(call string, events Events) (poll.Events, error) {
	if unknown := events &^ (Readable | Writable | Hangup | EventError); unknown != 0 {
		return 0, invalid(call, events, "the events are Readable, Writable or both")
	}
	return poll.Events(events & (Readable | Writable)), nil
}

// failed returns an error that names the operation and the descriptor.
func (r *FDRegistration) failed(what string, err error) error {
	if errors.Is(err, poll.ErrRegistered) {
		return fmt.Errorf("%w: descriptor %d", ErrRegistered, r.fd)
	}
	return fmt.Errorf("wakeful: %s descriptor %d: %w", what, r.fd, err)
}

// want sets the events that fn is called for. The lock is held.
func (r *FDRegistration) want(events poll.Events) {
	r.wanted.Store(uint32(events | poll.Hangup | poll.Error))
}

// markClosed marks r as closed. The lock is held.
func (r *FDRegistration) markClosed() {
	r.open = false
	r.wanted.Store(0)
	if !r.unref {
		r.loop.addAlive(-1)
	}
}

// FD returns the number of the descriptor, even after Close.
func (r *FDRegistration) FD() int { return r.fd }

// Modify changes the events that the descriptor is watched for. It arms a one-shot registration
// again. Current readiness is reported, even to an edge-triggered registration. It returns
// ErrRegistrationClosed after Close and when the number now belongs to another file, ErrClosed when
// the loop is ending, ErrInvalidOption for unknown bits, and the kernel's error, such as EBADF when
// the descriptor was closed.
func (r *FDRegistration) Modify(events Events) error {
	wanted, err := checkEvents("Modify", events)
	if err != nil {
		return err
	}
	d := &r.loop.descriptors
	d.mu.Lock()
	defer d.mu.Unlock()
	switch {
	case d.closed:
		return ErrClosed
	case !r.open:
		return ErrRegistrationClosed
	}
	err = d.poller.Load().Modify(&r.entry, wanted)
	switch {
	case errors.Is(err, poll.ErrGone):
		r.markClosed()
		return fmt.Errorf("%w: descriptor %d was closed before it", ErrRegistrationClosed, r.fd)
	case err != nil:
		return r.failed("modify the registration of", err)
	}
	r.want(wanted)
	return nil
}

// Close ends the registration. The descriptor stays open and can be registered again. Close may be
// called repeatedly, also after the end of the loop. It returns nil unless the kernel refuses, for
// which no reason is known. The registration is closed in any case.
func (r *FDRegistration) Close() error {
	d := &r.loop.descriptors
	d.mu.Lock()
	defer d.mu.Unlock()
	if !r.open {
		return nil
	}
	r.markClosed()
	p := d.poller.Load()
	if p == nil { // the loop has ended
		return nil
	}
	if err := p.Remove(&r.entry); err != nil {
		return r.failed("close the registration of", err)
	}
	return nil
}

// Unref lets an auto-exit loop end while this descriptor is registered.
func (r *FDRegistration) Unref() { r.refer(false) }

// Ref reverses Unref.
func (r *FDRegistration) Ref() { r.refer(true) }

func (r *FDRegistration) refer(ref bool) {
	d := &r.loop.descriptors
	d.mu.Lock()
	defer d.mu.Unlock()
	if r.unref == !ref {
		return
	}
	r.unref = !ref
	switch {
	case !r.open:
	case ref:
		r.loop.addAlive(1)
	default:
		r.loop.addAlive(-1)
	}
}

// close refuses new registrations. Any goroutine may call it.
func (d *descriptors) close() {
	d.mu.Lock()
	d.closed = true
	d.mu.Unlock()
}

// release closes the poller. It is called when no goroutine registers or collects any more.
func (d *descriptors) release() {
	d.mu.Lock()
	p := d.poller.Swap(nil)
	d.mu.Unlock()
	if p != nil {
		// Its error would come from close(2), after which the descriptor no longer exists.
		_ = p.Close()
	}
	if d.signal != nil {
		d.signal.Close()
	}
}
