package timerheap

import "fmt"

// Arity is how many children a node has.
const Arity = arity

// Cap returns for how many nodes there is memory.
func (h *Heap[T]) Cap() int { return cap(h.items) }

// Check returns what is wrong with the structure: each node knows its place, and
// is not before its parent.
func (h *Heap[T]) Check() error {
	for i := range h.items {
		it := &h.items[i]
		if it.node.place != i+1 {
			return fmt.Errorf("the node at %d believes that it is at %d", i, it.node.place-1)
		}
		if parent := &h.items[(i-1)/arity]; i > 0 && it.before(parent) {
			return fmt.Errorf("the node at %d (%d, %d) is before its parent (%d, %d)", i, it.when, it.order, parent.when, parent.order)
		}
	}
	// What is beyond the end must not keep a node alive.
	for i, it := range h.items[len(h.items):cap(h.items)] {
		if it.node != nil {
			return fmt.Errorf("item %d beyond the end has a node", i)
		}
	}
	return nil
}
