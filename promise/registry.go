package promise

// This file owns the registry: the pending promises that the end of the loop has to
// reject. It holds the first promises of chains and what depends on something outside
// of the loop. The rest of a chain settles with its first promise.

// An ender is notified when the loop ends.
type ender interface {
	// loopEnded is called on the loop, once.
	loopEnded()
}

// An entry is the list node of an ender, embedded in it.
type entry struct {
	prev, next *entry
	of         ender
}

// registry is a list of enders in the order of their registration. The lock of loopState
// guards it.
type registry struct {
	first, last *entry
	closed      bool
}

// add returns false if the registry is closed.
func (g *registry) add(e *entry, of ender) bool {
	if g.closed {
		return false
	}
	e.of, e.prev = of, g.last
	if g.last == nil {
		g.first = e
	} else {
		g.last.next = e
	}
	g.last = e
	return true
}

// remove removes e, if it is registered.
func (g *registry) remove(e *entry) {
	if e.of == nil {
		return
	}
	if e.prev == nil {
		g.first = e.next
	} else {
		e.prev.next = e.next
	}
	if e.next == nil {
		g.last = e.prev
	} else {
		e.next.prev = e.prev
	}
	*e = entry{}
}

// close refuses further enders and returns the registered ones, oldest first.
func (g *registry) close() []ender {
	g.closed = true
	var all []ender
	for g.first != nil {
		all = append(all, g.first.of)
		g.remove(g.first)
	}
	return all
}

// register adds an ender. It returns false if the loop has ended. Any goroutine.
func (h *loopState) register(e *entry, of ender) bool {
	if h.reason != nil {
		return false
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.open.add(e, of)
}

// unregister removes an ender, if it is registered. Any goroutine.
func (h *loopState) unregister(e *entry) {
	h.mu.Lock()
	h.open.remove(e)
	h.mu.Unlock()
}
