package wakeful

import (
	"runtime"
	"time"

	"github.com/wakeful-go/wakeful/internal/ingress"
	"github.com/wakeful-go/wakeful/internal/native"
	"github.com/wakeful-go/wakeful/internal/spin"
)

// A WaitStrategy decides what an idle loop does before it parks. Parking costs nothing while it
// lasts. Being unparked takes a fraction of a microsecond if a processor is running Go code, and 50
// to 100 us if a thread must be woken first. Spinning avoids that delay but uses a processor.
//
// Wait is called on the loop's goroutine each time the loop has run out of work. It may call
// s.Ready any number of times. When it returns, the loop checks for work once more, and parks if
// there is none, so Wait may return at any time. The time in Wait is reported as Metrics.Spinning.
// A panic in Wait is reported like a callback's. A strategy without state, like those of this
// package, can serve any number of loops.
//
// To keep a loop on an operating system thread or on a processor, call runtime.LockOSThread before
// Run on the same goroutine; see the example. That makes parking much slower, because Go then must
// wake the loop's thread.
type WaitStrategy interface {
	Wait(s *IdleState)
}

// Block returns the strategy that parks at once. It is the default. An idle loop uses no processor
// time, and the goroutine that wakes it pays for the wake-up.
func Block() WaitStrategy { return block{} }

// Spin returns the strategy that never parks. It has the lowest latency and uses a whole processor.
// It yields to runnable goroutines. With one processor, or if as many loops of the program spin as
// there are processors, it yields after every poll.
func Spin() WaitStrategy { return spinning{} }

// Adaptive returns the strategy that spins while recent gaps between arrivals are short enough, and
// then parks. It compares the expected time of spinning with the delay of being unparked, both from
// recent measurements. So it spins if work comes within microseconds and unparking takes a thread,
// and parks at once if work is rare or unparking is cheap. It spins for at most 100 us at a time.
// Like Block, it parks at once where spinning does not help: with one processor; with a CPU quota
// below two processors (control groups, read again every few seconds); if all processors but one
// have a spinning loop of the program; and if other goroutines wait for a processor.
func Adaptive() WaitStrategy { return adaptive{} }

type block struct{}

func (block) Wait(*IdleState) {}

type spinning struct{}

// Wait pauses once between two polls. Without the pause, a processor has several loads of the same
// cache line in progress when another processor writes to it, and must discard them all.
func (spinning) Wait(s *IdleState) { s.spin(never, 1) }

type adaptive struct{}

func (adaptive) Wait(s *IdleState) {
	budget := s.policy.Budget()
	if budget > 0 && s.policy.TakeSlot() {
		s.spin(budget, s.policy.Pauses())
	}
}

const (
	// pollsPerCheck is how many times the queues are polled between two checks of all sources and
	// of the clock: less than 100 ns.
	pollsPerCheck = 16
	// firstPolls is the same before the first check of a built-in strategy. It takes about as long
	// as the answer of a goroutine that spins on another processor.
	firstPolls = 128
	// maxChecks bounds a spin with a budget if fake time stands still. That many checks take about
	// ten times as long as the longest budget.
	maxChecks = 1 << 14
)

// IdleState gives a WaitStrategy information about the idle loop. It is valid only on the loop's
// goroutine during the call of Wait.
type IdleState struct {
	// Immutable after New. None is set for Block.

	strategy  WaitStrategy // nil for Block
	submitted *ingress.Queue
	priority  *ingress.Queue
	attention *attention
	loop      spinningLoop

	policy spin.Policy
	// callbacksWhenUnparked is 1 plus the callbacks run when the loop was last unparked, and 0 once
	// that wake-up has been judged spurious or not.
	callbacksWhenUnparked uint64

	// The current wait.

	polls     uint32
	began     int64 // in ticks
	checkedAt int64 // in ticks
	published bool
}

// spinningLoop is what a loop does while it spins.
type spinningLoop struct {
	hasQueued    func() bool
	mustContinue func() bool // has work, or ends
	publish      func()
	pollKernel   func(interval int64)
}

func (s *IdleState) bind(strategy WaitStrategy, submitted, priority *ingress.Queue, attention *attention, loop spinningLoop) {
	s.strategy, s.submitted, s.priority, s.attention, s.loop = strategy, submitted, priority, attention, loop
	_, parkIfAlone := strategy.(adaptive)
	s.policy.Init(parkIfAlone, runtime.Gosched)
}

// Ready reports whether the loop has a reason to continue: something to run, a due timer, a ready
// descriptor, or its end. Sometimes it also lets other goroutines run, if any are runnable.
func (s *IdleState) Ready() bool {
	if s.loop.hasQueued() {
		return true
	}
	if s.polls++; s.polls%pollsPerCheck != 0 && !s.policy.CheckEachPoll() {
		return false
	}
	return s.check()
}

// AverageIdle returns a moving average of the time that the loop was without work, parked or not,
// over about the last eight times. It does not include being unparked: the time ends when a
// producer wakes the loop, or when the loop finds work.
func (s *IdleState) AverageIdle() time.Duration { return native.Duration(s.policy.AverageGap()) }

// poll runs the strategy from the given time on. The strategy may panic.
func (s *IdleState) poll(now int64) {
	s.began, s.checkedAt, s.polls, s.published = now, now, 0, false
	s.policy.Begin(now)
	s.strategy.Wait(s)
}

// spin polls until the loop has a reason to continue, until about budget ticks have passed, or
// until other goroutines need the processor more. After the first check it pauses between two
// polls.
func (s *IdleState) spin(budget int64, pauses int) {
	polls, hints := firstPolls, 0
	if s.policy.OwesYield() || s.policy.CheckEachPoll() {
		polls = 0
	}
	for checks := 1; ; checks++ {
		for range polls {
			if !s.submitted.Empty() || !s.priority.Empty() {
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

// check first lets other goroutines run, and then checks all sources. In this order, an event
// during a yield is not missed when Wait returns after the check.
func (s *IdleState) check() bool {
	if s.attention.Load() != 0 {
		s.attention.stopped() // between two callbacks
	}
	now, shared := s.policy.Share(native.Ticks())
	s.checkedAt = now
	if shared {
		if !s.published {
			s.published = true
			s.loop.publish()
		}
		s.loop.pollKernel(spinPollInterval)
	}
	return s.loop.mustContinue()
}

// mayPoll reports whether the strategy polls before a park.
func (s *IdleState) mayPoll() bool { return s.strategy != nil && s.policy.Enabled() }

// unparked records, after a park that ended at now, how long the loop was without work and how long
// unparking took. claimed is when a notifier claimed the park, 0 if none did.
func (s *IdleState) unparked(now, claimed int64) {
	if claimed == 0 {
		claimed = now // a descriptor event; its time is unknown
	}
	s.policy.WorkArrived(claimed - s.began)
	s.policy.Unparked(now - claimed)
}
