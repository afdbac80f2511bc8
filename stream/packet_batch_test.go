//go:build (linux || darwin || freebsd || netbsd || openbsd || dragonfly) && !wakeful_nopoll

package stream_test

import (
	"encoding/binary"
	"errors"
	"net"
	"net/netip"
	"os"
	"testing"

	"github.com/wakeful-go/wakeful"
	"github.com/wakeful-go/wakeful/stream"
)

func addressOf(p *stream.PacketConn) netip.AddrPort {
	return netip.MustParseAddrPort(p.LocalAddr().String())
}

// TestPacketBatches: packets that are sent and received in batches arrive whole and in order, from
// the right address, also if each of them is answered with a batch, and if OnPacket panics.
func TestPacketBatches(t *testing.T) {
	const rounds, batch = 20, 40 // a socket's buffer has room for a batch
	for _, network := range []string{"udp4", "udp6"} {
		t.Run(network, func(t *testing.T) {
			l := running(t, wakeful.WithPanicHandler(func(*wakeful.PanicError) {}))
			host := map[string]string{"udp4": "127.0.0.1:0", "udp6": "[::1]:0"}[network]
			client, err := bind(t, l, network, host)
			if err != nil {
				t.Skipf("NOT RUN: %v", err) // no IPv6 here
			}
			server, err := bind(t, l, network, host)
			check(t, err)
			sink, err := bind(t, l, network, host)
			check(t, err)
			next, sunk := 0, 0
			done := make(chan struct{}, 1)
			on(t, l, func() {
				check(t, sink.OnPacket(func([]byte, netip.AddrPort) { sunk++ }))
				check(t, server.OnPacket(func(p []byte, from netip.AddrPort) {
					equal(t, "from", from, addressOf(client))
					check(t, server.SendTo(p, from))
					for range 70 { // more than one batch, while packets of the batch are to be delivered
						check(t, server.SendTo([]byte("noise"), addressOf(sink)))
					}
					if p[0]%3 == 0 {
						panic("a test")
					}
				}))
				check(t, client.OnPacket(func(p []byte, from netip.AddrPort) {
					equal(t, "from", from, addressOf(server))
					equal(t, "number", int(binary.LittleEndian.Uint32(p)), next)
					equal(t, "length", len(p), 4+next%500)
					if next++; next%batch == 0 {
						done <- struct{}{}
					}
				}))
			})
			p := make([]byte, 600)
			for round := range rounds {
				on(t, l, func() {
					for i := round * batch; i < (round+1)*batch; i++ {
						binary.LittleEndian.PutUint32(p, uint32(i))
						check(t, client.SendTo(p[:4+i%500], addressOf(server)))
					}
					clear(p) // SendTo has a copy
				})
				<-done
			}
			on(t, l, func() {
				if sunk == 0 {
					t.Error("nothing has arrived at the sink")
				}
			})
		})
	}
}

// TestPacketErrors: a packet that the kernel refuses does not keep the others back, and SendTo or
// OnError gets the reason.
func TestPacketErrors(t *testing.T) {
	l := running(t)
	p, err := bind(t, l, "udp4", "127.0.0.1:0")
	check(t, err)
	arrived, failed := make(chan string, 2), make(chan error, 1)
	on(t, l, func() {
		check(t, p.OnPacket(func(b []byte, _ netip.AddrPort) { arrived <- string(b) }))
		check(t, p.OnError(func(err error) { failed <- err }))
		check(t, p.SendTo([]byte("before"), addressOf(p)))
		// Not allowed without SO_BROADCAST.
		if err := p.SendTo([]byte("x"), netip.MustParseAddrPort("255.255.255.255:9")); err != nil {
			failed <- err
		}
		check(t, p.SendTo([]byte("behind"), addressOf(p)))
	})
	equal(t, "first", <-arrived, "before")
	equal(t, "second", <-arrived, "behind")
	var operation *net.OpError
	if err := <-failed; !errors.As(err, &operation) || operation.Op != "sendto" {
		t.Errorf("error %v, want one of sendto", err)
	} else {
		matches(t, err, os.ErrPermission)
	}
}

// TestPacketsBeforeClose: what was sent before Close and before the end of the loop goes out.
func TestPacketsBeforeClose(t *testing.T) {
	for name, end := range map[string]func(*wakeful.Loop, *stream.PacketConn){
		"PacketConn.Close": func(_ *wakeful.Loop, p *stream.PacketConn) { check(t, p.Close()) },
		"Loop.Close":       func(l *wakeful.Loop, _ *stream.PacketConn) { check(t, l.Close()) },
	} {
		t.Run(name, func(t *testing.T) {
			peer, err := net.ListenPacket("udp", "127.0.0.1:0")
			check(t, err)
			defer peer.Close()
			l := running(t)
			p, err := bind(t, l, "udp4", "127.0.0.1:0")
			check(t, err)
			on(t, l, func() {
				check(t, p.SendTo([]byte("last"), netip.MustParseAddrPort(peer.LocalAddr().String())))
				end(l, p)
			})
			b := make([]byte, 10)
			n, _, err := peer.ReadFrom(b)
			check(t, err)
			equal(t, "packet", string(b[:n]), "last")
		})
	}
}

// BenchmarkPackets sends bursts of packets from one loop to another, which answers each.
func BenchmarkPackets(b *testing.B) {
	const burst = 16
	client, server := running(b), running(b)
	from, err := bind(b, client, "udp4", "127.0.0.1:0")
	check(b, err)
	to, err := bind(b, server, "udp4", "127.0.0.1:0")
	check(b, err)
	on(b, server, func() {
		check(b, to.OnPacket(func(p []byte, from netip.AddrPort) { check(b, to.SendTo(p, from)) }))
	})
	target, packet := addressOf(to), make([]byte, 64)
	done := make(chan struct{})
	send := func() {
		for range burst {
			check(b, from.SendTo(packet, target))
		}
	}
	answers := 0
	on(b, client, func() {
		check(b, from.OnPacket(func([]byte, netip.AddrPort) {
			if answers++; answers == b.N*burst {
				close(done)
			} else if answers%burst == 0 {
				send()
			}
		}))
	})
	b.ResetTimer()
	on(b, client, send)
	<-done
}
