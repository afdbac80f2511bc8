//go:build (linux || darwin || freebsd || netbsd || openbsd || dragonfly) && !wakeful_nopoll

package stream_test

import (
	"context"
	"errors"
	"io"
	"net"
	"runtime"
	"sync"
	"testing"
	"weak"

	"github.com/wakeful-go/wakeful"
	"github.com/wakeful-go/wakeful/group"
	"github.com/wakeful-go/wakeful/stream"
)

// runningGroup returns a group that runs until the end of the test.
func runningGroup(t testing.TB, n int, options ...group.Option) *group.Group {
	t.Helper()
	g, err := group.New(n, options...)
	if err != nil {
		t.Fatal(err)
	}
	go g.Run(context.Background())
	t.Cleanup(func() { check(t, g.Shutdown(context.Background())) })
	for _, l := range g.Loops() {
		on(t, l, func() {})
	}
	return g
}

// groupEcho serves a connection, and records its loop.
type groupEcho struct {
	mu    sync.Mutex
	loops map[*wakeful.Loop]int
	group *group.Group
}

func (e *groupEcho) accept(t testing.TB) func(*stream.Conn) {
	return func(c *stream.Conn) {
		e.mu.Lock()
		for _, l := range e.group.Loops() {
			if l.OnLoop() {
				e.loops[l]++
			}
		}
		e.mu.Unlock()
		check(t, c.AllowMoves(func(*stream.Conn) {}))
		check(t, c.OnData(func(p []byte) { check(t, c.WriteAll(p)) }))
	}
}

// dialGroup opens a connection and exchanges a message.
func dialGroup(t testing.TB, address net.Addr) net.Conn {
	t.Helper()
	c, err := net.Dial(address.Network(), address.String())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = c.Close() })
	sayHello(t, c)
	return c
}

func sayHello(t testing.TB, c net.Conn) {
	t.Helper()
	_, err := c.Write([]byte("hello"))
	check(t, err)
	got := make([]byte, 5)
	_, err = io.ReadFull(c, got)
	check(t, err)
	equal(t, "echo", string(got), "hello")
}

// TestListenGroup: connections are accepted and served on the loops of the group, also after the
// group has changed, and those of a removed loop go on elsewhere.
func TestListenGroup(t *testing.T) {
	for name, options := range map[string][]stream.GroupOption{
		"one acceptor":      nil,
		"acceptor per loop": {stream.WithAcceptorPerLoop()},
	} {
		t.Run(name, func(t *testing.T) {
			if options != nil && !stream.Distributes {
				t.Skip("NOT RUN: SO_REUSEPORT distributes connections on Linux only")
			}
			g := runningGroup(t, 2)
			e := &groupEcho{loops: map[*wakeful.Loop]int{}, group: g}
			l, err := stream.ListenGroup(g, "tcp", "127.0.0.1:0", e.accept(t), options...)
			if err != nil {
				t.Fatal(err)
			}
			var conns []net.Conn
			dialAll := func() {
				for range 40 {
					conns = append(conns, dialGroup(t, l.Addr()))
				}
			}
			dialAll()
			check(t, g.Resize(t.Context(), 4))
			dialAll()
			check(t, g.Resize(t.Context(), 1))
			for _, c := range conns {
				sayHello(t, c) // it has moved, and nothing is lost
			}
			dialAll()
			e.mu.Lock()
			if len(e.loops) < 2 {
				t.Errorf("connections were accepted for %d loops", len(e.loops))
			}
			e.mu.Unlock()
			check(t, l.Close())
		})
	}
}

// TestListenGroupErrors: what ListenGroup refuses.
func TestListenGroupErrors(t *testing.T) {
	g := runningGroup(t, 1)
	accept := func(*stream.Conn) {}
	_, err := stream.ListenGroup(g, "tcp", "127.0.0.1:0", nil)
	matches(t, err, wakeful.ErrNilFunc)
	_, err = stream.ListenGroup(nil, "tcp", "127.0.0.1:0", accept)
	if err == nil {
		t.Error("no group: no error")
	}
	_, err = stream.ListenGroup(g, "tcp", "127.0.0.1:0", accept, stream.GroupOption{})
	matches(t, err, wakeful.ErrInvalidOption)
	_, err = stream.ListenGroup(g, "tcp", "127.0.0.1:0", accept, stream.WithErrorHandler(nil))
	matches(t, err, wakeful.ErrInvalidOption)
	_, err = stream.ListenGroup(g, "unix", t.TempDir()+"/s", accept, stream.WithAcceptorPerLoop())
	matches(t, err, errors.ErrUnsupported)
	l, err := stream.ListenGroup(g, "tcp", "127.0.0.1:0", accept)
	check(t, err)
	_, err = stream.ListenGroup(g, "tcp", l.Addr().String(), accept)
	if operation, ok := errors.AsType[*net.OpError](err); !ok || operation.Op != "listen" {
		t.Errorf("an address that is in use: %v", err)
	}
	check(t, g.Shutdown(t.Context()))
	_, err = stream.ListenGroup(g, "tcp", "127.0.0.1:0", accept)
	matches(t, err, wakeful.ErrClosed)
}

// TestListenGroupBeforeRun: connections wait for the loops.
func TestListenGroupBeforeRun(t *testing.T) {
	g, err := group.New(2)
	check(t, err)
	e := &groupEcho{loops: map[*wakeful.Loop]int{}, group: g}
	l, err := stream.ListenGroup(g, "tcp", "localhost:0", e.accept(t))
	check(t, err)
	done := make(chan struct{})
	go func() {
		defer close(done)
		dialGroup(t, l.Addr())
		check(t, g.Close())
	}()
	check(t, g.Run(context.Background()))
	<-done
}

// TestListenGroupNeverRun: without Run the socket is closed with the group.
func TestListenGroupNeverRun(t *testing.T) {
	g, err := group.New(2)
	check(t, err)
	l, err := stream.ListenGroup(g, "tcp", "127.0.0.1:0", func(*stream.Conn) {})
	check(t, err)
	check(t, g.Close())
	<-g.Done()
	again, err := net.Listen("tcp", l.Addr().String())
	check(t, err)
	check(t, again.Close())
}

// lastLoop is a user's group: it places connections by a rule of its own, on the loops of another.
type lastLoop struct{ all *group.Group }

func (g lastLoop) Pick() *wakeful.Loop    { return g.Loops()[len(g.Loops())-1] }
func (g lastLoop) Loops() []*wakeful.Loop { return g.all.Loops() }

// TestListenGroupOfUser: Pick and Loops are all that a group needs. The connections move when a
// Resize of the group below removes their loop.
func TestListenGroupOfUser(t *testing.T) {
	g := runningGroup(t, 3)
	e := &groupEcho{loops: map[*wakeful.Loop]int{}, group: g}
	last := g.Loops()[2]
	l, err := stream.ListenGroup(lastLoop{g}, "tcp", "127.0.0.1:0", e.accept(t))
	check(t, err)
	c := dialGroup(t, l.Addr())
	e.mu.Lock()
	equal(t, "connections on the last loop", e.loops[last], 1)
	e.mu.Unlock()
	check(t, g.Resize(t.Context(), 1))
	sayHello(t, c)
	dialGroup(t, l.Addr()) // the loop that accepts is still there
	check(t, l.Close())
}

// TestRemovedLoopIsForgotten: a listener keeps nothing of the loops that a Resize has removed.
func TestRemovedLoopIsForgotten(t *testing.T) {
	g := runningGroup(t, 1)
	l, err := stream.ListenGroup(g, "tcp", "127.0.0.1:0", func(c *stream.Conn) { check(t, c.Close()) }, stream.WithAcceptorPerLoop())
	if errors.Is(err, errors.ErrUnsupported) {
		t.Skip("NOT RUN: ", err) // only Linux has several acceptors for one address
	}
	check(t, err)
	check(t, g.Resize(t.Context(), 2))
	removed := weak.Make(g.Loops()[1])
	check(t, g.Resize(t.Context(), 1))
	check(t, g.Resize(t.Context(), 2)) // another one
	until(func() bool {
		runtime.GC()
		return removed.Value() == nil
	})
	check(t, l.Close())
}
