//go:build (linux || darwin || freebsd || netbsd || openbsd || dragonfly) && !wakeful_nopoll

package stream_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/netip"
	"syscall"
	"time"

	"github.com/wakeful-go/wakeful"
	"github.com/wakeful-go/wakeful/stream"
)

// loopOf runs first on a loop until the loop has nothing left to do.
func loopOf(first func(*wakeful.Loop) error) {
	loop, err := wakeful.New(wakeful.WithAutoExit())
	if err != nil {
		fmt.Println(err)
		return
	}
	if err := loop.Submit(func() {
		if err := first(loop); err != nil {
			fmt.Println(err)
		}
	}); err != nil {
		fmt.Println(err)
		return
	}
	if err := loop.Run(context.Background()); err != nil {
		fmt.Println(err)
	}
}

// An echo server and its client run on the same loop. Then both directions end.
func ExampleListen() {
	loopOf(func(loop *wakeful.Loop) error {
		return stream.Listen(loop, "tcp", "127.0.0.1:0", func(l *stream.Listener, err error) {
			if err != nil {
				fmt.Println(err)
				return
			}
			l.OnAccept(func(c *stream.Conn) {
				c.OnData(func(p []byte) { c.Write(p) })
				l.Close() // one client is enough here
			})
			stream.Dial(loop, "tcp", l.Addr().String(), time.Second, func(c *stream.Conn, err error) {
				if err != nil {
					fmt.Println(err)
					return
				}
				c.OnData(func(p []byte) { fmt.Printf("%s\n", p) })
				c.OnClose(func(err error) { fmt.Println("closed:", err) })
				io.WriteString(c, "hello")
				c.CloseWrite()
			})
		})
	})
	// Output:
	// hello
	// closed: <nil>
}

// Errors are those of package net and package syscall.
func ExampleDial() {
	loopOf(func(loop *wakeful.Loop) error {
		_, err := stream.Dial(loop, "unix", "/nobody/is/here", time.Second, func(c *stream.Conn, err error) {
			fmt.Println(errors.Is(err, syscall.ENOENT))
			fmt.Println(err)
		})
		return err
	})
	// Output:
	// true
	// connect unix /nobody/is/here: connect: no such file or directory
}

// A source that is faster than its reader stops above the high watermark, and goes on
// when the queue has drained.
func ExampleConn_OnDrain() {
	const total = 8 << 20
	loopOf(func(loop *wakeful.Loop) error {
		return stream.Listen(loop, "tcp", "127.0.0.1:0", func(l *stream.Listener, err error) {
			if err != nil {
				fmt.Println(err)
				return
			}
			l.OnAccept(func(c *stream.Conn) {
				l.Close()
				left, piece := total, make([]byte, 32<<10)
				more := func() {
					for left > 0 && !c.AboveHighWatermark() {
						n, err := c.Write(piece)
						if err != nil {
							fmt.Println(err)
							return
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
					fmt.Println(err)
					return
				}
				got := 0
				c.OnData(func(p []byte) { got += len(p) })
				c.OnClose(func(err error) { fmt.Println(got == total, err) })
			})
		})
	})
	// Output: true <nil>
}

// A packet to oneself.
func ExampleListenPacket() {
	loopOf(func(loop *wakeful.Loop) error {
		return stream.ListenPacket(loop, "udp4", "127.0.0.1:0", func(p *stream.PacketConn, err error) {
			if err != nil {
				fmt.Println(err)
				return
			}
			p.OnPacket(func(packet []byte, _ netip.AddrPort) {
				fmt.Printf("%s\n", packet)
				p.Close()
			})
			to, _ := netip.ParseAddrPort(p.LocalAddr().String())
			p.SendTo([]byte("hello"), to)
		})
	})
	// Output: hello
}
