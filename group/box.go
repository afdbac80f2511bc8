package group

// A box is the part of a Keyed that belongs to one loop: the mailbox for the functions of its keys,
// and what only that loop may touch.

import (
	"math"
	"math/rand/v2"
	"time"

	"github.com/wakeful-go/wakeful"
)

// sampleEvery is how many functions of a key there are, on average, for each one whose duration is
// measured, if the group rebalances.
const sampleEvery = 32

type box[K comparable, S any] struct {
	keyed   *Keyed[K, S]
	member  *member
	mailbox *wakeful.Mailbox[message[K, S]]

	// Loop goroutine only. Before the loop runs, and after it has stopped, of whoever starts or
	// ends the group.

	owned     [slotCount / 64]uint64 // the slots that are here
	countdown int                    // functions until one is measured; negative: none is
	lists     [2]idleList[K, S]      // the entries; empty without an eviction
	recent    int                    // the list of entries that were used since the last tick
	evicting  bool                   // older entries are being evicted

	stopEviction func() // of startEviction; nil without an eviction
	closedBelow  int    // the slots below are closed, see close
}

// newBox makes the box of a loop. The lock of the group is held, or the caller is distribute.
func (k *Keyed[K, S]) newBox(m *member) (*box[K, S], error) {
	b := &box[K, S]{keyed: k, member: m, countdown: -1}
	b.lists[0].init()
	b.lists[1].init()
	if k.group.settings.rebalance != nil {
		b.countdown = rand.IntN(2 * sampleEvery) //nolint:gosec // it chooses samples
	}
	var err error
	if b.mailbox, err = wakeful.NewMailbox(m.loop, b.receive, wakeful.WithAdmission(b.admit)); err != nil {
		return nil, err
	}
	if k.settings.evict != nil {
		if err := b.startEviction(); err != nil {
			return nil, err
		}
	}
	k.mu.Lock()
	k.boxes[m] = b
	k.mu.Unlock()
	return b, nil
}

// admit refuses a function of a slot that has left. It is called under the lock of the mailbox, so
// a function that is not refused is in the mailbox before what is sent next.
func (b *box[K, S]) admit(m message[K, S]) error {
	if m.kind == toKey && b.keyed.table.Load()[m.slot].box != b {
		return errMoved
	}
	return nil
}

// own sets whether a slot is here.
func (b *box[K, S]) own(slot int, here bool) {
	if here {
		b.owned[slot/64] |= 1 << (slot % 64)
	} else {
		b.owned[slot/64] &^= 1 << (slot % 64)
	}
}

func (b *box[K, S]) owns(slot int) bool { return b.owned[slot/64]&(1<<(slot%64)) != 0 }

// receive is called on the loop with each message.
func (b *box[K, S]) receive(m message[K, S]) {
	if m.kind == control {
		m.fn(nil)
		return
	}
	s := &b.keyed.slots[m.slot]
	e := s.find(m.key)
	if e == nil {
		e = b.load(s, m)
	}
	if b.keyed.settings.evict != nil {
		b.touch(e)
	}
	if b.countdown < 0 {
		m.fn(&e.state)
		return
	}
	if b.countdown--; b.countdown >= 0 {
		m.fn(&e.state)
		return
	}
	b.measure(s, m.fn, e)
}

// load makes the state of a key.
func (b *box[K, S]) load(s *slot[K, S], m message[K, S]) *entry[K, S] {
	e := &entry[K, S]{key: m.key, slot: m.slot}
	if load := b.keyed.settings.load; load != nil {
		e.state = load(m.key)
	}
	s.add(e)
	return e
}

// measure calls fn and adds what it took to the load of the slot, for all that are not measured.
func (b *box[K, S]) measure(s *slot[K, S], fn func(*S), e *entry[K, S]) {
	// Uniform from 0 to 2n, so that no regular pattern of functions is always missed.
	b.countdown = rand.IntN(2*sampleEvery + 1) //nolint:gosec // it chooses samples
	k := b.keyed
	began := time.Since(k.group.epoch)
	defer func() {
		now := time.Since(k.group.epoch)
		s.work.decay(now, k.window())
		s.work.busy += float64(sampleEvery * (now - began))
	}()
	fn(&e.state)
}

// work is the time that functions of a slot took, with weights that fall by a factor of e per
// window. So busy divided by the window is the part of the recent time that they took.
type work struct {
	busy float64       // nanoseconds
	at   time.Duration // when it was right
}

func (w *work) decay(now, window time.Duration) {
	w.busy *= math.Exp(-float64(now-w.at) / float64(window))
	w.at = now
}

// window is the time over which the load of slots is measured: until the rebalancing may move
// something, it has measured as long.
func (k *Keyed[K, S]) window() time.Duration {
	return 3 * k.group.settings.rebalance.Interval
}
