//go:build (linux || darwin || freebsd || netbsd || openbsd || dragonfly) && !wakeful_nopoll

package stream_test

import (
	"bytes"
	"crypto/tls"
	"fmt"
	"io"
	"net"
	"testing"

	"github.com/wakeful-go/wakeful/stream"
)

// TestTLSResumes: the crypto/tls in use goes on after a temporary error. If this fails, every
// connection uses a goroutine.
func TestTLSResumes(t *testing.T) { check(t, stream.CheckTLS()) }

// numberedBytes returns bytes that show what was lost or exchanged.
func numberedBytes(size int) []byte {
	p := make([]byte, size)
	for i := range p {
		p[i] = byte(i ^ i>>8 ^ i>>16)
	}
	return p
}

// TestTLSEcho: messages of many sizes are echoed by a server on a loop. Then the connection ends.
func TestTLSEcho(t *testing.T) {
	everyTLS(t, func(t *testing.T, version uint16) {
		for _, size := range []int{0, 1, 16 << 10, 64<<10 + 1, 4 << 20} {
			t.Run(fmt.Sprint(size), func(t *testing.T) {
				l := running(t)
				ends := make(chan error, 1)
				listener := serveTLS(t, l, withVersion(serverConfig(t), version), nil, func(c *stream.Conn) {
					check(t, c.OnClose(func(err error) { ends <- err }))
					echo(t, c)
				})
				sent := numberedBytes(size)
				peer := connectTLS(t, listener, clientConfig())
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
	})
}

// TestTLSDialedEcho: both ends on the same loop.
func TestTLSDialedEcho(t *testing.T) {
	everyTLS(t, func(t *testing.T, version uint16) {
		l := running(t)
		listener := serveTLS(t, l, withVersion(serverConfig(t), version), nil, func(c *stream.Conn) { echo(t, c) })
		var got []byte
		end := make(chan error, 1)
		check(t, dialTLS(t, l, listener.Addr().String(), clientConfig(), func(c *stream.Conn) {
			check(t, c.OnClose(func(err error) { end <- err }))
			check(t, c.OnData(func(p []byte) { got = append(got, p...) }))
			state, err := c.ConnectionState()
			check(t, err)
			equal(t, "version", state.Version, version)
			for _, word := range []string{"one ", "two ", "three"} {
				_, err := io.WriteString(c, word)
				check(t, err)
			}
			check(t, c.CloseWrite())
			_, err = c.Write([]byte("x"))
			matches(t, err, stream.ErrClosed)
			matches(t, c.CloseWrite(), stream.ErrClosed)
		}))
		check(t, <-end)
		equal(t, "came back", string(got), "one two three")
	})
}

// TestTLSAgainstServer: a client on a loop, a server made with crypto/tls, which speaks first.
func TestTLSAgainstServer(t *testing.T) {
	everyTLS(t, func(t *testing.T, version uint16) {
		address := acceptTLS(t, withVersion(serverConfig(t), version), func(c *tls.Conn) {
			_, err := io.WriteString(c, "welcome ")
			check(t, err)
			_, err = io.Copy(c, c)
			check(t, err)
			check(t, c.Close())
		})
		l := running(t)
		var got []byte
		end := make(chan error, 1)
		check(t, dialTLS(t, l, address, clientConfig(), func(c *stream.Conn) {
			check(t, c.OnClose(func(err error) { end <- err }))
			check(t, c.OnData(func(p []byte) { got = append(got, p...) }))
			check(t, c.WriteAll([]byte("back")))
			check(t, c.CloseWrite())
		}))
		check(t, <-end)
		equal(t, "received", string(got), "welcome back")
	})
}

// TestTLSHalfClose: each direction ends separately, in either order.
func TestTLSHalfClose(t *testing.T) {
	everyTLS(t, func(t *testing.T, version uint16) {
		t.Run("peer first", func(t *testing.T) {
			l := running(t)
			var received []string
			end := make(chan error, 1)
			listener := serveTLS(t, l, withVersion(serverConfig(t), version), nil, func(c *stream.Conn) {
				check(t, c.OnClose(func(err error) { end <- err }))
				check(t, c.OnData(func(p []byte) { received = append(received, string(p)) }))
				check(t, c.OnEOF(func() {
					received = append(received, "EOF")
					check(t, l.Submit(func() {
						check(t, c.WriteAll([]byte("late")))
						check(t, c.CloseWrite())
					}))
				}))
			})
			peer := connectTLS(t, listener, clientConfig())
			_, err := peer.Write([]byte("question"))
			check(t, err)
			check(t, peer.CloseWrite())
			answer, err := io.ReadAll(peer)
			check(t, err)
			equal(t, "answer", string(answer), "late")
			check(t, <-end)
			equal(t, "received", fmt.Sprint(received), "[question EOF]")
		})
		t.Run("ours first", func(t *testing.T) {
			l := running(t)
			var received []byte
			end := make(chan error, 1)
			listener := serveTLS(t, l, withVersion(serverConfig(t), version), nil, func(c *stream.Conn) {
				check(t, c.OnClose(func(err error) { end <- err }))
				check(t, c.OnData(func(p []byte) { received = append(received, p...) }))
				check(t, c.WriteAll([]byte("greeting")))
				check(t, c.CloseWrite())
			})
			peer := connectTLS(t, listener, clientConfig())
			greeting, err := io.ReadAll(peer) // until close_notify
			check(t, err)
			equal(t, "greeting", string(greeting), "greeting")
			_, err = peer.Write([]byte("answer"))
			check(t, err)
			check(t, peer.CloseWrite())
			check(t, <-end)
			equal(t, "received", string(received), "answer")
		})
	})
}

// TestTLSTruncation: an end of TCP without close_notify is an error, and so the peer of a dropped
// queue does not see a clean end either.
func TestTLSTruncation(t *testing.T) {
	everyTLS(t, func(t *testing.T, version uint16) {
		l := running(t)
		end := make(chan error, 1)
		var received []byte
		listener := serveTLS(t, l, withVersion(serverConfig(t), version), nil, func(c *stream.Conn) {
			check(t, c.OnClose(func(err error) { end <- err }))
			check(t, c.OnEOF(func() { t.Error("OnEOF was called") }))
			check(t, c.OnData(func(p []byte) { received = append(received, p...) }))
		})
		peer := connectTLS(t, listener, clientConfig())
		_, err := peer.Write([]byte("half"))
		check(t, err)
		check(t, peer.NetConn().(*net.TCPConn).CloseWrite())
		matches(t, <-end, io.ErrUnexpectedEOF)
		equal(t, "received", string(received), "half")
	})
}

// TestTLSClose: Close tells the peer with close_notify when everything was sent.
func TestTLSClose(t *testing.T) {
	everyTLS(t, func(t *testing.T, version uint16) {
		l := running(t)
		end := make(chan error, 1)
		address := acceptTLS(t, withVersion(serverConfig(t), version), func(c *tls.Conn) {
			_, err := io.ReadFull(c, make([]byte, 3))
			check(t, err)
			_, err = c.Read(make([]byte, 1))
			end <- err
		})
		check(t, dialTLS(t, l, address, clientConfig(), func(c *stream.Conn) {
			check(t, c.WriteAll([]byte("bye")))
			check(t, c.Close())
			matches(t, c.Close(), stream.ErrClosed)
			_, err := c.ConnectionState()
			check(t, err)
		}))
		equal(t, "end", <-end, io.EOF)
	})
}

// TestTLSPause: a paused connection delivers nothing and loses nothing, and neither does one whose
// user asks for data long after the handshake.
func TestTLSPause(t *testing.T) {
	everyTLS(t, func(t *testing.T, version uint16) {
		l := running(t)
		var c *stream.Conn
		received, paused := make(chan string, 10), false
		there := make(chan struct{})
		listener := serveTLS(t, l, withVersion(serverConfig(t), version), nil, func(got *stream.Conn) {
			c = got
			close(there)
		})
		peer := connectTLS(t, listener, clientConfig())
		_, err := peer.Write([]byte("0"))
		check(t, err)
		<-there
		for range 5 {
			on(t, l, func() {})
		}
		on(t, l, func() {
			check(t, c.OnData(func(p []byte) {
				if paused {
					t.Error("called while it is paused")
				}
				received <- string(p)
			}))
		})
		equal(t, "received", <-received, "0")
		for i := range 10 {
			on(t, l, func() { paused = true; check(t, c.Pause()) })
			_, err := peer.Write([]byte{byte('0' + i)})
			check(t, err)
			for range 5 {
				on(t, l, func() {})
			}
			on(t, l, func() { paused = false; check(t, c.Resume()) })
			equal(t, "received", <-received, fmt.Sprint(i))
		}
	})
}

// TestTLSPauseAtEnd: close_notify that arrives while the connection is paused is reported after
// Resume.
func TestTLSPauseAtEnd(t *testing.T) {
	everyTLS(t, func(t *testing.T, version uint16) {
		l := running(t)
		conns, ended := make(chan *stream.Conn, 1), make(chan error, 1)
		paused := false
		listener := serveTLS(t, l, withVersion(serverConfig(t), version), nil, func(c *stream.Conn) {
			check(t, c.OnClose(func(err error) { ended <- err }))
			check(t, c.OnEOF(func() {
				equal(t, "paused", paused, false)
				check(t, c.CloseWrite())
			}))
			check(t, c.OnData(func([]byte) {
				paused = true
				check(t, c.Pause())
				conns <- c
			}))
		})
		peer := connectTLS(t, listener, clientConfig())
		_, err := peer.Write([]byte("last words"))
		check(t, err)
		check(t, peer.CloseWrite())
		c := <-conns
		for range 3 {
			parks(t, l)
		}
		on(t, l, func() { paused = false; check(t, c.Resume()) })
		check(t, <-ended)
	})
}

// TestTLSBackpressure: watermarks, the limit and OnDrain work as without TLS.
func TestTLSBackpressure(t *testing.T) {
	everyTLS(t, func(t *testing.T, version uint16) {
		l := running(t)
		drained, accepted, end := make(chan struct{}, 1), make(chan int, 1), make(chan error, 1)
		var c *stream.Conn
		listener := serveTLS(t, l, withVersion(serverConfig(t), version), nil, func(got *stream.Conn) {
			c = got
			check(t, c.OnClose(func(err error) { end <- err }))
			check(t, c.SetWatermarks(1<<10, 32<<10, 256<<10))
			check(t, c.OnDrain(func() { drained <- struct{}{} }))
			check(t, c.OnData(func([]byte) {}))
			total := 0
			for { // until nothing more is accepted
				n, err := c.Write(numberedBytes(1 << 20))
				total += n
				if err != nil {
					matches(t, err, stream.ErrQueueFull)
					break
				}
			}
			equal(t, "above the high watermark", c.AboveHighWatermark(), true)
			matches(t, c.WriteAll([]byte("x")), stream.ErrQueueFull)
			if queued := c.Queued(); queued < 256<<10 || queued > 280<<10 {
				t.Errorf("%d bytes are queued, with a limit of %d", queued, 256<<10)
			}
			accepted <- total
		})
		peer := connectTLS(t, listener, clientConfig())
		total := <-accepted
		_, err := io.CopyN(io.Discard, peer, int64(total))
		check(t, err)
		<-drained
		on(t, l, func() {
			check(t, c.SetWatermarks(1<<10, 32<<10, 256<<10))
			large := numberedBytes(8 << 20)
			check(t, c.WriteAll(large)) // more than the limit
			check(t, c.CloseWrite())
		})
		n, err := io.Copy(io.Discard, peer)
		check(t, err)
		equal(t, "received", n, 8<<20)
		check(t, peer.Close())
		check(t, <-end)
	})
}
