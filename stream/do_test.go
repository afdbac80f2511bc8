//go:build (linux || darwin || freebsd || netbsd || openbsd || dragonfly) && !wakeful_nopoll

package stream_test

import (
	"context"
	"slices"
	"testing"

	"github.com/wakeful-go/wakeful"
	"github.com/wakeful-go/wakeful/stream"
)

// TestDo: functions of another goroutine run on the connection's loop, in order, also when the
// connection has moved since, or is between two loops.
func TestDo(t *testing.T) {
	one, two := running(t), running(t)
	c, _ := unixPair(t, one)
	equal(t, "loop", c.Loop(), one)
	var ran []int
	do := func(i int, want *wakeful.Loop) {
		check(t, c.Do(func() {
			ran = append(ran, i)
			if !want.OnLoop() {
				t.Errorf("function %d ran on another loop", i)
			}
			equal(t, "loop", c.Loop(), want)
			check(t, c.Flush()) // methods can be called
		}))
	}
	matches(t, c.Do(nil), wakeful.ErrNilFunc)
	move := func(from, to *wakeful.Loop, first int) {
		hold, held := make(chan struct{}), make(chan struct{})
		check(t, to.Submit(func() { close(held); <-hold })) // the connection cannot arrive yet
		<-held
		on(t, from, func() {
			do(first, to) // it would run after the callback, and then the connection has left
			check(t, c.MoveTo(to, func(*stream.Conn, error) { equal(t, "functions before the arrival", len(ran), first) }))
		})
		on(t, from, func() {}) // the call for the first function was made
		equal(t, "loop during the move", c.Loop(), to)
		do(first+1, to)
		close(hold)
		for arrived := false; !arrived; {
			on(t, to, func() { arrived = c.Flush() == nil })
		}
		do(first+2, to)
		done := make(chan struct{})
		check(t, c.Do(func() { close(done) }))
		<-done
	}
	move(one, two, 0)
	move(two, one, 3)
	if want := []int{0, 1, 2, 3, 4, 5}; !slices.Equal(ran, want) {
		t.Errorf("%d have run, want %d", ran, want)
	}
}

// TestDoPanics: a panic ends one function only.
func TestDoPanics(t *testing.T) {
	panics := make(chan *wakeful.PanicError, 1)
	l := running(t, wakeful.WithPanicHandler(func(e *wakeful.PanicError) { panics <- e }))
	c, _ := unixPair(t, l)
	done := make(chan struct{})
	on(t, l, func() {
		check(t, c.Do(func() { panic("a test") }))
		check(t, c.Do(func() { close(done) }))
	})
	<-done
	equal(t, "panic", (<-panics).Value.(string), "a test")
}

// TestDoAtTheEnd: an accepted function runs after the end of its connection and before that of its
// loop. Later ones are refused.
func TestDoAtTheEnd(t *testing.T) {
	l := running(t, wakeful.WithQueueLimit(2, wakeful.OverflowReject))
	c, _ := unixPair(t, l)
	ran := 0
	on(t, l, func() {
		for range 5 { // no queue limit applies
			check(t, c.Do(func() {
				ran++
				matches(t, c.Flush(), stream.ErrClosed)
			}))
		}
		check(t, c.Close())
		matches(t, c.Do(func() { t.Error("a refused function was called") }), stream.ErrClosed)
		equal(t, "loop", c.Loop(), l)
	})
	on(t, l, func() {})
	equal(t, "functions", ran, 5)

	c, _ = unixPair(t, l)
	on(t, l, func() {
		check(t, c.Do(func() { ran++ }))
		check(t, l.Shutdown(context.Background()))
		matches(t, c.Do(func() { t.Error("a refused function was called") }), wakeful.ErrClosed)
	})
	<-l.Done()
	equal(t, "functions", ran, 6)
	matches(t, c.Do(func() {}), stream.ErrClosed)
	equal(t, "loop", c.Loop(), l)
}
