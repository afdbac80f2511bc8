//go:build (linux || darwin || freebsd || netbsd || openbsd || dragonfly) && !wakeful_nopoll

package stream_test

import (
	"context"
	"fmt"
	"io"
	"log"
	"time"

	"github.com/wakeful-go/wakeful"
	"github.com/wakeful-go/wakeful/stream"
)

// An echo server and its client are on the same loop. Then both directions end, and with them the
// loop.
func ExampleListener() {
	loop, err := wakeful.New(wakeful.WithAutoExit())
	if err != nil {
		log.Fatal(err)
	}
	stream.Listen(loop, "tcp", "localhost:0", func(l *stream.Listener, err error) {
		if err != nil {
			log.Fatal(err)
		}
		l.OnAccept(func(c *stream.Conn) {
			c.OnData(func(p []byte) { c.Write(p) })
			l.Close() // one client is enough here
		})
		stream.Dial(loop, "tcp", l.Addr().String(), time.Second, func(c *stream.Conn, err error) {
			if err != nil {
				log.Fatal(err)
			}
			c.OnData(func(p []byte) { fmt.Printf("%s\n", p) })
			io.WriteString(c, "hello")
			c.CloseWrite()
		})
	})
	fmt.Println(loop.Run(context.Background()))
	// Output:
	// hello
	// <nil>
}

// A server with a limit. The second client waits in the kernel's backlog until the first one has
// left.
func ExampleListener_Pause() {
	const most = 1
	open, left := 0, 2
	loop, err := wakeful.New(wakeful.WithAutoExit())
	if err != nil {
		log.Fatal(err)
	}
	stream.Listen(loop, "tcp", "localhost:0", func(l *stream.Listener, err error) {
		if err != nil {
			log.Fatal(err)
		}
		l.OnAccept(func(c *stream.Conn) {
			if open++; open == most {
				l.Pause()
			}
			c.OnClose(func(error) {
				open--
				l.Resume()
			})
			c.OnData(func(p []byte) { fmt.Printf("%s, %d open\n", p, open) })
		})
		for range left {
			stream.Dial(loop, "tcp", l.Addr().String(), time.Second, func(c *stream.Conn, err error) {
				if err != nil {
					log.Fatal(err)
				}
				c.OnData(func([]byte) {}) // needed to notice its end
				c.OnClose(func(error) {
					if left--; left == 0 {
						l.Close()
					}
				})
				io.WriteString(c, "hello")
				c.CloseWrite()
			})
		}
	})
	loop.Run(context.Background())
	// Output:
	// hello, 1 open
	// hello, 1 open
}
