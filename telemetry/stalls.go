package telemetry

import (
	"slices"
	"sync"
	"time"
)

// This file owns the detection of stalls.
//
// The monitor asks the loop to answer at its next callback, an eighth of the limit apart. It sets a
// bit in a word that the loop reads before each callback anyway. A loop that has answered is asked
// again. A loop that has not answered has been inside the same callback since it was asked. So one
// stuck callback and a long turn of short callbacks are reliably told apart, without counting
// anything per callback.
//
// Time counts only if the monitor itself has run: of the time between two looks, at most their
// interval and some slack counts. A suspended machine, a stopped process and a pause of the garbage
// collector stop the monitor too. If the goroutine is running or runnable, it must also have had
// the processor time, see pauses.
//
// Rejected: comparing the published counters alone, because they change every 64 turns or at a
// park, and a turn may run a thousand callbacks. Rejected: asking by submitting a function, because
// that shows that the loop is late, but not which callback is to blame.

const (
	// looksPerLimit is the number of looks within one limit.
	looksPerLimit = 8
	// earlyLook is the part of the limit after which the stack is taken for the first time. If the
	// callback has returned when a late monitor looks again, this stack has its name.
	earlyLook = 2
	// maxSlack is how late a look may be and still count completely. The scheduler preempts a
	// goroutine after 10 ms.
	maxSlack = 20 * time.Millisecond
	// firstRepeat is the multiple of the limit at which a stall is reported again. The multiple
	// then doubles each time.
	firstRepeat = 32
	// recentStalls is the number of stalls in a Snapshot.
	recentStalls = 16
)

// stalls is the stall state of one Watcher.
type stalls struct {
	// Monitor only.

	asking   bool
	askedAt  time.Time
	askedOn  int64 // the same on the loop's clock
	lookedAt time.Time
	stuck    time.Duration // how long the callback has certainly run, without pauses
	pauses   pauses
	first    *goroutineStack // the last look at the stack before the limit, nil for none
	lookAt   time.Duration   // when the stack is taken next
	current  *Stall          // the stall that was reported
	repeatAt time.Duration

	mu     sync.Mutex
	count  uint64
	recent []*Stall // latest last; current is one of them and changes under mu

	deliveries
}

// look checks whether the loop has answered, and returns the time of the next look.
func (s *stalls) look(w *Watcher, now time.Time, awake bool) time.Time {
	limit := w.settings.limit
	period := max(time.Millisecond, limit/looksPerLimit)
	if awake && s.asking && now.Sub(s.lookedAt) < period {
		return s.lookedAt.Add(period) // this look has another reason
	}
	switch {
	case !awake || s.asking && !w.inside.Asked():
		s.settle(w)
		if !awake {
			return now.Add(period)
		}
		fallthrough
	case !s.asking:
		w.inside.Ask()
		s.askedOn = w.inside.Now()
		// The monitor may have been preempted since now. A callback that does not answer is the one
		// that ran after the loop was asked, not one that had returned before.
		now = now.Add(max(0, time.Since(now)))
		s.asking, s.askedAt, s.lookedAt, s.stuck = true, now, now, 0
		s.lookAt = limit / earlyLook
		return now.Add(period)
	}
	passed := min(now.Sub(s.lookedAt), period+min(maxSlack, limit/4))
	s.stuck += passed
	s.lookedAt = now
	if s.pauses.begun {
		s.pauses.add(passed)
	} else {
		s.pauses.begin(s.stuck)
	}
	switch {
	case s.current != nil:
		s.repeat(w)
	case s.stuck >= limit && s.first != nil:
		s.judge(w)
	case s.stuck >= s.lookAt:
		if stack := w.lookAtStack(); stack != nil { // otherwise it has just returned
			s.first = stack
		}
		s.lookAt = limit - period
		if s.stuck >= s.lookAt {
			s.lookAt = limit
		}
	}
	return now.Add(period)
}

// settle is called when the callback that was asked about has returned: the loop has answered, is
// parked, or has ended. It ends the stall, if there was one.
func (s *stalls) settle(w *Watcher) {
	if !s.asking {
		return
	}
	// A loop that was asked after its last callback answers after the park or never.
	answered := !w.inside.Asked()
	w.inside.Withdraw()
	if answered && s.current == nil && s.first != nil && s.callbackDuration(w) >= w.settings.limit && s.isStall(w, s.first, s.callbackDuration(w)-s.stuck) {
		// It returned between two looks. The first one has its stack.
		s.begin(w, s.first, false)
	}
	if s.current != nil {
		s.mu.Lock()
		s.current.Over = true
		if answered {
			s.current.Duration = s.callbackDuration(w)
		}
		s.mu.Unlock()
	}
	s.asking, s.first, s.current = false, nil, nil
	s.pauses.begun = false
}

// callbackDuration returns how long a callback that has returned ran since it was asked about,
// without pauses: until the last look, and from there until the answer.
func (s *stalls) callbackDuration(w *Watcher) time.Duration {
	limit := w.settings.limit
	tail := time.Duration(w.inside.AnsweredAt()-s.askedOn) - s.lookedAt.Sub(s.askedAt)
	return s.stuck + max(0, min(tail, max(time.Millisecond, limit/looksPerLimit)+min(maxSlack, limit/4)))
}

// lookAtStack takes the stack of the current callback, or nil if it has returned.
func (w *Watcher) lookAtStack() *goroutineStack {
	stack := stackOf(w.inside.Goroutine())
	stack.name = w.observer.Running.Load()
	if !w.inside.Asked() {
		return nil
	}
	return stack
}

// judge looks at the stack a second time and reports the stall, unless it is a pause.
func (s *stalls) judge(w *Watcher) {
	second := w.lookAtStack()
	if second == nil || !s.isStall(w, second, 0) {
		return // it has just returned, or a pause explains the time: the next look decides
	}
	s.begin(w, second, second.sameAs(s.first))
}

// isStall reports whether the callback, and not a pause, has taken the time until the last look and
// the given time after it.
func (s *stalls) isStall(w *Watcher, stack *goroutineStack, more time.Duration) bool {
	return w.fake || !explained(stack.state, s.pauses.own+more, w.settings.limit)
}

// begin reports a stall.
func (s *stalls) begin(w *Watcher, stack *goroutineStack, same bool) {
	stall := &Stall{
		Loop: w.name, ID: w.inside.ID(),
		Since: s.askedAt, Duration: s.stuck, Report: 1,
		State: stack.state, Stack: stack.text, SameStack: same,
	}
	stall.Callback, stall.File, stall.Line = stack.callback()
	if stack.name != nil {
		stall.Callback = *stack.name
	}
	s.repeatAt = firstRepeat * w.settings.limit
	s.mu.Lock()
	s.count++
	if len(s.recent) == recentStalls {
		s.recent = slices.Delete(s.recent, 0, 1)
	}
	s.recent = append(s.recent, stall)
	copied := *stall
	s.mu.Unlock()
	s.current = stall
	s.deliver(w, stall, copied, stack.computes())
}

// repeat reports a continuing stall again.
func (s *stalls) repeat(w *Watcher) {
	s.mu.Lock()
	stall := s.current
	stall.Duration = s.stuck
	again := s.stuck >= s.repeatAt
	if again {
		s.repeatAt *= 2
		stall.Report++
	}
	copied := *stall
	s.mu.Unlock()
	if again {
		script := false
		if stack := w.lookAtStack(); stack != nil {
			copied.State, copied.Stack, copied.SameStack = stack.state, stack.text, stack.sameAs(s.first)
			script = stack.computes()
		}
		s.deliver(w, stall, copied, script)
	}
}

// snapshot returns the number of stalls and the last ones, latest first.
func (s *stalls) snapshot() (count uint64, recent []Stall) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, stall := range slices.Backward(s.recent) {
		recent = append(recent, *stall)
	}
	return s.count, recent
}
