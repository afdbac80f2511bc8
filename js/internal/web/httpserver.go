package web

import (
	"bufio"
	"context"
	"crypto/tls"
	"errors"
	"log"
	"net"
	"net/http"
	"reflect"
	"sync"
	"time"

	"github.com/wakeful-go/wakeful/js/internal/host"
	"github.com/wakeful-go/wakeful/js/internal/lib"
	"github.com/wakeful-go/wakeful/js/internal/vm"
)

// This file owns the servers of the modules http and https: net/http serves, and each request calls
// a function of JavaScript on the loop.

// A server is one http.Server of JavaScript.
type server struct {
	host    host.Host
	http    *http.Server
	handler vm.Callable // gets the exchange of a request and the connection's number
	changed vm.Callable // gets a connection's number, its state, and with state "new" its ends

	open map[int64]func() // an open connection keeps the loop running; loop goroutine only

	mu    sync.Mutex
	conns map[net.Conn]int64
	last  int64
}

type connKey struct{}

// serveHTTP starts a server: network, address, handler, changed, settings. The settings are the
// limits in milliseconds, the size of a head, and a certificate and its key in PEM.
func serveHTTP(h host.Host, call vm.FunctionCall) vm.Value {
	rt, given := h.VM(), call.Argument(4).ToObject(h.VM())
	ms := func(name string) time.Duration { return time.Duration(given.Get(name).ToInteger()) * time.Millisecond }
	s := &server{host: h, conns: map[net.Conn]int64{}, open: map[int64]func(){}}
	s.handler, _ = vm.AssertFunction(call.Argument(2))
	s.changed, _ = vm.AssertFunction(call.Argument(3))
	var secure *tls.Config
	if cert := given.Get("cert"); !vm.IsNullish(cert) {
		pair, err := tls.X509KeyPair([]byte(cert.String()), []byte(given.Get("key").String()))
		if err != nil {
			panic(rt.NewGoError(err))
		}
		secure = &tls.Config{Certificates: []tls.Certificate{pair}, NextProtos: []string{"http/1.1"}, MinVersion: tls.VersionTLS12}
	}
	var listener net.Listener = hashableConns{listen(h, call.Argument(0).String(), call.Argument(1).String())}
	l := &listening{host: h, listener: listener}
	object := l.object()
	if secure != nil {
		listener = tls.NewListener(listener, secure)
	}
	s.http = &http.Server{
		Handler: http.HandlerFunc(s.serve), ConnState: s.state,
		ReadHeaderTimeout: ms("headersTimeout"), IdleTimeout: ms("keepAliveTimeout"), MaxHeaderBytes: int(given.Get("maxHeaderSize").ToInteger()),
		ErrorLog:                     log.New(discard{}, "", 0),
		DisableGeneralOptionsHandler: true,
		ConnContext: func(ctx context.Context, c net.Conn) context.Context {
			s.mu.Lock()
			defer s.mu.Unlock()
			s.last++ // it is called before the state is new
			s.conns[c] = s.last
			return context.WithValue(ctx, connKey{}, s.last)
		},
	}
	unhook := context.AfterFunc(h.Context(), func() { _ = s.http.Close() })
	go func() {
		_ = s.http.Serve(listener) // ends with the listener
		unhook()
		context.AfterFunc(h.Context(), func() { _ = s.http.Close() })
	}()
	define(object, "endIdle", vm.NewFunction(rt, func(vm.FunctionCall) vm.Value {
		s.http.SetKeepAlivesEnabled(false)
		return vm.Undefined()
	}))
	define(object, "endAll", vm.NewFunction(rt, func(call vm.FunctionCall) vm.Value {
		s.end(call.Argument(0))
		return vm.Undefined()
	}))
	return object
}

// hashableConns is a listener whose connections can be keys of a map. Those of a Go program's own type
// may be structures that cannot.
type hashableConns struct{ net.Listener }

// Accept returns the next connection.
func (l hashableConns) Accept() (net.Conn, error) {
	c, err := l.Listener.Accept()
	if err == nil && !reflect.ValueOf(c).Comparable() {
		c = &struct{ net.Conn }{c}
	}
	return c, err
}

// discard takes the log of net/http: what it reports are faults of clients.
type discard struct{}

func (discard) Write(p []byte) (int, error) { return len(p), nil }

// end closes the connection with a number, or all of them.
func (s *server) end(number vm.Value) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for c, n := range s.conns {
		if vm.IsNullish(number) || number.ToInteger() == n {
			_ = c.Close()
		}
	}
}

// state tells JavaScript about the connections. On a goroutine of net/http.
func (s *server) state(c net.Conn, state http.ConnState) {
	s.mu.Lock()
	n, known := s.conns[c]
	if state == http.StateClosed || state == http.StateHijacked {
		delete(s.conns, c)
	}
	s.mu.Unlock()
	if !known || state == http.StateActive {
		return
	}
	s.host.Submit(func() {
		rt := s.host.VM()
		if state == http.StateNew {
			s.open[n] = s.host.KeepAlive()
		} else if release := s.open[n]; release != nil && state != http.StateIdle {
			release()
			delete(s.open, n)
		}
		if state != http.StateNew {
			s.host.Call(s.changed, vm.Undefined(), rt.ToValue(n), rt.ToValue(state.String()))
			return
		}
		_, secure := c.(*tls.Conn)
		s.host.Call(s.changed, vm.Undefined(), rt.ToValue(n), rt.ToValue("new"), addressObject(rt, c.LocalAddr()), addressObject(rt, c.RemoteAddr()), rt.ToValue(secure))
	})
}

// serve answers a request. On a goroutine of net/http.
func (s *server) serve(w http.ResponseWriter, r *http.Request) {
	h := s.host
	x := NewExchange(w, r)
	x.Raw = true
	x.Report = func(error) {}
	done := make(chan struct{})
	var once sync.Once
	release := func() {}
	accepted := h.Submit(func() {
		release = h.KeepAlive()
		rt := h.VM()
		object := exchangeObject(h, x)
		number, _ := r.Context().Value(connKey{}).(int64)
		define(object, "target", rt.ToValue(text(r.RequestURI)))
		define(object, "minor", rt.ToValue(r.ProtoMinor))
		define(object, "trailers", vm.NewFunction(rt, func(vm.FunctionCall) vm.Value { return lib.StringArray(rt, flatten(r.Trailer)) }))
		define(object, "finish", vm.NewFunction(rt, func(vm.FunctionCall) vm.Value {
			once.Do(func() { close(done) })
			return vm.Undefined()
		}))
		define(object, "hijack", vm.NewFunction(rt, func(vm.FunctionCall) vm.Value {
			c, buffered, err := x.hijack()
			if errors.Is(err, errOver) { // the client has gone before the loop came to its request
				ended, other := net.Pipe()
				_ = other.Close()
				return connection(h, &upgraded{ended}, nil)
			}
			if err != nil {
				panic(rt.NewGoError(err))
			}
			once.Do(func() { close(done) })
			return connection(h, c, buffered.Reader)
		}))
		h.Call(s.handler, vm.Undefined(), object, rt.ToValue(number))
	})
	if !accepted {
		http.Error(w, http.StatusText(http.StatusServiceUnavailable), http.StatusServiceUnavailable)
		return
	}
	status := 0
	select {
	case <-done:
	case <-r.Context().Done():
		x.Leave()
		h.Submit(func() { x.Abort(h) })
		status = http.StatusInternalServerError
	case <-h.Context().Done():
		status = http.StatusServiceUnavailable
	}
	h.Submit(func() { release() })
	x.Finish(status)
}

// hijack takes the connection from net/http, which panics when its handler has returned.
func (x *Exchange) hijack() (net.Conn, *bufio.ReadWriter, error) {
	x.mu.Lock()
	defer x.mu.Unlock()
	if x.over {
		return nil, nil, errOver
	}
	c, buffered, err := x.control.Hijack()
	x.hijacked = err == nil
	return c, buffered, err
}

// exchangeObject makes an object of an exchange. Its methods are the natives that have the exchange as
// their first argument.
func exchangeObject(h host.Host, x *Exchange) *vm.Object {
	rt, r := h.VM(), x.request
	object, self, natives := rt.NewObject(), rt.ToValue(&served{x}), servedNatives(h)
	define(object, "method", rt.ToValue(r.Method))
	define(object, "hasBody", rt.ToValue(hasBody(r)))
	flat := flatten(r.Header)
	for _, coding := range r.TransferEncoding {
		flat = append(flat, "Transfer-Encoding", coding)
	}
	define(object, "headers", lib.StringArray(rt, append(flat, "Host", text(r.Host))))
	for method, name := range map[string]string{
		"onAbort": "onAbort", "read": "readRequest", "respond": "respond", "begin": "begin", "write": "writeResponse", "fail": "fail",
	} {
		native := natives[name]
		define(object, method, vm.NewFunction(rt, func(call vm.FunctionCall) vm.Value {
			call.Arguments = append([]vm.Value{self}, call.Arguments...)
			return native(call)
		}))
	}
	return object
}
