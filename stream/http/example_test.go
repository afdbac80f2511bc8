//go:build (linux || darwin || freebsd || netbsd || openbsd || dragonfly) && !wakeful_nopoll

package streamhttp_test

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"log"
	"net"
	"net/http"

	"github.com/wakeful-go/wakeful"
	"github.com/wakeful-go/wakeful/group"
	"github.com/wakeful-go/wakeful/stream"
	streamhttp "github.com/wakeful-go/wakeful/stream/http"
)

// get prints the body of an answer.
func get(url string) {
	response, err := http.Get(url) //nolint:noctx // an example
	if err != nil {
		log.Fatal(err)
	}
	body, err := io.ReadAll(response.Body)
	if err != nil {
		log.Fatal(err)
	}
	_ = response.Body.Close() // it was read
	fmt.Print(string(body))
	http.DefaultClient.CloseIdleConnections()
}

// Handlers of net/http run on goroutines. A connection that waits has none.
func ExampleServer() {
	loop, err := wakeful.New()
	if err != nil {
		log.Fatal(err)
	}
	go loop.Run(context.Background())
	mux := http.NewServeMux()
	mux.HandleFunc("GET /hello/{name}", func(w http.ResponseWriter, r *http.Request) {
		fmt.Fprintf(w, "hello, %s\n", r.PathValue("name"))
	})
	server := &streamhttp.Server{Handler: mux}
	addresses := make(chan string)
	err = stream.Listen(loop, "tcp", "127.0.0.1:0", func(l *stream.Listener, err error) {
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
	get("http://" + <-addresses + "/hello/world")
	_ = server.Shutdown(context.Background())
	_ = loop.Shutdown(context.Background())
	// Output: hello, world
}

// The connections of a group are served on its loops. OnLoop has the handler called there.
func ExampleServer_ServeConn() {
	loops, err := group.New(2)
	if err != nil {
		log.Fatal(err)
	}
	go loops.Run(context.Background())
	server := &streamhttp.Server{
		OnLoop: func(r *http.Request) bool { return r.Method == http.MethodGet },
		Handler: http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			fmt.Fprintln(w, "on its loop:", streamhttp.Conn(r).Loop().OnLoop())
		}),
	}
	l, err := stream.ListenGroup(loops, "tcp", "127.0.0.1:0", server.ServeConn)
	if err != nil {
		log.Fatal(err)
	}
	server.RegisterOnShutdown(func() { _ = l.Close() })
	get("http://" + l.Addr().String())
	_ = server.Shutdown(context.Background())
	_ = loops.Shutdown(context.Background())
	// Output: on its loop: true
}

// A handler gives its connection to the loop, here for a protocol that sends back what it gets.
func ExampleHijack() {
	loop, err := wakeful.New()
	if err != nil {
		log.Fatal(err)
	}
	go loop.Run(context.Background())
	server := &streamhttp.Server{Handler: http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		err := streamhttp.Hijack(w, func(c *stream.Conn, rest []byte, err error) {
			if err != nil {
				return // the client has gone
			}
			_, _ = c.Write([]byte("HTTP/1.1 101 Switching Protocols\r\nUpgrade: echo\r\nConnection: Upgrade\r\n\r\n"))
			_, _ = c.Write(rest)
			_ = c.OnData(func(p []byte) { _, _ = c.Write(p) })
		})
		if err != nil {
			http.Error(w, err.Error(), http.StatusInternalServerError)
		}
	})}
	addresses := make(chan string)
	err = stream.Listen(loop, "tcp", "127.0.0.1:0", func(l *stream.Listener, err error) {
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
	c, err := net.Dial("tcp", <-addresses)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Fprint(c, "GET / HTTP/1.1\r\nHost: localhost\r\nUpgrade: echo\r\nConnection: Upgrade\r\n\r\nhello\n")
	answers := bufio.NewReader(c)
	response, err := http.ReadResponse(answers, nil)
	if err != nil {
		log.Fatal(err)
	}
	line, err := answers.ReadString('\n')
	if err != nil {
		log.Fatal(err)
	}
	fmt.Print(response.Status, ": ", line)
	_ = loop.Shutdown(context.Background())
	// Output: 101 Switching Protocols: hello
}
