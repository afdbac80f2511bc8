//go:build unix

package poll

import (
	"fmt"
	"os"
	"syscall"
)

// A Signal is a pipe whose reading end is readable after Send, until Receive. Any goroutine may
// call its methods, also after Close.
type Signal struct {
	read, write         *os.File
	readConn, writeConn syscall.RawConn
	fd                  int
}

// NewSignal returns a signal that has not been sent.
func NewSignal() (*Signal, error) {
	r, w, err := os.Pipe()
	if err != nil {
		return nil, fmt.Errorf("create a pipe: %w", err)
	}
	s := &Signal{read: r, write: w}
	if s.readConn, err = r.SyscallConn(); err == nil {
		s.writeConn, err = w.SyscallConn()
	}
	if err == nil {
		err = s.readConn.Control(func(fd uintptr) { s.fd = int(fd) })
	}
	if err != nil {
		s.Close()
		return nil, fmt.Errorf("prepare a pipe: %w", err)
	}
	return s, nil
}

// FD returns the descriptor that is readable. It must not be read from.
func (s *Signal) FD() int { return s.fd }

// Send makes the descriptor readable. A full pipe is readable already. The function reports that it
// is done whatever the result is, so no call waits.
func (s *Signal) Send() {
	_ = s.writeConn.Write(func(fd uintptr) bool {
		_, _ = syscall.Write(int(fd), []byte{0})
		return true
	})
}

// Receive takes what was sent. It does not wait either.
func (s *Signal) Receive() {
	_ = s.readConn.Read(func(fd uintptr) bool {
		var buffer [64]byte
		_, _ = syscall.Read(int(fd), buffer[:])
		return true
	})
}

// Close closes the pipe.
func (s *Signal) Close() {
	_ = s.read.Close()
	_ = s.write.Close()
}
