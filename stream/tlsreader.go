package stream

// This file owns reading TLS without temporary errors: a goroutine per connection blocks in
// crypto/tls. It reads at most once ahead of the user. The loop still writes by itself, because a
// write to the wire never blocks, and crypto/tls holds its locks only while it encrypts.

// tlsReader is the state of the goroutine.
type tlsReader struct {
	layer  *tlsLayer
	buffer []byte // belongs to the goroutine while busy, otherwise to the loop

	// Loop only.

	busy bool // the goroutine reads
	n    int  // bytes of buffer that were not delivered
}

func newTLSReader(t *tlsLayer) *tlsReader {
	r := &tlsReader{layer: t, buffer: make([]byte, blockSize)}
	go r.run()
	return r
}

// run is the goroutine. It ends with the connection.
func (r *tlsReader) run() {
	x, loop := r.layer.wire.exchange, r.layer.conn.loop
	for x.awaitWanted() {
		n, err := r.layer.tls.Read(r.buffer)
		// A loop that is ending refuses the function, and closes the connection.
		if loop.SubmitPriority(func() { r.arrived(n, err) }) != nil || err != nil {
			return
		}
	}
}

// arrived is called on the loop with the result of a read.
func (r *tlsReader) arrived(n int, err error) {
	t := r.layer
	r.busy, r.n, t.err = false, n, err
	if t.state == tlsOpen && t.answer() == nil {
		r.resume()
	}
}

// resume schedules the delivery of what was read, or lets the goroutine read more.
func (r *tlsReader) resume() {
	t := r.layer
	switch {
	case r.busy:
	case r.n > 0 || t.err != nil:
		t.schedule()
	case t.delivers():
		r.busy = true
		t.wire.exchange.want()
	}
}

// tick delivers what was read, unless the user has stopped reading since.
func (r *tlsReader) tick() {
	t, n := r.layer, r.n
	if r.busy || n == 0 || t.conn.set.drain != nil {
		t.settle()
		return
	}
	r.n = 0
	defer r.resume()
	t.deliver(r.buffer[:n:n])
}

// awaitWanted waits until the loop wants more, and reports whether the connection is open.
func (x *exchange) awaitWanted() bool {
	x.mu.Lock()
	defer x.mu.Unlock()
	for !x.wanted && x.closed == nil {
		x.changed.Wait()
	}
	x.wanted = false
	return x.closed == nil
}

// want lets the goroutine read once. Loop only.
func (x *exchange) want() {
	x.mu.Lock()
	defer x.mu.Unlock()
	x.wanted = true
	x.changed.Broadcast()
}
