//go:build (linux || darwin || dragonfly || freebsd || netbsd || openbsd) && !wakeful_nopoll

package wakeful_test

import (
	"runtime"
	"testing"

	"github.com/wakeful-go/wakeful"
	"golang.org/x/sys/unix"
)

// Each byte causes a call, and the descriptor is watched again afterwards, with every wait strategy
// and beside other work.
func TestReadable(t *testing.T) {
	for name, strategy := range strategies {
		t.Run(name, func(t *testing.T) {
			atProcessors(t, func(t *testing.T) {
				read, write := pipe(t)
				l := running(t, wakeful.WithWaitStrategy(strategy))
				got := make(chan wakeful.Events, 1)
				register(t, l, read, wakeful.Readable, func(events wakeful.Events) {
					if !l.OnLoop() {
						t.Error("not called on the loop")
					}
					read.take(1)
					got <- events
				})
				n := rounds(1000)
				for i := range n {
					write.put("x")
					equal(t, "events", <-got, wakeful.Readable)
					if i%2 == 0 {
						on(t, l, func() {})
					}
				}
				check(t, l.Shutdown(t.Context()))
				equal(t, "descriptors", l.Metrics().Descriptors, uint64(n))
			})
		})
	}
}

// A loop that is busy with functions, one at a time or many, still polls its descriptors.
func TestReadableBesideFunctions(t *testing.T) {
	for name, strategy := range strategies {
		t.Run(name, func(t *testing.T) {
			read, write := pipe(t)
			l := running(t, wakeful.WithWaitStrategy(strategy))
			got := make(chan struct{}, 1)
			register(t, l, read, wakeful.Readable, func(wakeful.Events) {
				read.take(1)
				got <- struct{}{}
			})
			over, ended := make(chan struct{}), make(chan struct{})
			var again func()
			again = func() {
				select {
				case <-over:
					close(ended)
				default:
					check(t, l.Submit(again))
				}
			}
			check(t, l.Submit(again))
			for range 20 {
				write.put("x")
				<-got
			}
			close(over)
			<-ended
		})
	}
}

// A descriptor is watched for the events that were requested last.
func TestWritable(t *testing.T) {
	one, other := pair(t)
	l := running(t)
	one.fill()
	calls := make(chan wakeful.Events, 10)
	r := register(t, l, one, wakeful.Writable, func(events wakeful.Events) { calls <- events }, wakeful.WithOneShot())
	other.put("x")
	fence(t, l)
	equal(t, "calls without room", len(calls), 0)
	other.drain()
	equal(t, "events", <-calls, wakeful.Writable)
	check(t, r.Modify(wakeful.Readable))
	equal(t, "events", <-calls, wakeful.Readable)
	check(t, r.Modify(wakeful.Readable|wakeful.Writable))
	equal(t, "events", <-calls, wakeful.Readable|wakeful.Writable)
	one.take(1)
	check(t, r.Modify(wakeful.Readable|wakeful.Writable))
	equal(t, "events", <-calls, wakeful.Writable)
	check(t, r.Modify(0))
	fence(t, l)
	equal(t, "calls for nothing", len(calls), 0)
}

// Unread data is reported again in each turn, and other work continues.
func TestLevelTriggered(t *testing.T) {
	read, write := pipe(t)
	l := running(t)
	done := make(chan struct{})
	calls := 0
	var turn uint64
	register(t, l, read, wakeful.Readable, func(wakeful.Events) {
		if now := l.Metrics().Turns; now == turn {
			t.Error("called twice in a turn")
		} else {
			turn = now
		}
		if calls++; calls == 5 {
			equal(t, "read", read.take(9), "xyz")
			close(done)
		}
	})
	write.put("xyz")
	<-done
	fence(t, l)
	on(t, l, func() { equal(t, "calls", calls, 5) })
}

// Unread data is not reported again until more arrives or Modify is called.
func TestEdgeTriggered(t *testing.T) {
	read, write := pipe(t)
	l := running(t)
	calls := make(chan struct{}, 10)
	r := register(t, l, read, wakeful.Readable, func(wakeful.Events) { calls <- struct{}{} }, wakeful.WithEdgeTriggered())
	write.put("x")
	<-calls
	fence(t, l)
	equal(t, "calls for the same", len(calls), 0)
	write.put("y")
	<-calls
	check(t, r.Modify(wakeful.Readable))
	<-calls
	fence(t, l)
	equal(t, "more calls", len(calls), 0)
	equal(t, "read", read.take(9), "xy")
	check(t, r.Modify(wakeful.Readable))
	fence(t, l)
	equal(t, "calls for nothing", len(calls), 0)
}

// One call, and no further call for any event until Modify.
func TestOneShot(t *testing.T) {
	for name, options := range map[string][]wakeful.FDOption{
		"level": {wakeful.WithOneShot()}, "edge": {wakeful.WithOneShot(), wakeful.WithEdgeTriggered()},
	} {
		t.Run(name, func(t *testing.T) {
			read, write := pipe(t)
			l := running(t)
			calls := make(chan wakeful.Events, 10)
			r := register(t, l, read, wakeful.Readable, func(events wakeful.Events) { calls <- events }, options...)
			write.put("x")
			<-calls
			write.put("y")
			fence(t, l)
			equal(t, "calls while not armed", len(calls), 0)
			check(t, r.Modify(wakeful.Readable))
			<-calls
			equal(t, "read", read.take(9), "xy")
			write.close()
			fence(t, l)
			equal(t, "calls for the hang-up while not armed", len(calls), 0)
			check(t, r.Modify(wakeful.Readable))
			equal(t, "events", <-calls, wakeful.Readable|wakeful.Hangup)
			_, err := l.RegisterFD(read.fd, wakeful.Readable, func(wakeful.Events) {})
			matches(t, err, wakeful.ErrRegistered) // although it is not armed
		})
	}
}

// hangups are the ways in which the other side closes.
var hangups = []struct {
	name   string
	ends   func(t testing.TB) (one, other *end)
	asked  wakeful.Events
	happen func(one, other *end)
	found  wakeful.Events
	linux  bool // Linux only
}{
	{"writer of a pipe closed", pipe, wakeful.Readable, func(_, other *end) { other.close() }, wakeful.Readable | wakeful.Hangup, false},
	{"reader of a pipe closed", swapped(pipe), wakeful.Writable, func(_, other *end) { other.close() }, wakeful.Writable | wakeful.EventError, true},
	{"peer closed", pair, wakeful.Readable, func(_, other *end) { other.close() }, wakeful.Readable | wakeful.Hangup, false},
	{"peer closed a TCP connection", connection, wakeful.Readable, func(_, other *end) { other.close() }, wakeful.Readable | wakeful.Hangup, false},
	{"peer finished sending", pair, wakeful.Readable, func(_, other *end) { check(other.t, unix.Shutdown(other.fd, unix.SHUT_WR)) }, wakeful.Readable | wakeful.Hangup, false},
	{"peer closed, nothing asked for", pair, 0, func(_, other *end) { other.close() }, wakeful.Hangup, true},
	{"peer reset", connection, wakeful.Readable, reset, wakeful.Readable | wakeful.Hangup | wakeful.EventError, false},
	{"peer reset, nothing asked for", connection, 0, reset, wakeful.Hangup | wakeful.EventError, true},
}

func swapped(ends func(t testing.TB) (one, other *end)) func(t testing.TB) (other, one *end) {
	return func(t testing.TB) (*end, *end) {
		one, other := ends(t)
		return other, one
	}
}

// reset closes a connection so that the other side gets an error.
func reset(_, other *end) {
	check(other.t, unix.SetsockoptLinger(other.fd, unix.SOL_SOCKET, unix.SO_LINGER, &unix.Linger{Onoff: 1}))
	other.close()
}

func TestHangup(t *testing.T) {
	for _, h := range hangups {
		t.Run(h.name, func(t *testing.T) {
			if h.linux && runtime.GOOS != "linux" {
				t.Skip("NOT RUN: the event is that of Linux")
			}
			one, other := h.ends(t)
			if h.asked == wakeful.Writable {
				one.fill()
			}
			l := running(t)
			got := make(chan wakeful.Events, 1)
			var r *wakeful.FDRegistration
			on(t, l, func() {
				r = register(t, l, one, h.asked, func(events wakeful.Events) {
					got <- events
					check(t, r.Close())
				})
			})
			h.happen(one, other)
			equal(t, "events", <-got, h.found)
			n, err := unix.Read(one.fd, make([]byte, 1))
			switch {
			case h.found&wakeful.EventError == 0:
				if n != 0 || err != nil {
					t.Errorf("read: %d bytes, %v", n, err)
				}
			case h.asked != wakeful.Writable:
				matches(t, err, unix.ECONNRESET)
			}
		})
	}
}

// After the peer has finished sending, its data can be read, and writing to it still works.
func TestHalfClosed(t *testing.T) {
	one, other := connection(t)
	l := running(t)
	over := make(chan struct{})
	text := ""
	var r *wakeful.FDRegistration
	on(t, l, func() {
		r = register(t, l, one, wakeful.Readable, func(wakeful.Events) {
			part := one.take(1)
			if text += part; part == "" {
				check(t, r.Close()) // otherwise the end is reported in every turn
				one.put("yes")
				close(over)
			}
		})
	})
	other.put("here?")
	check(t, unix.Shutdown(other.fd, unix.SHUT_WR))
	<-over
	on(t, l, func() { equal(t, "text", text, "here?") })
	back := make(chan string)
	register(t, l, other, wakeful.Readable, func(wakeful.Events) { back <- other.take(9) }, wakeful.WithOneShot())
	equal(t, "answer", <-back, "yes")
}

// Descriptor number zero works like any other.
func TestDescriptorZero(t *testing.T) {
	saved, err := unix.Dup(0)
	if err != nil {
		t.Skipf("NOT RUN: descriptor 0 is not open: %v", err)
	}
	read, write := pipe(t)
	check(t, unix.Dup2(read.fd, 0))
	defer func() {
		check(t, unix.Dup2(saved, 0))
		check(t, unix.Close(saved))
	}()
	l := running(t)
	got := make(chan string)
	r := register(t, l, &end{t, 0}, wakeful.Readable, func(wakeful.Events) { got <- read.take(9) })
	equal(t, "FD", r.FD(), 0)
	write.put("zero")
	equal(t, "read", <-got, "zero")
	check(t, r.Close())
}

func TestEventsString(t *testing.T) {
	for want, events := range map[string]wakeful.Events{
		"none": 0, "readable": wakeful.Readable, "readable|hangup": wakeful.Hangup | wakeful.Readable,
		"readable|writable|hangup|error": 15, "writable|0x30": 0x32,
	} {
		equal(t, "name", events.String(), want)
	}
}
