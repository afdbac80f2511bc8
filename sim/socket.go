package sim

// This file owns the sockets of a simulated machine, with the interface that package stream has for
// them. network.go carries what they send.

import (
	"net/netip"
	"syscall"
	"time"

	"github.com/wakeful-go/wakeful/internal/poll"
	"github.com/wakeful-go/wakeful/internal/transport"
)

// Sizes of a socket's buffers, in bytes. The seed chooses a size between them for each connection.
const (
	minBuffer = 4 << 10
	maxBuffer = 256 << 10
)

// socketState is what a socket is doing.
type socketState uint8

const (
	stateListening socketState = iota
	stateConnecting
	stateOpen
	stateEnded // reset, timed out, or both directions have ended
)

// A socket is a listener or one end of a connection.
type socket struct {
	machine *machine
	id      uint64
	fd      int // -1 once the application has closed it
	state   socketState
	local   netip.AddrPort
	remote  netip.AddrPort
	err     error // pending

	// How it is watched.

	kernel     *kernel
	generation uint32
	wanted     poll.Events
	mode       poll.Mode
	queued     bool // in kernel.ready

	backlog []*socket // of a listener

	// A connection.

	peer     *socket // nil until connected
	link     *link
	out      pipe          // what this end has sent and the peer has not read
	linger   bool          // ResetOnClose was called
	full     bool          // a write was refused: tell when there is room
	gone     bool          // the machine has crashed: nobody answers
	eof      bool          // the peer's end has arrived
	position int           // in Network.connections
	blocked  chan struct{} // closed when something changes, for File; nil if nobody waits
}

// pipe is one direction of a connection: one buffer whose bytes are first readable by the peer, then
// on their way, then waiting for room at the peer.
type pipe struct {
	bytes   []byte
	head    int // the bytes before it are read
	arrived int // readable by the peer
	flying  int // on their way
	size    int // of the sender's buffer
	window  int // of the receiver's buffer
	shut    bool
	endSent bool
	lastAt  time.Duration // when the last segment arrives: the others come later
	held    []segment     // that a partition keeps back, in order
}

func (p *pipe) unsent() int { return len(p.bytes) - p.head - p.arrived - p.flying }

// unacknowledged is what the sender's buffer holds.
func (p *pipe) unacknowledged() int { return p.flying + p.unsent() }

func (p *pipe) room() int { return p.size - p.unacknowledged() }

// readiness returns what a socket is ready for.
func (s *socket) readiness() (events poll.Events) {
	switch s.state {
	case stateListening:
		if len(s.backlog) > 0 {
			events |= poll.Readable
		}
		return events
	case stateConnecting:
		return 0
	}
	if s.err != nil {
		events |= poll.Readable | poll.Writable | poll.Error
	}
	if s.state == stateEnded {
		return events | poll.Readable | poll.Writable | poll.Hangup
	}
	if s.peer != nil && s.peer.out.arrived > 0 {
		events |= poll.Readable
	}
	if s.eof {
		events |= poll.Readable | poll.Hangup
	}
	if s.out.shut || s.out.room() >= s.out.size/3 {
		events |= poll.Writable
	}
	return events
}

// changed tells who watches or waits for a socket that something has changed.
func (s *socket) changed(events poll.Events) {
	if s.blocked != nil {
		close(s.blocked)
		s.blocked = nil
		s.machine.world.unsettled = true
	}
	if k := s.kernel; k != nil && !s.queued && events&(s.wanted|poll.Hangup|poll.Error) != 0 {
		k.add(s)
	}
}

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
		n = w.network.faults.split(w, faultShortReads, n)
		copy(p, from.bytes[from.head:from.head+n])
		from.take(n)
		w.trace.add(w, eventRead, s.machine, c, c.id, uint64(n))
		if from.arrived > 0 && n < len(p) {
			// A real read is short only when nothing is left. One that is not must be reported again.
			c.changed(poll.Readable)
		}
		c.peer.send()
		return n, nil
	}
	switch {
	case c.err != nil:
		err := c.err
		c.err = nil
		return -1, err
	case c.eof || c.state == stateEnded:
		return 0, nil
	}
	return -1, syscall.EAGAIN
}

// take removes bytes that the peer has read.
func (p *pipe) take(n int) {
	p.head += n
	p.arrived -= n
	switch {
	case p.head == len(p.bytes):
		p.bytes, p.head = p.bytes[:0], 0
	case p.head >= 64<<10:
		p.bytes = p.bytes[:copy(p.bytes, p.bytes[p.head:])]
		p.head = 0
	}
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
	n = w.network.faults.split(w, faultShortWrites, n)
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

// ended reports whether the end of the direction has arrived at the peer.
func (s *socket) ended() bool { return s.peer == nil || s.peer.eof }

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
	if c.state == stateListening && s.machine.listeners[c.local.Port()] == c {
		delete(s.machine.listeners, c.local.Port())
	}
	c.closeByApplication(false)
}

// closeByApplication is close: the connection goes on until everything is sent, unless the
// application has left input unread.
func (s *socket) closeByApplication(killed bool) {
	s.unwatch()
	s.fd = -1
	for _, c := range s.backlog {
		c.closeByApplication(killed)
	}
	s.backlog = nil
	n := &s.machine.world.network
	switch {
	case s.state == stateConnecting:
		s.state = stateEnded
	case s.state != stateOpen:
		n.forget(s)
	case s.linger || s.peer.out.arrived > 0: // unread input
		n.reset(s)
	default:
		s.out.shut = true
		s.send()
		n.forgetIfDone(s)
	}
}

// vanish is the crash of the machine: nothing is sent any more.
func (s *socket) vanish() {
	s.unwatch()
	s.fd, s.gone = -1, true
	for _, c := range s.backlog {
		c.vanish()
	}
	s.backlog = nil
	if s.state == stateOpen {
		s.machine.world.network.silence(s.link)
	}
}

func (s *socket) unwatch() {
	if s.kernel != nil {
		s.kernel.drop(s)
	}
}
