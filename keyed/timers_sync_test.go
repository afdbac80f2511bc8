package keyed_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"github.com/wakeful-go/wakeful/keyed"
)

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
		emit(r, fmt.Sprint(string(r.Key()), n.sum, "@", s.since()))
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
					check(t, a.Deliver(t.Context(), keyed.Messages{at(int64(i), "k", value)}))
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
		check(t, a.Deliver(t.Context(), keyed.Messages{at(0, "a", "slow"), at(1, "b", "+100ms")}))
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
		check(t, a.Deliver(t.Context(), keyed.Messages{at(0, "a", "+1s"), at(1, "b", "+1h")}))
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
		check(t, a.Deliver(t.Context(), keyed.Messages{at(0, "a", "1"), at(1, "b", "1")}))
		position := int64(2)
		step := func(d time.Duration, want string) {
			t.Helper()
			time.Sleep(d) //nolint:forbidigo // in fake time
			if got := s.values(); got != want {
				t.Errorf("after %s stored %q, want %q", s.since(), got, want)
			}
			check(t, a.Deliver(t.Context(), keyed.Messages{at(position, "a", "0")}))
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
		check(t, a.Deliver(t.Context(), keyed.Messages{at(0, "a", "+30m")}))
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
