package peers

import (
	"context"
	"errors"
	"fmt"

	"github.com/wakeful-go/wakeful"
	"github.com/wakeful-go/wakeful/stream"
	"github.com/wakeful-go/wakeful/tournament/contest"
)

// This file owns the champion as a server: package stream on one loop.

type wakefulServer struct {
	loop    *wakeful.Loop
	address string
	ended   chan struct{} // closed when Run has returned
	err     error         // what it returned
}

func newWakefulServer(options ...wakeful.Option) (contest.Server, error) {
	return newWakefulServerWith(listenPlain, func(_ *wakefulServer, c *stream.Conn) { echo(c) }, options...)
}

// listenPlain listens without TLS.
func listenPlain(s *wakefulServer, then func(*stream.Listener, error)) error {
	return stream.Listen(s.loop, "tcp", echoAddress, then)
}

// newWakefulServerWith makes a server that calls listen, and serve with each connection.
func newWakefulServerWith(listen func(*wakefulServer, func(*stream.Listener, error)) error, serve func(*wakefulServer, *stream.Conn), options ...wakeful.Option) (contest.Server, error) {
	loop, err := wakeful.New(options...)
	if err != nil {
		return nil, fmt.Errorf("peers: %w", err)
	}
	s := &wakefulServer{loop: loop, ended: make(chan struct{})}
	go func() {
		defer close(s.ended)
		s.err = loop.Run(context.Background())
	}()
	listening := make(chan error, 1)
	accept := func(l *stream.Listener, err error) {
		if err == nil {
			s.address = l.Addr().String()
			err = l.OnAccept(func(c *stream.Conn) { serve(s, c) })
		}
		listening <- err
	}
	err = loop.Submit(func() {
		if err := listen(s, accept); err != nil {
			listening <- err
		}
	})
	if err != nil {
		return nil, fmt.Errorf("peers: %w", err)
	}
	if err := <-listening; err != nil {
		return nil, errors.Join(fmt.Errorf("peers: listen: %w", err), s.Close())
	}
	return s, nil
}

// echo serves a new connection. Errors are left to it: it closes itself when one
// occurs, and it is never full, because it does not read above its high watermark.
func echo(c *stream.Conn) {
	_ = c.OnDrain(func() { _ = c.Resume() })
	_ = c.OnData(func(p []byte) {
		_, _ = c.Write(p)
		if c.AboveHighWatermark() {
			_ = c.Pause()
		}
	})
}

func (s *wakefulServer) Address() string { return s.address }

func (s *wakefulServer) Close() error {
	err := s.loop.Shutdown(context.Background())
	<-s.ended
	return errors.Join(err, s.err)
}
