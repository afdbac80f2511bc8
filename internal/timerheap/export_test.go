package timerheap

import (
	"fmt"
	"math"
)

// Arity is how many children a node has.
const Arity = arity

// SetMinList makes lists of fewer nodes, so that a few nodes make many of them.
func SetMinList(n int) (before int) {
	before, minList = minList, n
	return before
}

// Cap returns for how many nodes there is memory.
func (h *Heap) Cap() int {
	n := cap(h.near.items) + len(h.free)*segmentItems
	for _, l := range h.lists {
		n += len(l.segments) * segmentItems
	}
	return n
}

// Lists returns the number of lists with nodes.
func (h *Heap) Lists() (n int) {
	for _, l := range h.lists {
		if l.n > 0 {
			n++
		}
	}
	return n
}

// Check returns what is wrong with the structure: each node knows its place and is in the right
// list, and none in the heap is before its parent.
func (h *Heap) Check() error {
	n := len(h.near.items)
	end := int64(math.MaxInt64) // of the list, exclusive; the first has no end
	for k := range h.lists {
		l := &h.lists[k]
		n += l.n
		if l.number != int32(k+1) {
			return fmt.Errorf("list %d has the number %d", k, l.number)
		}
		if k > 0 && l.from >= end {
			return fmt.Errorf("list %d begins at %d, the one before at %d", k, l.from, end)
		}
		for i := range l.n {
			it := l.at(i)
			if it.node.list != l.number || it.node.index != int32(i) {
				return fmt.Errorf("the node at %d of list %d believes that it is at %d of %d", i, k, it.node.index, it.node.list-1)
			}
			if it.when < l.from || k > 0 && it.when >= end {
				return fmt.Errorf("%d is in list %d from %d to %d", it.when, k, l.from, end)
			}
		}
		for i := l.n; i < len(l.segments)*segmentItems; i++ {
			if *l.at(i) != (item{}) {
				return fmt.Errorf("item %d beyond the end of list %d is not empty", i, k)
			}
		}
		end = l.from
	}
	if h.n != n {
		return fmt.Errorf("there are %d nodes, not %d", n, h.n)
	}
	if len(h.near.items) == 0 && n > 0 {
		return fmt.Errorf("no node is near, and %d are elsewhere", n)
	}
	if len(h.free) > 0 {
		return fmt.Errorf("%d segments are kept", len(h.free))
	}
	for i := range h.near.items {
		it := &h.near.items[i]
		if it.node.list != inNear || it.node.index != int32(i) {
			return fmt.Errorf("the node at %d believes that it is at %d of %d", i, it.node.index, it.node.list)
		}
		if parent := &h.near.items[(i-1)/arity]; i > 0 && it.before(parent) {
			return fmt.Errorf("the node at %d (%d, %d) is before its parent (%d, %d)", i, it.when, it.order, parent.when, parent.order)
		}
		if len(h.lists) > 0 && it.when >= end {
			return fmt.Errorf("%d is near, and a list begins at %d", it.when, end)
		}
	}
	// What is beyond the end must not keep a node alive.
	for i, it := range h.near.items[len(h.near.items):cap(h.near.items)] {
		if it.node != nil {
			return fmt.Errorf("item %d beyond the end has a node", i)
		}
	}
	return nil
}
