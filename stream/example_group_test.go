//go:build (linux || darwin || freebsd || netbsd || openbsd || dragonfly) && !wakeful_nopoll

package stream_test

import (
	"context"
	"fmt"
	"io"
	"net"

	"github.com/wakeful-go/wakeful/group"
	"github.com/wakeful-go/wakeful/stream"
)

// An echo server on four loops. Its connections agree to be moved, so they survive a Resize.
func ExampleListenGroup() {
	g, err := group.New(4, group.WithName("echo"))
	if err != nil {
		fmt.Println(err)
		return
	}
	ended := make(chan error)
	go func() { ended <- g.Run(context.Background()) }()
	l, err := stream.ListenGroup(g, "tcp", "localhost:0", func(c *stream.Conn) {
		_ = c.Movable(func(*stream.Conn) {}) // nothing that c uses belongs to its loop
		_ = c.OnData(func(p []byte) { _ = c.WriteAll(p) })
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	peer, err := net.Dial("tcp", l.Addr().String())
	if err != nil {
		fmt.Println(err)
		return
	}
	say := func(word string) {
		fmt.Fprint(peer, word)
		answer := make([]byte, len(word))
		_, _ = io.ReadFull(peer, answer)
		fmt.Printf("%s\n", answer)
	}
	say("from one of four loops")
	if err := g.Resize(context.Background(), 1); err != nil {
		fmt.Println(err)
	}
	say("from the one that is left")
	_ = peer.Close()
	_ = g.Shutdown(context.Background())
	fmt.Println(<-ended)
	// Output:
	// from one of four loops
	// from the one that is left
	// <nil>
}
