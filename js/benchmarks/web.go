package main

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"sync"
	"time"

	"github.com/wakeful-go/wakeful/js"
	"github.com/wakeful-go/wakeful/tournament/rows"
)

// This file owns the rows about servers: handlers of HTTP that are scripts. The sides do not do the
// same: a Handler makes a Request, a promise and a Response, and a handler in Go none of these.

const (
	webRequests = 5_000
	webClients  = 16
	webSource   = `(request) => new Response('Hello, ' + request.method)`
	webAnswer   = "Hello, GET"
)

func webRows() []rows.Row {
	what := fmt.Sprintf("%d requests over %d connections, by a ", webRequests, webClients)
	handler := func(name, what string, atMost float64, ours func() (http.Handler, func(), error)) rows.Row {
		return rows.Row{Name: name, What: what, AtMost: atMost, Expected: 500 * time.Millisecond, Prepare: against("a handler in Go", func(context.Context) (pair, error) {
			h, end, err := ours()
			if err != nil {
				return pair{}, err
			}
			address, stop := served(h)
			otherAddress, otherStop := served(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { _, _ = io.WriteString(w, "Hello, "+r.Method) }))
			return pair{requests(address), requests(otherAddress), func() { stop(); otherStop(); end() }}, nil
		})}
	}
	return []rows.Row{
		handler("handler", what+"Handler of one runtime", 5, runtimeHandler),
		handler("handler-pool", what+"Handler of a Pool", 8, poolHandler),
	}
}

// served serves a handler until stop is called.
func served(h http.Handler) (address string, stop func()) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		panic(err) // a machine without a loopback
	}
	server := &http.Server{Handler: h, ReadHeaderTimeout: time.Minute}
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		_ = server.Serve(listener) // until it is closed
	}()
	return listener.Addr().String(), func() {
		_ = server.Close()
		<-ended
	}
}

// requests is a side that makes the requests and checks the answers.
func requests(address string) side {
	return func(context.Context) (time.Duration, error) {
		errs := make([]error, webClients)
		var clients sync.WaitGroup
		began := time.Now()
		for i := range errs {
			clients.Go(func() { errs[i] = client(address, webRequests/webClients) })
		}
		clients.Wait()
		return time.Since(began), errors.Join(errs...)
	}
}

func client(address string, n int) error {
	conn, err := net.Dial("tcp", address)
	if err != nil {
		return err
	}
	defer func() { _ = conn.Close() }()
	in, body := bufio.NewReader(conn), new(bytes.Buffer)
	for range n {
		if _, err := io.WriteString(conn, "GET /path HTTP/1.1\r\nHost: localhost\r\n\r\n"); err != nil {
			return err
		}
		response, err := http.ReadResponse(in, nil)
		if err != nil {
			return err
		}
		body.Reset()
		_, err = body.ReadFrom(response.Body)
		if err := errors.Join(err, response.Body.Close()); err != nil {
			return err
		}
		if response.StatusCode != http.StatusOK || body.String() != webAnswer {
			return fmt.Errorf("the answer is %s %q", response.Status, body)
		}
	}
	return nil
}

// runtimeHandler makes a handler of one runtime on a loop of its own.
func runtimeHandler() (http.Handler, func(), error) {
	loop, end, err := running()
	if err != nil {
		return nil, nil, err
	}
	h, err := func() (http.Handler, error) {
		rt, err := js.New(loop)
		if err != nil {
			return nil, err
		}
		fn, err := rt.RunString(context.Background(), webSource)
		if err != nil {
			return nil, err
		}
		return rt.Handler(context.Background(), fn)
	}()
	if err != nil {
		end()
		return nil, nil, err
	}
	return h, end, nil
}

func poolHandler() (http.Handler, func(), error) {
	p, err := js.NewPool(js.PoolConfig{Queue: webClients})
	if err != nil {
		return nil, nil, err
	}
	h, err := p.Handler(webSource)
	if err != nil {
		p.Close()
		return nil, nil, err
	}
	return h, p.Close, nil
}
