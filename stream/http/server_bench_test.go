//go:build (linux || darwin || freebsd || netbsd || openbsd || dragonfly) && !wakeful_nopoll

package streamhttp_test

import (
	"bytes"
	"io"
	"net"
	"net/http"
	"testing"

	streamhttp "github.com/wakeful-go/wakeful/stream/http"
)

// BenchmarkRequests is one connection that waits for each answer. Both sides run in this process, so
// its allocations matter more than its time: the client has none. go run ./stream/benchmarks -row
// http-goroutine measures throughput.
func BenchmarkRequests(b *testing.B) {
	hello := http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { _, _ = io.WriteString(w, "Hello, World!") })
	for name, onLoop := range map[string]func(*http.Request) bool{"goroutine": nil, "loop": onLoop} {
		b.Run("on="+name, func(b *testing.B) {
			requests(b, serve(b, running(b), &streamhttp.Server{Handler: hello, OnLoop: onLoop}))
		})
	}
}

func requests(b *testing.B, address string) {
	c, err := net.Dial("tcp", address)
	if err != nil {
		b.Fatal(err)
	}
	defer c.Close()
	request := []byte("GET /hello HTTP/1.1\r\nHost: 127.0.0.1:8080\r\nUser-Agent: benchmark\r\n\r\n")
	answer := make([]byte, 1024)
	b.ReportAllocs()
	for b.Loop() {
		if _, err := c.Write(request); err != nil {
			b.Fatal(err)
		}
		n, err := c.Read(answer)
		if err != nil || !bytes.HasSuffix(answer[:n], []byte("Hello, World!")) {
			b.Fatalf("%q, %v", answer[:n], err)
		}
	}
}
