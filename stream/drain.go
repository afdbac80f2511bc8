package stream

// This file owns draining. After Shutdown the poller calls no functions, so a goroutine per connection
// sends the bytes that Write has accepted.

import (
	"context"
	"errors"
	"fmt"
	"os"
	"sync"
	"syscall"
	"time"

	"github.com/wakeful-go/wakeful"
	"github.com/wakeful-go/wakeful/internal/transport"
)

// drainer sends the queue of one connection with blocking writes. It owns the
// descriptor.
//
// Rejected: a poller that continues for some connections while the loop calls no other
// functions. It would add a state to every turn of every loop.
//
// Each drainer has two goroutines, one that sends and one that discards input. Their
// number is not limited. With a limit, peers that do not read would delay the queues of
// the others.
type drainer struct {
	sockets
	gate   func() // see sockets.gate
	file   transport.File
	raw    syscall.RawConn
	tcp    bool
	ctx    context.Context // ends when Shutdown gives up, and at Conn.Close
	cancel context.CancelFunc
	wake   chan struct{} // one slot: the queue or last has changed
	done   chan struct{} // closed after the descriptor was closed
	ended  bool          // the peer was sent the end of the direction; its goroutine only
	err    error         // why bytes are unsent; read after done
	unsent unsent        // read after done

	mu     sync.Mutex // the loop adds to the queue, the goroutine takes from it
	queue  queue
	last   bool // nothing more will be added
	closed bool // nothing more is sent
}

// startDrain gives the descriptor and the queue to a drainer. Loop only.
func (c *Conn) startDrain() {
	if c.closed || c.drainer != nil || c.set.drain.Err() != nil {
		return
	}
	c.LocalAddr() // remembered, because the descriptor is gone afterwards
	c.deregister()
	c.eachTimeout((*timeout).stop)
	d := &drainer{
		sockets: c.set.sockets, gate: c.set.sockets.gate(c.fd), file: c.set.sockets.file(c.fd), tcp: c.remote.network != "unix",
		wake: make(chan struct{}, 1), done: make(chan struct{}),
		queue: c.queue, last: c.writeEnded, ended: c.writeShut,
	}
	c.fd, c.queue, c.drainer = -1, queue{}, d
	d.raw, _ = d.file.SyscallConn() // fails for a nil file only
	d.ctx, d.cancel = context.WithCancel(c.set.drain)
	go d.run()
}

// unsent counts accepted bytes that have not reached the peer's system.
type unsent struct {
	dropped int // they were in the queue
	waiting int // the system has taken them, and may still deliver them unless others were dropped
}

// unsentOf counts what is unsent on a descriptor whose queue has that many bytes. ended means that
// the peer was sent the end of the direction.
func (s sockets) unsentOf(fd, queued int, tcp, ended bool) unsent {
	u := unsent{dropped: queued}
	if tcp {
		u.waiting = s.inFlight(fd)
	}
	if ended && u.waiting > 0 {
		u.waiting-- // the end itself
	}
	return u
}

// hasUnsent reports whether bytes that Write has accepted have not reached the peer's system. Bytes
// in the kernel count, because closing a socket with unread input drops them. Loop only.
func (c *Conn) hasUnsent() bool {
	switch {
	case c.closed || c.dialing != nil || c.set.drain == nil || c.set.drain.Err() != nil:
		return false
	case c.drainer != nil:
		return true
	}
	return c.queue.size > 0 || c.remote.network != "unix" && c.set.sockets.unacknowledged(c.fd) > 0
}

// finishDrain ends the connection when everything is sent. Loop only.
func (c *Conn) finishDrain() {
	if c.hasUnsent() {
		c.startDrain()
	}
	if c.drainer != nil {
		if c.layer != nil {
			_ = c.layer.closeWrite() // queues close_notify before the end
		}
		c.drainer.finish()
	}
}

// endError returns what OnClose gets when the loop ends. It waits for the drainer.
func (c *Conn) endError() error {
	var u unsent
	var cause error
	if d := c.drainer; d != nil {
		<-d.done
		u, cause = d.unsent, d.err
	} else if c.dialing == nil {
		u = c.set.sockets.unsentOf(c.fd, c.queue.size, c.remote.network != "unix", c.writeShut)
		cause = c.set.sockets.error(c.fd) // a reset that the loop has not seen
	}
	if u == (unsent{}) {
		return wakeful.ErrClosed
	}
	if c.set.drain != nil && c.set.drain.Err() != nil && (cause == nil || errors.Is(cause, os.ErrDeadlineExceeded)) {
		cause = context.Cause(c.set.drain) // the end of the context sets the deadline, see run
	}
	what := fmt.Sprintf("%d bytes were dropped", u.dropped+u.waiting) // the reset drops both
	if u.dropped == 0 {
		what = fmt.Sprintf("%d bytes were not acknowledged by the peer's system", u.waiting)
	}
	if cause == nil || errors.Is(cause, wakeful.ErrClosed) {
		return fmt.Errorf("%w: %s: %w", ErrUnsent, what, wakeful.ErrClosed)
	}
	return fmt.Errorf("%w: %s: %w: %w", ErrUnsent, what, wakeful.ErrClosed, cause)
}

// push adds to the queue. Loop only.
func (d *drainer) push(p []byte) error {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.closed || d.last {
		return fmt.Errorf("write while the loop ends: %w", wakeful.ErrClosed)
	}
	d.queue.push(p)
	d.signal()
	return nil
}

// size returns how many bytes wait.
func (d *drainer) size() int {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.queue.size
}

// finish declares that nothing more will be added.
func (d *drainer) finish() {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.last = true
	d.signal()
}

func (d *drainer) signal() {
	select {
	case d.wake <- struct{}{}:
	default:
	}
}

// abort closes the descriptor now, and returns when it is closed.
func (d *drainer) abort() {
	d.cancel()
	<-d.done
}

// run is the drainer's goroutine.
func (d *drainer) run() {
	defer close(d.done)
	defer d.cancel()
	if d.gate != nil {
		d.gate()
	}
	past := time.Unix(1, 0)
	stop := context.AfterFunc(d.ctx, func() { _ = d.file.SetDeadline(past) })
	defer stop()
	discarded := make(chan error, 1)
	go func() { discarded <- d.discard() }()
	d.err = d.send()
	if d.err == nil && d.tcp {
		d.awaitAcknowledgment()
	}
	d.mu.Lock()
	queued := d.queue.size
	d.closed = true
	d.queue.clear()
	d.mu.Unlock()
	_ = d.file.SetReadDeadline(past)
	failed := <-discarded
	_ = d.raw.Control(func(number uintptr) { // it fails for a closed file only
		fd := int(number)
		d.unsent = d.unsentOf(fd, queued, d.tcp, d.ended)
		// A reset is reported once: to the writer, to the reader, or to nobody yet.
		if d.err == nil {
			d.err = failed
		}
		if d.err == nil {
			d.err = d.error(fd)
		}
		if d.unsent.dropped > 0 && d.tcp {
			d.resetOnClose(fd)
		}
	})
	_ = d.file.Close()
}

// send writes the queue until nothing more will be added and everything is written, or
// the context ends.
func (d *drainer) send() error {
	for {
		d.mu.Lock()
		b, last := d.queue.first, d.last
		var p []byte
		if b != nil {
			p = b.bytes[b.from:b.to] // the loop may write behind these bytes meanwhile
		}
		d.mu.Unlock()
		if b == nil {
			if last || d.ctx.Err() != nil {
				return nil //nolint:nilerr // nothing is left to send; the end of ctx is no error then
			}
			select {
			case <-d.wake:
			case <-d.ctx.Done():
			}
			if d.gate != nil {
				d.gate()
			}
			continue
		}
		n, err := d.file.Write(p)
		d.mu.Lock()
		d.queue.advance(n)
		d.mu.Unlock()
		if err != nil {
			if path, ok := errors.AsType[*os.PathError](err); ok {
				err = path.Err // the path is a made-up name
			}
			return err
		}
	}
}

// discard reads what arrives and drops it: a peer that cannot write may not read either.
// It returns at the peer's end, at an error, which it returns, and when the read deadline passes. It
// holds a block only while it reads, because thousands of drainers may wait for stalled peers.
func (d *drainer) discard() error {
	var n int
	var err error
	readOnce := func(fd uintptr) bool {
		b := blockPool.Get().(*block)
		defer blockPool.Put(b)
		n, err = d.read(int(fd), b.bytes[:])
		return !wouldBlock(err)
	}
	for {
		switch waited := d.raw.Read(readOnce); {
		case waited != nil:
			return nil //nolint:nilerr // the deadline
		case n <= 0:
			return err
		}
	}
}

// awaitAcknowledgment ends this direction and waits until the peer's system has
// acknowledged everything, or the context ends. If the socket was closed before and more
// input came, the kernel would drop what is in its send buffer.
func (d *drainer) awaitAcknowledgment() {
	acknowledged := func(fd uintptr) bool { return d.unacknowledged(int(fd)) == 0 }
	pending := false
	_ = d.raw.Control(func(fd uintptr) {
		if pending = !acknowledged(fd); pending {
			// It fails for a connection that is gone, which shows in the next call.
			d.ended = d.shutdownWrite(int(fd)) == nil || d.ended
		}
	})
	if pending {
		// The acknowledgment of the end counts as readiness to write.
		_ = d.raw.Write(acknowledged)
	}
}
