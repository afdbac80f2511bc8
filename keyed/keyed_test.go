package keyed_test

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/wakeful-go/wakeful"
	"github.com/wakeful-go/wakeful/group"
	"github.com/wakeful-go/wakeful/keyed"
	"go.uber.org/goleak"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// A broker is a log with partitions in memory. One source at a time owns a partition.
type broker struct {
	mu        sync.Mutex
	logs      [][]keyed.Record
	committed []int64
	owner     []*source
	changed   chan struct{} // closed at each change, then replaced
	backwards int           // acknowledgements below an earlier one
}

func newBroker(partitions, records, keys int, random *rand.Rand) *broker {
	b := &broker{
		logs: make([][]keyed.Record, partitions), committed: make([]int64, partitions),
		owner: make([]*source, partitions), changed: make(chan struct{}),
	}
	for range records {
		key := random.IntN(keys)
		p := key % partitions
		b.logs[p] = append(b.logs[p], keyed.Record{Position: int64(len(b.logs[p])), Key: []byte(fmt.Sprint(key))})
	}
	return b
}

func (b *broker) notify() {
	close(b.changed)
	b.changed = make(chan struct{})
}

// source is a member. It delivers each partition on a goroutine of its own.
type source struct {
	b    *broker
	mu   sync.Mutex // excludes Run's end from assignments
	sink keyed.Sink
	live bool
	wg   sync.WaitGroup
	ctx  context.Context
	fail func(p keyed.Partition) error // of Acknowledge

	slice       int                      // how many records are delivered at once; 0 for up to 16
	assignments map[int]keyed.Assignment // by partition; under the broker's lock
}

func (s *source) Run(ctx context.Context, sink keyed.Sink) error {
	s.mu.Lock()
	s.ctx, s.sink, s.live = ctx, sink, true
	s.mu.Unlock()
	<-ctx.Done()
	s.mu.Lock()
	s.live = false
	s.mu.Unlock()
	s.wg.Wait()
	return nil
}

func (s *source) Acknowledge(_ context.Context, acks []keyed.Ack) error {
	if s.fail != nil {
		if err := s.fail(acks[0].Partition); err != nil {
			return err
		}
	}
	s.b.mu.Lock()
	defer s.b.mu.Unlock()
	for _, a := range acks {
		n := a.Partition.Number
		if a.Next < s.b.committed[n] {
			s.b.backwards++
		}
		s.b.committed[n] = a.Next
	}
	s.b.notify()
	return nil
}

func (s *source) Close() error { return nil }

// assign gives a partition to s, which delivers it from the committed position on.
func (b *broker) assign(n int, s *source) {
	id := keyed.Partition{Topic: "log", Number: int32(n)}
	b.mu.Lock()
	old := b.owner[n]
	b.owner[n] = nil
	b.mu.Unlock()
	if old != nil && old.assignments[n] != nil {
		old.assignments[n].Revoke(context.Background())
	}
	b.mu.Lock()
	b.owner[n] = s
	from := b.committed[n]
	b.mu.Unlock()
	s.mu.Lock()
	defer s.mu.Unlock()
	if !s.live {
		return
	}
	a := s.sink.Assign(id)
	b.mu.Lock()
	if s.assignments == nil {
		s.assignments = map[int]keyed.Assignment{}
	}
	s.assignments[n] = a
	b.mu.Unlock()
	s.wg.Go(func() {
		rest := b.logs[n][from:]
		for len(rest) > 0 {
			size := min(len(rest), 1+rand.IntN(16))
			if s.slice > 0 {
				size = min(len(rest), s.slice)
			}
			if err := a.Deliver(s.ctx, rest[:size]); err != nil {
				return
			}
			b.mu.Lock()
			mine := b.owner[n] == s
			b.mu.Unlock()
			if !mine {
				return
			}
			rest = rest[size:]
		}
	})
}

// waitCommitted waits until everything is acknowledged.
func (b *broker) waitCommitted(t *testing.T) {
	t.Helper()
	for {
		b.mu.Lock()
		rest := 0
		for n, log := range b.logs {
			rest += len(log) - int(b.committed[n])
		}
		changed := b.changed
		b.mu.Unlock()
		if rest == 0 {
			return
		}
		<-changed
	}
}

// running returns a group that runs until the end of the test.
func running(t *testing.T) *group.Group {
	t.Helper()
	g, err := group.New(2)
	check(t, err)
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		if err := g.Run(context.Background()); !errors.Is(err, wakeful.ErrClosed) { // the test may close it first
			check(t, err)
		}
	}()
	t.Cleanup(func() {
		check(t, g.Close())
		<-ended
	})
	return g
}

func check(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Error(err)
	}
}

func keyOf(r keyed.Record) string { return string(r.Key) }

// member is a source with the moment at which it is ready.
func member(b *broker) *source { return &source{b: b} }

func (s *source) ready(t *testing.T) {
	t.Helper()
	for {
		s.mu.Lock()
		live := s.live
		s.mu.Unlock()
		if live {
			return
		}
		time.Sleep(time.Millisecond) //nolint:forbidigo // polls until Run has begun
	}
}

// Random rebalances between two members lose nothing and keep the order of each key. A record that
// is delivered again has a position that was seen before.
func TestRebalances(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	b := newBroker(4, 4000, 50, random)
	var mu sync.Mutex
	last := map[string]int64{} // durable: by key, the position and the count
	counts := map[string]int{}
	handle := func(state *int, r keyed.Record, done func(error)) {
		mu.Lock()
		defer mu.Unlock()
		key := string(r.Key)
		if was, ok := last[key]; !ok || r.Position > was {
			last[key] = r.Position
			counts[key]++
		}
		if *state++; *state%7 == 0 {
			go done(nil) // elsewhere, later
			return
		}
		done(nil)
	}
	members := []*source{member(b), member(b)}
	var consumers []*keyed.Consumer[string, int]
	for _, s := range members {
		c, err := keyed.Consume(running(t), s, keyOf, handle, keyed.InFlight(32), keyed.AcknowledgeEvery(time.Millisecond))
		check(t, err)
		consumers = append(consumers, c)
		s.ready(t)
	}
	for range 200 {
		b.assign(random.IntN(4), members[random.IntN(2)])
	}
	for n := range 4 {
		b.assign(n, members[n%2])
	}
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

// start returns a consumer of one member that owns all partitions.
func start[S any](t *testing.T, b *broker, s *source, handler keyed.Handler[S], options ...keyed.Option) *keyed.Consumer[string, S] {
	t.Helper()
	c, err := keyed.Consume(running(t), s, keyOf, handler, append(options, keyed.AcknowledgeEvery(time.Millisecond))...)
	if err != nil {
		t.Fatal(err)
	}
	s.ready(t)
	for n := range b.logs {
		b.assign(n, s)
	}
	return c
}

// Handlers that end late do not let another record of their key start, and others go on.
func TestOneRecordOfAKeyAtATime(t *testing.T) {
	b := newBroker(1, 500, 5, rand.New(rand.NewPCG(3, 4)))
	var running [5]atomic.Int32
	c := start(t, b, member(b), func(_ *struct{}, r keyed.Record, done func(error)) {
		n := &running[r.Key[0]-'0']
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
	b := newBroker(2, 300, 6, rand.New(rand.NewPCG(5, 6)))
	var mu sync.Mutex
	seen := map[string][]int64{}
	var failures, panics int
	c := start(t, b, member(b), func(_ *struct{}, r keyed.Record, done func(error)) {
		mu.Lock()
		defer mu.Unlock()
		switch {
		case r.Position%10 == 3 && r.Attempt < 3:
			failures++
			done(errors.New("not yet"))
			return
		case r.Position%10 == 6 && r.Attempt == 1:
			panics++
			panic("not yet")
		}
		seen[string(r.Key)] = append(seen[string(r.Key)], r.Position)
		done(nil)
	}, keyed.Backoff(time.Microsecond, time.Millisecond))
	b.waitCommitted(t)
	check(t, c.Drain(context.Background()))
	total := 0
	for key, positions := range seen {
		total += len(positions)
		if !slices.IsSorted(positions) {
			t.Errorf("key %s: %v", key, positions)
		}
	}
	if m := c.Metrics(); total != 300 || m.Failed != uint64(failures+panics) || failures == 0 || panics == 0 {
		t.Errorf("%d records, %d failures, %d panics, %+v", total, failures, panics, m)
	}
}

func TestDeadLetters(t *testing.T) {
	b := newBroker(1, 20, 3, rand.New(rand.NewPCG(7, 8)))
	reason := errors.New("never")
	var mu sync.Mutex
	dead := map[int64]int{}
	c := start(t, b, member(b), func(_ *struct{}, r keyed.Record, done func(error)) {
		if r.Position%5 == 0 {
			done(reason)
			return
		}
		done(nil)
	}, keyed.Backoff(time.Microsecond, time.Millisecond), keyed.DeadLetter(2, func(_ context.Context, r keyed.Record, err error) error {
		mu.Lock()
		defer mu.Unlock()
		if !errors.Is(err, reason) || r.Attempt < 2 {
			t.Errorf("attempt %d: %v", r.Attempt, err)
		}
		if dead[r.Position]++; dead[r.Position] == 1 {
			return errors.New("the queue of dead letters is away")
		}
		return nil
	}), keyed.OnError(func(error) {}))
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
		stored[string(r.Key)] = *state
		mu.Unlock()
		done(nil)
	}, keyed.Load(load), keyed.Backoff(time.Microsecond, time.Millisecond), keyed.OnError(func(error) {}))
	b.waitCommitted(t)
	b.mu.Lock()
	b.logs[0] = append(b.logs[0], keyed.Record{Position: 40, Key: []byte("1")})
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
		if r.Position == 4 {
			stuck <- done
			return
		}
		done(nil)
	}, keyed.RevokeLimit(0))
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
	release := make(chan struct{})
	var most, now atomic.Int32
	c := start(t, b, member(b), func(_ *struct{}, _ keyed.Record, done func(error)) {
		if n := now.Add(1); n > most.Load() {
			most.Store(n)
		}
		go func() {
			<-release
			now.Add(-1)
			done(nil)
		}()
	}, keyed.InFlight(7))
	for c.Metrics().Delivered < 7 {
		time.Sleep(time.Millisecond) //nolint:forbidigo // polls
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
		keyed.OnError(func(error) { reported.Add(1) }))
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
		"nil": nil, "InFlight": keyed.InFlight(0), "RevokeLimit": keyed.RevokeLimit(-1), "AcknowledgeEvery": keyed.AcknowledgeEvery(0),
		"Backoff": keyed.Backoff(2, 1), "DeadLetter": keyed.DeadLetter(0, nil), "OnError": keyed.OnError(nil),
		"Load": keyed.Load(func(context.Context, int) (string, error) { return "", nil }),
	} {
		if _, err := keyed.Consume(g, failing{}, keyOf, handle, option); !errors.Is(err, wakeful.ErrInvalidOption) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if _, err := keyed.Consume[string, int](g, failing{}, keyOf, nil); !errors.Is(err, wakeful.ErrNilFunc) {
		t.Error(err)
	}
}
