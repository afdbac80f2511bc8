//go:build (linux || darwin || freebsd || netbsd || openbsd || dragonfly) && !wakeful_nopoll

package scenarios

// A group whose number of loops changes: its connections and keys move, and nothing of them is
// lost.

import (
	"fmt"
	"testing"
	"time"

	"github.com/wakeful-go/wakeful"
	"github.com/wakeful-go/wakeful/group"
	"github.com/wakeful-go/wakeful/sim"
	"github.com/wakeful-go/wakeful/stream"
)

func TestGroup(t *testing.T) { sim.Run(t, 1000, movingGroup) }

// movingGroup has a group of loops that shrinks and grows. Its connections answer requests, and each
// request gets its answer. Functions of its keys run once, in order.
func movingGroup(w *sim.World) {
	someFaults(w)
	var g *group.Group
	w.On("server", func() {
		var err error
		if g, err = group.New(3); err != nil {
			w.Fail("%w", err)
		}
	})
	w.Go(func() { _ = g.Run(w.Context()) })
	_, err := stream.ListenGroup(g, "tcp", ":1", func(c *stream.Conn) {
		_ = c.OnData(func(p []byte) { _, _ = c.Write(p) })
		_ = c.AllowMoves(func(*stream.Conn) {})
	})
	if err != nil {
		w.Fail("listen: %w", err)
		return
	}
	q := &questions{w: w, client: w.Loop("client")}
	for range 4 {
		q.connect()
	}
	k := &keys{w: w, submitted: map[string]int{}, ran: map[string]int{}}
	k.begin(g)
	resized := 0
	w.At(time.Duration(500+w.Rand().IntN(1500))*time.Millisecond, func() {
		first, second := 1+w.Rand().IntN(5), 1+w.Rand().IntN(5)
		w.Go(func() {
			for _, n := range []int{first, second} {
				if err := g.Resize(w.Context(), n); err != nil {
					w.Fail("resize: %w", err)
				}
				loops := g.Loops()
				w.After(0, func() {
					if resized++; len(loops) != n {
						w.Fail("the group has %d loops, want %d", len(loops), n)
					}
					for _, l := range loops {
						_ = w.OpenSockets(l) // it panics for a loop that is not one of the world
					}
					q.connect() // perhaps on a new loop
				})
			}
		})
	})
	w.For(4 * time.Second)
	w.Until(5*time.Minute, func() bool { return resized == 2 && q.answered == q.asked && k.left() == 0 })
	if resized != 2 || q.answered != q.asked || q.asked == 0 {
		w.Fail("resized %d times; %d bytes were asked and %d answered", resized, q.asked, q.answered)
	}
	if n := k.left(); n != 0 {
		w.Fail("%d functions of keys have not run", n)
	}
}

// questions are connections of a client to a group.
type questions struct {
	w               *sim.World
	client          *wakeful.Loop
	asked, answered int
}

// connect opens a connection that asks 20 times.
func (q *questions) connect() {
	w := q.w
	_, err := stream.Dial(q.client, "tcp", "server:1", 0, func(c *stream.Conn, err error) {
		if err != nil {
			w.Fail("dial: %w", err)
			return
		}
		_ = c.OnClose(func(err error) { w.Fail("a connection of the group has ended: %w", err) })
		sent, got := 0, 0
		_ = c.OnData(func(p []byte) {
			for _, b := range p {
				if b != pattern(got) {
					w.Fail("an answer is wrong")
				}
				got++
			}
			q.answered += len(p)
		})
		for i := range 20 {
			_, _ = q.client.AfterFunc(time.Duration(i*100+w.Rand().IntN(90))*time.Millisecond, func() {
				n := 1 + w.Rand().IntN(2000)
				_, _ = c.Write(fill(sent, n))
				sent, q.asked = sent+n, q.asked+n
			})
		}
	})
	if err != nil {
		w.Fail("dial: %w", err)
	}
}

// keys submits functions to the keys of a group.
type keys struct {
	w              *sim.World
	submitted, ran map[string]int // by key
}

func (k *keys) begin(g *group.Group) {
	w := k.w
	states, err := group.NewKeyedState[string, int](g)
	if err != nil {
		w.Fail("%w", err)
		return
	}
	for range 150 {
		w.At(time.Duration(w.Rand().IntN(2500))*time.Millisecond, func() {
			key := fmt.Sprint("key ", w.Rand().IntN(20))
			n := k.submitted[key]
			err := states.Submit(key, func(state *int) {
				if *state != n || k.ran[key] != n {
					w.Fail("function %d of %s runs as number %d, with the state of number %d", n, key, k.ran[key], *state)
				}
				*state, k.ran[key] = n+1, n+1
			})
			if err != nil {
				w.Fail("submit: %w", err)
			}
			k.submitted[key]++
		})
	}
}

// left returns how many functions have not run.
func (k *keys) left() (n int) {
	for key, submitted := range k.submitted {
		n += submitted - k.ran[key]
	}
	return n
}
