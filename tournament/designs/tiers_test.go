//go:build unix

package designs

import (
	"context"
	"errors"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"golang.org/x/sys/unix"
)

// This file owns the proof that the switch between the tiers has no hole. The
// waker is a part like any other, so the tests put one in that stops the loop at
// chosen places of its way to sleep, and mutants of it that must get stuck.

// A place on the way to sleep.
type place int

const (
	decided   place = iota // the tier is chosen, nothing is published
	published              // the sleep word names the tier, nothing was looked at again
	sleeping               // all looks are done, the wait is next
)

// A stagedWaker stops the loop once, at one place, until it is let go.
type stagedWaker struct {
	*twoTierWaker
	stop      place
	armed     atomic.Bool
	reached   chan struct{}
	letGo     chan struct{}
	committed atomic.Bool // the registration is over, its wake-up included
	stuck     chan struct{}
	onceStuck sync.Once
	mutant
}

// A mutant is a way to leave the hole open, as in the model of that name.
type mutant struct {
	skipRecheck bool // TIERS_NO_RECHECK: the loop does not look at the tier again
	wrongTier   bool // TIERS_WRONG_TIER: the wake-up goes over the tier of now, not over the one slept on
	silent      bool // TIERS_NO_WAKE: registering wakes nobody
}

func (w *stagedWaker) at(p place) {
	if p == w.stop && w.armed.CompareAndSwap(true, false) {
		close(w.reached)
		<-w.letGo
	}
}

func (w *stagedWaker) choose() tier {
	t := w.twoTierWaker.choose()
	w.at(decided)
	return t
}

func (w *stagedWaker) stillChosen(t tier) bool {
	w.at(published)
	return w.skipRecheck || w.twoTierWaker.stillChosen(t)
}

func (w *stagedWaker) wait(t tier, limit time.Duration) []func() {
	w.at(sleeping)
	// With the registration over, nobody is left who would send a signal.
	if t == tierChannel && w.committed.Load() && len(w.channel.slot) == 0 {
		w.onceStuck.Do(func() { close(w.stuck) })
	}
	return w.twoTierWaker.wait(t, limit)
}

func (w *stagedWaker) signal(t tier) {
	if w.wrongTier {
		t = w.twoTierWaker.choose()
	}
	w.twoTierWaker.signal(t)
}

// newEnds makes a pipe: the end to read and the end to write.
func newEnds(t *testing.T) (ends [2]int, closeEnds func()) {
	t.Helper()
	if err := unix.Pipe(ends[:]); err != nil {
		t.Fatal(err)
	}
	return ends, func() {
		_ = unix.Close(ends[0])
		_ = unix.Close(ends[1])
	}
}

// registerOnTheWay registers a readable descriptor while the loop stands at
// stop; it reports whether the loop saw the descriptor or sleeps for ever.
func registerOnTheWay(t *testing.T, design Composition, stop place, m mutant) (seen bool) {
	t.Helper()
	ends, closeEnds := newEnds(t)
	defer closeEnds()
	if _, err := unix.Write(ends[1], []byte{1}); err != nil {
		t.Fatal(err)
	}
	l, err := New(design)
	if err != nil {
		t.Fatal(err)
	}
	w := &stagedWaker{twoTierWaker: l.waker.(*twoTierWaker), stop: stop, mutant: m,
		reached: make(chan struct{}), letGo: make(chan struct{}), stuck: make(chan struct{})}
	w.armed.Store(true)
	l.waker = w
	register := l.RegisterReadable
	if m.silent {
		register = l.registry.register
	}
	ended := make(chan error, 1)
	go func() { ended <- l.Run(context.Background()) }()
	<-w.reached
	found := make(chan struct{})
	var once sync.Once
	if err := register(ends[0], func() { once.Do(func() { close(found) }) }); err != nil {
		t.Fatal(err)
	}
	w.committed.Store(true)
	close(w.letGo)
	select {
	case <-found:
		seen = true
	case <-w.stuck:
	}
	if err := l.Close(); err != nil {
		t.Error(err)
	}
	w.channel.signal(tierChannel) // a mutant cannot be woken otherwise
	if err := <-ended; err != nil {
		t.Error(err)
	}
	return seen
}

func tieredDesigns() (tiered []Composition) {
	for _, c := range Compositions() {
		if c.Waker == TwoTier {
			tiered = append(tiered, c)
		}
	}
	return tiered
}

func TestSwitchHasNoHole(t *testing.T) {
	for _, design := range tieredDesigns() {
		for stop, name := range []string{"decided", "published", "sleeping"} {
			t.Run(design.Name+"/"+name, func(t *testing.T) {
				if !registerOnTheWay(t, design, place(stop), mutant{}) {
					t.Error("the loop sleeps on the channel and never sees the descriptor")
				}
			})
		}
	}
}

// Each mutant gets stuck where its part of the protocol is the one that counts.
func TestSwitchMutantsHaveTheHole(t *testing.T) {
	for _, test := range []struct {
		name string
		stop place
		m    mutant
	}{
		{"no second look", decided, mutant{skipRecheck: true}},
		{"wakes over the new tier", sleeping, mutant{wrongTier: true}},
		{"wakes nobody", sleeping, mutant{silent: true}},
	} {
		t.Run(test.name, func(t *testing.T) {
			if registerOnTheWay(t, design(t, "main"), test.stop, test.m) {
				t.Error("the mutant saw the descriptor: this test would not find the hole")
			}
		})
	}
}

// The tier follows the number of descriptors, and main's store follows the tier.
func TestTierFollowsDescriptors(t *testing.T) {
	l, err := New(design(t, "main"))
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	ends, closeEnds := newEnds(t)
	defer closeEnds()
	for i, step := range []struct {
		do   func() error
		want tier
	}{
		{func() error { return nil }, tierChannel},
		{func() error { return l.RegisterReadable(ends[0], func() {}) }, tierPoller},
		{func() error { return l.Unregister(ends[0]) }, tierChannel},
	} {
		if err := step.do(); err != nil {
			t.Fatalf("step %d: %v", i, err)
		}
		chunked := l.submitted.in.(*mutexIngress).chunked
		if got := l.waker.choose(); got != step.want || chunked != (step.want == tierPoller) {
			t.Errorf("step %d: tier %d, chunked %v, want tier %d", i, got, chunked, step.want)
		}
	}
}

// An unforgettingPoller watches for ever.
type unforgettingPoller struct{ poller }

func (unforgettingPoller) remove(int) error { return unix.ENOMEM }

// A descriptor that the system fails to forget is unregistered all the same: it
// no longer keeps the loop off the channel.
func TestTierFollowsDescriptorThatCannotBeRemoved(t *testing.T) {
	l, err := New(design(t, "main"))
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	ends, closeEnds := newEnds(t)
	defer closeEnds()
	poll := l.waker.(*twoTierWaker).poll
	poll.poller = unforgettingPoller{poll.poller}
	if err := l.RegisterReadable(ends[0], func() {}); err != nil {
		t.Fatal(err)
	}
	if err := l.Unregister(ends[0]); !errors.Is(err, unix.ENOMEM) {
		t.Errorf("Unregister returned %v, want %v", err, unix.ENOMEM)
	}
	if got := l.waker.choose(); got != tierChannel {
		t.Errorf("without descriptors the tier is %d, want %d", got, tierChannel)
	}
}
