package stream

// Unix sockets for packets.

import "github.com/wakeful-go/wakeful"

// longestUnixPath is the longest path that every system has room for, with the zero byte behind it.
const longestUnixPath = 103

// A UnixgramConn is a Unix socket for packets on a loop, from ListenUnixgram or AdoptUnixgramConn.
// Its methods belong to the loop's callbacks. Called elsewhere they return wakeful.ErrNotOnLoop, and
// after Close an error that matches ErrClosed.
type UnixgramConn struct {
	packetSocket
	adopted bool // the package must not remove the path
}

// ListenUnixgram opens a Unix socket for packets and calls then on the loop, after the current
// callback at the earliest, with the socket or an error. Closing the socket removes its path. A path
// that already exists is an error. On Linux a path that begins with @ is an abstract name, and an
// empty one lets the system choose such a name. On other systems, a socket with an empty path can send
// packets, but nobody can answer it.
//
// Any goroutine may call ListenUnixgram. If it returns an error, or if the loop ends first, then is
// not called. Called off the loop, it has no order with Submit.
func ListenUnixgram(l *wakeful.Loop, path string, then func(*UnixgramConn, error)) error {
	if err := refusal(l, then != nil); err != nil {
		return err
	}
	open := func(s *connSet, e endpoint) (*UnixgramConn, endpoint, error) {
		fd, e, err := bound(e)
		if err != nil {
			return nil, e, err
		}
		return newUnixgramConn(s, fd, localEndpoint(fd, e.network), false), e, nil
	}
	return openLocal(l, "bind", unixgramNetworks, "unixgram", path, open, then)
}

// newUnixgramConn takes ownership of a socket.
func newUnixgramConn(s *connSet, fd int, local endpoint, adopted bool) *UnixgramConn {
	p := &UnixgramConn{set: s, fd: fd, local: local, adopted: adopted}
	s.addPackets(p)
	return p
}

// OnPacket sets the function that receives each packet and the path of its sender, which is empty if
// the sender has none, and starts receiving. The slice is the loop's buffer and is valid until the
// function returns. A packet of 64 KiB or more is dropped, and OnError is called.
func (p *UnixgramConn) OnPacket(fn func(packet []byte, from string)) error {
	if fn == nil {
		return p.start(nil)
	}
	return p.start(func(packet []byte, from endpoint) { fn(packet, from.path) })
}

// SendTo sends one packet to the socket with this path, whole or not at all. The caller may reuse
// packet when it returns. On Linux, packets of up to 4 KiB go out together, with one system call: when
// the function of OnPacket has returned or, if other callbacks send them, at the end of the turn's
// phase. Longer ones are sent at once, behind those.
//
// A receiver has room for few packets, on many systems ten. Packets that SendTo has accepted and the
// receiver has no room for are tried again, from every 100 microseconds up to every 50 milliseconds.
// Until they are sent, SendTo refuses further packets to this receiver, and the error matches
// ErrQueueFull. A receiver that takes none for 10 seconds, or is gone, loses them. Then OnError is
// called. Close and the end of the loop try once and drop the rest.
//
// SendTo returns the errors that it finds at once, and OnError gets those of packets that went out
// later.
func (p *UnixgramConn) SendTo(packet []byte, to string) error {
	e := endpoint{network: p.local.network, path: to}
	return p.sendTo(packet, e, to != "" && len(to) <= longestUnixPath)
}

// Close closes the socket. No packet is delivered after it.
func (p *UnixgramConn) Close() error {
	if err := p.usable(); err != nil {
		return err
	}
	p.set.leave(p)
	p.release()
	return nil
}

func (p *UnixgramConn) release() {
	p.packetSocket.release()
	if !p.adopted {
		unlink(p.local)
	}
}
