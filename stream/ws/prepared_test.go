//go:build (linux || darwin || freebsd || netbsd || openbsd || dragonfly) && !wakeful_nopoll

package ws_test

// Prepared messages: every receiver gets what Send would have sent.

import (
	"context"
	"fmt"
	"strings"
	"sync"
	"testing"

	"github.com/coder/websocket"
	"github.com/wakeful-go/wakeful"
	"github.com/wakeful-go/wakeful/stream"
	wakews "github.com/wakeful-go/wakeful/stream/ws"
)

func prepared(t testing.TB, kind wakews.Kind, s string) *wakews.PreparedMessage {
	t.Helper()
	p := []byte(s)
	m, err := wakews.NewPreparedMessage(kind, p)
	check(t, err)
	clear(p) // it has a copy
	return m
}

// TestPrepared: one message goes to receivers that have negotiated different things, from several
// loops at the same time.
func TestPrepared(t *testing.T) {
	long := strings.Repeat("a message for all, ", 100)
	messages := []*wakews.PreparedMessage{
		prepared(t, wakews.Text, long), prepared(t, wakews.Text, "short"), prepared(t, wakews.Binary, strings.Repeat("\xff", 200_000)), prepared(t, wakews.Text, ""),
	}
	var receivers sync.WaitGroup
	for range 3 { // loops
		l := running(t)
		conns := make(chan *wakews.Conn, 2)
		address := serve(t, l, func(c *wakews.Conn, err error) {
			check(t, err)
			conns <- c
		}, wakews.WithCompression(100))
		for offer, compressed := range map[string]bool{
			"": false,
			"Sec-WebSocket-Extensions: permessage-deflate\r\n":                                                    true,
			"Sec-WebSocket-Extensions: permessage-deflate; client_max_window_bits; server_max_window_bits=15\r\n": true,
			"Sec-WebSocket-Extensions: permessage-deflate; server_max_window_bits=10\r\n":                         false,
		} {
			p, _ := connect(t, address, offer)
			c := <-conns
			receivers.Go(func() {
				on(t, l, func() {
					for _, m := range messages {
						check(t, c.SendPrepared(m))
						check(t, c.Send(wakews.Text, []byte(long)))
					}
				})
				for _, want := range []string{long, "short", strings.Repeat("\xff", 200_000), ""} {
					for _, want := range []string{want, long} {
						f := p.next(t)
						got, deflated := f.payload, compressed && len(want) >= 100
						equal(t, offer+": compressed", f.rsv == 4, deflated)
						if deflated {
							got = inflate(t, got)
						}
						equal(t, offer+": binary", f.op == 2, want[:min(1, len(want))] == "\xff")
						if got != want {
							t.Errorf("%s: %d bytes, other than the %d that were sent", offer, len(got), len(want))
						}
					}
				}
			})
		}
	}
	receivers.Wait()
}

// TestPreparedWithContextTakeover: a client that keeps its window between messages gets prepared ones
// among others that resemble them.
func TestPreparedWithContextTakeover(t *testing.T) {
	l := running(t)
	numbered := func(i int) string { return fmt.Sprintf("message %d of many that resemble each other", i/2) }
	const n = 50
	address := serve(t, l, func(c *wakews.Conn, err error) {
		check(t, err)
		for i := range n {
			if i%2 == 0 {
				check(t, c.SendPrepared(prepared(t, wakews.Text, numbered(i))))
			} else {
				check(t, c.Send(wakews.Text, []byte(numbered(i))))
			}
		}
	}, wakews.WithCompression(0))
	c, _, err := websocket.Dial(context.Background(), "ws://"+address, &websocket.DialOptions{CompressionMode: websocket.CompressionContextTakeover})
	if err != nil {
		t.Fatal(err)
	}
	defer c.CloseNow()
	for i := range n {
		_, got, err := c.Read(context.Background())
		check(t, err)
		equal(t, "message", string(got), numbered(i))
	}
}

// TestPreparedFromClient: a client masks each frame.
func TestPreparedFromClient(t *testing.T) {
	for _, options := range [][]wakews.Option{nil, {wakews.WithCompression(0)}} {
		l := running(t)
		address := serve(t, l, echo(t, nil), options...)
		got := make(chan string, 2)
		on(t, l, func() {
			check(t, wakews.Dial(l, "ws://"+address, func(c *wakews.Conn, err error) {
				check(t, err)
				check(t, c.OnMessage(func(_ wakews.Kind, p []byte) { got <- string(p) }))
				m := prepared(t, wakews.Text, "masked")
				check(t, c.SendPrepared(m))
				check(t, c.SendPrepared(m))
			}, options...))
		})
		equal(t, "first", <-got, "masked")
		equal(t, "second", <-got, "masked")
	}
}

// TestPreparedErrors: what is wrong is an error, and the errors of Send are those of SendPrepared.
func TestPreparedErrors(t *testing.T) {
	for name, err := range map[string]error{
		"kind": func() error { _, err := wakews.NewPreparedMessage(3, nil); return err }(),
		"text": func() error { _, err := wakews.NewPreparedMessage(wakews.Text, []byte{0xff}); return err }(),
	} {
		if err == nil || !strings.Contains(err.Error(), "NewPreparedMessage") {
			t.Errorf("%s: error %v", name, err)
		}
	}
	l := running(t)
	conns := make(chan *wakews.Conn, 1)
	address := serve(t, l, func(c *wakews.Conn, err error) {
		check(t, err)
		conns <- c
	})
	connect(t, address, "")
	c := <-conns
	large := prepared(t, wakews.Binary, strings.Repeat("x", 1<<20))
	matches(t, c.SendPrepared(large), wakeful.ErrNotOnLoop)
	on(t, l, func() {
		for _, m := range []*wakews.PreparedMessage{nil, {}} {
			if c.SendPrepared(m) == nil {
				t.Error("a message that was not prepared was sent")
			}
		}
		var err error
		for err == nil {
			err = c.SendPrepared(large)
		}
		matches(t, err, stream.ErrQueueFull)
		check(t, c.Abort())
		matches(t, c.SendPrepared(large), stream.ErrClosed)
	})
}
