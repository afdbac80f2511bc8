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
	file   *os.File
	raw    syscall.RawConn
	tcp    bool
	ctx    context.Context // ends when Shutdown gives up, and at Conn.Close
	cancel context.CancelFunc
	wake   chan struct{} // one slot: the queue or last has changed
	done   chan struct{} // closed after the descriptor was closed
	err    error         // why bytes were dropped; read after done
	unsent int           // number of dropped bytes; read after done

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
	c.stopTimeouts()
	d := &drainer{
		file: os.NewFile(uintptr(c.fd), "socket"), tcp: c.remote.network != "unix",
		wake: make(chan struct{}, 1), done: make(chan struct{}),
		queue: c.queue, last: c.writeEnded,
	}
	c.fd, c.queue, c.drainer = -1, queue{}, d
	d.raw, _ = d.file.SyscallConn() // fails for a nil file only
	d.ctx, d.cancel = context.WithCancel(c.set.drain)
	go d.run()
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
	return c.queue.size > 0 || c.remote.network != "unix" && unacknowledged(c.fd) > 0
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
	unsent, cause := c.queue.size, error(nil)
	if d := c.drainer; d != nil {
		<-d.done
		unsent, cause = d.unsent, d.err
	}
	if unsent == 0 {
		return wakeful.ErrClosed
	}
	if c.set.drain != nil && c.set.drain.Err() != nil && (cause == nil || errors.Is(cause, os.ErrDeadlineExceeded)) {
		cause = context.Cause(c.set.drain) // the end of the context sets the deadline, see run
	}
	if cause == nil || errors.Is(cause, wakeful.ErrClosed) {
		return fmt.Errorf("%w: %d bytes were dropped: %w", ErrUnsent, unsent, wakeful.ErrClosed)
	}
	return fmt.Errorf("%w: %d bytes were dropped: %w: %w", ErrUnsent, unsent, wakeful.ErrClosed, cause)
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
	past := time.Unix(1, 0)
	stop := context.AfterFunc(d.ctx, func() { _ = d.file.SetDeadline(past) })
	defer stop()
	discarded := make(chan struct{})
	go func() {
		defer close(discarded)
		d.discard()
	}()
	d.err = d.send()
	if d.err == nil && d.tcp {
		d.awaitAcknowledgment()
	}
	d.mu.Lock()
	d.closed, d.unsent = true, d.queue.size
	d.queue.clear()
	d.mu.Unlock()
	_ = d.file.SetReadDeadline(past)
	<-discarded
	if d.unsent > 0 && d.tcp {
		_ = d.raw.Control(func(fd uintptr) { resetOnClose(int(fd)) })
	}
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
// It returns at the peer's end, at an error, and when the read deadline passes. It holds a
// block only while it reads, because thousands of drainers may wait for stalled peers.
func (d *drainer) discard() {
	var n int
	readOnce := func(fd uintptr) bool {
		b := blockPool.Get().(*block)
		defer blockPool.Put(b)
		var err error
		n, err = read(int(fd), b.bytes[:])
		return !wouldBlock(err)
	}
	for {
		if err := d.raw.Read(readOnce); err != nil || n <= 0 {
			return
		}
	}
}

// awaitAcknowledgment ends this direction and waits until the peer's system has
// acknowledged everything, or the context ends. If the socket was closed before and more
// input came, the kernel would drop what is in its send buffer.
func (d *drainer) awaitAcknowledgment() {
	acknowledged := func(fd uintptr) bool { return unacknowledged(int(fd)) == 0 }
	pending := false
	_ = d.raw.Control(func(fd uintptr) {
		if pending = !acknowledged(fd); pending {
			_ = shutdownWrite(int(fd)) // a connection that is gone shows in the next call
		}
	})
	if pending {
		// The acknowledgment of the end counts as readiness to write.
		_ = d.raw.Write(acknowledged)
	}
}
