package wakeful

import (
	"runtime"
	"time"

	"github.com/wakeful-go/wakeful/internal/native"
	"github.com/wakeful-go/wakeful/internal/spin"
)

// A WaitStrategy decides what a loop with nothing to run does before it parks. Parking
// costs nothing while it lasts. Being unparked costs a fraction of a microsecond if a
// processor is running Go code, and some 50 to 100 us if a thread has to be woken first.
// Spinning avoids that delay and burns a processor instead.
//
// Wait is called on the loop's goroutine, each time the loop has run out of work. It may
// call s.Ready as often as it likes. When it returns, the loop checks for work once more,
// and parks if there is none; so Wait may return at any time. The time in Wait is reported
// as Metrics.Spinning. A panic in Wait is reported like a callback's. A strategy that keeps
// no state of its own, like those of this package, can serve any number of loops.
//
// To keep a loop on an operating system thread or on a processor, call
// runtime.LockOSThread before Run, on the same goroutine; see the example. That makes
// parking much slower: Go then unparks the loop by waking its thread.
type WaitStrategy interface {
	Wait(s *IdleState)
}

// Block returns the strategy that parks at once. It is the default: an idle loop uses no
// processor time, and the goroutine that wakes it pays for the wake-up.
func Block() WaitStrategy { return block{} }

// Spin returns the strategy that never parks: the lowest latency, for a whole processor.
// It yields to runnable goroutines; and it yields all the time with one processor, or where
// as many loops of the program spin as there are processors.
func Spin() WaitStrategy { return spinning{} }

// Adaptive returns the strategy that spins as long as recent gaps between arrivals make
// that pay, and then parks. It compares the time that it would spin with the delay of being
// unparked, both as measured lately. So it spins when work comes within microseconds and
// unparking takes a thread, and parks at once when work is rare or unparking is cheap. It
// spins for at most 100 us at a time. It parks at once, like Block, where spinning cannot
// win: with one processor; with a CPU quota below two processors (control groups, read
// again every few seconds); where as many loops of the program spin as there are processors
// but one; and where other goroutines wait for a processor.
func Adaptive() WaitStrategy { return adaptive{} }

type block struct{}

func (block) Wait(*IdleState) {}

type spinning struct{}

// Wait pauses once between two polls. Without the pause a processor has several loads of
// the same cache line under way when another processor writes to it, and discards them all.
func (spinning) Wait(s *IdleState) { s.spin(never, 1) }

type adaptive struct{}

func (adaptive) Wait(s *IdleState) {
	budget := s.policy.Budget()
	if budget > 0 && s.policy.TakeSlot() {
		s.spin(budget, s.policy.Pauses())
	}
}

const (
	// pollsPerCheck is how many times the queues are polled between two checks of
	// everything else and of the clock: less than 100 ns.
	pollsPerCheck = 16
	// firstPolls is the same for the first check of a built-in strategy: about as long as
	// the answer of a goroutine takes that spins on another processor.
	firstPolls = 128
	// maxChecks bounds a spin with a budget where fake time stands still. So many checks
	// take some ten times as long as the longest budget.
	maxChecks = 1 << 14
)

// IdleState is what a WaitStrategy sees of a loop that has run out of work. It is valid on
// the loop's goroutine, during the call of Wait.
type IdleState struct {
	loop    *Loop
	builtIn bool // the strategy is one of this package's, which only spin
	policy  spin.Policy

	// The present wait.

	polls     uint32
	began     int64 // ticks
	checkedAt int64 // ticks
	published bool
	ranOne    bool // a function came alone, and has run
}

func (s *IdleState) init(l *Loop) {
	s.loop = l
	if l.strategy == nil {
		return
	}
	parkIfAlone := false
	switch l.strategy.(type) {
	case spinning:
		s.builtIn = true
	case adaptive:
		s.builtIn, parkIfAlone = true, true
	}
	s.policy.Init(parkIfAlone, s.yield)
}

// Ready reports whether the loop has a reason to go on: something to run, a timer that is
// due, a descriptor that is ready, or its end. Once in a while it also lets other goroutines
// run, if any are runnable.
func (s *IdleState) Ready() bool {
	if s.hasQueued() {
		return true
	}
	if s.polls++; s.polls%pollsPerCheck != 0 && !s.policy.CheckEachPoll() {
		return false
	}
	return s.check()
}

// Gap returns the moving average of how long the loop was without work, parked or not, over
// about the last eight times. Being unparked is not part of it: a gap ends when a producer
// wakes the loop, or when the loop finds work.
func (s *IdleState) Gap() time.Duration { return native.Duration(s.policy.AverageGap()) }

// poll runs the strategy from the given time on. The strategy may panic.
//
// The slots of functions that have run are cleared first, while no producer writes to their
// cache line. A line that this processor wrote last is handed to the next producer for
// writing at its first read. One that was only read is handed over twice: to be read, and to
// be written.
func (s *IdleState) poll(now int64) {
	s.loop.submitted.Clear()
	s.began, s.checkedAt, s.polls, s.published, s.ranOne = now, now, 0, false, false
	s.policy.Begin(now)
	s.loop.strategy.Wait(s)
}

// spin polls until there is a reason to go on, or for about as many ticks as budget says, or
// until others need the processor more. After the first check it pauses between two polls. A
// function that comes alone is run here, where it was seen.
func (s *IdleState) spin(budget int64, pauses int) {
	l, polls, hints := s.loop, firstPolls, 0
	if s.policy.OwesYield() || s.policy.CheckEachPoll() {
		polls = 0
	}
	for checks := 1; ; checks++ {
		for range polls {
			if !l.submitted.NextEmpty() && !l.submitted.Empty() {
				s.runIfAlone()
				return
			}
			if !l.priority.NextEmpty() && !l.priority.Empty() {
				return
			}
			for range hints {
				native.Pause()
			}
		}
		if s.check() || s.checkedAt-s.began > budget {
			return
		}
		if budget != never && (s.policy.Contended() || checks == maxChecks) {
			return
		}
		polls, hints = pollsPerCheck, pauses
	}
}

// runIfAlone runs the submitted function that the caller has found, if a turn would begin with
// it: no priority function was accepted before it, and the loop is not about to end. It runs the
// function before the policy takes in the wait, whose fields are cold after a long one.
func (s *IdleState) runIfAlone() {
	l := s.loop
	if !s.builtIn || !l.priority.NextEmpty() || l.stop.Load() != running {
		return
	}
	s.ranOne = true
	l.counters.spinning += max(0, s.checkedAt-s.began)
	l.runOne()
}

// hasQueued polls the queues; the fast half of it is inlined.
func (s *IdleState) hasQueued() bool {
	l := s.loop
	return (!l.submitted.NextEmpty() || !l.priority.NextEmpty()) && l.hasQueued()
}

// check shares the processor, and then checks everything that is a reason to go on. In this
// order: nothing that happens during a yield is missed when Wait returns after the check.
func (s *IdleState) check() bool {
	l := s.loop
	now, shared := s.policy.Share(native.Ticks())
	s.checkedAt = now
	if shared {
		if !s.published {
			s.published = true
			l.publish()
		}
		l.pollDescriptors(spinPollInterval)
	}
	return l.hasWork() || l.shouldStop() || l.isUnused()
}

// yield is what the policy calls to let other goroutines run. Like a loop that parks, it
// releases the functions that have run.
func (s *IdleState) yield() {
	s.loop.submitted.Clear()
	s.loop.priority.Clear()
	runtime.Gosched()
}

// unparked takes in how long the loop was without work and how long unparking took, after a
// park that ended at the given time.
func (s *IdleState) unparked(now int64) {
	if !s.loop.shouldSpin() {
		return
	}
	claimed := s.loop.wake.ClaimedAt()
	if claimed == 0 {
		claimed = now // a descriptor event, whose time is not known
	}
	s.policy.WorkArrived(claimed - s.began)
	s.policy.Unparked(now - claimed)
}
