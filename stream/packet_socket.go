package stream

// This file owns a socket for packets, whatever its addresses are. Loop only.

import (
	"fmt"
	"net"

	"github.com/wakeful-go/wakeful"
)

// packetSocket is what PacketConn and UnixgramConn share.
type packetSocket struct {
	set          *connSet
	fd           int
	local        endpoint
	ipv4         bool                    // the socket's family
	registration *wakeful.FDRegistration // nil until start
	onPacket     func([]byte, endpoint)
	onError      func(error)
	unref        bool
	closed       bool
	out          outgoing
	held         heldPackets
}

// addPackets makes a socket for packets one of the set.
func (s *connSet) addPackets(m member) {
	s.join(m)
	if s.packets == nil {
		s.packets = new(packetBatches)
	}
}

// start sets the function of OnPacket and registers the socket.
func (p *packetSocket) start(fn func([]byte, endpoint)) error {
	if err := p.usable(); err != nil {
		return err
	}
	if fn == nil {
		return wakeful.ErrNilFunc
	}
	p.onPacket = fn
	if p.registration != nil {
		return nil
	}
	registration, err := p.set.loop.RegisterFD(p.fd, wakeful.Readable, func(wakeful.Events) { p.receive() })
	if err != nil {
		return opError("register", p.local.network, p.LocalAddr(), nil, err)
	}
	p.registration = registration
	if p.unref {
		registration.Unref()
	}
	return nil
}

// OnError sets the function that receives errors of receiving, and of sending what SendTo had
// accepted. They do not end the socket. Without a function they are ignored, as lost packets are.
func (p *packetSocket) OnError(fn func(error)) error {
	if err := p.usable(); err != nil {
		return err
	}
	p.onError = fn
	return nil
}

// sendTo sends a packet, together with others if it may be joined.
func (p *packetSocket) sendTo(packet []byte, to endpoint, joins bool) error {
	if err := p.usable(); err != nil {
		return err
	}
	if p.held.has(to) {
		return fmt.Errorf("%w: %s has not taken the packets before this one", ErrQueueFull, to.path)
	}
	if joins && p.join(packet, to) {
		return nil
	}
	if p.flush(); p.held.has(to) {
		return fmt.Errorf("%w: %s has not taken the packets before this one", ErrQueueFull, to.path)
	}
	switch err := sendTo(p.fd, packet, to, p.ipv4); {
	case noRoom(err):
		return fmt.Errorf("%w: a packet of %d bytes to %v was dropped", ErrQueueFull, len(packet), to.addr())
	case err != nil:
		return opError("sendto", p.local.network, p.LocalAddr(), to.addr(), err)
	}
	return nil
}

// LocalAddr returns the local address of the socket. Any goroutine may call it.
func (p *packetSocket) LocalAddr() net.Addr { return p.local.addr() }

// Unref lets an auto-exit loop end although this socket is open.
func (p *packetSocket) Unref() error { return p.setRef(false) }

// Ref reverses Unref.
func (p *packetSocket) Ref() error { return p.setRef(true) }

func (p *packetSocket) setRef(ref bool) error {
	if err := p.usable(); err != nil {
		return err
	}
	p.unref = !ref
	if retry := p.held.retry; retry != nil && ref {
		retry.Ref()
	} else if retry != nil {
		retry.Unref()
	}
	switch {
	case p.registration == nil:
	case ref:
		p.registration.Ref()
	default:
		p.registration.Unref()
	}
	return nil
}

func (p *packetSocket) release() {
	p.flush()
	p.sendHeld()
	p.held.end()
	p.closed = true
	if p.registration != nil {
		_ = p.registration.Close()
	}
	closeSocket(p.fd)
}

func (p *packetSocket) usable() error {
	switch {
	case !p.set.loop.OnLoop():
		return wakeful.ErrNotOnLoop
	case p.closed:
		return ErrClosed
	}
	return nil
}
