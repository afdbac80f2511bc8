package wakeful

import (
	"errors"
	"fmt"
	"strings"
	"sync"
	"sync/atomic"

	"github.com/wakeful-go/wakeful/internal/poll"
)

// Events say what a file descriptor is watched for, and what was found.
type Events uint32

const (
	// Readable means that a read, an accept or the like does not block: there is
	// something, or the end, or an error.
	Readable = Events(poll.Readable)
	// Writable means that a write does not block: there is room, or an error; and
	// that a connection which was being made is there, or has failed.
	Writable = Events(poll.Writable)
	// Hangup means that the other side has closed, or, while Readable is asked for,
	// that it has finished sending. What it sent before is still there: read until
	// a read returns 0. Writing may still be possible after the latter; a write
	// tells. It is always reported, asked for or not.
	Hangup = Events(poll.Hangup)
	// Error means that the descriptor is broken: the next read or write says how.
	// It is always reported, asked for or not.
	Error = Events(poll.Error)
)

var eventNames = [...]struct {
	bit  Events
	name string
}{{Readable, "readable"}, {Writable, "writable"}, {Hangup, "hangup"}, {Error, "error"}}

// String returns the names, as in "readable|hangup".
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
type FDOption func(*fdMode)

type fdMode = poll.Mode

// EdgeTriggered has the function called when something has changed since the last
// call: it then reads or writes until the kernel says EAGAIN, since what it leaves
// is not reported again until more arrives. Modify reports anew what is there.
// Without this option a descriptor is level-triggered: the function is called in
// each turn in which the descriptor is ready, so it may do a part only, and must
// do something, or no longer ask, lest the loop never sleeps.
func EdgeTriggered() FDOption { return func(m *fdMode) { *m |= poll.Edge } }

// OneShot has the function called once; then the descriptor is not watched, not
// even for Hangup and Error, until Modify arms it again. It remains registered.
func OneShot() FDOption { return func(m *fdMode) { *m |= poll.OneShot } }

// A Registration is a file descriptor that a loop watches, see RegisterFD. Its
// methods may be called from any goroutine.
type Registration struct {
	loop *Loop
	fn   func(Events)
	fd   int
	// wanted is what fn is called for, 0 once the registration is closed. Written
	// under the lock; the loop reads it before each call, since the event was
	// collected earlier (TestCloseOfACollectedEvent).
	wanted atomic.Uint32

	// Guarded by loop.descriptors.mu.

	entry poll.Entry[*Registration]
	open  bool
	unref bool
}

// descriptors are what the loop watches. A lock guards the poller, also while the
// loop collects, which does not wait.
type descriptors struct {
	mu     sync.Mutex
	closed bool // nothing is registered any more
	// poller is nil until the first registration. Written under mu; a loop that still
	// sees nil when it is about to sleep is notified.
	poller atomic.Pointer[poll.Poller[*Registration]]
}

// RegisterFD has fn called on the loop when the descriptor fd is ready for events,
// Readable, Writable or both, with what was found. Hangup and Error are reported
// as well, together with what was asked for, as the next read or write then
// returns at once; so a function that looks at Readable and Writable alone misses
// nothing. With no events asked for, Linux reports these two alone, kqueue nothing.
//
// A turn calls fn once at most, after the priority functions and before the
// submitted ones. Once Close has returned on the loop, or before it runs, fn is
// not called again; called from elsewhere, one call may just be starting.
//
// The loop hears of descriptors through the Go runtime's poller, which is looked at
// whenever a processor has nothing to do; where all are busy, the runtime looks every
// 10 ms. A loop that is never idle asks the kernel itself, in each turn, but at most
// every 25 us or so; one that spins asks every 64 waits.
//
// On Linux this is epoll. For kqueue, on macOS and the BSDs, it has been compiled, and
// run nowhere.
//
// # The descriptor
//
// It stays the caller's, who makes it non-blocking, reads, writes and closes it;
// the loop does none of that, ever. Close the registration first and the
// descriptor then. In the other order the registration is without a descriptor
// and only keeps an auto-exit loop alive, until it is closed or the number is
// registered anew, which closes it; fn gets no event of the number's next owner.
// But if the file lives on under another number (dup) or in another process, Linux
// goes on watching it until it is closed there too, and nothing can stop that:
//
//   - While the registration is open, fn is still called for the file's events. When fn
//     leaves a level-triggered one ready, which it must, as it can no longer read it, the
//     loop asks the kernel after 16 turns, finds that the number is not that file's, and
//     calls fn no more.
//   - Once the registration is closed, nothing is called. The loop wakes when the file
//     becomes ready anew, drops the event and sleeps. It does not spin.
//
// Duplicates of a descriptor can be registered beside it. Regular
// files cannot be watched, they are always ready; read them on a goroutine.
// Descriptors that belong to Go's own os and net packages are best read there.
//
// # Errors
//
// ErrNilFunc; ErrClosed once the loop is ending; ErrRegistered if fd is
// registered with this loop; ErrInvalidOption for unknown bits in events or a nil
// option; errors.ErrUnsupported where there is neither epoll nor kqueue; and the
// kernel's, which can be matched too: EBADF for a descriptor that is not open,
// EPERM for a regular file, EMFILE when the loop's first registration finds no
// descriptor for the loop's own poller, ENOSPC beyond the kernel's limit. After an
// error nothing is registered.
//
// # The end
//
// From the beginning of the end (Shutdown, Close, the end of Run's context) no fn
// is called, and when the loop has stopped all registrations are closed and the
// loop's poller is too; the descriptors stay open. A loop with a registration
// keeps a descriptor until then, and may keep a goroutine, so one that never runs
// must be closed as well. In a testing/synctest bubble who waits for descriptors is
// not durably blocked: fake time stands still from the first registration to the
// loop's end.
func (l *Loop) RegisterFD(fd int, events Events, fn func(Events), options ...FDOption) (*Registration, error) {
	if fn == nil {
		return nil, ErrNilFunc
	}
	var mode fdMode
	for _, option := range options {
		if option == nil {
			return nil, invalid("RegisterFD", "nil", "an option is nil")
		}
		option(&mode)
	}
	wanted, err := known("RegisterFD", events)
	if err != nil {
		return nil, err
	}
	r := &Registration{loop: l, fn: fn, fd: fd}
	r.entry.Value = r
	d := &l.descriptors
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.closed {
		return nil, ErrClosed
	}
	p := d.poller.Load()
	if p == nil {
		if p, err = poll.Open[*Registration](&d.mu, l.wake.Notify); err != nil {
			return nil, r.failed("register", err)
		}
		d.poller.Store(p)
		l.wake.Notify() // it may be parked where no event unparks it
	}
	displaced, err := p.Add(&r.entry, fd, wanted, mode)
	if err != nil {
		return nil, r.failed("register", err)
	}
	if displaced != nil {
		displaced.Value.shut()
	}
	r.open = true
	r.want(wanted)
	l.alive.Add(1)
	return r, nil
}

// known returns the events that the poller can be asked for.
func known(call string, events Events) (poll.Events, error) {
	if unknown := events &^ (Readable | Writable | Hangup | Error); unknown != 0 {
		return 0, invalid(call, events, "the events are Readable, Writable or both")
	}
	return poll.Events(events & (Readable | Writable)), nil
}

// failed says what failed for which descriptor.
func (r *Registration) failed(what string, err error) error {
	if errors.Is(err, poll.ErrRegistered) {
		return fmt.Errorf("%w: descriptor %d", ErrRegistered, r.fd)
	}
	return fmt.Errorf("wakeful: %s descriptor %d: %w", what, r.fd, err)
}

// want sets what fn is called for from now on. The lock is held.
func (r *Registration) want(events poll.Events) {
	r.wanted.Store(uint32(events | poll.Hangup | poll.Error))
}

// shut makes r a closed registration. The lock is held.
func (r *Registration) shut() {
	r.open = false
	r.wanted.Store(0)
	if !r.unref {
		r.loop.addAlive(-1)
	}
}

// FD returns the number of the descriptor, also after Close.
func (r *Registration) FD() int { return r.fd }

// Modify changes what the descriptor is watched for. It arms a OneShot
// registration again, and what is ready by now is reported, also to an
// EdgeTriggered one. It returns ErrRegistrationClosed after Close and when the
// number stands for another file by now, ErrClosed once the loop is ending,
// ErrInvalidOption for unknown bits, and the kernel's error, such as EBADF when
// the descriptor was closed.
func (r *Registration) Modify(events Events) error {
	wanted, err := known("Modify", events)
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
		r.shut()
		return fmt.Errorf("%w: descriptor %d was closed before it", ErrRegistrationClosed, r.fd)
	case err != nil:
		return r.failed("modify the registration of", err)
	}
	r.want(wanted)
	return nil
}

// Close ends the registration. The descriptor stays open, and can be registered
// again. It may be called often, and after the end of the loop, and returns nil
// unless the kernel refuses, for which there is no known reason; the registration
// is closed in any case.
func (r *Registration) Close() error {
	d := &r.loop.descriptors
	d.mu.Lock()
	defer d.mu.Unlock()
	if !r.open {
		return nil
	}
	r.shut()
	p := d.poller.Load()
	if p == nil { // the loop has ended
		return nil
	}
	if err := p.Remove(&r.entry); err != nil {
		return r.failed("close the registration of", err)
	}
	return nil
}

// Unref lets an auto-exit loop end although this descriptor is registered.
func (r *Registration) Unref() { r.refer(false) }

// Ref takes Unref back.
func (r *Registration) Ref() { r.refer(true) }

func (r *Registration) refer(ref bool) {
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

// close refuses new registrations. Any goroutine.
func (d *descriptors) close() {
	d.mu.Lock()
	d.closed = true
	d.mu.Unlock()
}

// release closes the poller. Nobody registers any more, and nobody collects.
func (d *descriptors) release() {
	d.mu.Lock()
	p := d.poller.Swap(nil)
	d.mu.Unlock()
	if p != nil {
		// Its error would be that of a close(2), after which the descriptor is gone.
		_ = p.Close()
	}
}
