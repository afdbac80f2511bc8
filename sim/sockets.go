package sim

// This file owns the system calls on sockets: the interface that package stream has for them.

import (
	"net/netip"
	"slices"
	"syscall"

	"github.com/wakeful-go/wakeful/internal/poll"
	"github.com/wakeful-go/wakeful/internal/transport"
)

// sockets are the sockets of a machine as one of its loops sees them.
type sockets struct {
	machine *machine
	loop    *loop
}

var _ transport.Sockets = (*sockets)(nil)

// socket returns the socket of a descriptor, nil if it is not open.
func (s *sockets) socket(fd int) *socket {
	if fd < 0 || fd >= len(s.machine.sockets) {
		return nil
	}
	return s.machine.sockets[fd]
}

// open gives a socket the lowest free number, as a system does.
func (m *machine) open(s *socket) int {
	s.machine = m
	for fd, other := range m.sockets {
		if fd > 2 && other == nil {
			m.sockets[fd], s.fd = s, fd
			return fd
		}
	}
	s.fd = len(m.sockets)
	m.sockets = append(m.sockets, s)
	return s.fd
}

// Lookup implements transport.Sockets: the name of a machine, "localhost", or an address.
func (s *sockets) Lookup(host string) (netip.Addr, error) {
	return s.machine.world.network.lookup(s.machine, host)
}

// Bind implements transport.Sockets.
func (s *sockets) Bind(local netip.AddrPort) (int, error) {
	m := s.machine
	if a := local.Addr(); a.IsValid() && !a.IsUnspecified() && !a.IsLoopback() && a != m.address {
		return -1, syscall.EADDRNOTAVAIL
	}
	port := local.Port()
	if port == 0 {
		port = m.freePort()
	}
	if m.listeners[port] != nil {
		return -1, syscall.EADDRINUSE
	}
	l := &socket{state: stateListening, local: netip.AddrPortFrom(m.address, port), id: m.world.network.number()}
	m.listeners[port] = l
	return m.open(l), nil
}

// Listen implements transport.Sockets.
func (s *sockets) Listen(fd int) error {
	l := s.socket(fd)
	if l == nil {
		return syscall.EBADF
	}
	s.machine.world.trace.add(s.machine.world, eventListen, s.machine, nil, uint64(l.local.Port()), 0)
	return nil
}

// Accept implements transport.Sockets.
func (s *sockets) Accept(fd int) (int, netip.AddrPort, error) {
	l := s.socket(fd)
	switch {
	case l == nil:
		return -1, netip.AddrPort{}, syscall.EBADF
	case len(l.backlog) == 0:
		return -1, netip.AddrPort{}, syscall.EAGAIN
	}
	c := l.backlog[0]
	l.backlog = l.backlog[1:]
	return s.machine.open(c), c.remote, nil
}

// Connect implements transport.Sockets.
func (s *sockets) Connect(remote netip.AddrPort) (int, error) {
	c := &socket{state: stateConnecting, local: netip.AddrPortFrom(s.machine.address, s.machine.freePort()), remote: remote}
	fd := s.machine.open(c)
	s.machine.world.network.connect(c)
	return fd, syscall.EINPROGRESS
}

// freePort returns a port for a socket that asks for none.
func (m *machine) freePort() uint16 {
	for {
		if m.nextPort++; m.nextPort < 32768 {
			m.nextPort = 32768
		}
		if m.listeners[m.nextPort] == nil {
			return m.nextPort
		}
	}
}

// Connecting implements transport.Sockets.
func (s *sockets) Connecting(fd int) bool {
	c := s.socket(fd)
	return c != nil && c.state == stateConnecting
}

// Error implements transport.Sockets.
func (s *sockets) Error(fd int) error {
	c := s.socket(fd)
	if c == nil {
		return syscall.EBADF
	}
	err := c.err
	c.err = nil
	return err
}

// Local implements transport.Sockets.
func (s *sockets) Local(fd int) netip.AddrPort {
	if c := s.socket(fd); c != nil {
		return c.local
	}
	return netip.AddrPort{}
}

// Read implements transport.Sockets.
func (s *sockets) Read(fd int, p []byte) (int, error) {
	c := s.socket(fd)
	if c == nil {
		return -1, syscall.EBADF
	}
	w := s.machine.world
	if c.peer != nil && c.peer.out.arrived > 0 && len(p) > 0 {
		from := &c.peer.out
		n := min(len(p), from.arrived)
		n = w.network.faults.split(faultShortReads, n)
		copy(p, from.bytes[from.head:from.head+n])
		from.take(n)
		w.trace.add(w, eventRead, s.machine, c, c.id, uint64(n))
		if from.arrived > 0 && n < len(p) {
			// A real read is short only when nothing is left. One that is not must be reported
			// again.
			c.changed(poll.Readable)
		}
		c.peer.send()
		return n, nil
	}
	switch {
	case c.eof: // a reset behind the end shows to writes only
		return 0, nil
	case c.err != nil:
		err := c.err
		c.err = nil
		return -1, err
	case c.state == stateEnded:
		return 0, nil
	}
	return -1, syscall.EAGAIN
}

// Unread implements transport.Sockets.
func (s *sockets) Unread(fd int) int {
	if c := s.socket(fd); c != nil && c.peer != nil {
		return c.peer.out.arrived
	}
	return 0
}

// Write implements transport.Sockets.
func (s *sockets) Write(fd int, p []byte) (int, error) {
	c := s.socket(fd)
	switch {
	case c == nil:
		return -1, syscall.EBADF
	case c.err != nil:
		err := c.err
		c.err = nil
		return -1, err
	case c.state == stateConnecting:
		return -1, syscall.EAGAIN
	case c.state == stateEnded || c.out.shut:
		return -1, syscall.EPIPE
	case len(p) == 0:
		return 0, nil
	}
	n := min(len(p), c.out.room())
	if n <= 0 {
		c.full = true
		return -1, syscall.EAGAIN
	}
	w := s.machine.world
	n = w.network.faults.split(faultShortWrites, n)
	c.full = n < len(p) // whoever gets less than it asked for waits, or asks again
	c.out.bytes = append(c.out.bytes, p[:n]...)
	w.trace.add(w, eventWrite, s.machine, c, c.id, uint64(n))
	c.send()
	return n, nil
}

// ShutdownWrite implements transport.Sockets.
func (s *sockets) ShutdownWrite(fd int) error {
	c := s.socket(fd)
	switch {
	case c == nil:
		return syscall.EBADF
	case c.state != stateOpen:
		return syscall.ENOTCONN
	}
	c.out.shut = true
	c.send()
	return nil
}

// InFlight implements transport.Sockets.
func (s *sockets) InFlight(fd int) (int, bool) {
	c := s.socket(fd)
	if c == nil {
		return 0, false
	}
	n := c.out.unacknowledged()
	if c.out.shut && !c.ended() {
		n++ // the end itself
	}
	return n, c.state == stateOpen
}

// ResetOnClose implements transport.Sockets.
func (s *sockets) ResetOnClose(fd int) {
	if c := s.socket(fd); c != nil {
		c.linger = true
	}
}

// Close implements transport.Sockets.
func (s *sockets) Close(fd int) {
	c := s.socket(fd)
	if c == nil {
		return
	}
	s.machine.sockets[fd] = nil
	if c.duplicates > 0 {
		c.duplicates--
		c.fd = slices.Index(s.machine.sockets, c)
		return
	}
	if c.state == stateListening && s.machine.listeners[c.local.Port()] == c {
		delete(s.machine.listeners, c.local.Port())
	}
	c.closeByApplication()
}
