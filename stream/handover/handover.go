//go:build unix

package handover

// Both sides of a handover.

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net"
	"os"
	"syscall"
	"time"
)

// A Listener waits for new processes, see Listen. Any goroutine may call its methods.
type Listener struct{ unix *net.UnixListener }

// Listen opens the Unix socket that new processes connect to. A socket at path that exists is
// replaced, also one on which the old process still waits; so a process calls Listen when it has taken
// over. The directory must exist and should belong to the server's user.
func Listen(path string) (*Listener, error) {
	temporary := fmt.Sprintf("%s.%d", path, os.Getpid())
	_ = os.Remove(temporary) // of an earlier process with this number
	unix, err := net.ListenUnix("unix", &net.UnixAddr{Name: temporary, Net: "unix"})
	if err != nil {
		return nil, fmt.Errorf("handover: %w", err)
	}
	unix.SetUnlinkOnClose(false) // the path may be the next process's by then
	err = os.Chmod(temporary, 0o600)
	if err == nil {
		err = os.Rename(temporary, path)
	}
	if err != nil {
		_ = unix.Close()
		_ = os.Remove(temporary)
		return nil, fmt.Errorf("handover: %w", err)
	}
	return &Listener{unix}, nil
}

// Accept waits for a new process. After Close it returns an error that matches net.ErrClosed.
func (l *Listener) Accept() (*Successor, error) {
	c, err := l.unix.AcceptUnix()
	if err != nil {
		return nil, fmt.Errorf("handover: %w", err)
	}
	return &Successor{c}, nil
}

// Close stops waiting. The path stays: it may be the next process's by now.
func (l *Listener) Close() error { return l.unix.Close() }

// A Successor is the new process, as the old one sees it. Its methods belong to one goroutine.
type Successor struct{ unix *net.UnixConn }

// Offer sends the listening sockets, and waits until the new process has called Ready. It closes the
// files. When it returns nil, the new process accepts connections. When it returns an error, the new
// process has not taken over: go on as before. The end of ctx ends the wait.
func (s *Successor) Offer(ctx context.Context, sockets ...Socket) (err error) {
	defer func() {
		for _, socket := range sockets {
			err = errors.Join(err, socket.Close())
		}
	}()
	defer limit(ctx, s.unix)()
	for _, socket := range sockets {
		if err := send(s.unix, isSocket, socket); err != nil {
			return because(ctx, err)
		}
	}
	if err := send(s.unix, isOffer, Socket{}); err != nil {
		return because(ctx, err)
	}
	switch kind, socket, err := receive(s.unix); {
	case errors.Is(err, io.EOF):
		return errors.New("handover: the new process has ended before it was ready")
	case err != nil:
		return because(ctx, err)
	case kind != isReady:
		_ = socket.Close()
		return errors.New("handover: the new process has sent something else than Ready")
	}
	return nil
}

// Send sends a connection with its state, after Offer, and closes its file. After an error the file is
// open, and the connection is still this process's.
func (s *Successor) Send(socket Socket) error {
	if err := send(s.unix, isSocket, socket); err != nil {
		return err
	}
	return socket.Close()
}

// Close ends the handover. The new process's Next then returns io.EOF.
func (s *Successor) Close() error { return s.unix.Close() }

// A Predecessor is the old process, as the new one sees it. Its methods belong to one goroutine.
type Predecessor struct {
	// Sockets are those that the old process has offered. Close closes them. What adopts a socket
	// closes it as well, and uses a duplicate.
	Sockets []Socket
	unix    *net.UnixConn
}

// Take connects to the old process and receives what it offers. If there is no old process, the error
// matches ErrNoPredecessor. The end of ctx ends the wait.
func Take(ctx context.Context, path string) (*Predecessor, error) {
	c, err := new(net.Dialer).DialContext(ctx, "unix", path)
	switch {
	case errors.Is(err, fs.ErrNotExist) || errors.Is(err, syscall.ECONNREFUSED):
		return nil, fmt.Errorf("%w: %w", ErrNoPredecessor, err)
	case err != nil:
		return nil, fmt.Errorf("handover: %w", err)
	}
	p := &Predecessor{unix: c.(*net.UnixConn)}
	defer limit(ctx, p.unix)()
	for {
		kind, socket, err := receive(p.unix)
		switch {
		case err == nil && kind == isSocket:
			p.Sockets = append(p.Sockets, socket)
			continue
		case err == nil && kind == isOffer:
			return p, nil
		case err == nil:
			err = errors.New("handover: the old process has sent something else than an offer")
		case errors.Is(err, io.EOF):
			err = errors.New("handover: the old process has ended before its offer was complete")
		}
		_ = p.Close()
		return nil, because(ctx, err)
	}
}

// Ready tells the old process that this one accepts connections.
func (p *Predecessor) Ready() error { return send(p.unix, isReady, Socket{}) }

// Next returns the next connection that the old process sends, and io.EOF after the last one. The
// caller closes its file.
func (p *Predecessor) Next() (Socket, error) {
	kind, socket, err := receive(p.unix)
	if err == nil && kind != isSocket {
		err = errors.New("handover: the old process has sent something else than a socket")
	}
	return socket, err
}

// Close closes the connection to the old process and the sockets.
func (p *Predecessor) Close() error {
	for _, s := range p.Sockets {
		_ = s.Close() // most were closed by what has adopted them
	}
	return p.unix.Close()
}

// limit ends what c does when ctx ends. The function that it returns ends that, and afterwards c has no
// limit.
func limit(ctx context.Context, c *net.UnixConn) (unlimited func()) {
	done := make(chan struct{})
	stop := context.AfterFunc(ctx, func() {
		defer close(done)
		_ = c.SetDeadline(time.Unix(1, 0))
	})
	return func() {
		if !stop() {
			<-done
		}
		_ = c.SetDeadline(time.Time{})
	}
}

// because returns the reason of an error: the end of ctx, if that is one.
func because(ctx context.Context, err error) error {
	if ctx.Err() != nil {
		return fmt.Errorf("handover: %w", context.Cause(ctx))
	}
	return err
}
