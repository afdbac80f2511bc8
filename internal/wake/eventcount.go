// Package wake is the event count on which a loop parks and by which it is
// unparked: one sleeper, any number of notifiers.
//
// # The protocol
//
// The sleeper:
//
//  1. Prepare: announce that it is about to park.
//  2. Check again everything that could be work.
//  3. There is work: Cancel. There is none: Wait.
//
// Everybody who makes work (a push, the clock, the end of a context):
//
//  1. Make the work visible with an atomic operation.
//  2. Notify: if the sleeper has announced that it is about to park, take the
//     announcement back and unpark it, once.
//
// All four operations are sequentially consistent. So of the sleeper's second check
// and the notifier's read of the state at least one sees what the other side wrote
// before. Only one notifier wins the compare-and-swap in Notify, so the channel that
// holds one token never blocks a notifier. Notifying a sleeper that is awake costs
// one load.
//
// The sleeper parks on a channel of its own, or on a [Parker]. A loop that mostly
// receives descriptor events uses a Parker that parks in the runtime's netpoller,
// where an event unparks it without another goroutine in between. The protocol is the
// same. The state names the place where the sleeper parks. A notifier claims it with the
// same compare-and-swap. Exactly one token or one Unpark follows each claim. The sleeper
// consumes it even if the Parker has returned for a reason of its own.
//
// A sleeper with a host does not park. It announces that it is idle and returns to its host, which
// calls it again later. The claim calls the host's function instead of sending a token, and nothing
// is consumed. models/host.pml has this form.
//
// models/ checks both sides exhaustively and shows, mutant by mutant, what breaks
// without each step; docs/wake-protocol.md lists the sources of work.
//
// # Rejected
//
// A select over several channels locks them all for each park and each unpark. A
// sync.Cond needs its lock around the work. An eventfd costs a system call on each
// side and a thread; a loop WithBlockingPoll has one as its Parker. A time limit "to be safe"
// would turn a lost wake-up from a hanging test into unexplained latency. Two tiers, a
// channel until a descriptor is registered and then the poller, have a race at each switch,
// and all submissions pay for one descriptor.
package wake

import (
	"runtime"
	"sync/atomic"

	"github.com/wakeful-go/wakeful/internal/native"
)

// Values of EventCount.state.
const (
	awake           = iota
	parkedOnChannel // or about to be
	parkedOnParker  // or about to be
	returnedToHost  // or about to
)

// A Parker is an alternative to the channel for parking. A sleeper uses it if another event source
// can unpark it there.
type Parker interface {
	// Park parks until Unpark is called, and then returns false, or until its own event source ends
	// it, and then returns true. Sleeper only.
	Park() (byItself bool)
	// Unpark ends a Park or a ConsumeUnpark, including one that starts later. The notifier calls it
	// once per claim.
	Unpark()
	// ConsumeUnpark waits for an Unpark that has been or will be called. Sleeper only.
	ConsumeUnpark()
}

// An EventCount has one sleeper and any number of notifiers. Init it before use.
type EventCount struct {
	// state says where the sleeper is parked or about to park. Prepare sets it before the sleeper
	// checks for work a second time. Notify reads it after the work was made visible. In any other
	// order, both sides can check too early, and the wake-up is lost (mutants NO_RECHECK,
	// FLAG_LATE, NOTIFY_FIRST). The side whose swap back to awake succeeds decides about the token
	// of this park: Notify must send it (NO_SEND), and Cancel must not wait for it. If the swap of
	// Cancel fails, Cancel must receive the token (CANCEL_LEAVES_TOKEN).
	state atomic.Uint32
	// tokens holds at most one token. The notifier that swapped the state sends it, and the sleeper
	// receives it before the next Prepare.
	tokens chan struct{}
	// parker is the Parker of this park. It is nil for the channel and while the sleeper is awake.
	// The sleeper writes it. A notifier reads it between its claim and Unpark, for which the
	// sleeper waits.
	parker Parker
	// host is called by the notifier that claims a sleeper that has returned to its host. It does
	// not change after InitHost.
	host func()
	// StampClaims requests the time of the next claim. The sleeper writes it before Prepare. A
	// notifier reads it between its claim and the token.
	StampClaims bool
	// traces requests the stack of the next claim, as StampClaims its time.
	traces bool
	// claim is the last claim. It is not in this struct, so that what follows the event count in a loop
	// shares its cache line.
	claim *claim
}

// A claim is when a notifier claimed the state, in ticks, and its stack. Written between claim and
// token, so that the token makes it visible to the sleeper.
type claim struct {
	at int64
	by Stack
}

// Init makes e ready. Called once, before e is shared; within a testing/synctest
// bubble a parked sleeper counts as durably blocked.
func (e *EventCount) Init() { e.tokens, e.claim = make(chan struct{}, 1), new(claim) }

// InitHost sets the function that wakes the host of the sleeper. Called once, before e is shared.
// The notifier calls it, so it must not wait for the sleeper.
func (e *EventCount) InitHost(wake func()) { e.host = wake }

// Notify unparks the sleeper if it is parked or about to park. Any goroutine may call
// it, after it has made work visible.
func (e *EventCount) Notify() {
	if e.state.Load() != awake {
		e.unpark()
	}
}

// unpark is separate so that Notify is inlined.
func (e *EventCount) unpark() {
	// Failure of all swaps means that another notifier unparks the sleeper, or that
	// the sleeper has found work by itself.
	switch {
	case e.state.CompareAndSwap(parkedOnChannel, awake):
		e.stampClaim()
		e.tokens <- struct{}{}
	case e.state.CompareAndSwap(parkedOnParker, awake):
		e.stampClaim()
		e.parker.Unpark()
	case e.state.CompareAndSwap(returnedToHost, awake):
		e.host()
	}
}

func (e *EventCount) stampClaim() {
	if e.StampClaims || e.traces {
		e.describeClaim()
	}
}

// describeClaim is separate so that stampClaim is inlined.
func (e *EventCount) describeClaim() {
	if e.StampClaims {
		e.claim.at = native.Ticks()
	}
	if e.traces {
		runtime.Callers(4, e.claim.by[:])
	}
}

// A Stack has the program counters of a notifier, from the function that called Notify on, followed by
// zeros.
type Stack = [12]uintptr

// TraceClaim requests the stack of the notifier that ends the next park. Sleeper only, before Prepare.
func (e *EventCount) TraceClaim(on bool) {
	if e.traces = on; on {
		e.claim.by = Stack{}
	}
}

// Claimer returns the stack of the notifier that ended the last Wait, without program counters if
// TraceClaim did not request it or no notifier did. Sleeper only, between Wait and the next Prepare.
func (e *EventCount) Claimer() *Stack {
	if !e.traces {
		return &noStack
	}
	return &e.claim.by
}

var noStack Stack

// Prepare announces a park on the channel. The sleeper checks for work after it, and
// then calls either Cancel or Wait.
func (e *EventCount) Prepare() { e.state.Store(parkedOnChannel) }

// PrepareOn is Prepare for a park on p.
func (e *EventCount) PrepareOn(p Parker) {
	e.parker = p
	e.state.Store(parkedOnParker)
}

// PrepareToReturn announces that the sleeper returns to its host. The sleeper checks for work after
// it. If there is work, it calls TakeBack. If there is none, it returns.
func (e *EventCount) PrepareToReturn() { e.state.Store(returnedToHost) }

// TakeBack withdraws the announcement of PrepareToReturn. The sleeper calls it in place of Cancel,
// and when its host calls it again. It reports whether a notifier had already claimed the
// announcement. In that case the notifier wakes the host, now or soon.
func (e *EventCount) TakeBack() (notified bool) {
	return !e.state.CompareAndSwap(returnedToHost, awake)
}

// Cancel withdraws the announcement. It reports whether a notifier had already claimed it. In that
// case Cancel has consumed the token or Unpark.
func (e *EventCount) Cancel() (notified bool) {
	if e.parker != nil {
		return e.cancelOnParker()
	}
	if e.state.CompareAndSwap(parkedOnChannel, awake) {
		return false
	}
	// A notifier has swapped the state: its token is here or on its way.
	<-e.tokens
	return true
}

func (e *EventCount) cancelOnParker() (notified bool) {
	// Failure means that a notifier has claimed the park and calls Unpark.
	if notified = !e.state.CompareAndSwap(parkedOnParker, awake); notified {
		e.parker.ConsumeUnpark()
	}
	e.parker = nil
	return notified
}

// Wait parks until a notifier unparks the sleeper, or its Parker returns by itself.
func (e *EventCount) Wait() {
	switch {
	case e.parker == nil:
		<-e.tokens
	case e.parker.Park():
		if !e.cancelOnParker() {
			e.claim.at = 0
		}
	default:
		e.parker = nil
	}
}

// Announced reports whether the sleeper has announced a park that is not yet claimed. If it returns
// true, the caller sees everything that the sleeper wrote before Prepare. Any goroutine may call
// it.
func (e *EventCount) Announced() bool { return e.state.Load() != awake }

// ClaimedAt returns the time at which the notifier that ended the last Wait claimed it, in ticks of
// package native, before unparking. It is 0 if no notifier did, and is meaningless if StampClaims
// was not set. Sleeper only, between Wait and the next Prepare.
func (e *EventCount) ClaimedAt() int64 { return e.claim.at }
