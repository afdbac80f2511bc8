// Command chat is a chat server on one loop. Only the loop's callbacks use its state, the guests
// and their names. So it needs no lock, and all guests get the messages in the same order. Guests
// come over TCP and over WebSockets.
//
//	go run ./chat -listen localhost:7001 -web localhost:7443
//
// A guest over TCP sends lines. The first line is its name. Each other line is a message to all
// other guests. Browsers open https://localhost:7443, a page that talks to the server over a
// WebSocket with TLS (wss). The certificate is signed by itself, so browsers ask whether to trust
// it. For one with an authority use -cert and -key.
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

// endTime limits how long the connections take to end when the server does.
const endTime = 5 * time.Second

func main() {
	var c config
	flag.StringVar(&c.lines, "listen", "localhost:7001", "address for guests over TCP")
	flag.StringVar(&c.web, "web", "localhost:7443", "address of the page, empty for none")
	flag.StringVar(&c.certificate, "cert", "", "file with the certificate of the page, instead of one that is made at the start")
	flag.StringVar(&c.key, "key", "", "file with the key of the certificate")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	if err := serve(ctx, c); err != nil {
		fmt.Fprintln(os.Stderr, "chat:", err)
		os.Exit(1)
	}
}

// config is what the flags say.
type config struct {
	lines, web       string // addresses
	certificate, key string // files
}

// serve runs the server until ctx ends.
func serve(ctx context.Context, c config) error {
	loop, err := wakeful.New()
	if err != nil {
		return err
	}
	r := &room{loop: loop, guests: map[*guest]bool{}, names: map[string]*guest{}}
	var page *site
	if c.web != "" {
		if page, err = newSite(r, c); err != nil {
			_ = loop.Close() // always nil
			return err
		}
		fmt.Println("page on", page.url())
	}
	var failed error // why the server does not listen; set before Run returns
	err = stream.Listen(loop, "tcp", c.lines, func(l *stream.Listener, err error) {
		if err == nil {
			err = l.OnAccept(r.acceptLines)
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
		page.close()
		return err
	}
	stop := context.AfterFunc(ctx, func() { shutDown(loop, r) })
	defer stop()
	if err := loop.Run(context.Background()); err != nil {
		page.close()
		return err
	}
	page.close()
	return failed
}

// shutDown says goodbye to the guests over WebSockets, and then ends the loop. Queued bytes are
// sent first. All of it takes at most endTime.
func shutDown(loop *wakeful.Loop, r *room) {
	ctx, cancel := context.WithTimeout(context.Background(), endTime)
	defer cancel()
	left := make(chan struct{})
	if loop.Submit(func() { r.end(func() { close(left) }) }) == nil {
		select {
		case <-left:
		case <-ctx.Done():
		}
	}
	if err := loop.Shutdown(ctx); err != nil {
		_ = loop.Close() // always nil
	}
}
