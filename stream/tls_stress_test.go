//go:build (linux || darwin || freebsd || netbsd || openbsd || dragonfly) && !wakeful_nopoll

package stream_test

import (
	"context"
	"crypto/tls"
	"errors"
	"io"
	"math/rand/v2"
	"net"
	"os"
	"runtime"
	"sync"
	"testing"
	"time"

	"github.com/wakeful-go/wakeful"
	"github.com/wakeful-go/wakeful/stream"
)

// TestTLSChurn: connections are opened, handshaken, used and dropped at random moments. Afterwards
// the descriptors and goroutines are those of before.
func TestTLSChurn(t *testing.T) {
	bothWays(t, func(t *testing.T) {
		clients, rounds := 16, 10
		if testing.Short() {
			rounds = 3
		}
		if os.Getenv("WAKEFUL_TLS") == "large" {
			clients, rounds = 100, 100
		}
		seed := rand.Uint64()
		t.Logf("seed %d", seed)
		before, goroutines := descriptors(t), runtime.NumGoroutine()
		l, err := wakeful.New()
		check(t, err)
		go l.Run(context.Background())
		echo := func(c *stream.Conn) {
			// The last handshakes may end when the loop is ending.
			if err := c.OnData(func(p []byte) { _, _ = c.Write(p) }); !errors.Is(err, wakeful.ErrClosed) {
				check(t, err)
			}
		}
		// Nobody who is only slow is ended.
		listener := serveTLS(t, l, serverConfig(t), func(error) {}, echo)
		sessions := tls.NewLRUClientSessionCache(4)
		var running sync.WaitGroup
		for i := range clients {
			running.Go(func() {
				random := rand.New(rand.NewPCG(seed, uint64(i))) //nolint:gosec // a test
				for range rounds {
					churn(t, listener.Addr().String(), sessions, random)
				}
			})
		}
		running.Wait()
		check(t, l.Shutdown(context.Background()))
		until(func() bool { return runtime.NumGoroutine() <= goroutines })
		equal(t, "descriptors", descriptors(t), before)
	})
}

// churn opens a connection and drops it at a random moment, in a random way.
func churn(t *testing.T, address string, sessions tls.ClientSessionCache, random *rand.Rand) {
	raw, err := net.Dial("tcp", address)
	if err != nil {
		t.Error(err)
		return
	}
	defer raw.Close()
	if random.IntN(2) == 0 {
		check(t, raw.(*net.TCPConn).SetLinger(0)) // the end resets it
	}
	config := withVersion(clientConfig(), versions[random.IntN(2)])
	config.ClientSessionCache = sessions
	peer := tls.Client(raw, config)
	switch random.IntN(5) {
	case 0: // at once
	case 1: // somewhere in the handshake
		ctx, cancel := context.WithTimeout(context.Background(), time.Duration(random.IntN(3_000_000)))
		defer cancel()
		_ = peer.HandshakeContext(ctx)
	case 2: // after the handshake
		check(t, peer.HandshakeContext(context.Background()))
	case 3: // while it is used
		_, err := peer.Write(make([]byte, random.IntN(100_000)))
		check(t, err)
	case 4: // after it was used
		sent := make([]byte, 1+random.IntN(100_000))
		done := make(chan struct{})
		go func() {
			defer close(done)
			_, err := peer.Write(sent)
			check(t, err)
			check(t, peer.CloseWrite())
		}()
		n, err := io.Copy(io.Discard, peer)
		check(t, err)
		equal(t, "came back", int(n), len(sent))
		<-done
	}
}
