package handover

// What both sides and all systems have.

import (
	"errors"
	"os"
)

const (
	longestName = 255
	longestData = 16 << 20
)

// ErrNoPredecessor means that no process waits on the path: this one is the first.
var ErrNoPredecessor = errors.New("handover: there is no process to take over from")

// A Socket is an open socket.
type Socket struct {
	Name string   // what both processes call it; at most 255 bytes
	Data []byte   // what the new process has to know about it; at most 16 MiB
	File *os.File // the socket
}

// Close closes the file, if there is one.
func (s *Socket) Close() error {
	if s.File == nil {
		return nil
	}
	return s.File.Close()
}
