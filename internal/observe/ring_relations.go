package observe

import (
	"time"

	"github.com/wakeful-go/wakeful/internal/native"
)

// This file owns the events that relate others: work, what a callback has caused, and what it is for.
// Loop only.

// maxDetails is the largest part of a ring that the tags and moves of one callback use, so that its
// event is not overwritten before it ends.
const maxDetails = 4

// maxDebt is how many events HasCredit allows before time has paid for them.
const maxDebt = 64

// Work records that work of a goroutine is delivered now. startedIn is the start of the timed callback
// that has started it, 0 if there is none. The callback that gets the result runs or is the next one.
// Times are in ticks, so it is not for fake time.
func (r *Ring) Work(fn uintptr, startedIn, accepted, began, ended, now int64) {
	if startedIn != 0 {
		r.write(Event{Start: startedIn, Duration: began - startedIn, Kind: KindCause, Detail: CauseWork})
	}
	r.write(Event{
		Start: began, Duration: ended - began, Kind: KindWork, Value: uint64(fn),
		Queue: microseconds(now - ended), Extra: microseconds(began - accepted),
	})
	result := Event{Start: ended, Kind: KindCause, Detail: CauseResult}
	if r.open == 0 {
		r.cause = result
		return
	}
	result.Duration = max(0, r.last-ended)
	r.write(result)
}

func microseconds(ticks int64) uint32 {
	return uint32(min(max(0, native.Duration(ticks).Microseconds()), 1<<32-1))
}

// Running returns the start of the timed callback that runs, 0 if there is none.
func (r *Ring) Running() int64 {
	if r.open == 0 {
		return 0
	}
	return r.last
}

// WantsSubmitter reports whether it is time to ask who submits a function, and counts the request.
func (r *Ring) WantsSubmitter() bool {
	if r.last < r.submitterAt {
		return false
	}
	r.submitterAt = r.later(r.submitterAt, r.last)
	return true
}

// Random returns a random number from 0 to n.
func (r *Ring) Random(n int) int { return int(r.random.upTo(int64(n))) }

// Submitted says that the next callback was submitted at a time by a goroutine.
func (r *Ring) Submitted(at int64, by *Stack, goroutine uintptr) {
	r.cause = Event{Start: at, Kind: KindCause, Detail: CauseSubmitted, Value: r.stack(by)}
	if tags := tagsOn(goroutine); tags != nil {
		r.cause.Queue = uint32(tags.ID)
	}
}

// SetIn says that the next callback is that of a timer which the callback that began at a time has set.
func (r *Ring) SetIn(at int64) { r.cause = Event{Start: at, Kind: KindCause, Detail: CauseTimer} }

// HasCredit reports whether a callback may be timed that would not be, because it belongs to one that
// was.
func (r *Ring) HasCredit() bool { return r.credit > -maxDebt*r.unit }

// writeCause writes the cause of the callback that begins now.
func (r *Ring) writeCause(now int64) {
	e := r.cause
	e.Start = min(e.Start, now)
	e.Duration = now - e.Start
	r.causeAt = r.head.Load()
	r.write(e)
	r.credit -= r.unit
}

// DropCause says that what runs is no callback of the program.
func (r *Ring) DropCause() {
	r.passCauseOn()
	r.cause.Kind = 0
}

// passCauseOn makes the cause of the entry that has run that of the next callback, if it has one.
func (r *Ring) passCauseOn() {
	if r.cause.Kind != 0 {
		native.StoreRelease(&r.slot(r.causeAt)[1], 0)
	}
}

// tag records for what the timed callback that runs is, unless it has many tags already.
func (r *Ring) tag(detail uint8, a, b, c uint32) {
	if !r.hasRoom() {
		return
	}
	r.write(Event{Start: r.last, Kind: KindTag, Detail: detail, Value: uint64(a)<<32 | uint64(b), Extra: c})
	r.credit -= r.unit
}

// longCall is how long a callback must take for a reading of the kernel's counter.
const longCall = 10 * time.Millisecond

// IsLong reports whether a callback in real time has taken so long that WaitedFor pays.
func (r *Ring) IsLong(took int64) bool { return took >= int64(longCall/budgeted)*r.unit && !r.fake }

// WaitedFor records for how many nanoseconds, at most, the thread of the callback that has just returned
// has waited for a processor, NotKnown for nothing.
func (r *Ring) WaitedFor(nanoseconds uint32) {
	if nanoseconds != NotKnown && r.open != 0 {
		r.tag(TagWaited, nanoseconds, 0, 0)
	}
}

// written adds to the bytes and system calls of the last tag, if that is of the same connection and
// callback. Otherwise it writes a tag.
func (r *Ring) written(connection, bytes uint32) {
	last := r.slot(r.head.Load() - 1)
	was := last[2].Load()
	if last[1].Load() != pack(0, KindTag, TagWritten) || int64(last[0].Load()) != r.last || uint32(was>>32) != connection {
		r.tag(TagWritten, connection, bytes, 1)
		return
	}
	sum := min(was&(1<<32-1)+uint64(bytes), 1<<32-1)
	native.StoreRelease(&last[2], uint64(connection)<<32|sum)
	native.StoreRelease(&last[3], last[3].Load()+1)
}

// move records that something moves now, to or from another loop. since is when it has left that loop,
// or now.
func (r *Ring) move(detail uint8, since, now int64, a uint32, other *Tags, functions int) {
	if r.open != 0 && !r.hasRoom() {
		return
	}
	since = min(since, now)
	r.write(Event{
		Start: since, Duration: now - since, Kind: KindMove, Detail: detail,
		Value: uint64(a)<<32 | other.ID&(1<<32-1), Extra: uint32(functions),
	})
}

// hasRoom reports whether the callback that runs may have another tag or move, and counts it.
func (r *Ring) hasRoom() bool {
	r.details++
	return r.details <= r.Size()/maxDetails
}
