package chaos

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"runtime"
	"strconv"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/wakeful-go/wakeful/keyed"
	"github.com/wakeful-go/wakeful/keyed/internal/ledger"
)

// This file owns tests of single situations that must end alike over each engine.

func newRun(t *testing.T, engine Engine) *run {
	return &run{t: t, engine: engine, ledger: ledger.New(), random: rand.New(rand.NewPCG(1, 2)), want: map[string]int{}}
}

// finish ends the members that are left and checks that each record had an effect, in order.
func (r *run) finish() {
	for _, m := range r.members {
		r.leave(m)
	}
	r.ended.Wait()
	if err := r.ledger.Check(r.want); err != nil {
		r.t.Error(err)
	}
}

// finishAcknowledged is finish, and checks that a later member gets no record again that is finished.
func (r *run) finishAcknowledged() {
	for _, m := range r.members {
		r.leave(m)
	}
	r.members = nil
	before := r.ledger.Duplicates()
	r.join()
	r.produce()
	r.await(r.total)
	r.finish()
	if n := r.ledger.Duplicates() - before; n > 0 {
		r.t.Errorf("%d records came again after they were acknowledged", n)
	}
}

// leave drains a member.
func (r *run) leave(m *member) {
	if err := m.consumer.Drain(r.t.Context()); err != nil {
		r.t.Error(err)
	}
	r.endMember(m)
}

// TestDeadLetters: a record that always fails goes to the function of WithDeadLetter before the
// next one of its key runs, and is acknowledged when that has succeeded, so that no later member
// gets it.
func TestDeadLetters(t *testing.T, engine Engine) {
	t.Helper()
	r := newRun(t, engine)
	reason := errors.New("never")
	var dead atomic.Int64
	fails := func(record keyed.Record) bool { return record.Value()[len(record.Value())-1] == '3' }
	m := r.joinWith(func(applied *int, record keyed.Record, done func(error)) {
		if fails(record) {
			*applied++
			done(reason)
			return
		}
		r.apply(applied, record, done)
	}, keyed.WithDeadLetter(2, func(_ context.Context, record keyed.Record, err error) error {
		if !errors.Is(err, reason) || record.Attempt() != 2 || !fails(record) {
			t.Errorf("dead letter %s, attempt %d: %v", record.Value(), record.Attempt(), err)
		}
		if dead.Add(1)%3 == 0 {
			return errors.New("the queue of dead letters is away")
		}
		r.ledger.Apply(engine.KeyOf(record), record.Value())
		return nil
	}))
	r.produce()
	r.await(r.total)
	r.finishAcknowledged()
	if n := m.consumer.Metrics().DeadLetters; n == 0 || m.consumer.Metrics().Abandoned != 0 {
		t.Errorf("%+v", m.consumer.Metrics())
	}
}

// TestPauseAcrossRebalance: a member whose source waits, because WithMaxInFlight records are not
// finished, loses partitions to another member and gets them back. It reads all of them then. (In
// the client of franz-go, a partition that was paused stays paused across that.)
func TestPauseAcrossRebalance(t *testing.T, engine Engine) {
	t.Helper()
	const most = 8
	r := newRun(t, engine)
	release := make(chan struct{})
	m := r.joinWith(func(applied *int, record keyed.Record, done func(error)) {
		select {
		case <-release:
			r.apply(applied, record, done)
		default:
			go func() {
				<-release
				done(errAgain) // it runs again, or another member has it
			}()
		}
	}, keyed.WithMaxInFlight(most), keyed.WithRevokeTimeout(0))
	r.produce()
	for m.consumer.Metrics().InFlight < most {
		runtime.Gosched()
	}
	r.join() // takes partitions of the one that waits
	other := r.members[1]
	for other.consumer.Metrics().Finished == 0 {
		runtime.Gosched()
	}
	close(release)
	r.await(r.total)
	r.members = r.members[:1]
	r.leave(other)
	r.produce() // for all partitions
	r.await(r.total)
	r.finish()
}

// TestSmallWindow: a limit of the engine below WithMaxInFlight slows the consumer and does not stop
// it.
func TestSmallWindow(t *testing.T, engine Engine) {
	t.Helper()
	r := newRun(t, engine)
	r.join()
	r.produce()
	r.await(r.total)
	r.finish()
	if n := r.ledger.Duplicates(); n > 0 {
		t.Errorf("%d records came again", n)
	}
}

// TestSuspended: a member that is silent for longer than the engine waits loses its partitions, and
// a handler that ends after that has no effect on what is acknowledged.
func TestSuspended(t *testing.T, engine Engine) {
	t.Helper()
	r := newRun(t, engine)
	var mu sync.Mutex
	partitionOf := map[string]int32{} // by key
	note := func(record keyed.Record) {
		mu.Lock()
		defer mu.Unlock()
		partitionOf[engine.KeyOf(record)] = record.Partition().Number
	}
	type late struct {
		partition int32
		finish    func()
	}
	var held atomic.Pointer[late]
	m := r.joinWith(func(applied *int, record keyed.Record, done func(error)) {
		note(record)
		if held.CompareAndSwap(nil, &late{record.Partition().Number, func() {
			r.ledger.Apply(engine.KeyOf(record), record.Value())
			done(nil)
		}}) {
			*applied++
			return // it ends when another member has applied the record
		}
		r.apply(applied, record, done)
	})
	r.produce()
	for held.Load() == nil {
		runtime.Gosched()
	}
	m.link.Stall()
	r.joinWith(func(applied *int, record keyed.Record, done func(error)) {
		note(record)
		r.applyOrFail(applied, record, done)
	})
	r.await(r.total) // also the record whose handler has not ended
	r.produce()      // so that more is acknowledged than the first member knows of
	r.await(r.total)
	delivered := m.consumer.Metrics().Delivered
	m.link.Resume()
	held.Load().finish()
	// Nothing comes in the lost partition, whose acknowledgements would hide those of the handler.
	others := func(key string) bool {
		mu.Lock()
		defer mu.Unlock()
		n, known := partitionOf[key]
		return known && n != held.Load().partition
	}
	for m.consumer.Metrics().Delivered == delivered { // until the member is back
		r.produceFor(others)
		r.await(r.total)
	}
	r.finishAcknowledged()
}

// joinWith adds a member with a handler of its own.
func (r *run) joinWith(handler keyed.Handler[int], options ...keyed.Option) *member {
	m := r.newMember()
	consumer, err := keyed.Consume(m.loops, m.source, r.engine.KeyOf, handler, append(r.options(), options...)...)
	if err != nil {
		r.t.Fatal(err)
	}
	m.consumer = consumer
	r.members = append(r.members, m)
	return m
}

// options are those of all members.
func (r *run) options() []keyed.Option {
	return []keyed.Option{
		keyed.WithMaxInFlight(inFlight), keyed.WithAcknowledgeInterval(20 * time.Millisecond), keyed.WithBackoff(time.Millisecond, time.Second),
		keyed.WithLoad(r.ledger.Load), keyed.WithErrorHandler(func(err error) { r.t.Log(err) }),
	}
}

// apply applies a record. Its state is how many of the key it knows of.
func (r *run) apply(applied *int, record keyed.Record, done func(error)) {
	key := r.engine.KeyOf(record)
	n, err := strconv.Atoi(string(record.Value()))
	if err != nil || n > *applied {
		r.t.Errorf("key %s: record %d came when %d were known: %v", key, n, *applied, err)
	}
	*applied = max(*applied, n+1)
	r.ledger.Apply(key, record.Value())
	done(nil)
}

func keyName(n int) string { return fmt.Sprint("key-", n) }
