//go:build (linux || darwin || freebsd || netbsd || openbsd || dragonfly) && !wakeful_nopoll

package stream_test

import (
	"context"
	"encoding/binary"
	"io"
	"net"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/wakeful-go/wakeful/group"
	"github.com/wakeful-go/wakeful/stream"
)

// TestDoStress: a server computes answers on other loops of its group while the group is resized
// again and again, and connections move. Each question gets its answer, once. The full size is
// 1,000,000 answers and at least 60 resizes.
func TestDoStress(t *testing.T) {
	const conns, window, perConn = 20, 64, 500
	questions, resizes := 50_000, 60 // questions of each connection
	if testing.Short() {
		questions, resizes = 4_000, 12
	}
	g, err := group.New(3)
	if err != nil {
		t.Fatal(err)
	}
	go g.Run(context.Background())
	t.Cleanup(func() { check(t, g.Shutdown(context.Background())) })
	on(t, g.Loops()[0], func() {}) // it is running, so that Resize is possible
	var moves, answered atomic.Int64
	l, err := stream.ListenGroup(g, "tcp", "127.0.0.1:0", func(c *stream.Conn) {
		if !c.Loop().OnLoop() {
			t.Error("Loop is not the loop of the callback")
		}
		check(t, c.AllowMoves(func(*stream.Conn) { moves.Add(1) }))
		var part []byte
		check(t, c.OnData(func(p []byte) {
			part = append(part, p...)
			for ; len(part) >= 8; part = part[8:] {
				answer := append([]byte(nil), part[:8]...)
				compute := func() {
					check(t, c.Do(func() { check(t, c.WriteAll(answer)) }))
				}
				for g.Pick().Submit(compute) != nil { // a loop that a Resize has removed refuses it
				}
			}
		}))
	})
	if err != nil {
		t.Fatal(err)
	}
	progress := make(chan struct{}, 1)
	var clients sync.WaitGroup
	for range conns {
		clients.Go(func() {
			for asked := 0; asked < questions || moves.Load() == 0; asked += perConn {
				askNumbers(t, l.Addr(), perConn, window)
				answered.Add(perConn)
				select {
				case progress <- struct{}{}:
				default:
				}
			}
		})
	}
	stop, resized := make(chan struct{}), make(chan int)
	go func() {
		for n := 0; ; n++ {
			check(t, g.Resize(context.Background(), 1+n%4))
			select {
			case <-progress: // resizes in a row find no connection to move
			case <-stop:
				if n >= resizes {
					resized <- n
					return
				}
			}
		}
	}()
	clients.Wait()
	close(stop)
	n := <-resized
	t.Logf("%d answers, %d resizes, %d moves", answered.Load(), n, moves.Load())
}

// askNumbers sends numbers over a connection of its own, a window of them at a time, and checks that
// each comes back once.
func askNumbers(t *testing.T, address net.Addr, questions, window int) {
	c, err := net.Dial("tcp", address.String())
	if err != nil {
		t.Error(err)
		return
	}
	defer c.Close()
	answered := make([]bool, questions)
	buffer := make([]byte, 8*window)
	for asked := 0; asked < questions; {
		n := min(window, questions-asked)
		p := buffer[:0]
		for range n {
			p = binary.LittleEndian.AppendUint64(p, uint64(asked))
			asked++
		}
		if _, err := c.Write(p); err != nil {
			t.Error(err)
			return
		}
		if _, err := io.ReadFull(c, p); err != nil {
			t.Error(err)
			return
		}
		for ; len(p) > 0; p = p[8:] {
			i := binary.LittleEndian.Uint64(p)
			if i >= uint64(asked) || answered[i] {
				t.Errorf("answer %d came twice, or without its question", i)
				return
			}
			answered[i] = true
		}
	}
}
