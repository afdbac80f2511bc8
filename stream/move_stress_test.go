//go:build (linux || darwin || freebsd || netbsd || openbsd || dragonfly) && !wakeful_nopoll

package stream_test

import (
	"bufio"
	"context"
	"encoding/binary"
	"io"
	"math/rand/v2"
	"net"
	"sync"
	"testing"

	"github.com/wakeful-go/wakeful/group"
	"github.com/wakeful-go/wakeful/stream"
)

// countingEcho checks and answers the events of one connection: numbers of eight bytes that count
// up.
type countingEcho struct {
	t     *testing.T
	next  uint64
	part  []byte // of a number
	moves *int64 // of all connections, under mu
	mu    *sync.Mutex
	group *group.Group
}

func (n *countingEcho) accept(c *stream.Conn) {
	check(n.t, c.OnData(func(p []byte) { n.data(c, p) }))
}

func (n *countingEcho) data(c *stream.Conn, p []byte) {
	n.part = append(n.part, p...)
	for ; len(n.part) >= 8; n.part = n.part[8:] {
		got := binary.LittleEndian.Uint64(n.part)
		if got != n.next {
			n.t.Errorf("event %d came when %d was due", got, n.next)
		}
		n.next = got + 1
	}
	n.part = append([]byte(nil), n.part...)
	var answer [8]byte
	binary.LittleEndian.PutUint64(answer[:], n.next)
	if err := c.WriteAll(answer[:]); err != nil {
		n.t.Error(err)
	}
	loops := n.group.Loops()
	to := loops[rand.IntN(len(loops))]
	check(n.t, c.MoveTo(to, func(_ *stream.Conn, err error) {
		check(n.t, err)
		if !to.OnLoop() {
			n.t.Error("then was called on another loop")
		}
		n.mu.Lock()
		*n.moves++
		n.mu.Unlock()
	}))
}

// TestMoveStress: events over connections that move again and again are neither lost, nor doubled,
// nor reordered. The full size is 10,000,000 events and more than 10,000 moves.
func TestMoveStress(t *testing.T) {
	const conns, loops = 20, 4
	// A connection moves after each OnData. A client sends at most two chunks more than were
	// answered, so there are at least a third as many calls as chunks, and mostly something is in
	// flight.
	events, chunks := 500_000, 1600 // of each connection
	if testing.Short() {
		events, chunks = 10_000, 100
	}
	g, err := group.New(loops)
	if err != nil {
		t.Fatal(err)
	}
	go g.Run(context.Background())
	t.Cleanup(func() { check(t, g.Shutdown(context.Background())) })
	var mu sync.Mutex
	var moves int64
	var servers []*countingEcho
	ended := make(chan error, conns)
	l, err := stream.ListenGroup(g, "tcp", "127.0.0.1:0", func(c *stream.Conn) {
		n := &countingEcho{t: t, moves: &moves, mu: &mu, group: g}
		mu.Lock()
		servers = append(servers, n)
		mu.Unlock()
		check(t, c.OnClose(func(err error) { ended <- err }))
		n.accept(c)
	})
	if err != nil {
		t.Fatal(err)
	}
	var clients sync.WaitGroup
	for range conns {
		clients.Go(func() {
			c, err := net.Dial("tcp", l.Addr().String())
			if err != nil {
				t.Error(err)
				return
			}
			defer c.Close()
			answers := make(chan uint64, chunks)
			go func() {
				defer close(answers)
				last := uint64(0)
				for r := bufio.NewReader(c); ; {
					var number [8]byte
					if _, err := io.ReadFull(r, number[:]); err != nil {
						if err != io.EOF {
							t.Error(err)
						}
						return
					}
					if n := binary.LittleEndian.Uint64(number[:]); n < last {
						t.Errorf("answer %d after %d", n, last)
					} else {
						last = n
						answers <- n
					}
				}
			}()
			last, chunk := uint64(0), events/chunks
			for from := 0; from < events; from += chunk {
				to := min(events, from+chunk)
				var p []byte
				for i := from; i < to; i++ {
					p = binary.LittleEndian.AppendUint64(p, uint64(i))
				}
				if _, err := c.Write(p); err != nil {
					t.Error(err)
					return
				}
				for int(last) < to-2*chunk {
					n, open := <-answers
					if !open {
						t.Error("the connection has ended")
						return
					}
					last = n
				}
			}
			check(t, c.(*net.TCPConn).CloseWrite())
			for n := range answers {
				last = n
			}
			equal(t, "events that were answered", last, uint64(events))
		})
	}
	clients.Wait()
	for range conns {
		check(t, <-ended)
	}
	mu.Lock()
	defer mu.Unlock()
	for _, n := range servers {
		equal(t, "events that arrived", n.next, uint64(events))
	}
	if want := int64(conns * chunks / 3); moves < want {
		t.Errorf("%d moves, want at least %d", moves, want)
	}
	t.Logf("%d events, %d moves", conns*events, moves)
}

var _ stream.Group = (*group.Group)(nil)
