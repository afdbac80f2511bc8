package sim

// This file owns what goes wrong: which faults a world has, and when the seed lets one happen.

import (
	"math"
	"math/rand/v2"
	"strconv"
	"time"
)

// A Fault is something that goes wrong in a network or on its machines, see Network.Faults. The
// functions of this package make faults.
type Fault struct{ apply func(*faults) }

// fault is a kind of fault.
type fault uint8

const (
	faultDelay fault = 1 + iota
	faultJitter
	faultBandwidth
	faultShortReads
	faultShortWrites
	faultReset
	faultHalfOpen
	faultRefuse
	faultUnanswered
	faultPause
	faultSkew
	faultPartition
	faultCrash
	faultKill
	faultCount
)

var faultNames = [faultCount]string{
	"", "delay", "jitter", "bandwidth", "short-reads", "short-writes", "reset", "half-open", "refuse",
	"unanswered", "pause", "skew", "partition", "crash", "kill",
}

func (f fault) String() string {
	if f < faultCount {
		return faultNames[f]
	}
	return "fault " + strconv.Itoa(int(f))
}

// Delay lets each message take d. Without Delay, one takes up to 200 us.
func Delay(d time.Duration) Fault { return duration(faultDelay, d) }

// Jitter lets each message take up to d more. Messages of one connection stay in order, those of
// different connections do not.
func Jitter(d time.Duration) Fault { return duration(faultJitter, d) }

// Bandwidth lets each direction of a connection carry this many bytes per second.
func Bandwidth(bytesPerSecond int) Fault {
	return Fault{func(f *faults) { f.on[faultBandwidth], f.bandwidth = bytesPerSecond > 0, float64(bytesPerSecond) }}
}

// SplitReads lets about every second read return only a part of what is there.
func SplitReads() Fault { return Fault{func(f *faults) { f.on[faultShortReads] = true }} }

// SplitWrites lets about every second write accept only a part.
func SplitWrites() Fault { return Fault{func(f *faults) { f.on[faultShortWrites] = true }} }

// Reset resets this share of the connections, from 0 to 1, at a byte that the seed chooses among
// the first 64 KiB, mostly among the first few.
func Reset(share float64) Fault { return chance(faultReset, share) }

// HalfOpen lets this share of the connections become silent at a byte, as for Reset: nothing
// arrives any more, and neither side is told. TCP gives it up after 150 s.
func HalfOpen(share float64) Fault { return chance(faultHalfOpen, share) }

// Refuse refuses this share of the attempts to connect.
func Refuse(share float64) Fault { return chance(faultRefuse, share) }

// Unanswered leaves this share of the attempts to connect without an answer. The system gives up
// after 127 s.
func Unanswered(share float64) Fault { return chance(faultUnanswered, share) }

// Pauses stops each machine for up to longest, about once in every, see World.Pause.
func Pauses(every, longest time.Duration) Fault {
	return Fault{func(f *faults) {
		f.on[faultPause] = every > 0 && longest > 0
		f.every, f.longest = every, longest
	}}
}

// ClockSkew sets the clock of each machine, which World.Now returns, by up to d from the right
// time.
func ClockSkew(d time.Duration) Fault { return duration(faultSkew, d) }

func duration(kind fault, d time.Duration) Fault {
	return Fault{func(f *faults) { f.on[kind], f.duration[kind] = d > 0, d }}
}

func chance(kind fault, share float64) Fault {
	return Fault{func(f *faults) { f.on[kind], f.share[kind] = share > 0, share }}
}

// Faults adds faults, from now on. A fault of the same kind replaces the one before.
func (n *Network) Faults(all ...Fault) {
	f := &n.faults
	for _, fault := range all {
		if fault.apply != nil {
			fault.apply(f)
		}
	}
	for _, m := range n.world.machines {
		f.newMachine(m)
	}
}

// faults are the faults of a world.
type faults struct {
	plan      *plan
	random    [faultCount]*rand.Rand // a sequence for each kind, so that leaving one out changes no other
	on        [faultCount]bool
	duration  [faultCount]time.Duration
	share     [faultCount]float64
	bandwidth float64
	every     time.Duration
	longest   time.Duration
	happened  [faultCount]int // how often the kind was due
}

func (f *faults) init(n *Network) {
	f.plan = &n.world.plan
	for kind := range f.random {
		f.random[kind] = sequence(n.world.seed, uint64(16+kind))
	}
}

// has reports whether a kind that has no single occurrences is on.
func (f *faults) has(kind fault) bool { return f.on[kind] && !f.plan.without(kind) }

// happens decides by chance.
func (f *faults) happens(kind fault) bool {
	return f.on[kind] && f.random[kind].Float64() < f.share[kind] && f.injects(kind)
}

// injects counts an occurrence, and reports whether it takes place. The minimizer leaves some out.
func (f *faults) injects(kind fault) bool {
	n := f.happened[kind]
	f.happened[kind]++
	return f.plan.allows(kind, n)
}

// delay returns how long n bytes take.
func (f *faults) delay(n int) time.Duration {
	var d time.Duration
	if f.has(faultDelay) {
		d = f.duration[faultDelay]
	} else {
		d = time.Duration(1+f.random[faultDelay].Uint64N(uint64(defaultDelay/time.Microsecond))) * time.Microsecond
	}
	if f.has(faultJitter) {
		d += time.Duration(f.random[faultJitter].Int64N(int64(f.duration[faultJitter]) + 1))
	}
	if f.has(faultBandwidth) {
		d += time.Duration(float64(n) / f.bandwidth * float64(time.Second))
	}
	return d
}

// split returns how many of n bytes a read or write transfers.
func (f *faults) split(kind fault, n int) int {
	if n > 1 && f.on[kind] && f.random[kind].Uint32()&1 == 0 {
		if k := 1 + f.random[kind].IntN(n-1); !f.plan.without(kind) {
			return k
		}
	}
	return n
}

// used returns the kinds of faults that may have had an effect.
func (f *faults) used() (kinds [faultCount]bool) {
	for kind := range kinds {
		kinds[kind] = f.on[kind] || f.happened[kind] > 0
	}
	return kinds
}

// newLink decides at which byte a new connection breaks.
func (f *faults) newLink(l *link) {
	if f.on[faultReset] && f.random[faultReset].Float64() < f.share[faultReset] {
		l.resetAt = f.byteOf(faultReset)
	}
	if f.on[faultHalfOpen] && f.random[faultHalfOpen].Float64() < f.share[faultHalfOpen] {
		l.silentAt = f.byteOf(faultHalfOpen)
	}
}

// byteOf chooses a byte: each power of two is as likely as the others.
func (f *faults) byteOf(kind fault) uint64 {
	return 1 + uint64(math.Exp2(16*f.random[kind].Float64()))
}

// newMachine lets the faults of machines begin.
func (f *faults) newMachine(m *machine) {
	if f.on[faultSkew] && m.skew == 0 {
		d := int64(f.duration[faultSkew])
		m.setSkew(time.Duration(f.random[faultSkew].Int64N(2*d+1) - d))
	}
	if f.on[faultPause] && !m.pauses {
		m.pauses = true
		f.pauseLater(m)
	}
}

func (f *faults) pauseLater(m *machine) {
	r, w := f.random[faultPause], m.world
	w.After(time.Duration(r.ExpFloat64()*float64(f.every)), func() {
		d := time.Duration(1 + r.Int64N(int64(f.longest)))
		if f.on[faultPause] && !m.down && f.injects(faultPause) {
			w.pause(m, d)
		}
		f.pauseLater(m)
	})
}
