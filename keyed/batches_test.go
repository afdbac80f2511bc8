package keyed_test

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"runtime"
	"slices"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/wakeful-go/wakeful"
	"github.com/wakeful-go/wakeful/keyed"
)

// errBad is why a record of these tests fails.
var errBad = errors.New("bad")

// batchesOf starts a consumer whose partition the test delivers itself.
func batchesOf(t *testing.T, handler keyed.BatchHandler[int], options ...keyed.Option) (*keyed.Consumer[string, int], keyed.Assignment) {
	t.Helper()
	d := direct{make(chan keyed.Sink, 1)}
	c, err := keyed.ConsumeBatches(running(t), d, keyOf, handler, append(options, keyed.WithBackoff(time.Microsecond, time.Millisecond))...)
	if err != nil {
		t.Fatal(err)
	}
	return c, (<-d.sinks).Assign(keyed.Partition{Topic: "orders"})
}

// numbered returns records of one key.
func numbered(from, to int64) keyed.Messages {
	var records keyed.Messages
	for i := from; i < to; i++ {
		records = append(records, keyed.Message{Position: i, Key: []byte("a")})
	}
	return records
}

// describe says which records a call has, with their attempts.
func describe(records []keyed.Record) string {
	text := ""
	for _, r := range records {
		text += fmt.Sprintf(" %d", r.Position())
		if r.Attempt() != 1 {
			text += fmt.Sprintf("(%d)", r.Attempt())
		}
	}
	return text[1:]
}

// TestBatchesFail: what a batch with a bad record leaves to be repeated, and in which calls.
func TestBatchesFail(t *testing.T) {
	bad := func(records []keyed.Record) keyed.BatchError {
		failed := keyed.BatchError{}
		for i, r := range records {
			if r.Position()%3 == 1 {
				failed[i] = errBad
			}
		}
		return failed
	}
	alone := []string{"0", "1", "1(2)", "2", "3", "4", "4(2)"}
	for name, try := range map[string]struct {
		result func([]keyed.Record) error
		want   []string // calls after the one with all
		failed uint64
	}{
		"as a whole": {func(records []keyed.Record) error {
			if len(bad(records)) > 0 {
				return errBad
			}
			return nil
		}, alone, 5},
		"by record": {func(records []keyed.Record) error {
			failed := bad(records)
			if _, ok := failed[0]; !ok {
				failed[0] = nil // as of any record that is finished
			}
			return fmt.Errorf("wrapped: %w", failed)
		}, []string{"1(2)", "4(2)"}, 4},
		"with an index that is not there": {func(records []keyed.Record) error {
			if failed := bad(records); len(failed) > 0 {
				failed[len(records)] = errBad
				return failed
			}
			return keyed.BatchError{}
		}, alone, 5},
		"by panic": {func(records []keyed.Record) error {
			if len(bad(records)) > 0 {
				panic("planted")
			}
			return nil
		}, alone, 5},
		"by Goexit": {func(records []keyed.Record) error {
			if len(bad(records)) > 0 {
				runtime.Goexit()
			}
			return nil
		}, alone, 5},
	} {
		for _, later := range []bool{false, true} {
			t.Run(fmt.Sprint(name, ", later ", later), func(t *testing.T) {
				var mu sync.Mutex
				var calls []string
				var dead []int64
				c, a := batchesOf(t, func(_ *int, records []keyed.Record, done func(error)) {
					mu.Lock()
					defer mu.Unlock()
					calls = append(calls, describe(records))
					if err := try.result(records); later {
						go done(err)
					} else {
						done(err)
					}
				}, keyed.WithDeadLetter(2, func(_ context.Context, r keyed.Record, err error) error {
					mu.Lock()
					defer mu.Unlock()
					dead = append(dead, r.Position())
					if r.Attempt() != 2 || name != "by panic" && name != "by Goexit" && !errors.Is(err, errBad) {
						t.Errorf("dead letter with attempt %d: %v", r.Attempt(), err)
					}
					return nil
				}))
				check(t, a.Deliver(t.Context(), numbered(0, 5)))
				check(t, c.Drain(context.Background()))
				if want := append([]string{"0 1 2 3 4"}, try.want...); !slices.Equal(calls, want) {
					t.Errorf("calls with %q, want %q", calls, want)
				}
				if m := c.Metrics(); !slices.Equal(dead, []int64{1, 4}) || m.DeadLetters != 2 || m.Finished != 5 || m.Failed != try.failed {
					t.Errorf("dead letters of %d, %+v", dead, m)
				}
			})
		}
	}
}

// TestBatchTakesWhatWaits: while a batch runs, the records after it wait, and the next batch has them,
// up to the limit. A paused key keeps them.
func TestBatchTakesWhatWaits(t *testing.T) {
	type call struct {
		what string
		done func(error)
	}
	calls := make(chan call, 9)
	c, a := batchesOf(t, func(n *int, records []keyed.Record, done func(error)) {
		*n += len(records)
		calls <- call{fmt.Sprint(describe(records), " of ", *n), done}
	}, keyed.WithBatch(3, 0))
	next := func(want string) {
		t.Helper()
		call := <-calls
		if call.what != want {
			t.Errorf("a call with %s, want %s", call.what, want)
		}
		call.done(nil)
	}
	check(t, a.Deliver(t.Context(), numbered(0, 1)))
	first := <-calls
	check(t, a.Deliver(t.Context(), numbered(1, 6)))
	check(t, a.Deliver(t.Context(), append(numbered(6, 7), keyed.Message{Position: 7, Key: []byte("b")})))
	next("7 of 1")
	select {
	case call := <-calls:
		t.Errorf("a call with %s while another one runs", call.what)
	default:
	}
	check(t, c.Pause("a"))
	first.done(nil)
	check(t, a.Deliver(t.Context(), numbered(8, 9)))
	check(t, c.Resume("a"))
	next("1 2 3 of 4")
	next("4 5 6 of 7")
	next("8 of 8")
	check(t, c.Drain(context.Background()))
}

// TestBatchWaits: a batch waits for its time, and not when it is full.
func TestBatchWaits(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		begin := time.Now()
		calls := make(chan string, 9)
		c, a := batchesOf(t, func(_ *int, records []keyed.Record, done func(error)) {
			calls <- fmt.Sprint(describe(records), " after ", time.Since(begin))
			done(nil)
		}, keyed.WithBatch(4, time.Second))
		check(t, a.Deliver(t.Context(), numbered(0, 1)))
		time.Sleep(600 * time.Millisecond) //nolint:forbidigo // in fake time
		check(t, a.Deliver(t.Context(), numbered(1, 3)))
		time.Sleep(600 * time.Millisecond) //nolint:forbidigo // in fake time
		check(t, a.Deliver(t.Context(), numbered(3, 8)))
		time.Sleep(900 * time.Millisecond) //nolint:forbidigo // in fake time
		check(t, a.Deliver(t.Context(), numbered(8, 9)))
		check(t, c.Drain(context.Background()))
		close(calls)
		var got []string
		for call := range calls {
			got = append(got, call)
		}
		want := []string{"0 1 2 after 1s", "3 4 5 6 after 1.2s", "7 8 after 2.2s"}
		if !slices.Equal(got, want) {
			t.Errorf("calls with %q, want %q", got, want)
		}
	})
}

// TestBatchesAcrossRebalances: batches of all sizes that succeed, fail and end later lose nothing and
// keep the order of each key, while partitions move.
func TestBatchesAcrossRebalances(t *testing.T) {
	const partitions, records, keys = 4, 4000, 20
	random := rand.New(rand.NewPCG(41, 42))
	b := newBroker(partitions, records, keys, random)
	var mu sync.Mutex
	last, counts := map[string]int64{}, map[string]int{}
	largest := 0
	handle := func(_ *int, all []keyed.Record, done func(error)) {
		mu.Lock()
		defer mu.Unlock()
		largest = max(largest, len(all))
		key := keyOf(all[0])
		failed := keyed.BatchError{}
		for i, r := range all {
			if keyOf(r) != key || r.Partition() != all[0].Partition() || i > 0 && r.Position() <= all[i-1].Position() {
				t.Errorf("%v %s %d in a batch of %s", r.Partition(), r.Key(), r.Position(), key)
			}
			if was, ok := last[key]; len(failed) == 0 && (!ok || r.Position() > was) {
				if r.Attempt() == 1 && rand.IntN(20) == 0 {
					failed[i] = errBad
					continue
				}
				last[key] = r.Position()
				counts[key]++
			} else if len(failed) > 0 {
				failed[i] = errBad // it must not be applied before the one that has failed
			}
		}
		var err error
		switch {
		case len(failed) > 0:
			err = failed
		case rand.IntN(20) == 0:
			err = errBad
		}
		if rand.IntN(7) == 0 {
			go done(err)
			return
		}
		done(err)
	}
	members := []*source{member(b), member(b)}
	var consumers []*keyed.Consumer[string, int]
	for _, s := range members {
		s.slice = 200
		c, err := keyed.ConsumeBatches(running(t), s, keyOf, handle, keyed.WithMaxInFlight(400), keyed.WithBatch(16, time.Microsecond),
			keyed.WithRevokeTimeout(0), keyed.WithAcknowledgeInterval(time.Millisecond), keyed.WithBackoff(time.Microsecond, time.Millisecond))
		check(t, err)
		consumers = append(consumers, c)
		<-s.began
	}
	for range 100 {
		b.assign(random.IntN(partitions), members[random.IntN(2)])
	}
	for n := range partitions {
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
	if !maps.Equal(counts, want) || largest < 2 || largest > 16 {
		t.Errorf("records of a key that had an effect: %v, want %v; the largest batch has %d", counts, want, largest)
	}
}

// TestBatchIsAbandoned: a batch that runs when its partition is revoked has no part in what runs after
// that, and neither has its done.
func TestBatchIsAbandoned(t *testing.T) {
	d := direct{make(chan keyed.Sink, 1)}
	calls := make(chan string, 9)
	held := make(chan func(error), 9)
	c, err := keyed.ConsumeBatches(running(t), d, keyOf, func(_ *int, records []keyed.Record, done func(error)) {
		calls <- describe(records)
		held <- done
	}, keyed.WithRevokeTimeout(0))
	check(t, err)
	sink := <-d.sinks
	var all []func(error)
	for range 2 {
		a := sink.Assign(keyed.Partition{Topic: "orders"})
		check(t, a.Deliver(t.Context(), numbered(0, 3)))
		if call := <-calls; call != "0 1 2" {
			t.Errorf("a call with %s", call)
		}
		all = append(all, <-held)
		if len(all) == 1 {
			a.Revoke(t.Context())
		}
	}
	all[0](errBad)
	all[1](nil)
	check(t, c.Drain(context.Background()))
	if m := c.Metrics(); m.Finished != 3 || m.Abandoned != 3 || m.Failed != 0 {
		t.Errorf("%+v", m)
	}
}

// TestBatchOptions: WithBatch and ConsumeBatches belong together.
func TestBatchOptions(t *testing.T) {
	g := running(t)
	handle := func(_ *int, _ []keyed.Record, done func(error)) { done(nil) }
	for _, option := range []keyed.Option{keyed.WithBatch(0, 0), keyed.WithBatch(1, -1)} {
		if _, err := keyed.ConsumeBatches(g, failing{}, keyOf, handle, option); !errors.Is(err, wakeful.ErrInvalidOption) {
			t.Error(err)
		}
	}
	if _, err := keyed.Consume(g, failing{}, keyOf, func(*int, keyed.Record, func(error)) {}, keyed.WithBatch(1, 0)); !errors.Is(err, wakeful.ErrInvalidOption) {
		t.Error(err)
	}
	if _, err := keyed.ConsumeBatches[string, int](g, failing{}, keyOf, nil); !errors.Is(err, wakeful.ErrNilFunc) {
		t.Error(err)
	}
}
