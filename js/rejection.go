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
	known   map[weak.Pointer[vm.Promise]]*rejection
	swept   int // len(known) after collected promises were removed
	results
}

type rejection struct {
	announced bool
}

func (q *rejections) waiting() bool { return len(q.pending) > 0 || len(q.late) > 0 }

// track records a rejection or its handling. The engine calls it.
func (q *rejections) track(p *vm.Promise, operation vm.PromiseRejectionOperation) {
	switch operation {
	case vm.PromiseRejectionReject:
		if q.owns(p) {
			q.keep(p)
			return
		}
		q.reject(p)
	case vm.PromiseRejectionHandle:
		key := weak.Make(p)
		q.release(p)
		if known := q.known[key]; known != nil {
			delete(q.known, key)
			if known.announced {
				q.late = append(q.late, p)
			}
		}
	}
}

// reject queues a rejected promise for announcing.
func (q *rejections) reject(p *vm.Promise) {
	if q.known == nil {
		q.known = map[weak.Pointer[vm.Promise]]*rejection{}
	}
	sweep(q.known, &q.swept)
	q.known[weak.Make(p)] = &rejection{}
	q.pending = append(q.pending, p)
}

// drop drops all queued announcements.
func (q *rejections) drop() { q.pending, q.late = nil, nil }

// sweep removes collected promises from a map, each time the map has doubled.
func sweep[T any](known map[weak.Pointer[vm.Promise]]T, swept *int) {
	if len(known) < 2**swept+64 {
		return
	}
	for key := range known {
		if key.Value() == nil {
			delete(known, key)
		}
	}
	*swept = len(known)
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
		if known := q.known[weak.Make(p)]; known != nil {
			known.announced = true
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
	now := slices.DeleteFunc(q.pending, func(p *vm.Promise) bool { return q.known[weak.Make(p)] == nil })
	q.pending = nil
	return now
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
