package streamhttp

// This file owns a server: its settings, and how connections come to it. shutdown.go has its end,
// conn.go what happens on a connection.

import (
	"context"
	"errors"
	"log"
	"net/http"
	"sync"
	"sync/atomic"
	"time"

	"github.com/wakeful-go/wakeful"
	"github.com/wakeful-go/wakeful/stream"
)

// A Server serves HTTP/1.0 and HTTP/1.1 on connections of package stream. Its fields are those of
// http.Server with the same names. The zero value serves http.DefaultServeMux. Do not change a field
// after the first call of Serve or ServeConn, and do not copy a Server.
type Server struct {
	// Handler is called for each request. It is called on a goroutine of Loop.RunBlocking, where it may
	// block, unless OnLoop says otherwise. Nil is http.DefaultServeMux.
	Handler http.Handler

	// OnLoop reports whether Handler is called on the connection's loop for a request. Nil is never.
	// It is called on the loop before the body is read, and must not read it. On the loop Handler is
	// called when the whole body has arrived, see MaxLoopBody. It must not block. The response is kept
	// in memory until Handler returns or calls Flush.
	OnLoop func(*http.Request) bool

	// MaxLoopBody is the number of bytes that the body of a request may have for which OnLoop is true.
	// A longer one is refused with status 413. Zero is 1 MiB.
	MaxLoopBody int64

	// ReadTimeout limits the time from the first byte of a request to the end of its body. Zero is no
	// limit, also for the other three.
	ReadTimeout time.Duration
	// ReadHeaderTimeout limits the time for the head: from its first byte, and on a new connection from
	// the call of ServeConn. Zero is ReadTimeout, and a negative one no limit.
	ReadHeaderTimeout time.Duration
	// WriteTimeout limits the time from the end of the head during which the handler can write. It also
	// ends a connection whose client has accepted nothing for that long.
	WriteTimeout time.Duration
	// IdleTimeout limits the time between two requests. Zero is ReadTimeout, and a negative one no limit.
	IdleTimeout time.Duration

	// MaxHeaderBytes limits the head, with 4,096 bytes more as in package net/http. Zero is
	// http.DefaultMaxHeaderBytes.
	MaxHeaderBytes int
	// MaxHeaderValueCount limits the values in the head. Zero is http.DefaultMaxHeaderValueCount.
	MaxHeaderValueCount int

	// DisableGeneralOptionsHandler passes requests "OPTIONS *" to Handler. Otherwise they get an empty
	// answer.
	DisableGeneralOptionsHandler bool

	// ConnContext returns the context of a connection, from which the contexts of its requests are
	// derived. It is called on the loop, with context.Background. Nil leaves that.
	ConnContext func(ctx context.Context, c *stream.Conn) context.Context

	// ErrorLog gets the panics of handlers, and mistakes in their use of the ResponseWriter. Nil is the
	// standard logger of package log.
	ErrorLog *log.Logger

	mu         sync.Mutex
	loops      map[*wakeful.Loop]*serverLoop
	listeners  []*stream.Listener
	onShutdown []func()
	// over is set by Shutdown and Close, under mu, after which no connection is added. ServeConn reads it
	// under mu too. Handlers read it without the lock to see whether to announce the end of a connection;
	// one that reads it too early is ended by the call of closeIfIdle that follows.
	over    atomic.Bool
	conns   int           // open, without those that were hijacked
	noConns chan struct{} // closed when conns falls to 0 after the end has begun
}

const defaultMaxLoopBody = 1 << 20

var errNilListener = errors.New("streamhttp: Serve: the listener is nil; pass the one that Listen or ListenTLS gives")

// Serve serves the connections of a listener, with TLS or without. It sets the function of
// OnAccept, and Shutdown and Close of the server close the listener. Call it in a callback of the
// listener's loop; elsewhere it returns wakeful.ErrNotOnLoop. After Shutdown or Close it closes the
// listener and returns http.ErrServerClosed.
func (s *Server) Serve(l *stream.Listener) error {
	if l == nil {
		return errNilListener
	}
	if err := l.OnAccept(s.ServeConn); err != nil {
		return err
	}
	s.mu.Lock()
	over := s.over.Load()
	if !over {
		s.listeners = append(s.listeners, l)
	}
	s.mu.Unlock()
	if over {
		_ = l.Close() // it was open just now
		return http.ErrServerClosed
	}
	return nil
}

// ServeConn serves one connection, which from now on belongs to the server: it sets all functions
// of c. It has the signature that Listener.OnAccept and ListenGroup take. With TLS, call it when the
// handshake is complete. Do not move the connection to another loop before Hijack has given it back.
//
// Call it in a callback of the connection's loop. Elsewhere it does nothing. After Shutdown or Close
// of the server it closes c.
func (s *Server) ServeConn(c *stream.Conn) {
	l := c.Loop()
	if !l.OnLoop() {
		return
	}
	s.mu.Lock()
	if s.over.Load() {
		s.mu.Unlock()
		_ = c.Close()
		return
	}
	s.conns++
	sl := s.loops[l]
	if sl == nil {
		if s.loops == nil {
			s.loops = map[*wakeful.Loop]*serverLoop{}
		}
		sl = newServerLoop(s, l)
		s.loops[l] = sl
	}
	s.mu.Unlock()
	newConn(sl, c)
}

func (s *Server) handler() http.Handler {
	if s.Handler == nil {
		return http.DefaultServeMux
	}
	return s.Handler
}

func (s *Server) maxHeaderBytes() int {
	if s.MaxHeaderBytes > 0 {
		return s.MaxHeaderBytes
	}
	return http.DefaultMaxHeaderBytes
}

func (s *Server) maxHeaderValueCount() int {
	if s.MaxHeaderValueCount > 0 {
		return s.MaxHeaderValueCount
	}
	return http.DefaultMaxHeaderValueCount
}

func (s *Server) maxLoopBody() int64 {
	if s.MaxLoopBody > 0 {
		return s.MaxLoopBody
	}
	return defaultMaxLoopBody
}

func (s *Server) logf(format string, args ...any) {
	if s.ErrorLog != nil {
		s.ErrorLog.Printf(format, args...)
	} else {
		log.Printf(format, args...)
	}
}

type connKey struct{}

// connContext is the context of a connection.
type connContext struct {
	context.Context
	c *conn
}

func (x connContext) Value(key any) any {
	switch key {
	case http.LocalAddrContextKey:
		return x.c.local
	case connKey{}:
		return x.c.stream
	}
	return x.Context.Value(key)
}

// Conn returns the connection of a request, for its Loop, Do and addresses. It is nil if this package
// does not serve the request. Do not read, write, close or move the connection; see Hijack. Any
// goroutine may call Conn.
func Conn(r *http.Request) *stream.Conn {
	c, _ := r.Context().Value(connKey{}).(*stream.Conn)
	return c
}
