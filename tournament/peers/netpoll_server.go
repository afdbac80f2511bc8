//go:build (linux && (amd64 || arm64 || loong64)) || darwin

package peers

import (
	"context"
	"fmt"

	"github.com/cloudwego/netpoll"

	"github.com/wakeful-go/wakeful/tournament/contest"
)

const hasNetpoll = true

// netpollServer leaves the settings as they are, as its guide says most users
// should: one poller for up to twenty processors.
type netpollServer struct {
	listener netpoll.Listener
	loop     netpoll.EventLoop
	ended    chan struct{} // closed when Serve has returned
	err      error         // what it returned
}

func newNetpollServer() (contest.Server, error) {
	listener, err := netpoll.CreateListener("tcp", echoAddress)
	if err != nil {
		return nil, fmt.Errorf("peers: listen: %w", err)
	}
	loop, err := netpoll.NewEventLoop(echoRequest)
	if err != nil {
		return nil, fmt.Errorf("peers: %w", err)
	}
	s := &netpollServer{listener: listener, loop: loop, ended: make(chan struct{})}
	go func() {
		defer close(s.ended)
		s.err = loop.Serve(listener)
	}()
	return s, nil
}

// echoRequest answers what has been read, in the two steps of the guide on either
// side: Next and Release, Malloc and Flush. WriteString and ReadString, as in the
// project's own example, allocate a string per request.
func echoRequest(_ context.Context, connection netpoll.Connection) error {
	reader, writer := connection.Reader(), connection.Writer()
	n := reader.Len()
	request, err := reader.Next(n)
	if err != nil {
		return connection.Close()
	}
	answer, err := writer.Malloc(n)
	if err != nil {
		return connection.Close()
	}
	copy(answer, request)
	if err := reader.Release(); err != nil {
		return connection.Close()
	}
	if err := writer.Flush(); err != nil {
		return connection.Close()
	}
	return nil
}

func (s *netpollServer) Address() string { return s.listener.Addr().String() }

// Close leaves netpoll's poller, which serves all of a process's servers and
// cannot be closed.
func (s *netpollServer) Close() error {
	if err := s.loop.Shutdown(context.Background()); err != nil {
		return fmt.Errorf("peers: shutting netpoll down: %w", err)
	}
	<-s.ended
	return s.err
}
