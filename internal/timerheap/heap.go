// Package timerheap keeps deadlines in order. Most timers are limits that are stopped long before
// they are due. So, once there are many, only the nearest ones are in a heap. The others are in
// lists in no order, where adding or removing one costs O(1).
//
// When the heap has become empty, the nearest list is moved to it. A long list is first divided
// into up to 16 lists at sampled deadlines. So a node that stays until it is due is moved about
// log16(n) times among n nodes. The structure is that of the ladder queue of Tang, Goh and Thng
// (TOMACS 2005), which divides time into equal intervals instead.
//
// Each node knows its place, so any of a million nodes can be removed. Equal deadlines come out in
// the order in which they were added. The package reads no clock: a deadline is a number, and the
// current time is an argument. A Heap is not safe for concurrent use.
package timerheap

// A Node is an element's place in a heap. The zero Node is in none.
type Node struct {
	list  int32 // 0: in no heap; inNear; or the number of a list
	index int32
}

// inNear is the value of Node.list for the nodes in Heap.near. Smaller ones are numbers of lists.
const inNear = -1

// Scheduled reports whether n is in a heap.
func (n *Node) Scheduled() bool { return n.list != 0 }

// item holds what comparisons need next to each other.
type item struct {
	when  int64
	order uint64
	node  *Node
}

func (a *item) before(b *item) bool {
	return a.when < b.when || a.when == b.when && a.order < b.order
}

// minList is the smallest number of nodes for which a list is made. A heap of fewer is as fast.
var minList = 128

// A Heap is empty when it is zero.
type Heap struct {
	// near has the deadlines before all lists. It is empty only if everything is.
	near  near
	limit int        // the length of near at which its later part is moved to a list
	lists []list     // the one with the latest deadlines first
	free  []*segment // during refill
	n     int        // nodes in the heap
	order uint64     // of the next addition
}

// Len returns how many nodes are in the heap.
func (h *Heap) Len() int { return h.n }

// Order returns a number larger than that of every node added so far, as the limit for PopDue.
func (h *Heap) Order() uint64 { return h.order }

// Next returns the earliest deadline. The heap must not be empty.
func (h *Heap) Next() int64 { return h.near.items[0].when }

// Each calls f for all nodes, in no particular order.
func (h *Heap) Each(f func(n *Node, when int64)) {
	for i := range h.near.items {
		f(h.near.items[i].node, h.near.items[i].when)
	}
	for k := range h.lists {
		for i := range h.lists[k].n {
			it := h.lists[k].at(i)
			f(it.node, it.when)
		}
	}
}

// Add puts n, which is in no heap, into h with the deadline when.
func (h *Heap) Add(n *Node, when int64) {
	it := item{when, h.order, n}
	h.order++
	h.n++
	if l := h.listFor(when); l != nil {
		h.push(l, it)
		return
	}
	h.near.push(it)
	if len(h.near.items) > max(h.limit, 2*minList) {
		h.spill()
	}
}

// Remove removes n from h and reports whether it was there.
func (h *Heap) Remove(n *Node) bool {
	switch k := n.list; k {
	case 0:
		return false
	case inNear:
		h.near.remove(int(n.index))
		if len(h.near.items) == 0 {
			h.refill()
		}
	default:
		h.lists[k-1].remove(int(n.index))
	}
	n.list = 0
	h.n--
	return true
}

// PopDue removes and returns the earliest node, if its deadline is not after now
// and it was added before Order returned limit. Otherwise it returns nil.
func (h *Heap) PopDue(now int64, limit uint64) (n *Node, when int64) {
	if len(h.near.items) == 0 || h.near.items[0].when > now || h.near.items[0].order >= limit {
		return nil, 0
	}
	n, when = h.near.items[0].node, h.near.items[0].when
	h.Remove(n)
	return n, when
}

// Pop removes and returns any node, or nil if there is none.
func (h *Heap) Pop() *Node {
	if h.n == 0 {
		return nil
	}
	n := h.near.items[len(h.near.items)-1].node
	for k := range h.lists {
		if l := &h.lists[k]; l.n > 0 {
			n = l.at(l.n - 1).node
			break
		}
	}
	h.Remove(n)
	return n
}
