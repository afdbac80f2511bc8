package sim

// This file owns how connections begin: names, addresses, and attempts to connect.

import (
	"net"
	"net/netip"
	"syscall"
	"time"

	"github.com/wakeful-go/wakeful/internal/poll"
)

// connectLimit is how long a system repeats an unanswered attempt to connect.
const connectLimit = 127 * time.Second

func (n *Network) lookup(from *machine, host string) (netip.Addr, error) {
	if host == "localhost" {
		return from.address, nil
	}
	for _, m := range n.world.machines {
		if m.name == host {
			return m.address, nil
		}
	}
	if a, err := netip.ParseAddr(host); err == nil {
		return a, nil
	}
	return netip.Addr{}, &net.DNSError{Err: "no such host", Name: host, IsNotFound: true}
}

// at returns the machine with an address, nil if there is none.
func (n *Network) at(from *machine, a netip.Addr) *machine {
	if !a.IsValid() || a.IsUnspecified() || a.IsLoopback() {
		return from
	}
	for _, m := range n.world.machines {
		if m.address == a {
			return m
		}
	}
	return nil
}

// connect begins to connect.
func (n *Network) connect(c *socket) {
	w := n.world
	c.id = n.number()
	w.trace.add(w, eventConnect, c.machine, c, c.id, uint64(c.remote.Port()))
	switch {
	case n.faults.happens(faultUnanswered):
		n.giveUp(c)
	case n.faults.happens(faultRefuse):
		n.plan(c, segment{kind: segmentRefused})
	default:
		n.plan(c, segment{kind: segmentOpen})
	}
}

// giveUp ends an attempt to connect that nobody answers.
func (n *Network) giveUp(c *socket) {
	n.world.After(connectLimit, func() { c.fail(syscall.ETIMEDOUT) })
}

// arriveOpen lets an attempt to connect arrive.
func (n *Network) arriveOpen(c *socket, seg segment) {
	w := n.world
	if c.state != stateConnecting {
		return // it was given up
	}
	to := n.at(c.machine, c.remote.Addr())
	switch {
	case seg.kind == segmentRefused:
		c.fail(syscall.ECONNREFUSED)
		return
	case to == nil || to.down || n.isCut(c.machine, to):
		n.repeat(c, seg)
		return
	}
	l := to.listeners[c.remote.Port()]
	if l == nil {
		w.After(n.faults.delay(0), func() { c.fail(syscall.ECONNREFUSED) })
		return
	}
	s := &socket{
		machine: to, id: n.number(), fd: -1, state: stateOpen, peer: c,
		local: netip.AddrPortFrom(to.address, c.remote.Port()), remote: c.local,
	}
	c.peer = s
	c.link = &link{ends: [2]*socket{c, s}}
	s.link = c.link
	n.faults.newLink(c.link)
	n.add(c.link)
	s.fd = 0 // it is the backlog's
	l.backlog = append(l.backlog, s)
	w.trace.add(w, eventAccept, to, c, c.id, s.id)
	l.changed(poll.Readable)
	n.plan(s, segment{kind: segmentOpened})
}

// add adds a connection that begins.
func (n *Network) add(l *link) {
	for _, e := range l.ends {
		e.out.size, e.out.window = n.bufferSize(), n.bufferSize()
		e.position = len(n.connections)
		n.connections = append(n.connections, e)
	}
}

// bufferSize chooses the size of a buffer.
func (n *Network) bufferSize() int {
	return minBuffer << n.world.messages.IntN(7) // up to maxBuffer
}

// repeat sends an attempt to connect again, after 1, 3, 7, ... seconds, like Linux.
func (n *Network) repeat(c *socket, seg segment) {
	if seg.n == 0 {
		seg.n = 1
	}
	wait := time.Duration(seg.n) * time.Second
	if seg.n *= 2; seg.n > 64 {
		n.world.After(wait, func() { c.fail(syscall.ETIMEDOUT) })
		return
	}
	n.world.events.push(event{at: n.world.now + wait, socket: c, segment: seg})
}

// fail ends an attempt to connect.
func (s *socket) fail(err error) {
	if s.state != stateConnecting || s.fd < 0 {
		return
	}
	w := s.machine.world
	w.trace.add(w, eventFailed, s.machine, s, s.id, uint64(errno(err)))
	s.state, s.err = stateEnded, err
	s.changed(poll.Writable | poll.Error)
}

func errno(err error) (n syscall.Errno) {
	if e, ok := err.(syscall.Errno); ok { //nolint:errorlint // it is ours
		n = e
	}
	return n
}
