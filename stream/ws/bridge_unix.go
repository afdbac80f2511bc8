//go:build unix

package ws

// A connection without a descriptor, as one that a loop can adopt.

import (
	"io"
	"net"
	"os"
	"syscall"
)

// bridge returns one end of a pair of sockets. Two goroutines copy between the other end and c, and
// close both when either direction has ended with an error or both have ended.
func bridge(c net.Conn) (io.Closer, error) {
	syscall.ForkLock.RLock()
	pair, err := syscall.Socketpair(syscall.AF_UNIX, syscall.SOCK_STREAM, 0)
	if err == nil {
		syscall.CloseOnExec(pair[0])
		syscall.CloseOnExec(pair[1])
	}
	syscall.ForkLock.RUnlock()
	if err != nil {
		return nil, os.NewSyscallError("socketpair", err)
	}
	ours, theirs := os.NewFile(uintptr(pair[0]), "socket"), os.NewFile(uintptr(pair[1]), "socket")
	defer theirs.Close()
	other, err := net.FileConn(theirs)
	if err != nil {
		_ = ours.Close()
		return nil, err
	}
	both := make(chan bool, 2) // whether a direction has ended without an error
	go func() { both <- copied(other, c) == nil }()
	go func() { both <- copied(c, other) == nil }()
	go func() {
		if <-both {
			<-both
		}
		_ = c.Close() // ends the other copy, too
		_ = other.Close()
	}()
	return ours, nil
}

// copied copies until the end of one direction, and passes the end on.
func copied(to, from net.Conn) error {
	if _, err := io.Copy(to, from); err != nil {
		return err
	}
	return to.(interface{ CloseWrite() error }).CloseWrite()
}
