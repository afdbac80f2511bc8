//go:build (linux || darwin || freebsd || netbsd || openbsd || dragonfly) && !wakeful_nopoll

package stream_test

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"log"
	"net"

	"github.com/wakeful-go/wakeful"
	"github.com/wakeful-go/wakeful/stream"
)

// A server that numbers the lines of all its clients. The connections share the number without a
// lock, because all callbacks run on the loop.
func Example() {
	loop, err := wakeful.New()
	if err != nil {
		log.Fatal(err)
	}
	lines := 0
	err = stream.Listen(loop, "tcp", "localhost:0", func(l *stream.Listener, err error) {
		if err != nil {
			log.Fatal(err)
		}
		l.OnAccept(func(c *stream.Conn) {
			var buffer []byte
			c.OnData(func(p []byte) {
				buffer = append(buffer, p...) // a copy: p is valid until the function returns
				for {
					line, rest, found := bytes.Cut(buffer, []byte("\n"))
					if !found {
						return
					}
					buffer = rest
					lines++
					fmt.Fprintf(c, "%d: %s\n", lines, line)
				}
			})
		})
		go func() { // a client, which ends the server
			ask(l.Addr(), "hello\nworld\n", 2)
			loop.Shutdown(context.Background())
		}()
	})
	if err != nil {
		log.Fatal(err)
	}
	if err := loop.Run(context.Background()); err != nil {
		log.Fatal(err)
	}
	// Output:
	// 1: hello
	// 2: world
}

// ask is a client of package net. It sends a question and prints as many lines of the answer.
func ask(address net.Addr, question string, lines int) {
	c, err := net.Dial(address.Network(), address.String())
	if err != nil {
		log.Fatal(err)
	}
	defer c.Close()
	fmt.Fprint(c, question)
	answer := bufio.NewScanner(c)
	for range lines {
		answer.Scan()
		fmt.Println(answer.Text())
	}
}
