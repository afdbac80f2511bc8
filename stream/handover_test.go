//go:build (linux || darwin || freebsd || netbsd || openbsd || dragonfly) && !wakeful_nopoll

package stream_test

// Functions that get something new and do not return.

import (
	"errors"
	"io"
	"net"
	"runtime"
	"testing"

	"github.com/wakeful-go/wakeful"
	"github.com/wakeful-go/wakeful/stream"
)

// leavings are the ways in which a function does not return.
var leavings = map[string]func(){"panic": func() { panic("on purpose") }, "Goexit": runtime.Goexit}

// TestConnIsClosedAfterPanic: a connection whose function panics or calls Goexit is closed, and
// OnClose is called if it was set before. Nothing stays open on the loop.
func TestConnIsClosedAfterPanic(t *testing.T) {
	for leaving, leave := range leavings {
		// Each function has accept called with a connection, and returns the other end of it.
		for name, open := range map[string]func(*testing.T, *wakeful.Loop, func(*stream.Conn)) io.Reader{
			"OnAccept": func(t *testing.T, l *wakeful.Loop, accept func(*stream.Conn)) io.Reader {
				return connect(t, serve(t, l, "tcp", accept))
			},
			"OnAccept, Unix": func(t *testing.T, l *wakeful.Loop, accept func(*stream.Conn)) io.Reader {
				return connect(t, serve(t, l, "unix", accept))
			},
			"OnAccept, TLS": func(t *testing.T, l *wakeful.Loop, accept func(*stream.Conn)) io.Reader {
				return connectTLS(t, serveTLS(t, l, serverConfig(t), nil, accept), clientConfig())
			},
			"Dial": func(t *testing.T, l *wakeful.Loop, accept func(*stream.Conn)) io.Reader {
				return dialedBy(t, func(address string) error {
					_, err := stream.Dial(l, "tcp", address, 0, func(c *stream.Conn, err error) {
						check(t, err)
						accept(c)
					})
					return err
				})
			},
			"AdoptConn": func(t *testing.T, l *wakeful.Loop, accept func(*stream.Conn)) io.Reader {
				ours, peer := pair(t, "tcp", "127.0.0.1:0")
				check(t, stream.AdoptConn(l, ours, func(c *stream.Conn, err error) {
					check(t, err)
					accept(c)
				}))
				return peer
			},
		} {
			t.Run(name+"/"+leaving, func(t *testing.T) {
				l := running(t, quiet())
				before := 0
				on(t, l, func() { before = stream.Members(l) })
				end := make(chan error, 1)
				peer := open(t, l, func(c *stream.Conn) {
					check(t, c.OnClose(func(err error) { end <- err }))
					leave()
				})
				_, err := peer.Read(make([]byte, 1))
				if err == nil || errors.Is(err, net.ErrClosed) {
					t.Errorf("the peer sees %v, want the end", err)
				}
				err = <-end
				if operation, ok := errors.AsType[*net.OpError](err); !ok || operation.Op != "open" {
					t.Errorf("OnClose got %v", err)
				}
				listeners := 1
				if name == "Dial" || name == "AdoptConn" {
					listeners = 0
				}
				comesTo(t, l, before+listeners)
			})
		}
	}
}

// comesTo waits until that many connections, listeners and sockets are open on a loop. It hangs if
// some are never closed.
func comesTo(t *testing.T, l *wakeful.Loop, want int) {
	t.Helper()
	until(func() (closed bool) {
		on(t, l, func() { closed = stream.Members(l) <= want })
		return closed
	})
	on(t, l, func() { equal(t, "open", stream.Members(l), want) })
}

// dialedBy returns the accepted end of a connection that dial makes.
func dialedBy(t *testing.T, dial func(address string) error) net.Conn {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	check(t, dial(l.Addr().String()))
	c, err := l.Accept()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = c.Close() })
	return c
}

// TestMoreConnsAfterPanic: a listener whose function panics for each connection goes on, and closes
// each.
func TestMoreConnsAfterPanic(t *testing.T) {
	for leaving, leave := range leavings {
		t.Run(leaving, func(t *testing.T) {
			l := running(t, quiet())
			listener := serve(t, l, "tcp", func(*stream.Conn) { leave() })
			for range 10 {
				_, err := connect(t, listener).Read(make([]byte, 1))
				matches(t, err, io.EOF)
			}
			comesTo(t, l, 1)
		})
	}
}

// TestSocketIsClosedAfterPanic: a listener or a UDP socket whose function does not return is
// closed.
func TestSocketIsClosedAfterPanic(t *testing.T) {
	for leaving, leave := range leavings {
		for name, open := range map[string]func(*testing.T, *wakeful.Loop, func()) error{
			"Listen": func(t *testing.T, l *wakeful.Loop, then func()) error {
				return stream.Listen(l, "tcp", "127.0.0.1:0", func(listener *stream.Listener, err error) {
					check(t, err)
					check(t, listener.OnAccept(func(*stream.Conn) {}))
					then()
				})
			},
			"ListenTLS": func(t *testing.T, l *wakeful.Loop, then func()) error {
				return stream.ListenTLS(l, "tcp", "127.0.0.1:0", serverConfig(t), func(_ *stream.Listener, err error) {
					check(t, err)
					then()
				})
			},
			"ListenPacket": func(t *testing.T, l *wakeful.Loop, then func()) error {
				return stream.ListenPacket(l, "udp", "127.0.0.1:0", func(_ *stream.PacketConn, err error) {
					check(t, err)
					then()
				})
			},
			"AdoptListener": func(t *testing.T, l *wakeful.Loop, then func()) error {
				opened, err := net.Listen("tcp", "127.0.0.1:0")
				check(t, err)
				return stream.AdoptListener(l, opened, func(_ *stream.Listener, err error) {
					check(t, err)
					then()
				})
			},
			"AdoptPacketConn": func(t *testing.T, l *wakeful.Loop, then func()) error {
				opened, err := net.ListenPacket("udp", "127.0.0.1:0")
				check(t, err)
				return stream.AdoptPacketConn(l, opened, func(_ *stream.PacketConn, err error) {
					check(t, err)
					then()
				})
			},
			"closed before": func(t *testing.T, l *wakeful.Loop, then func()) error {
				return stream.Listen(l, "tcp", "127.0.0.1:0", func(listener *stream.Listener, err error) {
					check(t, err)
					check(t, listener.Close())
					then()
				})
			},
		} {
			t.Run(name+"/"+leaving, func(t *testing.T) {
				before := descriptors(t)
				l := running(t, quiet())
				called := make(chan struct{})
				check(t, open(t, l, func() {
					close(called)
					leave()
				}))
				<-called
				comesTo(t, l, 0)
				shutDown(t, l)
				equal(t, "descriptors", descriptors(t), before)
			})
		}
	}
}

// pickedGroup is a group with a Pick of the test's.
type pickedGroup struct {
	loops []*wakeful.Loop
	pick  func() *wakeful.Loop
}

func (g pickedGroup) Loops() []*wakeful.Loop { return g.loops }
func (g pickedGroup) Pick() *wakeful.Loop    { return g.pick() }

// TestGroupConnIsClosedAfterPanic: a connection of a group is closed if the function of ListenGroup
// or the group's Pick does not return, on the loop that accepts and on others.
func TestGroupConnIsClosedAfterPanic(t *testing.T) {
	for leaving, leave := range leavings {
		for name, at := range map[string]int{"the accepting loop": 0, "another loop": 1, "Pick": -1} {
			t.Run(name+"/"+leaving, func(t *testing.T) {
				g := pickedGroup{loops: []*wakeful.Loop{running(t, quiet()), running(t, quiet())}}
				g.pick = func() *wakeful.Loop {
					if at < 0 {
						leave()
					}
					return g.loops[at]
				}
				l, err := stream.ListenGroup(g, "tcp", "127.0.0.1:0", func(*stream.Conn) { leave() })
				check(t, err)
				for range 10 {
					peer, err := net.Dial("tcp", l.Addr().String())
					check(t, err)
					_, err = peer.Read(make([]byte, 1))
					matches(t, err, io.EOF)
					check(t, peer.Close())
				}
				for i, loop := range g.loops {
					comesTo(t, loop, 1-i)
				}
			})
		}
	}
}

// TestGroupPicksNoLoop: the first loop gets a connection for which Pick returns nil.
func TestGroupPicksNoLoop(t *testing.T) {
	g := pickedGroup{[]*wakeful.Loop{running(t), running(t)}, func() *wakeful.Loop { return nil }}
	loops := make(chan *wakeful.Loop, 1)
	l, err := stream.ListenGroup(g, "tcp", "127.0.0.1:0", func(c *stream.Conn) { loops <- c.Loop() })
	check(t, err)
	peer, err := net.Dial("tcp", l.Addr().String())
	check(t, err)
	defer peer.Close()
	equal(t, "loop", <-loops, g.loops[0])
	if _, err := stream.ListenGroup(pickedGroup{}, "tcp", "127.0.0.1:0", func(*stream.Conn) {}); err == nil {
		t.Error("ListenGroup of no loops returned nil")
	}
}
