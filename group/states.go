package group

// This file owns the states of the keys of one slot: how they are found. Only the loop that the
// slot belongs to uses them.

// maxChain is the number of keys from which on a slot has a map. Below it, following a chain takes
// fewer cache misses than a map does.
const maxChain = 8

// states are the entries of a slot, in a list, newest first.
type states[K comparable, S any] struct {
	first *entry[K, S]
	count int
	// byKey has all entries, and is nil as long as there are few.
	byKey map[K]*entry[K, S]
}

// find returns the entry of a key, or nil.
func (s *states[K, S]) find(key K, hash keyHash) *entry[K, S] {
	if s.byKey != nil {
		return s.byKey[key]
	}
	for e := s.first; e != nil; e = e.next {
		if e.hash == hash && e.key == key {
			return e
		}
	}
	return nil
}

// add adds the entry of a key that has none.
func (s *states[K, S]) add(e *entry[K, S]) {
	if e.next = s.first; e.next != nil {
		e.next.prev = e
	}
	s.first = e
	s.count++
	switch {
	case s.byKey != nil:
		s.byKey[e.key] = e
	case s.count > maxChain:
		s.byKey = make(map[K]*entry[K, S], 2*maxChain)
		for e := s.first; e != nil; e = e.next {
			s.byKey[e.key] = e
		}
	}
}

// remove removes an entry that was added.
func (s *states[K, S]) remove(e *entry[K, S]) {
	if e.next != nil {
		e.next.prev = e.prev
	}
	if e.prev != nil {
		e.prev.next = e.next
	} else {
		s.first = e.next
	}
	e.prev, e.next = nil, nil
	if s.byKey != nil {
		delete(s.byKey, e.key)
	}
	if s.count--; s.count == 0 {
		s.byKey = nil
	}
}
