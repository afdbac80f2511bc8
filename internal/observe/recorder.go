package observe

import (
	"cmp"
	"slices"
	"sync"
	"time"

	"github.com/wakeful-go/wakeful/internal/native"
)

// This file owns the samples of callbacks. The loop's goroutine records them in a buffer and counts
// a full buffer under the lock, so that a sample costs no atomic operation.

// Phases that samples are counted by; those of the loop come first, with their numbers there.
const (
	PhaseMicrotasks = 8
	PhaseScripts    = 9
	Phases          = 10
)

const (
	// buffered is how many samples wait until they are counted.
	buffered = 64
	// kept is how many different callbacks are kept, of which Slowest returns the slowest.
	kept = 128
)

// A Key says which function a sample is of.
type Key struct {
	Func   uintptr // the entry of the function
	Name   string  // the name that it was given, if Func is NamedEntry
	Script string  // instead of Func: a function of a script, as "name\nfile\nline"
}

// A Slow is a callback with what its samples have shown, in seconds.
type Slow struct {
	Key
	Phase      int
	Samples    uint64
	Total, Max float64
}

type sample struct {
	key   Key
	phase int
	took  int64
}

// A Recorder records the samples of one loop. Set Every and Fake before it is shared.
type Recorder struct {
	// Every is one in how many callbacks is timed on average, 0 for none.
	Every int
	// Fake says that time is fake: samples are in nanoseconds then, otherwise in ticks.
	Fake bool

	// Loop goroutine only.

	random  random
	samples [buffered]sample
	n       int

	mu      sync.Mutex
	phases  [Phases]*Counts
	slowest map[Key]*Slow
	last    *Slow   // the one that was counted last: often the next one too
	least   float64 // none of slowest has a maximum below it
}

// Distance returns how many callbacks come before the next that is timed: random and uniform, so
// that no pattern of a program hides from the samples. Loop only.
func (r *Recorder) Distance() int64 {
	if r.Every == 1 {
		return 0
	}
	return r.random.upTo(int64(2*r.Every - 2))
}

// random makes random numbers by Marsaglia's xorshift.
type random uint64

// upTo returns a number from 0 to n.
func (r *random) upTo(n int64) int64 {
	x := uint64(*r)
	if x == 0 {
		x = 0x9e3779b97f4a7c15
	}
	x ^= x << 13
	x ^= x >> 7
	x ^= x << 17
	*r = random(x)
	return int64((x >> 32) * uint64(n+1) >> 32) // the top 32 bits, scaled
}

// Clock reads the clock of the samples. Any goroutine.
func (r *Recorder) Clock() int64 {
	if r.Fake {
		return time.Now().UnixNano()
	}
	return native.Ticks()
}

// Add records a sample. Loop only.
func (r *Recorder) Add(key Key, phase int, took int64) {
	r.samples[r.n] = sample{key, phase, took}
	if r.n++; r.n == buffered {
		r.Flush()
	}
}

// Flush counts what was recorded. Loop only.
func (r *Recorder) Flush() {
	if r.n == 0 {
		return
	}
	unit := 1e-9
	if !r.Fake {
		unit = native.Nanoseconds() * 1e-9
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	for i := range r.samples[:r.n] {
		s := &r.samples[i]
		seconds := float64(max(0, s.took)) * unit
		c := r.phases[s.phase]
		if c == nil {
			c = new(Counts)
			r.phases[s.phase] = c
		}
		c.Add(seconds, 1)
		r.count(s, seconds)
	}
	clear(r.samples[:r.n])
	r.n = 0
}

// count counts a sample for its callback. The lock is held.
func (r *Recorder) count(s *sample, seconds float64) {
	e := r.last
	if e == nil || e.Key != s.key {
		if e = r.slowest[s.key]; e == nil {
			if e = r.admit(s.key, seconds); e == nil {
				return
			}
		}
		r.last = e
	}
	e.Phase = s.phase
	e.Samples++
	e.Total += seconds
	e.Max = max(e.Max, seconds)
}

// admit makes an entry for a callback, in place of the one with the least maximum when there are
// too many; nil if that one was slower. The lock is held.
func (r *Recorder) admit(key Key, seconds float64) *Slow {
	if r.slowest == nil {
		r.slowest = make(map[Key]*Slow)
	}
	if len(r.slowest) == kept {
		if seconds <= r.least {
			return nil
		}
		var first *Slow
		for _, e := range r.slowest {
			if first == nil || e.Max < first.Max {
				first = e
			}
		}
		if r.least = first.Max; seconds <= r.least {
			return nil
		}
		delete(r.slowest, first.Key)
		if r.last == first {
			r.last = nil
		}
	}
	e := &Slow{Key: key}
	r.slowest[key] = e
	return e
}

// Phase calls f with the durations of each phase that has any. f must not keep them.
func (r *Recorder) Phase(f func(phase int, c *Counts)) {
	r.mu.Lock()
	defer r.mu.Unlock()
	for phase, c := range r.phases {
		if c != nil {
			f(phase, c)
		}
	}
}

// Slowest returns the n callbacks with the longest samples, the slowest first.
func (r *Recorder) Slowest(n int) []Slow {
	r.mu.Lock()
	all := make([]Slow, 0, len(r.slowest))
	for _, e := range r.slowest {
		all = append(all, *e)
	}
	r.mu.Unlock()
	slices.SortFunc(all, func(a, b Slow) int { return cmp.Compare(b.Max, a.Max) })
	return all[:min(n, len(all))]
}
