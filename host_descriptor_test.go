//go:build (linux || darwin || dragonfly || freebsd || netbsd || openbsd) && !wakeful_nopoll

package wakeful_test

import (
	"testing"
	"time"

	"github.com/wakeful-go/wakeful"
	"golang.org/x/sys/unix"
)

// waitReadable waits until a descriptor is readable.
func waitReadable(t *testing.T, fd int) {
	t.Helper()
	fds := []unix.PollFd{{Fd: int32(fd), Events: unix.POLLIN}}
	for {
		n, err := unix.Poll(fds, -1)
		if n == 1 {
			return
		}
		if err != unix.EINTR {
			t.Fatal(n, err)
		}
	}
}

// isReadable reports whether a descriptor is readable now.
func isReadable(t *testing.T, fd int) bool {
	t.Helper()
	fds := []unix.PollFd{{Fd: int32(fd), Events: unix.POLLIN}}
	for {
		n, err := unix.Poll(fds, 0)
		if err == unix.EINTR {
			continue
		}
		check(t, err)
		return n == 1
	}
}

// The descriptor of PollFD is readable for each reason to call RunUntil, and not when the loop is
// idle.
func TestPollFD(t *testing.T) {
	l := started(t)
	fd, err := l.PollFD()
	check(t, err)
	again, err := l.PollFD()
	check(t, err)
	equal(t, "the second descriptor", again, fd)

	events, ran := 0, 0
	read, write := pipe(t)
	register(t, l.Loop, read, wakeful.Readable, func(wakeful.Events) { read.take(1); events++ })
	reasons := map[string]func(){
		"a function": func() { check(t, l.Submit(func() { ran++ })) },
		"a timer": func() {
			_, err := l.AfterFunc(time.Millisecond, func() { ran++ })
			check(t, err)
			l.turn(t, time.Time{}) // sets the clock, unless the timer has fired
		},
		"an event": func() { write.put("x") },
	}
	for name, cause := range reasons {
		for l.turn(t, time.Time{}) || isReadable(t, fd) {
		}
		before := events + ran
		cause()
		for events+ran == before {
			waitReadable(t, fd)
			l.turn(t, time.Time{})
		}
		equal(t, name, events+ran, before+1)
	}

	// What a call of RunUntil leaves keeps it readable.
	for range 2 {
		check(t, l.Submit(func() { ran++ }))
	}
	for l.turn(t, time.Unix(0, 0)) {
		equal(t, "readable", isReadable(t, fd), true)
	}
}

// Descriptors of a hosted loop without PollFD wake the host.
func TestDescriptorWakesTheHost(t *testing.T) {
	woken := make(chan struct{}, 1)
	l, err := wakeful.New(wakeful.WithHost(func() {
		select {
		case woken <- struct{}{}:
		default:
		}
	}))
	check(t, err)
	check(t, l.Start(t.Context()))
	read, write := pipe(t)
	events := 0
	register(t, l, read, wakeful.Readable, func(wakeful.Events) { read.take(1); events++ })
	for range rounds(1000) {
		write.put("x")
		for before := events; events == before; {
			<-woken
			_, err := l.RunUntil(time.Time{})
			check(t, err)
		}
	}
	check(t, l.Close())
	_, err = l.RunUntil(time.Time{})
	matches(t, err, wakeful.ErrClosed)
}
