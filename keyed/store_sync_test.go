package keyed_test

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"maps"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"
	"weak"

	"github.com/wakeful-go/wakeful"
	"github.com/wakeful-go/wakeful/keyed"
)

// states is a source that stores states in memory. The test delivers. Native of a record is a *unit.
type states struct {
	direct
	begin time.Time

	mu        sync.Mutex
	stored    map[string]keyed.State
	outputs   []string // in the order in which they were stored
	later     []keyed.Record
	committed int64
}

// A unit is what belongs to a record.
type unit struct {
	state   *keyed.State
	outputs []string
}

func newStates() *states {
	return &states{direct: direct{make(chan keyed.Sink, 1)}, begin: time.Now(), stored: map[string]keyed.State{}}
}

func (s *states) CanStore() error { return nil }

func (s *states) SetState(r keyed.Record, state keyed.State) { r.Native.(*unit).state = &state }

func (s *states) TimerRecord(r keyed.Record) keyed.Record {
	r.Native = new(unit)
	return r
}

func (s *states) Acknowledge(_ context.Context, acks []keyed.Ack) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, a := range acks {
		if a.Next >= 0 && a.Next < s.committed {
			s.outputs = append(s.outputs, "backwards!")
		}
		s.committed = max(s.committed, a.Next)
		s.later = slices.AppendSeq(s.later, a.Records)
		slices.SortStableFunc(s.later, func(x, y keyed.Record) int { return int(x.Position - y.Position) })
		for len(s.later) > 0 && s.later[0].Position < s.committed {
			u, _ := s.later[0].Native.(*unit)
			s.later = s.later[1:]
			s.outputs = append(s.outputs, u.outputs...)
			switch {
			case u.state == nil:
			case u.state.Value == nil:
				delete(s.stored, u.state.Key)
			default:
				s.stored[u.state.Key] = *u.state
			}
		}
	}
	return nil
}

// all yields states for Restore.
func all(some ...keyed.State) iter.Seq2[keyed.State, error] {
	return func(yield func(keyed.State, error) bool) {
		for _, s := range some {
			if !yield(s, nil) {
				return
			}
		}
	}
}

// values returns the states that are stored.
func (s *states) values() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	var text []string
	for _, key := range slices.Sorted(maps.Keys(s.stored)) {
		text = append(text, key+"="+string(s.stored[key].Value))
	}
	return strings.Join(text, " ")
}

// emitted returns the outputs that are stored.
func (s *states) emitted() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return strings.Join(s.outputs, " ")
}

func emit(r keyed.Record, text string) { r.Native.(*unit).outputs = []string{text} }

// since says when something is, in the fake time of a test.
func (s *states) since() string { return time.Since(s.begin).String() }

func at(position int64, key, value string) keyed.Record {
	return keyed.Record{Position: position, Key: []byte(key), Value: []byte(value), Native: new(unit)}
}

// A total is the sum of the values of a key. A value "!" fails.
type total struct {
	sum   int
	timer time.Time
}

func encodeTotal(n *total) ([]byte, error) {
	if *n == (total{}) {
		return nil, nil
	}
	if n.timer.IsZero() {
		return strconv.AppendInt(nil, int64(n.sum), 10), nil
	}
	return fmt.Appendf(nil, "%d@%d", n.sum, n.timer.UnixMilli()), nil
}

func decodeTotal(data []byte, n *total) (err error) {
	sum, timer, timed := strings.Cut(string(data), "@")
	if n.sum, err = strconv.Atoi(sum); err != nil || !timed {
		return err
	}
	milli, err := strconv.ParseInt(timer, 10, 64)
	n.timer = time.UnixMilli(milli)
	return err
}

func storeTotal() keyed.Option { return keyed.WithStore(encodeTotal, decodeTotal) }

var ackSoon = keyed.WithAcknowledgeInterval(10 * time.Millisecond)

// add is a handler. A value like +5s sets the timer, a value that begins with "!" fails after it has
// changed the state, and "slow" is done after a second.
func add(n *total, r keyed.Record, done func(error)) {
	value := string(r.Value)
	if wait, ok := strings.CutPrefix(value, "+"); ok {
		d, err := time.ParseDuration(wait)
		n.timer = time.Now().Add(d)
		done(err)
		return
	}
	if value == "slow" {
		n.sum++
		time.AfterFunc(time.Second, func() { done(nil) })
		return
	}
	if value == "none" {
		*n = total{}
		done(nil)
		return
	}
	number, err := strconv.Atoi(strings.TrimPrefix(value, "!"))
	n.sum += number
	if value[0] == '!' && r.Attempt < 3 {
		err = errors.New("once more")
	}
	emit(r, fmt.Sprint(string(r.Key), n.sum))
	done(err)
}

// assigned returns the first partition of a consumer.
func (s *states) assigned() keyed.Assignment {
	return (<-s.sinks).Assign(keyed.Partition{Topic: "log"})
}

// TestStoredStates: a state is stored when everything up to its record is finished, without the changes
// of attempts that have failed, and is put back in the next consumer.
func TestStoredStates(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newStates()
		c, err := keyed.Consume(running(t), s, keyed.StringKey, add, storeTotal(), ackSoon)
		check(t, err)
		a := s.assigned()
		check(t, a.Restore(t.Context(), all()))
		check(t, a.Deliver(t.Context(), []keyed.Record{at(0, "a", "5"), at(1, "b", "slow"), at(2, "a", "!2"), at(3, "c", "1"), at(4, "c", "none")}))
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
		check(t, a.Deliver(t.Context(), []keyed.Record{at(5, "a", "1"), at(6, "c", "2"), at(7, "b", "0")}))
		check(t, c.Drain(context.Background()))
		if got, want := next.values(), "a=8 c=2"; got != want { // that of b has not changed
			t.Errorf("stored %q, want %q", got, want)
		}
	})
}

// timers returns the options of a timer whose output says when it has fired. It fails as often as fails
// says.
func (s *states) timers(fails *int) keyed.Option {
	return keyed.WithTimer(func(n *total) time.Time { return n.timer }, func(n *total, r keyed.Record) error {
		n.timer = time.Time{}
		n.sum += 100
		if *fails > 0 {
			*fails--
			return errors.New("once more")
		}
		emit(r, fmt.Sprint(string(r.Key), n.sum, "@", s.since()))
		return nil
	})
}

// TestTimers: a timer fires when the state says, between the records of its key, again after a failure,
// and its state and output are stored.
func TestTimers(t *testing.T) {
	for _, test := range []struct {
		name      string
		restore   []keyed.State
		records   []string // of one key, all at once
		fails     int
		want, end string
	}{
		{name: "later", records: []string{"1", "+5s"}, want: "k1 k101@5s", end: "k=101"},
		{name: "again after failures", records: []string{"+5s"}, fails: 2, want: "k100@5.3s", end: "k=100"},
		{name: "not beside a handler", records: []string{"+500ms", "slow", "slow"}, want: "k101@1s", end: "k=102"},
		{name: "set to a later time", records: []string{"+5s", "+20s"}, want: "k100@20s", end: "k=100"},
		{name: "set to an earlier time", records: []string{"+20s", "+5s"}, want: "k100@5s", end: "k=100"},
		{name: "not after the state was deleted", records: []string{"+5s", "none"}, want: "", end: ""},
		{name: "after a restart", restore: []keyed.State{{Key: "k", Value: []byte("1@946684802000")}}, want: "k101@2s", end: "k=101"},
		{name: "late after a restart", restore: []keyed.State{{Key: "k", Value: []byte("1@1")}}, want: "k101@0s", end: "k=101"},
		{name: "only the last state counts", restore: []keyed.State{{Key: "k", Value: []byte("1@1")}, {Key: "k", Value: []byte("2")}}},
	} {
		t.Run(test.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				s := newStates()
				s.committed = 1 // below it the states of restore
				c, err := keyed.Consume(running(t), s, keyed.StringKey, add, storeTotal(), ackSoon, s.timers(&test.fails),
					keyed.WithErrorHandler(func(error) {}))
				check(t, err)
				a := s.assigned()
				check(t, a.Restore(t.Context(), all(test.restore...)))
				for i, value := range test.records {
					check(t, a.Deliver(t.Context(), []keyed.Record{at(int64(i), "k", value)}))
				}
				time.Sleep(time.Minute) //nolint:forbidigo // in fake time
				check(t, c.Drain(context.Background()))
				if got := s.emitted(); got != test.want {
					t.Errorf("outputs %q, want %q", got, test.want)
				}
				if got := s.values(); got != test.end {
					t.Errorf("stored %q, want %q", got, test.end)
				}
			})
		})
	}
}

// TestTimerIsNotEarly: what a timer does is not stored before the records of its state are finished, and
// the ones before them.
func TestTimerIsNotEarly(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newStates()
		c, err := keyed.Consume(running(t), s, keyed.StringKey, add, storeTotal(), ackSoon, s.timers(new(int)))
		check(t, err)
		a := s.assigned()
		check(t, a.Restore(t.Context(), all()))
		check(t, a.Deliver(t.Context(), []keyed.Record{at(0, "a", "slow"), at(1, "b", "+100ms")}))
		time.Sleep(900 * time.Millisecond) //nolint:forbidigo // in fake time
		if got := s.emitted() + s.values(); got != "" || c.Metrics().Fired != 1 {
			t.Errorf("stored %q, %d fired", got, c.Metrics().Fired)
		}
		check(t, c.Drain(context.Background()))
		if got, want := s.emitted()+" "+s.values(), "b100@100ms a=1 b=100"; got != want {
			t.Errorf("stored %q, want %q", got, want)
		}
	})
}

// TestTimerOfPausedKey: it fires when the key is resumed, and not after its partition was revoked.
func TestTimerOfPausedKey(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newStates()
		c, err := keyed.Consume(running(t), s, keyed.StringKey, add, storeTotal(), ackSoon, s.timers(new(int)))
		check(t, err)
		a := s.assigned()
		check(t, a.Restore(t.Context(), all()))
		check(t, a.Deliver(t.Context(), []keyed.Record{at(0, "a", "+1s"), at(1, "b", "+1h")}))
		check(t, c.Pause("a"))
		time.Sleep(2 * time.Second) //nolint:forbidigo // in fake time
		check(t, c.Resume("a"))
		synctest.Wait()
		a.Revoke(t.Context())
		time.Sleep(2 * time.Hour) //nolint:forbidigo // in fake time
		if got, want := s.emitted(), "a100@2s"; got != want {
			t.Errorf("outputs %q, want %q", got, want)
		}
		check(t, c.Close())
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
		check(t, a.Deliver(t.Context(), []keyed.Record{at(0, "a", "1")}))
		synctest.Wait()
		a.Revoke(t.Context())
		close(revoked)
		check(t, c.Drain(context.Background()))
		if s.committed != 0 || s.values() != "" {
			t.Errorf("below %d is acknowledged, and stored is %q", s.committed, s.values())
		}
	})
}

// TestTTL: a state is deleted when its key had no record for that time, by the time that is stored with
// it.
func TestTTL(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newStates()
		c, err := keyed.Consume(running(t), s, keyed.StringKey, add, storeTotal(), ackSoon, keyed.WithTTL(time.Hour))
		check(t, err)
		a := s.assigned()
		ago := func(d time.Duration) time.Time { return time.Now().Add(-d) }
		s.stored["old"] = keyed.State{Key: "old", Value: []byte("1"), Time: ago(2 * time.Hour)}
		s.stored["young"] = keyed.State{Key: "young", Value: []byte("1"), Time: ago(time.Minute)}
		check(t, a.Restore(t.Context(), all(s.stored["old"], s.stored["young"])))
		check(t, a.Deliver(t.Context(), []keyed.Record{at(0, "a", "1"), at(1, "b", "1")}))
		position := int64(2)
		step := func(d time.Duration, want string) {
			t.Helper()
			time.Sleep(d) //nolint:forbidigo // in fake time
			if got := s.values(); got != want {
				t.Errorf("after %s stored %q, want %q", s.since(), got, want)
			}
			check(t, a.Deliver(t.Context(), []keyed.Record{at(position, "a", "0")}))
			position++
		}
		step(time.Second, "a=1 b=1 young=1")
		step(59*time.Minute+30*time.Second, "a=1 b=1")
		step(time.Minute, "a=1")
		step(50*time.Minute, "a=1")
		time.Sleep(61 * time.Minute) //nolint:forbidigo // in fake time
		check(t, c.Drain(context.Background()))
		if got := s.values(); got != "" || c.Metrics().Fired != 4 {
			t.Errorf("stored %q, %d deleted", got, c.Metrics().Fired)
		}
	})
}

// TestTTLWithTimer: a timer that fires is no record.
func TestTTLWithTimer(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newStates()
		c, err := keyed.Consume(running(t), s, keyed.StringKey, add, storeTotal(), ackSoon, keyed.WithTTL(time.Hour), s.timers(new(int)))
		check(t, err)
		a := s.assigned()
		check(t, a.Restore(t.Context(), all()))
		check(t, a.Deliver(t.Context(), []keyed.Record{at(0, "a", "+30m")}))
		time.Sleep(59 * time.Minute) //nolint:forbidigo // in fake time
		if got := s.values(); got != "a=100" {
			t.Errorf("stored %q", got)
		}
		time.Sleep(2 * time.Minute) //nolint:forbidigo // in fake time
		if got := s.values(); got != "" {
			t.Errorf("stored %q", got)
		}
		check(t, c.Close())
	})
}

// TestNoTimerWhileRestoring: a state that is read has no timer before the end, because the key may have
// a later one.
func TestNoTimerWhileRestoring(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newStates()
		c, err := keyed.Consume(running(t), s, keyed.StringKey, add, storeTotal(), ackSoon, s.timers(new(int)))
		check(t, err)
		large := keyed.State{Key: "large", Value: slices.Concat(make([]byte, 1<<20), []byte("1"))}
		check(t, s.assigned().Restore(t.Context(), func(yield func(keyed.State, error) bool) {
			for _, state := range []keyed.State{{Key: "a", Value: []byte("1@1")}, large, {Key: "a", Value: []byte("2")}} {
				if !yield(state, nil) {
					return
				}
				time.Sleep(time.Second) //nolint:forbidigo // in fake time
			}
		}))
		time.Sleep(time.Second) //nolint:forbidigo // in fake time
		check(t, c.Drain(context.Background()))
		if got := s.emitted(); got != "" {
			t.Errorf("outputs %q", got)
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
			if string(r.Value) == "none" {
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
		check(t, a.Deliver(t.Context(), []keyed.Record{at(0, "a", "1"), at(1, "a", "none")}))
		synctest.Wait() // the keys may be on two loops
		check(t, a.Deliver(t.Context(), []keyed.Record{at(2, "b", "1")}))
		freed := func(wait time.Duration, want ...bool) {
			t.Helper()
			time.Sleep(wait) //nolint:forbidigo // in fake time
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
		check(t, a.Deliver(t.Context(), []keyed.Record{at(0, "k", "1")}))
		check(t, b.Deliver(t.Context(), []keyed.Record{at(0, "k", "2")}))
		synctest.Wait()
		a.Revoke(t.Context())
		check(t, b.Deliver(t.Context(), []keyed.Record{at(1, "k", "3")}))
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
