package web

import (
	"bytes"
	"context"
	"errors"

	"github.com/wakeful-go/wakeful/js/internal/host"
	"github.com/wakeful-go/wakeful/js/internal/lib"
	"github.com/wakeful-go/wakeful/js/internal/vm"
	"github.com/wakeful-go/wakeful/js/internal/websocket"
)

// maxWaiting is how many bytes may wait to be sent by a WebSocket. The standard wants the socket
// closed when its buffer is full.
const maxWaiting = 64 << 20

var (
	errBufferFull = errors.New("too much is waiting to be sent")
	errNotOpened  = errors.New("the WebSocket was closed before the connection was established")
)

// socketNatives are the Go functions of WebSocket.
func socketNatives(h host.Host) lib.Natives {
	rt := h.VM()
	return lib.Natives{
		"encode": encode(rt),
		"scalar": scalar(rt),
		"open": func(call vm.FunctionCall) vm.Value {
			client := h.SocketClient()
			if client == nil {
				host.Deny(rt, "Net", call.Argument(0).String(), "the Go program gives a client with js.WithWebSocket")
			}
			h.Admit()
			s := &socket{host: h, events: call.Argument(2).ToObject(rt)}
			address, protocols := call.Argument(0).String(), lib.Strings(call.Argument(1))
			dialing, cancel := context.WithCancel(context.Background())
			s.cancel = cancel
			h.Go(func(ctx context.Context) (any, error) {
				defer context.AfterFunc(ctx, cancel)()
				return websocket.Dial(dialing, client, address, protocols)
			}, s.dialed)
			object := rt.NewObject()
			define(object, "send", vm.NewFunction(rt, s.send))
			define(object, "close", vm.NewFunction(rt, s.close))
			return object
		},
	}
}

// A socket is the connection of one WebSocket. All of it belongs to the loop's goroutine, except
// that the goroutines of work use conn.
//
// One goroutine reads a message at a time. The next one is read while the script gets the one
// before, so a script that is slow slows its peer down.
type socket struct {
	host   host.Host
	events *vm.Object // functions that JavaScript has given
	cancel func()     // ends the opening handshake
	conn   *websocket.Conn
	closed bool  // JavaScript has called close
	ended  bool  // the event close has been fired
	cause  error // why it was ended here
	why    error // why reading has ended, while something is being sent

	waiting  []message // not being sent yet
	size     int       // bytes of it and of what is being sent
	sending  bool
	code     int // of the close frame that follows what waits, if closed
	reason   string
	farewell bool // the close frame was sent
}

// message is one to be sent, or one that was received.
type message struct {
	text    bool
	content []byte
}

// call calls a function for an event, as a part of the running callback.
func (s *socket) call(name string, arguments ...vm.Value) {
	fn, _ := vm.AssertFunction(s.events.Get(name))
	s.host.Call(fn, vm.Undefined(), arguments...)
}

// dialed is called with the result of the opening handshake.
func (s *socket) dialed(value any, err error) {
	conn, _ := value.(*websocket.Conn)
	s.cancel()
	switch {
	case s.closed:
		if conn != nil {
			conn.End()
		}
		s.reportEnd(errNotOpened)
		return
	case err != nil:
		s.reportEnd(err)
		return
	}
	s.conn = conn
	s.read()
	rt := s.host.VM()
	s.call("open", rt.ToValue(conn.Protocol()), rt.ToValue(conn.Extensions()))
}

// read begins to read a message.
func (s *socket) read() {
	conn := s.conn
	s.host.Go(func(ctx context.Context) (any, error) {
		defer context.AfterFunc(ctx, conn.Leave)()
		text, content, err := conn.Read()
		return message{text, content}, err
	}, s.received)
}

// received is called with a message, or with the end of the connection.
func (s *socket) received(value any, err error) {
	if err != nil {
		s.reportEnd(err)
		return
	}
	s.read()
	rt := s.host.VM()
	if m := value.(message); m.text {
		s.call("text", rt.ToValue(string(m.content)))
	} else {
		s.call("binary", lib.Uint8Array(rt, m.content))
	}
}

// reportEnd tells JavaScript that the connection has ended, once nothing is at work for it any
// more.
func (s *socket) reportEnd(err error) {
	if s.conn != nil {
		s.conn.End()
	}
	if s.sending {
		s.why = err
		return
	}
	s.ended = true
	rt := s.host.VM()
	if clean, ok := errors.AsType[*websocket.CloseError](err); ok {
		s.call("close", rt.ToValue(true), rt.ToValue(clean.Code), rt.ToValue(clean.Reason), vm.Undefined())
		return
	}
	if s.cause != nil {
		err = s.cause
	}
	const abnormal = 1006
	s.call("close", rt.ToValue(false), rt.ToValue(abnormal), rt.ToValue(""), (&networkError{err}).JSValue(rt))
}

// send is called by JavaScript with whether the message is a text, and its bytes. It returns false
// if the buffer is full.
func (s *socket) send(call vm.FunctionCall) vm.Value {
	content, _ := lib.Bytes(call.Argument(1))
	s.host.CountOutput(len(content))
	if s.size+len(content) > maxWaiting {
		s.cause = errBufferFull
		s.closed, s.farewell, s.waiting = true, true, nil
		s.conn.End()
		return s.host.VM().ToValue(false)
	}
	s.size += len(content)
	s.waiting = append(s.waiting, message{call.Argument(0).ToBoolean(), bytes.Clone(content)})
	s.flush()
	return s.host.VM().ToValue(true)
}

// flush sends what waits, and then the close frame.
func (s *socket) flush() {
	if s.sending || s.ended || len(s.waiting) == 0 && (!s.closed || s.farewell) {
		return
	}
	s.sending = true
	batch, conn, sent := s.waiting, s.conn, 0
	last, code, reason := s.closed, s.code, s.reason
	s.waiting, s.farewell = nil, last
	for _, m := range batch {
		sent += len(m.content)
	}
	s.host.Go(func(ctx context.Context) (any, error) {
		defer context.AfterFunc(ctx, conn.Leave)()
		for _, m := range batch {
			if err := conn.Write(m.text, m.content); err != nil {
				return nil, err
			}
		}
		if last {
			return nil, conn.Close(code, reason)
		}
		return nil, nil
	}, func(_ any, err error) {
		s.sending = false
		switch {
		case s.why != nil:
			s.reportEnd(s.why)
			return
		case err != nil:
			if s.cause == nil {
				s.cause = err
			}
			return // reading ends with an error, too
		}
		s.size -= sent
		s.call("sent", s.host.VM().ToValue(sent))
		s.flush()
	})
}

// close is called by JavaScript with the code, or 0 for none, and the reason.
func (s *socket) close(call vm.FunctionCall) vm.Value {
	s.closed = true
	s.code, s.reason = int(call.Argument(0).ToInteger()), call.Argument(1).String()
	if s.conn == nil {
		s.cancel()
		return vm.Undefined()
	}
	s.flush()
	return vm.Undefined()
}
