//go:build (linux || darwin || freebsd || netbsd || openbsd || dragonfly) && !wakeful_nopoll

package stream_test

// Errors, refusals and leaks of a Shutdown that drains.

import (
	"context"
	"errors"
	"io"
	"net"
	"runtime"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/wakeful-go/wakeful"
	"github.com/wakeful-go/wakeful/stream"
)

// reset closes a connection of package net with a reset.
func reset(t *testing.T, c io.Closer) {
	t.Helper()
	check(t, c.(*net.TCPConn).SetLinger(0))
	check(t, c.Close())
}

// TestDrainErrorIsItsOwn: a connection whose peer is closed reports that error, even if the context
// of Shutdown ends later because of another connection.
func TestDrainErrorIsItsOwn(t *testing.T) {
	l := running(t)
	sent := pattern()
	gone, peer, end := accepted(t, l, "tcp", sent)
	_, _, stalled := accepted(t, l, "tcp", sent)
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	on(t, l, func() {
		check(t, l.RunBlocking(context.Background(), func(ctx context.Context) (int, error) {
			<-ctx.Done() // the loop has begun to end, so it does not see the reset
			reset(t, peer)
			return 0, nil
		}, func(int, error) {
			for gone.Queued() > 0 { // until its drainer has given up
				runtime.Gosched()
			}
			cancel()
		}))
		check(t, l.Shutdown(ctx))
	})
	err := <-end
	matches(t, err, wakeful.ErrClosed, stream.ErrUnsent)
	if !errors.Is(err, syscall.ECONNRESET) && !errors.Is(err, syscall.EPIPE) {
		t.Errorf("%v does not say that the peer is gone", err)
	}
	matches(t, <-stalled, wakeful.ErrClosed, stream.ErrUnsent, context.Canceled)
}

// TestWriteAtTheEnd: bytes that OnClose writes to other connections at the loop's end are sent or
// refused, even if everything written before has already arrived. The test hangs if a connection
// begins to drain after the others were told to finish.
func TestWriteAtTheEnd(t *testing.T) {
	const waiting = 8 // connections that Shutdown waits for
	for range 8 {     // the order in which connections end is random
		l := running(t)
		window := make([]byte, 512<<10) // more than a system receives unread
		conns := make(chan *stream.Conn, 1)
		listener := serve(t, l, "tcp", func(c *stream.Conn) {
			if n, err := c.Write(window); n != len(window) || err != nil || c.Queued() > 0 {
				t.Errorf("the kernel does not take %d bytes: %v", len(window), err)
			}
			conns <- c
		})
		// full returns a connection whose peer has not received everything.
		full := func() (*stream.Conn, net.Conn) {
			peer := connect(t, listener)
			return <-conns, peer
		}
		sent, sentPeer := full()
		var peers []net.Conn
		received := make(chan struct{})
		promised := 0 // bytes that sentPeer has not read when received is closed
		for range waiting {
			c, peer := full()
			peers = append(peers, peer)
			on(t, l, func() {
				check(t, c.OnClose(func(err error) {
					matches(t, err, wakeful.ErrClosed)
					if sent.WriteAll(pattern()) == nil {
						promised += large
					}
				}))
			})
		}
		idle := make(chan *stream.Conn, 1)
		connect(t, serve(t, l, "unix", func(c *stream.Conn) { idle <- c }))
		first := <-idle
		on(t, l, func() {
			check(t, first.OnClose(func(error) { // Shutdown does not wait for it, so it ends first
				_, err := io.ReadFull(sentPeer, make([]byte, len(window)))
				check(t, err)
				for stream.Unacknowledged(sent) > 0 {
					runtime.Gosched()
				}
				close(received)
			}))
			check(t, l.Shutdown(context.Background()))
		})
		<-received
		for _, peer := range peers {
			go func() { _, _ = io.Copy(io.Discard, peer) }() // ends with the loop
		}
		got, err := io.Copy(io.Discard, sentPeer)
		check(t, err)
		<-l.Done()
		equal(t, "bytes", int(got), promised)
	}
}

// TestShutdownOfMany: peers that stall, read on, close or reset while many connections drain leave
// no open descriptor. TestMain checks for goroutines.
func TestShutdownOfMany(t *testing.T) {
	before := descriptors(t)
	const each = 5
	l := running(t)
	part := make([]byte, 64<<10)
	var peers []net.Conn
	var reading sync.WaitGroup
	for network, kinds := range map[string]int{"tcp": 4, "unix": 3} {
		queued := make(chan struct{}, 1)
		listener := serve(t, l, network, func(c *stream.Conn) {
			for c.Queued() == 0 {
				check(t, c.WriteAll(part))
			}
			queued <- struct{}{}
		})
		for i := range kinds * each {
			peer := connect(t, listener)
			peers = append(peers, peer)
			<-queued
			reading.Go(func() {
				<-l.Context().Done() // Shutdown was called
				switch i % kinds {
				case 0: // reads nothing until the loop has ended
				case 1:
					_, err := io.Copy(io.Discard, peer)
					check(t, err)
				case 2:
					_, err := io.CopyN(io.Discard, peer, int64(len(part)))
					check(t, err)
					check(t, peer.Close())
				case 3:
					reset(t, peer)
				}
			})
		}
	}
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	on(t, l, func() { check(t, l.Shutdown(ctx)) })
	reading.Wait() // all but those that stall have ended
	cancel()
	<-l.Done()
	for _, peer := range peers {
		_ = peer.Close() // some have been closed before
	}
	equal(t, "descriptors", descriptors(t), before)
}

// TestLoopEndsBeforeTheConstructor: calls of constructors off the loop are not answered once the
// loop is ending, and leave nothing open.
func TestLoopEndsBeforeTheConstructor(t *testing.T) {
	before := descriptors(t)
	l, err := wakeful.New()
	check(t, err)
	check(t, stream.Listen(l, "tcp", "127.0.0.1:0", func(*stream.Listener, error) { t.Error("Listen called back") }))
	check(t, stream.ListenPacket(l, "udp", "127.0.0.1:0", func(*stream.PacketConn, error) { t.Error("ListenPacket called back") }))
	_, err = stream.Dial(l, "tcp", "127.0.0.1:1", time.Hour, func(*stream.Conn, error) { t.Error("Dial called back") })
	check(t, err)
	ours, peer := pair(t, "tcp", "127.0.0.1:0")
	check(t, stream.AdoptConn(l, ours, func(*stream.Conn, error) { t.Error("AdoptConn called back") }))
	// What was submitted still runs, while the loop drains.
	_ = l.Shutdown(canceled())
	check(t, l.Run(context.Background()))
	_, err = io.ReadAll(peer)
	check(t, err)
	check(t, peer.Close())
	equal(t, "descriptors", descriptors(t), before)
}

// canceled returns a context that has ended.
func canceled() context.Context {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	return ctx
}

// TestRefusedFileStaysBlocking: a file that the loop refuses is unchanged.
func TestRefusedFileStaysBlocking(t *testing.T) {
	l, err := wakeful.New()
	check(t, err)
	check(t, l.Close())
	ours, peer := pair(t, "tcp", "127.0.0.1:0")
	file := asFile(t, ours.(*net.TCPConn))
	matches(t, stream.AdoptConn(l, file, func(*stream.Conn, error) { t.Error("called") }), wakeful.ErrClosed)
	go func() {
		_, err := peer.Write([]byte("x"))
		check(t, err)
	}()
	n, err := file.Read(make([]byte, 1)) // EAGAIN if it does not block
	check(t, err)
	equal(t, "bytes", n, 1)
	check(t, file.Close())
}
