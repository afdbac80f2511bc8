package designs

import (
	"errors"
	"sync"
	"sync/atomic"
	"time"
)

// This file has the two tiers and the switch between them. See waker for who may call what. Any
// goroutine may call register and unregister.

// A twoTierWaker sleeps on the channel or in the poller.
//
// The switch had a hole in the founding design: the loop finds no descriptor,
// another goroutine registers the first one, the loop goes to sleep on the
// channel, and nobody looks at the descriptor. Here the change is published in
// want, then the loop is woken over the tier that its sleep word names; the
// loop publishes its sleep word, then asks stillChosen, which reads want. Whichever
// is second sees the other. models/tiers.pml shows that this is enough, and, mutant
// by mutant, that no part of it can be left out.
type twoTierWaker struct {
	channel *channelWaker
	poll    *pollWaker // nil where there is no poller

	// want is the tier to sleep on. Written under mu, read by the loop without.
	want atomic.Uint32

	mu sync.Mutex // for writes of want
	// moved is told of every change of want, with mu held.
	moved func(tier)
}

func newTwoTierWaker(table descriptorTable, moved func(tier)) (*twoTierWaker, error) {
	w := &twoTierWaker{channel: newChannelWaker(), moved: moved}
	poll, err := newPollWaker(table)
	if err != nil && !errors.Is(err, ErrNoPoller) {
		return nil, err
	}
	w.poll = poll
	w.decide()
	return w, nil
}

// decide recomputes want. With mu held, or before the loop is shared. Of two concurrent decisions,
// the older could be stored last (mutant TIERS_DECIDE_UNLOCKED).
func (w *twoTierWaker) decide() {
	t := tierChannel
	if w.poll != nil && w.poll.watching() {
		t = tierPoller
	}
	if tier(w.want.Swap(uint32(t))) != t {
		w.moved(t)
	}
}

func (w *twoTierWaker) choose() tier            { return tier(w.want.Load()) }
func (w *twoTierWaker) stillChosen(t tier) bool { return w.choose() == t }
func (w *twoTierWaker) watching() bool          { return w.choose() == tierPoller }

func (w *twoTierWaker) wait(t tier, limit time.Duration) []func() {
	if t == tierPoller {
		return w.poll.wait(t, limit)
	}
	return w.channel.wait(t, limit)
}

func (w *twoTierWaker) signal(t tier) {
	if t == tierPoller {
		w.poll.signal(t)
	} else {
		w.channel.signal(t)
	}
}

func (w *twoTierWaker) release() {
	if w.poll != nil {
		w.poll.release()
	}
}

func (w *twoTierWaker) register(fd int, fn func()) error {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.poll == nil {
		return ErrNoPoller
	}
	if err := w.poll.register(fd, fn); err != nil {
		return err
	}
	w.decide()
	return nil
}

func (w *twoTierWaker) unregister(fd int) error {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.poll == nil {
		return ErrNoPoller
	}
	err := w.poll.unregister(fd)
	// Also after an error: even if the system cannot remove fd, it is no longer registered. No
	// wake-up is needed, because the poller sees everything that the channel does. Without this, the
	// channel stays unused (mutant TIERS_UNREGISTER_KEEPS_TIER).
	w.decide()
	return err
}
