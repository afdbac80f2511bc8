// Command chat is a chat server on one loop. Only the loop's callbacks use its state, the guests
// and their names. So it needs no lock, and all guests get the messages in the same order.
//
//	go run ./chat -listen localhost:7001
//
// A client sends lines. The first line is its name. Each other line is a message to all other
// guests.
package main

import (
	"context"
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
	address := flag.String("listen", "localhost:7001", "address to listen on")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	if err := serve(ctx, *address); err != nil {
		fmt.Fprintln(os.Stderr, "chat:", err)
		os.Exit(1)
	}
}

// serve runs the server until ctx ends.
func serve(ctx context.Context, address string) error {
	loop, err := wakeful.New()
	if err != nil {
		return err
	}
	r := &room{guests: map[string]*guest{}}
	var failed error // why the server does not listen; set before Run returns
	err = stream.Listen(loop, "tcp", address, func(l *stream.Listener, err error) {
		if err == nil {
			err = l.OnAccept(r.welcome)
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
