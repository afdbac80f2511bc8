package designs

import (
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
	"time"

	"github.com/wakeful-go/wakeful/tournament/contest"
)

// This file has sleeping in the poller, and registering descriptors with it. See waker for who may
// call what. Any goroutine may call register and unregister.

// Errors about descriptors, matched with errors.Is.
var (
	// ErrRegistered is returned by RegisterReadable of a registered descriptor.
	ErrRegistered = errors.New("designs: the descriptor is registered already")
	// ErrNotRegistered is returned by Unregister of an unknown descriptor.
	ErrNotRegistered = errors.New("designs: the descriptor is not registered")
	// ErrNoPoller is why a design that needs the poller does not exist on a
	// system without epoll and kqueue.
	ErrNoPoller = errors.New("designs: this system has neither epoll nor kqueue")
)

// A pollWaker sleeps in the poller. It holds the registered descriptors, because only the poller
// can see them.
type pollWaker struct {
	poller poller
	table  descriptorTable
	ready  []func()     // what the last wait returned
	count  atomic.Int64 // registered descriptors; written under mu

	// mu prevents the poller from being released while it is signalled or changed. Its descriptors'
	// numbers could already belong to other files (mutant TIERS_SIGNAL_UNLOCKED).
	mu       sync.Mutex
	released bool
}

func newPollWaker(table descriptorTable) (*pollWaker, error) {
	p, err := newPoller()
	if err != nil {
		return nil, err
	}
	return &pollWaker{poller: p, table: table}, nil
}

func (*pollWaker) choose() tier            { return tierPoller }
func (*pollWaker) stillChosen(t tier) bool { return t == tierPoller }
func (w *pollWaker) watching() bool        { return w.count.Load() > 0 }

func (w *pollWaker) wait(_ tier, limit time.Duration) []func() {
	clear(w.ready)
	w.ready = w.ready[:0]
	for _, ev := range w.poller.wait(limit) {
		if fn := w.table.find(ev.fd, ev.generation); fn != nil {
			w.ready = append(w.ready, fn)
		}
	}
	return w.ready
}

func (w *pollWaker) signal(tier) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if !w.released {
		w.poller.wake()
	}
}

func (w *pollWaker) release() {
	w.mu.Lock()
	defer w.mu.Unlock()
	if !w.released {
		w.released = true
		w.poller.close()
	}
}

// register makes fn run when fd is readable.
func (w *pollWaker) register(fd int, fn func()) error {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.released {
		return contest.ErrClosed
	}
	// Add to the table first: a ready descriptor without a function would end every wait until it
	// has one (mutant TIERS_POLLER_BEFORE_TABLE).
	generation, err := w.table.add(fd, fn)
	if err != nil {
		return err
	}
	if err := w.poller.add(fd, generation); err != nil {
		w.table.remove(fd)
		return fmt.Errorf("designs: register descriptor %d: %w", fd, err)
	}
	w.count.Add(1)
	return nil
}

// unregister stops watching fd. Its function may be running or about to run, but later readiness
// does not start it.
func (w *pollWaker) unregister(fd int) error {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.released {
		return contest.ErrClosed
	}
	if !w.table.remove(fd) {
		return fmt.Errorf("designs: unregister descriptor %d: %w", fd, ErrNotRegistered)
	}
	w.count.Add(-1)
	if err := w.poller.remove(fd); err != nil {
		return fmt.Errorf("designs: unregister descriptor %d: %w", fd, err)
	}
	return nil
}
