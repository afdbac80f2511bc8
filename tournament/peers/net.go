package peers

import (
	"context"
	"errors"
	"fmt"
	"net"
	"sync"

	"github.com/wakeful-go/wakeful/tournament/contest"
)

var netEntry = contest.Entry{
	Name:      "net",
	Kind:      contest.Peer,
	Summary:   "Package net, and crypto/tls, with a goroutine for each connection, which is how Go programs usually serve. It is no loop.",
	Can:       contest.Echoes | contest.TLSEchoes,
	NewServer: newNetServer,

	NewTLSServer: newNetTLSServer,
}

// echoAddress is where servers listen, on a port of the system's choice.
const echoAddress = "127.0.0.1:0"

// netServer serves each connection on a goroutine.
type netServer struct {
	listener net.Listener
	serving  sync.WaitGroup
	open     context.Context // its end closes the connections
	end      context.CancelFunc
}

func newNetServer() (contest.Server, error) {
	listener, err := net.Listen("tcp", echoAddress)
	if err != nil {
		return nil, fmt.Errorf("peers: listen: %w", err)
	}
	return serveNet(listener), nil
}

// serveNet serves the connections of a listener.
func serveNet(listener net.Listener) *netServer {
	s := &netServer{listener: listener}
	s.open, s.end = context.WithCancel(context.Background())
	s.serving.Go(s.accept)
	return s
}

func (s *netServer) Address() string { return s.listener.Addr().String() }

func (s *netServer) accept() {
	for {
		conn, err := s.listener.Accept()
		if err != nil {
			return // closed
		}
		s.serving.Go(func() { s.serve(conn) })
	}
}

// serve reads and writes by itself: io.Copy would move the bytes within the
// kernel, which a server that looks at them cannot.
func (s *netServer) serve(conn net.Conn) {
	hangUp := func() { _ = conn.Close() }
	defer hangUp()
	defer context.AfterFunc(s.open, hangUp)()
	buffer := make([]byte, 4<<10)
	for {
		n, err := conn.Read(buffer)
		if err != nil {
			return
		}
		if _, err := conn.Write(buffer[:n]); err != nil {
			return
		}
	}
}

func (s *netServer) Close() error {
	err := s.listener.Close()
	s.end()
	s.serving.Wait()
	if errors.Is(err, net.ErrClosed) {
		return nil
	}
	return err
}
