package wakeful

import (
	"time"

	"github.com/wakeful-go/wakeful/internal/native"
)

// What Adaptive spins for at most, and what it takes a wake-up to cost as long as it
// knows of none.
const (
	Longest = longest
	Usual   = usual
)

// History is what Adaptive goes by.
type History struct{ h history }

// NewHistory returns that of a loop that nothing has happened to.
func NewHistory() *History {
	h := new(History)
	h.h.init()
	return h
}

// Gap adds a gap that has ended, Woken what a wake-up has cost.
func (h *History) Gap(d time.Duration) { h.h.last, h.h.fresh = native.TicksIn(d), true }

// Woken adds what a wake-up has cost.
func (h *History) Woken(d time.Duration) { h.h.delay(native.TicksIn(d)) }

// Budget returns how long the next wait spins.
func (h *History) Budget() time.Duration { return native.Duration(h.h.budget()) }

// Spinners returns how many loops of the process are counted as spinning.
func Spinners() int { return int(spinners.Load()) }

// Seats are those of loops that spin, on so many processors.
type Seats struct{ m manners }

// NewSeats returns those of one loop that may spin beside room-1 others.
func NewSeats(room int) *Seats { return &Seats{manners{room: int32(room)}} }

// Sit reports whether there was room.
func (s *Seats) Sit() bool { return s.m.sit() }

// Leave gives the seat back.
func (s *Seats) Leave() { s.m.leave() }

// Patience is that of one loop that spins.
type Patience struct{ m manners }

// NewPatience returns that of a loop that has just yielded, at 0 ticks.
func NewPatience() *Patience {
	p := new(Patience)
	p.m.init()
	return p
}

// Ticks is how long it lasts.
func (p *Patience) Ticks() int64 { return p.m.patient }

// Overdue takes in whether a processor is free.
func (p *Patience) Overdue(now int64, free bool) bool { return p.m.overdue(now, free) }

// Rehearsals returns how often the loop has rehearsed. Loop only.
func (w *Waiting) Rehearsals() uint64 {
	if w.rehearsal.stage == nil {
		return 0
	}
	return w.rehearsal.stage.counters.executed
}

// Repin has a loop that does not run yet run on another processor.
func (l *Loop) Repin(cpu int) { l.thread.cpu = cpu }
