//go:build !(linux || darwin || freebsd || netbsd || openbsd || dragonfly) || wakeful_nopoll

package stream_test

import (
	"errors"
	"net/netip"
	"os"
	"testing"

	"github.com/wakeful-go/wakeful/stream"
)

// TestUnsupported: without a poller the constructors return an error and do not call back.
func TestUnsupported(t *testing.T) {
	l := running(t)
	on(t, l, func() {
		_, err := stream.Dial(l, "tcp", "127.0.0.1:1", 0, func(*stream.Conn, error) { t.Error("called") })
		matches(t, err, errors.ErrUnsupported)
		matches(t, stream.Listen(l, "tcp", "127.0.0.1:0", func(*stream.Listener, error) { t.Error("called") }), errors.ErrUnsupported)
		matches(t, stream.AdoptConn(l, os.Stdin, func(*stream.Conn, error) { t.Error("called") }), errors.ErrUnsupported)
		matches(t, stream.ListenPacket(l, "udp", "127.0.0.1:0", func(p *stream.PacketConn, err error) {
			check(t, p.SendTo(nil, netip.AddrPort{}))
		}), errors.ErrUnsupported)
	})
}
