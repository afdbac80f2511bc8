package promise

// Rejections that nobody looks at: who is told, and when.

import (
	"errors"
	"fmt"
	"log/slog"
	"runtime"
	"strings"

	"github.com/wakeful-go/wakeful"
)

// Unhandled is a rejection that nobody has looked at.
type Unhandled struct {
	// Err is why the promise was rejected.
	Err error
	// Created is where the promise was made, as "function (file:line)", and empty
	// unless the loop was debugged at that time, see Debug.
	Created string
}

// OnUnhandled has listener called, on the loop, with the rejections that nobody
// looks at. It is called at the end of a turn, in the closings phase, at most once
// in a turn, with all promises that were rejected in it, in that order, and for
// which nobody waits by then. Each promise is reported once. A loop that drains
// reports when its microtasks have run; what is rejected because the loop ends is
// not reported, nor a runtime.Goexit in a reaction, of which the loop has told its
// panic handler. Of promises that adopt one another at most one is reported, and none
// if somebody waits for any of them.
//
// Without a listener, they are logged with slog.Error, ten of a turn at most one by
// one. A nil listener is wakeful.ErrNilFunc, a loop that has ended ErrAbandoned. Any
// goroutine may call it.
func OnUnhandled(l *wakeful.Loop, listener func([]Unhandled)) error {
	h := homeOf(l)
	switch {
	case listener == nil:
		return wakeful.ErrNilFunc
	case h.reason != nil:
		return h.reason
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	h.listener = listener
	return nil
}

// Debug says whether promises that are made for the loop from now on remember
// where, for the report of unhandled rejections. That takes a microsecond or two
// and two allocations for each promise. Of a nil loop it does nothing. Any goroutine may
// call it.
func Debug(l *wakeful.Loop, on bool) {
	if l != nil {
		homeOf(l).debug.Store(on)
	}
}

// mourn notes that c was rejected and nobody waits for it. Loop only.
func (h *home) mourn(c *core) {
	if why := c.reason(); c.handled.Load() || why.told || errors.Is(why.err, ErrAbandoned) {
		return
	}
	h.unhandled = append(h.unhandled, c)
	if len(h.unhandled) > 1 {
		return
	}
	switch {
	case h.ended:
		h.loop.AtEnd(h.report) //nolint:errcheck // accepted on the loop
	case h.loop.SetClosing(h.report) != nil:
		h.loop.QueueMicrotask(h.reportSoon) //nolint:errcheck // accepted on the loop
	}
}

// mournSoon is mourn for any goroutine.
func (h *home) mournSoon(c *core) {
	switch {
	case h.loop == nil:
	case h.loop.OnLoop():
		h.mourn(c)
	default:
		_ = h.post(func() { h.mourn(c) }) // or the loop is ending
	}
}

// reportSoon reports when no reactions are left: on a loop that drains, which has
// no closings.
func (h *home) reportSoon() {
	if h.queue.n == 0 || h.loop.QueueMicrotask(h.reportSoon) != nil {
		h.report()
	}
}

// report reports what nobody has looked at so far. Loop only.
func (h *home) report() {
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

// logged is how many rejections of one turn are logged one by one.
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
		slog.Error("promise: unhandled rejection; add a Catch, Transform or Await", attributes...)
	}
}

// prefix is what the names of this package's functions begin with.
var prefix = func() string {
	pc, _, _, _ := runtime.Caller(0)
	name := runtime.FuncForPC(pc).Name()
	slash := strings.LastIndexByte(name, '/')
	dot := strings.IndexByte(name[slash+1:], '.')
	return name[:slash+1+dot+1]
}()

// here returns the record of a promise that is being made by who has called this
// package.
func here() *crowd {
	var pcs [16]uintptr
	frames := runtime.CallersFrames(pcs[:runtime.Callers(2, pcs[:])])
	for {
		frame, more := frames.Next()
		if !strings.HasPrefix(frame.Function, prefix) {
			return &crowd{site: fmt.Sprintf("%s (%s:%d)", frame.Function, frame.File, frame.Line)}
		}
		if !more {
			return &crowd{site: "unknown"}
		}
	}
}
