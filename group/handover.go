package group

// This file owns the moves of keys between loops. Slots of one shard move to other shards in three
// steps:
//
//  1. The mover publishes a table that maps the slots to a transit. From now on the old shard
//     refuses functions of these slots. Submit gives them to the transit, which holds them.
//  2. The mover sends the old shard a message, leave. The old shard looks each function up in the
//     table under the lock of its mailbox. So leave comes after all functions that it has accepted.
//  3. leave runs on the old loop, under the lock of the transit. It tells the new shards that the
//     slots are theirs, sends them the held functions in order, publishes a table that maps the
//     slots to the new shards, and ends the transit. A Submit that finds an ended transit reads the
//     table again.
//
// So the new loop gets, in this order: the message that a slot is its own, the held functions, and
// later functions. A loop never gets a function of a slot that is not its own, and no loop waits.
// models/handover.pml checks this, and has a mutant for each step.

import (
	"context"
	"iter"
	"maps"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"github.com/wakeful-go/wakeful"
	"github.com/wakeful-go/wakeful/internal/observe"
)

// A transit is a set of slots of one shard that are moving. It holds their functions meanwhile.
type transit[K comparable, S any] struct {
	keyed   *KeyedState[K, S]
	from    *shard[K, S]
	targets map[uint32]*shard[K, S] // by slot
	left    atomic.Bool             // leave was called, or will not be
	done    chan struct{}           // closed at its end

	mu      sync.Mutex
	held    []message[K, S]
	refusal error // what hold returns once the transit has ended
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

// leave ends the transit. It is called once, on the loop of from. If that loop has stopped, the
// mover calls it instead and holds offLoops.
func (t *transit[K, S]) leave() {
	if t.left.Swap(true) {
		return
	}
	k := t.keyed
	arriving := map[*shard[K, S]][]uint32{}
	var order []*shard[K, S] // not that of a map, which a simulated world cannot repeat
	for _, slot := range slices.Sorted(maps.Keys(t.targets)) {
		t.from.own(int(slot), false)
		for e := k.slots[slot].first; e != nil; e = e.next {
			e.unlink() // the lists belong to the shard
		}
		to := t.targets[slot]
		if arriving[to] == nil {
			order = append(order, to)
		}
		arriving[to] = append(arriving[to], slot)
	}
	for _, to := range order {
		// If the loop is ending, it refuses and counts the message. The states are then evicted at
		// the end of the group.
		slots := arriving[to]
		left := t.from.recordLeave(to, slots)
		_ = to.mailbox.Send(message[K, S]{kind: control, fn: func(*S) {
			to.recordArrive(t.from, slots, left)
			to.arrive(slots)
		}})
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	for _, m := range t.held {
		m.kind &^= inSlot | inTable
		if t.targets[m.hash.slot()].mailbox.Send(m) != nil {
			k.lost.Add(1)
		}
	}
	arrived := make(map[uint32]destination[K, S], len(t.targets))
	for slot, to := range t.targets {
		arrived[slot] = destination[K, S]{shard: to}
	}
	k.mu.Lock()
	k.publish(arrived)
	k.mu.Unlock()
	t.end(errMoved)
}

// arrive adds slots to the shard. Loop only.
func (sh *shard[K, S]) arrive(slots []uint32) {
	for _, slot := range slots {
		sh.own(int(slot), true)
		if sh.keyed.settings.evict != nil {
			for e := sh.keyed.slots[slot].first; e != nil; e = e.next {
				sh.touch(e)
			}
		}
	}
}

// recordedMoves is how many of the slots that move together are recorded.
const recordedMoves = 16

// recordLeave records that slots leave for another shard. It returns the time, 0 if that is not
// recorded.
func (sh *shard[K, S]) recordLeave(to *shard[K, S], slots []uint32) (at int64) {
	if sh.tags.Ring == nil || !sh.member.loop.OnLoop() {
		return 0
	}
	for slot, keys := range sh.keyed.withKeys(slots) {
		at = sh.tags.Out(observe.TagKey, slot<<(32-slotBits), to.tags, keys)
	}
	return at
}

// recordArrive records that slots of another shard have arrived. at is the result of recordLeave. Loop
// only.
func (sh *shard[K, S]) recordArrive(from *shard[K, S], slots []uint32, at int64) {
	if sh.tags.Ring == nil {
		return
	}
	for slot, keys := range sh.keyed.withKeys(slots) {
		sh.tags.In(observe.TagKey, slot<<(32-slotBits), from.tags, at, keys)
	}
}

// withKeys yields those of slots that have keys, and how many, for a recording.
func (k *KeyedState[K, S]) withKeys(slots []uint32) iter.Seq2[uint32, int] {
	return func(yield func(uint32, int) bool) {
		n := 0
		for _, slot := range slots {
			if keys := k.slots[slot].count; keys > 0 {
				if n++; n > recordedMoves || !yield(slot, keys) {
					return
				}
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

// move moves slots to shards and returns when they have left their loops, or when the group has
// ended. The caller holds the group's moving.
func (k *KeyedState[K, S]) move(targets map[uint32]*shard[K, S]) {
	transits := map[*shard[K, S]]*transit[K, S]{}
	k.mu.Lock()
	if k.moves == nil { // the group has ended
		k.mu.Unlock()
		return
	}
	leaving := make(map[uint32]destination[K, S], len(targets))
	for slot, to := range targets {
		from := k.table.Load().slots[slot].shard
		if from == nil || from == to {
			continue
		}
		t := transits[from]
		if t == nil {
			t = &transit[K, S]{keyed: k, from: from, targets: map[uint32]*shard[K, S]{}, done: make(chan struct{})}
			transits[from] = t
			k.moves[t] = struct{}{}
		}
		t.targets[slot] = to
		leaving[slot] = destination[K, S]{transit: t}
	}
	k.publish(leaving)
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
	k, ended := t.keyed, false
	select {
	case <-t.done:
	case <-k.group.done:
	case <-t.from.member.loop.Done(): // this loop was ended without its group
		ended = true
	}
	k.group.place.Pass(mover)
	if ended {
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
func (k *KeyedState[K, S]) distribute(members []*member) {
	k.mu.Lock()
	var shards []*shard[K, S]
	known := k.shards
	k.mu.Unlock()
	for _, m := range members {
		sh := known[m]
		if sh == nil {
			var err error
			if sh, err = k.newShard(m); err != nil {
				continue // this loop was ended without its group: no key moves there
			}
		}
		shards = append(shards, sh)
	}
	if len(shards) > 0 {
		k.move(k.evenTargets(shards))
	}
	k.mu.Lock()
	defer k.mu.Unlock()
	k.shards = map[*member]*shard[K, S]{}
	for _, sh := range shards {
		k.shards[sh.member] = sh
	}
}

// evenTargets returns the slots that have to move, with their new shards, so that each shard has as
// many slots as the others, or one more.
func (k *KeyedState[K, S]) evenTargets(shards []*shard[K, S]) map[uint32]*shard[K, S] {
	t := k.table.Load()
	room := make(map[*shard[K, S]]int, len(shards))
	for i, sh := range shards {
		room[sh] = slotCount / len(shards)
		if i < slotCount%len(shards) {
			room[sh]++
		}
	}
	var unassigned []uint32
	for slot := range t.slots {
		if sh := t.slots[slot].shard; room[sh] > 0 {
			room[sh]--
		} else {
			unassigned = append(unassigned, uint32(slot))
		}
	}
	targets := make(map[uint32]*shard[K, S], len(unassigned))
	for _, sh := range shards {
		for ; room[sh] > 0; room[sh]-- {
			targets[unassigned[0]] = sh
			unassigned = unassigned[1:]
		}
	}
	return targets
}

// moveLoad implements keyed.
func (k *KeyedState[K, S]) moveLoad(ctx context.Context, from, to *member, choose func(loads []float64) []int) {
	k.mu.Lock()
	source, target := k.shards[from], k.shards[to]
	k.mu.Unlock()
	if source == nil || target == nil {
		return
	}
	answer := make(chan map[uint32]*shard[K, S], 1)
	if source.mailbox.Send(message[K, S]{kind: control, fn: func(*S) {
		targets := map[uint32]*shard[K, S]{}
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
		k.group.place.Pass(mover)
		k.move(targets)
	case <-ctx.Done():
	case <-from.loop.Done():
	}
}

// loads returns the slots of the shard that have had work recently, and the share of the time that
// each took. Loop only.
func (sh *shard[K, S]) loads() (slots []uint32, loads []float64) {
	k := sh.keyed
	now, window := time.Since(k.group.epoch), k.window()
	for slot := range uint32(slotCount) {
		if w := &k.slots[slot].work; sh.owns(int(slot)) && w.busy > 0 {
			w.decay(now, window)
			slots, loads = append(slots, slot), append(loads, w.busy/float64(window))
		}
	}
	return slots, loads
}
