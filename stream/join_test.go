//go:build (linux || darwin || freebsd || netbsd || openbsd || dragonfly) && !wakeful_nopoll

package stream_test

// Joined writes: when they go out, and that what follows a Write loses nothing.

import (
	"bytes"
	"context"
	"crypto/tls"
	"errors"
	"io"
	"net"
	"runtime"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/wakeful-go/wakeful"
	"github.com/wakeful-go/wakeful/stream"
	"golang.org/x/sys/unix"
)

// received returns what has arrived at a peer that has read nothing. A Unix socket's peer has it as
// soon as the system call of the write has returned.
func received(t testing.TB, peer any) string {
	t.Helper()
	raw, err := peer.(syscall.Conn).SyscallConn()
	check(t, err)
	p, n := make([]byte, 1<<20), 0
	check(t, raw.Control(func(fd uintptr) {
		n, _, err = unix.Recvfrom(int(fd), p, unix.MSG_PEEK|unix.MSG_DONTWAIT)
	}))
	if errors.Is(err, unix.EAGAIN) {
		return ""
	}
	check(t, err)
	return string(p[:n])
}

// unixPair returns a connection over a Unix socket and its peer.
func unixPair(t *testing.T, l *wakeful.Loop) (*stream.Conn, net.Conn) {
	conns := make(chan *stream.Conn, 1)
	listener := serve(t, l, "unix", func(c *stream.Conn) { conns <- c })
	peer := connect(t, listener)
	return <-conns, peer
}

// TestWritesOfAPhaseAreJoined: what functions of one phase write goes out after the last of them.
func TestWritesOfAPhaseAreJoined(t *testing.T) {
	l := running(t)
	c, peer := unixPair(t, l)
	written := make(chan string, 1)
	p := []byte("one ")
	write := func(next string) {
		_, err := c.Write(p)
		check(t, err)
		equal(t, "received by the peer", received(t, peer), "")
		copy(p, next) // the caller may reuse its slice
	}
	for name, queue := range map[string]func(...func()){
		"submitted": func(fns ...func()) { check(t, l.SubmitBatch(fns)) },
		"after submitted": func(fns ...func()) {
			on(t, l, func() {
				for _, fn := range fns {
					check(t, l.AfterSubmitted(fn))
				}
			})
		},
		"turn end": func(fns ...func()) {
			on(t, l, func() {
				for _, fn := range fns {
					check(t, l.AtTurnEnd(fn))
				}
			})
		},
		"microtasks": func(fns ...func()) {
			on(t, l, func() {
				for _, fn := range fns {
					check(t, l.QueueMicrotask(fn))
				}
			})
		},
	} {
		copy(p, "one ")
		queue(
			func() { write("two ") },
			func() {
				check(t, l.QueueMicrotask(func() { write("six ") }))
				write("ten ")
				check(t, l.AfterSubmitted(func() {
					// The next phase, or a later one.
					check(t, l.AtTurnEnd(func() { written <- received(t, peer) }))
				}))
			},
		)
		if got := <-written; got != "one two ten " {
			t.Errorf("%s: %q has arrived after the phase", name, got)
		}
		_, err := io.ReadFull(peer, make([]byte, 12))
		check(t, err)
	}
}

// TestOwnWritesGoOutAfterTheEvent: an answer does not wait for the events of other connections.
func TestOwnWritesGoOutAfterTheEvent(t *testing.T) {
	l := running(t)
	var peers []net.Conn
	answered, arrived := 0, make(chan int, 2)
	var conns []*stream.Conn
	listener := serve(t, l, "unix", func(c *stream.Conn) { conns = append(conns, c) })
	for range 2 {
		peers = append(peers, connect(t, listener))
	}
	for ready := 0; ready < 2; {
		on(t, l, func() { ready = len(conns) })
	}
	on(t, l, func() {
		for _, c := range conns {
			check(t, c.OnData(func([]byte) {
				answered++
				n := 0
				for _, peer := range peers {
					n += len(received(t, peer))
				}
				if _, err := c.Write([]byte("ans")); err != nil {
					t.Error(err)
				}
				_, err := c.Write([]byte("wer"))
				check(t, err)
				arrived <- n
			}))
		}
		for _, peer := range peers { // both events come in one turn
			_, err := peer.Write([]byte("?"))
			check(t, err)
		}
	})
	equal(t, "bytes that have arrived at the first event", <-arrived, 0)
	equal(t, "bytes that have arrived at the second", <-arrived, len("answer"))
}

// TestFlush: Flush sends at once, and so does Write without joining, or with more than 64 KiB.
func TestFlush(t *testing.T) {
	l := running(t)
	c, peer := unixPair(t, l)
	on(t, l, func() {
		_, err := c.Write([]byte("a"))
		check(t, err)
		check(t, c.WriteAll([]byte("b")))
		equal(t, "received", received(t, peer), "")
		check(t, c.Flush())
		equal(t, "received after Flush", received(t, peer), "ab")
		check(t, c.Flush()) // there is nothing to send

		_, err = c.Write([]byte("c"))
		check(t, err)
		check(t, c.SetJoinWrites(false))
		equal(t, "received after SetJoinWrites(false)", received(t, peer), "abc")
		_, err = c.Write([]byte("d"))
		check(t, err)
		equal(t, "received without joining", received(t, peer), "abcd")
		check(t, c.SetJoinWrites(true))
		_, err = c.Write([]byte("e"))
		check(t, err)
		check(t, c.SetWatermarks(0, 1, 1<<20))
		equal(t, "received after SetWatermarks", received(t, peer), "abcde")
		check(t, c.SetWatermarks(1, 1<<19, 1<<20))

		_, err = c.Write([]byte("f"))
		check(t, err)
		_, err = c.Write(bytes.Repeat([]byte("g"), 64<<10))
		check(t, err)
		equal(t, "received before 64 KiB", strings.Trim(received(t, peer), "g"), "abcdef")
	})
	got := make([]byte, len("abcdef")+64<<10)
	_, err := io.ReadFull(peer, got)
	check(t, err)
	equal(t, "what arrives", string(got), "abcdef"+strings.Repeat("g", 64<<10))
	matches(t, c.Flush(), wakeful.ErrNotOnLoop)
	matches(t, c.SetJoinWrites(true), wakeful.ErrNotOnLoop)
	on(t, l, func() {
		check(t, c.Close())
		matches(t, c.Flush(), stream.ErrClosed)
		matches(t, c.SetJoinWrites(false), stream.ErrClosed)
	})
}

// TestJoinedBytesAreNotLost: whatever a callback does after a Write, the bytes arrive, and then the
// end.
func TestJoinedBytesAreNotLost(t *testing.T) {
	other := running(t)
	for name, then := range map[string]func(*wakeful.Loop, *stream.Conn){
		"Close":      func(_ *wakeful.Loop, c *stream.Conn) { check(t, c.Close()) },
		"CloseWrite": func(_ *wakeful.Loop, c *stream.Conn) { check(t, c.CloseWrite()) },
		"Shutdown":   func(l *wakeful.Loop, _ *stream.Conn) { check(t, l.Shutdown(context.Background())) },
		"Loop.Close": func(l *wakeful.Loop, _ *stream.Conn) { check(t, l.Close()) },
		"MoveTo": func(_ *wakeful.Loop, c *stream.Conn) {
			check(t, c.MoveTo(other, func(c *stream.Conn, err error) {
				check(t, err)
				check(t, c.Close())
			}))
		},
		"panic": func(_ *wakeful.Loop, c *stream.Conn) {
			check(t, c.CloseWrite())
			panic("a test")
		},
		"Goexit": func(l *wakeful.Loop, c *stream.Conn) {
			check(t, l.Submit(func() { check(t, c.Close()) }))
			runtime.Goexit()
		},
		"the peer has ended its direction": func(*wakeful.Loop, *stream.Conn) {},
		"a timeout": func(_ *wakeful.Loop, c *stream.Conn) {
			check(t, c.SetReadTimeout(time.Nanosecond))
		},
	} {
		for _, network := range []string{"tcp", "unix", "tls"} {
			t.Run(name+"/"+network, func(t *testing.T) {
				l := running(t, wakeful.WithPanicHandler(func(*wakeful.PanicError) {}))
				accept := func(c *stream.Conn) {
					check(t, c.OnData(func([]byte) {
						check(t, c.WriteAll([]byte("the an")))
						_, err := c.Write([]byte("swer"))
						check(t, err)
						then(l, c)
					}))
				}
				var peer net.Conn
				if network == "tls" {
					listener := serveTLS(t, l, serverConfig(t), nil, accept)
					var err error
					if peer, err = tls.Dial("tcp", listener.Addr().String(), clientConfig()); err != nil {
						t.Fatal(err)
					}
					t.Cleanup(func() { peer.Close() })
				} else {
					peer = connect(t, serve(t, l, network, accept))
				}
				_, err := peer.Write([]byte("?"))
				check(t, err)
				if strings.HasPrefix(name, "the peer") {
					check(t, peer.(interface{ CloseWrite() error }).CloseWrite())
				}
				got, err := io.ReadAll(peer)
				if network != "tls" { // without close_notify, crypto/tls reports an end as an error
					check(t, err)
				}
				equal(t, "what arrives", string(got), "the answer")
			})
		}
	}
}

// TestJoinedBeforeStartTLS: what was written before StartTLS is sent without TLS.
func TestJoinedBeforeStartTLS(t *testing.T) {
	l := running(t)
	listener := serve(t, l, "tcp", func(c *stream.Conn) {
		check(t, c.WriteAll([]byte("go ahead\n")))
		check(t, c.StartTLS(serverConfig(t), func(c *stream.Conn, err error) {
			check(t, err)
			check(t, c.WriteAll([]byte("secret")))
			check(t, c.Close())
		}))
	})
	peer := connect(t, listener)
	line := make([]byte, len("go ahead\n"))
	_, err := io.ReadFull(peer, line)
	check(t, err)
	equal(t, "line", string(line), "go ahead\n")
	got, err := io.ReadAll(tls.Client(peer, clientConfig()))
	check(t, err)
	equal(t, "what arrives", string(got), "secret")
}

// recordCounter counts the records of application data that arrive.
type recordCounter struct {
	net.Conn
	seen bytes.Buffer
}

func (r *recordCounter) Read(p []byte) (int, error) {
	n, err := r.Conn.Read(p)
	r.seen.Write(p[:n])
	return n, err
}

func (r *recordCounter) count() (data int) {
	for p := r.seen.Bytes(); len(p) >= 5; {
		if p[0] == 23 {
			data++
		}
		p = p[min(len(p), 5+int(p[3])<<8+int(p[4])):]
	}
	return data
}

// TestJoinedWritesAreOneRecord: a record of TLS holds what was joined.
func TestJoinedWritesAreOneRecord(t *testing.T) {
	for join, want := range map[bool]int{true: 1, false: 16} {
		l := running(t)
		listener := serveTLS(t, l, serverConfig(t), nil, func(c *stream.Conn) {
			check(t, c.SetJoinWrites(join))
			check(t, c.OnData(func([]byte) {
				for range 16 {
					_, err := c.Write([]byte("answer "))
					check(t, err)
				}
				check(t, c.Close())
			}))
		})
		raw := &recordCounter{Conn: connect(t, listener)}
		// In TLS 1.3 tickets look like data.
		peer := tls.Client(raw, withVersion(clientConfig(), tls.VersionTLS12))
		_, err := peer.Write([]byte("?"))
		check(t, err)
		got, err := io.ReadAll(peer)
		check(t, err)
		equal(t, "what arrives", string(got), strings.Repeat("answer ", 16))
		equal(t, "records", raw.count(), want)
	}
}

// TestJoinManyConnections: the buffers of a loop have a limit.
func TestJoinManyConnections(t *testing.T) {
	const n, size = 200, 60_000 // more than the limit of 4 MiB
	l := running(t)
	var conns []*stream.Conn
	listener := serve(t, l, "unix", func(c *stream.Conn) { conns = append(conns, c) })
	message := pattern()[:size]
	var readers sync.WaitGroup
	for range n {
		peer := connect(t, listener)
		readers.Go(func() {
			got, err := io.ReadAll(peer)
			check(t, err)
			if !bytes.Equal(got, message) {
				t.Errorf("%d bytes have arrived, other than the %d that were written", len(got), size)
			}
		})
	}
	for ready := 0; ready < n; {
		on(t, l, func() { ready = len(conns) })
	}
	on(t, l, func() {
		most := 0
		for at := 0; at < size; at += 1000 {
			for _, c := range conns {
				check(t, c.WriteAll(message[at:at+1000]))
				most = max(most, stream.JoinCapacity(l))
			}
		}
		if most > 5<<20 {
			t.Errorf("joined bytes have taken %d bytes", most)
		}
		for _, c := range conns {
			check(t, c.CloseWrite())
		}
		equal(t, "capacity in use at the end", stream.JoinCapacity(l), 0)
	})
	for _, c := range conns {
		on(t, l, func() { check(t, c.OnData(func([]byte) {})) })
	}
	readers.Wait()
}

// TestJoinedBytesGoOutBeforeAPause: a guest loop that pauses within a phase has sent them.
func TestJoinedBytesGoOutBeforeAPause(t *testing.T) {
	woken := make(chan struct{}, 1)
	l, err := wakeful.New(wakeful.WithHost(func() {
		select {
		case woken <- struct{}{}:
		default:
		}
	}))
	check(t, err)
	check(t, l.Start(context.Background()))
	var c *stream.Conn
	var listener *stream.Listener
	run := func(until time.Time, enough func() bool) {
		for !enough() {
			more, err := l.RunUntil(until)
			check(t, err)
			if !more && !enough() {
				<-woken
			}
		}
	}
	address := short(t) + "/s"
	check(t, stream.Listen(l, "unix", address, func(opened *stream.Listener, err error) {
		check(t, err)
		listener = opened
		check(t, opened.OnAccept(func(accepted *stream.Conn) { c = accepted }))
	}))
	run(time.Time{}, func() bool { return listener != nil })
	peer := connect(t, listener)
	run(time.Time{}, func() bool { return c != nil })
	ran := 0
	write := func() {
		ran++
		check(t, c.WriteAll([]byte("joined ")))
	}
	check(t, l.SubmitBatch([]func(){write, write}))
	run(time.Now(), func() bool { return ran > 0 })
	equal(t, "functions that ran before the pause", ran, 1)
	equal(t, "received during the pause", received(t, peer), "joined ")
	check(t, l.Shutdown(context.Background()))
	for err == nil {
		_, err = l.RunUntil(time.Time{})
	}
	matches(t, err, wakeful.ErrClosed)
}
