package keyed_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"runtime"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/wakeful-go/wakeful/keyed"
)

// TestAcknowledgedHasFinished: nothing is acknowledged that has not finished, and each record is
// acknowledged once, in whatever parts a delivery is admitted and in whatever order it finishes.
func TestAcknowledgedHasFinished(t *testing.T) {
	const records, partitions = 2000, 2
	for _, inFlight := range []int{1, 63, 64, 65, 300, records} {
		t.Run(fmt.Sprint(inFlight), func(t *testing.T) {
			b := newBroker(partitions, records, 700, rand.New(rand.NewPCG(31, 32)))
			s := member(b)
			s.slice = 1000
			var finished [partitions][records]atomic.Bool
			var acknowledged [partitions][records]bool // Acknowledge is called on one goroutine at a time
			var below [partitions]int64
			s.check = func(acks []keyed.Ack) {
				for _, a := range acks {
					n := a.Partition.Number
					for ; below[n] < a.Next; below[n]++ {
						if !finished[n][below[n]].Load() {
							t.Errorf("%d of %v is acknowledged and has not finished", below[n], a.Partition)
						}
					}
					for r := range a.Records {
						if !finished[n][r.Position()].Load() || acknowledged[n][r.Position()] {
							t.Errorf("%d of %v: finished %v, acknowledged before %v",
								r.Position(), a.Partition, finished[n][r.Position()].Load(), acknowledged[n][r.Position()])
						}
						acknowledged[n][r.Position()] = true
					}
				}
			}
			c := start(t, b, s, func(_ *struct{}, r keyed.Record, done func(error)) {
				finish := func() {
					finished[r.Partition().Number][r.Position()].Store(true)
					done(nil)
				}
				if r.Position()%3 == 0 {
					go finish()
					return
				}
				finish()
			}, keyed.WithMaxInFlight(inFlight))
			b.waitCommitted(t)
			check(t, c.Drain(context.Background()))
			for n, log := range b.logs {
				for position := range log {
					if !acknowledged[n][position] {
						t.Errorf("%d of %d is in no acknowledgement", position, n)
					}
				}
			}
		})
	}
}

// TestIdleConsumerHoldsNoRecords: what is acknowledged is left to the garbage collector, also the keys,
// which are a part of a fetch with keyed.StringKey. If it is not, the test does not end.
func TestIdleConsumerHoldsNoRecords(t *testing.T) {
	const records = 2000
	b := newBroker(1, records, 100, rand.New(rand.NewPCG(35, 36)))
	var freed atomic.Int64
	for i := range b.logs[0] {
		value := make([]byte, 1<<10)
		runtime.AddCleanup(&value[0], func(int) { freed.Add(1) }, i)
		r := &b.logs[0][i]
		r.Key, r.Value = append(value[:0], r.Key...), value
	}
	s := member(b)
	s.slice = 500
	c := startFunc(t, b, s, func(*struct{}, keyed.Record) error { return nil })
	b.waitCommitted(t)
	b.mu.Lock()
	for i := range b.logs[0] {
		b.logs[0][i].Key, b.logs[0][i].Value = nil, nil
	}
	b.mu.Unlock()
	collect := time.NewTicker(time.Millisecond)
	defer collect.Stop()
	for freed.Load() < records {
		runtime.GC()
		<-collect.C // cleanups run on goroutines of their own
	}
	check(t, c.Drain(context.Background()))
}

// direct is a source whose partitions the test delivers itself.
type direct struct{ sinks chan keyed.Sink }

func (d direct) Run(ctx context.Context, sink keyed.Sink) error {
	d.sinks <- sink
	<-ctx.Done()
	return nil
}
func (direct) Acknowledge(context.Context, []keyed.Ack) error { return nil }
func (direct) Close() error                                   { return nil }

// TestDeliveriesOfManyPartitions: those of different partitions are delivered and acknowledged at the same
// time.
func TestDeliveriesOfManyPartitions(t *testing.T) {
	const partitions, each = 50, 100
	d := direct{make(chan keyed.Sink, 1)}
	c, err := keyed.Consume(running(t), d, keyOf, func(_ *struct{}, _ keyed.Record, done func(error)) { done(nil) },
		keyed.WithAcknowledgeInterval(time.Millisecond))
	if err != nil {
		t.Fatal(err)
	}
	sink := <-d.sinks
	var all sync.WaitGroup
	for n := range partitions {
		var records keyed.Messages
		for i := range each {
			records = append(records, keyed.Message{Position: int64(i), Key: []byte(fmt.Sprint(n, i))})
		}
		a := sink.Assign(keyed.Partition{Topic: "orders", Number: int32(n)})
		all.Go(func() { check(t, a.Deliver(context.Background(), records)) })
		for m := c.Metrics(); m.Delivered < uint64((n+1)*each) || m.InFlight > 0; m = c.Metrics() {
			runtime.Gosched()
		}
	}
	all.Wait()
	check(t, c.Drain(context.Background()))
	if m := c.Metrics(); m.Finished != partitions*each {
		t.Errorf("%d of %d records have finished", m.Finished, partitions*each)
	}
}

// TestGoexit: a handler that ends its goroutine has failed, unless it has called done. The records
// that were delivered with its record run, in order.
func TestGoexit(t *testing.T) {
	const records, keys = 1000, 20
	b := newBroker(1, records, keys, rand.New(rand.NewPCG(33, 34)))
	s := member(b)
	s.slice = 200
	var mu sync.Mutex
	last := map[string]int64{}
	exits := 0
	c := start(t, b, s, func(_ *struct{}, r keyed.Record, done func(error)) {
		mu.Lock()
		defer mu.Unlock()
		if r.Position()%100 == 5 && r.Attempt() == 1 {
			exits++
			runtime.Goexit()
		}
		if before, seen := last[string(r.Key())]; seen && r.Position() <= before {
			t.Errorf("key %s: position %d after %d", r.Key(), r.Position(), before)
		}
		last[string(r.Key())] = r.Position()
		if r.Position()%100 == 7 {
			done(nil)
			runtime.Goexit()
		}
		done(nil)
	}, keyed.WithBackoff(time.Microsecond, time.Millisecond))
	b.waitCommitted(t)
	check(t, c.Drain(context.Background()))
	if m := c.Metrics(); exits != records/100 || m.Finished != records || m.Failed != records/100 {
		t.Errorf("%d exits, %+v", exits, m)
	}
}

// TestManyKeys: a partition may have more keys than Deliver remembers.
func TestManyKeys(t *testing.T) {
	const records, keys = 36_000, 18_000
	b := newBroker(1, 0, 1, rand.New(rand.NewPCG(37, 38)))
	for i := range records {
		b.logs[0] = append(b.logs[0], keyed.Message{Position: int64(i), Key: fmt.Append(nil, i%keys)})
	}
	s := member(b)
	s.slice = 10_000
	c := startFunc(t, b, s, func(last *int64, r keyed.Record) error {
		if r.Position() >= keys && *last != r.Position()-keys {
			t.Errorf("key %s: position %d after %d", r.Key(), r.Position(), *last)
		}
		*last = r.Position()
		return nil
	}, keyed.WithMaxInFlight(1<<15))
	b.waitCommitted(t)
	check(t, c.Drain(context.Background()))
	if m := c.Metrics(); m.Finished != records {
		t.Errorf("%d of %d records have finished", m.Finished, records)
	}
}

// TestZeroRecord: nothing panics.
func TestZeroRecord(t *testing.T) {
	var r keyed.Record
	if r.Key() != nil || r.Value() != nil || r.Native() != nil || r.Position() != 0 || r.Attempt() != 0 || !r.Time().IsZero() || r.Partition() != (keyed.Partition{}) || keyed.StringKey(r) != "" {
		t.Error(r)
	}
}
