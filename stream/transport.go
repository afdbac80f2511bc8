package stream

// Where the sockets of a loop come from: the system, or the network of a simulated world. What is
// above opens and closes sockets through this file, and registers both kinds with the loop. For the
// system's sockets each operation costs one comparison more.
//
// Conn.receive and Conn.send choose by themselves between a simulated socket and a system call. In a
// function of its own, which is too large to be inlined, the choice costs 30 ns: the processor
// predicts the returns behind a system call wrongly.
//
// Packets and Unix sockets are always the system's.

import (
	"errors"
	"fmt"
	"io"
	"net"
	"net/netip"
	"os"

	"github.com/wakeful-go/wakeful"
	"github.com/wakeful-go/wakeful/internal/transport"
)

// sockets are the sockets of a loop.
type sockets struct {
	simulated transport.Sockets // nil for the system's
}

func socketsOf(l *wakeful.Loop) sockets { return sockets{transport.Of(l)} }

// read is for the goroutines that end connections.
func (s sockets) read(fd int, p []byte) (int, error) {
	if s.simulated != nil {
		return s.simulated.Read(fd, p)
	}
	return read(fd, p)
}

// peek returns how many bytes can be read, at most one, or what a read returns if there are none.
func (s sockets) peek(fd int) (int, error) {
	if s.simulated != nil {
		return min(1, s.simulated.Unread(fd)), nil
	}
	return peek(fd)
}

func (s sockets) writev(fd int, blocks [][]byte) (n int, err error) {
	if s.simulated == nil {
		return writev(fd, blocks)
	}
	for _, b := range blocks {
		took, err := s.simulated.Write(fd, b)
		if err != nil && n == 0 {
			return 0, err
		}
		if n += max(0, took); took < len(b) {
			break
		}
	}
	return n, nil
}

func (s sockets) shutdownWrite(fd int) error {
	if s.simulated != nil {
		return s.simulated.ShutdownWrite(fd)
	}
	return shutdownWrite(fd)
}

func (s sockets) close(fd int) {
	if s.simulated != nil {
		s.simulated.Close(fd)
		return
	}
	closeSocket(fd)
}

func (s sockets) resetOnClose(fd int) {
	if s.simulated != nil {
		s.simulated.ResetOnClose(fd)
		return
	}
	resetOnClose(fd)
}

func (s sockets) error(fd int) error {
	if s.simulated != nil {
		return s.simulated.Error(fd)
	}
	return socketError(fd)
}

func (s sockets) inFlight(fd int) int {
	if s.simulated != nil {
		n, _ := s.simulated.InFlight(fd)
		return n
	}
	return inFlight(fd)
}

func (s sockets) unacknowledged(fd int) int {
	if s.simulated != nil {
		if n, alive := s.simulated.InFlight(fd); alive {
			return n
		}
		return 0
	}
	return unacknowledged(fd)
}

func (s sockets) local(fd int, network string) endpoint {
	if s.simulated != nil {
		return endpoint{network: network, ip: s.simulated.Local(fd)}
	}
	return localEndpoint(fd, network)
}

func (s sockets) accept(fd int, network string) (int, endpoint, error) {
	if s.simulated != nil {
		accepted, remote, err := s.simulated.Accept(fd)
		return accepted, endpoint{network: network, ip: remote}, err
	}
	return acceptSocket(fd, network)
}

// listen opens a listening socket.
func (s sockets) listen(e endpoint, sharesPort bool) (fd int, tried endpoint, err error) {
	if s.simulated != nil {
		if fd, err = s.simulated.Bind(e.ip); err == nil {
			err = s.simulated.Listen(fd)
		}
		return fd, e, err
	}
	if fd, tried, err = boundWith(e, sharesPort); err != nil {
		return fd, tried, err
	}
	if err = listen(fd); err != nil {
		closeSocket(fd)
	}
	return fd, tried, err
}

// connect opens a socket, which is -1 if that fails, and begins to connect.
func (s sockets) connect(e endpoint) (int, error) {
	if s.simulated != nil {
		return s.simulated.Connect(e.ip)
	}
	fd, err := openSocket(e, false)
	if err != nil {
		return -1, err
	}
	return fd, connect(fd, e)
}

func (s sockets) connecting(fd int) bool {
	if s.simulated != nil {
		return s.simulated.Connecting(fd)
	}
	return connecting(fd)
}

func (s sockets) duplicate(fd int) (int, error) {
	if s.simulated != nil {
		return -1, fmt.Errorf("a socket of a simulated network has no file: %w", errors.ErrUnsupported)
	}
	return duplicate(uintptr(fd))
}

// gate returns the gate of a goroutine that works for a connection, nil for the system's sockets.
func (s sockets) gate(fd int) func() {
	if s.simulated != nil {
		return s.simulated.Gate(fd)
	}
	return nil
}

// duplicateOf returns a duplicate of a socket's descriptor, and what it is. A loop in a simulated
// network cannot have a socket of the system.
func (s sockets) duplicateOf(socket io.Closer) (fd int, kind socketKind, err error) {
	if s.simulated == nil {
		return duplicateOf(socket)
	}
	end, ok := socket.(transport.End)
	if !ok {
		return -1, kind, fmt.Errorf("stream: adopt: the loop is in a simulated network: %w", errors.ErrUnsupported)
	}
	fd, remote := end.Duplicate()
	return fd, socketKind{stream: true, connected: true, remote: endpoint{network: "tcp", ip: remote}}, nil
}

func (s sockets) setUpAdopted(fd int, kind socketKind) error {
	if s.simulated != nil {
		return nil
	}
	return setUpAdopted(fd, kind)
}

// file takes over a socket, for methods that block.
func (s sockets) file(fd int) transport.File {
	if s.simulated != nil {
		return s.simulated.File(fd)
	}
	return os.NewFile(uintptr(fd), "socket")
}

// lookup returns the endpoint of an address in a simulated network, where no name needs a
// goroutine.
func (s sockets) lookup(e endpoint, literal bool, address string) (endpoint, error) {
	switch {
	case e.unix() || e.packets():
		return e, fmt.Errorf("stream: a simulated network has no %s: %w", e.network, errors.ErrUnsupported)
	case literal:
		return e, nil
	}
	host, service, err := net.SplitHostPort(address)
	if err != nil {
		return e, err
	}
	port, err := net.LookupPort(e.network, service)
	if err != nil {
		return e, err
	}
	var ip netip.Addr
	if host != "" {
		if ip, err = s.simulated.Lookup(host); err != nil {
			return e, err
		}
	}
	e.ip = netip.AddrPortFrom(ip, uint16(port))
	return e, nil
}
