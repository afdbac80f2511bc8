package peers

import (
	"context"
	"errors"
	"fmt"
	"net"
	"os"
	"runtime"

	"github.com/panjf2000/gnet/v2"
	"github.com/panjf2000/gnet/v2/pkg/logging"
	"github.com/panjf2000/gnet/v2/pkg/pool/goroutine"

	"github.com/wakeful-go/wakeful/tournament/contest"
)

var gnetEntry = contest.Entry{
	Name:      "gnet",
	Kind:      contest.Peer,
	Summary:   "gnet v2: one event loop that blocks in epoll or kqueue, reads and calls the handler. It has no timers and runs no submitted functions in order.",
	Can:       contest.Echoes,
	NewServer: newGnetServer,
}

var errNoGnet = errors.New("peers: gnet's listener is read for its port, which does not work on Windows")

// gnet starts a pool of goroutines when it is imported, for connections that a program adds by itself.
// Its ticker would run beside every contestant, so it is stopped.
func init() { goroutine.DefaultWorkerPool.Release() }

// gnetLogger is gnet's own without the lines that say that a server begins and ends.
type gnetLogger struct{ logging.Logger }

// Infof implements logging.Logger.
func (gnetLogger) Infof(string, ...any) {}

// gnetServer has one event loop, the default, and one goroutine that accepts.
type gnetServer struct {
	gnet.BuiltinEventEngine
	engine gnet.Engine
	booted chan struct{} // closed when engine is set
	ended  chan struct{} // closed when Run has returned
	err    error         // what it returned

	address string
}

func newGnetServer() (contest.Server, error) {
	if runtime.GOOS == "windows" {
		return nil, errNoGnet
	}
	s := &gnetServer{booted: make(chan struct{}), ended: make(chan struct{})}
	go func() {
		defer close(s.ended)
		s.err = gnet.Run(s, "tcp://"+echoAddress, gnet.WithLogger(gnetLogger{logging.GetDefaultLogger()}))
	}()
	select {
	case <-s.booted:
	case <-s.ended:
		return nil, fmt.Errorf("peers: gnet: %w", s.err)
	}
	var err error
	if s.address, err = s.listens(); err != nil {
		return nil, errors.Join(fmt.Errorf("peers: gnet's listener: %w", err), s.Close())
	}
	return s, nil
}

// OnBoot implements gnet.EventHandler. The listener is open by then.
func (s *gnetServer) OnBoot(engine gnet.Engine) gnet.Action {
	s.engine = engine
	close(s.booted)
	return gnet.None
}

// listens asks the system for the listener's port, which gnet does not report.
func (s *gnetServer) listens() (string, error) {
	fd, err := s.engine.Dup()
	if err != nil {
		return "", err
	}
	file := os.NewFile(uintptr(fd), "listener")
	listener, err := net.FileListener(file)
	if err := errors.Join(err, file.Close()); err != nil {
		return "", err
	}
	return listener.Addr().String(), listener.Close()
}

// OnTraffic implements gnet.EventHandler. It echoes as the project's own example does.
func (s *gnetServer) OnTraffic(c gnet.Conn) gnet.Action {
	request, err := c.Next(-1)
	if err != nil {
		return gnet.Close
	}
	if _, err := c.Write(request); err != nil {
		return gnet.Close
	}
	return gnet.None
}

func (s *gnetServer) Address() string { return s.address }

func (s *gnetServer) Close() error {
	if err := s.engine.Stop(context.Background()); err != nil {
		return fmt.Errorf("peers: stopping gnet: %w", err)
	}
	<-s.ended
	return s.err
}
