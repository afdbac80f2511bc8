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

// numbered checks and answers the events of one connection: numbers of eight bytes that count up.
type numbered struct {
	t         *testing.T
	next      uint64
	part      []byte // of a number
	untilMove int    // calls of OnData
	moves     *int64 // of all connections, under mu
	mu        *sync.Mutex
	every     int
	group     *group.Group
}

func (n *numbered) accept(c *stream.Conn) {
	n.untilMove = rand.IntN(2*n.every) + 1
	check(n.t, c.OnData(func(p []byte) { n.data(c, p) }))
}

func (n *numbered) data(c *stream.Conn, p []byte) {
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
	if n.untilMove--; n.untilMove > 0 {
		return
	}
	n.untilMove = rand.IntN(2*n.every) + 1
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
	events, every := 500_000, 6 // of each connection; calls of OnData between two moves
	if testing.Short() {
		events, every = 10_000, 2
	}
	g, err := group.New(loops)
	if err != nil {
		t.Fatal(err)
	}
	go g.Run(context.Background())
	t.Cleanup(func() { check(t, g.Shutdown(context.Background())) })
	var mu sync.Mutex
	var moves int64
	var servers []*numbered
	ended := make(chan error, conns)
	l, err := stream.ListenGroup(g, "tcp", "127.0.0.1:0", func(c *stream.Conn) {
		n := &numbered{t: t, moves: &moves, mu: &mu, every: every, group: g}
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
			go func() {
				w := bufio.NewWriterSize(c, 4096)
				var number [8]byte
				for i := range events {
					binary.LittleEndian.PutUint64(number[:], uint64(i))
					if _, err := w.Write(number[:]); err != nil {
						t.Error(err)
						return
					}
				}
				check(t, w.Flush())
				check(t, c.(*net.TCPConn).CloseWrite())
			}()
			last := uint64(0)
			for r := bufio.NewReader(c); ; {
				var number [8]byte
				if _, err := io.ReadFull(r, number[:]); err == io.EOF {
					break
				} else if err != nil {
					t.Error(err)
					break
				}
				if n := binary.LittleEndian.Uint64(number[:]); n < last {
					t.Errorf("answer %d after %d", n, last)
				} else {
					last = n
				}
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
	if want := int64(10_000); moves < want && !testing.Short() {
		t.Errorf("%d moves, want at least %d", moves, want)
	}
	t.Logf("%d events, %d moves", conns*events, moves)
}

var _ stream.Group = (*group.Group)(nil)
