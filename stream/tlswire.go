package stream

// The net.Conn that crypto/tls has instead of a socket. It has two modes. For a handshake, which
// cannot be resumed, it blocks: a goroutine runs the handshake, and exchange carries bytes between
// it and the loop. Afterwards it is direct: the loop itself calls crypto/tls, and Read returns a
// temporary error when the bytes that the socket had are used up.

import (
	"io"
	"net"
	"sync"
	"time"
)

// errNoInput is what Read returns when there are no bytes now. crypto/tls makes every error of
// Read permanent except a net.Error whose Temporary method returns true.
var errNoInput error = noInputError{}

type noInputError struct{}

func (noInputError) Error() string   { return "stream: no bytes have arrived" }
func (noInputError) Timeout() bool   { return false }
func (noInputError) Temporary() bool { return true }

// wire is the net.Conn. The mode changes only while no goroutine is in a call of crypto/tls.
type wire struct {
	exchange      *exchange // nil in the direct mode
	local, remote endpoint
	single        bool           // Read returns no more than the rest of a record
	records       recordBoundary // of what Read has returned; used if single

	// Direct mode, loop goroutine only.

	shared *tlsLoop
	input  []byte // read from the socket, and not by crypto/tls yet
	eof    bool   // the peer's system has ended its direction
	sawEOF bool   // and crypto/tls has been told
	held   bool   // crypto/tls shall read nothing more now, see tlssession.go
}

// Read returns what has arrived. With single, crypto/tls never has a part of the next record when
// it handles one, so that held takes effect between two records.
func (w *wire) Read(p []byte) (int, error) {
	if !w.single {
		return w.read(p)
	}
	n, err := w.read(p[:min(len(p), w.records.rest())])
	w.records.add(p[:n])
	return n, err
}

func (w *wire) read(p []byte) (int, error) {
	if w.exchange != nil {
		return w.exchange.read(p)
	}
	if w.held {
		return 0, errNoInput
	}
	if len(w.input) == 0 {
		if w.eof {
			w.sawEOF = true
			return 0, io.EOF
		}
		return 0, errNoInput
	}
	n := copy(p, w.input)
	if w.input = w.input[n:]; len(w.input) == 0 {
		w.input = nil
	}
	return n, nil
}

// Write never blocks: what the kernel does not accept at once goes to the connection's queue.
func (w *wire) Write(p []byte) (int, error) {
	if w.exchange != nil {
		return w.exchange.write(p)
	}
	w.shared.out = append(w.shared.out, p...)
	return len(p), nil
}

// Close is called by crypto/tls on another goroutine when the context of a handshake ends.
func (w *wire) Close() error {
	if w.exchange != nil {
		w.exchange.close(net.ErrClosed)
	}
	return nil
}

func (w *wire) LocalAddr() net.Addr              { return w.local.addr() }
func (w *wire) RemoteAddr() net.Addr             { return w.remote.addr() }
func (w *wire) SetDeadline(time.Time) error      { return nil } // the connection has timeouts
func (w *wire) SetReadDeadline(time.Time) error  { return nil }
func (w *wire) SetWriteDeadline(time.Time) error { return nil }

// exchange carries bytes between the loop and a goroutine that blocks in crypto/tls.
type exchange struct {
	posted func() // calls the loop, which takes the output or reads the socket again
	gate   func() // waits until the goroutine may go on, see transport.Sockets; nil for the system's sockets

	mu      sync.Mutex
	changed sync.Cond // for the goroutine: in, eof, closed or wanted
	in      []byte
	full    bool // in was long after the last feed, and was not empty since
	eof     bool
	sawEOF  bool
	closed  error
	reading bool // the goroutine waits for the peer
	wanted  bool // the loop wants decrypted data, see tlsreader.go
	out     []byte
	wrote   time.Time // when the goroutine has written last
	asked   bool      // posted was called, and take was not called since
}

// exchangeLimit is the number of bytes from which on the loop does not read more for a goroutine
// that does not keep up.
var exchangeLimit = 64 << 10

func newExchange(posted func()) *exchange {
	x := &exchange{posted: posted}
	x.changed.L = &x.mu
	return x
}

// feed gives bytes to the goroutine, and reports whether the loop should stop reading the socket
// until posted was called and isFull is false. Loop only.
func (x *exchange) feed(p []byte) (full bool) {
	x.mu.Lock()
	defer x.mu.Unlock()
	x.in = append(x.in, p...)
	x.full = len(x.in) >= exchangeLimit
	x.changed.Broadcast()
	return x.full
}

// markEOF tells the goroutine that nothing more comes. Loop only.
func (x *exchange) markEOF() {
	x.mu.Lock()
	defer x.mu.Unlock()
	x.eof = true
	x.changed.Broadcast()
}

// close makes everything fail with err. Any goroutine.
func (x *exchange) close(err error) {
	x.mu.Lock()
	defer x.mu.Unlock()
	if x.closed == nil {
		x.closed, x.in = err, nil
	}
	x.changed.Broadcast()
}

func (x *exchange) read(p []byte) (n int, err error) {
	x.mu.Lock()
	for len(x.in) == 0 && !x.eof && x.closed == nil {
		x.reading = true
		x.changed.Wait()
		x.reading = false
		if x.gate != nil {
			x.mu.Unlock()
			x.gate()
			x.mu.Lock()
		}
	}
	call := false
	switch {
	case x.closed != nil:
		err = x.closed
	case len(x.in) == 0:
		x.sawEOF, err = true, io.EOF
	default:
		n = copy(p, x.in)
		if x.in = x.in[n:]; len(x.in) == 0 {
			x.in = nil
			call = x.full && x.ask()
			x.full = false
		}
	}
	x.mu.Unlock()
	if call {
		x.posted()
	}
	return n, err
}

func (x *exchange) write(p []byte) (int, error) {
	x.mu.Lock()
	if err := x.closed; err != nil {
		x.mu.Unlock()
		return 0, err
	}
	x.out = append(x.out, p...)
	x.wrote = time.Now()
	call := x.ask()
	x.mu.Unlock()
	if call {
		x.posted()
	}
	return len(p), nil
}

// ask reports whether the loop has to be called. The caller has locked mu.
func (x *exchange) ask() bool {
	before := x.asked
	x.asked = true
	return !before
}

// take returns the output. Loop only.
func (x *exchange) take() []byte {
	x.mu.Lock()
	defer x.mu.Unlock()
	out := x.out
	x.out, x.asked = nil, false
	return out
}

// takeInput returns what the goroutine did not read, and whether it was the last. Loop only, after
// the goroutine has ended.
func (x *exchange) takeInput() ([]byte, bool) {
	x.mu.Lock()
	defer x.mu.Unlock()
	return x.in, x.eof
}

// isFull reports whether the goroutine has not read yet what the last feed has filled.
func (x *exchange) isFull() bool {
	x.mu.Lock()
	defer x.mu.Unlock()
	return x.full
}

// silentFor returns how long the goroutine has waited for an answer of the peer: since it began or
// has written last. Bytes that do not complete an answer change nothing, so a peer cannot extend
// its time with them. It is 0 while the goroutine does not wait.
func (x *exchange) silentFor(began time.Time) time.Duration {
	x.mu.Lock()
	defer x.mu.Unlock()
	switch {
	case !x.reading || len(x.in) > 0:
		return 0
	case x.wrote.After(began):
		began = x.wrote
	}
	return time.Since(began)
}
