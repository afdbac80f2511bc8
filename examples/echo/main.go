// Command echo is a TCP echo server on one loop. It sends back the bytes of each client. It stops
// reading from a client that does not read the echo.
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

// drainTime limits how long connections may send their queues when the server ends.
const drainTime = 5 * time.Second

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
	var failed error // why the server does not listen; set before Run returns
	err = stream.Listen(loop, network, address, func(l *stream.Listener, err error) {
		if err == nil {
			err = l.OnAccept(func(c *stream.Conn) { echo(c, idle) })
		}
		if err != nil {
			failed = err
			_ = loop.Close() // always nil
			return
		}
		fmt.Println("listening on", l.Addr())
	})
	if err != nil {
		_ = loop.Close()
		return err
	}
	stop := context.AfterFunc(ctx, func() { shutDown(loop) })
	defer stop()
	if err := loop.Run(context.Background()); err != nil {
		return err
	}
	return failed
}

// shutDown ends the loop. Queued bytes are sent first, within drainTime.
func shutDown(loop *wakeful.Loop) {
	ctx, cancel := context.WithTimeout(context.Background(), drainTime)
	defer cancel()
	if err := loop.Shutdown(ctx); err != nil {
		_ = loop.Close() // always nil
	}
}

// echo sets up a connection.
func echo(c *stream.Conn, idle time.Duration) {
	err := errors.Join(
		c.SetIdleTimeout(idle),
		c.OnDrain(func() { _ = c.Resume() }),
		c.OnData(func(p []byte) {
			// The queue is never full, because the connection reads only while the queue is below
			// its high watermark. After any other error the connection has ended.
			if _, err := c.Write(p); err == nil && c.AboveHighWatermark() {
				_ = c.Pause()
			}
		}),
	)
	if err != nil {
		_ = c.Close()
	}
}
