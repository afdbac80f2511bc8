package wakeful

import (
	"math"
	"runtime"
	"runtime/metrics"
	"sync/atomic"
	"time"

	"github.com/wakeful-go/wakeful/internal/native"
	"github.com/wakeful-go/wakeful/internal/quota"
)

// This file owns how a loop that spins behaves towards everybody else who needs
// processors: other goroutines, other loops that spin, the garbage collector.
//
// Whoever the last callbacks have woken stands next in line on this very
// processor, and stays there until another one steals it, which the runtime delays
// by some 60 us, or the loop yields. So does the collector's worker that is meant
// for this processor. But a yield where nobody waits is no courtesy: the runtime
// wakes a thread for the loop that has just put itself in line, and that thread
// takes the loop to another processor. So the loop asks the runtime first how many
// goroutines wait and how many processors are idle (runtime/metrics: 60 ns with two
// processors, under the scheduler's lock).
//
// Stopping the world takes a loop that spins no longer than any other goroutine:
// each call of Ready is a point where it can be stopped.

// spinners is how many loops of the process spin. Written by each loop when it
// begins to and when it ends; a loop that reads an old number yields too rarely or
// parks too early, once.
var spinners atomic.Int32

// manners is the state of one loop. Loop goroutine only.
type manners struct {
	next    int64 // ticks from which on it is time to look after others
	looked  int64 // ticks until which looking at the scheduler is too dear
	yielded int64 // ticks of the last yield
	// served is when timers and the collector were last known to be looked after:
	// ticks of the last yield, or of the last look that saw a processor free.
	served int64
	first  bool // nothing was done for others in this wait
	seated bool // one of spinners
	// waited: when the scheduler was last looked at, somebody was waiting.
	waited bool
	// wakes: callbacks have lately woken somebody, who was seen at the first look of
	// a wait. It falls by one with each first look that sees nobody.
	wakes int
	// crowded: others need the processor more, since somebody goes on waiting
	// after a yield, or too many loops spin.
	crowded bool

	procs int   // GOMAXPROCS when it was last asked
	room  int32 // how many loops may spin at once
	alone bool  // the loop parks, since spinning cannot win
	asked int64 // ticks when the three were last asked

	blocks bool // where spinning cannot win, the loop parks

	pinned bool // each yield takes two handovers between threads

	soon, patient, period int64 // of the constants below, in ticks
	state                 [2]metrics.Sample
}

const (
	// soon is after how long a wait looks after others first, unless it owes them the
	// processor. Who answers while spinning elsewhere is here before.
	soon = 200 * time.Nanosecond
	// patience is how long a loop goes without a yield, though nobody is seen
	// waiting, while no processor is idle: timers and the collector wait unseen. It
	// begins when the last processor gets busy. That is often whoever sends the next
	// message, after a sleep: a yield at once would be in the way of that message.
	patience = 20 * time.Microsecond
	// patiencePinned is the same where a yield takes some 20 us.
	patiencePinned = 2 * time.Millisecond
	// share: looking after others may take this part of the time. A look takes
	// longer with more processors, and all of it is under one lock.
	share = 100
	// fond is how many first looks in vain it takes to forget that callbacks wake
	// somebody: another processor may have been quicker.
	fond = 8
	// askedEvery is how old the number of processors may be.
	askedEvery = 100 * time.Millisecond
)

func (m *manners) init() {
	m.soon = native.TicksIn(soon)
	m.patient = native.TicksIn(patience)
	m.period = native.TicksIn(askedEvery)
	m.state[0].Name = "/sched/goroutines/runnable:goroutines"
	m.state[1].Name = "/sched/goroutines/running:goroutines"
	m.ask(native.Ticks())
}

// pin makes m the manners of a loop with a thread of its own.
func (m *manners) pin() { m.pinned, m.patient = true, native.TicksIn(patiencePinned) }

// ask asks how many processors there are to spin on.
func (m *manners) ask(now int64) {
	m.asked = now
	m.procs = runtime.GOMAXPROCS(0)
	cpus := min(float64(m.procs), float64(runtime.NumCPU()), quota.CPUs())
	m.alone = m.blocks && cpus < 2
	m.room = int32(max(1, math.Floor(cpus)-1))
}

// askAgain asks if the answers are old.
func (m *manners) askAgain(now int64) {
	if now-m.asked > m.period {
		m.ask(now)
	}
}

func (m *manners) begin(now int64) {
	m.askAgain(now)
	m.next = now + m.soon
	if m.owing() {
		m.next = now
	}
	m.first, m.crowded = true, false
}

// owing reports whether the last callbacks have probably woken somebody, who is to
// have the processor at once.
func (m *manners) owing() bool { return m.wakes > 0 && !m.pinned }

// sit counts the loop among those that spin, and reports whether there is room.
func (m *manners) sit() bool {
	if !m.seated {
		m.seated = true
		return spinners.Add(1) <= m.room
	}
	return spinners.Load() <= m.room
}

func (m *manners) leave() {
	if m.seated {
		m.seated = false
		spinners.Add(-1)
	}
}

// giveWay looks after others, and yields if it is their turn.
func (w *Waiting) giveWay() {
	m, now := &w.manners, w.looked
	m.next = now + m.soon
	switch {
	case m.procs == 1:
		w.yield()
		m.askAgain(w.looked)
	case !m.sit():
		m.crowded = true
		w.yield()
	case now >= m.looked:
		overdue := m.overdue(now, m.look(now))
		if m.first {
			m.wakes = max(0, m.wakes-1)
			if m.waited {
				m.wakes = fond
			}
		}
		switch {
		case m.waited && (!m.pinned || now-m.yielded > m.patient):
			w.yield()
			if !m.first {
				m.look(w.looked)
				m.crowded = m.waited
			}
		case overdue:
			w.yield()
		}
	case m.first && m.owing():
		w.yield() // too early to look again: as after the callbacks before
	}
	m.first = false
	w.loop.look(idleLooks)
}

// overdue takes in whether a processor is free, and reports whether timers and the
// collector have gone without one for longer than patience.
func (m *manners) overdue(now int64, free bool) bool {
	if free {
		m.served = now
	}
	return now-m.served > m.patient
}

// look looks at the scheduler, and reports whether a processor is free.
func (m *manners) look(now int64) (free bool) {
	metrics.Read(m.state[:])
	after := native.Ticks()
	m.looked = after + share*max(0, after-now)
	if m.state[0].Value.Kind() != metrics.KindUint64 || m.state[1].Value.Kind() != metrics.KindUint64 {
		m.waited = true // unknown to this version of Go: yield
		return false
	}
	m.waited = m.state[0].Value.Uint64() > 0
	return m.state[1].Value.Uint64() < uint64(m.procs)
}

// yield does what a loop does before it sleeps, without sleeping.
func (w *Waiting) yield() {
	w.loop.submitted.Clear()
	w.loop.internal.Clear()
	runtime.Gosched()
	w.looked = native.Ticks()
	w.manners.yielded, w.manners.served = w.looked, w.looked
}
