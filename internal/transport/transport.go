// Package transport lets the connections of package stream work on a simulated network in place of
// the system's sockets. Package sim gives each loop of a simulated world its sockets, and package
// stream finds them there. They share this package, so that neither imports the other.
package transport

import (
	"io"
	"net/netip"
	"sync/atomic"
	"syscall"
	"time"

	"github.com/wakeful-go/wakeful"
)

// Sockets are the sockets of one machine of a simulated network. A socket has a number, like a
// descriptor, which Loop.RegisterFD takes. The methods behave like the system calls on non-blocking
// TCP sockets, and return the errors of package syscall. Loop only.
type Sockets interface {
	// Lookup returns the address of a host.
	Lookup(host string) (netip.Addr, error)
	// Bind opens a socket for a listener.
	Bind(local netip.AddrPort) (fd int, err error)
	Listen(fd int) error
	Accept(fd int) (accepted int, remote netip.AddrPort, err error)
	// Connect opens a socket and begins to connect. The socket is writable when that has ended.
	Connect(remote netip.AddrPort) (fd int, err error)
	// Connecting reports whether a socket without an error is not connected yet.
	Connecting(fd int) bool
	// Error returns and clears the pending error.
	Error(fd int) error
	Local(fd int) netip.AddrPort
	Read(fd int, p []byte) (int, error)
	// Unread returns how many bytes a read would find.
	Unread(fd int) int
	Write(fd int, p []byte) (int, error)
	ShutdownWrite(fd int) error
	// InFlight returns how many bytes the peer's system has not acknowledged, and whether they can
	// still be.
	InFlight(fd int) (n int, alive bool)
	// ResetOnClose makes Close drop unsent bytes and reset the connection.
	ResetOnClose(fd int)
	Close(fd int)
	// Gate returns a function that a goroutine of the socket calls when it starts or was woken. It
	// returns when no callback runs, so that the goroutine and a callback never race.
	Gate(fd int) func()
	// File takes over a socket. The file's methods may block, on any goroutine.
	File(fd int) File
	// Pair opens two sockets that are connected to each other, like socketpair: one for AdoptConn,
	// and one for goroutines. Any goroutine.
	Pair() (End, Conn)
}

// An End is a socket that a loop of its machine can adopt. Any goroutine.
type End interface {
	io.Closer
	// Duplicate returns one more descriptor of the socket, and the address of its peer.
	Duplicate() (fd int, remote netip.AddrPort)
}

// A Conn is a socket whose methods may block, on any goroutine. A *net.UnixConn is one.
type Conn interface {
	io.ReadWriteCloser
	CloseWrite() error
}

// A File is a socket with methods that block. An *os.File is one.
type File interface {
	io.WriteCloser
	SetDeadline(at time.Time) error
	SetReadDeadline(at time.Time) error
	SyscallConn() (syscall.RawConn, error)
}

var sockets = wakeful.NewLoopLocal(func(*wakeful.Loop) *atomic.Pointer[Sockets] {
	return new(atomic.Pointer[Sockets])
})

// Of returns the simulated sockets of a loop, nil for the system's.
func Of(l *wakeful.Loop) Sockets {
	if s := sockets.Get(l).Load(); s != nil {
		return *s
	}
	return nil
}

// Attach gives a loop its sockets, before anybody else has the loop.
func Attach(l *wakeful.Loop, s Sockets) { sockets.Get(l).Store(&s) }
