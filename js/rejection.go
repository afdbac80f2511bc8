package js

import (
	"slices"
	"weak"

	"github.com/wakeful-go/wakeful/js/internal/vm"
)

// This file owns promises that were rejected without a handler. They are announced when the
// nextTicks and microtasks after a callback have run.

// rejections holds the rejections that the engine has reported and that were not announced yet.
type rejections struct {
	pending []*vm.Promise // rejected without a handler
	late    []*vm.Promise // announced before and handled since
	// known has the rejections that nothing has handled, and whether they were announced.
	known map[weak.Pointer[vm.Promise]]bool
	swept int // len(known) after collected promises were removed
}

func (q *rejections) waiting() bool { return len(q.pending) > 0 || len(q.late) > 0 }

// track records a rejection or its handling. The engine calls it.
func (q *rejections) track(p *vm.Promise, operation vm.PromiseRejectionOperation) {
	switch operation {
	case vm.PromiseRejectionReject:
		if q.known == nil {
			q.known = map[weak.Pointer[vm.Promise]]bool{}
		}
		q.sweep()
		q.known[weak.Make(p)] = false
		q.pending = append(q.pending, p)
	case vm.PromiseRejectionHandle:
		key := weak.Make(p)
		if q.known[key] {
			q.late = append(q.late, p)
		}
		delete(q.known, key)
	}
}

// drop drops all queued announcements.
func (q *rejections) drop() { q.pending, q.late = nil, nil }

// sweep removes collected promises from known, each time it has doubled.
func (q *rejections) sweep() {
	if len(q.known) < 2*q.swept+64 {
		return
	}
	for key := range q.known {
		if key.Value() == nil {
			delete(q.known, key)
		}
	}
	q.swept = len(q.known)
}

// announce emits the events rejectionHandled and unhandledRejection. Without a listener for the
// latter, the rejection is an uncaught exception.
func (r *Runtime) announce() {
	q := &r.rejections
	for len(q.late) > 0 {
		p := q.late[0]
		q.late = q.late[1:]
		if !r.emit("rejectionHandled", r.vm.ToValue(p)) {
			r.warn("PromiseRejectionHandledWarning", "Promise rejection was handled asynchronously", "")
		}
	}
	// As in Node, a rejection that a handler of another one handles is announced, too.
	now := q.unhandled()
	defer func() {
		if len(now) > 0 { // an exception
			q.pending = append(now, q.pending...)
		}
	}()
	for len(now) > 0 {
		p := now[0]
		now[0] = nil
		now = now[1:]
		if key := weak.Make(p); q.isKnown(key) {
			q.known[key] = true
		}
		reason := p.Result()
		if !r.emit("unhandledRejection", reason, r.vm.ToValue(p)) {
			if p != r.idle.main { // its rejection is the exception of the program itself
				reason = r.rejectionError(reason)
			}
			r.uncaught(reason, nil, fromRejection)
		}
		if r.ending.stopped.Load() {
			now = nil
		}
	}
}

// unhandled takes the rejections that nothing has handled yet.
func (q *rejections) unhandled() []*vm.Promise {
	now := slices.DeleteFunc(q.pending, func(p *vm.Promise) bool { return !q.isKnown(weak.Make(p)) })
	q.pending = nil
	return now
}

func (q *rejections) isKnown(p weak.Pointer[vm.Promise]) bool {
	_, ok := q.known[p]
	return ok
}

// rejectionError returns the reason if it is an error. Otherwise it returns an error that contains
// the reason's text.
func (r *Runtime) rejectionError(reason vm.Value) vm.Value {
	if isError(reason) {
		return reason
	}
	err := r.newError("Error", "This error originated either by throwing inside of an async function without a catch block, "+
		"or by rejecting a promise which was not handled with .catch(). The promise rejected with the reason \""+
		r.reason(reason)+"\".")
	_ = err.DefineDataProperty("name", r.vm.ToValue("UnhandledPromiseRejection"), vm.FlagTrue, vm.FlagTrue, vm.FlagFalse)
	_ = err.Set("code", "ERR_UNHANDLED_REJECTION")
	return err
}
