package conformance

import (
	"bytes"
	"io"
	"net"
	"sync"
	"testing"

	"github.com/wakeful-go/wakeful/tournament/contest"
)

// This file owns the test of servers.

// testServer: what connections send comes back to them, in order, and to them
// alone; Close ends the server with connections open, and its goroutines, which
// the caller's leak check sees.
func testServer(t *testing.T, entry contest.Entry) {
	watch(t)
	server, err := entry.NewServer()
	if err != nil {
		t.Fatalf("NewServer: %v", err)
	}
	const connections = 20
	conns := make([]net.Conn, connections)
	for i := range conns {
		if conns[i], err = net.Dial("tcp", server.Address()); err != nil {
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
	// One that the client closes is nobody else's business.
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
