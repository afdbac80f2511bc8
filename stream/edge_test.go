//go:build (linux || darwin || freebsd || netbsd || openbsd || dragonfly) && !wakeful_nopoll

package stream_test

// An edge-triggered descriptor is reported once. Code that leaves data must make the poller report
// it again, or the connection waits forever. Such a bug hangs a test in this file.

import (
	"io"
	"net"
	"os"
	"testing"

	"github.com/wakeful-go/wakeful"
	"github.com/wakeful-go/wakeful/stream"
	"golang.org/x/sys/unix"
)

// hold blocks the loop until release is called, so that all events until then are
// collected at once.
func hold(t *testing.T, l *wakeful.Loop) (release func()) {
	t.Helper()
	held, over := make(chan struct{}), make(chan struct{})
	check(t, l.Submit(func() {
		close(held)
		<-over
	}))
	<-held
	return func() { close(over) }
}

// TestPanicLosesNothing: after OnData has panicked, the rest of the input and the peer's
// end are still delivered, although no further event comes.
func TestPanicLosesNothing(t *testing.T) {
	l := running(t, quiet())
	got := 0
	end := make(chan error, 1)
	listener := serve(t, l, "tcp", func(c *stream.Conn) {
		check(t, c.OnClose(func(err error) { end <- err }))
		check(t, c.OnData(func(p []byte) {
			got += len(p)
			panic("on purpose")
		}))
	})
	peer := connect(t, listener).(halfCloser)
	for _, size := range []int{1, 100 << 10} {
		release := hold(t, l)
		_, err := peer.Write(make([]byte, size))
		check(t, err)
		if size > 1 {
			check(t, peer.CloseWrite())
		}
		release()
	}
	check(t, <-end)
	equal(t, "bytes", got, 1+100<<10)
}

// TestPanicLeavesTheQueue: the queue is sent after a callback panics, although both events were
// reported together.
func TestPanicLeavesTheQueue(t *testing.T) {
	for _, network := range []string{"tcp", "unix"} {
		t.Run(network, func(t *testing.T) {
			l := running(t, quiet())
			const size = 32 << 20
			conns := make(chan *stream.Conn, 1)
			queued := make(chan int, 1)
			listener := serve(t, l, network, func(c *stream.Conn) {
				check(t, c.OnData(func([]byte) { panic("on purpose") }))
				check(t, c.SetWatermarks(0, size, size))
				_, err := c.Write(make([]byte, size))
				check(t, err)
				queued <- c.Queued()
				conns <- c
			})
			peer := connect(t, listener)
			<-conns
			waiting := <-queued
			if waiting == 0 {
				t.Fatalf("the kernel took %d bytes at once: there is nothing to test", size)
			}
			release := hold(t, l)
			_, err := io.CopyN(io.Discard, peer, int64(size-waiting))
			check(t, err)
			_, err = peer.Write([]byte{1})
			check(t, err)
			release()
			_, err = io.CopyN(io.Discard, peer, int64(waiting))
			check(t, err)
		})
	}
}

// TestDataBehindDescriptors: a read ends where a peer has sent descriptors, with more data to read
// after it.
func TestDataBehindDescriptors(t *testing.T) {
	l := running(t)
	got := make(chan string, 10)
	listener := serve(t, l, "unix", func(c *stream.Conn) {
		check(t, c.OnData(func(p []byte) { got <- string(p) }))
	})
	peer := connect(t, listener).(*net.UnixConn)
	null, err := os.Open(os.DevNull)
	if err != nil {
		t.Fatal(err)
	}
	defer null.Close()
	release := hold(t, l)
	_, _, err = peer.WriteMsgUnix([]byte("with"), unix.UnixRights(int(null.Fd())), nil)
	check(t, err)
	_, err = peer.Write([]byte("out"))
	check(t, err)
	release()
	for received := ""; received != "without"; {
		received += <-got
	}
}

// TestDataBehindUrgentData: data after urgent data arrives with the next data at the latest.
func TestDataBehindUrgentData(t *testing.T) {
	l := running(t)
	got := make(chan string, 10)
	listener := serve(t, l, "tcp", func(c *stream.Conn) {
		check(t, c.OnData(func(p []byte) { got <- string(p) }))
	})
	peer := connect(t, listener).(*net.TCPConn)
	raw, err := peer.SyscallConn()
	if err != nil {
		t.Fatal(err)
	}
	release := hold(t, l)
	_, err = peer.Write([]byte("before "))
	check(t, err)
	check(t, raw.Write(func(fd uintptr) bool {
		check(t, unix.Sendto(int(fd), []byte("!"), unix.MSG_OOB, nil))
		return true
	}))
	_, err = peer.Write([]byte("behind "))
	check(t, err)
	release()
	received := <-got
	_, err = peer.Write([]byte("after"))
	check(t, err)
	for received != "before behind after" {
		received += <-got
	}
}
