package js

import (
	"context"
	"errors"
	"fmt"
	"net/http"

	"github.com/wakeful-go/wakeful"
	"github.com/wakeful-go/wakeful/js/internal/vm"
	"github.com/wakeful-go/wakeful/js/internal/web"
)

// This file owns handlers of net/http that are written in JavaScript.

// A Handler is an http.Handler that calls a function of JavaScript with a Request. The function
// returns a Response or a promise of one, as the method fetch of a service worker, of Deno or of
// Bun. Make it with Runtime.Handler or Pool.Handler. Any number of requests may be in progress at
// the same time: their scripts take turns on the loop.
//
// Bodies are streams with backpressure in both directions. A part of the request's body is read
// when the script requests it. A part of the response's body is taken when the previous part was
// passed to the connection, and is sent at once. Reads and writes are work on other goroutines and
// count for Limits.PendingPromises. The size of a request's body is unlimited: use
// http.MaxBytesHandler. If the script fails because of that limit, the status is 413.
//
// When the client has gone, request.signal aborts, the stream of the response is canceled, and
// ServeHTTP returns without waiting for the script. HTTP/1 notices that while a body is read or
// written, and once the request's body was read to its end.
//
// If the function throws, returns no Response, or exceeds a limit, the request gets status 500
// without the message, and OnError the error. If the response had begun, its connection is aborted,
// so that the client does not take a part for the whole. The status is 503 when the runtime or its
// loop has ended, or the loop's queue or the pool is full.
//
// For a graceful end call http.Server.Shutdown, which waits for requests in progress, and then
// Shutdown of the loop, or Close of the pool. A request in progress keeps a loop with WithAutoExit
// running. The context of http.Request is that of the call, see Runtime.Async, but its end does not
// interrupt the script.
//
// statusText is not sent. Without a header content-type none is sent. Headers that concern the
// connection are dropped.
type Handler struct {
	// OnError gets each error of a request, also one that comes after the client has gone. An error
	// of the script is an *Error. It is called on the loop, or on the request's goroutine, and must
	// not block. nil logs it to the logger of the runtime. Set it before the first request.
	OnError func(r *http.Request, err error)
	// Info returns the second argument of the function, for instance what a middleware has put into
	// the request's context. Runtime.ToValue converts it. It is called on the request's goroutine.
	// Set it before the first request.
	Info func(r *http.Request) any

	serve func(ctx context.Context, x *web.Exchange, info any, report func(*Runtime, error)) error
}

// Handler returns an http.Handler for a function of JavaScript. value is the function, or an object
// with the method fetch, or the exports of a module whose default export is one of these:
//
//	exports, err := rt.RunFile(ctx, "app.js") // export default { fetch(request) {...} }
//	handler, err := rt.Handler(ctx, exports)
//
// If it is none of them, the error is a TypeError. Goroutines and context are as for RunString.
func (r *Runtime) Handler(ctx context.Context, value Value) (*Handler, error) {
	var fn, receiver vm.Value
	_, err := r.script(ctx, func() (Value, error) {
		fn, receiver = r.fetchFunction(value)
		if fn == nil {
			panic(r.newError("TypeError", "Handler: "+display(value)+" is not a function, has no method fetch, and no default export with one"))
		}
		return nil, nil
	})
	if err != nil {
		return nil, err
	}
	return &Handler{serve: func(ctx context.Context, x *web.Exchange, info any, report func(*Runtime, error)) error {
		q := &request{runtime: r, exchange: x, info: info}
		x.Report = func(err error) { report(r, r.handlerError(err)) }
		return q.serve(ctx, fn, receiver)
	}}, nil
}

// fetchFunction returns the function of a handler and its receiver. Inside JavaScript.
func (r *Runtime) fetchFunction(value vm.Value) (fn, receiver vm.Value) {
	for range 2 { // the value, and then its default export
		if callable(value) {
			return value, vm.Undefined()
		}
		o, ok := value.(*vm.Object)
		if !ok {
			return nil, nil
		}
		if method := o.Get("fetch"); callable(method) {
			return method, o
		}
		value = o.Get("default")
	}
	return nil, nil
}

// handlerError converts what a script has thrown. On the loop.
func (r *Runtime) handlerError(err error) error {
	if v, ok := web.Thrown(err); ok {
		return r.thrown(v, nil, "")
	}
	return err
}

// A request is one that a runtime answers.
type request struct {
	runtime  *Runtime
	exchange *web.Exchange
	info     any
}

// callHandler calls the function of the handler, and returns its promise. Inside JavaScript.
func (q *request) callHandler(fn, receiver vm.Value) (Value, error) {
	return q.exchange.Serve(hostView{q.runtime}, fn, receiver, q.info)
}

// serve calls the function, and waits until JavaScript has done its part, the client has gone, or
// the runtime has ended.
func (q *request) serve(ctx context.Context, fn, receiver vm.Value) error {
	ctx, leave := q.context(ctx)
	defer leave()
	_, err := q.runtime.await(ctx, "a Handler", func(*evaluation) (Value, error) { return q.callHandler(fn, receiver) })
	return err
}

// errClientGone is the cause of the end of a request's context.
var errClientGone = errors.New("js: the client of a request has gone")

// context returns the context for a request's script. It ends after the script was told that the
// client has gone. So the end does not interrupt the script.
func (q *request) context(ctx context.Context) (of context.Context, leave func()) {
	of, cancel := context.WithCancelCause(context.WithoutCancel(ctx))
	stop := context.AfterFunc(ctx, func() {
		q.exchange.Leave()
		tell := func() {
			q.exchange.Abort(hostView{q.runtime})
			cancel(errClientGone)
		}
		if !q.runtime.submit(tell) {
			cancel(errClientGone) // the runtime has ended
		}
	})
	return of, func() {
		stop()
		cancel(nil)
	}
}

// Handler is Runtime.Handler for a pool: each request is a use of a runtime, as by Run. handler is an
// expression as that of Run. If the response's body is a stream, the use lasts until it was written,
// and otherwise until the response was made. Functions of Async get the values of the request's
// context.
func (p *Pool) Handler(handler string) (*Handler, error) {
	program, err := p.program(handler)
	if err != nil {
		return nil, err
	}
	return &Handler{serve: func(ctx context.Context, x *web.Exchange, info any, report func(*Runtime, error)) error {
		e, err := p.acquire(ctx)
		if err != nil {
			return err
		}
		x.Report = func(err error) { report(e.rt, e.rt.handlerError(err)) }
		q := &request{runtime: e.rt, exchange: x, info: info}
		ctx, leave := q.context(ctx)
		defer leave()
		_, err = e.call(ctx, program, false, func(fn vm.Value) (Value, error) { return q.callHandler(fn, vm.Undefined()) })
		return err
	}}, nil
}

// ServeHTTP answers a request. It panics with http.ErrAbortHandler, which servers expect, to abort
// the connection.
func (h *Handler) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	x := web.NewExchange(w, r)
	var info any
	if h.Info != nil {
		info = h.Info(r)
	}
	err := h.serve(r.Context(), x, info, func(rt *Runtime, err error) { h.report(rt, r, err) })
	left := errors.Is(err, errClientGone)
	if left || err != nil && r.Context().Err() != nil {
		x.Leave()
	} else if err != nil {
		h.report(nil, r, err)
	}
	status := 0
	switch {
	case err == nil:
	case errors.Is(err, ErrEnded), errors.Is(err, wakeful.ErrClosed), errors.Is(err, wakeful.ErrQueueFull), errors.Is(err, ErrPoolFull), errors.Is(err, ErrPoolClosed):
		status = http.StatusServiceUnavailable
	default:
		status = http.StatusInternalServerError
	}
	x.Finish(status)
}

// report reports an error of a request. rt is the runtime of its script, nil if there is none.
func (h *Handler) report(rt *Runtime, r *http.Request, err error) {
	if h.OnError != nil {
		h.OnError(r, err)
		return
	}
	logger := defaults().logger
	if rt != nil {
		logger = rt.logger
	}
	stack := ""
	if thrown, ok := errors.AsType[*Error](err); ok {
		stack = thrown.Stack
	}
	logger.Error(fmt.Sprintf("js: the handler of %s %s failed: %v", r.Method, r.URL.Path, err), "stack", stack)
}
