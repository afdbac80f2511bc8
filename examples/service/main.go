// Command service is an HTTP service whose handler is a script. Go has the listener, the limits and
// the end of the program; the script has the routes.
//
//	go run ./examples/service
//	curl localhost:8080/hello/gopher
//	curl -N localhost:8080/ticks
package main

import (
	"context"
	"embed"
	"errors"
	"flag"
	"fmt"
	"log"
	"net"
	"net/http"
	"os"
	"os/signal"
	"time"

	"github.com/wakeful-go/wakeful"
	"github.com/wakeful-go/wakeful/js"
)

//go:embed service.js
var scripts embed.FS

// largestBody is how many bytes a request may have.
const largestBody = 1 << 20

// run serves until ctx ends, and then finishes what is in progress.
func run(ctx context.Context, listener net.Listener) error {
	loop, err := wakeful.New()
	if err != nil {
		return err
	}
	rt, err := js.New(loop, js.WithFS(scripts), js.WithLimits(js.Limits{CPU: time.Second, PendingPromises: 10_000}))
	if err != nil {
		return err
	}
	ended := make(chan error, 1)
	go func() { ended <- loop.Run(context.Background()) }()

	value, err := rt.RunFile(ctx, "/service.js")
	if err != nil {
		return errors.Join(err, loop.Close(), <-ended)
	}
	handler, err := rt.Handler(ctx, value)
	if err != nil {
		return errors.Join(err, loop.Close(), <-ended)
	}
	server := &http.Server{Handler: http.MaxBytesHandler(handler, largestBody), ReadHeaderTimeout: 10 * time.Second}
	closed := make(chan struct{})
	stopped := context.AfterFunc(ctx, func() {
		defer close(closed)
		// Streams do not end by themselves: give responses in progress some time, then end them.
		grace, cancel := context.WithTimeout(context.Background(), time.Second)
		defer cancel()
		if server.Shutdown(grace) != nil {
			_ = server.Close()
		}
	})
	defer stopped()
	if err := server.Serve(listener); !errors.Is(err, http.ErrServerClosed) {
		return errors.Join(err, loop.Close(), <-ended)
	}
	<-closed // Serve returns when Shutdown begins, and responses still need the loop
	return errors.Join(loop.Shutdown(context.Background()), <-ended)
}

func main() {
	address := flag.String("listen", "localhost:8080", "the `address` to listen on")
	flag.Parse()
	listener, err := net.Listen("tcp", *address)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Printf("listening on http://%s\n", listener.Addr())
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if err := run(ctx, listener); err != nil {
		log.Fatal(err)
	}
}
