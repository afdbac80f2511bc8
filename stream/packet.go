package stream

// UDP sockets. packet_batch.go has how packets are received and sent.

import (
	"fmt"
	"net"
	"net/netip"

	"github.com/wakeful-go/wakeful"
)

// A PacketConn is a UDP socket on a loop, from ListenPacket or AdoptPacketConn. Its methods belong
// to the loop's callbacks. Called elsewhere they return wakeful.ErrNotOnLoop, and after Close an
// error that matches ErrClosed.
type PacketConn struct {
	set          *connSet
	fd           int
	local        endpoint
	ipv4         bool                    // the socket's family
	registration *wakeful.FDRegistration // nil until OnPacket
	onPacket     func([]byte, netip.AddrPort)
	onError      func(error)
	unref        bool
	closed       bool
	out          outgoing
}

// ListenPacket opens a UDP socket and calls then on the loop, after the current callback at the
// earliest, with the socket or an error. The network is "udp", "udp4" or "udp6", and the address is
// as for net.ListenPacket.
//
// Any goroutine may call ListenPacket. If it returns an error, or if the loop ends first, then is
// not called. Called off the loop, it has no order with Submit.
func ListenPacket(l *wakeful.Loop, network, address string, then func(*PacketConn, error)) error {
	if err := refusal(l, then != nil); err != nil {
		return err
	}
	open := func(s *connSet, e endpoint) (*PacketConn, endpoint, error) {
		fd, e, err := bound(e)
		if err != nil {
			return nil, e, err
		}
		local := localEndpoint(fd, e.network)
		return newPacketConn(s, fd, local, local.ip.Addr().Is4()), e, nil
	}
	return openLocal(l, "bind", packetNetworks, network, address, open, then)
}

// newPacketConn takes ownership of a socket.
func newPacketConn(s *connSet, fd int, local endpoint, ipv4 bool) *PacketConn {
	p := &PacketConn{set: s, fd: fd, local: local, ipv4: ipv4}
	s.join(p)
	if s.packets == nil {
		s.packets = new(packetBatches)
	}
	return p
}

// OnPacket sets the function that receives each packet and its sender, and starts receiving. The
// slice is the loop's buffer and is valid until the function returns.
func (p *PacketConn) OnPacket(fn func(packet []byte, from netip.AddrPort)) error {
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
func (p *PacketConn) OnError(fn func(error)) error {
	if err := p.usable(); err != nil {
		return err
	}
	p.onError = fn
	return nil
}

// SendTo sends one packet, whole or not at all. The caller may reuse packet when it returns. On
// Linux, packets of up to 4 KiB go out together, with one system call: when the function of OnPacket
// has returned or, if other callbacks send them, at the end of the turn's phase. Longer ones are sent
// at once, behind those.
//
// There is no queue: if the kernel has no room, packets are dropped, and the error matches
// ErrQueueFull. SendTo returns the errors that it finds at once, such as an address of another family.
// OnError gets those of packets that went out later.
func (p *PacketConn) SendTo(packet []byte, to netip.AddrPort) error {
	if err := p.usable(); err != nil {
		return err
	}
	remote := endpoint{network: p.local.network, ip: to}
	if a := to.Addr(); a.IsValid() && (!p.ipv4 || a.Unmap().Is4()) && p.join(packet, to) {
		return nil
	}
	p.flush()
	switch err := sendTo(p.fd, packet, remote, p.ipv4); {
	case wouldBlock(err):
		return fmt.Errorf("%w: a packet of %d bytes to %v was dropped", ErrQueueFull, len(packet), to)
	case err != nil:
		return opError("sendto", p.local.network, p.LocalAddr(), remote.addr(), err)
	}
	return nil
}

// LocalAddr returns the local address of the socket. Any goroutine may call it.
func (p *PacketConn) LocalAddr() net.Addr { return p.local.addr() }

// Unref lets an auto-exit loop end although this socket is open.
func (p *PacketConn) Unref() error { return p.setRef(false) }

// Ref reverses Unref.
func (p *PacketConn) Ref() error { return p.setRef(true) }

func (p *PacketConn) setRef(ref bool) error {
	if err := p.usable(); err != nil {
		return err
	}
	p.unref = !ref
	switch {
	case p.registration == nil:
	case ref:
		p.registration.Ref()
	default:
		p.registration.Unref()
	}
	return nil
}

// Close closes the socket. No packet is delivered after it.
func (p *PacketConn) Close() error {
	if err := p.usable(); err != nil {
		return err
	}
	p.set.leave(p)
	p.release()
	return nil
}

func (p *PacketConn) release() {
	p.flush()
	p.closed = true
	if p.registration != nil {
		_ = p.registration.Close()
	}
	closeSocket(p.fd)
}

func (p *PacketConn) usable() error {
	switch {
	case !p.set.loop.OnLoop():
		return wakeful.ErrNotOnLoop
	case p.closed:
		return ErrClosed
	}
	return nil
}
