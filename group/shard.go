package group

// A shard is the part of a KeyedState on one loop: the mailbox for the functions of its keys, and
// the state that only this loop may use.

import (
	"fmt"
	"math"
	"strings"
	"time"

	"github.com/wakeful-go/wakeful"
	"github.com/wakeful-go/wakeful/internal/observe"
)

// sampleEvery is how many functions of a key there are, on average, for each one whose duration is
// measured, if the group rebalances.
const sampleEvery = 32

// maxLabel is the length of a key in a recording.
const maxLabel = 64

type shard[K comparable, S any] struct {
	keyed   *KeyedState[K, S]
	member  *member
	mailbox *wakeful.Mailbox[message[K, S]]
	tags    *observe.Tags

	// Loop goroutine only. Before the loop runs and after it has stopped, these fields belong to
	// the goroutine that starts or ends the group.

	owned     [slotCount / 64]uint64 // bit set of the slots of this shard
	countdown int                    // functions before the next measured one; negative: none is
	lists     [2]idleList[K, S]      // the entries; empty without an eviction
	recent    int                    // index of the list of entries used since the last tick
	evicting  bool                   // older entries are being evicted

	stopEviction func() // of startEviction; nil without an eviction
	closedBelow  int    // slots with a lower number are closed, see close
}

// newShard makes the shard of a loop. The lock of the group is held, or the caller is distribute.
func (k *KeyedState[K, S]) newShard(m *member) (*shard[K, S], error) {
	sh := &shard[K, S]{keyed: k, member: m, tags: observe.Open(m.loop).Tags(), countdown: -1}
	sh.lists[0].init()
	sh.lists[1].init()
	if k.group.settings.rebalance != nil {
		sh.countdown = k.group.random.IntN(2 * sampleEvery)
	}
	var err error
	if sh.mailbox, err = wakeful.NewMailbox(m.loop, sh.receive, wakeful.WithAdmission(sh.admit)); err != nil {
		return nil, err
	}
	if k.settings.evict != nil {
		if err := sh.startEviction(); err != nil {
			return nil, err
		}
	}
	k.mu.Lock()
	k.shards[m] = sh
	k.mu.Unlock()
	return sh, nil
}

// admit refuses a function of a slot that has left. It is called under the lock of the mailbox, so
// a function that is not refused is in the mailbox before what is sent next.
func (sh *shard[K, S]) admit(m message[K, S]) error {
	switch {
	case m.kind&inSlot != 0 && sh.keyed.table.Load().slots[m.hash.slot()].shard != sh,
		m.kind&inTable != 0 && sh.keyed.table.Load().version != m.hash:
		return errMoved
	}
	return nil
}

// own sets whether a slot belongs to this shard.
func (sh *shard[K, S]) own(slot int, here bool) {
	if here {
		sh.owned[slot/64] |= 1 << (slot % 64)
		sh.keyed.slots[slot].owner = sh
	} else {
		sh.owned[slot/64] &^= 1 << (slot % 64)
	}
}

func (sh *shard[K, S]) owns(slot int) bool { return sh.owned[slot/64]&(1<<(slot%64)) != 0 }

// receive is called on the loop with each message.
func (sh *shard[K, S]) receive(m message[K, S]) {
	if m.kind&control != 0 {
		m.fn(nil)
		return
	}
	e := sh.state(m.key, m.hash)
	if sh.tags.On() {
		sh.tag(e)
	}
	if sh.countdown < 0 {
		m.fn(&e.state)
		return
	}
	if sh.countdown--; sh.countdown >= 0 {
		m.fn(&e.state)
		return
	}
	// Uniform from 0 to 2n, so that no regular pattern of functions is always missed.
	sh.countdown = sh.keyed.group.random.IntN(2*sampleEvery + 1)
	defer sh.keyed.measure(sampleEvery, m.hash)()
	m.fn(&e.state)
}

// tag records that the callback that runs is for a key. The key itself is recorded if it comes often.
func (sh *shard[K, S]) tag(e *entry[K, S]) {
	label := uint32(0)
	if sh.tags.Repeated(uint32(e.hash)) {
		text := fmt.Sprint(e.key)
		label = sh.tags.Label(text[:min(len(text), maxLabel)])
	}
	sh.tags.Tag(observe.TagKey, uint32(e.hash), 0, label)
}

// state returns the entry of a key, which it makes if there is none.
func (sh *shard[K, S]) state(key K, hash keyHash) *entry[K, S] {
	k := sh.keyed
	slot := &k.slots[hash.slot()]
	e := slot.find(key, hash)
	if e == nil {
		if text, ok := any(&key).(*string); ok {
			*text = strings.Clone(*text) // it may be a part of a large one
		}
		e = &entry[K, S]{key: key, hash: hash}
		if k.settings.newState != nil {
			e.state = k.settings.newState(key)
		}
		slot.add(e)
		k.count.Add(1)
	}
	if k.settings.evict != nil {
		sh.touch(e)
	}
	return e
}

// remove drops an entry.
func (k *KeyedState[K, S]) remove(e *entry[K, S]) {
	e.unlink()
	k.slots[e.hash.slot()].remove(e)
	k.count.Add(-1)
}

// measure begins to measure, and returns a function that ends it and adds the time to the loads of
// keys' slots, times weight.
func (k *KeyedState[K, S]) measure(weight float64, hashes ...keyHash) func() {
	began := time.Since(k.group.epoch)
	return func() {
		now := time.Since(k.group.epoch)
		for _, hash := range hashes {
			w := &k.slots[hash.slot()].work
			w.decay(now, k.window())
			w.busy += weight * float64(now-began)
		}
	}
}

// work is the time that functions of a slot took. Older time has less weight: the weight falls by a
// factor of e per window. So busy divided by the window is the share of the recent time that the
// functions took.
type work struct {
	busy float64       // nanoseconds
	at   time.Duration // the time to which busy was last decayed
}

func (w *work) decay(now, window time.Duration) {
	w.busy *= math.Exp(-float64(now-w.at) / float64(window))
	w.at = now
}

// window is the time over which the load of slots is measured. It is three intervals of the
// rebalancing, and by default nothing moves before that many.
func (k *KeyedState[K, S]) window() time.Duration {
	return 3 * k.group.settings.rebalance.Interval
}
