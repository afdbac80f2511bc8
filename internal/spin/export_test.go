package spin

import (
	"time"

	"github.com/wakeful-go/wakeful/internal/native"
)

const (
	MaxBudget       = maxBudget
	InitialParkCost = initialParkCost
)

// NewEstimator returns one that has taken in nothing.
func NewEstimator() *Estimator {
	e := new(Estimator)
	e.init()
	return e
}

// Gap, Woken and Spin are WorkArrived, Unparked and Budget in durations.
func (e *Estimator) Gap(d time.Duration) { e.WorkArrived(native.TicksIn(d)) }

func (e *Estimator) Woken(d time.Duration) { e.Unparked(native.TicksIn(d)) }

func (e *Estimator) Spin() time.Duration { return native.Duration(e.Budget()) }

// NewPolicy returns the policy of a goroutine that has just yielded, at 0 ticks, where
// there are slots for so many.
func NewPolicy(slots int) *Policy {
	p := new(Policy)
	p.Init(false, func() {})
	p.slots, p.procs = int32(slots), 2
	return p
}

// MaxUnserved is maxUnserved in ticks.
func (p *Policy) MaxUnserved() int64 { return p.maxUnservedTicks }

// Unserved takes in whether a processor is idle.
func (p *Policy) Unserved(now int64, idle bool) bool { return p.unserved(now, idle) }

// OnYield sets what is called for a yield.
func (p *Policy) OnYield(yield func()) { p.yield = yield }
