//go:build (linux || darwin || freebsd || netbsd || openbsd || dragonfly) && !wakeful_nopoll

package streamhttp_test

import (
	"context"
	"fmt"
	"io"
	"log"
	"net/http"
	"time"

	"github.com/wakeful-go/wakeful"
	"github.com/wakeful-go/wakeful/stream"
	streamhttp "github.com/wakeful-go/wakeful/stream/http"
)

// Pages are counted by handlers on the loop. The report is made on a goroutine, which may block.
func Example_service() {
	loop, err := wakeful.New()
	if err != nil {
		log.Fatal(err)
	}
	go loop.Run(context.Background())
	visits := map[string]int{} // only callbacks of the loop use it
	mux := http.NewServeMux()
	mux.HandleFunc("/page/", func(w http.ResponseWriter, r *http.Request) { // on the loop
		visits[r.URL.Path]++
		fmt.Fprintf(w, "%s: visit %d\n", r.URL.Path, visits[r.URL.Path])
	})
	mux.HandleFunc("/report", func(w http.ResponseWriter, r *http.Request) { // on a goroutine
		n, err := loop.Call(r.Context(), func() (int, error) { return len(visits), nil })
		if err != nil {
			http.Error(w, "the server is shutting down", http.StatusServiceUnavailable)
			return
		}
		fmt.Fprintf(w, "%d pages\n", n)
	})
	server := &streamhttp.Server{
		Handler:           mux,
		OnLoop:            func(r *http.Request) bool { return r.URL.Path != "/report" },
		ReadHeaderTimeout: 10 * time.Second,
	}
	addresses := make(chan string)
	err = stream.Listen(loop, "tcp", "localhost:0", func(l *stream.Listener, err error) {
		if err == nil {
			err = server.Serve(l)
		}
		if err != nil {
			log.Fatal(err)
		}
		addresses <- l.Addr().String()
	})
	if err != nil {
		log.Fatal(err)
	}

	address := <-addresses
	for _, path := range []string{"/page/home", "/page/home", "/report"} {
		response, err := http.Get("http://" + address + path)
		if err != nil {
			log.Fatal(err)
		}
		body, err := io.ReadAll(response.Body)
		if err != nil {
			log.Fatal(err)
		}
		response.Body.Close()
		fmt.Print(string(body))
	}
	server.Shutdown(context.Background()) // first, so that requests can finish
	loop.Shutdown(context.Background())
	// Output:
	// /page/home: visit 1
	// /page/home: visit 2
	// 1 pages
}
