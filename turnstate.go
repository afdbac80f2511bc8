package wakeful

import (
	"runtime"

	"golang.org/x/sys/cpu"
)

// phase is the loop's position in a turn. After a panic the loop continues with the rest of that
// phase.
type phase int

const (
	betweenTurns phase = iota
	phaseTimers
	phasePriority
	phaseDescriptors
	phaseSubmitted
	phaseAfterSubmitted
	phaseTurnEnd
	phaseEnd
)

// The name of the phase before a turn starts, because then only the wait strategy runs.
var phaseNames = [...]string{"wait strategy", "timers", "priority", "descriptors", "submitted", "after submitted", "turn end", "end"}

// turnState is how far the loop is in its turn, and what has run. Loop goroutine only.
type turnState struct {
	// _ separates fields that others write from fields that the loop writes for each callback.
	_ cpu.CacheLinePad

	phase        phase
	remaining    int        // functions of the phase's snapshot that have not run
	unusedBudget int        // remaining budget of this turn, without the part reserved for remaining
	items        itemSource // the batch, mailbox or late results whose items are running
	before       uint64     // counters.executed when the last turn began
	counted      uint64     // submitted functions in counters.executed; countTaken
	// stopAt is the position in the queue before which submitted functions run one after another. A
	// callback sets it to 0 if something comes before the next one: microtasks or items.
	stopAt   int
	counters counters
	sampler  sampler
	// goexitReported is set if the caller of the running Goexit has been reported.
	goexitReported bool
	traced         bool // the turn runs in a region of the execution trace

	// Immutable after New.

	singleProcessor bool   // GOMAXPROCS was 1 when the loop was made
	runItem         func() // runs the next item of the active source
}

func (t *turnState) bind() {
	t.singleProcessor = runtime.GOMAXPROCS(0) == 1
	t.runItem = func() { t.items.runNext(t) }
}

// activate makes q the source whose items run next. Its entry calls it.
func (t *turnState) activate(q itemSource) {
	t.countEntry()
	t.setItems(q)
}

// setItems makes q the source whose items run next.
func (t *turnState) setItems(q itemSource) { t.items, t.stopAt = q, 0 }

// spend takes an item from the budget of the turn, and reports whether there was room for it.
func (t *turnState) spend() bool {
	switch {
	case t.unusedBudget > 0:
		t.unusedBudget--
	case t.remaining > 0:
		t.remaining-- // one function less in this turn
	default:
		return false
	}
	return true
}

// countEntry is called by an entry, which does not count as a submitted function itself.
func (t *turnState) countEntry() {
	t.counters.entries++
	t.unusedBudget++
	t.sampler.called = 0
}

// An itemSource has several items for the loop and an entry, which is a function in the queue of
// submitted functions. The entry makes the source active. The turn then runs the items one by one,
// like submitted functions.
type itemSource interface {
	// runNext runs the next item. It advances before it calls the item, so that a panic loses only
	// that item, and clears t.items if this was the last one. Loop only.
	runNext(t *turnState)
	// discard drops the items that have not run. It returns their number and the number of entries
	// that were still in the queue. Called at the end.
	discard(t *turnState) (items, entries int)
	// extraItems returns how many more items than entries were accepted.
	extraItems() int64
}
