package group

// This file owns functions for many keys at once, and what is asked of a key's state as a whole:
// whether it is there, and which keys there are.
//
// A batch is divided by one table. What one shard gets of it is one message, which the shard
// accepts only if no other table was published since. So all its slots are the shard's own, and it
// is enough to compare one number. What a shard refuses is divided again, by the new table. The
// keys of a slot that is moving go to its transit, one message for each.

import (
	"context"
	"fmt"
	"iter"
	"sync"

	"github.com/wakeful-go/wakeful"
)

// A batch is what SubmitBatch was called with.
type batch[K comparable, S any] struct {
	keyed *KeyedState[K, S]
	keys  []K
	fn    func(iter.Seq2[int, *S])
}

// A place says where a key of a batch belongs.
type place struct {
	index uint32
	hash  keyHash
}

// SubmitBatch has fn run on the loops of keys, once on each of these loops, with the states of
// those keys that belong to it. It hands over one function for each loop, however many keys there
// are. Functions that the goroutine submits for one of the keys run in order with it, as those of
// Submit do. states yields the index in keys and the state, in the order of keys, and may be used
// until fn returns. A state that is not there is made when states comes to its key. If fn panics,
// its other keys have had their turn.
//
// fn runs later, never during the call, on several loops at the same time. While keys move between
// loops it runs more often, but each key is in one call only. keys must not change before that.
//
// Any goroutine may call SubmitBatch. It returns how many keys fn runs for. These are all keys,
// unless a loop is ending and after Close: then the error matches wakeful.ErrClosed. A nil fn
// returns wakeful.ErrNilFunc.
func (k *KeyedState[K, S]) SubmitBatch(keys []K, fn func(states iter.Seq2[int, *S])) (accepted int, err error) {
	if fn == nil {
		return 0, wakeful.ErrNilFunc
	}
	b := &batch[K, S]{k, keys, fn}
	places := make([]place, len(keys))
	for i, key := range keys {
		places[i] = place{uint32(i), k.hash(key)}
	}
	rest := places
	for len(rest) > 0 && err == nil {
		rest, err = b.divide(rest)
	}
	return len(keys) - len(rest), err
}

// divide gives keys to the loops that they belong to. It returns those that were not accepted: with
// an error, or because the table has changed.
func (b *batch[K, S]) divide(places []place) (rest []place, err error) {
	k := b.keyed
	t := k.table.Load()
	var few [16]int // how many keys a loop gets, by its index, and then where its next key goes
	at := few[:0]
	moving := 0
	for _, p := range places {
		sh := t.slots[p.hash.slot()].shard
		if sh == nil {
			moving++
			continue
		}
		for sh.member.index >= len(at) {
			at = append(at, 0)
		}
		at[sh.member.index]++
	}
	sorted := places
	if len(at) != 1 || moving > 0 {
		sorted = make([]place, len(places))
		begin := 0
		for i, n := range at {
			at[i], begin = begin, begin+n
		}
		for _, p := range places {
			to := &begin
			if sh := t.slots[p.hash.slot()].shard; sh != nil {
				to = &at[sh.member.index]
			}
			sorted[*to] = p
			*to++
		}
	}
	for len(sorted) > 0 {
		n := 1
		sh := t.slots[sorted[0].hash.slot()].shard
		if sh == nil {
			err = k.send(message[K, S]{fn: b.part(sorted[:1]), hash: sorted[0].hash, kind: control | inSlot})
		} else {
			for n < len(sorted) && t.slots[sorted[n].hash.slot()].shard == sh {
				n++
			}
			err = sh.mailbox.Send(message[K, S]{fn: b.part(sorted[:n:n]), hash: t.version, kind: control | inTable})
		}
		switch {
		case err == nil:
		case k.table.Load() != t:
			rest = append(rest, sorted[:n]...) // also if Resize has ended the loop, see send
		default:
			return append(rest, sorted...), err
		}
		sorted = sorted[n:]
	}
	return rest, nil
}

// part returns the function that calls fn with the states of places, on their loop.
func (b *batch[K, S]) part(places []place) func(*S) {
	return func(*S) {
		k := b.keyed
		sh := k.slots[places[0].hash.slot()].owner
		if sh.countdown >= 0 {
			hashes := make([]keyHash, len(places))
			for i, p := range places {
				hashes[i] = p.hash
			}
			defer k.measure(1/float64(len(places)), hashes...)()
		}
		b.fn(func(yield func(int, *S) bool) {
			var found [ahead]*entry[K, S]
			for rest := places; len(rest) > 0; rest = rest[min(ahead, len(rest)):] {
				some := rest[:min(ahead, len(rest))]
				b.find(some, &found)
				for i, p := range some {
					e := found[i]
					if e == nil {
						e = sh.state(b.keys[p.index], p.hash)
					} else if k.settings.evict != nil {
						sh.touch(e)
					}
					if sh.tags.On() {
						sh.tag(e)
					}
					if !yield(int(p.index), &e.state) {
						return
					}
				}
			}
		})
	}
}

// ahead is how many keys of a batch are searched before the first of them is used. Their memory is
// in many places, which another processor may have written. The processor waits for several reads
// together, if none of them needs the result of another one, and would wait for one after the other
// if a function ran in between.
const ahead = 16

// find sets found to the entries of places, nil for those that have none.
func (b *batch[K, S]) find(places []place, found *[ahead]*entry[K, S]) {
	k := b.keyed
	for i, p := range places {
		found[i] = k.slots[p.hash.slot()].first
	}
	for i, e := range found[:len(places)] {
		if e != nil && e.hash != places[i].hash {
			found[i] = e.next
		}
	}
	for i, p := range places {
		if e := found[i]; e == nil || e.hash != p.hash || e.key != b.keys[p.index] {
			found[i] = k.slots[p.hash.slot()].find(b.keys[p.index], p.hash)
		}
	}
}

// DeleteFunc has del run with the state of key on its loop, and drops the state if del returns
// true. If the key has no state, del gets nil and none is made. So del can also just look. The state
// is dropped without the function of WithEviction. Order, goroutines and errors are those of Submit.
func (k *KeyedState[K, S]) DeleteFunc(key K, del func(state *S) bool) error {
	if del == nil {
		return wakeful.ErrNilFunc
	}
	hash := k.hash(key)
	return k.send(message[K, S]{hash: hash, kind: control | inSlot, fn: func(*S) {
		e := k.slots[hash.slot()].find(key, hash)
		if e == nil {
			del(nil)
		} else if del(&e.state) {
			k.remove(e)
		}
	}})
}

// Len returns the number of keys that have a state. Any goroutine may call it. It waits for nothing.
func (k *KeyedState[K, S]) Len() int { return int(k.count.Load()) }

// Keys returns the keys that have a state, in no order. It asks the loops, so it sees what was
// submitted before, and it waits for them. A key whose state comes or goes meanwhile may be missing
// or not, and no key is there twice. A callback of one of the group's loops gets ErrOnLoop. Keys
// returns an error that matches ctx's cause if ctx ends first, and wakeful.ErrClosed when the group
// ends first and after Close.
func (k *KeyedState[K, S]) Keys(ctx context.Context) ([]K, error) {
	if ctx == nil {
		return nil, wakeful.ErrNilContext
	}
	if k.group.onLoop() {
		return nil, ErrOnLoop
	}
	var mu sync.Mutex
	var keys []K
	visited := 0
	all := make(chan struct{})
	for slot := range uint32(slotCount) {
		err := k.send(message[K, S]{hash: keyHash(slot << (32 - slotBits)), kind: control | inSlot, fn: func(*S) {
			mu.Lock()
			defer mu.Unlock()
			for e := k.slots[slot].first; e != nil; e = e.next {
				keys = append(keys, e.key)
			}
			if visited++; visited == slotCount {
				close(all)
			}
		}})
		if err != nil {
			return nil, err
		}
	}
	select {
	case <-all:
		return keys, nil
	case <-k.group.done:
		return nil, wakeful.ErrClosed
	case <-ctx.Done():
		return nil, fmt.Errorf("group: the loops have not said all their keys: %w", context.Cause(ctx))
	}
}
