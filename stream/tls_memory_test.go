//go:build (linux || darwin || freebsd || netbsd || openbsd || dragonfly) && !wakeful_nopoll

package stream_test

import (
	"io"
	"os"
	"runtime"
	"testing"

	"github.com/wakeful-go/wakeful/stream"
)

// TestTLSBuffersAreFreed: this crypto/tls has the buffers that the package knows. They are freed
// when the connection is idle, and it goes on.
func TestTLSBuffersAreFreed(t *testing.T) {
	equal(t, "buffers", stream.TLSBuffers(), 2)
	l := running(t)
	conns := make(chan *stream.Conn, 1)
	listener := serveTLS(t, l, serverConfig(t), nil, func(c *stream.Conn) {
		echo(t, c)
		conns <- c
	})
	peer := connectTLS(t, listener, clientConfig())
	for range 3 {
		for _, size := range []int{200_000, 1} { // the loop reads a single record with one call
			_, err := peer.Write(make([]byte, size))
			check(t, err)
			_, err = io.ReadFull(peer, make([]byte, size))
			check(t, err)
		}
		if len(conns) > 0 {
			c := <-conns
			conns <- c
			on(t, l, func() {
				if size, input := stream.TLSBufferSize(c); size < 16<<10 || input == 0 {
					t.Errorf("the buffers have %d bytes after a long record, and the input %d", size, input)
				}
				stream.SweepTLS(l)
				stream.SweepTLS(l)
				if size, input := stream.TLSBufferSize(c); size > 1<<10 || input > 0 {
					t.Errorf("the buffers of an idle connection have %d bytes, and the input %d", size, input)
				}
			})
		}
	}
}

// TestTLSIdleGoroutines: idle connections have no goroutines, and little memory.
func TestTLSIdleGoroutines(t *testing.T) {
	clients := 200
	if os.Getenv("WAKEFUL_TLS") == "large" {
		clients = manyClients(t)
	}
	l := running(t)
	listener := serveTLS(t, l, serverConfig(t), nil, func(c *stream.Conn) { echo(t, c) })
	exchange := func() {
		peer := connectTLS(t, listener, clientConfig())
		write(t, peer, []byte("x"))
		_, err := io.ReadFull(peer, make([]byte, 1))
		check(t, err)
	}
	exchange()
	before := runtime.NumGoroutine()
	for range clients {
		exchange()
	}
	const watcher = 1 // the loop has it while it parks elsewhere
	until(func() bool { return runtime.NumGoroutine() <= before+watcher })
}
