// Command restart is a server that a new process takes over without a refused connection and without a
// broken answer. Each line of a client is answered with its number and its text.
//
//	go run ./restart -listen localhost:7002 -handover /tmp/restart.sock
//
// Start it again, for example a new version, with the same -handover: the first process hands over its
// listener and its connections, and ends.
//
// Under systemd, let a unit restart.socket with ListenStream= open the port. The server takes the
// listener from it, and -listen is not used. The port stays open even when no process runs.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"net"
	"os"
	"os/signal"
	"syscall"
	"time"

	"github.com/wakeful-go/wakeful"
	"github.com/wakeful-go/wakeful/stream"
	"github.com/wakeful-go/wakeful/stream/handover"
)

// patience limits each wait for the other process, and for queues to be sent.
const patience = 5 * time.Second

func main() {
	address := flag.String("listen", "localhost:7002", "address to listen on, unless a process or systemd has the listener")
	path := flag.String("handover", "", "path of the Unix socket on which processes hand over; empty for none")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	if err := serve(ctx, *address, *path); err != nil {
		fmt.Fprintln(os.Stderr, "restart:", err)
		os.Exit(1)
	}
}

// serve runs the server until ctx ends, or until a new process has taken over.
func serve(ctx context.Context, address, path string) error {
	loop, err := wakeful.New()
	if err != nil {
		return err
	}
	ended := make(chan error, 1)
	go func() { ended <- loop.Run(context.Background()) }()
	s := &server{loop: loop, clients: map[*client]bool{}}
	old, err := s.open(ctx, address, path)
	if err == nil {
		err = s.goOn(ctx, old, path)
	}
	patient, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	if loop.Shutdown(patient) != nil {
		_ = loop.Close() // always nil
	}
	return errors.Join(err, <-ended)
}

// open gets the listener: from the process that runs, which it returns, from systemd, or a new one.
func (s *server) open(ctx context.Context, address, path string) (old *handover.Predecessor, err error) {
	activated, err := handover.Activated()
	if err != nil {
		return nil, err
	}
	if path != "" {
		ctx, cancel := context.WithTimeout(ctx, patience)
		defer cancel()
		if old, err = handover.Take(ctx, path); err != nil && !errors.Is(err, handover.ErrNoPredecessor) {
			return nil, err
		}
	}
	switch {
	case old != nil && len(old.Sockets) == 1:
		if err = s.listen(func(then func(*stream.Listener, error)) error {
			return stream.AdoptListener(s.loop, old.Sockets[0].File, then)
		}); err == nil {
			err = old.Ready()
		}
	case old != nil:
		err = fmt.Errorf("the old process has offered %d sockets, want 1", len(old.Sockets))
	case len(activated) > 0:
		err = s.listen(func(then func(*stream.Listener, error)) error {
			return stream.AdoptListener(s.loop, activated[0].File, then)
		})
	default:
		err = s.listen(func(then func(*stream.Listener, error)) error {
			return stream.Listen(s.loop, "tcp", address, then)
		})
	}
	if err != nil && old != nil {
		_ = old.Close()
	}
	return old, err
}

// listen waits for a listener, which accepts from then on.
func (s *server) listen(open func(then func(*stream.Listener, error)) error) error {
	opened := make(chan error, 1)
	err := open(func(l *stream.Listener, err error) {
		if err == nil {
			s.listener = l
			err = l.OnAccept(func(c *stream.Conn) { s.enter(&client{conn: c}) })
		}
		opened <- err
	})
	if err != nil {
		return err
	}
	return <-opened
}

// receive goes on with the connections of the old process.
func (s *server) receive(old *handover.Predecessor) error {
	for {
		socket, err := old.Next()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
		state := socket.Data
		err = stream.AdoptConn(s.loop, socket.File, func(c *stream.Conn, err error) {
			if err == nil {
				s.restore(c, state)
			}
		})
		if err != nil {
			_ = socket.Close() // its peer has gone
		}
	}
}

// goOn serves until ctx ends, or until a new process has taken over.
func (s *server) goOn(ctx context.Context, old *handover.Predecessor, path string) error {
	var next *handover.Listener
	var err error
	if path != "" { // first, so that a process that starts now finds this one
		if next, err = handover.Listen(path); err != nil {
			return err
		}
		defer next.Close()
	}
	if old != nil {
		err = errors.Join(s.receive(old), old.Close())
	}
	if err != nil {
		return err
	}
	fmt.Println("listening on", s.listener.Addr())
	if next == nil {
		<-ctx.Done()
		return nil
	}
	stop := context.AfterFunc(ctx, func() { _ = next.Close() })
	defer stop()
	for {
		successor, err := next.Accept()
		if errors.Is(err, net.ErrClosed) {
			return nil
		}
		if err != nil {
			return err
		}
		over, err := s.handOver(ctx, successor)
		_ = successor.Close()
		if over {
			return err
		}
		fmt.Fprintln(os.Stderr, "restart: going on:", err)
	}
}

// handOver gives a new process the listener and, when it accepts, the connections. It reports whether
// the new process has taken over.
func (s *server) handOver(ctx context.Context, successor *handover.Successor) (over bool, err error) {
	file, err := s.loop.Call(ctx, s.listener.File)
	if err != nil {
		return false, err
	}
	patient, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	if err := successor.Offer(patient, handover.Socket{Name: "lines", File: file}); err != nil {
		return false, err
	}
	sockets, err := s.loop.Call(context.Background(), s.leave)
	for _, socket := range sockets {
		err = errors.Join(err, successor.Send(socket))
	}
	return true, err
}
