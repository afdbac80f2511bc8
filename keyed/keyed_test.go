package keyed_test

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/wakeful-go/wakeful"
	"github.com/wakeful-go/wakeful/keyed"
	"go.uber.org/goleak"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// Random rebalances between two members lose nothing and keep the order of each key. A record that
// is delivered again has a position that was seen before.
func TestRebalances(t *testing.T) {
	for name, try := range map[string]struct {
		slice   int  // see source
		hold    bool // some handlers run until the rebalances are over
		options []keyed.Option
	}{
		"few records":         {0, false, []keyed.Option{keyed.WithMaxInFlight(32)}},
		"many at once":        {200, false, []keyed.Option{keyed.WithMaxInFlight(400)}}, // their memory is used again
		"abandoned while run": {200, true, []keyed.Option{keyed.WithMaxInFlight(400), keyed.WithRevokeTimeout(0)}},
	} {
		t.Run(name, func(t *testing.T) { rebalance(t, try.slice, try.hold, try.options...) })
	}
}

func rebalance(t *testing.T, slice int, hold bool, options ...keyed.Option) {
	random := rand.New(rand.NewPCG(1, 2))
	b := newBroker(4, 4000, 50, random)
	var mu sync.Mutex
	last := map[string]int64{} // durable: by key, the position and the count
	counts := map[string]int{}
	var held []func(error)
	handle := func(state *int, r keyed.Record, done func(error)) {
		mu.Lock()
		defer mu.Unlock()
		key := string(r.Key())
		if was, ok := last[key]; !ok || r.Position() > was {
			last[key] = r.Position()
			counts[key]++
		}
		switch *state++; {
		case hold && rand.IntN(50) == 0:
			held = append(held, done)
		case *state%7 == 0:
			go done(nil) // elsewhere, later
		default:
			done(nil)
		}
	}
	members := []*source{member(b), member(b)}
	var consumers []*keyed.Consumer[string, int]
	for _, s := range members {
		s.slice = slice
		c, err := keyed.Consume(running(t), s, keyOf, handle, append(options, keyed.WithAcknowledgeInterval(time.Millisecond))...)
		check(t, err)
		consumers = append(consumers, c)
		<-s.began
	}
	for range 200 {
		b.assign(random.IntN(4), members[random.IntN(2)])
	}
	for n := range 4 {
		b.assign(n, members[n%2])
	}
	mu.Lock()
	hold = false
	for _, done := range held {
		done(nil) // has an effect if its partition was not abandoned
	}
	mu.Unlock()
	b.waitCommitted(t)
	for _, c := range consumers {
		check(t, c.Drain(context.Background()))
		if m := c.Metrics(); m.Delivered != m.Finished+m.Abandoned || m.Unfinished != 0 {
			t.Errorf("not conserved: %+v", m)
		}
	}
	want := map[string]int{}
	for _, log := range b.logs {
		for _, r := range log {
			want[string(r.Key)]++
		}
	}
	for key, n := range want {
		if counts[key] != n {
			t.Errorf("key %s: %d records had an effect, want %d", key, counts[key], n)
		}
	}
	if b.backwards > 0 {
		t.Errorf("%d acknowledgements went back", b.backwards)
	}
}

// Handlers that end late do not let another record of their key start, and others go on.
func TestOneRecordOfAKeyAtATime(t *testing.T) {
	b := newBroker(1, 500, 5, rand.New(rand.NewPCG(3, 4)))
	var running [5]atomic.Int32
	c := start(t, b, member(b), func(_ *struct{}, r keyed.Record, done func(error)) {
		n := &running[r.Key()[0]-'0']
		if n.Add(1) != 1 {
			t.Error("two records of a key run at once")
		}
		go func() {
			n.Add(-1)
			done(nil)
			done(errors.New("a second call has no effect"))
		}()
	})
	b.waitCommitted(t)
	check(t, c.Drain(context.Background()))
}

func TestFailuresRunAgainInOrder(t *testing.T) {
	for _, returns := range []bool{false, true} {
		t.Run(fmt.Sprintf("returns=%t", returns), func(t *testing.T) { failuresRunAgain(t, returns) })
	}
}

// failuresRunAgain has handlers that call done or, with ConsumeFunc, return the error.
func failuresRunAgain(t *testing.T, returns bool) {
	b := newBroker(2, 300, 6, rand.New(rand.NewPCG(5, 6)))
	var mu sync.Mutex
	seen := map[string][]int64{}
	var failures, panics, exits int
	handle := func(_ *struct{}, r keyed.Record) error {
		mu.Lock()
		defer mu.Unlock()
		switch {
		case r.Position()%10 == 3 && r.Attempt() < 3:
			failures++
			return errors.New("not yet")
		case r.Position()%10 == 6 && r.Attempt() == 1:
			panics++
			panic("not yet")
		case r.Position()%10 == 8 && r.Attempt() == 1:
			exits++
			runtime.Goexit()
		}
		seen[string(r.Key())] = append(seen[string(r.Key())], r.Position())
		return nil
	}
	backoff := keyed.WithBackoff(time.Microsecond, time.Millisecond)
	var c *keyed.Consumer[string, struct{}]
	if returns {
		c = startFunc(t, b, member(b), handle, backoff)
	} else {
		c = start(t, b, member(b), func(s *struct{}, r keyed.Record, done func(error)) { done(handle(s, r)) }, backoff)
	}
	b.waitCommitted(t)
	check(t, c.Drain(context.Background()))
	total := 0
	for key, positions := range seen {
		total += len(positions)
		if !slices.IsSorted(positions) {
			t.Errorf("key %s: %v", key, positions)
		}
	}
	if m := c.Metrics(); total != 300 || m.Failed != uint64(failures+panics+exits) || failures == 0 || panics == 0 || exits == 0 {
		t.Errorf("%d records, %d failures, %d panics, %d exits, %+v", total, failures, panics, exits, m)
	}
}

func TestDeadLetters(t *testing.T) {
	b := newBroker(1, 20, 3, rand.New(rand.NewPCG(7, 8)))
	reason := errors.New("never")
	var mu sync.Mutex
	dead := map[int64]int{}
	c := start(t, b, member(b), func(_ *struct{}, r keyed.Record, done func(error)) {
		if r.Position()%5 == 0 {
			done(reason)
			return
		}
		done(nil)
	}, keyed.WithBackoff(time.Microsecond, time.Millisecond), keyed.WithDeadLetter(2, func(_ context.Context, r keyed.Record, err error) error {
		mu.Lock()
		defer mu.Unlock()
		if !errors.Is(err, reason) || r.Attempt() < 2 {
			t.Errorf("attempt %d: %v", r.Attempt(), err)
		}
		if dead[r.Position()]++; dead[r.Position()] == 1 {
			return errors.New("the queue of dead letters is away")
		}
		return nil
	}), keyed.WithErrorHandler(func(error) {}))
	b.waitCommitted(t)
	check(t, c.Drain(context.Background()))
	if m := c.Metrics(); len(dead) != 4 || m.DeadLetters != 4 || m.Finished != 20 {
		t.Errorf("%v, %+v", dead, m)
	}
}

func TestStatesAreLoadedAndDropped(t *testing.T) {
	b := newBroker(1, 40, 4, rand.New(rand.NewPCG(9, 10)))
	var mu sync.Mutex
	loads, stored := map[string]int{}, map[string]int{}
	failed := false
	load := func(_ context.Context, key string) (int, error) {
		mu.Lock()
		defer mu.Unlock()
		if !failed {
			failed = true
			return 0, errors.New("the store is away")
		}
		loads[key]++
		return stored[key], nil
	}
	s := member(b)
	c := start(t, b, s, func(state *int, r keyed.Record, done func(error)) {
		*state++
		mu.Lock()
		stored[string(r.Key())] = *state
		mu.Unlock()
		done(nil)
	}, keyed.WithLoad(load), keyed.WithBackoff(time.Microsecond, time.Millisecond), keyed.WithErrorHandler(func(error) {}))
	b.waitCommitted(t)
	b.mu.Lock()
	b.logs[0] = append(b.logs[0], keyed.Message{Position: 40, Key: []byte("1")})
	b.mu.Unlock()
	before := stored["1"]
	b.assign(0, s) // revokes and assigns again
	b.waitCommitted(t)
	check(t, c.Drain(context.Background()))
	if loads["1"] != 2 || loads["0"] != 1 || stored["1"] != before+1 {
		t.Errorf("loads %v, stored %v", loads, stored)
	}
}

// A handler that does not end holds back its partition's acknowledgement, and Drain's context ends
// the wait. What it does later has no effect.
func TestDrainGivesUp(t *testing.T) {
	b := newBroker(1, 10, 1, rand.New(rand.NewPCG(11, 12)))
	stuck := make(chan func(error), 1)
	c := start(t, b, member(b), func(_ *struct{}, r keyed.Record, done func(error)) {
		if r.Position() == 4 {
			stuck <- done
			return
		}
		done(nil)
	}, keyed.WithRevokeTimeout(0))
	done := <-stuck
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if err := c.Drain(ctx); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
	done(nil)
	if b.committed[0] != 4 {
		t.Errorf("acknowledged below %d, want 4", b.committed[0])
	}
	if m := c.Metrics(); m.Finished != 4 || m.Abandoned != m.Delivered-4 {
		t.Errorf("%+v", m)
	}
}

func TestInFlightHoldsTheSource(t *testing.T) {
	b := newBroker(1, 100, 100, rand.New(rand.NewPCG(13, 14)))
	release, started := make(chan struct{}), make(chan struct{}, 100)
	var most, now atomic.Int32
	c := start(t, b, member(b), func(_ *struct{}, _ keyed.Record, done func(error)) {
		if n := now.Add(1); n > most.Load() {
			most.Store(n)
		}
		started <- struct{}{}
		go func() {
			<-release
			now.Add(-1)
			done(nil)
		}()
	}, keyed.WithMaxInFlight(7))
	for range 7 {
		<-started
	}
	close(release)
	b.waitCommitted(t)
	check(t, c.Drain(context.Background()))
	if most.Load() > 7 {
		t.Errorf("%d at once", most.Load())
	}
}

func TestFailedAcknowledgementsAreRepeated(t *testing.T) {
	b := newBroker(1, 50, 5, rand.New(rand.NewPCG(15, 16)))
	s := member(b)
	var tries atomic.Int32
	s.fail = func(keyed.Partition) error {
		if tries.Add(1) < 3 {
			return errors.New("no leader")
		}
		return nil
	}
	var reported atomic.Int32
	c := start(t, b, s, func(_ *struct{}, _ keyed.Record, done func(error)) { done(nil) },
		keyed.WithErrorHandler(func(error) { reported.Add(1) }))
	b.waitCommitted(t)
	check(t, c.Drain(context.Background()))
	if reported.Load() != 2 {
		t.Errorf("%d errors were reported", reported.Load())
	}
}

// failing is a source that ends by itself.
type failing struct{ err error }

func (f failing) Run(context.Context, keyed.Sink) error        { return f.err }
func (failing) Acknowledge(context.Context, []keyed.Ack) error { return nil }
func (failing) Close() error                                   { return nil }

func TestEnds(t *testing.T) {
	reason := errors.New("reason")
	handle := func(_ *struct{}, _ keyed.Record, done func(error)) { done(nil) }
	c, err := keyed.Consume(running(t), failing{reason}, keyOf, handle)
	check(t, err)
	<-c.Done()
	if !errors.Is(c.Err(), reason) || !errors.Is(c.Drain(context.Background()), reason) {
		t.Error(c.Err())
	}

	g := running(t)
	b := newBroker(1, 10, 1, rand.New(rand.NewPCG(17, 18)))
	c, err = keyed.Consume(g, member(b), keyOf, handle)
	check(t, err)
	check(t, g.Close())
	<-c.Done()
	if !errors.Is(c.Err(), wakeful.ErrClosed) {
		t.Error(c.Err())
	}
}

func TestInvalidOptions(t *testing.T) {
	g := running(t)
	handle := func(_ *int, _ keyed.Record, done func(error)) { done(nil) }
	for name, option := range map[string]keyed.Option{
		"zero": {}, "WithMaxInFlight": keyed.WithMaxInFlight(0), "WithRevokeTimeout": keyed.WithRevokeTimeout(-1), "WithAcknowledgeInterval": keyed.WithAcknowledgeInterval(0),
		"WithBackoff": keyed.WithBackoff(2, 1), "WithDeadLetter": keyed.WithDeadLetter(0, nil), "WithErrorHandler": keyed.WithErrorHandler(nil),
		"WithLoad": keyed.WithLoad(func(context.Context, int) (string, error) { return "", nil }),
	} {
		if _, err := keyed.Consume(g, failing{}, keyOf, handle, option); !errors.Is(err, wakeful.ErrInvalidOption) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if _, err := keyed.Consume[string, int](g, failing{}, keyOf, nil); !errors.Is(err, wakeful.ErrNilFunc) {
		t.Error(err)
	}
	if _, err := keyed.ConsumeFunc[string, int](g, failing{}, keyOf, nil); !errors.Is(err, wakeful.ErrNilFunc) {
		t.Error(err)
	}
}
