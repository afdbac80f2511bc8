package designs

import "github.com/wakeful-go/wakeful/tournament/contest"

// This file owns the compositions: which parts make which design. The facts are the founding
// documents'.

// A Composition names the parts of a loop. To exchange one part alone, copy a
// design's composition with [Find] and change one field.
type Composition struct {
	Name     string
	Summary  string
	Ingress  IngressKind
	Waker    WakerKind
	Turn     TurnKind
	Clearing Clearing
	// DirectTable finds descriptors in an array of 65,536 entries, instead of a map under a
	// read-write mutex.
	DirectTable bool
	// MicrotaskRing queues microtasks in a lock-free ring of 4,096 slots that are allocated once,
	// and a full one is an error. Without it, the queue is an unbounded slice.
	MicrotaskRing bool
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

// Compositions returns the designs in the order of the tournament. The last three are variants of
// others.
func Compositions() []Composition {
	all := []Composition{{
		Name:    "main",
		Summary: "Two tiers of waking, a mutex and a slice swapped whole: the founding documents' balanced choice.",
		Ingress: MutexTiered, Waker: TwoTier, Turn: TightDrain, Clearing: ClearUsed,
		Padded: true, Budget: DefaultBudget,
	}, {
		Name:    "mainlockfree",
		Summary: "What main was a day earlier: a compare-and-swap list, and a poller that is always asked.",
		Ingress: CASList, Waker: Poller, Turn: FullTick, Clearing: ClearUsed,
		Padded: true, Budget: DefaultBudget,
	}, {
		Name:    "alternateone",
		Summary: "Maximum safety: one coarse lock, validated transitions, a shutdown in five phases, structured errors.",
		Ingress: MutexChunks, Waker: Poller, Turn: FullTick, Clearing: ClearWhole,
		Padded: true, Budget: DefaultBudget, Coarse: true, Checked: true,
	}, {
		Name:    "alternatetwo",
		Summary: "Maximum performance: a lock-free ring of 65,536 slots made once, padding, descriptors indexed directly.",
		Ingress: ArenaRing, ArenaSlots: DefaultArenaSlots, Waker: Poller, Turn: FullTick, Clearing: ClearUsed,
		DirectTable: true, MicrotaskRing: true, Padded: true, Budget: DefaultBudget,
	}, {
		Name:    "alternatethree",
		Summary: "The original main: a mutex and chunks cleared whole, a poller always, a flag that shares its cache line.",
		Ingress: MutexChunks, Waker: Poller, Turn: FullTick, Clearing: ClearWhole,
		Padded: false, Budget: DefaultBudget,
	}}
	two, three := all[3], all[4]

	threePlus := three
	threePlus.Name = "alternatethreeplus"
	threePlus.Summary = "Alternatethree with the repair that was proposed and never built: main's channel while no descriptor is registered."
	threePlus.Waker = TwoTier

	twoPlus := two
	twoPlus.Name = "alternatetwoplus"
	twoPlus.Summary = "The hybrid that was projected to win everywhere and never built: alternatetwo's ring, main's two tiers and tight loop."
	twoPlus.Waker, twoPlus.Turn = TwoTier, TightDrain

	twoMini := two
	twoMini.Name = "alternatetwomini"
	twoMini.Summary = "The hybrid in 100 lines: a second goroutine empties the ring into a 32-slot channel of tasks."
	twoMini.Waker, twoMini.Turn = Channel, OneByOne
	return append(all, threePlus, twoPlus, twoMini)
}

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
