package promise

// This file owns the report of unhandled rejections.

import (
	"errors"
	"log/slog"

	"github.com/wakeful-go/wakeful"
)

// Unhandled describes an unhandled rejection.
type Unhandled struct {
	// Err is the reason of the rejection.
	Err error
	// Created is the place where the promise was made, as "function (file:line)". It
	// is empty unless Debug was on at that time.
	Created string
}

// OnUnhandled sets the function that is called, on the loop, with unhandled rejections. A
// rejection is unhandled if nothing waits for the promise at the end of the turn in which
// it was rejected. The listener is called at most once per turn, at its end, with
// all such promises in the order of their rejection. Each promise is reported once. While
// the loop drains, the listener is called when the microtasks have run.
//
// Two rejections are not reported: those that the end of the loop causes, and a runtime.Goexit in a
// reaction, which the loop's panic handler receives. Of promises that adopt one another, at most
// one is reported, and none if one of them has a reaction.
//
// Without a listener, rejections are logged with slog.Error, at most ten per turn one by
// one. A nil listener is wakeful.ErrNilFunc. A loop that has ended is ErrAbandoned. Any
// goroutine may call it.
func OnUnhandled(l *wakeful.Loop, listener func([]Unhandled)) error {
	h := stateOf(l)
	switch {
	case listener == nil:
		return wakeful.ErrNilFunc
	case h.hasEnded():
		return h.endReason()
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	h.listener = listener
	return nil
}

// Debug sets whether promises that are made from now on record the place of their
// creation, for the report of unhandled rejections. A recording of the loop
// (telemetry.Record) then lists those that are pending. It takes one to two microseconds
// and three allocations per promise. For a nil loop, Debug does nothing. Any goroutine may
// call it.
func Debug(l *wakeful.Loop, on bool) {
	if l != nil {
		stateOf(l).debug.Store(on)
	}
}

// addUnhandled records that c was rejected and nothing waits for it. Loop only.
func (h *loopState) addUnhandled(c *core) {
	if why := c.reason(); c.handled.Load() || why.reported || errors.Is(why.err, ErrAbandoned) {
		return
	}
	h.unhandled = append(h.unhandled, c)
	if len(h.unhandled) > 1 {
		return
	}
	switch {
	case h.ended:
		h.loop.OnShutdown(h.report) //nolint:errcheck // accepted on the loop
	case h.loop.AtTurnEnd(h.report) != nil:
		h.loop.QueueMicrotask(h.reportSoon) //nolint:errcheck // accepted on the loop
	}
}

// postUnhandled is addUnhandled for any goroutine.
func (h *loopState) postUnhandled(c *core) {
	switch {
	case h.loop == nil:
	case h.loop.OnLoop():
		h.addUnhandled(c)
	default:
		_ = h.post(func() { h.addUnhandled(c) }) // or the loop is ending
	}
}

// reportSoon reports when no reactions are left. It is for a loop that drains, which
// accepts no functions of AtTurnEnd.
func (h *loopState) reportSoon() {
	if h.queue.Len() == 0 || h.loop.QueueMicrotask(h.reportSoon) != nil {
		h.report()
	}
}

// report reports the rejections that are still unhandled. Loop only.
func (h *loopState) report() {
	all := h.unhandled
	h.unhandled = nil
	var still []Unhandled
	for _, c := range all {
		if !c.handled.Load() {
			still = append(still, Unhandled{Err: c.reason().err, Created: c.reason().site})
		}
	}
	if still == nil {
		return
	}
	h.mu.Lock()
	listener := h.listener
	h.mu.Unlock()
	if listener == nil {
		listener = logUnhandled
	}
	listener(still)
}

// logged is the number of rejections per turn that are logged individually.
const logged = 10

func logUnhandled(all []Unhandled) {
	for i, u := range all {
		if i == logged {
			slog.Error("promise: more unhandled rejections in the same turn", "count", len(all)-logged)
			return
		}
		attributes := []any{"error", u.Err}
		if u.Created != "" {
			attributes = append(attributes, "created", u.Created)
		}
		slog.Error("promise: unhandled rejection; add a Catch, Handle or Await", attributes...)
	}
}
