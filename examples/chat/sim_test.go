package main

// The chat in simulated worlds: guests lose their connections, the server is killed and starts
// again, and everybody comes back.

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/wakeful-go/wakeful"
	"github.com/wakeful-go/wakeful/sim"
	"github.com/wakeful-go/wakeful/stream"
)

// A visitor is a guest who connects again after each end, with the same name.
type visitor struct {
	w    *sim.World
	loop *wakeful.Loop
	name string
	conn *stream.Conn   // nil while there is none
	in   bool           // it has its name
	said int            // lines
	last map[string]int // what it has heard last, by name
}

func (v *visitor) connect() {
	again := func(error) {
		v.conn, v.in = nil, false
		_, _ = v.loop.AfterFunc(time.Duration(100+v.w.Rand().IntN(400))*time.Millisecond, v.connect)
	}
	_, err := stream.Dial(v.loop, "tcp", "server:7001", time.Second, func(c *stream.Conn, err error) {
		if err != nil {
			again(err)
			return
		}
		v.conn = c
		_ = c.OnClose(again)
		_ = c.SetReadTimeout(5 * time.Second) // the others talk all the time
		var rest []byte
		_ = c.OnData(func(p []byte) {
			rest = append(rest, p...)
			for {
				line, after, complete := bytes.Cut(rest, []byte("\n"))
				if !complete {
					return
				}
				v.heard(string(line))
				rest = after
			}
		})
	})
	if err != nil {
		v.w.Fail("dial: %w", err)
	}
}

func (v *visitor) send(line string) {
	if v.conn != nil {
		_ = v.conn.WriteAll([]byte(line + "\n")) // OnClose gets an error
	}
}

func (v *visitor) heard(line string) {
	var who string
	var n int
	switch {
	case line == "your name?":
		v.send(v.name)
	case line == "another name?": // the server does not know yet that the connection before has ended
		_, _ = v.loop.AfterFunc(500*time.Millisecond, func() { v.send(v.name) })
	case strings.HasSuffix(line, " here") && !strings.HasSuffix(line, "is here"):
		v.in = true
	default:
		if _, err := fmt.Sscanf(line, "%s line %d", &who, &n); err != nil {
			return
		}
		if n <= v.last[who] {
			v.w.Fail("%s hears line %d of %s after line %d", v.name, n, who, v.last[who])
		}
		v.last[who] = n
	}
}

func TestReconnects(t *testing.T) {
	sim.Run(t, 1000, func(w *sim.World) {
		w.Net().Faults(sim.Jitter(50*time.Millisecond), sim.Reset(0.2), sim.HalfOpen(0.1), sim.Refuse(0.1), sim.SplitReads())
		var server *wakeful.Loop
		start := func() {
			server = w.Loop("server")
			r := &room{loop: server, guests: map[*guest]bool{}, names: map[string]*guest{}}
			err := stream.Listen(server, "tcp", ":7001", func(l *stream.Listener, err error) {
				if err == nil {
					err = l.OnAccept(r.acceptLines)
				}
				if err != nil {
					w.Fail("listen: %w", err)
				}
			})
			if err != nil {
				w.Fail("listen: %w", err)
			}
		}
		start()
		var all []*visitor
		for i := range 4 {
			v := &visitor{w: w, name: fmt.Sprint("guest", i), last: map[string]int{}}
			v.loop = w.Loop(v.name)
			v.connect()
			_, _ = v.loop.Every(300*time.Millisecond, func() {
				if v.in {
					v.said++
					v.send(fmt.Sprint("line ", v.said))
				}
			})
			all = append(all, v)
		}
		w.At(5*time.Second, func() { w.Kill(server) })
		w.At(6*time.Second, start)
		w.At(10*time.Second, func() { w.Partition(server, all[0].loop) })
		w.At(20*time.Second, w.Heal)
		w.For(21 * time.Second)
		w.Net().Faults(sim.Reset(0), sim.HalfOpen(0), sim.Refuse(0))
		back := func() bool { return !slices.ContainsFunc(all, func(v *visitor) bool { return !v.in }) }
		if !w.Until(5*time.Minute, back) {
			w.Fail("not everybody is back after %v", w.Elapsed())
		}
	})
}
