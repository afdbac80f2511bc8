//go:build (linux || darwin || freebsd || netbsd || openbsd || dragonfly) && !wakeful_nopoll

package stream_test

import (
	"bytes"
	"fmt"
	"net"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/wakeful-go/wakeful"
	"github.com/wakeful-go/wakeful/stream"
)

// bindUnixgram calls ListenUnixgram and waits for its result.
func bindUnixgram(t testing.TB, l *wakeful.Loop, path string) (p *stream.UnixgramConn, err error) {
	t.Helper()
	done := make(chan struct{})
	check(t, stream.ListenUnixgram(l, path, func(got *stream.UnixgramConn, problem error) {
		p, err = got, problem
		close(done)
	}))
	<-done
	return p, err
}

// unixgramPaths are paths of all kinds that the system has.
func unixgramPaths(t *testing.T) []string {
	paths := []string{filepath.Join(short(t), "s")}
	if runtime.GOOS == "linux" {
		paths = append(paths, fmt.Sprintf("@wakeful-%d", os.Getpid()), "")
	}
	return paths
}

// TestUnixgram: packets of all sizes are echoed, between two sockets of one loop and with a peer of
// package net.
func TestUnixgram(t *testing.T) {
	for _, path := range unixgramPaths(t) {
		t.Run(path, func(t *testing.T) {
			dir := short(t)
			l := running(t)
			server, err := bindUnixgram(t, l, path)
			check(t, err)
			on(t, l, func() {
				check(t, server.OnPacket(func(p []byte, from string) { check(t, server.SendTo(p, from)) }))
			})
			to := server.LocalAddr().String()
			client, err := bindUnixgram(t, l, filepath.Join(dir, "c"))
			check(t, err)
			answers := make(chan string, 1)
			on(t, l, func() {
				check(t, client.OnPacket(func(p []byte, from string) {
					equal(t, "from", from, to)
					answers <- string(p)
				}))
			})
			for _, text := range []string{"one", "", "two", string(bytes.Repeat([]byte("x"), 60_000))} {
				on(t, l, func() { check(t, client.SendTo([]byte(text), to)) })
				if got := <-answers; got != text {
					t.Errorf("got %d bytes, want %d", len(got), len(text))
				}
			}
			peer, err := net.DialUnix("unixgram", &net.UnixAddr{Name: filepath.Join(dir, "n"), Net: "unixgram"},
				&net.UnixAddr{Name: to, Net: "unixgram"})
			check(t, err)
			defer peer.Close()
			_, err = peer.Write([]byte("hello"))
			check(t, err)
			p := make([]byte, 10)
			n, err := peer.Read(p)
			check(t, err)
			equal(t, "answer", string(p[:n]), "hello")
			on(t, l, func() { check(t, server.Close()) })
			if _, err := os.Stat(path); err == nil {
				t.Errorf("%s is still there", path)
			}
		})
	}
}

// TestUnixgramWithoutAddress: a sender without a path has the path "".
func TestUnixgramWithoutAddress(t *testing.T) {
	l := running(t)
	server, err := bindUnixgram(t, l, filepath.Join(short(t), "s"))
	check(t, err)
	senders := make(chan string)
	on(t, l, func() {
		check(t, server.OnPacket(func(p []byte, from string) { senders <- from + string(p) }))
	})
	peer, err := net.Dial("unixgram", server.LocalAddr().String())
	check(t, err)
	defer peer.Close()
	_, err = peer.Write([]byte("hello"))
	check(t, err)
	equal(t, "sender and packet", <-senders, "hello")
}

// TestUnixgramWaitsForRoom: packets that SendTo accepts arrive in order although the receiver has room
// for few of them. Meanwhile others get theirs. A callback sends as many as go out with one system call,
// or more, so that some go out while it sends.
func TestUnixgramWaitsForRoom(t *testing.T) {
	t.Run("a batch", func(t *testing.T) { unixgramWaitsForRoom(t, 60, 60) })
	t.Run("more than a batch", func(t *testing.T) { unixgramWaitsForRoom(t, 200, 64) })
}

func unixgramWaitsForRoom(t *testing.T, batch, least int) {
	dir := short(t)
	slow, err := net.ListenUnixgram("unixgram", &net.UnixAddr{Name: filepath.Join(dir, "slow"), Net: "unixgram"})
	check(t, err)
	defer slow.Close()
	l := running(t)
	sender, err := bindUnixgram(t, l, filepath.Join(dir, "sender"))
	check(t, err)
	quick, err := bindUnixgram(t, l, filepath.Join(dir, "quick"))
	check(t, err)
	arrived := make(chan string, 1)
	accepted := 0
	on(t, l, func() {
		check(t, quick.OnPacket(func(p []byte, _ string) { arrived <- string(p) }))
		check(t, sender.OnError(func(err error) { t.Error(err) }))
	})
	send := func(n int) (refused bool) {
		on(t, l, func() {
			for range n {
				err := sender.SendTo(fmt.Append(nil, accepted), slow.LocalAddr().String())
				if err != nil {
					matches(t, err, stream.ErrQueueFull)
					refused = true
					break
				}
				accepted++
			}
			check(t, sender.SendTo([]byte("past"), quick.LocalAddr().String()))
		})
		equal(t, "packet for another receiver", <-arrived, "past")
		return refused
	}
	until(func() bool { return send(batch) }) // its room is full
	p := make([]byte, 10)
	for i := range accepted {
		n, err := slow.Read(p)
		check(t, err)
		equal(t, "packet", string(p[:n]), fmt.Sprint(i))
	}
	if stream.BatchesPackets && accepted < least {
		t.Errorf("%d packets were accepted, want at least %d", accepted, least)
	}
	until(func() bool { return !send(1) })
}

// TestUnixgramReceiverIsGone: what waits for a receiver that closes is reported.
func TestUnixgramReceiverIsGone(t *testing.T) {
	dir := short(t)
	slow, err := net.ListenUnixgram("unixgram", &net.UnixAddr{Name: filepath.Join(dir, "slow"), Net: "unixgram"})
	check(t, err)
	l := running(t)
	sender, err := bindUnixgram(t, l, filepath.Join(dir, "sender"))
	check(t, err)
	failed := make(chan error, 100)
	on(t, l, func() { check(t, sender.OnError(func(err error) { failed <- err })) })
	until(func() (refused bool) {
		on(t, l, func() { refused = sender.SendTo([]byte("x"), slow.LocalAddr().String()) != nil })
		return refused
	})
	check(t, slow.Close())
	if stream.BatchesPackets { // else SendTo had the error itself
		err := <-failed
		if !strings.Contains(err.Error(), "dropped") {
			t.Errorf("error %v does not say what was dropped", err)
		}
	}
	on(t, l, func() { // joined packets, and one that goes out at once
		_ = sender.SendTo([]byte("x"), slow.LocalAddr().String())
		if sender.SendTo(make([]byte, 5000), slow.LocalAddr().String()) == nil {
			t.Error("a packet to a receiver that is gone was sent")
		}
	})
}

// TestUnixgramMistakes: each wrong call returns an error, and the socket still works.
func TestUnixgramMistakes(t *testing.T) {
	before := descriptors(t)
	l := running(t)
	path := filepath.Join(short(t), "s")
	one, err := bindUnixgram(t, l, path)
	check(t, err)
	if _, err := bindUnixgram(t, l, path); err == nil {
		t.Error("a path was bound twice")
	}
	matches(t, stream.ListenUnixgram(l, path, nil), wakeful.ErrNilFunc)
	matches(t, one.SendTo(nil, path), wakeful.ErrNotOnLoop)
	matches(t, one.Close(), wakeful.ErrNotOnLoop)
	arrived, failed := make(chan string, 1), make(chan error, 1)
	on(t, l, func() {
		matches(t, one.OnPacket(nil), wakeful.ErrNilFunc)
		check(t, one.OnError(func(err error) { failed <- err }))
		check(t, one.OnPacket(func(p []byte, _ string) { arrived <- string(p) }))
		for _, to := range []string{"", strings.Repeat("x", 200)} {
			if one.SendTo([]byte("x"), to) == nil {
				t.Errorf("sent to %q", to)
			}
		}
	})
	if runtime.GOOS == "linux" { // others do not send as much
		on(t, l, func() { check(t, one.SendTo(make([]byte, 70_000), path)) })
		if err := <-failed; !strings.Contains(err.Error(), "64 KiB") {
			t.Errorf("error %v", err)
		}
	}
	on(t, l, func() { check(t, one.SendTo([]byte("last"), path)) })
	equal(t, "packet", <-arrived, "last")
	on(t, l, func() {
		check(t, one.Close())
		matches(t, one.Close(), stream.ErrClosed, net.ErrClosed)
		matches(t, one.SendTo(nil, path), stream.ErrClosed)
	})
	shutDown(t, l)
	equal(t, "descriptors", descriptors(t), before)
}

// TestAdoptUnixgramConn: a socket of package net continues on the loop, and its path stays.
func TestAdoptUnixgramConn(t *testing.T) {
	l := running(t)
	path := filepath.Join(short(t), "s")
	opened, err := net.ListenUnixgram("unixgram", &net.UnixAddr{Name: path, Net: "unixgram"})
	check(t, err)
	matches(t, stream.AdoptPacketConn(l, opened, func(*stream.PacketConn, error) { t.Error("called") }), os.ErrInvalid)
	arrived := make(chan string, 1)
	adopted := make(chan *stream.UnixgramConn, 1)
	check(t, stream.AdoptUnixgramConn(l, opened, func(p *stream.UnixgramConn, err error) {
		check(t, err)
		check(t, p.OnPacket(func(b []byte, _ string) { arrived <- string(b) }))
		adopted <- p
	}))
	peer, err := net.Dial("unixgram", path)
	check(t, err)
	defer peer.Close()
	_, err = peer.Write([]byte("hello"))
	check(t, err)
	equal(t, "packet", <-arrived, "hello")
	p := <-adopted
	on(t, l, func() { check(t, p.Close()) })
	_, err = os.Stat(path)
	check(t, err)
}

// BenchmarkUnixgram sends bursts of packets from one loop to another, which answers each.
func BenchmarkUnixgram(b *testing.B) {
	const burst = 8 // a receiver has room for ten
	dir := b.TempDir()
	client, server := running(b), running(b)
	from, err := bindUnixgram(b, client, filepath.Join(dir, "c"))
	check(b, err)
	to, err := bindUnixgram(b, server, filepath.Join(dir, "s"))
	check(b, err)
	on(b, server, func() {
		check(b, to.OnPacket(func(p []byte, from string) { check(b, to.SendTo(p, from)) }))
	})
	target, packet := to.LocalAddr().String(), make([]byte, 64)
	done := make(chan struct{})
	send := func() {
		for range burst {
			check(b, from.SendTo(packet, target))
		}
	}
	answers := 0
	on(b, client, func() {
		check(b, from.OnPacket(func([]byte, string) {
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
