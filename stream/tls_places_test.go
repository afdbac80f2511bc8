//go:build (linux || darwin || freebsd || netbsd || openbsd || dragonfly) && !wakeful_nopoll

package stream_test

// Tests of who gets a place for a handshake, and who loses it.

import (
	"crypto/tls"
	"errors"
	"net"
	"testing"
	"time"

	"github.com/wakeful-go/wakeful/stream"
)

// TestTLSOldestGivesWay: when all places are taken, each newcomer gets the one of the oldest silent
// client.
func TestTLSOldestGivesWay(t *testing.T) {
	undo := stream.ShortenHandshakeGrace(time.Nanosecond)
	t.Cleanup(undo)
	const places, newcomers = 3, 5
	hello := clientHello(t)
	l := running(t)
	failed := make(chan error, places+newcomers)
	listener := serveTLS(t, l, serverConfig(t), func(err error) { failed <- err }, func(*stream.Conn) { t.Error("accepted") },
		stream.WithMaxHandshakes(places))
	var silent []net.Conn
	for i := range places + newcomers {
		c := connect(t, listener)
		write(t, c, hello)
		_, err := c.Read(make([]byte, 1)) // the handshake has a place
		check(t, err)
		for waiting := 0; waiting < min(i+1, places); { // the server's goroutines wait for their clients
			on(t, l, func() { waiting = stream.SilentHandshakes(l) })
		}
		if silent = append(silent, c); i < places {
			continue
		}
		operation, ok := errors.AsType[*net.OpError](<-failed)
		if !ok || operation.Op != "handshake" {
			t.Fatalf("error %v, want one of a handshake", operation)
		}
		equal(t, "ended", operation.Addr.String(), silent[i-places].LocalAddr().String())
	}
	equal(t, "further ends", len(failed), 0)
}

// TestTLSBusyKeepsPlace: a handshake that does not wait for its peer is not ended for another one.
// When it ends, those that wait get the place, the newest first.
func TestTLSBusyKeepsPlace(t *testing.T) {
	undo := stream.ShortenHandshakeGrace(time.Nanosecond)
	t.Cleanup(undo)
	hello := clientHello(t)
	l := running(t)
	goOn, began := make(chan struct{}), make(chan string, 10)
	refused := errors.New("refused")
	config := &tls.Config{MinVersion: tls.VersionTLS12, GetConfigForClient: func(hello *tls.ClientHelloInfo) (*tls.Config, error) {
		began <- hello.Conn.RemoteAddr().String()
		<-goOn
		return nil, refused
	}}
	failed := make(chan error, 10)
	listener := serveTLS(t, l, config, func(err error) { failed <- err }, func(*stream.Conn) { t.Error("accepted") },
		stream.WithMaxHandshakes(1))
	var clients []string
	for i := range 4 {
		c := connect(t, listener)
		write(t, c, hello)
		clients = append(clients, c.LocalAddr().String())
		if i == 0 {
			equal(t, "has the place", <-began, clients[0])
		}
		for waiting := -1; waiting != i; { // the loop has read the message
			on(t, l, func() { waiting = stream.WaitingHandshakes(l) })
		}
	}
	equal(t, "failed", len(failed), 0)
	close(goOn)
	for i := len(clients) - 1; i > 0; i-- {
		equal(t, "next", <-began, clients[i])
	}
	for range clients {
		matches(t, <-failed, refused)
	}
}

// TestTLSSidesHavePlaces: servers that do not answer the clients of a loop do not take the places of
// its server's side, and are not ended for it.
func TestTLSSidesHavePlaces(t *testing.T) {
	undo := stream.ShortenHandshakeGrace(time.Nanosecond)
	t.Cleanup(undo)
	const places = 3
	silent, err := net.Listen("tcp", "127.0.0.1:0")
	check(t, err)
	defer silent.Close()
	l := running(t)
	on(t, l, func() { stream.LimitHandshakes(l, places) })
	failed := make(chan error, places)
	var cancels []func() error
	for range places {
		on(t, l, func() {
			cancel, err := stream.DialTLS(l, "tcp", silent.Addr().String(), clientConfig(), 0, func(_ *stream.Conn, err error) { failed <- err })
			check(t, err)
			cancels = append(cancels, cancel)
		})
		c, err := silent.Accept()
		check(t, err)
		t.Cleanup(func() { c.Close() })
		_, err = c.Read(make([]byte, 1)) // the handshake has a place
		check(t, err)
	}
	config := serverConfig(t)
	listener := serve(t, l, "tcp", func(c *stream.Conn) {
		check(t, c.StartTLS(config, func(c *stream.Conn, err error) {
			check(t, err)
			echo(t, c)
		}))
	})
	peer := connectTLS(t, listener, clientConfig())
	write(t, peer, []byte("x"))
	_, err = peer.Read(make([]byte, 1))
	check(t, err)
	equal(t, "ended clients", len(failed), 0)
	on(t, l, func() {
		for _, cancel := range cancels {
			check(t, cancel())
		}
	})
}
