//go:build (linux || darwin || dragonfly || freebsd || netbsd || openbsd) && !wakeful_nopoll

package wakeful_test

// Helpers of the tests of descriptors: pipes, sockets, and ways to wait for their events.

import (
	"errors"
	"fmt"
	"os"
	"runtime"
	"slices"
	"testing"

	"github.com/wakeful-go/wakeful"
	"golang.org/x/sys/unix"
)

// An end is one end of a pipe or a connection. It is non-blocking. The end of the test closes it if
// it is still open.
type end struct {
	t  testing.TB
	fd int
}

func newEnd(t testing.TB, fd int) *end {
	t.Helper()
	if err := unix.SetNonblock(fd, true); err != nil {
		t.Fatal(err)
	}
	e := &end{t, fd}
	t.Cleanup(e.close)
	return e
}

func (e *end) close() {
	if e.fd >= 0 {
		check(e.t, unix.Close(e.fd))
	}
	e.fd = -1
}

// put writes text. There must be room for it.
func (e *end) put(text string) {
	e.t.Helper()
	if n, err := unix.Write(e.fd, []byte(text)); n != len(text) || err != nil {
		e.t.Errorf("write: %d bytes, %v", n, err)
	}
}

// take reads at most n bytes that are there. At the end it returns "".
func (e *end) take(n int) string {
	e.t.Helper()
	buffer := make([]byte, n)
	n, err := unix.Read(e.fd, buffer)
	if err != nil {
		e.t.Errorf("read: %v", err)
		return ""
	}
	return string(buffer[:n])
}

// fill writes until there is no more room.
func (e *end) fill() {
	for {
		if _, err := unix.Write(e.fd, make([]byte, 4096)); err != nil {
			matches(e.t, err, unix.EAGAIN)
			return
		}
	}
}

// drain reads everything that is there and returns the number of bytes.
func (e *end) drain() (total int) {
	buffer := make([]byte, 1<<16)
	for {
		n, err := unix.Read(e.fd, buffer)
		if err != nil || n == 0 {
			if !errors.Is(err, unix.EAGAIN) {
				e.t.Errorf("read: %d bytes, %v", n, err)
			}
			return total
		}
		total += n
	}
}

// pipe returns a pipe.
func pipe(t testing.TB) (read, write *end) {
	t.Helper()
	var ends [2]int
	if err := unix.Pipe(ends[:]); err != nil {
		t.Fatal(err)
	}
	return newEnd(t, ends[0]), newEnd(t, ends[1])
}

// pair returns a connection of Unix sockets.
func pair(t testing.TB) (one, other *end) {
	t.Helper()
	ends, err := unix.Socketpair(unix.AF_UNIX, unix.SOCK_STREAM, 0)
	if err != nil {
		t.Fatal(err)
	}
	return newEnd(t, ends[0]), newEnd(t, ends[1])
}

// connection returns a connection over TCP.
func connection(t testing.TB) (one, other *end) {
	t.Helper()
	fail := func(what string, err error) {
		if err != nil {
			t.Fatalf("%s: %v", what, err)
		}
	}
	listener, err := unix.Socket(unix.AF_INET, unix.SOCK_STREAM, 0)
	fail("socket", err)
	defer unix.Close(listener)
	fail("bind", unix.Bind(listener, &unix.SockaddrInet4{Addr: [4]byte{127, 0, 0, 1}}))
	fail("listen", unix.Listen(listener, 1))
	address, err := unix.Getsockname(listener)
	fail("getsockname", err)
	client, err := unix.Socket(unix.AF_INET, unix.SOCK_STREAM, 0)
	fail("socket", err)
	fail("connect", unix.Connect(client, address))
	server, _, err := unix.Accept(listener)
	fail("accept", err)
	return newEnd(t, client), newEnd(t, server)
}

// register registers e, and closes the registration at the end of the test.
func register(t testing.TB, l *wakeful.Loop, e *end, events wakeful.Events, fn func(wakeful.Events), options ...wakeful.FDOption) *wakeful.FDRegistration {
	t.Helper()
	r, err := l.RegisterFD(e.fd, events, fn, options...)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { check(t, r.Close()) })
	return r
}

// fence returns when the loop has collected the events that were ready before, and called their
// functions. It waits for a descriptor that becomes ready afterwards.
func fence(t testing.TB, l *wakeful.Loop) {
	t.Helper()
	read, write := pipe(t)
	found := make(chan struct{})
	r := register(t, l, read, wakeful.Readable, func(wakeful.Events) {
		read.take(1)
		close(found)
	})
	write.put("x")
	<-found
	check(t, r.Close())
	on(t, l, func() {}) // the rest of the collection has run
	read.close()
	write.close()
}

// atProcessors runs a test with one processor, with two, and with more.
func atProcessors(t *testing.T, test func(t *testing.T)) {
	for _, n := range []int{1, 2, 8} {
		t.Run(fmt.Sprintf("GOMAXPROCS=%d", n), func(t *testing.T) {
			defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(n))
			test(t)
		})
	}
}

// open lists the open descriptors of the process, or returns "" if the system does not list them.
// The descriptor of the listing itself is closed again.
func open(t testing.TB) string {
	t.Helper()
	const dir = "/proc/self/fd"
	entries, err := os.ReadDir(dir)
	if err != nil {
		return ""
	}
	var list []string
	for _, entry := range entries {
		if target, err := os.Readlink(dir + "/" + entry.Name()); err == nil {
			list = append(list, entry.Name()+" "+target)
		}
	}
	slices.Sort(list)
	return fmt.Sprint(list)
}
