//go:build (linux || darwin || freebsd || netbsd || openbsd || dragonfly) && !wakeful_nopoll

package stream_test

import (
	"context"
	"fmt"
	"log"
	"sync"

	"github.com/wakeful-go/wakeful"
	"github.com/wakeful-go/wakeful/stream"
)

// roundRobin gives each new connection to the next loop.
type roundRobin struct {
	loops []*wakeful.Loop
	next  int // ListenGroup calls Pick on the first loop only
}

func (g *roundRobin) Loops() []*wakeful.Loop { return g.loops }

func (g *roundRobin) Pick() *wakeful.Loop {
	g.next++
	return g.loops[g.next%len(g.loops)]
}

// A program that has loops of its own can spread connections over them in any way.
func ExampleGroup() {
	g := &roundRobin{}
	var running sync.WaitGroup
	for _, name := range []string{"a", "b"} {
		loop, err := wakeful.New(wakeful.WithName(name))
		if err != nil {
			log.Fatal(err)
		}
		g.loops = append(g.loops, loop)
		running.Go(func() { loop.Run(context.Background()) })
	}
	l, err := stream.ListenGroup(g, "tcp", "localhost:0", func(c *stream.Conn) {
		c.OnData(func(p []byte) {
			for _, loop := range g.loops {
				if loop.OnLoop() {
					fmt.Fprintf(c, "%s on loop %s\n", p[:len(p)-1], loop.Name())
				}
			}
		})
	})
	if err != nil {
		log.Fatal(err)
	}
	for range 3 {
		ask(l.Addr(), "hello\n", 1)
	}
	for _, loop := range g.loops {
		loop.Shutdown(context.Background())
	}
	running.Wait()
	// Output:
	// hello on loop b
	// hello on loop a
	// hello on loop b
}
