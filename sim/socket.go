package sim

// This file owns the state of a socket, and who is told when it changes. sockets.go has the system
// calls, network.go carries what they send.

import (
	"net/netip"
	"time"

	"github.com/wakeful-go/wakeful/internal/poll"
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
	// duplicates counts the descriptors besides fd, see end.Duplicate.
	duplicates int
	state      socketState
	local      netip.AddrPort
	remote     netip.AddrPort
	err        error // pending

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

// pipe is one direction of a connection: one buffer whose bytes are first readable by the peer,
// then on their way, then waiting for room at the peer.
type pipe struct {
	bytes    []byte
	head     int // the bytes before it are read
	arrived  int // readable by the peer
	inFlight int // on their way
	size     int // of the sender's buffer
	window   int // of the receiver's buffer
	shut     bool
	endSent  bool
	lastAt   time.Duration // when the last segment arrives: the others come later
	held     []segment     // that a partition keeps back, in order
}

func (p *pipe) unsent() int { return len(p.bytes) - p.head - p.arrived - p.inFlight }

// unacknowledged is what the sender's buffer holds.
func (p *pipe) unacknowledged() int { return p.inFlight + p.unsent() }

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

// ended reports whether the end of the direction has arrived at the peer.
func (s *socket) ended() bool { return s.peer == nil || s.peer.eof }

// closeByApplication is close: the connection goes on until everything is sent, unless the
// application has left input unread.
func (s *socket) closeByApplication() {
	s.unwatch()
	s.fd = -1
	for _, c := range s.backlog {
		c.closeByApplication()
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

// crash is the crash of the machine: nothing is sent any more.
func (s *socket) crash() {
	s.unwatch()
	s.fd, s.gone = -1, true
	for _, c := range s.backlog {
		c.crash()
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
