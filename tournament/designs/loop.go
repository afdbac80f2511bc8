package designs

import (
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
	"time"

	"golang.org/x/sys/cpu"

	"github.com/wakeful-go/wakeful/tournament/contest"
)

// This file owns the loop type: its fields, how a composition becomes one, and
// the operations of producers.

// Errors of a loop beyond the contract's, matched with errors.Is.
var (
	// ErrRanAlready is returned by every Run but the first.
	ErrRanAlready = errors.New("designs: the loop has been run already; make a new one")
	// ErrNilTask is returned by Submit and SubmitPriority without a function.
	ErrNilTask = errors.New("designs: a task must not be nil")
)

// A Loop is a running composition. It implements contest.Loop, contest.Counter and, if it has a
// poller, contest.Registrar.
type Loop struct {
	// Immutable.
	composition Composition
	outer       ingress // Submit's tasks
	inner       ingress // SubmitPriority's tasks
	hot         hotCells
	waker       waker
	registry    registry // nil without a poller
	guard       sync.Locker
	timers      *timers
	safety      *safety // nil unless checked
	relay       *relay  // nil unless tasks run one by one

	_ cpu.CacheLinePad // read with every Submit above, written now and then below

	rejected atomic.Uint64
	lost     atomic.Uint64 // tasks discarded
	panics   atomic.Uint64
	retries  atomic.Uint64 // failed compare-and-swaps, when counted
	owner    atomic.Uint64 // identity of the goroutine that runs tasks, 0 for none
	life     life          // see lifecycle.go

	_ cpu.CacheLinePad // any goroutine above, the loop's goroutine below

	submitted feed // from outer; the pump's when there is a relay
	priority  feed // from inner
	micro     feed // microtasks
	micros    bool // micro may have some
	ready     feed // due timers and ready descriptors
	dueBuffer []func()
	executed  atomic.Uint64 // Counts loads it
}

// registry is what a waker with a poller adds.
type registry interface {
	register(fd int, fn func()) error
	unregister(fd int) error
}

// New builds a loop of the parts that c names, which must fit each other. It fails when the system
// refuses a descriptor.
func New(c Composition) (*Loop, error) {
	l := &Loop{composition: c, guard: nopLock{}, hot: newHotCells(c.Padded)}
	l.life.done = make(chan struct{})
	l.timers = newTimers()
	if c.Checked {
		l.safety = &safety{}
	}
	if c.Turn == OneByOne {
		l.relay = newRelay()
	}
	l.buildIngress()
	if err := l.buildWaker(newTable(c.DirectTable)); err != nil {
		return nil, fmt.Errorf("designs: build %s: %w", c.Name, err)
	}
	return l, nil
}

func (l *Loop) buildIngress() {
	c := l.composition
	switch c.Ingress {
	case CASList:
		var retries *atomic.Uint64
		if c.CountRetries {
			retries = &l.retries
		}
		l.outer, l.inner = newCASIngress(c.Clearing, retries), newCASIngress(c.Clearing, nil)
	case ArenaRing:
		// The priority queue is unbounded, and costs nothing while unused.
		l.outer, l.inner = newArenaIngress(c.ArenaSlots, c.Clearing), newCASIngress(c.Clearing, nil)
	default:
		chunked := c.Ingress == MutexChunks
		outer, inner := newMutexIngress(chunked, c.Clearing), newMutexIngress(chunked, c.Clearing)
		if c.Coarse {
			inner.mu, l.guard = outer.mu, outer.mu
		}
		l.outer, l.inner = outer, inner
	}
	l.submitted.init(l.outer, l.hot.cursor)
	l.priority.init(l.inner, nil)
	l.micro.init(newMicrotasks(c.MicrotaskRing, c.Clearing), nil)
	l.ready.init(nil, nil)
}

func (l *Loop) buildWaker(table descriptorTable) error {
	switch l.composition.Waker {
	case Channel:
		l.waker = newChannelWaker()
	case Poller:
		w, err := newPollWaker(table)
		if err != nil {
			return err
		}
		l.waker, l.registry = w, w
	case TwoTier:
		w, err := newTwoTierWaker(table, l.moved)
		if err != nil {
			return err
		}
		l.waker, l.registry = w, w
	}
	return nil
}

// moved is called when a two-tier design changes its tier.
func (l *Loop) moved(t tier) {
	if q, ok := l.outer.(*mutexIngress); ok && l.composition.Ingress == MutexTiered {
		q.setChunked(t == tierPoller)
	}
}

// Submit adds a task. Any goroutine may call it, also inside a task. After the end it returns
// contest.ErrClosed, and for a full arena contest.ErrFull.
func (l *Loop) Submit(task func()) error {
	if task == nil {
		return l.reject("Submit", ErrNilTask)
	}
	if err := l.outer.push(task); err != nil {
		return l.reject("Submit", err)
	}
	l.wake()
	return nil
}

// SubmitPriority adds a task to the priority queue. Any goroutine may call it, also inside a task.
// After the end it returns contest.ErrClosed.
func (l *Loop) SubmitPriority(task func()) error {
	if task == nil {
		return l.reject("SubmitPriority", ErrNilTask)
	}
	if err := l.inner.push(task); err != nil {
		return l.reject("SubmitPriority", err)
	}
	if l.relay != nil {
		l.relay.wakeLoop() // wake would wake the pump, which does not take this task
		return nil
	}
	l.wake()
	return nil
}

func (l *Loop) reject(op string, err error) error {
	l.rejected.Add(1)
	return l.safety.wrap(op, err)
}

// After runs fn on the loop after d has passed, never earlier. Any goroutine may call it. It fails
// with contest.ErrClosed after the end, and with contest.ErrUnsupported if the design runs tasks
// one by one, because its loop waits only for tasks.
func (l *Loop) After(d time.Duration, fn func()) (stop func() bool, err error) {
	switch {
	case fn == nil:
		return nil, ErrNilTask
	case l.relay != nil:
		return nil, contest.ErrUnsupported
	}
	stop, err = l.timers.add(d, fn)
	if err != nil {
		return nil, l.safety.wrap("After", err)
	}
	// The loop may be sleeping until a later deadline.
	l.wake()
	return stop, nil
}

// RegisterReadable makes fn run on the loop whenever fd is readable, until
// Unregister. fn may also run without cause; it must not block. Any goroutine.
// It fails with ErrRegistered, ErrDescriptorRange, with contest.ErrUnsupported
// where the design has no poller, and with contest.ErrClosed after the end.
func (l *Loop) RegisterReadable(fd int, fn func()) error {
	if fn == nil {
		return ErrNilTask
	}
	if l.registry == nil {
		return contest.ErrUnsupported
	}
	if err := l.registry.register(fd, fn); err != nil {
		return l.safety.wrap("RegisterReadable", err)
	}
	// The loop may be sleeping where it cannot see the descriptor. The change is already visible
	// (mutants TIERS_NO_WAKE, TIERS_WAKE_FIRST).
	l.wake()
	return nil
}

// Unregister stops watching fd. Call it before closing fd. Any goroutine may call it. It does not
// wait for a call of the function that has started or is about to. It fails with ErrNotRegistered
// and as RegisterReadable does.
func (l *Loop) Unregister(fd int) error {
	if l.registry == nil {
		return contest.ErrUnsupported
	}
	return l.safety.wrap("Unregister", l.registry.unregister(fd))
}

// Counts returns the number of tasks by result. Any goroutine may call it. It is exact after Run
// has returned when no Submit is in progress.
func (l *Loop) Counts() contest.Counts {
	rejected := l.rejected.Load()
	return contest.Counts{
		Submitted: l.outer.accepted() + l.inner.accepted() + rejected,
		Executed:  l.executed.Load(),
		Rejected:  rejected,
		Discarded: l.lost.Load(),
	}
}

// Panics counts the tasks that ended with a panic. Any goroutine.
func (l *Loop) Panics() uint64 { return l.panics.Load() }

// Retries counts the failed compare-and-swaps of Submit, when the composition
// asked for it. Any goroutine.
func (l *Loop) Retries() uint64 { return l.retries.Load() }

var _ interface {
	contest.Loop
	contest.Counter
	contest.Registrar
	contest.Microtasker
	contest.Scheduler
} = (*Loop)(nil)
