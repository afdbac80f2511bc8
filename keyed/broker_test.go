package keyed_test

// This file owns the engine of the tests: a log in memory, and a source that reads it.

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"sync"
	"testing"
	"time"

	"github.com/wakeful-go/wakeful"
	"github.com/wakeful-go/wakeful/group"
	"github.com/wakeful-go/wakeful/keyed"
)

// A broker is a log with partitions in memory. One source at a time owns a partition.
type broker struct {
	mu        sync.Mutex
	logs      [][]keyed.Message
	committed []int64
	owner     []*source
	changed   chan struct{} // closed at each change, then replaced
	backwards int           // acknowledgements below an earlier one
}

func newBroker(partitions, records, keys int, random *rand.Rand) *broker {
	b := &broker{
		logs: make([][]keyed.Message, partitions), committed: make([]int64, partitions),
		owner: make([]*source, partitions), changed: make(chan struct{}),
	}
	for range records {
		key := random.IntN(keys)
		p := key % partitions
		b.logs[p] = append(b.logs[p], keyed.Message{Position: int64(len(b.logs[p])), Key: []byte(fmt.Sprint(key))})
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
	// check, if not nil, is called with what is acknowledged.
	check func([]keyed.Ack)
	began chan struct{} // closed when Run has begun

	slice       int                      // how many records are delivered at once; 0 for up to 16
	assignments map[int]keyed.Assignment // by partition; under the broker's lock
}

func (s *source) Run(ctx context.Context, sink keyed.Sink) error {
	s.mu.Lock()
	s.ctx, s.sink, s.live = ctx, sink, true
	s.mu.Unlock()
	close(s.began)
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
	if s.check != nil {
		s.check(acks)
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
			if err := a.Deliver(s.ctx, keyed.Messages(rest[:size])); err != nil {
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
	g, err := group.New(2, group.WithPanicHandler(func(*wakeful.PanicError) {})) // for runtime.Goexit
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

func keyOf(r keyed.Record) string { return string(r.Key()) }

func member(b *broker) *source { return &source{b: b, began: make(chan struct{})} }

// start returns a consumer of one member that owns all partitions.
func start[S any](t *testing.T, b *broker, s *source, handler keyed.Handler[S], options ...keyed.Option) *keyed.Consumer[string, S] {
	t.Helper()
	c, err := keyed.Consume(running(t), s, keyOf, handler, append(options, keyed.WithAcknowledgeInterval(time.Millisecond))...)
	check(t, err)
	b.assignAll(s)
	return c
}

// startFunc is start with keyed.ConsumeFunc.
func startFunc[S any](t *testing.T, b *broker, s *source, handler func(*S, keyed.Record) error, options ...keyed.Option) *keyed.Consumer[string, S] {
	t.Helper()
	c, err := keyed.ConsumeFunc(running(t), s, keyed.StringKey, handler, append(options, keyed.WithAcknowledgeInterval(time.Millisecond))...)
	check(t, err)
	b.assignAll(s)
	return c
}

// assignAll assigns all partitions.
func (b *broker) assignAll(s *source) {
	<-s.began
	for n := range b.logs {
		b.assign(n, s)
	}
}
