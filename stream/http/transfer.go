package streamhttp

// This file owns what the loop and the goroutine of a handler share: bytes that have arrived and were
// not read yet, and bytes that were written and that the loop has not taken yet. Both are bounded: the
// loop stops reading the socket while too much has arrived, and the goroutine waits while too much is
// to be sent.

import (
	"io"
	"os"
	"sync"
	"time"
)

const (
	// inputLimit is the number of bytes from which on the socket is not read: a body that nobody reads,
	// or further requests during one.
	inputLimit = 64 << 10
	// outputLimit is the number of bytes that wait for the loop at most.
	outputLimit = 256 << 10
)

// transfer is the state.
type transfer struct {
	conn *conn // immutable

	mu      sync.Mutex
	changed sync.Cond // anything below, for the goroutine; L is set by wait

	in       []byte
	inErr    error  // behind in: io.EOF or why nothing more comes
	stopped  bool   // the loop has stopped reading the socket
	drained  func() // called when in is used up and inErr is set
	inBefore time.Time

	out       []byte
	blocked   bool // the write queue of the connection is long
	posted    bool // the loop was asked to take out
	outErr    error
	outBefore time.Time
}

// wait waits for a change until a time, zero for no limit. The caller has locked mu.
func (t *transfer) wait(until time.Time) {
	t.changed.L = &t.mu
	if !until.IsZero() {
		timer := time.AfterFunc(time.Until(until), t.notify)
		defer timer.Stop()
	}
	t.changed.Wait()
}

func (t *transfer) notify() {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.changed.Broadcast()
}

func passed(at time.Time) bool { return !at.IsZero() && !time.Now().Before(at) }

// Read reads what has arrived, and waits for it. Any goroutine but the loop's.
func (t *transfer) Read(p []byte) (n int, err error) {
	t.mu.Lock()
	if len(p) == 0 {
		t.mu.Unlock()
		return 0, nil
	}
	for len(t.in) == 0 && t.inErr == nil && !passed(t.inBefore) {
		t.wait(t.inBefore)
	}
	var drained func()
	resume := false
	switch {
	case passed(t.inBefore):
		err = os.ErrDeadlineExceeded
	case len(t.in) == 0:
		err = t.inErr
	default:
		n = copy(p, t.in)
		if t.in = t.in[n:]; len(t.in) == 0 {
			t.in = nil
			if t.inErr != nil {
				drained = t.drained
			}
		}
		if t.stopped && len(t.in) < inputLimit {
			t.stopped, resume = false, true
		}
	}
	t.mu.Unlock()
	if resume {
		t.conn.resumeReading()
	}
	if drained != nil {
		drained()
	}
	return n, err
}

// add adds bytes that have arrived, and reports whether the loop should stop reading. Loop only.
func (t *transfer) add(p []byte) (stop bool) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.in = append(t.in, p...)
	t.changed.Broadcast()
	if len(t.in) >= inputLimit {
		t.stopped = true
	}
	return t.stopped
}

// take returns all that has arrived. Loop only, while no goroutine reads.
func (t *transfer) take() (in []byte, err error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	in, t.in = t.in, nil
	return in, t.inErr
}

// put sets what has arrived, behind rest, which the goroutine has read and not used. Loop only, while
// no goroutine reads.
func (t *transfer) put(rest []byte) {
	if len(rest) == 0 {
		return
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	t.in = append(rest, t.in...)
}

// onDrained sets the function that is called when nothing is left to read.
func (t *transfer) onDrained(fn func()) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.drained = fn
}

// endInput says that nothing more comes, and reports whether nothing is left to read. Loop only.
func (t *transfer) endInput(err error) (empty bool) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.inErr == nil {
		t.inErr = err
	}
	t.changed.Broadcast()
	return len(t.in) == 0
}

// end says that the connection has ended.
func (t *transfer) end(err error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.inErr == nil {
		t.inErr = err
	}
	if t.outErr == nil {
		t.outErr = err
	}
	t.changed.Broadcast()
}

// send gives p to the loop, and waits while too much waits there. post has the loop call takeOutput.
// If p was taken over, the caller must not use it any more. Any goroutine but the loop's.
func (t *transfer) send(p []byte, post func() error) (taken bool, err error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	for len(t.out) > 0 && (t.blocked || len(t.out)+len(p) > outputLimit) && t.outErr == nil && !passed(t.outBefore) {
		t.wait(t.outBefore)
	}
	switch {
	case t.outErr != nil:
		return false, t.outErr
	case passed(t.outBefore):
		return false, os.ErrDeadlineExceeded
	}
	if !t.posted {
		if err := post(); err != nil {
			return false, err
		}
		t.posted = true
	}
	if t.out == nil {
		t.out = p
		return true, nil
	}
	t.out = append(t.out, p...)
	return false, nil
}

// takeOutput returns what was sent. Loop only.
func (t *transfer) takeOutput() []byte {
	t.mu.Lock()
	defer t.mu.Unlock()
	p := t.out
	t.out, t.posted = nil, false
	t.changed.Broadcast()
	return p
}

// setBlocked says whether the write queue is long. Loop only.
func (t *transfer) setBlocked(blocked bool) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.blocked = blocked
	t.changed.Broadcast()
}

// setDeadlines sets until when Read and send wait. A nil one stays.
func (t *transfer) setDeadlines(in, out *time.Time) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if in != nil {
		t.inBefore = *in
	}
	if out != nil {
		t.outBefore = *out
	}
	t.changed.Broadcast()
}

// failed returns why nothing can be written, nil if it can. Any goroutine.
func (t *transfer) failed() error {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.outErr == nil && passed(t.outBefore) {
		return os.ErrDeadlineExceeded
	}
	return t.outErr
}

var _ io.Reader = (*transfer)(nil)
