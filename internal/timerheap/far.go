package timerheap

import (
	"math"
	"math/rand/v2"
	"slices"
)

// This file owns the items that are not in the near heap: lists of items in no order.

// segmentItems is the number of items in a segment: 6 KiB, which is a size class of the allocator.
const segmentItems = 256

type segment [segmentItems]item

// A list holds items in no order: one is added at the end, and the last one takes the place of one
// that is removed. It has segments instead of one array, because an array that grows is copied.
type list struct {
	segments []*segment // one more than needed, at most
	n        int
	number   int32 // of the list, for Node.list: 1 plus its index in Heap.lists
	// from is the earliest deadline that belongs here. The lists before this one in Heap.lists have
	// later deadlines.
	from int64
}

func (l *list) at(i int) *item { return &l.segments[uint(i)/segmentItems][uint(i)%segmentItems] }

func (l *list) put(i int, it item) {
	*l.at(i) = it
	it.node.list, it.node.index = l.number, int32(i)
}

func (l *list) remove(i int) {
	l.n--
	last := l.at(l.n)
	if i < l.n {
		l.put(i, *last)
	}
	*last = item{}
	// A segment more than needed stays, so that a size that goes up and down allocates nothing.
	if k := len(l.segments) - 1; k*segmentItems >= l.n+segmentItems {
		l.segments[k] = nil
		l.segments = l.segments[:k]
	}
}

// push adds an item to a list of h.
func (h *Heap) push(l *list, it item) {
	if l.n == len(l.segments)*segmentItems {
		l.segments = append(l.segments, h.segment())
	}
	l.put(l.n, it)
	l.n++
}

func (h *Heap) segment() *segment {
	k := len(h.free) - 1
	if k < 0 {
		return new(segment)
	}
	s := h.free[k]
	h.free = h.free[:k]
	return s
}

// listFor returns the list to which a deadline belongs, or nil if that is near.
func (h *Heap) listFor(when int64) *list {
	first, end := 0, len(h.lists)
	for first < end {
		if middle := (first + end) / 2; h.lists[middle].from <= when {
			end = middle
		} else {
			first = middle + 1
		}
	}
	if first == len(h.lists) {
		return nil
	}
	return &h.lists[first]
}

// spill moves the later part of near, about seven eighths, to the last list. It is called again
// when near has doubled, so that an addition pays for a constant number of items.
func (h *Heap) spill() {
	items := h.near.items
	sampled := sample(len(items), func(i int) int64 { return items[i].when })
	if latest := sampled[len(sampled)/8]; latest < math.MaxInt64 {
		if len(h.lists) == 0 {
			h.lists = append(h.lists, list{number: 1})
		}
		l := &h.lists[len(h.lists)-1]
		l.from = latest + 1
		h.near.items = items[:0]
		for _, it := range items {
			if it.when < l.from {
				h.near.items = append(h.near.items, it)
			} else {
				h.push(l, it)
			}
		}
		clear(items[len(h.near.items):])
		h.near.order()
	}
	h.limit = 2 * len(h.near.items)
}

// refill moves the last list to near, which is empty. A long one is divided first.
func (h *Heap) refill() {
	for len(h.near.items) == 0 && len(h.lists) > 0 {
		k := len(h.lists) - 1
		l := h.lists[k]
		h.lists[k] = list{}
		h.lists = h.lists[:k]
		if l.n > 4*minList && h.divide(&l) {
			continue
		}
		for i := range l.n {
			h.near.items = append(h.near.items, *l.at(i))
		}
	}
	h.near.order()
	h.limit = 2 * len(h.near.items)
	h.free = nil
}

// ways is the number of lists into which one is divided, at most. It is a power of two.
const ways = 16

// divide replaces l, which was the last list, by several of about the same length. It returns false
// if nearly all deadlines are equal.
func (h *Heap) divide(l *list) bool {
	sampled := sample(l.n, func(i int) int64 { return l.at(i).when })
	different := slices.Compact(sampled[:])
	n := min(ways, len(different), l.n/minList)
	if n < 2 {
		return false
	}
	// parts has the list of the latest deadlines first, as h.lists has.
	before := len(h.lists)
	h.lists = append(h.lists, make([]list, n)...)
	parts := h.lists[before:]
	var bounds [ways]int64 // from of all parts but the last, in ascending order
	for i := range bounds {
		bounds[i] = math.MaxInt64
	}
	for i := range parts { // the last one needs no from, because refill takes it next
		parts[i].number = int32(before + i + 1)
		if from := n - 1 - i; from > 0 {
			parts[i].from = different[from*len(different)/n]
			bounds[from-1] = parts[i].from
		}
	}
	for k, s := range slices.Backward(l.segments) {
		items := s[:min(max(0, l.n-k*segmentItems), segmentItems)]
		for i := range items {
			below := 0 // bounds that are not after the deadline, by a search without branches
			for step := ways / 2; step > 0; step /= 2 {
				if bounds[below+step-1] <= items[i].when {
					below += step
				}
			}
			h.push(&parts[max(0, n-1-below)], items[i])
		}
		clear(items)
		if len(h.free) < ways {
			h.free = append(h.free, s)
		}
	}
	return true
}

// sample returns some of n deadlines, sorted.
func sample(n int, when func(i int) int64) (sampled [64]int64) {
	for i := range sampled {
		sampled[i] = when(rand.IntN(n))
	}
	slices.Sort(sampled[:])
	return sampled
}
