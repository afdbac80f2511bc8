// Command echo is a TCP echo server on one loop: what a client sends comes back,
// and a client that does not read its echo is not read from.
//
//	go run ./echo -listen localhost:7000
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"syscall"
	"time"

	"github.com/wakeful-go/wakeful"
	"github.com/wakeful-go/wakeful/stream"
)

func main() {
	network := flag.String("network", "tcp", "tcp or unix")
	address := flag.String("listen", "localhost:7000", "address or path to listen on")
	idle := flag.Duration("idle", 5*time.Minute, "how long a client may be silent; 0 for ever")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	if err := serve(ctx, *network, *address, *idle); err != nil {
		fmt.Fprintln(os.Stderr, "echo:", err)
		os.Exit(1)
	}
}

// serve runs the server until ctx ends.
func serve(ctx context.Context, network, address string, idle time.Duration) error {
	loop, err := wakeful.New()
	if err != nil {
		return err
	}
	// What only the loop's callbacks touch needs no lock.
	var failed error
	give := func(err error) {
		failed = err
		_ = loop.Close() // always nil
	}
	err = loop.Submit(func() {
		err := stream.Listen(loop, network, address, func(l *stream.Listener, err error) {
			if err == nil {
				err = l.OnAccept(func(c *stream.Conn) { echo(c, idle) })
			}
			if err != nil {
				give(err)
				return
			}
			fmt.Println("listening on", l.Addr())
		})
		if err != nil {
			give(err)
		}
	})
	if err != nil {
		return err
	}
	if err := loop.Run(ctx); err != nil && ctx.Err() == nil {
		return err
	}
	return failed
}

// echo sets up a connection.
func echo(c *stream.Conn, idle time.Duration) {
	err := errors.Join(
		c.SetIdleTimeout(idle),
		c.OnDrain(func() { _ = c.Resume() }),
		c.OnData(func(p []byte) {
			// An error has ended the connection: a queue that is only read into while
			// it is below its high watermark is never full.
			if _, err := c.Write(p); err == nil && c.Congested() {
				_ = c.Pause()
			}
		}),
	)
	if err != nil {
		_ = c.Close()
	}
}
