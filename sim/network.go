package sim

// This file owns the network: how connections are opened, what carries their segments, and how they
// end. It behaves like TCP as an application sees it. fault.go decides what goes wrong.

import (
	"syscall"
	"time"

	"github.com/wakeful-go/wakeful"
	"github.com/wakeful-go/wakeful/internal/poll"
)

const (
	// defaultDelay is what a message takes at most without Delay.
	defaultDelay = 200 * time.Microsecond
	// silenceLimit is after which silence TCP gives up a connection: that of keep-alive, which
	// package stream switches on.
	silenceLimit = 150 * time.Second
	// resolution is that of arrivals. With a coarse one several arrive at the same time, the seed
	// decides which is first, and time takes fewer steps.
	resolution = 10 * time.Microsecond
	// maxSegment is how much one segment carries. It is more than Ethernet's, as with segmentation
	// by the network card.
	maxSegment = 16 << 10
)

// A Network is what connects the machines of a world, see World.Net.
type Network struct {
	world       *World
	faults      faults
	connections []*socket // that can still receive
	lastNumber  uint64
	partitions  map[[2]*machine]time.Duration // since when
}

func (n *Network) init(w *World) {
	n.world, n.partitions = w, map[[2]*machine]time.Duration{}
	n.faults.init(n)
}

// Net returns the network.
func (w *World) Net() *Network { return &w.network }

func (n *Network) number() uint64 {
	n.lastNumber++
	return n.lastNumber
}

// link is a connection as the network sees it.
type link struct {
	ends   [2]*socket
	silent bool // nothing arrives any more
	// resetAt and silentAt are the bytes, of both directions together, at which a fault is due; 0
	// for none.
	resetAt, silentAt uint64
	carried           uint64
}

// segment is what travels.
type segment struct {
	kind segmentKind
	n    int
	sent time.Duration
}

type segmentKind uint8

const (
	segmentData segmentKind = iota
	segmentEnd
	segmentReset
	segmentOpen   // asks for a connection
	segmentOpened // answers
	segmentRefused
)

// plan lets a segment of a socket arrive later, behind those before it.
func (n *Network) plan(s *socket, seg segment) {
	seg.sent = n.world.now
	at := n.world.now + n.faults.delay(seg.n)
	at = max((at + resolution - 1).Truncate(resolution), s.out.lastAt)
	s.out.lastAt = at
	n.world.events.push(event{at: at, socket: s, segment: seg})
}

// send sends what there is room for at the peer.
func (s *socket) send() {
	p := &s.out
	if s.peer == nil || s.state == stateEnded {
		return
	}
	n := &s.machine.world.network
	for {
		k := min(p.unsent(), p.window-p.arrived-p.inFlight, maxSegment)
		if k <= 0 {
			break
		}
		p.inFlight += k
		n.plan(s, segment{kind: segmentData, n: k})
	}
	if p.shut && !p.endSent && p.unsent() == 0 {
		p.endSent = true
		n.plan(s, segment{kind: segmentEnd})
	}
}

// arrive lets a segment arrive at the peer of the socket that has sent it.
func (n *Network) arrive(e event) {
	s, seg := e.socket, e.segment
	w := n.world
	w.trace.sent = seg.sent
	switch seg.kind {
	case segmentOpen, segmentRefused:
		n.arriveOpen(s, seg)
		return
	case segmentOpened:
		c := s.peer
		if c.state != stateConnecting {
			s.reset(syscall.ECONNRESET) // it was given up
		} else if !n.holds(s, seg) {
			c.state = stateOpen
			w.trace.add(w, eventOpen, c.machine, c, c.id, 0)
			c.changed(poll.Writable)
			c.send()
		}
		return
	}
	to := s.peer
	if n.holds(s, seg) {
		return
	}
	if seg.kind != segmentReset && to.state == stateEnded {
		if s.state != stateEnded {
			s.reset(syscall.ECONNRESET)
		}
		return
	}
	switch seg.kind {
	case segmentData:
		if to.fd < 0 && s.state == stateOpen {
			n.reset(to) // nobody will read it
			return
		}
		arrives, what := s.link.carry(uint64(seg.n))
		broken := what != 0 && n.faults.injects(what)
		if !broken {
			arrives = uint64(seg.n)
		}
		s.out.inFlight -= int(arrives)
		s.out.arrived += int(arrives)
		w.trace.add(w, eventArrive, to.machine, s, s.id, arrives)
		to.changed(poll.Readable)
		if broken {
			n.breakLink(s, what)
			return
		}
		if s.blocked != nil || s.full && s.out.room() >= s.out.size/3 {
			s.full = false
			s.changed(poll.Writable)
		}
	case segmentEnd:
		to.eof = true
		w.trace.add(w, eventEnd, to.machine, s, s.id, 0)
		to.changed(poll.Readable | poll.Hangup)
		if s.blocked != nil {
			s.changed(poll.Writable)
		}
		n.forgetIfDone(s)
	case segmentReset:
		w.trace.add(w, eventReset, to.machine, s, s.id, 0)
		to.reset(syscall.ECONNRESET)
	}
}

// carry counts n bytes of a connection. If a fault is due at one of them, it returns how many come
// before it.
func (l *link) carry(n uint64) (before uint64, due fault) {
	from := l.carried
	l.carried += n
	switch {
	case l.resetAt > from && l.resetAt <= l.carried:
		return l.resetAt - from - 1, faultReset
	case l.silentAt > from && l.silentAt <= l.carried:
		return l.silentAt - from - 1, faultHalfOpen
	}
	return n, 0
}

// breakLink resets a connection on both sides, or lets it become silent.
func (n *Network) breakLink(s *socket, what fault) {
	w := n.world
	w.trace.add(w, eventFault, s.peer.machine, s, s.id, uint64(what))
	if what == faultHalfOpen {
		n.silence(s.link)
		return
	}
	for _, e := range s.link.ends {
		e.reset(syscall.ECONNRESET)
	}
}

// holds reports whether a segment does not arrive now. A partition holds it back, and it arrives
// when that has ended.
func (n *Network) holds(s *socket, seg segment) bool {
	switch {
	case s.peer.gone:
		if s.peer.machine.down {
			return true // it is lost
		}
		// The machine runs again and does not know the connection.
		s.out.inFlight -= seg.n
		s.reset(syscall.ECONNRESET)
		return true
	case s.link.silent:
		return true
	case n.isCut(s.machine, s.peer.machine):
		s.out.held = append(s.out.held, seg)
		return true
	}
	return false
}

// reset ends a socket at once. What has arrived can still be read. Behind an end of the peer Linux
// reports EPIPE instead of ECONNRESET.
func (s *socket) reset(err error) {
	if s.state == stateEnded {
		return
	}
	s.state = stateEnded
	if s.fd >= 0 {
		if s.err = err; s.eof && err == syscall.ECONNRESET { //nolint:errorlint // it is ours
			s.err = syscall.EPIPE
		}
	}
	s.changed(poll.Readable | poll.Writable | poll.Error | poll.Hangup)
	s.machine.world.network.forget(s)
}

// reset ends one end of a connection and resets the other.
func (n *Network) reset(s *socket) {
	if s.state == stateEnded {
		return
	}
	s.state = stateEnded
	p := &s.out
	p.bytes = p.bytes[:p.head+p.arrived+p.inFlight] // what is not on its way is lost
	n.plan(s, segment{kind: segmentReset})
	n.forget(s)
}

// forgetIfDone forgets a connection both of whose directions have ended.
func (n *Network) forgetIfDone(s *socket) {
	p := s.peer
	if p == nil || !s.eof || !p.eof {
		return
	}
	for _, e := range s.link.ends {
		if e.state == stateOpen {
			e.state = stateEnded
			n.forget(e)
		}
	}
}

// forget removes a connection from the list.
func (n *Network) forget(s *socket) {
	if i := s.position; i < len(n.connections) && n.connections[i] == s {
		last := len(n.connections) - 1
		n.connections[i] = n.connections[last]
		n.connections[i].position = i
		n.connections = n.connections[:last]
	}
}

// silence lets nothing arrive on a connection any more. TCP gives it up later.
func (n *Network) silence(l *link) {
	l.silent = true
	n.world.After(silenceLimit, func() {
		for _, s := range l.ends {
			if !s.gone {
				s.reset(syscall.ETIMEDOUT)
			}
		}
	})
}

// restarted is called when a machine that has crashed runs again. Whoever waits for it is told.
func (n *Network) restarted(m *machine) {
	for _, s := range append([]*socket(nil), n.connections...) {
		if s.peer.gone && s.peer.machine == m && s.out.unacknowledged() > 0 {
			n.world.After(time.Duration(n.world.messages.Int64N(int64(time.Second))), func() { s.reset(syscall.ECONNRESET) })
		}
	}
}

// isCut reports whether there is a partition between two machines.
func (n *Network) isCut(a, b *machine) bool {
	_, cut := n.partitions[pair(a, b)]
	return cut
}

// pair is a key for two machines.
func pair(a, b *machine) [2]*machine {
	if a.index > b.index {
		a, b = b, a
	}
	return [2]*machine{a, b}
}

// Partition cuts the network between the machines of two loops. What they send to each other waits,
// and TCP gives up connections after 150 s.
func (w *World) Partition(a, b *wakeful.Loop) {
	p := pair(w.of(a), w.of(b))
	n := &w.network
	if p[0] == p[1] || n.isCut(p[0], p[1]) || !n.faults.injects(faultPartition) {
		return
	}
	since := w.now
	n.partitions[p] = since
	w.trace.add(w, eventPartition, p[0], nil, uint64(p[1].index), 0)
	w.After(silenceLimit, func() {
		if began, cut := n.partitions[p]; !cut || began != since {
			return // it has ended, and this may be another one
		}
		for _, s := range append([]*socket(nil), n.connections...) {
			if pair(s.machine, s.peer.machine) == p {
				s.reset(syscall.ETIMEDOUT)
			}
		}
	})
}

// Heal ends all partitions. What has waited arrives within two seconds.
func (w *World) Heal() {
	n := &w.network
	if len(n.partitions) == 0 {
		return
	}
	clear(n.partitions)
	w.trace.add(w, eventHeal, w.machines[0], nil, 0, 0)
	for _, s := range n.connections {
		held := s.out.held
		if len(held) == 0 {
			continue
		}
		s.out.held = nil
		s.out.lastAt = max(s.out.lastAt, w.now+200*time.Millisecond+time.Duration(w.messages.Int64N(int64(time.Second))))
		for _, seg := range held {
			n.plan(s, seg) // sent again
		}
	}
}
