package web

import (
	"context"
	"crypto/tls"
	"errors"
	"io"
	"net"
	"strconv"
	"sync"
	"time"

	"github.com/wakeful-go/wakeful/js/internal/host"
	"github.com/wakeful-go/wakeful/js/internal/lib"
	"github.com/wakeful-go/wakeful/js/internal/vm"
)

// This file owns the connections and the listeners of the modules net, http and https. JavaScript
// makes streams and servers of them.

// NetNatives are the Go functions of the modules net, http and https.
func NetNatives(h host.Host) lib.Natives {
	return lib.Natives{
		// connect opens a connection: network, address, and a function of an error and the
		// connection.
		"connect": func(call vm.FunctionCall) vm.Value {
			network, address := call.Argument(0).String(), call.Argument(1).String()
			done, _ := vm.AssertFunction(call.Argument(2))
			dial := h.Dial()
			if dial == nil {
				host.Deny(h.VM(), "Net", address, "the Go program allows the network with js.WithFullAccess")
			}
			ctx, cancel := context.WithCancel(h.Context())
			inBackground(h, func() func() {
				conn, err := dial(ctx, network, address)
				return func() {
					if err != nil {
						h.Call(done, vm.Undefined(), (&networkError{err}).JSValue(h.VM()))
						return
					}
					h.Call(done, vm.Undefined(), vm.Null(), connection(h, conn, nil))
				}
			})
			return vm.NewFunction(h.VM(), func(vm.FunctionCall) vm.Value { cancel(); return vm.Undefined() })
		},
		// listen opens a listener: network, address, and functions that get each connection, and the
		// error that ends it.
		"listen": func(call vm.FunctionCall) vm.Value {
			listener := listen(h, call.Argument(0).String(), call.Argument(1).String())
			onConnection, _ := vm.AssertFunction(call.Argument(2))
			l := &listening{host: h, listener: listener}
			go l.accept(func(conn net.Conn) {
				if !h.Submit(func() { h.Call(onConnection, vm.Undefined(), connection(h, conn, nil)) }) {
					_ = conn.Close()
				}
			})
			return l.object()
		},
		"serve":   func(call vm.FunctionCall) vm.Value { return serveHTTP(h, call) },
		"request": func(call vm.FunctionCall) vm.Value { return requestHTTP(h, call) },
	}
}

// listen opens a listener, or throws.
func listen(h host.Host, network, address string) net.Listener {
	open := h.Listen()
	if open == nil {
		host.Deny(h.VM(), "Net", address, "the Go program opens listeners for scripts with js.WithListen")
	}
	listener, err := open(network, address)
	if err != nil {
		panic((&networkError{err}).JSValue(h.VM()))
	}
	return listener
}

// inBackground does work on another goroutine, and calls what it returns on the loop, which is kept
// running until then.
func inBackground(h host.Host, work func() func()) {
	release := h.KeepAlive()
	go func() {
		done := work()
		h.Submit(func() {
			release()
			done()
		})
	}()
}

// A listening is a listener of JavaScript.
type listening struct {
	host     host.Host
	listener net.Listener
	alive    host.Reference
}

// accept accepts connections until the listener is closed or has failed, or the runtime has ended.
func (l *listening) accept(got func(net.Conn)) {
	defer context.AfterFunc(l.host.Context(), func() { _ = l.listener.Close() })()
	for pause := time.Duration(0); ; {
		conn, err := l.listener.Accept()
		if err == nil {
			pause = 0
			got(conn)
			continue
		}
		passing, ok := errors.AsType[net.Error](err)
		if !ok || !passing.Temporary() { //nolint:staticcheck // as net/http: it tells what passes, such as a lack of descriptors
			l.host.Submit(func() { l.alive.Hold(false) })
			return
		}
		pause = min(max(2*pause, 5*time.Millisecond), time.Second)
		select {
		case <-time.After(pause):
		case <-l.host.Context().Done():
			return
		}
	}
}

// object makes the object of a listener: its address, close, and refer, which says whether it keeps
// the loop running.
func (l *listening) object() *vm.Object {
	rt := l.host.VM()
	l.alive = host.Reference{Host: l.host}
	l.alive.Hold(true)
	object := rt.NewObject()
	define(object, "address", addressObject(rt, l.listener.Addr()))
	define(object, "close", vm.NewFunction(rt, func(vm.FunctionCall) vm.Value {
		_ = l.listener.Close()
		l.alive.Hold(false)
		return vm.Undefined()
	}))
	define(object, "refer", vm.NewFunction(rt, func(call vm.FunctionCall) vm.Value {
		l.alive.Unref = !call.Argument(0).ToBoolean()
		l.alive.Hold(true)
		return vm.Undefined()
	}))
	return object
}

// addressObject converts an address as net.Server's address: a path, or address, family and port.
func addressObject(rt *vm.Runtime, address net.Addr) vm.Value {
	if address == nil {
		return vm.Null()
	}
	if address.Network() == "unix" {
		return rt.ToValue(address.String())
	}
	ip, port, err := net.SplitHostPort(address.String())
	if err != nil {
		return rt.ToValue(address.String())
	}
	object, family := rt.NewObject(), "IPv4"
	if parsed := net.ParseIP(ip); parsed != nil && parsed.To4() == nil {
		family = "IPv6"
	}
	number, _ := strconv.Atoi(port)
	define(object, "address", rt.ToValue(ip))
	define(object, "family", rt.ToValue(family))
	define(object, "port", rt.ToValue(number))
	return object
}

// link is what a connection of JavaScript needs.
type link interface {
	io.ReadWriteCloser
	LocalAddr() net.Addr
	RemoteAddr() net.Addr
}

// A conn is a connection of JavaScript. Reads and writes run on goroutines of their own, one of each
// at a time, which JavaScript sees to.
type conn struct {
	host   host.Host
	net    link
	reader io.Reader
	alive  host.Reference // while a read is in progress
	once   sync.Once
}

// connection makes the object of a connection. reader has what was read of it before.
func connection(h host.Host, of link, reader io.Reader) vm.Value {
	c := &conn{host: h, net: of, reader: reader, alive: host.Reference{Host: h}}
	if reader == nil {
		c.reader = of
	}
	unhook := context.AfterFunc(h.Context(), c.close)
	rt := h.VM()
	object := rt.NewObject()
	method := func(name string, fn func(vm.FunctionCall) vm.Value) { define(object, name, vm.NewFunction(rt, fn)) }
	define(object, "local", addressObject(rt, of.LocalAddr()))
	define(object, "remote", addressObject(rt, of.RemoteAddr()))
	method("read", c.read)
	method("write", c.write)
	method("end", func(call vm.FunctionCall) vm.Value {
		done, _ := vm.AssertFunction(call.Argument(0))
		inBackground(h, func() func() {
			var err error
			if half, ok := of.(interface{ CloseWrite() error }); ok {
				err = half.CloseWrite()
			}
			return func() { c.finished(done, err) }
		})
		return vm.Undefined()
	})
	method("close", func(vm.FunctionCall) vm.Value {
		unhook()
		c.alive.Hold(false)
		c.close()
		return vm.Undefined()
	})
	method("noDelay", func(call vm.FunctionCall) vm.Value {
		if tcp, ok := of.(*net.TCPConn); ok {
			_ = tcp.SetNoDelay(call.Argument(0).ToBoolean())
		}
		return vm.Undefined()
	})
	method("refer", func(call vm.FunctionCall) vm.Value {
		c.alive.Unref = !call.Argument(0).ToBoolean()
		c.alive.Hold(c.alive.Held() || !c.alive.Unref)
		return vm.Undefined()
	})
	return object
}

func (c *conn) close() {
	c.once.Do(func() {
		if secure, ok := c.net.(*tls.Conn); ok {
			_ = secure.NetConn().Close() // a peer that does not read must not hold the closing up
			return
		}
		_ = c.net.Close()
	})
}

// finished calls a function of JavaScript with an error or null.
func (c *conn) finished(done vm.Callable, err error) {
	if err != nil {
		c.host.Call(done, vm.Undefined(), (&networkError{err}).JSValue(c.host.VM()))
		return
	}
	c.host.Call(done, vm.Undefined(), vm.Null())
}

// read reads once. JavaScript gets an error, or null and the bytes, which are null at the end.
func (c *conn) read(call vm.FunctionCall) vm.Value {
	got, _ := vm.AssertFunction(call.Argument(0))
	c.alive.Hold(true)
	go func() {
		buffer := make([]byte, chunkSize)
		n, err := c.reader.Read(buffer)
		c.host.Submit(func() {
			c.alive.Hold(false)
			rt := c.host.VM()
			switch {
			case n > 0:
				c.host.Call(got, vm.Undefined(), vm.Null(), lib.Uint8Array(rt, append([]byte(nil), buffer[:n]...)))
			case errors.Is(err, io.EOF), errors.Is(err, net.ErrClosed):
				c.host.Call(got, vm.Undefined(), vm.Null(), vm.Null())
			default:
				c.host.Call(got, vm.Undefined(), (&networkError{err}).JSValue(rt))
			}
		})
	}()
	return vm.Undefined()
}

// write writes bytes, and calls a function with an error or null.
func (c *conn) write(call vm.FunctionCall) vm.Value {
	view, _ := lib.Bytes(call.Argument(0))
	done, _ := vm.AssertFunction(call.Argument(1))
	c.host.CountOutput(len(view))
	chunk := append([]byte(nil), view...)
	inBackground(c.host, func() func() {
		_, err := c.net.Write(chunk)
		return func() { c.finished(done, err) }
	})
	return vm.Undefined()
}
