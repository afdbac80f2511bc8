package sim

// Events and the order in which they happen: by time, and at the same time in the order in which
// they were planned.

import (
	"math"
	"time"
)

// never is the time of an event that does not come.
const never = time.Duration(math.MaxInt64)

// An event is a segment that arrives at the peer of a socket, or a function.
type event struct {
	at     time.Duration
	number uint64
	socket *socket // who has sent it; nil for fn
	segment
	fn func()
}

// eventHeap holds the events to come: a heap with four children per node. container/heap would
// allocate each event, and package timerheap is for timers that are stopped.
type eventHeap struct {
	all    []event
	number uint64
}

func (h *eventHeap) push(e event) {
	h.number++
	e.number = h.number
	h.all = append(h.all, e)
	i := len(h.all) - 1
	for i > 0 {
		parent := (i - 1) / 4
		if !e.before(&h.all[parent]) {
			break
		}
		h.all[i] = h.all[parent]
		i = parent
	}
	h.all[i] = e
}

func (h *eventHeap) pop() event {
	first := h.all[0]
	n := len(h.all) - 1
	e := h.all[n]
	h.all[n] = event{}
	h.all = h.all[:n]
	for i := 0; n > 0; {
		least := 4*i + 1
		if least >= n {
			h.all[i] = e
			break
		}
		for c := least + 1; c < min(least+4, n); c++ {
			if h.all[c].before(&h.all[least]) {
				least = c
			}
		}
		if !h.all[least].before(&e) {
			h.all[i] = e
			break
		}
		h.all[i] = h.all[least]
		i = least
	}
	return first
}

func (e *event) before(f *event) bool {
	return e.at < f.at || e.at == f.at && e.number < f.number
}
