//go:build (linux || darwin || freebsd || netbsd || openbsd || dragonfly) && !wakeful_nopoll

package ws_test

// Tests of what a loop does while it decompresses messages.

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/wakeful-go/wakeful"
	wakews "github.com/wakeful-go/wakeful/stream/ws"
)

const (
	megabyte    = 1 << 20
	perTurn     = 64 << 10
	turnsOfMB   = megabyte / perTurn
	withDeflate = "Sec-WebSocket-Extensions: permessage-deflate\r\n"
)

// turnCounter counts the turns of a loop from its first call. Loop only.
type turnCounter struct {
	l     *wakeful.Loop
	begun bool
	turns int
}

func (c *turnCounter) startCounting() {
	if !c.begun {
		c.begun = true
		c.count()
	}
}

func (c *turnCounter) count() {
	_ = c.l.AfterSubmitted(func() { // refused at the loop's end
		c.turns++
		c.count()
	})
}

// emptyBlocks returns a compressed message of about that many bytes that is empty: blocks with
// tables and without contents.
func emptyBlocks(size int) string {
	var b []byte
	n := 0
	bits := func(v, count int) {
		for ; count > 0; count-- {
			if n%8 == 0 {
				b = append(b, 0)
			}
			b[len(b)-1] |= byte(v & 1 << (n % 8))
			v >>= 1
			n++
		}
	}
	for len(b) < size {
		bits(0, 1)  // not the last block
		bits(2, 2)  // with tables
		bits(0, 10) // 257 lengths of codes for literals, 1 of a code for distances
		bits(14, 4) // 18 lengths of codes for lengths, of which 18 and 1 have a code of one bit
		for i := range 18 {
			bits(map[bool]int{true: 1}[i == 2 || i == 17], 3)
		}
		bits(1, 1)
		bits(127, 7) // 138 times 0
		bits(1, 1)
		bits(107, 7) // 118 times 0
		bits(0, 2)   // the end of the block and a distance have codes of one bit
		bits(0, 1)   // the end of the block
	}
	bits(0, 3) // a stored block, which the end of the message completes
	return string(b)
}

// TestInflateInTurns: the loop decompresses at most 64 KiB before it goes on, however many
// connections have messages, and whatever is in them. The order of a connection's frames is kept.
func TestInflateInTurns(t *testing.T) {
	zeros := deflate(t, strings.Repeat("\x00", megabyte))
	for name, c := range map[string]struct {
		message frame
		clients int
		length  int
		turns   int
	}{
		"binary":          {binary(zeros), 1, megabyte, turnsOfMB - 2},
		"text":            {text(zeros), 1, megabyte, turnsOfMB - 2},
		"text, UTF-8":     {text(deflate(t, strings.Repeat("ü€", megabyte/5))), 1, megabyte / 5 * 5, turnsOfMB - 2},
		"16 clients":      {binary(zeros), 16, megabyte, 16*turnsOfMB - 16},
		"without content": {binary(emptyBlocks(100_000)), 1, 0, 40},
	} {
		t.Run(name, func(t *testing.T) {
			l := running(t)
			counter := &turnCounter{l: l}
			orders, delivered := make(chan string, c.clients), make(chan int, c.clients)
			address := serve(t, l, func(conn *wakews.Conn, err error) {
				check(t, err)
				order := ""
				check(t, conn.OnPing(func(p []byte) {
					counter.startCounting()
					if order += string(p); string(p) == "behind" {
						orders <- order
					}
				}))
				check(t, conn.OnMessage(func(_ wakews.Kind, p []byte) {
					order += fmt.Sprintf(" %d ", len(p))
					delivered <- counter.turns
				}))
			}, wakews.WithCompression(0))
			var all []byte
			for _, f := range []frame{ping("before"), c.message.with(4), ping("behind")} {
				all = append(all, f.encoded()...)
			}
			peers := make([]*peer, c.clients)
			for i := range peers {
				peers[i], _ = connect(t, address, withDeflate)
			}
			for _, p := range peers {
				go func() { _, _ = p.Write(all) }()
			}
			for range peers {
				equal(t, "order", <-orders, fmt.Sprintf("before %d behind", c.length))
			}
			turns := 0
			for range peers {
				turns = max(turns, <-delivered)
			}
			if turns < c.turns {
				t.Errorf("delivered after %d turns, want at least %d", turns, c.turns)
			}
		})
	}
}

// inflating runs then on the loop, in the turn after a message has arrived that takes 16 turns. The
// message and the endings of its connection are sent.
func inflating(t *testing.T, l *wakeful.Loop, then func(*wakews.Conn)) (p *peer, messages chan int, ends chan ending) {
	t.Helper()
	messages, ends = make(chan int, 10), make(chan ending, 1)
	address := serve(t, l, func(c *wakews.Conn, err error) {
		check(t, err)
		check(t, c.OnClose(func(status int, reason string, err error) { ends <- ending{status, reason, err} }))
		check(t, c.OnMessage(func(_ wakews.Kind, p []byte) { messages <- len(p) }))
		check(t, c.OnPing(func([]byte) {
			check(t, l.AfterSubmitted(func() {
				check(t, l.AfterSubmitted(func() { then(c) }))
			}))
		}))
	}, wakews.WithCompression(0))
	p, _ = connect(t, address, withDeflate)
	zeros := deflate(t, strings.Repeat("\x00", megabyte))
	_, err := p.Write(append(append(ping("").encoded(), binary(zeros).with(4).encoded()...), text("next").encoded()...))
	check(t, err)
	return p, messages, ends
}

// TestInflatePause: a message that is being decompressed is not delivered until Resume.
func TestInflatePause(t *testing.T) {
	l := running(t)
	conns := make(chan *wakews.Conn, 1)
	_, messages, _ := inflating(t, l, func(c *wakews.Conn) {
		check(t, c.Pause())
		conns <- c
	})
	c := <-conns
	done := make(chan struct{})
	counter := &turnCounter{l: l}
	on(t, l, func() {
		counter.startCounting()
		var wait func()
		wait = func() {
			if counter.turns < 100 {
				check(t, l.AfterSubmitted(wait))
				return
			}
			close(done)
		}
		wait()
	})
	<-done
	equal(t, "messages of a paused connection", len(messages), 0)
	on(t, l, func() { check(t, c.Resume()) })
	equal(t, "first", <-messages, megabyte)
	equal(t, "second", <-messages, len("next"))
}

// TestInflateClose: what arrived before is delivered after Close, and the close frames are
// exchanged.
func TestInflateClose(t *testing.T) {
	l := running(t)
	p, messages, ends := inflating(t, l, func(c *wakews.Conn) { check(t, c.Close(wakews.StatusNormal, "")) })
	for f := p.next(t); f.op != closing(0, "").op; f = p.next(t) {
	}
	_, err := p.Write(closing(wakews.StatusNormal, "").encoded())
	check(t, err)
	check(t, p.Close())
	end := <-ends
	check(t, end.err)
	equal(t, "status", end.status, wakews.StatusNormal)
	equal(t, "first", <-messages, megabyte)
	equal(t, "second", <-messages, len("next"))
}

// TestInflateAbort: nothing is delivered after Abort, and the messages of others are.
func TestInflateAbort(t *testing.T) {
	l := running(t)
	_, messages, ends := inflating(t, l, func(c *wakews.Conn) { check(t, c.Abort()) })
	<-ends
	_, others, _ := inflating(t, l, func(*wakews.Conn) {})
	equal(t, "of another connection", <-others, megabyte)
	equal(t, "messages", len(messages), 0)
}

// TestInflateShutdown: the loop ends although a message was not decompressed, and OnClose is
// called.
func TestInflateShutdown(t *testing.T) {
	for name, end := range map[string]func(*wakeful.Loop) error{
		"Shutdown": func(l *wakeful.Loop) error { return l.Shutdown(context.Background()) },
		"Close":    (*wakeful.Loop).Close,
	} {
		t.Run(name, func(t *testing.T) {
			l := running(t)
			_, _, ends := inflating(t, l, func(*wakews.Conn) { check(t, end(l)) })
			<-l.Done()
			matches(t, (<-ends).err, wakeful.ErrClosed)
		})
	}
}

// TestInflatePanic: after a panic in OnMessage the messages behind it are delivered, of all
// connections.
func TestInflatePanic(t *testing.T) {
	l := running(t, wakeful.WithPanicHandler(func(*wakeful.PanicError) {}))
	received := make(chan int, 100)
	address := serve(t, l, func(c *wakews.Conn, err error) {
		check(t, err)
		check(t, c.OnMessage(func(_ wakews.Kind, p []byte) {
			received <- len(p)
			panic("a test")
		}))
	}, wakews.WithCompression(0))
	var all []byte
	sizes := []int{0, 1, megabyte, 5, 100_000, 7}
	for _, size := range sizes {
		all = append(all, binary(deflate(t, strings.Repeat("x", size))).with(4).encoded()...)
	}
	want, got := 0, 0
	for range 3 {
		p, _ := connect(t, address, withDeflate)
		_, err := p.Write(all)
		check(t, err)
		for _, size := range sizes {
			want += size
		}
	}
	for range 3 * len(sizes) {
		got += <-received
	}
	equal(t, "bytes", got, want)
}

// TestInflateErrors: a mistake behind the first step ends the connection, with the status for it.
func TestInflateErrors(t *testing.T) {
	const limit = 300_000
	l := running(t)
	address := serve(t, l, echo(t, nil), wakews.WithCompression(0), wakews.WithMaxMessageSize(limit))
	long := strings.Repeat("x", limit-1)
	for name, c := range map[string]struct {
		f      frame
		status int
	}{
		"too large":   {binary(deflate(t, long+"xx")), wakews.StatusTooLarge},
		"not UTF-8":   {text(deflate(t, long+"\xff")), wakews.StatusInvalidPayload},
		"half a rune": {text(deflate(t, long+"ü"[:1])), wakews.StatusInvalidPayload},
		"corrupt":     {binary(deflate(t, long) + "\x07"), wakews.StatusInvalidPayload},
		"cut":         {binary(deflate(t, long)[:200]), wakews.StatusInvalidPayload},
	} {
		t.Run(name, func(t *testing.T) {
			p, _ := connect(t, address, withDeflate)
			_, err := p.Write(c.f.with(4).encoded())
			check(t, err)
			equal(t, "answer", *p.next(t), closing(c.status, ""))
		})
	}
	p, _ := connect(t, address, withDeflate)
	_, err := p.Write(text(deflate(t, long+"x")).with(4).encoded())
	check(t, err)
	got := p.next(t)
	equal(t, "of the largest message", inflate(t, got.payload) == long+"x", true)
}
