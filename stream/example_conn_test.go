//go:build (linux || darwin || freebsd || netbsd || openbsd || dragonfly) && !wakeful_nopoll

package stream_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log"
	"net"
	"syscall"
	"time"

	"github.com/wakeful-go/wakeful"
	"github.com/wakeful-go/wakeful/stream"
)

// A connection has functions for what arrives and for its end. The server is one of package net.
func ExampleConn() {
	server, err := net.Listen("tcp", "localhost:0")
	if err != nil {
		log.Fatal(err)
	}
	defer server.Close()
	go func() {
		c, err := server.Accept()
		if err != nil {
			log.Fatal(err)
		}
		io.Copy(c, c) // an echo, until the client ends its direction
		c.Close()
	}()
	loop, err := wakeful.New(wakeful.WithAutoExit())
	if err != nil {
		log.Fatal(err)
	}
	stream.Dial(loop, "tcp", server.Addr().String(), time.Second, func(c *stream.Conn, err error) {
		if err != nil {
			log.Fatal(err)
		}
		c.OnData(func(p []byte) {
			fmt.Printf("%s\n", p)
			c.CloseWrite()
		})
		c.OnClose(func(err error) { fmt.Println("closed:", err) })
		c.Write([]byte("hello"))
	})
	loop.Run(context.Background())
	// Output:
	// hello
	// closed: <nil>
}

// Errors are those of package net and package syscall.
func ExampleDial() {
	loop, err := wakeful.New(wakeful.WithAutoExit())
	if err != nil {
		log.Fatal(err)
	}
	stream.Dial(loop, "unix", "/nobody/is/here", time.Second, func(c *stream.Conn, err error) {
		fmt.Println(errors.Is(err, syscall.ENOENT))
		fmt.Println(err)
	})
	loop.Run(context.Background())
	// Output:
	// true
	// connect unix /nobody/is/here: connect: no such file or directory
}

// A connection of package net moves to the loop. Package net does not use it afterwards.
func ExampleAdoptConn() {
	server, err := net.Listen("tcp", "localhost:0")
	if err != nil {
		log.Fatal(err)
	}
	defer server.Close()
	go ask(server.Addr(), "hello\n", 1)
	accepted, err := server.Accept()
	if err != nil {
		log.Fatal(err)
	}
	loop, err := wakeful.New(wakeful.WithAutoExit())
	if err != nil {
		log.Fatal(err)
	}
	err = stream.AdoptConn(loop, accepted, func(c *stream.Conn, err error) {
		if err != nil {
			log.Fatal(err)
		}
		c.OnData(func(p []byte) { c.Write(p) })
	})
	if err != nil {
		accepted.Close() // it still belongs to this function
		log.Fatal(err)
	}
	loop.Run(context.Background())
	// Output: hello
}

// A proxy stops reading while the other side does not read, and so passes backpressure on. Its
// memory is bounded, however much flows.
func ExampleConn_Pause() {
	const total = 8 << 20
	forward := func(from, to *stream.Conn) {
		to.OnDrain(func() { from.Resume() })
		from.OnEOF(func() { to.CloseWrite() })
		from.OnClose(func(error) { to.Close() })
		from.OnData(func(p []byte) {
			if err := to.WriteAll(p); err != nil {
				from.Close()
			} else if to.AboveHighWatermark() {
				from.Pause()
			}
		})
	}
	loop, err := wakeful.New(wakeful.WithAutoExit())
	if err != nil {
		log.Fatal(err)
	}
	server, err := net.Listen("tcp", "localhost:0")
	if err != nil {
		log.Fatal(err)
	}
	defer server.Close()
	received := make(chan int64)
	go func() {
		c, err := server.Accept()
		if err != nil {
			log.Fatal(err)
		}
		n, _ := io.Copy(io.Discard, c)
		c.Close()
		received <- n
	}()
	stream.Listen(loop, "tcp", "localhost:0", func(proxy *stream.Listener, err error) {
		if err != nil {
			log.Fatal(err)
		}
		proxy.OnAccept(func(client *stream.Conn) {
			proxy.Close() // one client is enough here
			stream.Dial(loop, "tcp", server.Addr().String(), time.Second, func(c *stream.Conn, err error) {
				if err != nil {
					log.Fatal(err)
				}
				forward(client, c)
				forward(c, client)
			})
		})
		go func() {
			c, err := net.Dial("tcp", proxy.Addr().String())
			if err != nil {
				log.Fatal(err)
			}
			c.Write(make([]byte, total))
			c.Close()
		}()
	})
	loop.Run(context.Background())
	fmt.Println(<-received == total)
	// Output: true
}

// A source that is faster than its reader stops above the high watermark, and goes on when the queue
// has drained.
func ExampleConn_OnDrain() {
	const total = 8 << 20
	loop, err := wakeful.New(wakeful.WithAutoExit())
	if err != nil {
		log.Fatal(err)
	}
	stream.Listen(loop, "tcp", "localhost:0", func(l *stream.Listener, err error) {
		if err != nil {
			log.Fatal(err)
		}
		l.OnAccept(func(c *stream.Conn) {
			l.Close()
			left, piece := total, make([]byte, 32<<10)
			more := func() {
				for left > 0 && !c.AboveHighWatermark() {
					n, err := c.Write(piece)
					if err != nil {
						log.Fatal(err)
					}
					left -= n
				}
				if left == 0 {
					left = -1
					c.CloseWrite()
				}
			}
			c.OnDrain(more)
			c.OnData(func([]byte) {}) // needed to notice its end
			more()
		})
		stream.Dial(loop, "tcp", l.Addr().String(), time.Second, func(c *stream.Conn, err error) {
			if err != nil {
				log.Fatal(err)
			}
			got := 0
			c.OnData(func(p []byte) { got += len(p) })
			c.OnClose(func(err error) { fmt.Println(got == total, err) })
		})
	})
	loop.Run(context.Background())
	// Output: true <nil>
}

// WriteAll never splits a message. Below the limit it accepts a message of any size, at the limit
// none. The writer goes on when the queue has drained.
func ExampleConn_WriteAll() {
	large, small := make([]byte, 16<<20), []byte("done")
	loop, err := wakeful.New(wakeful.WithAutoExit())
	if err != nil {
		log.Fatal(err)
	}
	stream.Listen(loop, "tcp", "localhost:0", func(l *stream.Listener, err error) {
		if err != nil {
			log.Fatal(err)
		}
		l.OnAccept(func(c *stream.Conn) {
			l.Close()
			c.SetWatermarks(16<<10, 64<<10, 1<<20)
			c.OnData(func([]byte) {}) // needed to notice its end
			c.OnDrain(func() {
				fmt.Println("drained:", c.WriteAll(small))
				c.CloseWrite()
			})
			fmt.Println("large:", c.WriteAll(large))
			fmt.Println("refused:", errors.Is(c.WriteAll(small), stream.ErrQueueFull))
		})
		stream.Dial(loop, "tcp", l.Addr().String(), time.Second, func(c *stream.Conn, err error) {
			if err != nil {
				log.Fatal(err)
			}
			got := 0
			c.OnData(func(p []byte) { got += len(p) })
			c.OnClose(func(error) { fmt.Println("received all:", got == len(large)+len(small)) })
		})
	})
	loop.Run(context.Background())
	// Output:
	// large: <nil>
	// refused: true
	// drained: <nil>
	// received all: true
}

// Flush sends before the callback returns. Here it shows the client progress while the callback
// computes. Without it, both lines would go out together.
func ExampleConn_Flush() {
	loop, err := wakeful.New()
	if err != nil {
		log.Fatal(err)
	}
	go loop.Run(context.Background())
	addresses := make(chan net.Addr, 1)
	err = stream.Listen(loop, "tcp", "localhost:0", func(l *stream.Listener, err error) {
		if err != nil {
			log.Fatal(err)
		}
		addresses <- l.Addr()
		l.OnAccept(func(c *stream.Conn) {
			c.OnData(func([]byte) {
				io.WriteString(c, "computing\n")
				c.Flush()
				sum := 0
				for i := range 100 {
					sum += i
				}
				fmt.Fprintf(c, "the sum is %d\n", sum)
			})
		})
	})
	if err != nil {
		log.Fatal(err)
	}
	ask(<-addresses, "sum?\n", 2)
	loop.Shutdown(context.Background())
	// Output:
	// computing
	// the sum is 4950
}
