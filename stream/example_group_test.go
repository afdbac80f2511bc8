//go:build (linux || darwin || freebsd || netbsd || openbsd || dragonfly) && !wakeful_nopoll

package stream_test

import (
	"bufio"
	"context"
	"fmt"
	"log"
	"net"

	"github.com/wakeful-go/wakeful/group"
	"github.com/wakeful-go/wakeful/stream"
)

// An echo server on four loops.
func ExampleListenGroup() {
	g, err := group.New(4)
	if err != nil {
		log.Fatal(err)
	}
	ended := make(chan error)
	go func() { ended <- g.Run(context.Background()) }()
	l, err := stream.ListenGroup(g, "tcp", "localhost:0", func(c *stream.Conn) {
		c.OnData(func(p []byte) { c.Write(p) }) // on the loop of c
	})
	if err != nil {
		log.Fatal(err)
	}
	ask(l.Addr(), "hello\n", 1)
	g.Shutdown(context.Background())
	fmt.Println(<-ended)
	// Output:
	// hello
	// <nil>
}

// Errors of accepting, such as a shortage of descriptors, go to a function.
func ExampleGroupOption() {
	g, err := group.New(2)
	if err != nil {
		log.Fatal(err)
	}
	ended := make(chan error)
	go func() { ended <- g.Run(context.Background()) }()
	l, err := stream.ListenGroup(g, "tcp", "localhost:0", func(c *stream.Conn) {
		c.OnData(func(p []byte) { c.Write(p) })
	}, stream.WithErrorHandler(func(err error) { log.Print("accepting pauses: ", err) }))
	if err != nil {
		log.Fatal(err)
	}
	ask(l.Addr(), "hello\n", 1)
	g.Shutdown(context.Background())
	fmt.Println(<-ended)
	// Output:
	// hello
	// <nil>
}

// Connections outlive their listener.
func ExampleGroupListener() {
	g, err := group.New(2)
	if err != nil {
		log.Fatal(err)
	}
	ended := make(chan error)
	go func() { ended <- g.Run(context.Background()) }()
	l, err := stream.ListenGroup(g, "tcp", "localhost:0", func(c *stream.Conn) {
		c.OnData(func(p []byte) { c.Write(p) })
	})
	if err != nil {
		log.Fatal(err)
	}
	peer, err := net.Dial("tcp", l.Addr().String())
	if err != nil {
		log.Fatal(err)
	}
	defer peer.Close()
	answers := bufio.NewScanner(peer)
	for _, line := range []string{"listening", "closed"} {
		fmt.Fprintln(peer, line)
		answers.Scan()
		fmt.Println(answers.Text())
		l.Close()
	}
	g.Shutdown(context.Background())
	fmt.Println(<-ended)
	// Output:
	// listening
	// closed
	// <nil>
}

// A connection that agrees to be moved stays open when a Resize removes its loop.
func ExampleConn_AllowMoves() {
	g, err := group.New(4)
	if err != nil {
		log.Fatal(err)
	}
	ended := make(chan error)
	go func() { ended <- g.Run(context.Background()) }()
	l, err := stream.ListenGroup(g, "tcp", "localhost:0", func(c *stream.Conn) {
		c.AllowMoves(func(*stream.Conn) {}) // nothing that c uses belongs to its loop
		c.OnData(func(p []byte) { c.Write(p) })
	})
	if err != nil {
		log.Fatal(err)
	}
	peer, err := net.Dial("tcp", l.Addr().String())
	if err != nil {
		log.Fatal(err)
	}
	defer peer.Close()
	answers := bufio.NewScanner(peer)
	fmt.Fprintln(peer, "hello")
	answers.Scan() // an answer shows that the group is running
	for _, size := range []int{4, 1} {
		if err := g.Resize(context.Background(), size); err != nil {
			log.Fatal(err)
		}
		fmt.Fprintln(peer, "one of", size)
		answers.Scan()
		fmt.Println(answers.Text())
	}
	g.Shutdown(context.Background())
	fmt.Println(<-ended)
	// Output:
	// one of 4
	// one of 1
	// <nil>
}

// An answer that is computed on another loop, or on any goroutine, is written with Do, which follows
// the connection if a Resize moves it meanwhile.
func ExampleConn_Do() {
	g, err := group.New(4)
	if err != nil {
		log.Fatal(err)
	}
	ended := make(chan error)
	go func() { ended <- g.Run(context.Background()) }()
	l, err := stream.ListenGroup(g, "tcp", "localhost:0", func(c *stream.Conn) {
		c.AllowMoves(func(*stream.Conn) {})
		c.OnData(func(p []byte) {
			question := string(p) // p is valid until the callback returns
			g.LoopFor("state").Submit(func() {
				answer := "the answer to " + question
				c.Do(func() { c.Write([]byte(answer)) })
			})
		})
	})
	if err != nil {
		log.Fatal(err)
	}
	ask(l.Addr(), "everything\n", 1)
	g.Shutdown(context.Background())
	fmt.Println(<-ended)
	// Output:
	// the answer to everything
	// <nil>
}
