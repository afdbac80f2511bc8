//go:build (linux || darwin || freebsd || netbsd || openbsd || dragonfly) && !wakeful_nopoll

package stream_test

import (
	"bytes"
	"errors"
	"io"
	"net"
	"os"
	"path/filepath"
	"testing"

	"github.com/wakeful-go/wakeful"
	"github.com/wakeful-go/wakeful/group"
	"github.com/wakeful-go/wakeful/stream"
)

// TestDetach: a connection goes on another loop, with what was unsent and what has not been read.
func TestDetach(t *testing.T) {
	for _, network := range []string{"tcp", "unix"} {
		t.Run(network, func(t *testing.T) {
			before := descriptors(t)
			address := "127.0.0.1:0"
			if network == "unix" {
				address = filepath.Join(short(t), "s")
			}
			ours, peer := pair(t, network, address)
			one, two := running(t), running(t)
			long := bytes.Repeat([]byte("0123456789"), 1<<20)
			type detached struct {
				file   *os.File
				unsent []byte
			}
			files, ends := make(chan detached, 1), make(chan error, 1)
			check(t, stream.AdoptConn(one, ours, func(c *stream.Conn, err error) {
				check(t, err)
				check(t, c.SetWatermarks(1, 2, 100<<20))
				check(t, c.OnClose(func(err error) { ends <- err }))
				check(t, c.OnData(func(p []byte) {
					equal(t, "first", string(p), "first")
					check(t, c.WriteAll(long))
					_, err := c.Write([]byte("joined"))
					check(t, err)
					file, unsent, err := c.Detach()
					check(t, err)
					if len(unsent) == 0 {
						t.Error("the kernel has taken everything")
					}
					_, _, err = c.Detach()
					matches(t, err, stream.ErrClosed)
					files <- detached{file, unsent}
				}))
			}))
			_, err := io.WriteString(peer, "first")
			check(t, err)
			d := <-files
			check(t, <-ends)
			_, err = io.WriteString(peer, "second") // while nobody reads
			check(t, err)
			check(t, stream.AdoptConn(two, d.file, func(c *stream.Conn, err error) {
				check(t, err)
				check(t, c.SetWatermarks(1, 2, 100<<20))
				check(t, c.WriteAll(d.unsent))
				check(t, c.OnData(func(p []byte) {
					check(t, c.WriteAll(p))
					check(t, c.CloseWrite())
				}))
			}))
			got, err := io.ReadAll(peer)
			check(t, err)
			if want := string(long) + "joined" + "second"; string(got) != want {
				t.Errorf("got %d bytes, want %d", len(got), len(want))
			}
			check(t, peer.Close())
			shutDown(t, one)
			shutDown(t, two)
			equal(t, "descriptors", descriptors(t), before)
		})
	}
}

// TestDetachMistakes: a connection that cannot be detached stays as it is.
func TestDetachMistakes(t *testing.T) {
	l := running(t)
	ours, peer := pair(t, "tcp", "127.0.0.1:0")
	var conn *stream.Conn
	adopted := make(chan struct{})
	check(t, stream.AdoptConn(l, ours, func(c *stream.Conn, err error) {
		check(t, err)
		conn = c
		echo(t, c)
		close(adopted)
	}))
	<-adopted
	_, _, err := conn.Detach()
	matches(t, err, wakeful.ErrNotOnLoop)
	on(t, l, func() {
		check(t, conn.MoveTo(l, func(*stream.Conn, error) {}))
		_, _, err := conn.Detach()
		matches(t, err, stream.ErrMoving)
	})
	_, err = io.WriteString(peer, "hello")
	check(t, err)
	_, err = io.ReadFull(peer, make([]byte, 5))
	check(t, err)
	on(t, l, func() {
		check(t, conn.CloseWrite())
		_, _, err := conn.Detach()
		matches(t, err, stream.ErrClosed)
	})
	secure, _ := pair(t, "tcp", "127.0.0.1:0")
	done := make(chan struct{})
	check(t, stream.AdoptConn(l, secure, func(c *stream.Conn, err error) {
		check(t, err)
		check(t, c.StartTLS(serverConfig(t), func(*stream.Conn, error) {}, stream.WithServerSide()))
		_, _, err = c.Detach()
		matches(t, err, errors.ErrUnsupported)
		close(done)
	}))
	<-done
}

// TestListenerFile: another loop goes on with the duplicate of a listener, and connections that nobody
// has accepted yet wait for it.
func TestListenerFile(t *testing.T) {
	for _, network := range []string{"tcp", "unix"} {
		t.Run(network, func(t *testing.T) {
			address := "127.0.0.1:0"
			if network == "unix" {
				address = filepath.Join(short(t), "s")
			}
			one, two := running(t), running(t)
			var file *os.File
			listeners := make(chan *stream.Listener, 1)
			check(t, stream.Listen(one, network, address, func(l *stream.Listener, err error) {
				check(t, err)
				file, err = l.File()
				check(t, err)
				listeners <- l
			}))
			first := <-listeners
			_, err := first.File()
			matches(t, err, wakeful.ErrNotOnLoop)
			early, err := net.Dial(network, first.Addr().String())
			check(t, err)
			defer early.Close()
			on(t, one, func() {
				check(t, first.Close())
				_, err := first.File()
				matches(t, err, stream.ErrClosed)
			})
			check(t, stream.AdoptListener(two, file, func(l *stream.Listener, err error) {
				check(t, err)
				check(t, l.OnAccept(func(c *stream.Conn) { echo(t, c) }))
			}))
			late, err := net.Dial(network, first.Addr().String())
			check(t, err)
			defer late.Close()
			for _, c := range []net.Conn{early, late} {
				_, err := io.WriteString(c, "x")
				check(t, err)
				_, err = io.ReadFull(c, make([]byte, 1))
				check(t, err)
			}
		})
	}
}

// TestGroupListenerFile: the same for the listeners of groups.
func TestGroupListenerFile(t *testing.T) {
	groups := [2]*group.Group{}
	for i := range groups {
		g, err := group.New(2)
		check(t, err)
		ended := make(chan error, 1)
		go func() { ended <- g.Run(t.Context()) }()
		t.Cleanup(func() {
			check(t, g.Close())
			<-ended
		})
		groups[i] = g
	}
	accept := func(c *stream.Conn) { echo(t, c) }
	first, err := stream.ListenGroup(groups[0], "tcp", "127.0.0.1:0", accept)
	check(t, err)
	file, err := first.File()
	check(t, err)
	var second *stream.GroupListener
	_, err = stream.AdoptListenerGroup(groups[1], file, nil)
	matches(t, err, wakeful.ErrNilFunc)
	_, err = stream.AdoptListenerGroup(groups[1], file, accept, stream.WithAcceptorPerLoop())
	matches(t, err, errors.ErrUnsupported)
	connection, _ := pair(t, "tcp", "127.0.0.1:0")
	_, err = stream.AdoptListenerGroup(groups[1], connection, accept)
	matches(t, err, os.ErrInvalid)
	check(t, connection.Close())
	second, err = stream.AdoptListenerGroup(groups[1], file, accept)
	check(t, err)
	equal(t, "address", second.Addr().String(), first.Addr().String())
	check(t, first.Close())
	for range 10 {
		c, err := net.Dial("tcp", second.Addr().String())
		check(t, err)
		_, err = io.WriteString(c, "x")
		check(t, err)
		_, err = io.ReadFull(c, make([]byte, 1))
		check(t, err)
		check(t, c.Close())
	}
	until(func() bool {
		_, err = first.File()
		return err != nil
	})
	matches(t, err, stream.ErrClosed)
	perLoop, err := stream.ListenGroup(groups[0], "tcp", "127.0.0.1:0", accept, stream.WithAcceptorPerLoop())
	if err == nil { // Linux only
		_, err = perLoop.File()
	}
	matches(t, err, errors.ErrUnsupported)
}
