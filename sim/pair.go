package sim

// This file owns pairs of sockets on one machine, for a loop and for goroutines that copy between it
// and something that is no socket.

import (
	"io"
	"net/netip"
	"syscall"

	"github.com/wakeful-go/wakeful/internal/transport"
)

// Pair implements transport.Sockets. The faults of connections do not happen to a pair.
func (s *sockets) Pair() (transport.End, transport.Conn) {
	m, n := s.machine, &s.machine.world.network
	m.world.join()
	l := &link{}
	for i := range l.ends {
		local := netip.AddrPortFrom(m.address, m.freePort())
		l.ends[i] = &socket{id: n.number(), state: stateOpen, local: local, link: l}
		m.open(l.ends[i])
	}
	one, two := l.ends[0], l.ends[1]
	one.peer, one.remote, two.peer, two.remote = two, two.local, one, one.local
	n.add(l)
	other := &file{sockets: s, socket: two, fd: two.fd, deadline: make(chan struct{})}
	return &end{s, one, one.fd}, conn{other}
}

// end implements transport.End.
type end struct {
	sockets *sockets
	socket  *socket
	fd      int
}

// Duplicate implements transport.End.
func (e *end) Duplicate() (int, netip.AddrPort) {
	e.sockets.machine.world.join()
	e.socket.duplicates++
	return e.sockets.machine.open(e.socket), e.socket.remote
}

// Close implements io.Closer.
func (e *end) Close() error {
	e.sockets.machine.world.join()
	e.sockets.Close(e.fd)
	return nil
}

// conn implements transport.Conn.
type conn struct{ *file }

// Read implements io.Reader.
func (c conn) Read(p []byte) (n int, err error) {
	var failed error
	err = c.try(opRead, true, func() bool {
		n, failed = c.sockets.Read(c.fd, p)
		return failed != syscall.EAGAIN //nolint:errorlint // it is ours
	})
	switch {
	case err != nil:
		return 0, err
	case failed != nil:
		return 0, failed
	case n == 0 && len(p) > 0:
		return 0, io.EOF
	}
	return n, nil
}

// CloseWrite ends the direction from this end.
func (c conn) CloseWrite() error {
	var failed error
	err := c.try(opWrite, false, func() bool {
		failed = c.sockets.ShutdownWrite(c.fd)
		return true
	})
	if err == nil {
		err = failed
	}
	return err
}
