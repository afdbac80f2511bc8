package designs

import (
	"github.com/wakeful-go/wakeful/tournament/contest"
)

// This file owns the compositions: which parts make which design.

// A Composition names the parts of a loop. To exchange one part alone, copy a
// design's composition with [Find] and change one field.
type Composition struct {
	Name     string
	Summary  string
	Ingress  IngressKind
	Waker    WakerKind
	Turn     TurnKind
	Clearing Clearing
	Table    TableKind
	// Microtasks names the queue of microtasks.
	Microtasks MicrotaskKind
	// Padded puts the shared words into separate cache lines.
	Padded bool
	// Coarse puts both queues under one mutex, which is held during the decision to sleep.
	Coarse bool
	// Checked validates every state transition, ends in five phases, and keeps panics with their
	// stacks, see Loop.Failures.
	Checked bool
	// Budget is the most of Submit's tasks that a full tick runs.
	Budget int
	// ArenaSlots is how many of Submit's tasks an ArenaRing holds, a power of two.
	ArenaSlots int
	// CountRetries counts failed compare-and-swaps of a CASList, see Loop.Retries.
	CountRetries bool
}

const (
	// DefaultBudget is the budget of every design.
	DefaultBudget = 1024
	// DefaultArenaSlots is the size of every design's arena.
	DefaultArenaSlots = 1 << 16
)

// Find returns the composition of a design.
func Find(name string) (Composition, bool) {
	for _, c := range Compositions() {
		if c.Name == name {
			return c, true
		}
	}
	return Composition{}, false
}

// Entries returns the designs that this system can run, in the order of the
// tournament.
func Entries() []contest.Entry {
	var entries []contest.Entry
	for _, c := range Compositions() {
		if c.absent() == nil {
			entries = append(entries, EntryOf(c))
		}
	}
	return entries
}

// Absent returns the designs that this system cannot run, each with the reason.
func Absent() map[string]error {
	absent := map[string]error{}
	for _, c := range Compositions() {
		if err := c.absent(); err != nil {
			absent[c.Name] = err
		}
	}
	return absent
}

// absent returns why this system cannot run the composition, nil when it can. A
// two-tier design without a poller stays on its channel.
func (c Composition) absent() error {
	if !hasPoller && c.Waker == Poller {
		return ErrNoPoller
	}
	return nil
}

// EntryOf makes a contestant of a composition, for an ablation. Its New fails
// when the parts do not fit.
func EntryOf(c Composition) contest.Entry {
	can := contest.Loops | contest.PriorityLane | contest.PanicIsolation | contest.GoexitIsolation |
		contest.SubmitBeforeRun | contest.Microtasks
	if c.Turn != OneByOne {
		can |= contest.Timers
	}
	if hasPoller && c.Waker != Channel {
		can |= contest.Descriptors
	}
	bound := 0
	if c.Ingress == ArenaRing {
		bound = c.ArenaSlots
	}
	return contest.Entry{
		Name:    c.Name,
		Kind:    contest.Design,
		Summary: c.Summary,
		Can:     can,
		Bound:   bound,
		New: func() (contest.Loop, error) {
			l, err := New(c)
			if err != nil {
				return nil, err // not a nil *Loop in an interface that is not nil
			}
			return l, nil
		},
	}
}
