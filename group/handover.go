package group

// This file owns the moves of keys between loops. Some slots of one box move to other boxes like
// this:
//
//  1. The mover publishes a table in which the slots lead to a transit. From now on the old box
//     refuses their functions, and Do puts them into the transit, which holds them.
//  2. The mover sends the old box a message, leave. The old box asks the table about each function
//     under the lock of its mailbox, so all of the functions that it has accepted are before leave.
//  3. leave runs on the old loop. It tells the new boxes that the slots are theirs, sends them what
//     the transit has held, in order, publishes a table in which the slots lead to the new boxes,
//     and ends the transit, all under the transit's lock. Do that finds an ended transit looks at
//     the table again.
//
// So the new loop gets: the message that a slot is its own, what was held, what comes later. A loop
// never gets a function of a slot that is not its own, and nothing waits on a loop. That
// models/handover.pml checks, with a mutant for each of these steps.

import (
	"context"
	"sync"
	"sync/atomic"
	"time"

	"github.com/wakeful-go/wakeful"
)

// A transit is slots of one box that are moving. It holds their functions meanwhile.
type transit[K comparable, S any] struct {
	keyed   *Keyed[K, S]
	from    *box[K, S]
	targets map[uint32]*box[K, S] // of each slot
	left    atomic.Bool           // leave was called, or will not be
	done    chan struct{}         // closed at its end

	mu      sync.Mutex
	held    []message[K, S]
	refusal error // of hold, once the transit has ended
}

// hold keeps a function until the slots have arrived.
func (t *transit[K, S]) hold(m message[K, S]) error {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.refusal == nil {
		t.held = append(t.held, m)
	}
	return t.refusal
}

// leave ends the transit. It is called once on the loop of from. If that has stopped, the mover
// calls it and holds offLoops.
func (t *transit[K, S]) leave() {
	if t.left.Swap(true) {
		return
	}
	k := t.keyed
	arriving := map[*box[K, S]][]uint32{}
	for slot, to := range t.targets {
		t.from.own(int(slot), false)
		for e := k.slots[slot].first; e != nil; e = e.next {
			e.unlink() // the lists belong to the box
		}
		arriving[to] = append(arriving[to], slot)
	}
	for to, slots := range arriving {
		// If the loop is ending, it is counted there. The states are evicted at the group's end.
		_ = to.mailbox.Send(message[K, S]{kind: control, fn: func(*S) { to.arrive(slots) }})
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	for _, m := range t.held {
		m.kind = moved
		if t.targets[m.slot].mailbox.Send(m) != nil {
			k.lost.Add(1)
		}
	}
	k.publish(t.targets)
	t.end(errMoved)
}

// arrive makes slots those of the box. Loop only.
func (b *box[K, S]) arrive(slots []uint32) {
	for _, slot := range slots {
		b.own(int(slot), true)
		if b.keyed.settings.evict != nil {
			for e := b.keyed.slots[slot].first; e != nil; e = e.next {
				b.touch(e)
			}
		}
	}
}

// end ends the transit. The lock is held.
func (t *transit[K, S]) end(refusal error) {
	t.held, t.refusal = nil, refusal
	t.keyed.mu.Lock()
	delete(t.keyed.moves, t)
	t.keyed.mu.Unlock()
	close(t.done)
}

// publish publishes a table in which slots lead to boxes.
func (k *Keyed[K, S]) publish(targets map[uint32]*box[K, S]) {
	k.mu.Lock()
	defer k.mu.Unlock()
	next := *k.table.Load()
	for slot, to := range targets {
		next[slot] = destination[K, S]{box: to}
	}
	k.table.Store(&next)
}

// move moves slots to boxes and returns when they have left their loops, or when the group has
// ended. The caller holds the group's moving.
func (k *Keyed[K, S]) move(targets map[uint32]*box[K, S]) {
	transits := map[*box[K, S]]*transit[K, S]{}
	k.mu.Lock()
	if k.moves == nil { // the group has ended
		k.mu.Unlock()
		return
	}
	next := *k.table.Load()
	for slot, to := range targets {
		from := next[slot].box
		if from == nil || from == to {
			continue
		}
		t := transits[from]
		if t == nil {
			t = &transit[K, S]{keyed: k, from: from, targets: map[uint32]*box[K, S]{}, done: make(chan struct{})}
			transits[from] = t
			k.moves[t] = struct{}{}
		}
		t.targets[slot] = to
		next[slot] = destination[K, S]{transit: t}
	}
	k.table.Store(&next)
	k.mu.Unlock()
	for from, t := range transits {
		// If the loop refuses it, the loop is ending, and await does the rest.
		_ = from.mailbox.Send(message[K, S]{kind: control, fn: func(*S) { t.leave() }})
	}
	for _, t := range transits {
		t.await()
	}
}

// await returns when the transit has ended, or when the group has.
func (t *transit[K, S]) await() {
	k := t.keyed
	select {
	case <-t.done:
	case <-k.group.done:
	case <-t.from.member.loop.Done(): // somebody has ended this loop alone
		k.offLoops.Lock()
		defer k.offLoops.Unlock()
		t.leave()
	}
}

// discard ends a transit whose loops have all stopped.
func (t *transit[K, S]) discard() {
	if t.left.Swap(true) {
		return
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	t.keyed.lost.Add(uint64(len(t.held)))
	t.end(wakeful.ErrClosed)
}

// distribute gives each of the members about the same number of slots. It moves as few as possible.
func (k *Keyed[K, S]) distribute(members []*member) {
	k.mu.Lock()
	var boxes []*box[K, S]
	known := k.boxes
	k.mu.Unlock()
	for _, m := range members {
		b := known[m]
		if b == nil {
			var err error
			if b, err = k.newBox(m); err != nil {
				continue // somebody has ended this loop alone: no key moves there
			}
		}
		boxes = append(boxes, b)
	}
	if len(boxes) > 0 {
		k.move(k.evenTargets(boxes))
	}
	k.mu.Lock()
	defer k.mu.Unlock()
	k.boxes = map[*member]*box[K, S]{}
	for _, b := range boxes {
		k.boxes[b.member] = b
	}
}

// evenTargets returns the slots that have to move, with their new boxes, so that each box has as
// many slots as the others, or one more.
func (k *Keyed[K, S]) evenTargets(boxes []*box[K, S]) map[uint32]*box[K, S] {
	t := k.table.Load()
	room := make(map[*box[K, S]]int, len(boxes))
	for i, b := range boxes {
		room[b] = slotCount / len(boxes)
		if i < slotCount%len(boxes) {
			room[b]++
		}
	}
	var unassigned []uint32
	for slot := range t {
		if b := t[slot].box; room[b] > 0 {
			room[b]--
		} else {
			unassigned = append(unassigned, uint32(slot))
		}
	}
	targets := make(map[uint32]*box[K, S], len(unassigned))
	for _, b := range boxes {
		for ; room[b] > 0; room[b]-- {
			targets[unassigned[0]] = b
			unassigned = unassigned[1:]
		}
	}
	return targets
}

// moveLoad implements keyed.
func (k *Keyed[K, S]) moveLoad(ctx context.Context, from, to *member, choose func(loads []float64) []int) {
	k.mu.Lock()
	source, target := k.boxes[from], k.boxes[to]
	k.mu.Unlock()
	if source == nil || target == nil {
		return
	}
	answer := make(chan map[uint32]*box[K, S], 1)
	if source.mailbox.Send(message[K, S]{kind: control, fn: func(*S) {
		targets := map[uint32]*box[K, S]{}
		slots, loads := source.loads()
		for _, i := range choose(loads) {
			targets[slots[i]] = target
		}
		answer <- targets
	}}) != nil {
		return
	}
	select {
	case targets := <-answer:
		k.move(targets)
	case <-ctx.Done():
	case <-from.loop.Done():
	}
}

// loads returns the slots of the box that have had work lately, and what part of the time each
// took. Loop only.
func (b *box[K, S]) loads() (slots []uint32, loads []float64) {
	k := b.keyed
	now, window := time.Since(k.group.epoch), k.window()
	for slot := range uint32(slotCount) {
		if w := &k.slots[slot].work; b.owns(int(slot)) && w.busy > 0 {
			w.decay(now, window)
			slots, loads = append(slots, slot), append(loads, w.busy/float64(window))
		}
	}
	return slots, loads
}
