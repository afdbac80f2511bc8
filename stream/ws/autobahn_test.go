//go:build (linux || darwin || freebsd || netbsd || openbsd || dragonfly) && !wakeful_nopoll

package ws_test

// The cases of Autobahn's test suite, by its numbers: what a client sends, and what an echo server
// has to answer. Autobahn itself is a program in Python 2, which cannot be installed any more.

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/gobwas/ws"
	wakews "github.com/wakeful-go/wakeful/stream/ws"
)

// autobahn is one case. Each ends with the client's close frame, unless the server closes before.
type autobahn struct {
	name   string
	send   []frame
	chop   int // bytes per write; 0: a frame per write
	want   []frame
	status int // of the server's close frame; 0 means 1000
	extra  string
}

const euro = "Hello-µ@ßöäüàá-UTF-8!!"

func autobahnCases() (all []autobahn) {
	add := func(c autobahn) { all = append(all, c) }
	echoed := func(name string, chop int, f ...frame) { add(autobahn{name: name, send: f, chop: chop, want: f}) }
	for i, size := range []int{0, 125, 126, 127, 128, 65535, 65536} {
		echoed(fmt.Sprintf("1.1.%d text of %d", i+1, size), 0, text(strings.Repeat("*", size)))
		echoed(fmt.Sprintf("1.2.%d binary of %d", i+1, size), 0, binary(strings.Repeat("\xfe", size)))
	}
	echoed("1.1.8 text of 65536 in pieces", 997, text(strings.Repeat("*", 65536)))
	echoed("1.2.8 binary of 65536 in pieces", 997, binary(strings.Repeat("\xfe", 65536)))

	pinged := func(name string, chop int, payloads ...string) {
		c := autobahn{name: name, chop: chop}
		for _, p := range payloads {
			c.send, c.want = append(c.send, ping(p)), append(c.want, pong(p))
		}
		add(c)
	}
	pinged("2.1 ping", 0, "")
	pinged("2.2 ping with a payload", 0, "Hello, world!")
	pinged("2.3 ping with bytes", 0, "\x00\xff\xfe\xfd\xfc\xfb\x00\xff")
	pinged("2.4 ping of 125", 0, strings.Repeat("\xfe", 125))
	add(autobahn{name: "2.5 ping of 126", send: []frame{ping(strings.Repeat("\xfe", 126))}, status: 1002})
	pinged("2.6 ping of 125 by bytes", 1, strings.Repeat("\xfe", 125))
	add(autobahn{name: "2.7 unsolicited pong", send: []frame{pong("")}})
	add(autobahn{name: "2.8 unsolicited pong with a payload", send: []frame{pong("unsolicited pong payload")}})
	add(autobahn{name: "2.9 unsolicited pong, then ping", send: []frame{pong("unsolicited"), ping("ping")}, want: []frame{pong("ping")}})
	ten := make([]string, 10)
	for i := range ten {
		ten[i] = fmt.Sprintf("payload-%d", i)
	}
	pinged("2.10 ten pings", 0, ten...)
	pinged("2.11 ten pings by bytes", 1, ten...)

	for i, c := range []autobahn{
		{send: []frame{text("hello").with(1)}},
		{send: []frame{text("hello"), text("hello").with(2), ping("")}, want: []frame{text("hello")}},
		{send: []frame{text("hello"), text("hello").with(3), ping("")}, want: []frame{text("hello")}},
		{send: []frame{text("hello"), text("hello").with(4), ping("")}, chop: 1, want: []frame{text("hello")}},
		{send: []frame{binary("\x00\xff").with(5)}},
		{send: []frame{ping("hello").with(6)}},
		{send: []frame{{op: ws.OpClose, rsv: 7}}},
	} {
		c.name, c.status = fmt.Sprintf("3.%d reserved bits", i+1), 1002
		add(c)
	}
	for kind, first := range []ws.OpCode{3, 11} {
		for i := range ws.OpCode(5) {
			op := first + i
			add(autobahn{name: fmt.Sprintf("4.%d.%d opcode %d", kind+1, i+1, op), send: []frame{{op: op}}, status: 1002})
			add(autobahn{name: fmt.Sprintf("4.%d.%d opcode %d behind a message", kind+1, i+1, op),
				send: []frame{text("hello"), {op: op, payload: "reserved"}, ping("")}, want: []frame{text("hello")}, status: 1002})
		}
	}
	fragmentation(add)
	utf8Cases(add)
	closeCases(add)
	for i, size := range []int{64 << 10, 256 << 10, 1 << 20, 4 << 20} {
		echoed(fmt.Sprintf("9.1.%d text of %d", i+1, size), 0, text(strings.Repeat("*", size)))
		echoed(fmt.Sprintf("9.2.%d binary of %d", i+1, size), 0, binary(strings.Repeat("\xfe", size)))
		c := autobahn{name: fmt.Sprintf("9.3.%d fragments of 1 KiB", i+1), want: []frame{text(strings.Repeat("*", size))}}
		for at := range size >> 10 {
			f := frame{op: ws.OpContinuation, payload: strings.Repeat("*", 1<<10), more: at < size>>10-1}
			if at == 0 {
				f.op = ws.OpText
			}
			c.send = append(c.send, f)
		}
		add(c)
	}
	for i, chop := range []int{64, 256, 1024} {
		echoed(fmt.Sprintf("9.5.%d text of 256 KiB in pieces of %d", i+1, chop), chop, text(strings.Repeat("*", 256<<10)))
	}
	many := make([]frame, 1000)
	for i := range many {
		many[i] = text(strings.Repeat("*", i%70))
	}
	echoed("9.7 a thousand messages", 0, many...)
	c := autobahn{name: "10.1.1 fragments of 1300", want: []frame{text(strings.Repeat("*", 65536))}}
	for at := 0; at < 65536; at += 1300 {
		f := frame{op: ws.OpContinuation, payload: strings.Repeat("*", min(1300, 65536-at)), more: at+1300 < 65536}
		if at == 0 {
			f.op = ws.OpText
		}
		c.send = append(c.send, f)
	}
	add(c)
	return all
}

func fragmentation(add func(autobahn)) {
	two := []frame{text("fragment1").fragmented(), cont("fragment2")}
	both := []frame{text("fragment1fragment2")}
	withPing := []frame{text("fragment1").fragmented(), ping("ping"), cont("fragment2")}
	pongFirst := []frame{pong("ping"), both[0]}
	five := []frame{
		text("fragment1").fragmented(), cont("fragment2").fragmented(), ping("pongme 1!"), cont("fragment3").fragmented(),
		cont("fragment4").fragmented(), ping("pongme 2!"), cont("fragment5"),
	}
	wantFive := []frame{pong("pongme 1!"), pong("pongme 2!"), text("fragment1fragment2fragment3fragment4fragment5")}
	none := []frame{cont("no message"), text("hello")}
	open := []frame{cont("no message").fragmented(), text("hello")}
	for i, c := range []autobahn{
		{send: []frame{ping("fragment1").fragmented(), cont("fragment2")}, status: 1002},
		{send: []frame{pong("fragment1").fragmented(), cont("fragment2")}, status: 1002},
		{send: two, want: both},
		{send: two, want: both, chop: 1000},
		{send: two, want: both, chop: 1},
		{send: withPing, want: pongFirst},
		{send: withPing, want: pongFirst, chop: 1000},
		{send: withPing, want: pongFirst, chop: 1},
		{send: none, status: 1002}, {send: none, status: 1002, chop: 1000}, {send: none, status: 1002, chop: 1},
		{send: open, status: 1002}, {send: open, status: 1002, chop: 1000}, {send: open, status: 1002, chop: 1},
		{send: append(two[:2:2], cont("fragment3").fragmented(), text("fragment4")), want: both, status: 1002},
		{send: []frame{cont("fragment1").fragmented(), text("fragment2").fragmented(), cont("fragment3")}, status: 1002},
		{send: []frame{cont("fragment1"), text("fragment2").fragmented(), cont("fragment3")}, status: 1002},
		{send: []frame{text("fragment1").fragmented(), text("fragment2")}, status: 1002},
		{send: five, want: wantFive},
		{send: five, want: wantFive, chop: 1},
	} {
		c.name = fmt.Sprintf("5.%d fragments", i+1)
		add(c)
	}
}

func utf8Cases(add func(autobahn)) {
	message := func(number string, send []frame, want string) {
		add(autobahn{name: "6." + number + " UTF-8", send: send, want: []frame{text(want)}})
		add(autobahn{name: "6." + number + " UTF-8 by bytes", send: send, want: []frame{text(want)}, chop: 1})
	}
	invalid := func(number, payload string) {
		add(autobahn{name: "6." + number + " not UTF-8", send: []frame{text(payload)}, status: 1007})
		var byByte []frame
		for i := range len(payload) {
			f := frame{op: ws.OpContinuation, payload: payload[i : i+1], more: i < len(payload)-1}
			if i == 0 {
				f.op = ws.OpText
			}
			byByte = append(byByte, f)
		}
		add(autobahn{name: "6." + number + " not UTF-8, in fragments", send: byByte, status: 1007})
	}
	message("1.1", []frame{text("")}, "")
	message("1.2", []frame{text("").fragmented(), cont("").fragmented(), cont("")}, "")
	message("1.3", []frame{text("").fragmented(), cont("middle").fragmented(), cont("")}, "middle")
	message("2.1", []frame{text(euro)}, euro)
	message("2.2", []frame{text(euro[:12]).fragmented(), cont(euro[12:])}, euro)
	var bytewise []frame
	for i := range len(euro) {
		f := frame{op: ws.OpContinuation, payload: euro[i : i+1], more: i < len(euro)-1}
		if i == 0 {
			f.op = ws.OpText
		}
		bytewise = append(bytewise, f)
	}
	message("2.3", bytewise, euro)
	message("2.4", []frame{text("κόσμε")}, "κόσμε")
	invalid("3.1", "κόσμε\xed\xa0\x80edited")
	// Fail-fast: the invalid part comes in a frame of its own, and nothing follows it.
	add(autobahn{name: "6.4.1 fails before the message is complete", send: []frame{text("κόσμε").fragmented(), cont("\xf4\x90\x80\x80").fragmented()}, status: 1007})
	add(autobahn{name: "6.4.2 fails before the message is complete", send: []frame{text("κόσμε\xf4").fragmented(), cont("\x90").fragmented()}, status: 1007})
	for i, valid := range []string{
		"\x00", "\u0080", "\u0800", "\U00010000", "\x7f", "\u07ff", "\uffff", "\U0010ffff", "\ud7ff", "\ue000", "\ufffd",
		"\ufffe", "\U0001fffe", "\U0001ffff", "\U0010fffe", "a\u20acb",
	} {
		message(fmt.Sprintf("5.%d", i+1), []frame{text(valid)}, valid)
	}
	for i, bad := range []string{
		"\xce", "\xce\xba\xe1", "\xf8\x88\x80\x80\x80", "\xfc\x84\x80\x80\x80\x80", "\xf7\xbf\xbf\xbf", "\xfb\xbf\xbf\xbf\xbf",
		"\xfd\xbf\xbf\xbf\xbf\xbf", "\xf4\x90\x80\x80", "\x80", "\xbf", "\x80\xbf", "\x80\xbf\x80", "\xc0\x20", "\xe0\x20\xe1",
		"\xf0\x20\xf1\x20", "\xc0", "\xe0\x80", "\xf0\x80\x80", "\xdf", "\xef\xbf", "\xf7\xbf\xbf", "\xfe", "\xff", "\xfe\xfe\xff\xff",
		"\xc0\xaf", "\xe0\x80\xaf", "\xf0\x80\x80\xaf", "\xc1\xbf", "\xe0\x9f\xbf", "\xf0\x8f\xbf\xbf", "\xc0\x80", "\xe0\x80\x80",
		"\xed\xa0\x80", "\xed\xad\xbf", "\xed\xae\x80", "\xed\xaf\xbf", "\xed\xb0\x80", "\xed\xbe\x80", "\xed\xbf\xbf",
		"\xed\xa0\x80\xed\xb0\x80", "\xed\xaf\xbf\xed\xbf\xbf",
	} {
		invalid(fmt.Sprintf("6.%d", i+1), bad)
	}
}

func closeCases(add func(autobahn)) {
	add(autobahn{name: "7.1.1 message and close", send: []frame{text("Hello World!")}, want: []frame{text("Hello World!")}})
	add(autobahn{name: "7.1.2 two closes", send: []frame{closing(1000, ""), closing(1000, "")}})
	add(autobahn{name: "7.1.3 ping after close", send: []frame{closing(1000, ""), ping("")}})
	add(autobahn{name: "7.1.4 message after close", send: []frame{closing(1000, ""), text("late")}})
	add(autobahn{name: "7.1.5 close in a message", send: []frame{text("fragment1").fragmented(), closing(1000, ""), cont("fragment2")}})
	add(autobahn{name: "7.1.6 large message and close", send: []frame{text(strings.Repeat("b", 256<<10)), closing(1000, ""), ping("")}, want: []frame{text(strings.Repeat("b", 256<<10))}})
	add(autobahn{name: "7.3.1 close without a status", send: []frame{{op: ws.OpClose}}, status: -1})
	add(autobahn{name: "7.3.2 close of one byte", send: []frame{{op: ws.OpClose, payload: "a"}}, status: 1002})
	add(autobahn{name: "7.3.3 close with a status", send: []frame{closing(1000, "")}})
	add(autobahn{name: "7.3.4 close with a reason", send: []frame{closing(1000, "Hello World!")}})
	add(autobahn{name: "7.3.5 close with the longest reason", send: []frame{closing(1000, strings.Repeat("*", 123))}})
	add(autobahn{name: "7.3.6 close with a reason too long", send: []frame{closing(1000, strings.Repeat("*", 124))}, status: 1002})
	add(autobahn{name: "7.5.1 close with a reason that is not UTF-8", send: []frame{closing(1000, "κόσμε\xed\xa0\x80edited")}, status: 1007})
	for i, status := range []int{1000, 1001, 1002, 1003, 1007, 1008, 1009, 1010, 1011, 3000, 3999, 4000, 4999} {
		add(autobahn{name: fmt.Sprintf("7.7.%d close with %d", i+1, status), send: []frame{closing(status, "")}, status: status})
	}
	for i, status := range []int{0, 999, 1004, 1005, 1006, 1016, 1100, 2000, 2999, 5000, 65535} {
		add(autobahn{name: fmt.Sprintf("7.9.%d close with %d", i+1, status), send: []frame{closing(status, "")}, status: 1002})
	}
}

// TestAutobahn runs the cases against an echo server.
func TestAutobahn(t *testing.T) {
	l := running(t)
	eachServer(t, l, echoOf(t), []wakews.Option{wakews.WithMaxMessageSize(16 << 20)}, func(t *testing.T, address string) {
		for _, c := range autobahnCases() {
			t.Run(c.name, func(t *testing.T) { runAutobahn(t, address, c) })
		}
	})
}

// echoOf is an echo server whose connections may end in any way.
func echoOf(t testing.TB) func(*wakews.Conn, error) {
	return func(c *wakews.Conn, err error) {
		check(t, err)
		check(t, c.Stream().SetWatermarks(16<<10, 64<<10, 32<<20))
		check(t, c.OnMessage(func(kind wakews.Kind, p []byte) { _ = c.Send(kind, p) })) // not after a close frame
	}
}

func runAutobahn(t *testing.T, address string, c autobahn) {
	p, _ := connect(t, address, c.extra)
	var out []byte
	var ends []int
	for _, f := range append(slices.Clip(c.send), closing(1000, "")) {
		out = append(out, f.encoded()...)
		ends = append(ends, len(out))
	}
	if strings.Contains(c.name, "before the message is complete") {
		out, ends = out[:ends[len(ends)-2]], ends[:len(ends)-1] // the failure must not need more
	}
	written := make(chan struct{})
	go func() {
		defer close(written)
		for at := 0; at < len(out); {
			next := at + c.chop
			if c.chop == 0 {
				next, ends = ends[0], ends[1:]
			}
			next = min(next, len(out))
			if _, err := p.Write(out[at:next]); err != nil {
				return // the server has ended
			}
			at = next
		}
	}()
	for _, want := range c.want {
		got := p.next(t)
		if got == nil || *got != want {
			t.Fatalf("received %v, want %v", got, want)
		}
	}
	status := c.status
	if status == 0 {
		status = 1000
	}
	want := closing(status, "")
	if status == -1 {
		want = frame{op: ws.OpClose}
	}
	if got := p.next(t); got == nil || *got != want {
		t.Fatalf("received %v, want the close frame %v", got, want)
	}
	if got := p.next(t); got != nil {
		t.Fatalf("received %v after the close frame", got)
	}
	check(t, p.Close())
	<-written
}

// TestAutobahnCompression are the cases 12 and 13: messages of many sizes and kinds, with every
// offer that the server can accept, and some that it declines.
func TestAutobahnCompression(t *testing.T) {
	l := running(t)
	address := serve(t, l, echoOf(t), wakews.WithMaxMessageSize(16<<20), wakews.WithCompression(0))
	sizes := []int{0, 16, 64, 256, 1024, 4096, 8192, 16384, 32768, 65536, 131072}
	if testing.Short() {
		sizes = []int{0, 16, 1024, 16384, 131072}
	}
	random := rand.New(rand.NewPCG(1, 2)) //nolint:gosec // a test
	contents := map[string]func(int) string{
		"text": func(n int) string { return strings.Repeat("All work and no play. ", n/22+1)[:n] },
		"random": func(n int) string {
			b := make([]byte, n)
			for i := range b {
				b[i] = byte(random.IntN(256))
			}
			return string(b)
		},
		"JSON": func(n int) string { return strings.Repeat(`{"key": [1, 2, 3]}`, n/18+1)[:n] },
	}
	for offer, accepted := range map[string]bool{
		"permessage-deflate":                                               true,
		"permessage-deflate; client_no_context_takeover":                   true,
		"permessage-deflate; server_no_context_takeover":                   true,
		"permessage-deflate; client_max_window_bits":                       true,
		"permessage-deflate; client_max_window_bits=9":                     true,
		"permessage-deflate; server_max_window_bits=15":                    true,
		"permessage-deflate; server_max_window_bits=9, permessage-deflate": true,
		"permessage-deflate; server_max_window_bits=9":                     false,
		"permessage-deflate; unknown=1":                                    false,
		"x-webkit-deflate-frame":                                           false,
	} {
		t.Run(offer, func(t *testing.T) {
			p, response := connect(t, address, "Sec-WebSocket-Extensions: "+offer+"\r\n")
			equal(t, "accepted", response.Header.Get("Sec-Websocket-Extensions") != "", accepted)
			if !accepted {
				return
			}
			for name, content := range contents {
				for i, size := range sizes {
					for _, pieces := range []int{1, 3} {
						f := binary(content(size))
						if name == "text" {
							f.op = ws.OpText
						}
						sendCompressed(t, p, f, pieces, i%2 == 0)
						got := p.next(t)
						if got == nil || got.op != f.op || got.rsv != 4 {
							t.Fatalf("12.%d %s of %d: received %v", i, name, size, got)
						}
						equal(t, "content", inflate(t, got.payload) == f.payload, true)
					}
				}
			}
		})
	}
}
