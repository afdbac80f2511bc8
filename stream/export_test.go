package stream

import (
	"bytes"
	"reflect"
	"time"

	"github.com/wakeful-go/wakeful"
)

// Queue is the write queue, for the test against a simple one.
type Queue struct{ q queue }

// BlockSize is the size of a block of the queue.
const BlockSize = blockSize

// BatchesPackets says whether packets are sent and received in batches.
const BatchesPackets = batchesPackets

// Push appends a copy of p.
func (q *Queue) Push(p []byte) { q.q.push(p) }

// Head returns copies of the first blocks.
func (q *Queue) Head() (head []byte) {
	var v [blocksPerWrite][]byte
	for _, b := range v[:q.q.head(&v)] {
		head = append(head, b...)
	}
	return head
}

// Advance removes the first n bytes.
func (q *Queue) Advance(n int) { q.q.advance(n) }

// Clear removes all bytes.
func (q *Queue) Clear() { q.q.clear() }

// Size returns the number of queued bytes and of blocks.
func (q *Queue) Size() (size, blocks int) {
	for b := q.q.first; b != nil; b = b.next {
		blocks++
	}
	return q.q.size, blocks
}

// Unacknowledged returns how many bytes the peer's system has not acknowledged. Loop only.
func Unacknowledged(c *Conn) int { return unacknowledged(c.fd) }

// FD returns the connection's descriptor. Loop only.
func FD(c *Conn) int { return c.fd }

// Distributes: WithAcceptorPerLoop works here.
const Distributes = distributes

// CheckTLS is the self-check.
func CheckTLS() error { return checkTLS() }

// ForceTLSReaders makes new loops read TLS on goroutines, as if the self-check had failed. The
// returned function undoes that. No loop may run at either time.
func ForceTLSReaders() (undo func()) {
	before := resumes
	resumes = func() bool { return false }
	return func() { resumes = before }
}

// ShortenHandshakeGrace sets how long a silent handshake keeps its place.
func ShortenHandshakeGrace(d time.Duration) (undo func()) {
	before := handshakeGrace
	handshakeGrace = d
	return func() { handshakeGrace = before }
}

// LimitHandshakes sets how many handshakes of DialTLS and StartTLS run on each side. Loop only.
func LimitHandshakes(l *wakeful.Loop, n int) {
	s := tlsLoops.Get(l)
	s.asClient.limit, s.asServer.limit = n, n
}

// WaitingHandshakes returns how many handshakes wait for a place. Loop only.
func WaitingHandshakes(l *wakeful.Loop) (n int) {
	for m := range sets.Get(l).members {
		if c, ok := m.(*Conn); ok && c.layer != nil {
			if t := c.layer.(*tlsLayer); t.state == tlsWaiting && t.opener.place != nil {
				n++
			}
		}
	}
	return n
}

// SilentHandshakes returns how many handshakes wait for their peers. Loop only.
func SilentHandshakes(l *wakeful.Loop) (n int) {
	for m := range sets.Get(l).members {
		if c, ok := m.(*Conn); ok && c.layer != nil {
			if t := c.layer.(*tlsLayer); t.state == tlsHandshaking && t.wire.exchange.silentFor(t.opener.started) > 0 {
				n++
			}
		}
	}
	return n
}

// LimitExchange sets the number of bytes that wait for a goroutine.
func LimitExchange(n int) (undo func()) {
	before := exchangeLimit
	exchangeLimit = n
	return func() { exchangeLimit = before }
}

// FullInput reports whether a handshake wants data when the loop has given n bytes to its goroutine,
// when the goroutine has read them, and when it has called the loop.
func FullInput(n int) (before, during, after bool) {
	calls := 0
	t := &tlsLayer{conn: &Conn{eof: true}, state: tlsHandshaking} // with eof, nothing is registered
	t.opener, t.wire.shared = &tlsOpening{client: true}, &tlsLoop{}
	t.wire.exchange = newExchange(func() { calls++ })
	t.receive(make([]byte, n))
	before = t.wantsData()
	_, _ = t.wire.Read(make([]byte, n))
	during = t.wantsData()
	for ; calls > 0; calls-- {
		t.exchanged()
	}
	return before, during, t.wantsData()
}

// RecordBoundary follows records.
type RecordBoundary struct{ r recordBoundary }

// Add returns how many records p completes.
func (r *RecordBoundary) Add(p []byte) int { return r.r.add(p) }

// Between reports whether the last record is complete.
func (r *RecordBoundary) Between() bool { return r.r.between() }

// TLSBuffers returns how many buffers of crypto/tls the package finds.
func TLSBuffers() int { return len(tlsBufferOffsets()) }

// TLSBufferSize returns the capacity of the buffers of a connection, and of what the reader of
// decrypted bytes refers to, which may be a part of them. Loop only.
func TLSBufferSize(c *Conn) (buffers, input int) {
	conn := c.layer.(*tlsLayer).tls
	tlsBuffers(conn, func(b *bytes.Buffer) { buffers += b.Cap() })
	return buffers, reflect.ValueOf(tlsInput(conn)).Elem().FieldByName("s").Cap()
}

// SweepTLS does what happens when connections have been idle. Loop only.
func SweepTLS(l *wakeful.Loop) { tlsLoops.Get(l).idle.sweep() }

// Members returns how much is open on a loop. Loop only.
func Members(l *wakeful.Loop) int { return len(sets.Get(l).members) }

// JoinCapacity returns the capacity of the buffers that hold joined bytes. Loop only.
func JoinCapacity(l *wakeful.Loop) int { return sets.Get(l).joins.capacity }

// ShortenCloseTimeout sets how long Close waits for a peer that accepts nothing.
func ShortenCloseTimeout(d time.Duration) (undo func()) {
	before := closeTimeout
	closeTimeout = d
	return func() { closeTimeout = before }
}
