package promise

// The registry: what is open on a loop, so that nothing is left hanging when the
// loop ends. Only the beginnings of chains are in it, and what is tied to something
// outside of the loop; the rest of a chain settles when its beginning does.

// An ender is ended with the loop.
type ender interface {
	// end is called on the loop, once.
	end()
}

// An entry is the place of an ender in the registry, embedded in it.
type entry struct {
	prev, next *entry
	of         ender
}

// registry is a list of enders in the order in which they came. The home's lock
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

// remove takes e out, if it is there.
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

// close refuses further enders, and returns those that are there, oldest first.
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
func (h *home) register(e *entry, of ender) bool {
	if h.reason != nil {
		return false
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.open.add(e, of)
}

// unregister takes an ender out, if it is there. Any goroutine.
func (h *home) unregister(e *entry) {
	h.mu.Lock()
	h.open.remove(e)
	h.mu.Unlock()
}
