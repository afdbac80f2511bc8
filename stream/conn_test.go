//go:build (linux || darwin || freebsd || netbsd || openbsd || dragonfly) && !wakeful_nopoll

package stream_test

import (
	"bytes"
	"fmt"
	"io"
	"math/rand/v2"
	"net"
	"syscall"
	"testing"

	"github.com/wakeful-go/wakeful"
	"github.com/wakeful-go/wakeful/stream"
)

// TestEcho: small and large messages are echoed over TCP and Unix sockets. Then the connection
// ends.
func TestEcho(t *testing.T) {
	for _, network := range []string{"tcp", "unix"} {
		for _, size := range []int{0, 1, 64<<10 + 1, 8 << 20} {
			t.Run(fmt.Sprintf("%s/%d", network, size), func(t *testing.T) {
				l := running(t)
				ends := make(chan error, 1)
				listener := serve(t, l, network, func(c *stream.Conn) {
					check(t, c.OnClose(func(err error) { ends <- err }))
					echo(t, c)
				})
				sent := make([]byte, size)
				for i := range sent {
					sent[i] = byte(i ^ i>>8 ^ i>>16)
				}
				peer := connect(t, listener).(halfCloser)
				go func() {
					_, err := peer.Write(sent)
					check(t, err)
					check(t, peer.CloseWrite())
				}()
				got, err := io.ReadAll(peer)
				check(t, err)
				if !bytes.Equal(got, sent) {
					t.Errorf("%d bytes came back, other than the %d that were sent", len(got), len(sent))
				}
				check(t, <-ends)
			})
		}
	}
}

// TestDialedEcho: both ends on the same loop.
func TestDialedEcho(t *testing.T) {
	for _, network := range []string{"tcp", "unix"} {
		t.Run(network, func(t *testing.T) {
			l := running(t)
			listener := serve(t, l, network, func(c *stream.Conn) { echo(t, c) })
			var got []byte
			end := make(chan error, 1)
			check(t, dial(t, l, network, listener.Addr().String(), 0, func(c *stream.Conn) {
				equal(t, "peer", c.RemoteAddr().String(), listener.Addr().String())
				equal(t, "network", c.LocalAddr().Network(), network)
				check(t, c.OnClose(func(err error) { end <- err }))
				check(t, c.OnData(func(p []byte) { got = append(got, p...) }))
				for _, word := range []string{"one ", "two ", "three"} {
					_, err := io.WriteString(c, word)
					check(t, err)
				}
				check(t, c.CloseWrite())
				_, err := c.Write(nil)
				matches(t, err, stream.ErrClosed, net.ErrClosed)
				matches(t, c.CloseWrite(), stream.ErrClosed)
			}))
			check(t, <-end)
			equal(t, "came back", string(got), "one two three")
		})
	}
}

// TestHalfClose: each direction ends separately, in either order.
func TestHalfClose(t *testing.T) {
	for _, network := range []string{"tcp", "unix"} {
		t.Run(network+"/peer first", func(t *testing.T) {
			l := running(t)
			var received []string
			end := make(chan error, 1)
			listener := serve(t, l, network, func(c *stream.Conn) {
				check(t, c.OnClose(func(err error) { end <- err }))
				check(t, c.OnData(func(p []byte) { received = append(received, string(p)) }))
				check(t, c.OnEOF(func() {
					received = append(received, "EOF")
					check(t, l.Submit(func() { // later, when the connection no longer reads
						_, err := c.Write([]byte("late"))
						check(t, err)
						check(t, c.CloseWrite())
					}))
				}))
			})
			peer := connect(t, listener).(halfCloser)
			_, err := peer.Write([]byte("question"))
			check(t, err)
			check(t, peer.CloseWrite())
			answer, err := io.ReadAll(peer)
			check(t, err)
			equal(t, "answer", string(answer), "late")
			check(t, <-end)
			equal(t, "received", fmt.Sprint(received), "[question EOF]")
		})
		t.Run(network+"/ours first", func(t *testing.T) {
			l := running(t)
			var received []byte
			end := make(chan error, 1)
			listener := serve(t, l, network, func(c *stream.Conn) {
				check(t, c.OnClose(func(err error) { end <- err }))
				check(t, c.OnData(func(p []byte) { received = append(received, p...) }))
				_, err := c.Write([]byte("greeting"))
				check(t, err)
				check(t, c.CloseWrite())
			})
			peer := connect(t, listener).(halfCloser)
			greeting, err := io.ReadAll(peer) // until our end
			check(t, err)
			equal(t, "greeting", string(greeting), "greeting")
			_, err = peer.Write([]byte("answer"))
			check(t, err)
			check(t, peer.CloseWrite())
			check(t, <-end)
			equal(t, "received", string(received), "answer")
		})
	}
}

// TestReset: OnClose gets an error when the peer resets the connection, even if the connection does
// not read.
func TestReset(t *testing.T) {
	for name, set := range map[string]func(*stream.Conn){
		"reading":     func(c *stream.Conn) { check(t, c.OnData(func([]byte) {})) },
		"not reading": func(*stream.Conn) {},
		"paused": func(c *stream.Conn) {
			check(t, c.OnData(func([]byte) {}))
			check(t, c.Pause())
		},
	} {
		t.Run(name, func(t *testing.T) {
			l := running(t)
			there, end := make(chan struct{}), make(chan error, 1)
			listener := serve(t, l, "tcp", func(c *stream.Conn) {
				check(t, c.OnClose(func(err error) { end <- err }))
				set(c)
				close(there)
			})
			peer := connect(t, listener).(*net.TCPConn)
			<-there
			check(t, peer.SetLinger(0))
			check(t, peer.Close())
			matches(t, <-end, syscall.ECONNRESET)
		})
	}
}

// TestPeerGoneWithoutReading: a connection that does not read causes no turns after its peer has
// closed, and the peer's data can still be read later.
func TestPeerGoneWithoutReading(t *testing.T) {
	for _, network := range []string{"tcp", "unix"} {
		t.Run(network, func(t *testing.T) {
			l := running(t)
			conns, end := make(chan *stream.Conn, 1), make(chan error, 1)
			listener := serve(t, l, network, func(c *stream.Conn) {
				check(t, c.OnClose(func(err error) { end <- err }))
				conns <- c
			})
			peer := connect(t, listener)
			c := <-conns
			_, err := peer.Write([]byte("last words"))
			check(t, err)
			check(t, peer.Close())
			// A loop that gets the hang-up again and again never parks.
			for range 3 {
				parks(t, l)
			}
			var received []byte
			on(t, l, func() { check(t, c.OnData(func(p []byte) { received = append(received, p...) })) })
			check(t, <-end)
			equal(t, "received", string(received), "last words")
		})
	}
}

// TestPause: a paused connection delivers nothing and loses nothing.
func TestPause(t *testing.T) {
	l := running(t)
	var c *stream.Conn
	received, paused := make(chan string, 10), false
	listener := serve(t, l, "tcp", func(got *stream.Conn) {
		c = got
		check(t, c.OnData(func(p []byte) {
			if paused {
				t.Error("called while it is paused")
			}
			received <- string(p)
		}))
	})
	peer := connect(t, listener)
	for i := range 10 {
		if i > 0 {
			on(t, l, func() { paused = true; check(t, c.Pause()) })
		}
		_, err := peer.Write([]byte{byte('0' + i)})
		check(t, err)
		for range 5 { // turns in which it could be delivered
			on(t, l, func() {})
		}
		if i > 0 {
			on(t, l, func() { paused = false; check(t, c.Resume()) })
		}
		equal(t, "received", <-received, fmt.Sprint(i))
	}
}

// TestCloseInCallbacks: a connection may be closed in each of its callbacks. OnClose is called
// once, and no callback follows it.
func TestCloseInCallbacks(t *testing.T) {
	type stage struct {
		name string
		set  func(c *stream.Conn, end func())
	}
	large := make([]byte, 32<<20) // more than a kernel accepts
	var l *wakeful.Loop
	for _, s := range []stage{
		{"accept", func(_ *stream.Conn, end func()) { end() }},
		{"data", func(c *stream.Conn, end func()) {
			check(t, c.OnData(func([]byte) { end() }))
		}},
		{"EOF", func(c *stream.Conn, end func()) {
			check(t, c.OnData(func([]byte) {}))
			check(t, c.OnEOF(end))
		}},
		{"drain", func(c *stream.Conn, end func()) {
			check(t, c.OnDrain(end))
			check(t, c.SetWatermarks(0, 1, 1<<20))
			_, err := c.Write(large)
			matches(t, err, stream.ErrQueueFull, wakeful.ErrQueueFull)
		}},
		{"microtask", func(c *stream.Conn, end func()) {
			check(t, c.OnData(func([]byte) { check(t, l.AfterCallback(end)) }))
		}},
	} {
		t.Run(s.name, func(t *testing.T) {
			l = running(t)
			closed := 0
			done, set := make(chan struct{}), make(chan struct{})
			listener := serve(t, l, "tcp", func(c *stream.Conn) {
				defer close(set)
				check(t, c.OnClose(func(error) { t.Error("the first OnClose was called, and another one took its place") }))
				s.set(c, func() {
					check(t, c.Close())
					equal(t, "OnClose within Close", closed, 0)
					matches(t, c.Close(), stream.ErrClosed)
					_, err := c.Write([]byte("x"))
					matches(t, err, stream.ErrClosed)
					check(t, c.OnClose(func(err error) { // may still be exchanged
						check(t, err)
						closed++
						matches(t, c.OnClose(nil), stream.ErrClosed)
						close(done)
					}))
				})
			})
			peer := connect(t, listener).(halfCloser)
			<-set                          // who reads at once may keep the queue empty
			_, _ = peer.Write([]byte("x")) // closed already, perhaps
			_ = peer.CloseWrite()
			_, _ = io.Copy(io.Discard, peer)
			<-done
			on(t, l, func() { equal(t, "calls of OnClose", closed, 1) })
		})
	}
}

// TestCloseAnother: after a callback closes another connection, that connection's callback is not
// called in the same turn.
func TestCloseAnother(t *testing.T) {
	l := running(t)
	const pairs = 20
	var conns []*stream.Conn
	calls, all := 0, make(chan struct{})
	listener := serve(t, l, "unix", func(c *stream.Conn) {
		if conns = append(conns, c); len(conns) == 2*pairs {
			close(all)
		}
	})
	var peers []net.Conn
	for range 2 * pairs {
		peers = append(peers, connect(t, listener))
	}
	<-all
	for _, p := range peers {
		_, err := p.Write([]byte("x"))
		check(t, err)
	}
	on(t, l, func() { // both of a pair are ready in the turn after this one
		for i := range pairs {
			one, other := conns[2*i], conns[2*i+1]
			check(t, one.OnData(func([]byte) { calls++; check(t, one.Close()); check(t, other.Close()) }))
			check(t, other.OnData(func([]byte) { calls++; check(t, one.Close()); check(t, other.Close()) }))
		}
	})
	for _, p := range peers {
		_, _ = io.Copy(io.Discard, p) // until it is closed
	}
	on(t, l, func() { equal(t, "calls", calls, pairs) })
}

// TestPanic: a callback that panics loses only the data it was called with. TestConnIsClosedAfterPanic
// has the function that sets a connection up.
func TestPanic(t *testing.T) {
	l := running(t, quiet())
	listener := serve(t, l, "tcp", func(c *stream.Conn) {
		check(t, c.OnData(func(p []byte) {
			_, err := c.Write(p)
			check(t, err)
			panic("after the echo")
		}))
	})
	peer := connect(t, listener)
	for range 3 {
		p := []byte{byte(rand.IntN(256)), 0}
		_, err := peer.Write(p[:1])
		check(t, err)
		_, err = io.ReadFull(peer, p[1:])
		check(t, err)
		equal(t, "echo", p[1], p[0])
	}
}
