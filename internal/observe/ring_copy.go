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

// label is Name for a text of a Tag. It leaves half of the table for functions.
func (r *Ring) label(text string) uint32 {
	if _, ok := r.nameOf[text]; !ok && len(r.names) >= maxTexts/2 {
		return 0
	}
	return 1 + uint32(r.Name(text)&^IsName)
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

// A Reading is a reading of the clocks, which converts the times of events. Copies that are converted
// with one Reading have one clock.
type Reading struct {
	ticks int64
	unix  int64
	rate  float64 // nanoseconds of a tick
}

// The first reading of the process. With a second one it gives the rate of the clock. It is taken at the
// start, because in a bubble of testing/synctest its time would be fake.
var firstTicks, first = native.Ticks(), time.Now()

// Read reads the clocks. It is not for fake time, which needs no conversion.
func Read() Reading {
	now := time.Now()
	r := Reading{native.Ticks(), now.UnixNano(), native.Nanoseconds()}
	if elapsed := now.Sub(first); elapsed > time.Second && r.ticks > firstTicks {
		r.rate = float64(elapsed) / float64(r.ticks-firstTicks) // more precise
	}
	return r
}

// nanoseconds converts a duration.
func (r *Reading) nanoseconds(ticks int64) int64 { return int64(float64(ticks) * r.rate) }

// at converts a time.
func (r *Reading) at(ticks int64) int64 { return r.unix - r.nanoseconds(r.ticks-ticks) }

// Snapshot copies the ring. Any goroutine may call it. It does not stop the loop.
func (r *Ring) Snapshot(at Reading) Copy {
	size := uint64(r.Size())
	before := r.head.Load()
	first := before - min(before, size)
	words := make([][eventWords]uint64, 0, before-first)
	for n := first; n < before; n++ {
		slot := r.slot(n)
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
	if !r.fake {
		convert(c.Events, &at)
	}
	// After the events, so that the tables have all that the events refer to.
	r.mu.Lock()
	defer r.mu.Unlock()
	c.Names = append(c.Names, r.names...)
	c.Stacks = append(c.Stacks, r.stacks...)
	return c
}

// convert converts ticks to nanoseconds.
func convert(events []Event, to *Reading) {
	for i := range events {
		e := &events[i]
		began := e.Start
		e.Start = to.at(began)
		if e.Duration != Unfinished {
			e.Duration = to.at(began+e.Duration) - e.Start // equal times stay equal, see KindCause
		}
		switch e.Kind {
		case KindSpin:
			e.Value = uint64(to.nanoseconds(int64(e.Value)))
		case KindPark:
			e.Queue = uint32(min(to.nanoseconds(int64(e.Queue)), NotKnown))
		}
	}
}
