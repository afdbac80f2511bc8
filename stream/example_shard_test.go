//go:build (linux || darwin || freebsd || netbsd || openbsd || dragonfly) && !wakeful_nopoll

package stream_test

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"log"
	"net"

	"github.com/wakeful-go/wakeful/group"
	"github.com/wakeful-go/wakeful/stream"
)

// Connections are on the loops of a group, and counters on the loops of their keys.
func Example_shardedServer() {
	g, err := group.New(4)
	if err != nil {
		log.Fatal(err)
	}
	go g.Run(context.Background())
	counters, err := group.NewKeyedState[string, int](g)
	if err != nil {
		log.Fatal(err)
	}
	l, err := stream.ListenGroup(g, "tcp", "localhost:0", func(c *stream.Conn) {
		c.AllowMoves(func(*stream.Conn) {}) // its functions use nothing that belongs to a loop
		var partial []byte
		c.OnData(func(p []byte) {
			partial = append(partial, p...)
			for {
				line, rest, complete := bytes.Cut(partial, []byte("\n"))
				if !complete {
					return
				}
				key := string(line)
				partial = rest
				err := counters.Submit(key, func(count *int) { // on the loop that has the key
					*count++
					answer := fmt.Sprintf("%s %d\n", key, *count)
					c.Do(func() { c.Write([]byte(answer)) })
				})
				if err != nil {
					c.Close() // the group is ending
					return
				}
			}
		})
	})
	if err != nil {
		log.Fatal(err)
	}

	client, err := net.Dial("tcp", l.Addr().String())
	if err != nil {
		log.Fatal(err)
	}
	answers := bufio.NewReader(client)
	for _, key := range []string{"a", "b", "a"} {
		fmt.Fprintln(client, key)
		answer, err := answers.ReadString('\n')
		if err != nil {
			log.Fatal(err)
		}
		fmt.Print(answer)
	}
	g.Shutdown(context.Background())
	// Output:
	// a 1
	// b 1
	// a 2
}
