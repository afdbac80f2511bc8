package designs

import (
	"errors"
	"sync"
	"sync/atomic"
)

// This file has the tables that map a ready descriptor to its function. One goroutine at a time
// calls add and remove. The loop's goroutine calls find concurrently.

// A descriptorTable maps descriptors to functions.
type descriptorTable interface {
	// add adds fd and returns the generation of the entry, counted from 1.
	add(fd int, fn func()) (generation uint32, err error)
	// remove reports whether fd was there.
	remove(fd int) bool
	// find returns the function of fd, or nil if it was removed or the number has a later
	// generation. Generation 0 stands for the current one.
	find(fd int, generation uint32) func()
}

func newTable(direct bool) descriptorTable {
	if direct {
		return &directTable{}
	}
	return &lockedTable{entries: map[int]*entry{}}
}

// An entry is immutable.
type entry struct {
	fn         func()
	generation uint32
}

func (e *entry) match(generation uint32) func() {
	if e == nil || generation != 0 && e.generation != generation {
		return nil
	}
	return e.fn
}

type lockedTable struct {
	mu      sync.RWMutex
	entries map[int]*entry
	last    uint32
}

func (t *lockedTable) add(fd int, fn func()) (uint32, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.entries[fd] != nil {
		return 0, ErrRegistered
	}
	t.last = nextGeneration(t.last)
	t.entries[fd] = &entry{fn, t.last}
	return t.last, nil
}

func (t *lockedTable) remove(fd int) bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	_, ok := t.entries[fd]
	delete(t.entries, fd)
	return ok
}

func (t *lockedTable) find(fd int, generation uint32) func() {
	t.mu.RLock()
	defer t.mu.RUnlock()
	return t.entries[fd].match(generation)
}

// directSize is the number of descriptors that a directTable can hold.
const directSize = 1 << 16

// ErrDescriptorRange is returned by RegisterReadable of a descriptor beyond the
// table of a design that indexes its descriptors directly.
var ErrDescriptorRange = errors.New("designs: the descriptor is outside the table of 65,536")

// A directTable makes its array with the first descriptor. It has half a mebibyte of pointers,
// which the collector would otherwise scan in vain.
type directTable struct {
	entries atomic.Pointer[[directSize]atomic.Pointer[entry]]
	last    uint32
}

// at returns the place of fd, nil when there is none.
func (t *directTable) at(fd int) *atomic.Pointer[entry] {
	entries := t.entries.Load()
	if entries == nil || fd < 0 || fd >= directSize {
		return nil
	}
	return &entries[fd]
}

func (t *directTable) add(fd int, fn func()) (uint32, error) {
	if t.entries.Load() == nil {
		t.entries.Store(new([directSize]atomic.Pointer[entry]))
	}
	place := t.at(fd)
	if place == nil {
		return 0, ErrDescriptorRange
	}
	if place.Load() != nil {
		return 0, ErrRegistered
	}
	t.last = nextGeneration(t.last)
	place.Store(&entry{fn, t.last})
	return t.last, nil
}

func (t *directTable) remove(fd int) bool {
	place := t.at(fd)
	return place != nil && place.Swap(nil) != nil
}

func (t *directTable) find(fd int, generation uint32) func() {
	if place := t.at(fd); place != nil {
		return place.Load().match(generation)
	}
	return nil
}

func nextGeneration(last uint32) uint32 { return max(last+1, 1) }
