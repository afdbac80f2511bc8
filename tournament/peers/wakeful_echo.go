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
	if err := loop.Submit(func() { s.listen(listening) }); err != nil {
		return nil, fmt.Errorf("peers: %w", err)
	}
	if err := <-listening; err != nil {
		return nil, errors.Join(fmt.Errorf("peers: listen: %w", err), s.Close())
	}
	return s, nil
}

// listen tells when the server listens. Loop only.
func (s *wakefulServer) listen(listening chan<- error) {
	err := stream.Listen(s.loop, "tcp", echoAddress, func(l *stream.Listener, err error) {
		if err == nil {
			s.address = l.Addr().String()
			err = l.OnAccept(echo)
		}
		listening <- err
	})
	if err != nil {
		listening <- err
	}
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
