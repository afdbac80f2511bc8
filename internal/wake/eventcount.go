// Package wake is the one way in which a loop sleeps and is woken: an event
// count with one sleeper, parking on a channel of its own, or in a bed.
//
// # The protocol
//
// The sleeper:
//
//  1. Prepare: say that it is about to sleep.
//  2. Look again at everything that could be work.
//  3. Something is there: Cancel. Nothing is there: Wait.
//
// Everybody who can make work, be it a push, the clock, the end of a context:
//
//  1. Make the work visible with an atomic operation.
//  2. Notify: if the sleeper has said that it is about to sleep, take that word
//     back in its place, and send it one token.
//
// Of the two looks, the sleeper's at the work and the producer's at the word, at
// least one sees what the other side wrote before, since all four operations are
// sequentially consistent. The swap in Notify lets one producer alone send, so a
// sleeper that is awake costs a producer one load, and the token always finds
// room in the channel.
//
// A sleeper to whom something else comes all the time, such as the events of
// descriptors, may sleep where that comes, in a Bed, and is woken by it without a
// goroutine in between. Nothing changes for the producers but what they call
// instead of sending a token. The word says which; it is claimed in the same way,
// and a claim is answered by the sleeper in the same way, also if the bed has woken
// it meanwhile.
//
// models/ checks both sides exhaustively and shows, mutant by mutant, what breaks
// without each step; docs/wake-protocol.md is the argument in full.
//
// # Rejected
//
// A select over several channels locks them all for each sleep and each wake. A
// sync.Cond needs its lock around the work. An eventfd costs a system call on
// each side and a thread. A time limit "to be safe" would turn a lost wake-up
// from a hanging test into unexplained latency.
package wake

import (
	"sync/atomic"

	"github.com/wakeful-go/wakeful/internal/native"
)

// States of the word.
const (
	awake   = 0
	waiting = 1 // for the token
	away    = 2 // in a bed
)

// A Bed is where a sleeper may sleep in place of the channel, because something
// else that it waits for wakes it there.
type Bed interface {
	// Sleep sleeps until Rouse is called, and returns false; or until something
	// else ends it, and returns true.
	Sleep() (byItself bool)
	// Rouse ends a Sleep or an Absorb, also one that is yet to come. Called once
	// per claim, by the notifier.
	Rouse()
	// Absorb waits for a Rouse that is on its way.
	Absorb()
}

// An EventCount has one sleeper and any number of notifiers. Init it before use.
type EventCount struct {
	// word is what the sleeper says. Prepare sets it to waiting, before the
	// sleeper looks for work a second time; Notify reads it after making work
	// visible. Without that order on either side both look too early and the
	// wake-up is lost (mutants NO_RECHECK, FLAG_LATE, NOTIFY_FIRST). Whoever
	// swaps it back to awake owns the token of this sleep: Notify must send it,
	// Cancel must not wait for it (mutants NO_SEND, CANCEL_LEAVES_TOKEN).
	word atomic.Uint32
	// tokens holds at most one: who swapped the word sends, and the sleeper
	// receives it before the next Prepare.
	tokens chan struct{}
	// bed is where this sleep is, nil for the channel and while awake. The
	// sleeper's; a notifier reads it between its claim and Rouse, which the sleeper
	// waits for.
	bed Bed
	// Timed has the claim of the next sleep stamped. The sleeper's, who sets it
	// before Prepare; a notifier reads it between its claim and the token.
	Timed bool
	// claimed is when the last notifier claimed the word, in ticks. Written
	// between claim and token, so that the token makes it the sleeper's to read.
	claimed int64
}

// Init makes e ready. Called once, before e is shared; within a testing/synctest
// bubble the sleep counts as durably blocked.
func (e *EventCount) Init() { e.tokens = make(chan struct{}, 1) }

// Notify wakes the sleeper if it sleeps or is about to. Any goroutine may call
// it, after it has made work visible.
func (e *EventCount) Notify() {
	if e.word.Load() != awake {
		e.send()
	}
}

// send is apart from Notify so that Notify is inlined.
func (e *EventCount) send() {
	// Failure means that another notifier sends, or that the sleeper has found
	// work by itself.
	switch {
	case e.word.CompareAndSwap(waiting, awake):
		e.stamp()
		e.tokens <- struct{}{}
	case e.word.CompareAndSwap(away, awake):
		e.stamp()
		e.bed.Rouse()
	}
}

func (e *EventCount) stamp() {
	if e.Timed {
		e.claimed = native.Ticks()
	}
}

// Prepare announces a sleep. The sleeper looks for work after it, and then calls
// either Cancel or Wait.
func (e *EventCount) Prepare() { e.word.Store(waiting) }

// PrepareIn is Prepare for a sleep in bed.
func (e *EventCount) PrepareIn(bed Bed) {
	e.bed = bed
	e.word.Store(away)
}

// Cancel takes the announcement back. It reports whether a notifier had claimed
// it, whose token or Rouse Cancel has received.
func (e *EventCount) Cancel() (notified bool) {
	if e.bed != nil {
		return e.leave()
	}
	if e.word.CompareAndSwap(waiting, awake) {
		return false
	}
	// A notifier has swapped the word: its token is here or on its way.
	<-e.tokens
	return true
}

// leave is Cancel for a sleep in a bed.
func (e *EventCount) leave() (notified bool) {
	if notified = !e.word.CompareAndSwap(away, awake); notified {
		e.bed.Absorb()
	}
	e.bed = nil
	return notified
}

// Wait sleeps until a notifier wakes the sleeper, or its bed does.
func (e *EventCount) Wait() {
	switch {
	case e.bed == nil:
		<-e.tokens
	case e.bed.Sleep():
		if !e.leave() {
			e.claimed = 0
		}
	default:
		e.bed = nil
	}
}

// Claimed returns when the notifier who ended the last Wait did so, in ticks of
// package native: the wake-up itself came after it. 0 if nobody did; of no meaning if
// that sleep was not Timed. Sleeper only, between Wait and the next Prepare.
func (e *EventCount) Claimed() int64 { return e.claimed }

// Visit calls f while the sleeper sleeps, and then wakes it; it reports whether
// the sleeper slept. What the sleeper wrote before Prepare is f's to read and to
// write: nobody but the visitor can send the token that the sleeper is waiting
// for. A visitor is a notifier that brings no work.
func (e *EventCount) Visit(f func()) bool {
	switch {
	case e.word.CompareAndSwap(waiting, awake):
		e.stamp()
		f()
		e.tokens <- struct{}{}
	case e.word.CompareAndSwap(away, awake):
		e.stamp()
		f()
		e.bed.Rouse()
	default:
		return false
	}
	return true
}
