package js

import (
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
	for n := len(q.pending); n > 0 && len(q.pending) > 0; n-- {
		p := q.pending[0]
		q.pending[0] = nil
		q.pending = q.pending[1:]
		known := q.known[weak.Make(p)]
		if known == nil {
			continue // handled meanwhile
		}
		known.announced = true
		reason := p.Result()
		if !r.emit("unhandledRejection", reason, r.vm.ToValue(p)) {
			if p != r.idle.main { // its rejection is the exception of the program itself
				reason = r.rejectionError(reason)
			}
			r.uncaught(reason, nil, fromRejection)
		}
	}
	if len(q.pending) == 0 {
		q.pending = nil
	}
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
