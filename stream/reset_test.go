//go:build (linux || darwin || freebsd || netbsd || openbsd || dragonfly) && !wakeful_nopoll

package stream_test

import (
	"net"
	"syscall"
	"testing"

	"github.com/wakeful-go/wakeful/stream"
)

// TestResetKeepsWhatHasArrived: a connection that does not read gets what the peer had sent before it
// reset the connection, and then the error. Until it reads, the reset causes no turns.
func TestResetKeepsWhatHasArrived(t *testing.T) {
	const words = "last words"
	for _, network := range []string{"tcp", "unix"} {
		for name, set := range map[string]func(*stream.Conn){
			"without OnData": func(*stream.Conn) {},
			"paused": func(c *stream.Conn) {
				check(t, c.OnData(func([]byte) { t.Error("called while it is paused") }))
				check(t, c.Pause())
			},
		} {
			t.Run(network+"/"+name, func(t *testing.T) {
				l := running(t)
				conns, end := make(chan *stream.Conn, 1), make(chan error, 1)
				listener := serve(t, l, network, func(c *stream.Conn) {
					check(t, c.OnClose(func(err error) { end <- err }))
					set(c)
					_, err := c.Write([]byte("the peer leaves it unread, which resets the connection"))
					check(t, err)
					conns <- c
				})
				peer := connect(t, listener)
				c := <-conns
				on(t, l, func() {}) // it has sent what it has joined
				_, err := peer.Write([]byte(words))
				check(t, err)
				if tcp, ok := peer.(*net.TCPConn); ok {
					check(t, tcp.SetLinger(0))
				}
				check(t, peer.Close())
				for range 3 {
					parks(t, l)
				}
				var received []byte
				on(t, l, func() {
					check(t, c.OnData(func(p []byte) { received = append(received, p...) }))
					check(t, c.Resume())
				})
				matches(t, <-end, syscall.ECONNRESET)
				equal(t, "received", string(received), words)
			})
		}
	}
}
