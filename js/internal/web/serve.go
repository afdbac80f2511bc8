package web

import (
	"errors"
	"io"
	"net/http"
	"strconv"
	"strings"
	"sync"
	"time"

	whatwg "github.com/nlnwa/whatwg-url/url"
	"github.com/wakeful-go/wakeful/js/internal/host"
	"github.com/wakeful-go/wakeful/js/internal/lib"
	"github.com/wakeful-go/wakeful/js/internal/vm"
)

// An Exchange is a request that a handler in JavaScript answers. The goroutine of net/http makes
// it, calls Serve on the loop, waits, and calls Finish. In between, JavaScript reads the request's
// body and writes the response's with work on other goroutines, which Finish ends and waits for:
// after the handler of net/http has returned, nothing may touch the request or the response.
type Exchange struct {
	w       http.ResponseWriter
	request *http.Request
	control *http.ResponseController
	// Report gets the errors of the handler, on the loop. Set it before Serve.
	Report func(error)
	// Raw says that the headers are those of module http: the program's own, also about the
	// connection. Set it before Serve.
	Raw bool

	mu       sync.Mutex
	over     bool // set by Finish: no work may begin
	hijacked bool // the connection is JavaScript's
	asked    int  // work that JavaScript has asked for
	working  int  // how much of it is in progress
	cut      bool // the response was made while the body of the request was being read
	idle     sync.Cond
	gone     bool // the client has gone
	tooLarge bool // the body exceeded the limit of http.MaxBytesReader
	whole    bool // the body of the request was read to its end
	failed   bool // the handler has failed
	answer   *answerHead
	started  bool // the head was passed to w

	reading sync.Mutex
	buffer  []byte

	// Loop goroutine only.

	onAbort vm.Callable
	aborted bool
}

// answerHead is the beginning of a response.
type answerHead struct {
	status  int
	headers []string
	body    []byte
	stream  bool // the body is written piece by piece
}

// NewExchange returns the exchange of a request.
func NewExchange(w http.ResponseWriter, r *http.Request) *Exchange {
	x := &Exchange{w: w, request: r, control: http.NewResponseController(w)}
	x.idle.L = &x.mu
	return x
}

func hasBody(r *http.Request) bool { return r.Body != nil && r.Body != http.NoBody }

// served is an exchange for JavaScript. It has no exported fields, see record.
type served struct{ *Exchange }

// Serve calls a handler, and returns a promise that is fulfilled when JavaScript has done its part,
// or undefined if it has. On the loop, inside JavaScript.
func (x *Exchange) Serve(h host.Host, fn vm.Value, receiver vm.Value, info any) (vm.Value, error) {
	rt := h.VM()
	address, err := whatwg.Parse(addressOf(x.request))
	if err != nil {
		x.set(&answerHead{status: http.StatusBadRequest})
		return vm.Undefined(), nil //nolint:nilerr // the client gets the answer
	}
	serve := h.Local(serveKey{}, func() any {
		serve, _ := vm.AssertFunction(h.Require("internal/fetch").ToObject(rt).Get("serve"))
		return serve
	}).(vm.Callable)
	return serve(vm.Undefined(), fn, receiver, rt.ToValue(&served{x}), h.ToValue(info), rt.ToValue(x.request.Method), rt.ToValue(address.Href(false)), rt.ToValue(hasBody(x.request)))
}

// serveKey is the key of the function of JavaScript that Serve calls.
type serveKey struct{}

// Abort tells JavaScript that the client has gone. On the loop, inside JavaScript.
func (x *Exchange) Abort(h host.Host) {
	x.Leave()
	if !x.aborted {
		x.aborted = true
		if x.onAbort != nil {
			h.Call(x.onAbort, vm.Undefined())
		}
	}
}

// servedNatives are what JavaScript does with the exchange of a request, their first argument.
func servedNatives(h host.Host) lib.Natives {
	rt := h.VM()
	natives := lib.Natives{}
	method := func(name string, fn func(x *Exchange, call vm.FunctionCall) vm.Value) {
		natives[name] = func(call vm.FunctionCall) vm.Value { return fn(argument[*served](rt, call).Exchange, call) }
	}
	method("requestHeaders", func(x *Exchange, _ vm.FunctionCall) vm.Value {
		return lib.StringArray(rt, append(flatten(x.request.Header), "Host", text(x.request.Host)))
	})
	method("onAbort", func(x *Exchange, call vm.FunctionCall) vm.Value {
		x.onAbort, _ = vm.AssertFunction(call.Argument(1))
		if x.aborted {
			h.Call(x.onAbort, vm.Undefined())
		}
		return vm.Undefined()
	})
	method("aborted", func(x *Exchange, _ vm.FunctionCall) vm.Value { return rt.ToValue(x.aborted) })
	method("gone", func(x *Exchange, _ vm.FunctionCall) vm.Value {
		x.mu.Lock()
		defer x.mu.Unlock()
		return rt.ToValue(x.gone || x.over)
	})
	method("readRequest", func(x *Exchange, _ vm.FunctionCall) vm.Value { return x.async(h, x.read) })
	method("readWholeRequest", func(x *Exchange, _ vm.FunctionCall) vm.Value { return x.async(h, x.readAll) })
	answer := func(call vm.FunctionCall) *answerHead {
		return &answerHead{status: int(call.Argument(1).ToInteger()), headers: lib.Strings(call.Argument(2))}
	}
	method("respond", func(x *Exchange, call vm.FunctionCall) vm.Value {
		head := answer(call)
		if body := call.Argument(3); vm.IsString(body) {
			head.body = []byte(body.String())
		} else {
			bytes, _ := lib.Bytes(body)
			head.body = append([]byte(nil), bytes...)
		}
		x.set(head)
		return vm.Undefined()
	})
	method("begin", func(x *Exchange, call vm.FunctionCall) vm.Value {
		head := answer(call)
		head.stream = true
		x.set(head)
		return x.async(h, func() (any, error) { return nil, x.write(nil) })
	})
	method("writeResponse", func(x *Exchange, call vm.FunctionCall) vm.Value {
		view, _ := lib.Bytes(call.Argument(1))
		chunk := append([]byte(nil), view...)
		return x.async(h, func() (any, error) { return nil, x.write(chunk) })
	})
	method("fail", func(x *Exchange, call vm.FunctionCall) vm.Value {
		x.mu.Lock()
		x.failed = true
		tooLarge := x.tooLarge
		x.mu.Unlock()
		if !tooLarge {
			x.Report(&thrownError{call.Argument(1)})
		}
		return vm.Undefined()
	})
	return natives
}

func (x *Exchange) set(answer *answerHead) {
	x.mu.Lock()
	defer x.mu.Unlock()
	x.answer = answer
}

var errOver = errors.New("the request is over")

// async does work on another goroutine, and returns a promise of its result.
func (x *Exchange) async(h host.Host, work func() (any, error)) vm.Value {
	promise := h.Async(func() (any, error) {
		x.mu.Lock()
		x.asked--
		if x.over {
			x.mu.Unlock()
			return nil, errOver
		}
		x.working++
		x.mu.Unlock()
		defer func() {
			x.mu.Lock()
			defer x.mu.Unlock()
			if x.working--; x.working == 0 {
				x.idle.Broadcast()
			}
		}()
		return work()
	})
	x.mu.Lock()
	defer x.mu.Unlock()
	x.asked++ // only after Async, which throws if a limit is reached
	return h.VM().ToValue(promise)
}

// read returns the next bytes of the request's body, or null at its end.
func (x *Exchange) read() (any, error) {
	x.reading.Lock()
	defer x.reading.Unlock()
	if x.buffer == nil {
		x.buffer = make([]byte, chunkSize)
	}
	for {
		n, err := x.request.Body.Read(x.buffer)
		if n > 0 {
			chunk := append([]byte(nil), x.buffer[:n]...)
			return func(rt *vm.Runtime) vm.Value { return lib.Uint8Array(rt, chunk) }, nil
		}
		if errors.Is(err, io.EOF) {
			x.readWhole()
			return func(*vm.Runtime) vm.Value { return vm.Null() }, nil
		}
		if err != nil {
			return nil, x.cannotRead(err)
		}
	}
}

// readAll returns the rest of the request's body.
func (x *Exchange) readAll() (any, error) {
	x.reading.Lock()
	defer x.reading.Unlock()
	all, err := io.ReadAll(x.request.Body)
	if err != nil {
		return nil, x.cannotRead(err)
	}
	x.readWhole()
	return func(rt *vm.Runtime) vm.Value { return lib.Uint8Array(rt, all) }, nil
}

func (x *Exchange) readWhole() {
	x.mu.Lock()
	defer x.mu.Unlock()
	x.whole = true
}

// cannotRead notes why a body cannot be read. Unless it is too large, its client has gone.
func (x *Exchange) cannotRead(err error) error {
	x.mu.Lock()
	defer x.mu.Unlock()
	if _, ok := errors.AsType[*http.MaxBytesError](err); ok {
		x.tooLarge = true
	} else if !x.over { // otherwise Finish has ended the read
		x.gone = true
	}
	return &networkError{err}
}

// write sends the head of the response if it was not sent, and then a part of the body, at once.
func (x *Exchange) write(chunk []byte) error {
	x.sendHead()
	if len(chunk) > 0 {
		if _, err := x.w.Write(chunk); err != nil {
			return x.cannotWrite(err)
		}
	}
	if err := x.control.Flush(); err != nil && !errors.Is(err, http.ErrNotSupported) {
		return x.cannotWrite(err)
	}
	return nil
}

// cannotWrite notes that the client has gone, unless the handler has written too much.
func (x *Exchange) cannotWrite(err error) error {
	if !errors.Is(err, http.ErrContentLength) {
		x.Leave()
	}
	return &networkError{err}
}

// Leave notes that the client has gone. Any goroutine may call it.
func (x *Exchange) Leave() {
	x.mu.Lock()
	defer x.mu.Unlock()
	x.gone = true
}

// notForwarded are headers that concern a connection and not a message. net/http makes its own.
var notForwarded = map[string]bool{
	"Keep-Alive": true, "Proxy-Connection": true, "Te": true, "Trailer": true, "Transfer-Encoding": true, "Upgrade": true,
}

// sendHead passes the head of the response to net/http.
func (x *Exchange) sendHead() {
	x.mu.Lock()
	answer, started, whole, cut := x.answer, x.started, x.whole, x.cut
	x.started = true
	x.mu.Unlock()
	if started {
		return
	}
	// The response is sent while the body still comes.
	overlaps := answer.stream && hasBody(x.request) && !whole && x.request.ProtoMajor < 2
	if overlaps && strings.EqualFold(x.request.Header.Get("Expect"), "100-continue") && x.request.ProtoAtLeast(1, 1) {
		// After the head of the response net/http refuses to read a body that was not asked for.
		x.w.WriteHeader(http.StatusContinue)
	}
	header := x.w.Header()
	header["Content-Type"] = nil // net/http does not guess one
	for i := 0; i+1 < len(answer.headers); i += 2 {
		name := http.CanonicalHeaderKey(answer.headers[i])
		if x.Raw && name != "Transfer-Encoding" {
			if header[name] != nil || name == "Content-Length" || name == "Date" || name == "Connection" {
				header.Add(name, latin1(answer.headers[i+1]))
			} else { // spelled as the program has it
				header[answer.headers[i]] = append(header[answer.headers[i]], latin1(answer.headers[i+1]))
			}
			continue
		}
		if notForwarded[name] || name == "Connection" && !strings.EqualFold(answer.headers[i+1], "close") {
			continue
		}
		header.Add(name, latin1(answer.headers[i+1]))
	}
	hasLength := answer.status != http.StatusNoContent && answer.status != http.StatusNotModified
	if !answer.stream && hasLength && (len(answer.body) > 0 || x.request.Method != http.MethodHead) {
		header.Set("Content-Length", strconv.Itoa(len(answer.body)))
	}
	if overlaps {
		// net/http cannot use such a connection again: if it reads the rest after the handler, it
		// panics at the next request (Go 1.26).
		if x.control.EnableFullDuplex() == nil {
			header.Set("Connection", "close")
		}
	}
	if cut && x.request.ProtoMajor < 2 {
		header.Set("Connection", "close") // and net/http does not wait for the rest of the body
	}
	x.w.WriteHeader(answer.status)
}

// Finish ends what JavaScript has started and waits for it, and sends the response if it is not a
// stream, unless JavaScript has the connection. If Serve's promise was not fulfilled, status is that
// of the response, otherwise 0. Finish panics with http.ErrAbortHandler if the client must not take
// what it got for a whole response. On the goroutine of net/http.
func (x *Exchange) Finish(status int) {
	x.mu.Lock()
	x.over = true
	if x.hijacked {
		x.mu.Unlock()
		return
	}
	x.cut = x.asked+x.working > 0
	if x.working > 0 {
		writes := x.started && (status != 0 || x.gone)
		x.mu.Unlock()
		x.interrupt(writes)
		x.mu.Lock()
		for x.working > 0 {
			x.idle.Wait()
		}
	}
	answer, started, gone, failed := x.answer, x.started, x.gone, x.failed || status != 0
	switch {
	case x.failed && x.tooLarge:
		status = http.StatusRequestEntityTooLarge
	case status == 0:
		status = http.StatusInternalServerError // of a handler that has failed
	}
	x.mu.Unlock()
	switch {
	case gone, started && failed:
		panic(http.ErrAbortHandler)
	case started:
		return
	case failed || answer == nil:
		http.Error(x.w, http.StatusText(status), status)
	default:
		x.sendHead()
		if x.request.Method != http.MethodHead {
			_, _ = x.w.Write(answer.body)
		}
	}
}

// interrupt makes reads that are in progress return, and writes if they are to be given up.
func (x *Exchange) interrupt(writes bool) {
	past := time.Unix(1, 0)
	err := x.control.SetReadDeadline(past)
	if writes {
		_ = x.control.SetWriteDeadline(past)
	}
	if err != nil && hasBody(x.request) {
		_ = x.request.Body.Close() // not of a connection: closing it ends a read
	}
}
