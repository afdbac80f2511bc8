//go:build (linux || darwin || freebsd || netbsd || openbsd || dragonfly) && !wakeful_nopoll

package scenarios

// Connections: what arrives is what was sent, whatever the network, pauses, moves between loops and
// half-closes do.

import (
	"errors"
	"testing"
	"time"

	"github.com/wakeful-go/wakeful"
	"github.com/wakeful-go/wakeful/sim"
	"github.com/wakeful-go/wakeful/stream"
)

// pattern is the byte of a direction at a position.
func pattern(at int) byte { return byte(at) ^ byte(at>>8)*31 ^ byte(at>>16)*7 }

func fill(at, n int) []byte {
	p := make([]byte, n)
	for i := range p {
		p[i] = pattern(at + i)
	}
	return p
}

// An end is one end of a connection that sends total bytes and checks what arrives.
type end struct {
	w           *sim.World
	name        string
	c           *stream.Conn
	loops       []*wakeful.Loop // that it moves between
	total, sent int
	got         int
	eof, ended  bool
	err         error
	peer        func() *end
	patient     bool // it ends its direction when the peer has got everything
	calm        bool // it does not move
	blocked     bool // Write was refused: OnDrain continues
	paused      bool
}

// begin sets the connection up, in a callback of its loop.
func (e *end) begin(c *stream.Conn) {
	e.c = c
	e.check(c.OnClose(func(err error) { e.ended, e.err = true, err }))
	e.check(c.OnEOF(func() { e.eof = true }))
	e.check(c.OnDrain(func() { e.blocked = false }))
	e.check(c.SetIdleTimeout(40 * time.Second))
	if e.w.Rand().IntN(2) == 0 {
		e.check(c.SetWatermarks(1000, 5000, 20_000))
	}
	e.check(c.OnData(func(p []byte) {
		if e.paused {
			e.w.Fail("%s: OnData is called while the connection is paused", e.name)
		}
		for i, b := range p {
			if b != pattern(e.got+i) {
				e.w.Fail("%s: byte %d is wrong", e.name, e.got+i)
				return
			}
		}
		e.got += len(p)
	}))
	e.later(e.send)
	e.later(e.disturb)
}

func (e *end) check(err error) {
	if err != nil && !errors.Is(err, stream.ErrClosed) {
		e.w.Fail("%s: %w", e.name, err)
	}
}

// later has fn called on the connection's loop, wherever that is then.
func (e *end) later(fn func()) {
	e.w.After(time.Duration(1+e.w.Rand().IntN(800))*time.Millisecond, func() {
		if !e.ended {
			e.check(e.c.Do(fn))
		}
	})
}

// send writes, and ends the direction after total bytes.
func (e *end) send() {
	if e.ended {
		return
	}
	for range 1 + e.w.Rand().IntN(3) {
		n := min(1+e.w.Rand().IntN(1<<e.w.Rand().IntN(18)), e.total-e.sent)
		if e.w.Rand().IntN(8) == 0 {
			n = e.total - e.sent
		}
		if n == 0 || e.blocked {
			break
		}
		var took int
		var err error
		if e.w.Rand().IntN(2) == 0 {
			took, err = e.c.Write(fill(e.sent, n))
		} else if err = e.c.WriteAll(fill(e.sent, n)); err == nil {
			took = n
		}
		e.sent += took
		if errors.Is(err, stream.ErrQueueFull) {
			e.blocked = true
		} else {
			e.check(err)
		}
	}
	if p := e.peer(); e.sent < e.total || e.patient && (p == nil || p.got < e.total) {
		e.later(e.send)
		return
	}
	e.check(e.c.CloseWrite())
}

// disturb pauses, resumes, flushes or moves the connection.
func (e *end) disturb() {
	if e.ended {
		return
	}
	switch n := e.w.Rand().IntN(4); {
	case n == 0:
		e.check(e.c.Pause())
		e.paused = true
		e.w.After(300*time.Millisecond, func() {
			if e.ended {
				return
			}
			e.check(e.c.Do(func() {
				e.paused = false
				e.check(e.c.Resume())
			}))
		})
	case n == 1:
		e.check(e.c.Flush())
	case e.calm:
	default:
		to := e.loops[e.w.Rand().IntN(len(e.loops))]
		if e.sent < e.total { // what was written in this turn moves with the connection
			n := min(1+e.w.Rand().IntN(100), e.total-e.sent)
			if took, err := e.c.Write(fill(e.sent, n)); !e.blocked {
				e.sent += took
				if err != nil {
					e.blocked = errors.Is(err, stream.ErrQueueFull)
				}
			} else {
				e.sent += took
			}
		}
		err := e.c.MoveTo(to, func(_ *stream.Conn, err error) { e.check(err) })
		if !errors.Is(err, stream.ErrMoving) {
			e.check(err)
		}
	}
	e.later(e.disturb)
}

// someFaults gives a world some of the faults that a connection survives.
func someFaults(w *sim.World) {
	for _, f := range []sim.Fault{
		sim.Delay(20 * time.Millisecond), sim.Jitter(50 * time.Millisecond), sim.Bandwidth(200 << 10),
		sim.SplitReads(), sim.SplitWrites(), sim.Pauses(5*time.Second, time.Second),
	} {
		if w.Rand().IntN(3) == 0 {
			w.Net().Faults(f)
		}
	}
}

func TestTransfer(t *testing.T) { sim.Run(t, 1000, transfer) }

func transfer(w *sim.World) {
	someFaults(w)
	servers := []*wakeful.Loop{w.Loop("server"), w.Loop("server")}
	clients := []*wakeful.Loop{w.Loop("client"), w.Loop("client"), w.Loop("client")}
	var ends []*end
	pairs := map[string]*end{} // by name and the client's address
	patient, calm := w.Rand().IntN(2) == 0, w.Rand().IntN(2) == 0
	add := func(name, peer, address string, loops []*wakeful.Loop) *end {
		e := &end{w: w, name: name, loops: loops, total: w.Rand().IntN(1 << (8 + w.Rand().IntN(13))), patient: patient, calm: calm}
		e.peer = func() *end { return pairs[peer+address] }
		pairs[name+address] = e
		ends = append(ends, e)
		return e
	}
	err := stream.Listen(servers[0], "tcp", ":1", func(l *stream.Listener, err error) {
		if err != nil {
			w.Fail("listen: %w", err)
			return
		}
		err = l.OnAccept(func(c *stream.Conn) { add("server", "client", c.RemoteAddr().String(), servers).begin(c) })
		if err != nil {
			w.Fail("listen: %w", err)
		}
	})
	if err != nil {
		w.Fail("listen: %w", err)
	}
	for range 1 + w.Rand().IntN(3) {
		_, err := stream.Dial(clients[0], "tcp", "server:1", 0, func(c *stream.Conn, err error) {
			if err != nil {
				w.Fail("dial: %w", err)
				return
			}
			add("client", "server", c.LocalAddr().String(), clients).begin(c)
		})
		if err != nil {
			w.Fail("dial: %w", err)
		}
	}
	if w.Rand().IntN(2) == 0 {
		w.At(2*time.Second, func() { w.Partition(servers[0], clients[0]) })
		w.At(6*time.Second, w.Heal)
	}
	allEnded := func() bool {
		for _, e := range ends {
			if !e.ended {
				return false
			}
		}
		return len(ends) > 0
	}
	w.For(5 * time.Second)
	w.Until(time.Hour, allEnded)
	var in, out int
	for _, e := range ends {
		if !e.ended || e.err != nil || !e.eof {
			w.Fail("%s: ended %v with %v, EOF %v, sent %d of %d, got %d", e.name, e.ended, e.err, e.eof, e.sent, e.total, e.got)
		}
		in, out = in+e.got, out+e.sent
	}
	if in != out {
		w.Fail("%d bytes were sent and %d have arrived", out, in)
	}
}
