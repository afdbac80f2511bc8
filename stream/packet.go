package stream

// UDP sockets. packet_socket.go has what they share with Unix sockets for packets, and
// packet_batch.go how packets are received and sent.

import (
	"net/netip"

	"github.com/wakeful-go/wakeful"
)

// A PacketConn is a UDP socket on a loop, from ListenPacket or AdoptPacketConn. Its methods belong
// to the loop's callbacks. Called elsewhere they return wakeful.ErrNotOnLoop, and after Close an
// error that matches ErrClosed.
type PacketConn struct{ packetSocket }

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
	p := &PacketConn{packetSocket{set: s, fd: fd, local: local, ipv4: ipv4}}
	s.addPackets(p)
	return p
}

// OnPacket sets the function that receives each packet and its sender, and starts receiving. The
// slice is the loop's buffer and is valid until the function returns.
func (p *PacketConn) OnPacket(fn func(packet []byte, from netip.AddrPort)) error {
	if fn == nil {
		return p.start(nil)
	}
	return p.start(func(packet []byte, from endpoint) { fn(packet, from.ip) })
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
	a := to.Addr()
	joins := a.IsValid() && (!p.ipv4 || a.Unmap().Is4())
	return p.sendTo(packet, endpoint{network: p.local.network, ip: to}, joins)
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
