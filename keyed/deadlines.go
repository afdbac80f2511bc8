package keyed

import (
	"container/heap"
	"math"
	"sync"
	"time"
)

// This file owns the deadlines of the keys of a partition: which of them have come. A key has one at
// most. Any goroutine may call the methods.

// A deadline is when the loop of a key looks at the key's state. The lock of deadlines guards it.
type deadline[K comparable] struct {
	key   K
	at    time.Time
	index int // in the heap, -1 if it is not there
}

// deadlines are those of a partition.
type deadlines[K comparable] struct {
	mu      sync.Mutex
	heap    byTime[K]
	ready   bool // start was called
	running bool // set or start has returned true
	// earlier gets a value when the first deadline has become an earlier one. It is nil before running.
	earlier chan struct{}
}

// set sets a deadline, unless it has an earlier one. It returns true if the caller is to start the
// goroutine that calls come.
func (d *deadlines[K]) set(one *deadline[K], at time.Time) bool {
	d.mu.Lock()
	defer d.mu.Unlock()
	switch {
	case one.index < 0:
		one.at = at
		heap.Push(&d.heap, one)
	case at.Before(one.at):
		one.at = at
		heap.Fix(&d.heap, one.index)
	default:
		return false
	}
	if one.index == 0 && d.running {
		select {
		case d.earlier <- struct{}{}:
		default: // it will look at the heap anyway
		}
	}
	return d.run()
}

// start begins: before it set does not return true.
func (d *deadlines[K]) start() bool {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.ready = true
	return d.run()
}

// run reports whether it is time to start the goroutine. The lock is held.
func (d *deadlines[K]) run() bool {
	if !d.ready || d.running || len(d.heap) == 0 {
		return false
	}
	d.running, d.earlier = true, make(chan struct{}, 1)
	return true
}

// remove removes a deadline.
func (d *deadlines[K]) remove(one *deadline[K]) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if one.index >= 0 {
		heap.Remove(&d.heap, one.index)
	}
}

// come removes the deadlines that have come, and returns their keys and the time until the next one.
func (d *deadlines[K]) come(now time.Time) (keys []K, next time.Duration) {
	d.mu.Lock()
	defer d.mu.Unlock()
	for len(d.heap) > 0 {
		first := d.heap[0]
		if first.at.After(now) {
			return keys, first.at.Sub(now)
		}
		keys = append(keys, first.key)
		heap.Pop(&d.heap)
	}
	return keys, math.MaxInt64
}

// byTime is a heap for package heap.
type byTime[K comparable] []*deadline[K]

func (h byTime[K]) Len() int           { return len(h) }
func (h byTime[K]) Less(i, j int) bool { return h[i].at.Before(h[j].at) }

func (h byTime[K]) Swap(i, j int) {
	h[i], h[j] = h[j], h[i]
	h[i].index, h[j].index = i, j
}

// Push implements heap.Interface.
func (h *byTime[K]) Push(x any) {
	one, _ := x.(*deadline[K])
	one.index = len(*h)
	*h = append(*h, one)
}

// Pop implements heap.Interface.
func (h *byTime[K]) Pop() any {
	last := len(*h) - 1
	one := (*h)[last]
	(*h)[last] = nil
	*h = (*h)[:last]
	one.index = -1
	return one
}
