//go:build (linux || darwin || freebsd || netbsd || openbsd || dragonfly) && !wakeful_nopoll

package ws_test

// WebSockets over net/http's TLS in simulated worlds: however one of them ends, nothing of its bridge
// is left, and what was sent has arrived or is reported.

import (
	"bufio"
	"context"
	"crypto/tls"
	big "encoding/binary"
	"errors"
	"fmt"
	"net"
	"net/http"
	"strings"
	"testing"
	"time"

	gobwas "github.com/gobwas/ws"
	"github.com/wakeful-go/wakeful/sim"
	"github.com/wakeful-go/wakeful/stream"
	"github.com/wakeful-go/wakeful/stream/ws"
)

func TestSimulatedBridge(t *testing.T) {
	config := testConfig(t)
	sim.Run(t, 1000, func(w *sim.World) { simulatedBridge(w, config) })
}

// Each scenario does the same whenever a seed is run.
func TestSimulatedReplay(t *testing.T) {
	config := testConfig(t)
	t.Run("close", func(t *testing.T) { sim.Replay(t, 100, simulatedClose) })
	t.Run("bridge", func(t *testing.T) { sim.Replay(t, 100, func(w *sim.World) { simulatedBridge(w, config) }) })
}

// hijacked is a ResponseWriter of net/http.
type hijacked struct {
	http.ResponseWriter
	c net.Conn
}

func (h hijacked) Hijack() (net.Conn, *bufio.ReadWriter, error) {
	return h.c, bufio.NewReadWriter(bufio.NewReader(h.c), bufio.NewWriter(h.c)), nil
}

// bridgeClient is the client of a bridge. Its goroutines call Logf before they change it, so that
// only one does at a time.
type bridgeClient struct {
	w         *sim.World
	c         *tls.Conn
	got, sent int
	ended     bool
	listens   chan struct{} // closed when it reads messages
}

// receive reads frames, and answers a close frame.
func (b *bridgeClient) receive() {
	in := bufio.NewReader(b.c)
	if _, err := http.ReadResponse(in, nil); err != nil {
		b.w.Fail("the handshake: %w", err)
		return
	}
	<-b.listens
	for {
		f, err := gobwas.ReadFrame(in) //nolint:staticcheck // the peer is the test's server
		b.w.Logf("the client has a frame: %v", err)
		switch {
		case err != nil:
			b.ended = true
			return
		case f.Header.OpCode == gobwas.OpClose:
			_, _ = b.c.Write(closing(4000, "").encoded())
		case int(big.BigEndian.Uint32(f.Payload)) != b.got:
			b.w.Fail("message %d is wrong", b.got)
		default:
			b.got++
		}
	}
}

// send sends messages until the connection has ended.
func (b *bridgeClient) send(pause time.Duration) {
	for {
		time.Sleep(pause) //nolint:forbidigo // simulated time
		if _, err := b.c.Write(binary(string(big.BigEndian.AppendUint32(nil, uint32(b.sent)))).encoded()); err != nil {
			return
		}
		b.w.Logf("the client has sent a message")
		b.sent++
	}
}

func simulatedBridge(w *sim.World, config *tls.Config) {
	for _, f := range []sim.Fault{sim.Bandwidth(100 << 10), sim.SplitReads(), sim.SplitWrites(), sim.Pauses(3*time.Second, time.Second)} {
		if w.Rand().IntN(3) == 0 {
			w.Net().Faults(f)
		}
	}
	server := w.Loop("server")
	theirs, below := net.Pipe()
	client := &bridgeClient{
		w: w, listens: make(chan struct{}),
		c: tls.Client(below, &tls.Config{InsecureSkipVerify: true}), //nolint:gosec // the server is in this process
	}
	var side simulated
	w.Go(func() {
		r, err := http.ReadRequest(bufio.NewReader(strings.NewReader(upgrade + "\r\n")))
		if err == nil {
			err = ws.Upgrade(hijacked{c: tls.Server(theirs, config)}, r, server, func(c *ws.Conn, err error) {
				if err != nil {
					w.Fail("upgrade: %w", err)
					return
				}
				side.begin(w, c)
			}, ws.WithCloseTimeout(time.Second))
		}
		if err != nil {
			w.Fail("upgrade: %w", err)
		}
	})
	w.Go(func() {
		if err := client.c.Handshake(); err != nil {
			w.Fail("handshake: %w", err)
		}
	})
	w.Go(client.receive)
	deaf := w.Rand().IntN(3) == 0
	if !deaf {
		close(client.listens)
	}
	pause := time.Duration(1+w.Rand().IntN(300)) * time.Millisecond
	w.At(time.Second, func() { w.Go(func() { client.send(pause) }) })
	limited := deaf || w.Rand().IntN(2) == 0
	what := w.Rand().IntN(5)
	w.At(time.Duration(3000+w.Rand().IntN(3000))*time.Millisecond, func() {
		if side.c == nil {
			w.Fail("the handshake is not complete")
			return
		}
		switch what {
		case 0:
			w.Go(func() { _ = below.Close() })
		case 1:
			_ = server.Close()
		case 2:
			w.Go(func() {
				ctx := context.Background()
				if limited {
					limit, cancel := context.WithTimeout(ctx, time.Second)
					defer cancel()
					ctx = limit
				}
				_ = server.Shutdown(ctx)
			})
		default:
			_ = server.Submit(func() {
				if what == 3 {
					_ = side.c.Abort()
				} else {
					_ = side.c.Close(4000, "enough")
				}
			})
		}
	})
	w.For(2 * time.Minute)
	if n := w.OpenSockets(server); n > 0 {
		w.Fail("%d sockets are open after the end", n)
	}
	if deaf {
		close(client.listens)
		w.For(time.Minute)
	}
	switch {
	case !client.ended:
		w.Fail("the client's connection has not ended")
	case side.closes != 1:
		w.Fail("OnClose was called %d times", side.closes)
	case what == 2 && errors.Is(side.err, stream.ErrUnsent):
		if !limited {
			w.Fail("there was time, but OnClose has got %w", side.err)
		}
	case (what == 2 || what == 4 && !deaf) && client.got != side.sent:
		w.Fail("%d of %d messages have arrived, and OnClose has got %w", client.got, side.sent, fmt.Errorf("%d %w", side.status, side.err))
	}
}
