package sim

// This file owns sockets whose methods block, for the goroutines with which package stream sends
// the queues of connections when a loop ends. Such a goroutine asks the driver before each
// operation, and the driver grants one at a time, when all other goroutines are blocked, in the
// order of the sockets. So the order does not depend on the scheduler.

import (
	"math"
	"os"
	"sync"
	"syscall"
	"time"

	"github.com/wakeful-go/wakeful/internal/transport"
)

// request is a goroutine that waits for its turn at a socket or a gate.
type request struct {
	socket, operation uint64
	granted           chan struct{}
}

func (r *request) before(other *request) bool {
	return r.socket < other.socket || r.socket == other.socket && r.operation < other.operation
}

// Operations, in their order at one socket.
const (
	opWrite = iota
	opWaitWrite
	opRead
	opControl
	opClose
	opGate
)

// Requests that are not of a socket come after those of sockets: those at a gate in the order of the
// gates, then those of other goroutines.
const (
	firstGate = 1 << 63
	anywhere  = math.MaxUint64
)

// file implements transport.File and syscall.RawConn.
type file struct {
	sockets *sockets
	socket  *socket
	fd      int

	mu     sync.Mutex
	closed bool
	// past are the directions whose deadline has passed: all, and those of reads.
	past, readPast bool
	deadline       chan struct{} // closed and replaced when past, readPast or closed changes
}

// File implements transport.Sockets.
func (s *sockets) File(fd int) transport.File {
	return &file{sockets: s, socket: s.socket(fd), fd: fd, deadline: make(chan struct{})}
}

// Gate implements transport.Sockets.
func (s *sockets) Gate(fd int) func() {
	f := &file{sockets: s, socket: s.socket(fd)}
	return func() { f.ask(opGate) }
}

// ask waits until the driver grants an operation.
func (f *file) ask(operation uint64) {
	id := uint64(0)
	if f.socket != nil {
		id = f.socket.id
	}
	f.sockets.machine.world.ask(id, operation)
}

// try repeats an operation until it returns true, the deadline passes or the file is closed.
func (f *file) try(operation uint64, read bool, do func() bool) error {
	for {
		f.ask(operation)
		f.mu.Lock()
		past, closed, deadline := f.past || read && f.readPast, f.closed, f.deadline
		f.mu.Unlock()
		switch {
		case closed:
			return os.ErrClosed
		case past:
			return os.ErrDeadlineExceeded
		case do():
			return nil
		case f.socket == nil:
			return os.ErrClosed
		}
		if f.socket.blocked == nil {
			f.socket.blocked = make(chan struct{})
		}
		select {
		case <-f.socket.blocked:
		case <-deadline:
		}
	}
}

// Write implements io.Writer.
func (f *file) Write(p []byte) (n int, err error) {
	var failed error
	err = f.try(opWrite, false, func() bool {
		for n < len(p) {
			took, err := f.sockets.Write(f.fd, p[n:])
			if err == syscall.EAGAIN { //nolint:errorlint // it is ours
				return false
			}
			if failed = err; err != nil {
				return true
			}
			n += took
		}
		return true
	})
	if err == nil {
		err = failed
	}
	return n, err
}

// Close implements io.Closer.
func (f *file) Close() error {
	f.ask(opClose)
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.closed {
		return os.ErrClosed
	}
	f.closed = true
	f.sockets.Close(f.fd)
	f.wake()
	return nil
}

// SetDeadline implements transport.File, for a time that has passed.
func (f *file) SetDeadline(at time.Time) error {
	f.pass(func() { f.past = !at.IsZero() })
	return nil
}

// SetReadDeadline implements transport.File, for a time that has passed.
func (f *file) SetReadDeadline(at time.Time) error {
	f.pass(func() { f.readPast = !at.IsZero() })
	return nil
}

func (f *file) pass(change func()) {
	f.mu.Lock()
	defer f.mu.Unlock()
	change()
	f.wake()
}

// wake has the methods that wait look again. The lock is held.
func (f *file) wake() {
	close(f.deadline)
	f.deadline = make(chan struct{})
}

// SyscallConn implements syscall.Conn.
func (f *file) SyscallConn() (syscall.RawConn, error) { return f.raw(), nil }

func (f *file) raw() syscall.RawConn { return rawFile{f} }

// rawFile is the same file, whose method Write has another signature.
type rawFile struct{ file *file }

// Control implements syscall.RawConn.
func (r rawFile) Control(do func(fd uintptr)) error {
	r.file.ask(opControl)
	r.file.mu.Lock()
	closed := r.file.closed
	r.file.mu.Unlock()
	if closed {
		return os.ErrClosed
	}
	do(uintptr(r.file.fd))
	return nil
}

// Read implements syscall.RawConn.
func (r rawFile) Read(do func(fd uintptr) bool) error {
	return r.file.try(opRead, true, func() bool { return do(uintptr(r.file.fd)) })
}

// Write implements syscall.RawConn.
func (r rawFile) Write(do func(fd uintptr) bool) error {
	return r.file.try(opWaitWrite, false, func() bool { return do(uintptr(r.file.fd)) })
}
