// Package timerheap keeps deadlines in order: a four-ary heap in which each node knows its index,
// so that one of a million nodes can be removed in O(log n).
//
// Equal deadlines come out in the order in which they were added. The package reads no clock: a
// deadline is a number, and the current time is an argument. Four children instead of two halve the
// height and keep siblings in one or two cache lines, as LaMarca and Ladner describe (JEA 1996). A
// Heap is not safe for concurrent use.
package timerheap

const arity = 4

// A Node is an element's place in a heap. The zero Node is in none.
type Node[T any] struct {
	Value T
	place int // index + 1 in Heap.items; 0 when not in the heap
}

// Scheduled reports whether n is in a heap.
func (n *Node[T]) Scheduled() bool { return n.place != 0 }

// item holds what comparisons need next to each other.
type item[T any] struct {
	when  int64
	order uint64
	node  *Node[T]
}

func (a *item[T]) before(b *item[T]) bool {
	return a.when < b.when || a.when == b.when && a.order < b.order
}

// A Heap is empty when it is zero.
type Heap[T any] struct {
	items []item[T]
	order uint64 // of the next addition
}

// Len returns how many nodes are in the heap.
func (h *Heap[T]) Len() int { return len(h.items) }

// Order returns a number larger than that of every node added so far, as the limit for PopDue.
func (h *Heap[T]) Order() uint64 { return h.order }

// Next returns the earliest deadline. The heap must not be empty.
func (h *Heap[T]) Next() int64 { return h.items[0].when }

// Each calls f for all nodes, in no particular order.
func (h *Heap[T]) Each(f func(value T, when int64)) {
	for i := range h.items {
		f(h.items[i].node.Value, h.items[i].when)
	}
}

// Add puts n, which is in no heap, into h with the deadline when.
func (h *Heap[T]) Add(n *Node[T], when int64) {
	if len(h.items) == cap(h.items) {
		// Twice the size: append grows by a quarter, which copies 2.5 times as much.
		h.items = append(make([]item[T], 0, max(8, 2*cap(h.items))), h.items...)
	}
	h.items = append(h.items, item[T]{when, h.order, n})
	h.order++
	h.up(len(h.items) - 1)
}

// Remove removes n from h and reports whether it was there.
func (h *Heap[T]) Remove(n *Node[T]) bool {
	if n.place == 0 {
		return false
	}
	h.remove(n.place - 1)
	return true
}

// PopDue removes and returns the earliest node, if its deadline is not after now
// and it was added before Order returned limit. Otherwise it returns nil.
func (h *Heap[T]) PopDue(now int64, limit uint64) (n *Node[T], when int64) {
	if len(h.items) == 0 || h.items[0].when > now || h.items[0].order >= limit {
		return nil, 0
	}
	n, when = h.items[0].node, h.items[0].when
	h.remove(0)
	return n, when
}

// Pop removes and returns any node, or nil if there is none.
func (h *Heap[T]) Pop() *Node[T] {
	if len(h.items) == 0 {
		return nil
	}
	last := len(h.items) - 1
	n := h.items[last].node
	h.remove(last)
	return n
}

func (h *Heap[T]) remove(i int) {
	h.items[i].node.place = 0
	last := len(h.items) - 1
	moved := h.items[last]
	h.items[last] = item[T]{}
	h.items = h.items[:last]
	if i < last {
		h.items[i] = moved
		// The moved item comes from another branch: it may belong above or below.
		if !h.up(i) {
			h.down(i)
		}
	}
	if c := cap(h.items); c > 1024 && len(h.items) < c/8 {
		h.items = append(make([]item[T], 0, c/4), h.items...)
	}
}

// up moves the item at i to its place above and reports whether it moved.
func (h *Heap[T]) up(i int) bool {
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
func (h *Heap[T]) down(i int) {
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

func (h *Heap[T]) put(i int, it item[T]) {
	h.items[i] = it
	it.node.place = i + 1
}
