package wakeful

import (
	"errors"
	"fmt"
	"strconv"
	"sync"
	"sync/atomic"

	"github.com/wakeful-go/wakeful/internal/native"
	"github.com/wakeful-go/wakeful/internal/observe"
	"github.com/wakeful-go/wakeful/internal/poll"
	"github.com/wakeful-go/wakeful/internal/wake"
)

// An FDRegistration is a file descriptor that a loop watches, see RegisterFD. Any goroutine may
// call its methods.
type FDRegistration struct {
	descriptors *descriptors
	fn          func(Events)
	fd          int
	// origin is where it was made, nil unless that is recorded.
	origin *origin
	// wanted is what fn is called for, 0 once the registration is closed. Written
	// under the lock; the loop reads it before each call, since the event was
	// collected earlier (TestCloseOfACollectedEvent).
	wanted atomic.Uint32

	// Guarded by descriptors.mu.

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

	// Immutable after New.

	wake  *wake.EventCount
	state *loopState
	alive *references
	name  loopName
	// kernel is that of a simulated world, nil for the system's.
	kernel poll.Kernel
	// blocks says that the loop's thread blocks in the kernel, see WithBlockingPoll.
	blocks bool

	// Loop goroutine only.

	ready    []poll.Ready[*FDRegistration] // the snapshot of the descriptor phase
	polledAt int64                         // ticks when the kernel was last polled
}

func (d *descriptors) bind(wake *wake.EventCount, state *loopState, alive *references, name loopName) {
	d.wake, d.state, d.alive, d.name = wake, state, alive, name
}

// add registers r.
func (d *descriptors) add(r *FDRegistration, wanted poll.Events, mode poll.Mode) error {
	r.entry.Value = r
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.closed {
		return d.name.wrap(ErrClosed)
	}
	p := d.poller.Load()
	if p == nil {
		var err error
		if p, err = d.open(); err != nil {
			return r.failed("register", err)
		}
		d.poller.Store(p)
		d.wake.Notify() // it may be parked on its channel, where no event unparks it
	}
	displaced, err := p.Add(&r.entry, r.fd, wanted, mode)
	if err != nil {
		return r.failed("register", err)
	}
	if displaced != nil {
		displaced.Value.markClosed()
	}
	r.open = true
	r.want(wanted)
	d.alive.add(1)
	return nil
}

// open opens the poller.
func (d *descriptors) open() (*poll.Poller[*FDRegistration], error) {
	if d.kernel != nil {
		return poll.OpenSimulated[*FDRegistration](d.kernel), nil
	}
	if d.blocks {
		p, err := poll.OpenBlocking[*FDRegistration](&d.mu)
		if !errors.Is(err, errors.ErrUnsupported) {
			return p, err
		}
	}
	return poll.Open[*FDRegistration](&d.mu, d.wake.Notify)
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
		r.descriptors.alive.add(-1)
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
	d := r.descriptors
	d.mu.Lock()
	defer d.mu.Unlock()
	switch {
	case d.closed:
		return d.name.wrap(ErrClosed)
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
	d := r.descriptors
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
	d := r.descriptors
	d.mu.Lock()
	defer d.mu.Unlock()
	if r.unref == !ref {
		return
	}
	r.unref = !ref
	switch {
	case !r.open:
	case ref:
		r.descriptors.alive.add(1)
	default:
		r.descriptors.alive.add(-1)
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

// referenced returns the registrations that keep the loop alive.
func (d *descriptors) referenced() (all []observe.Alive) {
	d.mu.Lock()
	defer d.mu.Unlock()
	p := d.poller.Load()
	if p == nil {
		return nil
	}
	p.Each(func(r *FDRegistration) {
		if !r.unref {
			all = append(all, r.origin.alive(observe.Alive{
				Kind: kindDescriptor, Detail: strconv.Itoa(r.fd), Func: entryOf(r.fn), Count: 1,
			}))
		}
	})
	return all
}

// The least number of ticks between two polls of the kernel by a loop that does not park: about 25
// us while it has work, and 1.5 us while it spins. A poll takes half a microsecond.
const (
	busyPollInterval = 1 << 16
	spinPollInterval = 1 << 12
)

// none reports whether no descriptor was ever registered.
func (d *descriptors) none() bool { return d.poller.Load() == nil }

// active returns the poller, or nil if there is none. A draining loop ignores its descriptors, but
// may park while it waits for its workers. Loop only, like the rest of this file.
func (d *descriptors) active() *poll.Poller[*FDRegistration] {
	if p := d.poller.Load(); p != nil && d.state.Load() == running {
		return p
	}
	return nil
}

// pollIfDue polls the kernel for a loop that does not park, unless the last poll was less than
// interval ticks ago.
func (d *descriptors) pollIfDue(interval int64) {
	p := d.active()
	if p == nil {
		return
	}
	if d.kernel == nil { // in a world, time stands still meanwhile
		now := native.Ticks()
		if now-d.polledAt < interval {
			return
		}
		d.polledAt = now
	}
	d.mu.Lock()
	p.Poll()
	d.mu.Unlock()
}

// collect starts the descriptor phase of a turn: it takes the snapshot of ready descriptors, if
// there may be any. While the watcher is not armed, no event notifies a loop that always has work.
// So the loop polls at intervals of the clock, because a turn can take long.
func (d *descriptors) collect() {
	p := d.active()
	if p == nil {
		return
	}
	if !p.Armed() && !p.Ready() && !p.MayHaveMore() {
		d.pollIfDue(busyPollInterval)
	}
	if !p.Ready() && !p.MayHaveMore() {
		return
	}
	d.mu.Lock()
	d.ready = p.Collect()
	d.mu.Unlock()
}

// mayHaveEvents reports whether collecting events will probably find some. polls says that the loop
// has a wait strategy that polls.
func (d *descriptors) mayHaveEvents(polls bool) bool {
	p := d.active()
	// A loop polls for events left in the kernel before it parks. A spinning loop may never park.
	return p != nil && (p.Ready() || p.MayHaveMore() && polls)
}

// watcherMissing reports whether events would not unpark a loop that parks on its channel, because
// its first descriptor was registered just now.
func (d *descriptors) watcherMissing() bool {
	p := d.active()
	return p != nil && !p.Armed()
}

// parker returns the parker of the poller, or nil if the loop parks on its channel.
func (d *descriptors) parker() *poll.Parker[*FDRegistration] {
	if p := d.active(); p != nil {
		return p.Parker()
	}
	return nil
}
