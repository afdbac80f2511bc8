package keyed_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/wakeful-go/wakeful/keyed"
)

// noted is a source that notes when what is acknowledged. The test delivers.
type noted struct {
	direct
	begin time.Time
	notes []string
}

func (n *noted) Acknowledge(_ context.Context, acks []keyed.Ack) error {
	for _, a := range acks {
		n.notes = append(n.notes, fmt.Sprint("below ", a.Next, " after ", time.Since(n.begin)))
	}
	return nil
}

// TestPoison: records that always fail hold back their partition for as long as the option says, and
// not longer: four attempts and the pauses between them. The records of other keys run at once, the
// later ones of the same key after that.
func TestPoison(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		n := &noted{direct: direct{make(chan keyed.Sink, 1)}, begin: time.Now()}
		ran := make(chan string, 99)
		c, err := keyed.Consume(running(t), n, keyOf, func(_ *int, r keyed.Record, done func(error)) {
			ran <- fmt.Sprint(r.Position(), " after ", time.Since(n.begin))
			if string(r.Value()) == "poison" {
				done(errors.New("never"))
				return
			}
			done(nil)
		}, keyed.WithBackoff(100*time.Millisecond, time.Second), keyed.WithAcknowledgeInterval(10*time.Millisecond),
			keyed.WithDeadLetter(4, func(_ context.Context, r keyed.Record, _ error) error {
				ran <- fmt.Sprint(r.Position(), " is dead after ", time.Since(n.begin))
				return nil
			}))
		check(t, err)
		a := (<-n.sinks).Assign(keyed.Partition{Topic: "orders"})
		record := func(position int64, key, value string) keyed.Message {
			return keyed.Message{Position: position, Key: []byte(key), Value: []byte(value)}
		}
		check(t, a.Deliver(t.Context(), keyed.Messages{record(0, "a", "poison"), record(1, "b", ""), record(2, "a", ""), record(3, "c", "")}))
		check(t, a.Deliver(t.Context(), keyed.Messages{record(4, "d", "poison"), record(5, "b", "")}))
		check(t, c.Drain(context.Background()))
		close(ran)
		byRecord := make([][]string, 6)
		for line := range ran {
			byRecord[line[0]-'0'] = append(byRecord[line[0]-'0'], line[2:])
		}
		poison := []string{"after 0s", "after 100ms", "after 300ms", "after 700ms", "is dead after 700ms"}
		for i, want := range [][]string{poison, {"after 0s"}, {"after 700ms"}, {"after 0s"}, poison, {"after 0s"}} {
			if !slices.Equal(byRecord[i], want) {
				t.Errorf("record %d ran %q, want %q", i, byRecord[i], want)
			}
		}
		last := n.notes[len(n.notes)-1]
		if last != "below 6 after 700ms" && last != "below 6 after 710ms" {
			t.Errorf("acknowledged %q", n.notes)
		}
	})
}

// slow is a source whose Close takes a second.
type slow struct{ direct }

func (slow) Close() error {
	time.Sleep(time.Second) //nolint:forbidigo // in fake time
	return nil
}

// TestCloseWaitsForClose: a Close that waits for another lets fake time pass, as a simulated world
// needs. Behind a lock it would wait for ever.
func TestCloseWaitsForClose(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := slow{direct{make(chan keyed.Sink, 1)}}
		c, err := keyed.Consume(running(t), s, keyOf, func(_ *int, _ keyed.Record, done func(error)) { done(nil) })
		check(t, err)
		<-s.sinks
		began := time.Now()
		var closing sync.WaitGroup
		for range 2 {
			closing.Go(func() { check(t, c.Close()) })
		}
		closing.Wait()
		if took := time.Since(began); took != time.Second {
			t.Errorf("Close took %v", took)
		}
	})
}

// TestLateLoad: a state that was loaded before its partition was revoked is not used after the partition
// has come back, because another process may have changed it meanwhile.
func TestLateLoad(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := direct{make(chan keyed.Sink, 1)}
		loads, states := make(chan chan string), make(chan string, 1)
		c, err := keyed.ConsumeFunc(running(t), d, keyOf, func(state *string, _ keyed.Record) error {
			states <- *state
			return nil
		}, keyed.WithLoad(func(context.Context, string) (string, error) {
			result := make(chan string)
			loads <- result
			return <-result, nil
		}))
		check(t, err)
		sink := <-d.sinks
		assign := func() (a keyed.Assignment, load chan string) {
			a = sink.Assign(keyed.Partition{Topic: "orders"})
			check(t, a.Deliver(t.Context(), keyed.Messages{{Key: []byte("a")}}))
			return a, <-loads
		}
		a, first := assign()
		a.Revoke(t.Context())
		_, second := assign()
		first <- "old"
		synctest.Wait()
		second <- "new"
		if state := <-states; state != "new" {
			t.Errorf("the state is %s", state)
		}
		check(t, c.Drain(context.Background()))
	})
}
