package keyed_test

import (
	"context"
	"errors"
	"math/rand/v2"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/wakeful-go/wakeful/keyed"
)

// TestLateCallsOfDone: a done that is called again, also when the memory of its record has another
// record, has no effect: each record has one result, and the order of its key holds.
func TestLateCallsOfDone(t *testing.T) {
	const records, keys = 20_000, 20
	b := newBroker(1, records, keys, rand.New(rand.NewPCG(21, 22)))
	s := member(b)
	s.slice = 200 // so many that their memory is used again
	var mu sync.Mutex
	var old []func(error)
	next := map[string]int64{}
	var attempts atomic.Int64
	c := start(t, b, s, func(_ *struct{}, r keyed.Record, done func(error)) {
		attempts.Add(1)
		mu.Lock()
		if r.Attempt() == 1 {
			if last, seen := next[string(r.Key())]; seen && r.Position() <= last {
				t.Errorf("key %s: position %d after %d", r.Key(), r.Position(), last)
			}
			next[string(r.Key())] = r.Position()
		}
		if len(old) < 512 {
			old = append(old, done)
		} else {
			i := rand.IntN(len(old))
			old[i](errors.New("it is over"))
			old[i](nil)
			old[i] = done
		}
		mu.Unlock()
		switch r.Position() % 50 {
		case 7:
			if r.Attempt() == 1 {
				done(errors.New("once more"))
			}
			done(nil) // has an effect if it is the first
		case 8:
			go func() {
				done(nil)
				done(errors.New("too late"))
			}()
		case 9: // somebody else calls it, as an old one, or this
			go done(nil)
		default:
			done(nil)
		}
	}, keyed.WithMaxInFlight(400), keyed.WithBackoff(time.Microsecond, time.Millisecond))
	b.waitCommitted(t)
	check(t, c.Drain(context.Background()))
	m := c.Metrics()
	if m.Finished != records || m.Delivered != records || uint64(attempts.Load()) != m.Finished+m.Failed || m.Failed < records/50 {
		t.Errorf("%d calls of the handler, %+v", attempts.Load(), m)
	}
}

// TestDoneAfterRevocation: it has no effect on the partition, which was delivered again.
func TestDoneAfterRevocation(t *testing.T) {
	b := newBroker(1, 3, 1, rand.New(rand.NewPCG(23, 24)))
	s := member(b)
	first := make(chan func(error), 1)
	runs := make(chan int64, 8)
	c := start(t, b, s, func(_ *struct{}, r keyed.Record, done func(error)) {
		runs <- r.Position()
		select {
		case first <- done:
		default:
			done(nil)
		}
	}, keyed.WithRevokeTimeout(0))
	if n := <-runs; n != 0 {
		t.Fatal(n)
	}
	b.assign(0, s) // revokes and assigns again
	b.waitCommitted(t)
	(<-first)(errors.New("too late"))
	check(t, c.Drain(context.Background()))
	for want := range int64(3) {
		if n := <-runs; n != want {
			t.Errorf("position %d ran when %d was due", n, want)
		}
	}
	if m := c.Metrics(); m.Failed != 0 || m.Finished != 3 || m.Abandoned != m.Delivered-3 {
		t.Errorf("%+v", m)
	}
}

// TestPanics: those of the handler, of WithLoad, of WithDeadLetter and of the function of the key.
func TestPanics(t *testing.T) {
	b := newBroker(1, 30, 3, rand.New(rand.NewPCG(25, 26)))
	var loads, letters atomic.Int64
	c := start(t, b, member(b), func(_ *int, r keyed.Record, done func(error)) {
		if r.Position()%10 == 4 {
			panic("planted")
		}
		done(nil)
	}, keyed.WithBackoff(time.Microsecond, time.Millisecond), keyed.WithErrorHandler(func(err error) {
		if !errors.Is(err, keyed.ErrPanic) {
			t.Error(err)
		}
	}), keyed.WithLoad(func(context.Context, string) (int, error) {
		if loads.Add(1) == 1 {
			panic("planted")
		}
		return 0, nil
	}), keyed.WithDeadLetter(2, func(_ context.Context, _ keyed.Record, err error) error {
		if !errors.Is(err, keyed.ErrPanic) {
			t.Error(err)
		}
		if letters.Add(1) == 1 {
			panic("planted")
		}
		return nil
	}))
	b.waitCommitted(t)
	check(t, c.Drain(context.Background()))
	if m := c.Metrics(); m.Finished != 30 || m.DeadLetters != 3 || letters.Load() != 4 || loads.Load() != 4 {
		t.Errorf("%d loads, %d dead letters, %+v", loads.Load(), letters.Load(), m)
	}

	b = newBroker(1, 1, 1, rand.New(rand.NewPCG(27, 28)))
	s := member(b)
	c2, err := keyed.Consume(running(t), s, func(keyed.Record) int { panic("planted") },
		func(_ *int, _ keyed.Record, done func(error)) { done(nil) })
	check(t, err)
	<-s.began
	b.assign(0, s)
	<-c2.Done()
	if !errors.Is(c2.Err(), keyed.ErrPanic) {
		t.Error(c2.Err())
	}
}
