package keyed_test

import (
	"context"
	"errors"
	"math/rand/v2"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/wakeful-go/wakeful/keyed"
	"github.com/wakeful-go/wakeful/keyed/internal/chaos"
)

// TestOneLinePerChange: the log says once that something fails and once that it works again, however
// many errors there are, and Metrics counts them by cause.
func TestOneLinePerChange(t *testing.T) {
	l := chaos.Log(t)
	b := newBroker(1, 1, 1, rand.New(rand.NewPCG(1, 1)))
	s := member(b)
	fails := 3 // what else fails
	c := start(t, b, s, func(_ *int, r keyed.Record, done func(error)) {
		if r.Attempt() == 1 {
			panic("planted")
		}
		done(errors.New("never"))
	}, keyed.WithBackoff(time.Microsecond, time.Microsecond),
		keyed.WithDeadLetter(2, func(context.Context, keyed.Record, error) error {
			if fails--; fails >= 0 {
				return errors.New("full")
			}
			return nil
		}),
		keyed.WithLoad(func(context.Context, string) (int, error) {
			if fails++; fails < 6 {
				return 0, errors.New("away")
			}
			return 0, nil
		}))
	b.waitCommitted(t)
	check(t, c.Drain(context.Background()))
	want := []string{
		`level=ERROR msg="keyed: the function of WithLoad fails and is repeated; the consumer goes on" error="load the state of key 0, attempt 1: away"`,
		`level=INFO msg="keyed: the function of WithLoad works again" errors=2`,
		`level=ERROR msg="keyed: the function of WithDeadLetter fails and is repeated; the consumer goes on" error="dead letter of log/0 at 0: full"`,
		`level=INFO msg="keyed: the function of WithDeadLetter works again" errors=6`,
	}
	if got := l.Text(); got != strings.Join(want, "\n") {
		t.Errorf("the log is\n%s\nwant\n%s", got, strings.Join(want, "\n"))
	}
	m := c.Metrics()
	if m.Failed != 2 || m.LoadFailed != 2 || m.DeadLetterFailed != 6 || m.AcknowledgeFailed != 0 || m.SourceFailed != 0 || m.Panicked != 1 || m.DeadLetters != 1 {
		t.Errorf("%+v", m)
	}
}

// TestSourceFails: a source works again when none of its operations fails.
func TestSourceFails(t *testing.T) {
	l := chaos.Log(t)
	d := direct{make(chan keyed.Sink, 1)}
	c, err := keyed.Consume(running(t), d, keyOf, func(_ *struct{}, _ keyed.Record, done func(error)) { done(nil) })
	check(t, err)
	sink := <-d.sinks
	away := errors.New("away")
	sink.Report("read", nil)
	for range 5 {
		sink.Report("read", away)
		sink.Report("renew", away)
	}
	sink.Report("read", nil)
	sink.Report("renew", away)
	sink.Report("renew", nil)
	sink.Report("renew", nil)
	check(t, c.Drain(context.Background()))
	want := `level=ERROR msg="keyed: the source fails and is repeated; the consumer goes on" error=away
level=INFO msg="keyed: the source works again" errors=11`
	if got := l.Text(); got != want {
		t.Errorf("the log is\n%s\nwant\n%s", got, want)
	}
	if m := c.Metrics(); m.SourceFailed != 11 {
		t.Errorf("%+v", m)
	}
}

// TestPause: no record of a paused key runs, neither a new one nor one that has failed, and the other
// keys go on. After Resume they run in order.
func TestPause(t *testing.T) {
	d := direct{make(chan keyed.Sink, 1)}
	ran := make(chan int64, 10)
	failed := make(chan func(error), 1)
	c, err := keyed.Consume(running(t), d, keyOf, func(_ *struct{}, r keyed.Record, done func(error)) {
		if r.Position() == 0 && r.Attempt() == 1 {
			failed <- done
			return
		}
		ran <- r.Position()
		done(nil)
	}, keyed.WithBackoff(time.Microsecond, time.Microsecond))
	check(t, err)
	a := (<-d.sinks).Assign(keyed.Partition{Topic: "orders"})
	record := func(position int64, key string) keyed.Message {
		return keyed.Message{Position: position, Key: []byte(key)}
	}
	check(t, a.Deliver(t.Context(), keyed.Messages{record(0, "a")}))
	done := <-failed
	check(t, c.Pause("a"))
	check(t, c.Pause("a"))
	done(errors.New("not yet"))
	check(t, a.Deliver(t.Context(), keyed.Messages{record(1, "a"), record(2, "b"), record(3, "a")}))
	if position := <-ran; position != 2 {
		t.Errorf("record %d runs while its key is paused", position)
	}
	for m := c.Metrics(); m.Paused != 1 || m.Failed != 1; m = c.Metrics() { // until done has reached the loop
		runtime.Gosched()
	}
	check(t, a.Deliver(t.Context(), keyed.Messages{record(4, "b")}))
	if position := <-ran; position != 4 {
		t.Errorf("record %d runs while its key is paused", position)
	}
	check(t, c.Resume("a"))
	for _, want := range []int64{0, 1, 3} {
		if position := <-ran; position != want {
			t.Errorf("record %d runs, and %d is due", position, want)
		}
	}
	check(t, c.Drain(context.Background()))
	if m := c.Metrics(); m.Paused != 0 || m.Finished != 5 {
		t.Errorf("%+v", m)
	}
}

// TestPausedKeyIsRevoked: the records of a paused key are abandoned like those of any other, and the
// key is paused when its partition comes back.
func TestPausedKeyIsRevoked(t *testing.T) {
	d := direct{make(chan keyed.Sink, 1)}
	ran := make(chan string, 10)
	c, err := keyed.Consume(running(t), d, keyOf, func(_ *struct{}, r keyed.Record, done func(error)) {
		ran <- string(r.Key())
		done(nil)
	})
	check(t, err)
	sink := <-d.sinks
	check(t, c.Pause("a"))
	records := keyed.Messages{{Position: 0, Key: []byte("a")}, {Position: 1, Key: []byte("b")}}
	for range 2 {
		a := sink.Assign(keyed.Partition{Topic: "orders"})
		check(t, a.Deliver(t.Context(), records))
		if key := <-ran; key != "b" {
			t.Errorf("a record of %s runs", key)
		}
		a.Revoke(t.Context())
	}
	a := sink.Assign(keyed.Partition{Topic: "orders"})
	check(t, c.Resume("a"))
	check(t, a.Deliver(t.Context(), records[:1]))
	if key := <-ran; key != "a" {
		t.Errorf("a record of %s runs", key)
	}
	check(t, c.Drain(context.Background()))
	if m := c.Metrics(); m.Abandoned != 2 {
		t.Errorf("%+v", m)
	}
}

// TestOtherPartitionIsRevoked: a key has records in two partitions, and one is revoked while a record
// of the other one runs. That record goes on, and the next one of the key waits for it.
func TestOtherPartitionIsRevoked(t *testing.T) {
	d := direct{make(chan keyed.Sink, 1)}
	ran := make(chan int64, 10)
	held := make(chan func(error), 1)
	c, err := keyed.Consume(running(t), d, keyOf, func(_ *struct{}, r keyed.Record, done func(error)) {
		ran <- r.Position()
		if r.Position() == 10 {
			held <- done
			return
		}
		done(nil)
	})
	check(t, err)
	sink := <-d.sinks
	revoked, other := sink.Assign(keyed.Partition{Topic: "orders", Number: 0}), sink.Assign(keyed.Partition{Topic: "orders", Number: 1})
	deliver := func(a keyed.Assignment, position int64) {
		check(t, a.Deliver(t.Context(), keyed.Messages{{Position: position, Key: []byte("a")}}))
	}
	deliver(other, 10)
	deliver(revoked, 0)
	if position := <-ran; position != 10 {
		t.Errorf("record %d runs", position)
	}
	revoked.Revoke(t.Context())
	deliver(other, 11)
	check(t, c.Pause("a")) // after record 11, on the same loop
	for c.Metrics().Paused == 0 {
		runtime.Gosched()
	}
	select {
	case position := <-ran:
		t.Errorf("record %d runs while another one of its key runs", position)
	default:
	}
	check(t, c.Resume("a"))
	(<-held)(nil)
	if position := <-ran; position != 11 {
		t.Errorf("record %d runs", position)
	}
	check(t, c.Drain(context.Background()))
	if m := c.Metrics(); m.Finished != 2 || m.Abandoned != 1 {
		t.Errorf("%+v", m)
	}
}
