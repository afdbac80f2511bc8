package ws

// This file owns the connection between net/http's TLS and a loop. A *tls.Conn has no descriptor
// that a loop could poll. So the loop gets one end of a pair of sockets, and two goroutines copy
// between the other end and the client.

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"io"
	"net"
	"sync/atomic"
	"time"

	"github.com/wakeful-go/wakeful"
	"github.com/wakeful-go/wakeful/internal/transport"
	"github.com/wakeful-go/wakeful/stream"
)

// bridgeBuffer is how much one step copies towards the client.
const bridgeBuffer = 32 << 10

// A bridge owns the client's connection and one end of the pair. Its goroutines end, and both are
// closed, when the loop has closed the other end and called end, or when the loop ends without
// having adopted it.
type bridge struct {
	// Immutable.

	client *tls.Conn
	pair   transport.Conn
	drain  *drainContext
	forget func() bool // of the hook for a loop that ends before it has adopted its end

	clientEnded atomic.Bool   // receive has seen the end of the client's direction
	ended       chan struct{} // closed by end and abandon
	received    chan struct{} // closed when receive has ended
	done        chan struct{} // closed when everything is released
	finished    func()        // called at the end of send; set before ended is closed

	// Read after done.

	dropped int   // bytes that were not written to client
	err     error // why

	// Loop only.

	unacknowledged int // bytes that the client's system had not acknowledged at the end of drain
}

// drainContext holds the context that limits a Shutdown of the loop. Loop only.
type drainContext struct {
	ctx     context.Context // nil unless Shutdown drains the loop
	refused error           // why it will never be set
}

var drainContexts = wakeful.NewLoopLocal(func(l *wakeful.Loop) *drainContext {
	d := &drainContext{}
	_, d.refused = l.OnDrain(func(ctx context.Context) { d.ctx = ctx })
	return d
})

// newBridge starts to copy between c and a pair of sockets, and returns the end of the pair that is
// for the loop. If it returns an error, c still belongs to the caller. Any goroutine.
func newBridge(l *wakeful.Loop, c *tls.Conn) (b *bridge, ours io.Closer, err error) {
	d := drainContexts.Get(l)
	if d.refused != nil {
		return nil, nil, d.refused
	}
	ours, pair, err := pairOf(l)
	if err != nil {
		return nil, nil, err
	}
	b = &bridge{
		client: c, pair: pair, drain: d, finished: func() {},
		ended: make(chan struct{}), received: make(chan struct{}), done: make(chan struct{}),
	}
	b.forget, err = l.OnShutdown(func() {
		b.abandon()
		<-b.done
	})
	if err != nil {
		_ = ours.Close()
		_ = pair.Close()
		return nil, nil, err
	}
	go b.receive()
	go b.send()
	return b, ours, nil
}

// pairOf returns two connected sockets: one for the loop, and one for goroutines.
func pairOf(l *wakeful.Loop) (ours io.Closer, pair transport.Conn, err error) {
	if simulated := transport.Of(l); simulated != nil {
		ours, pair = simulated.Pair()
		return ours, pair, nil
	}
	one, two, err := socketPair()
	if err != nil {
		return nil, nil, err
	}
	conn, err := net.FileConn(two)
	_ = two.Close() // conn has a duplicate
	if err != nil {
		_ = one.Close()
		return nil, nil, err
	}
	return one, conn.(*net.UnixConn), nil
}

// closeClient closes the client's connection, also while other goroutines use it. The kernel still
// sends what it has taken. Close of a tls.Conn waits for the client up to 5 seconds. Any goroutine.
func (b *bridge) closeClient() { _ = b.client.NetConn().Close() }

// receive copies from the client to the loop. When that has ended it drops what still arrives: a
// client that cannot write may not read either, and closing a socket with unread input drops what
// it has to send.
func (b *bridge) receive() {
	defer close(b.received)
	_, err := io.Copy(b.pair, b.client)
	b.clientEnded.Store(err == nil)
	_ = b.pair.CloseWrite()
	if _, err := io.Copy(io.Discard, b.client); err != nil {
		b.closeClient() // the client is gone
	}
}

// send copies from the loop to the client until the loop has ended its direction, and then ends
// that to the client. After an error it still reads, because the loop's connection must be able to
// end.
func (b *bridge) send() {
	p := make([]byte, bridgeBuffer)
	for end := error(nil); end == nil; {
		var n, sent int
		n, end = b.pair.Read(p)
		if n > 0 && b.err == nil {
			if sent, b.err = b.client.Write(p[:n]); b.err != nil {
				b.closeClient() // ends receive, so that the loop notices
			}
		}
		b.dropped += n - sent
	}
	if b.err == nil {
		// It gives up after 5 seconds, and leaves a deadline. What was written before is still
		// sent.
		_ = b.client.CloseWrite()
		_ = b.client.SetWriteDeadline(time.Time{})
		if c, ok := b.client.NetConn().(interface{ CloseWrite() error }); ok {
			_ = c.CloseWrite()
		}
	}
	<-b.ended
	if tcp, ok := b.client.NetConn().(*net.TCPConn); ok && b.err == nil {
		awaitAcknowledgment(tcp)
	}
	b.closeClient()
	_ = b.pair.Close()
	<-b.received
	close(b.done)
	b.finished()
}

// adopted is called on the loop when it has its end of the pair. From then on end will be called.
func (b *bridge) adopted() { b.forget() }

// abandon releases everything. It is called instead of end if the loop does not adopt its end.
func (b *bridge) abandon() {
	b.closeClient()
	_ = b.pair.Close()
	close(b.ended)
}

// connectionEnded is called once, when the loop's connection has ended with err, and calls report.
// Loop only.
//
// If the loop is ending, what is on its way is sent until the context of Shutdown ends, and report
// is called afterwards with what was lost. If the client has ended its direction and so both have
// ended, it is sent for at most the time limit. In both cases Shutdown waits for it. Otherwise the
// loop's connection was closed or has failed, and bytes that are on their way are dropped.
func (b *bridge) connectionEnded(l *wakeful.Loop, limit time.Duration, err error, report func(error)) {
	ending := errors.Is(err, wakeful.ErrClosed)
	// The loop accepts it in every callback, and in the functions of OnShutdown. A hook, so that
	// all connections of a loop that is ending are told before the loop waits for the first.
	forget, _ := l.OnShutdown(func() {
		b.wait()
		if ending {
			report(b.lost(err))
		}
	})
	switch {
	case ending:
	case err == nil && b.clientEnded.Load():
		keep := l.KeepAlive()
		timer := time.AfterFunc(limit, b.closeClient)
		b.finished = func() {
			timer.Stop()
			forget()
			keep.Release()
		}
	default:
		b.closeClient()
		b.finished = func() { forget() }
	}
	close(b.ended)
	if !ending {
		report(err)
	}
}

// wait returns when everything is released. It is called at the end of the loop.
func (b *bridge) wait() {
	if ctx := b.drain.ctx; ctx != nil {
		select {
		case <-b.done:
			return
		case <-ctx.Done():
		}
		if tcp, ok := b.client.NetConn().(*net.TCPConn); ok {
			if b.unacknowledged = unacknowledgedBy(tcp); b.unacknowledged > 0 {
				_ = tcp.SetLinger(0) // the kernel drops them, as package stream does it
			}
		}
	}
	b.closeClient()
	<-b.done
}

// lost returns what OnClose gets at the end of the loop: err, and what was not sent.
func (b *bridge) lost(err error) error {
	n, cause := b.dropped+b.unacknowledged, b.err
	if n == 0 {
		return err
	}
	if ctx := b.drain.ctx; ctx != nil && ctx.Err() != nil {
		cause = context.Cause(ctx)
	}
	if cause == nil {
		return fmt.Errorf("%w: %d bytes were dropped behind the loop: %w", stream.ErrUnsent, n, err)
	}
	return fmt.Errorf("%w: %d bytes were dropped behind the loop: %w: %w", stream.ErrUnsent, n, err, cause)
}

// unacknowledgedBy returns how many bytes the client's system has not acknowledged.
func unacknowledgedBy(c *net.TCPConn) (n int) {
	if raw, err := c.SyscallConn(); err == nil {
		_ = raw.Control(func(fd uintptr) { n = unacknowledged(int(fd)) })
	}
	return n
}

// awaitAcknowledgment waits until the client's system has acknowledged everything, or c is closed.
// Our direction has ended: the acknowledgment of that counts as readiness to write.
func awaitAcknowledgment(c *net.TCPConn) {
	if raw, err := c.SyscallConn(); err == nil && unacknowledgedBy(c) > 0 {
		_ = raw.Write(func(fd uintptr) bool { return unacknowledged(int(fd)) == 0 })
	}
}
