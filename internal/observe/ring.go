package observe

import (
	"math/bits"
	"sync"
	"sync/atomic"
	"time"

	"github.com/wakeful-go/wakeful/internal/native"
)

// This file owns the flight recorder of a loop: a ring with the last events.
//
// # Who writes and who reads
//
// The loop's goroutine writes the ring. Any other goroutine may copy it at any time (Snapshot),
// also while the loop is blocked in a callback. The reader never makes the loop wait.
//
// An event is four words. The loop stores the words of event n and then stores n+1 in head. It
// changes the words of an older event in three cases. When a callback or a park ends, it stores the
// function or the stack, and then the word with the duration. The reader loads that word first. When a
// callback was an entry of a batch, it erases its Cause, which gets the kind 0. And it adds to the sums
// of a TagWritten, of which a reader may find only the first. All these events are still among the last
// ones, because a callback has few others.
//
// The reader loads head, loads the words of all events that the ring can hold, and loads head again.
// Let the second value be h. The loop may have begun to overwrite the slot of event h-size, but no
// later one: it stores the words of event n only after head was n. So the reader drops the events up
// to h-size.
//
// This needs two orders. A reader that loads a word of event n must then find at least n in head.
// The loop stores head before that word. All these stores have at least release order, and all loads
// are sequentially consistent, so the word brings the earlier store of head with it. And a reader
// that finds n+1 in head must load the words of event n or newer ones, which the same pairing gives.
// No side stores and then loads to decide something, so release order is enough (see
// native.StoreRelease). TestRingStress checks it under the race detector.
//
// # What is recorded
//
// Two readings of the clock and an event take as long as several short callbacks. So the ring has a
// budget: an event costs budgeted time, and time that passes pays for it. Callbacks and parks that
// take longer than that are all recorded. Of shorter ones, a random part is, and an event
// Untimed says how many there were between two readings of the clock and how long they took. So
// the events of a ring cover the time without gaps.

// Kinds of events.
const (
	KindCallback = 1 + iota
	KindUntimed
	KindPark
	KindSpin
	KindWork
	KindCause
	KindTag
	KindMove
)

// Panicked is set in Detail of a callback that did not return: it has panicked or ended its
// goroutine.
const Panicked = 0x80

// Reasons why a park has ended, in Detail.
const (
	WokenOther = iota
	WokenSubmitted
	WokenPriority
	WokenTimer
	WokenDescriptor
	WokenEnd
)

// Details of a Cause: where a callback came from.
const (
	CauseSubmitted = iota
	CauseTimer
	CauseResult
	CauseWork
)

// What a Tag is about.
const (
	TagConnection = iota
	TagKey
	TagPartition
	TagTenant
	TagWritten
	TagWaited
)

// MovedIn is the bit in Detail of a Move on the loop that gets what moves.
const MovedIn = 0x80

// An Event is one event of a ring. Times are in ticks, in a bubble of testing/synctest in
// nanoseconds of the loop's clock.
type Event struct {
	Start    int64
	Duration int64 // Unfinished for a callback that has not returned and a park that has not ended
	Kind     uint8
	// Detail is the phase of a callback with Panicked, the reason of an unpark, or 1 for a spin that
	// found work.
	Detail uint8
	// Value is the entry of the function of a callback or a work, or a name (IsName). For Untimed it
	// is the number of callbacks in the upper half and of parks in the lower half. For a park it is the
	// number of the stack that woke the loop, 0 if it is unknown. For a cause it is the number of the
	// stack of the submitter. A tag and a move have A in the upper half and B in the lower half. For
	// a spin it is how long the loop has spun since the last event of this kind, this spin included.
	Value uint64
	// Queue is the number of submitted functions in the queue at the start of a callback, without those
	// that were pushed since the last swap. For a spin it is the number of spins in vain since the last
	// event of this kind. For work it is how many microseconds the result waited for the loop. For a
	// cause it is the ID of the loop that has submitted. For a park it is how long before its end it was
	// claimed, in units of the clock.
	Queue uint32
	// Extra is by how many microseconds a timer was late, the descriptor of a descriptor event, the
	// number of microtasks among Untimed, of all spins since the last event, or of microseconds that
	// work waited for a goroutine. For a tag and a move it is C. For a park it is the nanoseconds that
	// the thread waited for a processor, NotKnown if that is unknown.
	Extra uint32
}

// Unfinished is the Duration of a callback that has not returned, and of a park that has not ended.
const Unfinished = 1<<durationBits - 1

// NotKnown is an unknown number of nanoseconds in an event.
const NotKnown = 1<<32 - 1

// IsName is the bit in Value of a callback whose function has a name of telemetry.Named. The other bits
// are the number of the name.
const IsName = 1 << 63

// EventBytes is the memory of an event.
const EventBytes = 8 * eventWords

const (
	eventWords   = 4
	durationBits = 48
	// budgeted is how much time pays for one event.
	budgeted = 20 * time.Microsecond
	// savedEvents is for how many events an idle loop can save time.
	savedEvents = 256
	// stackInterval is the time between two stacks of submitters, and between two of notifiers. A stack
	// takes about as long as ten events.
	stackInterval = time.Millisecond
	// savedStacks is for how many stacks an idle loop can save time.
	savedStacks = 8
	// recentHashes is how many hashes of keys are kept, to find those that come often.
	recentHashes = 256
	// maxSkip limits how many callbacks are not timed in a row. Callbacks of ten nanoseconds need so many,
	// or their events cost more than the budget.
	maxSkip = 4096
	// maxTexts limits the different names and stacks that a ring keeps.
	maxTexts = 1024
)

// A Stack has the program counters of a goroutine that has woken the loop.
type Stack = [12]uintptr

// A Ring records the events of one loop. Make it with NewRing.
type Ring struct {
	// Immutable.

	slots []atomic.Uint64
	fake  bool
	unit  int64 // budgeted in units of the clock
	// interval is stackInterval in units of the clock.
	interval int64

	// head is the number of events so far. The loop writes it, see above.
	head atomic.Uint64

	// Loop goroutine only.

	last    int64  // the last reading of the clock
	open    uint64 // 1 plus the number of the event of the callback that runs, 0 for none
	credit  int64  // time that was saved for events
	average int64  // time between the starts of the last callbacks
	started int64  // the start of the last timed callback
	random  random
	// parkedAt is the start of a timed park that has not ended, -1 for none. longParks is set if parks are
	// rare enough to time all.
	parkedAt   int64
	longParks  bool
	parked     uint64 // 1 plus the number of the event of the last timed park
	unparkedAt int64
	spins      uint32
	vain       uint32
	spun       int64
	cause      Event  // of the next callback, or of the one that runs; Kind is 0 for none
	causeAt    uint64 // the number of its event
	details    int    // events Tag and Move of the callback that runs
	// hashes are those of the last tags of keys.
	hashes [recentHashes]uint32
	// notifierAt and submitterAt are when the next stacks are due.
	notifierAt, submitterAt int64

	// mu guards the tables. The loop adds to them, and Snapshot copies them.
	mu       sync.Mutex
	names    []string
	nameOf   map[string]uint64
	stacks   []Stack
	numberOf map[Stack]uint64
}

// NewRing returns a ring that uses at most size bytes, but has room for 64 events. fake says that time
// is that of a bubble of testing/synctest.
func NewRing(size int, fake bool) *Ring {
	events := 1 << (bits.Len(uint(max(size/EventBytes, 64))) - 1)
	r := &Ring{
		slots: make([]atomic.Uint64, events*eventWords), fake: fake, unit: int64(budgeted), interval: int64(stackInterval),
		nameOf: map[string]uint64{}, numberOf: map[Stack]uint64{},
	}
	if !fake {
		r.unit, r.interval = native.TicksIn(budgeted), native.TicksIn(stackInterval)
	}
	r.credit = r.unit * savedEvents
	return r
}

// Size returns how many events the ring can hold. Any goroutine.
func (r *Ring) Size() int { return len(r.slots) / eventWords }

// Fake reports whether time is that of a bubble of testing/synctest. Any goroutine.
func (r *Ring) Fake() bool { return r.fake }

// Attach is called when the loop starts to record. Loop only, like everything below until Snapshot.
func (r *Ring) Attach(now int64) {
	r.last, r.started, r.unparkedAt, r.parkedAt = now, now, now, -1
	r.notifierAt, r.submitterAt = now-savedStacks*r.interval, now-savedStacks*r.interval
}

// slot returns the words of event n, which must be among the last ones.
func (r *Ring) slot(n uint64) []atomic.Uint64 {
	return r.slots[n*eventWords&uint64(len(r.slots)-1):][:eventWords]
}

// write writes an event.
func (r *Ring) write(e Event) {
	n := r.head.Load()
	slot := r.slot(n)
	native.StoreRelease(&slot[0], uint64(e.Start))
	native.StoreRelease(&slot[1], pack(e.Duration, e.Kind, e.Detail))
	native.StoreRelease(&slot[2], e.Value)
	native.StoreRelease(&slot[3], uint64(e.Queue)<<32|uint64(e.Extra))
	native.StoreRelease(&r.head, n+1)
}

func pack(duration int64, kind, detail uint8) uint64 {
	return uint64(kind)<<56 | uint64(detail)<<48 | uint64(min(max(duration, 0), Unfinished))
}

// Untimed counts what was not timed since the last reading of the clock.
type Untimed struct {
	Callbacks  int64
	Microtasks int64 // of the callbacks
	Parks      int64
}

// pass accounts for the time since the last reading of the clock.
func (r *Ring) pass(now int64, in Untimed) {
	if r.open != 0 { // it did not return
		slot := r.slot(r.open - 1)
		detail := uint8(slot[1].Load() >> 48)
		native.StoreRelease(&slot[1], pack(min(now-r.last, Unfinished-1), KindCallback, detail|Panicked))
		r.open, r.cause.Kind = 0, 0
		in.Callbacks, in.Parks = 0, 0
	}
	r.WithdrawPark()
	passed := max(0, now-r.last)
	r.credit = min(r.credit+passed, r.unit*savedEvents)
	if in.Callbacks > 0 || in.Parks > 0 {
		r.write(Event{
			Start: r.last, Duration: passed, Kind: KindUntimed,
			Value: uint64(in.Callbacks)<<32 | uint64(uint32(in.Parks)), Extra: uint32(in.Microtasks),
		})
		r.credit -= r.unit
		if in.Parks > 0 {
			r.longParks = passed/in.Parks > 2*r.unit
		}
	}
	r.last = now
}

// Begin records that a callback begins, after others that were not timed.
func (r *Ring) Begin(now int64, fn uint64, phase, queue int, extra uint32, before Untimed) {
	r.pass(now, before)
	r.average = (now - r.started) / (before.Callbacks + 1)
	r.started = now
	if r.cause.Kind != 0 {
		r.writeCause(now)
	}
	r.open, r.details = r.head.Load()+1, 0
	r.write(Event{Start: now, Duration: Unfinished, Kind: KindCallback, Detail: uint8(phase), Value: fn, Queue: uint32(queue), Extra: extra})
}

// End records that the callback has returned, and that it was fn, 0 for a function of the library
// that is none. It returns how many callbacks are not timed before the next one.
func (r *Ring) End(now int64, fn uint64, phase int) (skip int64) {
	slot := r.slot(r.open - 1)
	r.open = 0
	kind := uint8(KindCallback)
	if fn == 0 {
		kind = 0
		r.passCauseOn()
	} else {
		r.cause.Kind = 0
	}
	native.StoreRelease(&slot[2], fn)
	native.StoreRelease(&slot[1], pack(min(now-r.last, Unfinished-1), kind, uint8(phase)))
	r.credit = min(r.credit+max(0, now-r.last), r.unit*savedEvents) - r.unit
	r.last = now
	missing := r.unit - r.credit
	if missing <= 0 || r.cause.Kind != 0 {
		return 0
	}
	return r.random.upTo(2 * min(maxSkip/2, missing/max(1, r.average))) // random, so that no pattern of the program is missed
}

// Detach is called when the loop stops to record or ends, after callbacks that were not timed.
func (r *Ring) Detach(now int64, before Untimed) { r.pass(now, before) }

// TimesPark reports whether a park is timed that begins now, when skip callbacks come before the next
// timed one.
func (r *Ring) TimesPark(skip int64) bool { return skip <= 0 || r.longParks }

// Park records that a timed park begins. wantStack says that whoever ends it should leave its stack.
func (r *Ring) Park(now int64, before Untimed) (wantStack bool) {
	r.pass(now, before)
	r.parkedAt = now
	r.parked = r.head.Load() + 1
	r.write(Event{Start: now, Duration: Unfinished, Kind: KindPark})
	return now >= r.notifierAt
}

// WithdrawPark records that the loop has found work, and the timed park has not begun.
func (r *Ring) WithdrawPark() {
	if r.parkedAt >= 0 {
		native.StoreRelease(&r.slot(r.parked - 1)[1], 0)
		r.parkedAt = -1
	}
}

// later returns when the next stack is due after one that was due at a time. A loop that was idle may
// take several at once.
func (r *Ring) later(due, now int64) int64 {
	return max(due, now-savedStacks*r.interval) + r.interval
}

// TimedPark reports whether the park that begins or has ended is timed.
func (r *Ring) TimedPark() bool { return r.parkedAt >= 0 }

// Unpark records the end of a timed park. claimed is when a notifier has claimed it, 0 if none has or
// that is unknown. waited is how many nanoseconds of this time the thread waited for a processor, or
// NotKnown. Unpark reports whether the next callback should be timed.
func (r *Ring) Unpark(now int64, reason uint8, by *Stack, claimed int64, waited uint32) (time bool) {
	slot := r.slot(r.parked - 1)
	if by[0] != 0 {
		native.StoreRelease(&slot[2], r.stack(by))
		r.notifierAt = r.later(r.notifierAt, now)
	}
	if claimed > r.parkedAt && claimed < now {
		native.StoreRelease(&slot[3], uint64(min(now-claimed, NotKnown))<<32|uint64(waited))
	}
	native.StoreRelease(&slot[1], pack(min(now-r.parkedAt, Unfinished-1), KindPark, reason))
	r.credit = min(r.credit+max(0, now-r.parkedAt), r.unit*savedEvents) - r.unit
	r.longParks = now-r.unparkedAt > 2*r.unit
	r.last, r.unparkedAt, r.parkedAt = now, now, -1
	return r.longParks
}

// Spin records a spin, or counts it for the next event if there is no time for an event.
func (r *Ring) Spin(began, now int64, found bool) {
	r.spins++
	r.spun += now - began
	if !found {
		r.vain++
	}
	if r.credit+now-r.last < r.unit {
		return
	}
	e := Event{Start: began, Duration: now - began, Kind: KindSpin, Value: uint64(r.spun), Queue: r.vain, Extra: r.spins}
	if found {
		e.Detail = 1
	}
	r.write(e)
	r.spins, r.vain, r.spun = 0, 0, 0
	r.credit -= r.unit
}
