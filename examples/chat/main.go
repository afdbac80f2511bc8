// Command chat is a chat server on one loop. All of its state, who is there and
// under which name, is touched by the loop's callbacks alone: there is no lock,
// and everybody sees what is said in the same order.
//
//	go run ./chat -listen localhost:7001
//
// A client sends lines. The first is its name, the others are said to everybody
// else.
package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"syscall"

	"github.com/wakeful-go/wakeful"
	"github.com/wakeful-go/wakeful/stream"
)

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
	var failed error
	give := func(err error) {
		failed = err
		_ = loop.Close() // always nil
	}
	err = loop.Submit(func() {
		err := stream.Listen(loop, "tcp", address, func(l *stream.Listener, err error) {
			if err == nil {
				err = l.OnAccept(r.welcome)
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
