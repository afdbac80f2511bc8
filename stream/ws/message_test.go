//go:build (linux || darwin || freebsd || netbsd || openbsd || dragonfly) && !wakeful_nopoll

package ws_test

// Tests of what goes over a WebSocket.

import (
	"fmt"
	"strings"
	"testing"

	"github.com/wakeful-go/wakeful"
	"github.com/wakeful-go/wakeful/stream"
	wakews "github.com/wakeful-go/wakeful/stream/ws"
)

// TestMessageTooLarge: before it has arrived, in fragments, and after decompression.
func TestMessageTooLarge(t *testing.T) {
	l := running(t)
	address := serve(t, l, echoOf(t), wakews.WithMaxMessageSize(1000), wakews.WithCompression(0))
	for name, send := range map[string][]frame{
		"a frame":    {text(strings.Repeat("x", 1001))},
		"fragments":  {text(strings.Repeat("x", 600)).fragmented(), cont(strings.Repeat("x", 600))},
		"compressed": {binary(deflate(t, strings.Repeat("x", 1_000_000))).with(4)},
	} {
		t.Run(name, func(t *testing.T) {
			p, _ := connect(t, address, "Sec-WebSocket-Extensions: permessage-deflate\r\n")
			for _, f := range send {
				_, err := p.Write(f.encoded())
				check(t, err)
			}
			equal(t, "answer", *p.next(t), closing(wakews.StatusTooLarge, ""))
		})
	}
}

// TestBackpressure: Send refuses what the queue has no room for, and OnDrain follows.
func TestBackpressure(t *testing.T) {
	l := running(t)
	sent, drained := make(chan int, 1), make(chan struct{})
	address := serve(t, l, func(c *wakews.Conn, err error) {
		check(t, err)
		check(t, c.Stream().SetWatermarks(1000, 10_000, 100_000))
		check(t, c.OnDrain(func() { close(drained) }))
		n := 0
		for ; err == nil; n++ {
			err = c.Send(wakews.Binary, make([]byte, 50_000))
		}
		matches(t, err, stream.ErrQueueFull)
		equal(t, "above the high watermark", c.AboveHighWatermark(), true)
		sent <- n - 1
	})
	p, _ := connect(t, address, "")
	for range <-sent {
		equal(t, "length", len(p.next(t).payload), 50_000)
	}
	<-drained
}

// TestFlush: Send waits for the end of the callback, and Flush does not.
func TestFlush(t *testing.T) {
	l := running(t)
	conns := make(chan *wakews.Conn, 1)
	address := serve(t, l, func(c *wakews.Conn, err error) {
		check(t, err)
		conns <- c
	})
	p, _ := connect(t, address, "")
	c := <-conns
	matches(t, c.Flush(), wakeful.ErrNotOnLoop)
	on(t, l, func() {
		check(t, c.Send(wakews.Text, []byte("now")))
		check(t, c.Flush())
		equal(t, "message", *p.next(t), text("now")) // while the callback runs
		check(t, c.Abort())
	})
	for ended := false; !ended; {
		on(t, l, func() { ended = c.Flush() != nil })
	}
	on(t, l, func() { matches(t, c.Flush(), wakews.ErrClosed) })
}

// TestPause: nothing is delivered while a WebSocket is paused, although it has arrived in one
// piece.
func TestPause(t *testing.T) {
	l := running(t)
	received := make(chan string, 1)
	var c *wakews.Conn
	address := serve(t, l, func(got *wakews.Conn, err error) {
		check(t, err)
		c = got
		check(t, c.OnMessage(func(_ wakews.Kind, p []byte) {
			check(t, c.Pause())
			received <- string(p)
		}))
	})
	p, _ := connect(t, address, "")
	var all []byte
	for i := range 5 {
		all = append(all, text(fmt.Sprint(i)).encoded()...)
	}
	_, err := p.Write(all)
	check(t, err)
	for i := range 5 {
		equal(t, "received", <-received, fmt.Sprint(i))
		for range 3 {
			on(t, l, func() {})
		}
		equal(t, "waiting", len(received), 0)
		on(t, l, func() { check(t, c.Resume()) })
	}
}

// TestPanicInOnMessage: the messages behind it, of the same read, are delivered.
func TestPanicInOnMessage(t *testing.T) {
	l := running(t, wakeful.WithPanicHandler(func(*wakeful.PanicError) {}))
	received := make(chan string, 10)
	address := serve(t, l, func(c *wakews.Conn, err error) {
		check(t, err)
		check(t, c.OnMessage(func(_ wakews.Kind, p []byte) {
			received <- string(p)
			panic("a test")
		}))
	})
	p, _ := connect(t, address, "")
	var all []byte
	for i := range 5 {
		all = append(all, text(fmt.Sprint(i)).encoded()...)
	}
	_, err := p.Write(all)
	check(t, err)
	for i := range 5 {
		equal(t, "received", <-received, fmt.Sprint(i))
	}
}

// TestMisuse: wrong arguments and goroutines are errors.
func TestMisuse(t *testing.T) {
	l := running(t)
	conns := make(chan *wakews.Conn, 1)
	address := serve(t, l, func(c *wakews.Conn, err error) {
		check(t, err)
		for name, err := range map[string]error{
			"a text that is not UTF-8": c.Send(wakews.Text, []byte("\xff")),
			"a kind":                   c.Send(wakews.Kind(9), nil),
			"a ping":                   c.Ping(make([]byte, 126)),
			"a status":                 c.Close(1005, ""),
			"a high status":            c.Close(70_000, ""),
			"a long reason":            c.Close(1000, strings.Repeat("x", 124)),
			"a reason alone":           c.Close(0, "x"),
		} {
			if err == nil {
				t.Errorf("no error for %s", name)
			}
		}
		conns <- c
	})
	connect(t, address, "")
	c := <-conns
	matches(t, c.Send(wakews.Text, nil), wakeful.ErrNotOnLoop)
	matches(t, c.OnMessage(nil), wakeful.ErrNotOnLoop)
	matches(t, c.Close(0, ""), wakeful.ErrNotOnLoop)
	matches(t, wakews.Accept(l, c.Stream(), func(*wakews.Conn, error) {}), wakeful.ErrNotOnLoop)
	if wakews.Accept(nil, nil, nil) == nil {
		t.Error("no error for no loop")
	}
}
