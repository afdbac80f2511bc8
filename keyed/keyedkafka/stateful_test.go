package keyedkafka_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"strconv"
	"testing"
	"time"

	"github.com/twmb/franz-go/pkg/kgo"
	"github.com/wakeful-go/wakeful/keyed"
	"github.com/wakeful-go/wakeful/keyed/keyedkafka"
)

const suffix = "-states"

// A counter is the state of a key: how many records it has had, and the timers that these have set.
type counter struct {
	Count int
	// Waiting timers are still to fire, at Due, and Fired have.
	Waiting, Fired int
	Due            time.Time
}

func encodeCounter(c *counter) ([]byte, error) {
	if *c == (counter{}) {
		return nil, nil
	}
	return json.Marshal(c)
}

func decodeCounter(data []byte, c *counter) error { return json.Unmarshal(data, c) }

func storeCounter() keyed.Option { return keyed.WithStore(encodeCounter, decodeCounter) }

// timerEvery is how many records of a key set a timer.
const timerEvery = 10

// joinCounting joins with states and timers.
func (c *copying) joinCounting(w *worker, options []kgo.Opt) (consumer, error) {
	source, err := keyedkafka.NewStateful(w.id, suffix, options...)
	if err != nil {
		return nil, err
	}
	return keyed.Consume(w.loops, source, keyed.StringKey, c.count, append(c.options(w), storeCounter(),
		keyed.WithTimer(func(n *counter) time.Time { return n.Due }, c.fire))...)
}

// count is a handler whose output is the count of the state. It fails now and then, after it has changed
// the state.
func (c *copying) count(n *counter, r keyed.Record, done func(error)) {
	if string(r.Value()) != strconv.Itoa(n.Count) {
		c.t.Errorf("key %s: the state has %d records before record %s", r.Key(), n.Count, r.Value())
	}
	err := keyedkafka.Emit(r, &kgo.Record{Topic: c.out, Key: r.Key(), Value: []byte(strconv.Itoa(n.Count))})
	if n.Count++; n.Count%timerEvery == 0 {
		n.Waiting++
		n.Due = time.Now().Add(time.Duration(rand.IntN(20)) * time.Millisecond)
	}
	switch rand.IntN(30) {
	case 0:
		done(errors.New("once more"))
	case 1, 2:
		go done(err)
	default:
		done(err)
	}
}

// fire has an output for each timer.
func (c *copying) fire(n *counter, r keyed.Record) error {
	var outputs []*kgo.Record
	for ; n.Waiting > 0; n.Waiting-- {
		outputs = append(outputs, &kgo.Record{Topic: c.out, Key: append([]byte("timer-"), r.Key()...), Value: []byte(strconv.Itoa(n.Fired))})
		n.Fired++
	}
	n.Due = time.Time{}
	if rand.IntN(10) == 0 {
		return errors.New("once more")
	}
	return keyedkafka.Emit(r, outputs...)
}

// TestStates: while members are killed, the state of each key, the outputs and the offsets agree: each
// record is counted once and has one output, and each timer too. See TestTransactions.
func TestStates(t *testing.T) {
	c := newCopying(t)
	c.join = c.joinCounting
	timers := func() (n int) {
		for _, sent := range c.sent {
			n += sent / timerEvery
		}
		return n
	}
	fired := 0
	c.run(func(r *kgo.Record) {
		if string(r.Key[:5]) == "timer" {
			fired++
		}
	}, func() int { return c.total + timers() })
	if fired != timers() {
		t.Errorf("%d timers have fired, want %d", fired, timers())
	}
	// Its states are below the last record of all, in each partition.
	states := c.b.readStates(t)
	for p := range int32(4) {
		c.last(c.b.topic+suffix, p, []byte(`{"Count":-1}`))
	}
	for p := range 4 {
		states.await(fmt.Sprint("last-", p), counter{Count: -1})
	}
	if len(states.states) != len(c.sent)+4 {
		t.Errorf("%d states, want %d", len(states.states), len(c.sent)+4)
	}
	for key, sent := range c.sent {
		if n := states.states[key]; n.Count != sent || n.Waiting > 0 || n.Fired != sent/timerEvery {
			t.Errorf("%s: the state is %+v, and there were %d records", key, n, sent)
		}
	}
	t.Logf("%d states, %d timers", len(c.sent), fired)
}

// A changelogReader has the states that are committed in the changelog of a broker's topic.
type changelogReader struct {
	*kgo.Client
	t          *testing.T
	states     map[string]counter
	partitions map[string]int32 // of the keys
}

// readStates begins to read a changelog, which must exist.
func (b *broker) readStates(t *testing.T) *changelogReader {
	t.Helper()
	client, err := kgo.NewClient(kgo.SeedBrokers(b.addresses...), kgo.ConsumeTopics(b.topic+suffix), kgo.FetchIsolationLevel(kgo.ReadCommitted()),
		kgo.ConsumeResetOffset(kgo.NewOffset().AtStart()), kgo.FetchMaxWait(100*time.Millisecond))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(client.Close)
	return &changelogReader{client, t, map[string]counter{}, map[string]int32{}}
}

// poll reads what there is until ctx ends.
func (r *changelogReader) poll(ctx context.Context) {
	for _, record := range r.PollFetches(ctx).Records() {
		var n counter
		if delete(r.states, string(record.Key)); record.Value == nil {
			continue
		}
		if err := decodeCounter(record.Value, &n); err != nil {
			r.t.Error(err)
		}
		r.states[string(record.Key)], r.partitions[string(record.Key)] = n, record.Partition
	}
}

// await waits until a key has a state.
func (r *changelogReader) await(key string, want counter) {
	r.t.Helper()
	for r.states[key] != want {
		if r.poll(r.t.Context()); r.t.Context().Err() != nil {
			r.t.Fatalf("%s: the state is %+v, want %+v", key, r.states[key], want)
		}
	}
}
