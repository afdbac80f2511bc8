package streamhttp

// This file owns the end of a server and of its loops.

import (
	"context"
	"time"

	"github.com/wakeful-go/wakeful"
)

// newGrace is how long Shutdown waits for the request of a connection that has not sent a byte yet.
const newGrace = 5 * time.Second

// RegisterOnShutdown has Shutdown call f on a goroutine when it begins, for example to close the
// listener of stream.ListenGroup, or hijacked connections, which the server does not know any more. Any
// goroutine may call it.
func (s *Server) RegisterOnShutdown(f func()) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.onShutdown = append(s.onShutdown, f)
}

// Shutdown ends the server gracefully: it closes the listeners of Serve and the connections without a
// request, and waits until the others have sent their last answer. A connection that has not sent a
// byte gets 5 seconds to do so. Shutdown returns nil, or the error of ctx when that ends before. It
// does not wait for hijacked connections.
//
// Any goroutine may call it but one of the loops, which could not go on: Shutdown waits. Call
// Shutdown of the loop after it: that ends the contexts of requests, and bodies that have not
// arrived.
func (s *Server) Shutdown(ctx context.Context) error {
	done := s.end(func(c *conn) { c.closeIfIdle() }, true)
	select {
	case <-done:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// Close closes the listeners of Serve and all connections at once, and ends the contexts of their
// requests. Bytes that the system has not taken are dropped. Close does not wait for handlers and does
// not know hijacked connections. It returns nil. Any goroutine may call it; connections of other loops
// end soon after.
func (s *Server) Close() error {
	s.end(func(c *conn) { c.abort() }, false)
	return nil
}

// end refuses further connections, and calls each with those that there are, on their loops. It
// returns a channel that is closed when there are none.
func (s *Server) end(each func(*conn), graceful bool) <-chan struct{} {
	s.mu.Lock()
	defer s.mu.Unlock()
	if !s.over.Swap(true) {
		s.noConns = make(chan struct{})
		if s.conns == 0 {
			close(s.noConns)
		}
		if graceful {
			for _, f := range s.onShutdown {
				go f()
			}
		}
		for _, l := range s.listeners {
			onLoopOf(l.Loop(), func() { _ = l.Close() }) // it may be closed
		}
		s.listeners = nil
	}
	for loop, l := range s.loops {
		onLoopOf(loop, func() {
			l.each(each)
			if q := &l.lists[waitNew]; graceful && (q.after <= 0 || q.after > newGrace) {
				now := time.Now()
				for c := q.first; c != nil; c = c.next {
					c.since = now
				}
				q.after = newGrace
				l.arm(now.Add(newGrace))
			}
		})
	}
	return s.noConns
}

// onLoopOf runs fn on a loop. A loop that refuses it is ending, and closes its connections.
func onLoopOf(l *wakeful.Loop, fn func()) { _ = l.SubmitUnlimited(fn) }

// forget is called when a connection has ended or was hijacked.
func (s *Server) forget() {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.conns--; s.conns == 0 && s.over.Load() {
		close(s.noConns)
	}
}

// beginEnd is called when Shutdown of the loop has run the submitted functions. No input comes any
// more: handlers that wait for a body get an error, and all contexts end. Answers are still sent.
func (l *serverLoop) beginEnd(context.Context) {
	l.ended = true
	l.each(func(c *conn) { c.transfer.endInput(wakeful.ErrClosed); c.cancel() })
}
