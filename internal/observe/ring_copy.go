package observe

import (
	"time"

	"github.com/wakeful-go/wakeful/internal/native"
)

// This file owns the tables of a ring and its copies. ring.go says why a copy is consistent.

// Name returns the Value for a callback with a given name.
func (r *Ring) Name(name string) uint64 {
	if n, ok := r.nameOf[name]; ok {
		return n
	}
	if len(r.names) == maxTexts {
		return IsName | (maxTexts - 1)
	}
	n := IsName | uint64(len(r.names))
	r.mu.Lock()
	if len(r.names) == maxTexts-1 {
		name = "(more names than a recording keeps)"
	}
	r.names = append(r.names, name)
	r.mu.Unlock()
	r.nameOf[name] = n
	return n
}

// stack returns the number of a stack, from 1 on, or 0 if there are too many.
func (r *Ring) stack(by *Stack) uint64 {
	if n, ok := r.numberOf[*by]; ok {
		return n
	}
	if len(r.stacks) == maxTexts {
		return 0
	}
	r.mu.Lock()
	r.stacks = append(r.stacks, *by)
	r.mu.Unlock()
	n := uint64(len(r.stacks))
	r.numberOf[*by] = n
	return n
}

// A Copy is what a ring contained at one moment. All times are in nanoseconds; Start is in Unix time,
// or, in a bubble of testing/synctest, on the loop's clock.
type Copy struct {
	Events []Event // by the order in which they were written
	Lost   uint64  // events that were overwritten before
	Names  []string
	Stacks []Stack
}

// Snapshot copies the ring. Any goroutine may call it. It does not stop the loop.
func (r *Ring) Snapshot() Copy {
	size := uint64(r.Size())
	before := r.head.Load()
	first := before - min(before, size)
	words := make([][eventWords]uint64, 0, before-first)
	for n := first; n < before; n++ {
		slot := r.slots[n*eventWords&uint64(len(r.slots)-1):][:eventWords]
		// The word with the duration first, see End.
		duration := slot[1].Load()
		words = append(words, [eventWords]uint64{slot[0].Load(), duration, slot[2].Load(), slot[3].Load()})
	}
	c := Copy{}
	if after := r.head.Load() + 1; after > first+size {
		lost := min(after-size-first, uint64(len(words)))
		first += lost
		words = words[lost:]
	}
	c.Lost = first
	c.Events = make([]Event, 0, len(words))
	for _, w := range words {
		e := Event{
			Start: int64(w[0]), Duration: int64(w[1] & Unfinished), Kind: uint8(w[1] >> 56), Detail: uint8(w[1] >> 48),
			Value: w[2], Queue: uint32(w[3] >> 32), Extra: uint32(w[3]),
		}
		if e.Kind != 0 {
			c.Events = append(c.Events, e)
		}
	}
	r.convert(c.Events)
	// After the events, so that the tables have all that the events refer to.
	r.mu.Lock()
	defer r.mu.Unlock()
	c.Names = append(c.Names, r.names...)
	c.Stacks = append(c.Stacks, r.stacks...)
	return c
}

// convert converts ticks to nanoseconds.
func (r *Ring) convert(events []Event) {
	if r.fake {
		return
	}
	ticks, now := native.Ticks(), time.Now()
	rate := native.Nanoseconds()
	if elapsed := now.Sub(r.made.time); elapsed > time.Second && ticks > r.made.ticks {
		rate = float64(elapsed) / float64(ticks-r.made.ticks) // more precise
	}
	nanoseconds := func(ticks int64) int64 { return int64(float64(ticks) * rate) }
	for i := range events {
		e := &events[i]
		e.Start = now.UnixNano() - nanoseconds(ticks-e.Start)
		if e.Duration != Unfinished {
			e.Duration = nanoseconds(e.Duration)
		}
		if e.Kind == KindSpin {
			e.Value = uint64(nanoseconds(int64(e.Value)))
		}
	}
}
