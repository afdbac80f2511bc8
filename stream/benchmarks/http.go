package main

// HTTP servers: a handler on goroutines and on the loop of package stream/http, against net/http.

import (
	"crypto/tls"
	"fmt"
	"io"
	"net"
	"net/http"
	"os/exec"
	"regexp"
	"strconv"
	"strings"
	"time"

	"github.com/wakeful-go/wakeful"
	"github.com/wakeful-go/wakeful/stream"
	streamhttp "github.com/wakeful-go/wakeful/stream/http"
)

// All servers have the same handler and the same time limits.
const (
	httpIdleTimeout = 5 * time.Minute
	httpHeadTimeout = time.Minute
)

func hello(w http.ResponseWriter, _ *http.Request) { _, _ = io.WriteString(w, "Hello, World!") }

// netHTTP is net/http, with TLS if there is a configuration.
func netHTTP(config *tls.Config) func(func(net.Addr)) error {
	return func(ready func(net.Addr)) error {
		l, err := net.Listen("tcp", "127.0.0.1:0")
		if err != nil {
			return err
		}
		ready(l.Addr())
		if config != nil {
			l = tls.NewListener(l, config)
		}
		server := &http.Server{Handler: http.HandlerFunc(hello), IdleTimeout: httpIdleTimeout, ReadHeaderTimeout: httpHeadTimeout}
		return server.Serve(l)
	}
}

// streamHTTP is package stream/http.
func streamHTTP(onLoop func(*http.Request) bool) *streamhttp.Server {
	return &streamhttp.Server{Handler: http.HandlerFunc(hello), OnLoop: onLoop, IdleTimeout: httpIdleTimeout, ReadHeaderTimeout: httpHeadTimeout}
}

func goroutineHTTP(ready func(net.Addr)) error {
	return acceptTCP(ready, streamHTTP(nil).ServeConn)
}

func loopHTTP(ready func(net.Addr)) error {
	return acceptTCP(ready, streamHTTP(func(*http.Request) bool { return true }).ServeConn)
}

func secureHTTP(ready func(net.Addr)) error {
	s := streamHTTP(nil)
	return acceptTLS(ready, func(_ *wakeful.Loop, c *stream.Conn) { s.ServeConn(c) })
}

// bareHTTP answers whatever arrives with the same bytes. It is no HTTP server: it shows what the rows
// would be if requests and answers cost nothing.
func bareHTTP(ready func(net.Addr)) error {
	answer := []byte("HTTP/1.1 200 OK\r\nDate: Thu, 01 Jan 1970 00:00:00 GMT\r\nContent-Type: text/plain; charset=utf-8\r\nContent-Length: 13\r\n\r\nHello, World!")
	return acceptTCP(ready, func(c *stream.Conn) {
		_ = c.OnData(func([]byte) { _, _ = c.Write(answer) }) // its error ends the connection
	})
}

var (
	wrkRate  = regexp.MustCompile(`Requests/sec:\s+([0-9.]+)`)
	wrkTotal = regexp.MustCompile(`([0-9]+) requests in`)
)

// sampleHTTP has wrk make requests on 50 connections. The server has processor 0 and wrk processor 1.
func sampleHTTP(server string) (f figures, err error) {
	p, err := start(server, "taskset", "-c", "0")
	if err != nil {
		return f, err
	}
	defer p.end()
	before, err := p.cpu()
	if err != nil {
		return f, err
	}
	out, err := exec.Command("taskset", "-c", "1", "wrk", "-t1", "-c50", "-d2s", "http://"+p.address+"/hello").Output()
	if err != nil {
		return f, fmt.Errorf("wrk: %w", err)
	}
	rate, total := wrkRate.FindSubmatch(out), wrkTotal.FindSubmatch(out)
	if rate == nil || total == nil || strings.Contains(string(out), "Non-2xx") || strings.Contains(string(out), "Socket errors") {
		return f, fmt.Errorf("wrk: %s", out)
	}
	after, err := p.cpu()
	f.rate, _ = strconv.ParseFloat(string(rate[1]), 64)     // the pattern matches numbers
	requests, _ := strconv.ParseFloat(string(total[1]), 64) // this one too
	f.cpu = float64((after - before).Microseconds()) / requests
	return f, err
}
