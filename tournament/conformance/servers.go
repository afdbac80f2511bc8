package conformance

import (
	"bytes"
	"context"
	"crypto/tls"
	"io"
	"net"
	"sync"
	"testing"

	"github.com/coder/websocket"

	"github.com/wakeful-go/wakeful/tournament/contest"
)

// This file owns the test of servers.

// servers are the kinds of servers, with how a client connects to each.
var servers = []serverKind{
	{"server", contest.Echoes, func(address string) (net.Conn, error) { return net.Dial("tcp", address) }},
	{"server-tls", contest.TLSEchoes, func(address string) (net.Conn, error) {
		return tls.Dial("tcp", address, &tls.Config{InsecureSkipVerify: true, MinVersion: tls.VersionTLS13}) //nolint:gosec // the server is the contestant
	}},
	{"server-websocket", contest.WebSocketEchoes, dialWebSocket},
}

type serverKind struct {
	name string
	with contest.Capability
	dial func(address string) (net.Conn, error)
}

// dialWebSocket returns a connection whose writes are messages of a length that every library
// takes.
func dialWebSocket(address string) (net.Conn, error) {
	ctx := context.Background()
	conn, _, err := websocket.Dial(ctx, "ws://"+address, nil) //nolint:bodyclose // an upgraded connection has no body
	if err != nil {
		return nil, err
	}
	return &messages{websocket.NetConn(ctx, conn, websocket.MessageBinary)}, nil
}

type messages struct{ net.Conn }

func (m *messages) Write(p []byte) (n int, err error) {
	const longest = 10_000
	for n < len(p) && err == nil {
		var wrote int
		wrote, err = m.Conn.Write(p[n:min(len(p), n+longest)])
		n += wrote
	}
	return n, err
}

// testServer: what connections send comes back to them, in order, and to them
// alone; Close ends the server with connections open, and its goroutines, which
// the caller's leak check sees.
func testServer(t *testing.T, entry contest.Entry, kind serverKind) {
	watch(t)
	server, err := entry.Server(kind.with)
	if err != nil {
		t.Fatalf("making the server: %v", err)
	}
	const connections = 20
	conns := make([]net.Conn, connections)
	for i := range conns {
		if conns[i], err = kind.dial(server.Address()); err != nil {
			t.Fatalf("connecting: %v", err)
		}
	}
	var all sync.WaitGroup
	for i, conn := range conns {
		all.Go(func() {
			for length := 1; length <= size(100_000); length = 3*length + 1 {
				sent := bytes.Repeat([]byte{byte(i), byte(length), byte(length >> 8)}, length)
				got := make([]byte, len(sent))
				wrote := make(chan error, 1)
				go func() {
					_, err := conn.Write(sent)
					wrote <- err
				}()
				if _, err := io.ReadFull(conn, got); err != nil {
					t.Errorf("reading an echo of %d bytes: %v", len(sent), err)
				}
				if err := <-wrote; err != nil {
					t.Errorf("writing %d bytes: %v", len(sent), err)
				}
				if !bytes.Equal(got, sent) {
					t.Errorf("an echo of %d bytes is not what was sent", len(sent))
				}
			}
		})
	}
	all.Wait()
	// A connection that the client closes has no effect on the others.
	if err := conns[0].Close(); err != nil {
		t.Errorf("closing a connection: %v", err)
	}
	if _, err := conns[1].Write([]byte{1}); err != nil {
		t.Errorf("writing: %v", err)
	}
	var b [1]byte
	if _, err := io.ReadFull(conns[1], b[:]); err != nil || b[0] != 1 {
		t.Errorf("reading an echo: %v, %v", b, err)
	}
	if err := server.Close(); err != nil {
		t.Errorf("Close: %v", err)
	}
	for _, conn := range conns[1:] {
		if n, err := conn.Read(b[:]); err == nil {
			t.Errorf("a connection of a closed server read %d bytes", n)
		}
		_ = conn.Close()
	}
	if conn, err := net.Dial("tcp", server.Address()); err == nil {
		_ = conn.Close()
		t.Error("a closed server accepts connections")
	}
}
