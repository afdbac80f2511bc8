package timerheap

import "slices"

// This file owns the heap of the nearest deadlines.

const arity = 4

// near is a four-ary heap. Four children instead of two halve the height and keep siblings in one
// or two cache lines, as LaMarca and Ladner describe (JEA 1996).
type near struct {
	items []item
}

func (h *near) push(it item) {
	if len(h.items) == cap(h.items) {
		// Twice the size: append grows by a quarter, which copies 2.5 times as much.
		h.items = append(make([]item, 0, max(8, 2*cap(h.items))), h.items...)
	}
	h.items = append(h.items, it)
	h.up(len(h.items) - 1)
}

func (h *near) remove(i int) {
	last := len(h.items) - 1
	moved := h.items[last]
	h.items[last] = item{}
	h.items = h.items[:last]
	if i < last {
		h.items[i] = moved
		// The moved item comes from another branch: it may belong above or below.
		if !h.up(i) {
			h.down(i)
		}
	}
	if c := cap(h.items); c > 1024 && len(h.items) < c/8 {
		h.items = append(make([]item, 0, c/4), h.items...)
	}
}

// order makes a heap of items in any order.
func (h *near) order() {
	for i := range slices.Backward(h.items) {
		h.down(i) // tells the node its place even if it stays
	}
}

// up moves the item at i to its place above and reports whether it moved.
func (h *near) up(i int) bool {
	it, start := h.items[i], i
	for i > 0 {
		parent := (i - 1) / arity
		if !it.before(&h.items[parent]) {
			break
		}
		h.put(i, h.items[parent])
		i = parent
	}
	h.put(i, it)
	return i != start
}

// down moves the item at i to its place below.
func (h *near) down(i int) {
	it, n := h.items[i], len(h.items)
	for {
		first := i*arity + 1
		if first >= n {
			break
		}
		least := first
		for c := first + 1; c < min(first+arity, n); c++ {
			if h.items[c].before(&h.items[least]) {
				least = c
			}
		}
		if !h.items[least].before(&it) {
			break
		}
		h.put(i, h.items[least])
		i = least
	}
	h.put(i, it)
}

func (h *near) put(i int, it item) {
	h.items[i] = it
	it.node.list, it.node.index = inNear, int32(i)
}
