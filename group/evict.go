package group

// This file owns the eviction of idle keys. A shard has its entries in two lists: those that were
// used since the last tick, and those that were not. A tick comes once per idle time. It evicts the
// entries of the second list and makes the first list the second. So a function costs one
// comparison, and once per tick a move between the lists. No tick visits all keys.

import "log/slog"

// evictionsPerCallback bounds the keys that one callback evicts, so that others are not delayed.
const evictionsPerCallback = 16

// idleLink is an entry's place in one of the lists.
type idleLink[K comparable, S any] struct {
	prev, next *entry[K, S]
	list       *idleList[K, S]
}

// idleList is a list of entries, oldest first.
type idleList[K comparable, S any] struct {
	head entry[K, S] // a sentinel: its links are the first and the last entry
}

func (l *idleList[K, S]) init() {
	l.head.idle.next, l.head.idle.prev = &l.head, &l.head
}

func (l *idleList[K, S]) push(e *entry[K, S]) {
	last := l.head.idle.prev
	e.idle = idleLink[K, S]{prev: last, next: &l.head, list: l}
	last.idle.next, l.head.idle.prev = e, e
}

// unlink removes the entry from its list, if it is in one.
func (e *entry[K, S]) unlink() {
	if e.idle.list == nil {
		return
	}
	e.idle.prev.idle.next, e.idle.next.idle.prev = e.idle.next, e.idle.prev
	e.idle = idleLink[K, S]{}
}

// touch records that a function of the entry runs.
func (sh *shard[K, S]) touch(e *entry[K, S]) {
	if recent := &sh.lists[sh.recent]; e.idle.list != recent {
		e.unlink()
		recent.push(e)
	}
}

// startEviction starts the ticks, and arranges the eviction at the loop's end.
func (sh *shard[K, S]) startEviction() error {
	timer, err := sh.member.loop.Every(sh.keyed.settings.idle, sh.tick)
	if err != nil {
		return err
	}
	timer.Unref()
	forget, err := sh.member.loop.OnShutdown(sh.evictAtEnd)
	sh.stopEviction = func() {
		timer.Stop()
		forget()
	}
	return err
}

// tick begins to evict what has not been used since the last tick.
func (sh *shard[K, S]) tick() {
	if sh.evicting {
		return // the eviction of the last tick has not finished
	}
	sh.evicting = true
	sh.evictSome()
}

// evictSome evicts a few of the older entries. When there are none, the recent ones become the
// older ones.
func (sh *shard[K, S]) evictSome() {
	finished := false
	defer func() {
		// Continue with the other entries, also after a panic in the user's function. A loop that
		// is ending refuses: it evicts all at its end.
		if !finished {
			_ = sh.member.loop.SubmitUnlimited(sh.evictSome)
		}
	}()
	for range evictionsPerCallback {
		older := &sh.lists[1-sh.recent]
		e := older.head.idle.next
		if e == &older.head {
			sh.recent = 1 - sh.recent
			sh.evicting, finished = false, true
			return
		}
		sh.evict(e)
	}
}

// evict calls the user's function, and removes the entry if it returns nil.
func (sh *shard[K, S]) evict(e *entry[K, S]) {
	sh.touch(e) // if the function panics or fails, the entry stays
	if err := sh.keyed.settings.evict(e.key, &e.state); err != nil {
		return
	}
	sh.keyed.remove(e)
}

// evictAtEnd evicts all entries of the loop, which has run its last callback. If the user's
// function panics, the loop calls it again for the others.
func (sh *shard[K, S]) evictAtEnd() {
	finished := false
	defer func() {
		if !finished {
			// The loop accepts it, because it is ending right now.
			_, _ = sh.member.loop.OnShutdown(sh.evictAtEnd)
		}
	}()
	for slot := range slotCount {
		if sh.owns(slot) {
			sh.keyed.evictAll(slot)
			sh.own(slot, false)
		}
	}
	finished = true
}

// evictAll evicts the entries of a slot at the end.
func (k *KeyedState[K, S]) evictAll(slot int) {
	s := &k.slots[slot]
	for e := s.first; e != nil; e = s.first {
		k.remove(e)                           // first, so that it is not evicted again after a panic
		_ = k.settings.evict(e.key, &e.state) // as documented, the end is not delayed by an error
	}
}

// finish discards what is still on its way between loops, and evicts the states there. All loops
// have stopped.
func (k *KeyedState[K, S]) finish() {
	k.offLoops.Lock()
	defer k.offLoops.Unlock()
	k.mu.Lock()
	moves := k.moves
	k.moves = nil
	k.mu.Unlock()
	for t := range moves {
		t.discard()
	}
	if k.settings.evict == nil {
		return
	}
	for slot := range slotCount {
		k.evictSlotAtEnd(slot)
	}
}

// evictSlotAtEnd is evictAll where no loop reports a panic.
func (k *KeyedState[K, S]) evictSlotAtEnd(slot int) {
	for k.slots[slot].first != nil {
		func() {
			defer func() {
				if v := recover(); v != nil {
					slog.Error("group: panic while a state is evicted at the end", "value", v)
				}
			}()
			k.evictAll(slot)
		}()
	}
}
