package stream

// Adopting sockets that were opened elsewhere: by package net, by a service manager
// (socket activation), or by a server whose connection was hijacked.

import (
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"syscall"

	"github.com/wakeful-go/wakeful"
)

// AdoptConn moves a connection to the loop, and calls then on the loop, after the current callback
// at the earliest. The connection is one of package net, such as a hijacked one, or a connected
// stream socket in an *os.File. If a bufio.Reader has already read from it, the caller must process
// that data first.
//
// When AdoptConn returns nil, it has closed socket: the loop has the connection under another
// descriptor, and no goroutine may use socket. When it returns an error, socket still belongs to
// the caller, and then is not called. The error matches errors.ErrUnsupported if socket has no
// descriptor, like a *tls.Conn, and os.ErrInvalid if it is not a connected TCP or Unix stream
// socket. If the loop ends first, the connection is closed and then is not called. Any goroutine
// may call AdoptConn. Off the loop it has no order with Submit.
func AdoptConn(l *wakeful.Loop, socket io.Closer, then func(*Conn, error)) error {
	return adopt(l, socket, then != nil, func(k socketKind) bool { return k.stream && k.connected },
		"a connected stream socket", func(s *connSet, fd int, k socketKind, err error) {
			if err != nil {
				then(nil, err)
				return
			}
			c := newConn(s, fd, k.remote)
			returned := false
			defer func() {
				c.failUnless(returned)
				_ = c.update() // once, after all that then sets up
			}()
			then(c, nil)
			returned = true
		})
}

// AdoptListener moves a listener of package net, or a listening stream socket in an *os.File, as
// service managers pass them, to the loop. Ownership, errors and order are as for AdoptConn.
// Closing the listener does not remove the path of a Unix socket.
func AdoptListener(l *wakeful.Loop, socket io.Closer, then func(*Listener, error)) error {
	return adopt(l, socket, then != nil, func(k socketKind) bool { return k.stream && k.listening },
		"a listening stream socket", func(s *connSet, fd int, k socketKind, err error) {
			if err != nil {
				then(nil, err)
				return
			}
			listener := newListener(s, fd, k.local)
			listener.adopted = true
			handOver(listener, then)
		})
}

// AdoptPacketConn moves a UDP socket of package net, or one in an *os.File, to the loop. Ownership,
// errors and order are as for AdoptConn. The socket must not be connected.
func AdoptPacketConn(l *wakeful.Loop, socket io.Closer, then func(*PacketConn, error)) error {
	return adopt(l, socket, then != nil, func(k socketKind) bool { return k.packets && !k.connected },
		"an unconnected UDP socket", func(s *connSet, fd int, k socketKind, err error) {
			if err != nil {
				then(nil, err)
				return
			}
			handOver(newPacketConn(s, fd, k.local, k.ipv4), then)
		})
}

// AdoptUnixgramConn moves a Unix socket for packets of package net, or one in an *os.File, to the
// loop. Ownership, errors and order are as for AdoptConn. The socket must not be connected. Closing
// it does not remove its path.
func AdoptUnixgramConn(l *wakeful.Loop, socket io.Closer, then func(*UnixgramConn, error)) error {
	return adopt(l, socket, then != nil, func(k socketKind) bool { return k.unixgram && !k.connected },
		"an unconnected Unix socket for packets", func(s *connSet, fd int, k socketKind, err error) {
			if err != nil {
				then(nil, err)
				return
			}
			handOver(newUnixgramConn(s, fd, k.local, true), then)
		})
}

// socketKind describes a descriptor. All fields are false if it is not a socket of a supported
// family.
type socketKind struct {
	stream, packets, unixgram, listening, connected bool
	ipv4                                            bool // the family is AF_INET
	local, remote                                   endpoint
}

// adopt duplicates a socket's descriptor and passes the duplicate to moved on the loop. It needs a
// duplicate, because packages net and os keep their descriptors in their own poller.
func adopt(l *wakeful.Loop, socket io.Closer, then bool, suits func(socketKind) bool, wanted string,
	moved func(*connSet, int, socketKind, error)) error {
	if err := refusal(l, then); err != nil {
		return err
	}
	from := socketsOf(l)
	fd, kind, err := from.duplicateOf(socket)
	if err != nil {
		return err
	}
	if !suits(kind) {
		from.close(fd)
		return fmt.Errorf("stream: adopt: %w: the %T is not %s", os.ErrInvalid, socket, wanted)
	}
	// The loop may end before it comes to the duplicate.
	forget, err := l.OnShutdown(func() { from.close(fd) })
	if err != nil {
		from.close(fd)
		return err
	}
	failed := func(err error) {
		if forget() {
			from.close(fd)
		}
		moved(nil, -1, kind, err)
	}
	err = onLoop(l, func(s *connSet) error {
		return s.loop.AfterCallback(func() {
			if !forget() {
				return
			}
			// Set the options only now: they are shared with the original, which stays the caller's
			// if the loop refuses it.
			if err := from.setUpAdopted(fd, kind); err != nil {
				from.close(fd)
				moved(nil, -1, kind, fmt.Errorf("stream: adopt: %w", err))
				return
			}
			moved(s, fd, kind, nil)
		})
	}, failed)
	if err != nil {
		if forget() {
			from.close(fd)
		}
		return err
	}
	closeAdopted(socket)
	return nil
}

// closeAdopted closes a socket whose duplicate is used from now on.
func closeAdopted(socket io.Closer) {
	if u, ok := socket.(interface{ SetUnlinkOnClose(unlink bool) }); ok {
		u.SetUnlinkOnClose(false)
	}
	_ = socket.Close() // its error would concern a descriptor that is not used any more
}

// duplicateOf returns a duplicate of a socket's descriptor, and what it is.
func duplicateOf(socket io.Closer) (fd int, kind socketKind, err error) {
	unsupported := fmt.Errorf("stream: adopt: a %T has no descriptor: %w", socket, errors.ErrUnsupported)
	conn, ok := socket.(syscall.Conn)
	if !ok {
		return -1, kind, unsupported
	}
	raw, err := conn.SyscallConn()
	if err != nil {
		return -1, kind, fmt.Errorf("stream: adopt: %w", err)
	}
	var failed error
	if err := raw.Control(func(original uintptr) { fd, failed = duplicate(original) }); err != nil {
		return -1, kind, fmt.Errorf("stream: adopt: %w", err)
	}
	if failed != nil {
		return -1, kind, fmt.Errorf("stream: adopt: %w", failed)
	}
	if kind, err = describe(fd); err != nil {
		closeSocket(fd)
		return -1, kind, fmt.Errorf("stream: adopt: %w", err)
	}
	return fd, kind, nil
}

var (
	_ syscall.Conn = (*net.TCPConn)(nil)
	_ syscall.Conn = (*net.UnixListener)(nil)
	_ syscall.Conn = (*os.File)(nil)
)
