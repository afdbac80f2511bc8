package telemetry

import (
	"slices"
	"sync"
	"time"
)

// This file owns the detection of stalls.
//
// The monitor asks the loop to answer at its next callback. It sets a bit in a word that the loop
// reads before each callback anyway. It checks for the answer eight times per limit. If the loop
// has answered, the monitor asks again. If not, the loop has been in the same callback since it was
// asked. So the monitor tells one long callback from a long turn of short callbacks, and nothing is
// counted per callback.
//
// Time counts only if the monitor itself has run. Of the time between two checks, at most their
// interval and some slack counts. A suspended machine, a stopped process and a pause of the garbage
// collector stop the monitor too. If the goroutine is running or runnable, it must also have had
// the processor time, see pauses. If it waits for another goroutine and others want processors, the process
// must have had that time.
//
// Rejected: comparing the published counters, because they change every 64 turns or at a park, and
// a turn may run a thousand callbacks. Rejected: asking by a submitted function, because that shows
// that the loop is late, but not which callback blocks it.

const (
	// checksPerLimit is the number of checks within one limit.
	checksPerLimit = 8
	// firstStackPart: the first stack is taken after the limit divided by this number. If the
	// callback has returned when a late monitor checks again, this stack has its name.
	firstStackPart = 2
	// maxSlack is how late a check may be and still count completely. The scheduler preempts a
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

	asking      bool
	askedAt     time.Time
	askedOn     int64 // the same on the loop's clock
	checkedAt   time.Time
	ranFor      time.Duration // how long the callback has certainly run, without pauses
	pauses      pauses
	first       *goroutineStack // the last stack before the limit, nil for none
	nextStackAt time.Duration   // when the stack is taken next
	current     *Stall          // the stall that was reported
	repeatAt    time.Duration

	mu     sync.Mutex
	count  uint64
	recent []*Stall // latest last; current is one of them and changes under mu

	deliveries
}

// check checks whether the loop has answered, and returns the time of the next check.
func (s *stalls) check(w *Watcher, now time.Time, awake bool) time.Time {
	limit := w.settings.limit
	period := max(time.Millisecond, limit/checksPerLimit)
	if awake && s.asking && now.Sub(s.checkedAt) < period {
		return s.checkedAt.Add(period) // this check is due for another reason
	}
	switch {
	case !awake || s.asking && !w.inside.Asked():
		s.endCallback(w)
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
		s.asking, s.askedAt, s.checkedAt, s.ranFor = true, now, now, 0
		s.nextStackAt = limit / firstStackPart
		return now.Add(period)
	}
	passed := min(now.Sub(s.checkedAt), period+min(maxSlack, limit/4))
	s.ranFor += passed
	s.checkedAt = now
	if s.pauses.started {
		s.pauses.add(passed)
	} else {
		s.pauses.beginCallback(s.ranFor)
	}
	switch {
	case s.current != nil:
		s.repeat(w)
	case s.ranFor >= limit && s.first != nil:
		s.reportUnlessPaused(w)
	case s.ranFor >= s.nextStackAt:
		if stack := w.currentStack(); stack != nil { // otherwise it has just returned
			s.first = stack
		}
		s.nextStackAt = limit - period
		if s.ranFor >= s.nextStackAt {
			s.nextStackAt = limit
		}
	}
	return now.Add(period)
}

// endCallback is called when the callback that was asked about has returned: the loop has answered,
// is parked, or has ended. It ends the stall, if there was one.
func (s *stalls) endCallback(w *Watcher) {
	if !s.asking {
		return
	}
	// A loop that was asked after its last callback answers after the park or never.
	answered := !w.inside.Asked()
	w.inside.Withdraw()
	if answered && s.current == nil && s.first != nil && s.callbackDuration(w) >= w.settings.limit && s.isStall(w, s.first, s.callbackDuration(w)-s.ranFor) {
		// It returned between two checks. The first stack is its own.
		s.reportFirst(w, s.first, false)
	}
	if s.current != nil {
		s.mu.Lock()
		s.current.Ended = true
		if answered {
			s.current.Duration = s.callbackDuration(w)
		}
		s.mu.Unlock()
	}
	s.asking, s.first, s.current = false, nil, nil
	s.pauses.started = false
}

// callbackDuration returns how long a callback that has returned ran since it was asked about,
// without pauses: until the last check, and from there until the answer.
func (s *stalls) callbackDuration(w *Watcher) time.Duration {
	limit := w.settings.limit
	tail := time.Duration(w.inside.AnsweredAt()-s.askedOn) - s.checkedAt.Sub(s.askedAt)
	return s.ranFor + max(0, min(tail, max(time.Millisecond, limit/checksPerLimit)+min(maxSlack, limit/4)))
}

// currentStack returns the stack of the current callback, or nil if the callback has returned.
func (w *Watcher) currentStack() *goroutineStack {
	stack := stackOf(w.inside)
	stack.name = w.observer.Running.Load()
	stack.behind = !w.fake && waitsForGoroutine(stack.state) && othersWant()
	if !w.inside.Asked() || stack.text == "" { // the second if the goroutine has left the loop
		return nil
	}
	return stack
}

// reportUnlessPaused takes a second stack and reports the stall, unless a pause explains the time.
func (s *stalls) reportUnlessPaused(w *Watcher) {
	second := w.currentStack()
	if second == nil || !s.isStall(w, second, 0) {
		return // it has just returned, or a pause explains the time: the next check decides
	}
	s.reportFirst(w, second, second.sameAs(s.first))
}

// isStall reports whether the callback, and not a pause, has taken the time until the last check
// and the given time after it.
func (s *stalls) isStall(w *Watcher, stack *goroutineStack, more time.Duration) bool {
	p := &s.pauses
	return w.fake || !pauseExplains(stack.state, stack.behind, p.own+more, p.used+more, w.settings.limit)
}

// reportFirst reports a stall.
func (s *stalls) reportFirst(w *Watcher, stack *goroutineStack, same bool) {
	stall := &Stall{
		Loop: w.name, ID: w.inside.ID(),
		Since: s.askedAt, Duration: s.ranFor, Reports: 1,
		State: stack.state, Stack: stack.text, SameStack: same,
	}
	stall.Callback, stall.File, stall.Line = stack.callback()
	if stack.name != nil {
		stall.Callback = *stack.name
	}
	stall.Callback = limited(stall.Callback)
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
	stall.Duration = s.ranFor
	again := s.ranFor >= s.repeatAt
	if again {
		s.repeatAt *= 2
		stall.Reports++
	}
	copied := *stall
	s.mu.Unlock()
	if again {
		script := false
		if stack := w.currentStack(); stack != nil {
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
