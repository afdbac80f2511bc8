//go:build (linux || darwin || freebsd || netbsd || openbsd || dragonfly) && !wakeful_nopoll

package stream_test

import (
	"context"
	"fmt"
	"io"
	"log"
	"net"

	"github.com/wakeful-go/wakeful"
	"github.com/wakeful-go/wakeful/stream"
)

// passOn passes on what arrives at from. Both ends are on one loop.
func passOn(from, to *stream.Conn) {
	from.OnClose(func(error) { to.Close() })
	from.OnEOF(func() { to.CloseWrite() })
	to.OnDrain(func() { from.Resume() })
	from.OnData(func(p []byte) {
		if err := to.WriteAll(p); err != nil {
			from.Abort()
		} else if to.AboveHighWatermark() {
			from.Pause()
		}
	})
}

// Each direction passes on bytes, the end of the direction, and backpressure.
func Example_proxy() {
	server, err := net.Listen("tcp", "localhost:0")
	if err != nil {
		log.Fatal(err)
	}
	go func() {
		c, err := server.Accept()
		if err != nil {
			log.Fatal(err)
		}
		question, err := io.ReadAll(c)
		if err != nil {
			log.Fatal(err)
		}
		fmt.Fprintf(c, "%s to you", question)
		c.Close()
	}()
	loop, err := wakeful.New()
	if err != nil {
		log.Fatal(err)
	}
	go loop.Run(context.Background())
	addresses := make(chan string)
	err = stream.Listen(loop, "tcp", "localhost:0", func(l *stream.Listener, err error) {
		if err != nil {
			log.Fatal(err)
		}
		l.OnAccept(func(client *stream.Conn) {
			_, err := stream.Dial(loop, "tcp", server.Addr().String(), 0, func(remote *stream.Conn, err error) {
				if err != nil {
					client.Close()
					return
				}
				passOn(client, remote)
				passOn(remote, client)
			})
			if err != nil {
				client.Close()
			}
		})
		addresses <- l.Addr().String()
	})
	if err != nil {
		log.Fatal(err)
	}

	client, err := net.Dial("tcp", <-addresses)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Fprint(client, "good morning")
	client.(*net.TCPConn).CloseWrite()
	answer, err := io.ReadAll(client)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(string(answer))
	loop.Shutdown(context.Background())
	// Output: good morning to you
}
