//go:build (linux || darwin || freebsd || netbsd || openbsd || dragonfly) && !wakeful_nopoll

package stream_test

import (
	"crypto/tls"
	"errors"
	"io"
	"net"
	"net/netip"
	"os"
	"path/filepath"
	"testing"

	"github.com/wakeful-go/wakeful"
	"github.com/wakeful-go/wakeful/stream"
)

// pair returns the two ends of a connection of package net.
func pair(t *testing.T, network, address string) (ours, peer net.Conn) {
	t.Helper()
	l, err := net.Listen(network, address)
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	if peer, err = net.Dial(network, l.Addr().String()); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { peer.Close() })
	if ours, err = l.Accept(); err != nil {
		t.Fatal(err)
	}
	return ours, peer
}

// asFile returns a file of the same socket, as a service manager passes one: blocking.
func asFile(t *testing.T, socket interface{ File() (*os.File, error) }) *os.File {
	t.Helper()
	f, err := socket.File()
	if err != nil {
		t.Fatal(err)
	}
	f.Fd() // makes it blocking
	check(t, socket.(io.Closer).Close())
	return f
}

// TestAdoptConn: a connection of package net, or a file of one, continues as a Conn, adopted on any
// goroutine or on the loop. The original is closed.
func TestAdoptConn(t *testing.T) {
	for _, network := range []string{"tcp", "unix"} {
		for _, file := range []bool{false, true} {
			for _, onTheLoop := range []bool{false, true} {
				t.Run(network, func(t *testing.T) {
					before := descriptors(t)
					l := running(t)
					address := "127.0.0.1:0"
					if network == "unix" {
						address = filepath.Join(short(t), "s")
					}
					ours, peer := pair(t, network, address)
					var socket io.Closer = ours
					if file {
						socket = asFile(t, ours.(interface{ File() (*os.File, error) }))
					}
					adopt := func() {
						check(t, stream.AdoptConn(l, socket, func(c *stream.Conn, err error) {
							check(t, err)
							equal(t, "on the loop", l.OnLoop(), true)
							equal(t, "remote", c.RemoteAddr().String(), peer.LocalAddr().String())
							equal(t, "local", c.LocalAddr().String(), peer.RemoteAddr().String())
							echo(t, c)
						}))
					}
					if onTheLoop {
						on(t, l, adopt)
					} else {
						adopt()
					}
					if err := socket.Close(); !errors.Is(err, net.ErrClosed) && !errors.Is(err, os.ErrClosed) {
						t.Errorf("the original is not closed: %v", err)
					}
					_, err := peer.Write([]byte("hello"))
					check(t, err)
					check(t, peer.(halfCloser).CloseWrite())
					got, err := io.ReadAll(peer)
					check(t, err)
					equal(t, "echo", string(got), "hello")
					check(t, peer.Close())
					shutDown(t, l)
					equal(t, "descriptors", descriptors(t), before)
				})
			}
		}
	}
}

// TestAdoptListener: a listener continues as a Listener, and a Unix socket's path stays.
func TestAdoptListener(t *testing.T) {
	for _, network := range []string{"tcp", "unix"} {
		for _, file := range []bool{false, true} {
			t.Run(network, func(t *testing.T) {
				l := running(t)
				address := "127.0.0.1:0"
				if network == "unix" {
					address = filepath.Join(short(t), "s")
				}
				opened, err := net.Listen(network, address)
				check(t, err)
				var socket io.Closer = opened
				if file {
					if u, ok := opened.(*net.UnixListener); ok {
						u.SetUnlinkOnClose(false)
					}
					socket = asFile(t, opened.(interface{ File() (*os.File, error) }))
				}
				adopted := make(chan *stream.Listener, 1)
				check(t, stream.AdoptListener(l, socket, func(listener *stream.Listener, err error) {
					check(t, err)
					check(t, listener.OnAccept(func(c *stream.Conn) { echo(t, c) }))
					adopted <- listener
				}))
				listener := <-adopted
				equal(t, "address", listener.Addr().String(), opened.Addr().String())
				peer := connect(t, listener)
				_, err = peer.Write([]byte("x"))
				check(t, err)
				_, err = io.ReadFull(peer, make([]byte, 1))
				check(t, err)
				on(t, l, func() { check(t, listener.Close()) })
				if network == "unix" {
					_, err := os.Stat(address)
					check(t, err)
				}
			})
		}
	}
}

// TestAdoptPacketConn: a socket of package net sends and receives packets.
func TestAdoptPacketConn(t *testing.T) {
	for _, address := range []string{"127.0.0.1:0", "localhost:0", ":0"} {
		t.Run(address, func(t *testing.T) {
			l := running(t)
			opened, err := net.ListenPacket("udp", address)
			check(t, err)
			_, port, err := net.SplitHostPort(opened.LocalAddr().String())
			check(t, err)
			check(t, stream.AdoptPacketConn(l, opened, func(p *stream.PacketConn, err error) {
				check(t, err)
				check(t, p.OnPacket(func(packet []byte, from netip.AddrPort) { check(t, p.SendTo(packet, from)) }))
			}))
			peer, err := net.Dial("udp", "127.0.0.1:"+port)
			check(t, err)
			defer peer.Close()
			_, err = peer.Write([]byte("hello"))
			check(t, err)
			answer := make([]byte, 10)
			n, err := peer.Read(answer)
			check(t, err)
			equal(t, "answer", string(answer[:n]), "hello")
		})
	}
}

// TestAdoptMistakes: a refused socket still belongs to the caller, and nothing is leaked.
func TestAdoptMistakes(t *testing.T) {
	before := descriptors(t)
	l := running(t)
	conn := func(*stream.Conn, error) { t.Error("called") }
	ours, peer := pair(t, "tcp", "127.0.0.1:0")
	matches(t, stream.AdoptConn(l, tls.Client(ours, nil), conn), errors.ErrUnsupported)
	matches(t, stream.AdoptConn(l, ours, nil), wakeful.ErrNilFunc)
	matches(t, stream.AdoptListener(l, ours, func(*stream.Listener, error) { t.Error("called") }), os.ErrInvalid)
	matches(t, stream.AdoptPacketConn(l, ours, func(*stream.PacketConn, error) { t.Error("called") }), os.ErrInvalid)
	null, err := os.Open(os.DevNull)
	check(t, err)
	matches(t, stream.AdoptConn(l, null, conn), os.ErrInvalid)
	check(t, null.Close())
	if err := stream.AdoptConn(l, null, conn); err == nil {
		t.Error("a closed file was adopted")
	}
	shutDown(t, l)
	matches(t, stream.AdoptConn(l, ours, conn), wakeful.ErrClosed)
	_, err = ours.Write([]byte("x")) // it still works
	check(t, err)
	_, err = io.ReadFull(peer, make([]byte, 1))
	check(t, err)
	// A loop that ends before it reaches the socket closes it.
	never, err := wakeful.New()
	check(t, err)
	check(t, stream.AdoptConn(never, ours, conn))
	check(t, never.Close())
	_, err = io.ReadAll(peer)
	check(t, err)
	check(t, peer.Close())
	equal(t, "descriptors", descriptors(t), before)
}

// TestConstructorsOffTheLoop: constructors may be called on any goroutine, and call back on the
// loop. They return an error for invalid arguments.
func TestConstructorsOffTheLoop(t *testing.T) {
	l := running(t, wakeful.WithQueueLimit(1, wakeful.OverflowReject))
	listeners := make(chan *stream.Listener, 1)
	check(t, stream.Listen(l, "tcp", "localhost:0", func(listener *stream.Listener, err error) {
		check(t, err)
		equal(t, "on the loop", l.OnLoop(), true)
		check(t, listener.OnAccept(func(c *stream.Conn) { echo(t, c) }))
		listeners <- listener
	}))
	listener := <-listeners
	ends := make(chan error, 1)
	_, err := stream.Dial(l, "tcp", listener.Addr().String(), 0, func(c *stream.Conn, err error) {
		check(t, err)
		check(t, c.OnData(func(p []byte) { check(t, c.Close()) }))
		check(t, c.OnClose(func(err error) { ends <- err }))
		check(t, c.WriteAll([]byte("hello")))
	})
	check(t, err)
	check(t, <-ends)
	sockets := make(chan *stream.PacketConn, 1)
	check(t, stream.ListenPacket(l, "udp", "127.0.0.1:0", func(p *stream.PacketConn, err error) {
		check(t, err)
		sockets <- p
	}))
	<-sockets
	failed := make(chan error, 1)
	check(t, stream.Listen(l, "tcp", listener.Addr().String(), func(_ *stream.Listener, err error) { failed <- err }))
	if err := <-failed; err == nil {
		t.Error("an address was listened on twice")
	}
	if stream.Listen(l, "tcp", "127.0.0.1", func(*stream.Listener, error) { t.Error("called") }) == nil {
		t.Error("an address without a port is no address")
	}
}
