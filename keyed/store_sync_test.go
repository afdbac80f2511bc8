package keyed_test

import (
	"context"
	"errors"
	"runtime"
	"testing"
	"testing/synctest"
	"time"
	"weak"

	"github.com/wakeful-go/wakeful"
	"github.com/wakeful-go/wakeful/keyed"
)

// TestStoredStates: a state is stored when everything up to its record is finished, without the changes
// of attempts that have failed, and is put back in the next consumer.
func TestStoredStates(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newStates()
		c, err := keyed.Consume(running(t), s, keyed.StringKey, add, storeTotal(), ackSoon)
		check(t, err)
		a := s.assigned()
		check(t, a.Restore(t.Context(), all()))
		check(t, a.Deliver(t.Context(), keyed.Messages{at(0, "a", "5"), at(1, "b", "slow"), at(2, "a", "!2"), at(3, "c", "1"), at(4, "c", "none")}))
		time.Sleep(900 * time.Millisecond) //nolint:forbidigo // in fake time
		if got := s.values(); got != "a=5" {
			t.Errorf("stored %q before the second record is finished", got)
		}
		check(t, c.Drain(context.Background()))
		if got, want := s.values(), "a=7 b=1"; got != want {
			t.Errorf("stored %q, want %q", got, want)
		}
		if got, want := s.emitted(), "a5 a7 c1"; got != want {
			t.Errorf("outputs %q, want %q", got, want)
		}

		next := newStates()
		c, err = keyed.Consume(running(t), next, keyed.StringKey, add, storeTotal(), ackSoon)
		check(t, err)
		a = next.assigned()
		old := keyed.State{Key: "a", Value: []byte("5")}
		dead := keyed.State{Key: "c", Value: []byte("9")}
		check(t, a.Restore(t.Context(), all(old, dead, s.stored["a"], s.stored["b"], keyed.State{Key: "c"})))
		check(t, a.Deliver(t.Context(), keyed.Messages{at(5, "a", "1"), at(6, "c", "2"), at(7, "b", "0")}))
		check(t, c.Drain(context.Background()))
		if got, want := next.values(), "a=8 c=2"; got != want { // that of b has not changed
			t.Errorf("stored %q, want %q", got, want)
		}
	})
}

// TestRevokedInHandler: a record whose handler has called done and not returned when its partition is
// taken away is not acknowledged, because its state is not stored.
func TestRevokedInHandler(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newStates()
		revoked := make(chan struct{})
		c, err := keyed.Consume(running(t), s, keyed.StringKey, func(n *total, _ keyed.Record, done func(error)) {
			n.sum++
			done(nil)
			<-revoked
		}, storeTotal(), ackSoon, keyed.WithRevokeTimeout(0))
		check(t, err)
		a := s.assigned()
		check(t, a.Restore(t.Context(), all()))
		check(t, a.Deliver(t.Context(), keyed.Messages{at(0, "a", "1")}))
		synctest.Wait()
		a.Revoke(t.Context())
		close(revoked)
		check(t, c.Drain(context.Background()))
		if s.committed != 0 || s.values() != "" {
			t.Errorf("below %d is acknowledged, and stored is %q", s.committed, s.values())
		}
	})
}

// TestStatesAreFreed: a state is left to the garbage collector when it is deleted, also if its timer was
// far, and soon after its partition was revoked.
func TestStatesAreFreed(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		type large struct{ content *[1 << 16]byte }
		var seen []weak.Pointer[[1 << 16]byte]
		s := newStates()
		c, err := keyed.ConsumeFunc(running(t), s, keyed.StringKey, func(l *large, r keyed.Record) error {
			if string(r.Value()) == "none" {
				l.content = nil
				return nil
			}
			l.content = new([1 << 16]byte)
			seen = append(seen, weak.Make(l.content))
			return nil
		}, keyed.WithStore(func(l *large) ([]byte, error) {
			if l.content == nil {
				return nil, nil
			}
			return []byte("x"), nil
		}, func([]byte, *large) error { return nil }), ackSoon, keyed.WithTTL(1000*time.Hour))
		check(t, err)
		a := s.assigned()
		check(t, a.Restore(t.Context(), all()))
		check(t, a.Deliver(t.Context(), keyed.Messages{at(0, "a", "1"), at(1, "a", "none")}))
		synctest.Wait() // the keys may be on two loops
		check(t, a.Deliver(t.Context(), keyed.Messages{at(2, "b", "1")}))
		freed := func(wait time.Duration, want ...bool) {
			t.Helper()
			time.Sleep(wait) //nolint:forbidigo // in fake time
			synctest.Wait()
			runtime.GC()
			for i, p := range seen {
				if got := p.Value() == nil; got != want[i] {
					t.Errorf("state %d is freed: %t", i, got)
				}
			}
		}
		freed(time.Second, true, false)
		a.Revoke(t.Context())
		freed(5*time.Minute, true, true)
		check(t, c.Close())
	})
}

// TestStateOfTwoPartitions: a key that is in two partitions has two states.
func TestStateOfTwoPartitions(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newStates()
		c, err := keyed.Consume(running(t), s, keyed.StringKey, add, storeTotal(), ackSoon)
		check(t, err)
		sink := <-s.sinks
		a, b := sink.Assign(keyed.Partition{Topic: "log", Number: 0}), sink.Assign(keyed.Partition{Topic: "log", Number: 1})
		check(t, a.Restore(t.Context(), all(keyed.State{Key: "k", Value: []byte("10")})))
		check(t, b.Restore(t.Context(), all(keyed.State{Key: "k", Value: []byte("20")})))
		check(t, a.Deliver(t.Context(), keyed.Messages{at(0, "k", "1")}))
		check(t, b.Deliver(t.Context(), keyed.Messages{at(0, "k", "2")}))
		synctest.Wait()
		a.Revoke(t.Context())
		check(t, b.Deliver(t.Context(), keyed.Messages{at(1, "k", "3")}))
		check(t, c.Drain(context.Background()))
		if got, want := s.emitted(), "k11 k22 k25"; got != want {
			t.Errorf("outputs %q, want %q", got, want)
		}
	})
}

// TestStoreOptions: what does not fit is an error of Consume.
func TestStoreOptions(t *testing.T) {
	g := running(t)
	never := func(*total) time.Time { return time.Time{} }
	nothing := func(*total, keyed.Record) error { return nil }
	other := keyed.WithStore(func(*int) ([]byte, error) { return nil, nil }, func([]byte, *int) error { return nil })
	otherTimer := keyed.WithTimer(func(*int) time.Time { return time.Time{} }, func(*int, keyed.Record) error { return nil })
	for name, options := range map[string][]keyed.Option{
		"nil":                     {keyed.WithStore[total](nil, nil)},
		"another type":            {other},
		"a timer of another type": {storeTotal(), otherTimer},
		"nil timer":               {storeTotal(), keyed.WithTimer[total](nil, nil)},
		"a timer without a store": {keyed.WithTimer(never, nothing)},
		"a TTL without a store":   {keyed.WithTTL(time.Second)},
		"no TTL":                  {storeTotal(), keyed.WithTTL(0)},
		"WithLoad":                {storeTotal(), keyed.WithLoad(func(context.Context, string) (total, error) { return total{}, nil })},
	} {
		if _, err := keyed.Consume(g, newStates(), keyed.StringKey, add, options...); !errors.Is(err, wakeful.ErrInvalidOption) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if _, err := keyed.Consume(g, member(newBroker(1, 0, 1, nil)), keyed.StringKey, add, storeTotal()); !errors.Is(err, wakeful.ErrInvalidOption) {
		t.Error(err)
	}
	if _, err := keyed.Consume(g, newStates(), func(keyed.Record) int { return 0 }, add, storeTotal()); !errors.Is(err, wakeful.ErrInvalidOption) {
		t.Error(err)
	}
	if _, err := keyed.ConsumeBatches(g, newStates(), keyed.StringKey, func(*total, []keyed.Record, func(error)) {}, storeTotal()); !errors.Is(err, wakeful.ErrInvalidOption) {
		t.Error(err)
	}
}
