//go:build (linux || darwin || freebsd || netbsd || openbsd || dragonfly) && !wakeful_nopoll

package stream_test

import (
	"bytes"
	"net"
	"net/netip"
	"testing"

	"github.com/wakeful-go/wakeful"
	"github.com/wakeful-go/wakeful/stream"
)

// bind calls ListenPacket and waits for its result.
func bind(t testing.TB, l *wakeful.Loop, network, address string) (p *stream.PacketConn, err error) {
	t.Helper()
	done := make(chan struct{})
	on(t, l, func() {
		failed := stream.ListenPacket(l, network, address, func(got *stream.PacketConn, problem error) {
			p, err = got, problem
			close(done)
		})
		if failed != nil {
			err = failed
			close(done)
		}
	})
	<-done
	return p, err
}

// TestPackets: packets of all sizes are echoed, between two sockets of one loop and with a peer of
// package net.
func TestPackets(t *testing.T) {
	for _, address := range []string{"127.0.0.1:0", ":0", "localhost:0"} {
		t.Run(address, func(t *testing.T) {
			l := running(t)
			server, err := bind(t, l, "udp", address)
			if err != nil {
				t.Fatal(err)
			}
			on(t, l, func() {
				check(t, server.OnPacket(func(p []byte, from netip.AddrPort) { check(t, server.SendTo(p, from)) }))
			})
			_, port, err := net.SplitHostPort(server.LocalAddr().String())
			check(t, err)
			to := netip.MustParseAddrPort("127.0.0.1:" + port)

			client, err := bind(t, l, "udp4", "127.0.0.1:0")
			check(t, err)
			type packet struct {
				text string
				from netip.AddrPort
			}
			answers := make(chan packet, 1)
			on(t, l, func() {
				check(t, client.OnPacket(func(p []byte, from netip.AddrPort) { answers <- packet{string(p), from} }))
			})
			for _, text := range []string{"one", "", "two", string(bytes.Repeat([]byte("x"), 60_000))} {
				on(t, l, func() { check(t, client.SendTo([]byte(text), to)) })
				got := <-answers
				equal(t, "length", len(got.text), len(text))
				equal(t, "from", got.from, to)
			}
			peer, err := net.Dial("udp", to.String())
			check(t, err)
			defer peer.Close()
			_, err = peer.Write([]byte("hello"))
			check(t, err)
			p := make([]byte, 10)
			n, err := peer.Read(p)
			check(t, err)
			equal(t, "answer", string(p[:n]), "hello")
		})
	}
}

// TestPacketMistakes: each wrong call returns an error, and the socket still works.
func TestPacketMistakes(t *testing.T) {
	l := running(t)
	one, err := bind(t, l, "udp4", "127.0.0.1:0")
	check(t, err)
	if _, err := bind(t, l, "udp4", one.LocalAddr().String()); err == nil {
		t.Error("an address was bound twice")
	}
	if _, err := bind(t, l, "tcp", "127.0.0.1:0"); err == nil {
		t.Error("tcp is no network of packets")
	}
	matches(t, one.SendTo(nil, netip.AddrPort{}), wakeful.ErrNotOnLoop)
	matches(t, one.Close(), wakeful.ErrNotOnLoop)
	calls := 0
	on(t, l, func() {
		self := netip.MustParseAddrPort(one.LocalAddr().String())
		matches(t, one.OnPacket(nil), wakeful.ErrNilFunc)
		for _, to := range []netip.AddrPort{{}, netip.MustParseAddrPort("[::1]:1")} {
			if one.SendTo([]byte("x"), to) == nil {
				t.Errorf("sent to %v", to)
			}
		}
		if one.SendTo(make([]byte, 70_000), self) == nil {
			t.Error("a packet of 70,000 bytes was sent")
		}
		check(t, one.OnPacket(func([]byte, netip.AddrPort) {
			calls++
			check(t, one.Close())
		}))
		for range 3 {
			check(t, one.SendTo([]byte("x"), self))
		}
	})
	until(func() (called bool) {
		on(t, l, func() { called = calls > 0 })
		return called
	})
	on(t, l, func() {
		equal(t, "packets after Close", calls, 1)
		matches(t, one.Close(), stream.ErrClosed, net.ErrClosed)
		matches(t, one.SendTo(nil, netip.AddrPort{}), stream.ErrClosed)
	})
}
