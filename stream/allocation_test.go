//go:build (linux || darwin || freebsd || netbsd || openbsd || dragonfly) && !wakeful_nopoll

package stream_test

import (
	"io"
	"testing"

	"github.com/wakeful-go/wakeful/stream"
)

// TestEchoAllocatesNothing: a message and its echo allocate nothing at either end.
func TestEchoAllocatesNothing(t *testing.T) {
	if identityAllocates {
		t.Skip("NOT RUN: in plain Go it allocates to ask whether one is on the loop")
	}
	for _, network := range []string{"tcp", "unix"} {
		t.Run(network, func(t *testing.T) {
			l := running(t)
			listener := serve(t, l, network, func(c *stream.Conn) { echo(t, c) })
			peer := connect(t, listener)
			var message [64]byte
			allocations := testing.AllocsPerRun(1000, func() {
				_, err := peer.Write(message[:])
				check(t, err)
				_, err = io.ReadFull(peer, message[:])
				check(t, err)
			})
			equal(t, "allocations per message", allocations, 0)
		})
	}
}
