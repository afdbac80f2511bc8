package keyedkafka_test

import (
	"encoding/json"
	"errors"
	"math/rand/v2"
	"strconv"
	"testing"
	"time"

	"github.com/twmb/franz-go/pkg/kerr"
	"github.com/twmb/franz-go/pkg/kgo"
	"github.com/twmb/franz-go/pkg/kmsg"
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
	if string(r.Value) != strconv.Itoa(n.Count) {
		c.t.Errorf("key %s: the state has %d records before record %s", r.Key, n.Count, r.Value)
	}
	err := keyedkafka.Emit(r, &kgo.Record{Topic: c.out, Key: r.Key, Value: []byte(strconv.Itoa(n.Count))})
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
		outputs = append(outputs, &kgo.Record{Topic: c.out, Key: append([]byte("timer-"), r.Key...), Value: []byte(strconv.Itoa(n.Fired))})
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
	states := c.b.states(t, c.b.topic+suffix)
	if len(states) != len(c.sent) {
		t.Errorf("%d states, want %d", len(states), len(c.sent))
	}
	for key, sent := range c.sent {
		if n := states[key]; n.Count != sent || n.Waiting > 0 || n.Fired != sent/timerEvery {
			t.Errorf("%s: the state is %+v, and there were %d records", key, n, sent)
		}
	}
	t.Logf("%d states, %d timers", len(states), fired)
}

// states returns the states in a changelog.
func (b *broker) states(t *testing.T, topic string) map[string]counter {
	t.Helper()
	ends := b.ends(t, topic) // before the client asks for a topic that is not there
	reader, err := kgo.NewClient(kgo.SeedBrokers(b.addresses...), kgo.ConsumeTopics(topic), kgo.FetchIsolationLevel(kgo.ReadCommitted()),
		kgo.ConsumeResetOffset(kgo.NewOffset().AtStart()), kgo.FetchMaxWait(100*time.Millisecond), kgo.KeepControlRecords())
	if err != nil {
		t.Fatal(err)
	}
	defer reader.Close()
	states := map[string]counter{}
	for len(ends) > 0 {
		for _, r := range reader.PollFetches(t.Context()).Records() {
			if r.Offset+1 == ends[r.Partition] { // a control record
				delete(ends, r.Partition)
			}
			if r.Attrs.IsControl() {
				continue
			}
			var n counter
			if delete(states, string(r.Key)); r.Value == nil {
				continue
			}
			if err := decodeCounter(r.Value, &n); err != nil {
				t.Error(err)
			}
			states[string(r.Key)] = n
		}
	}
	return states
}

// ends returns the ends of the partitions of a topic that have records.
func (b *broker) ends(t *testing.T, topic string) map[int32]int64 {
	t.Helper()
	request := kmsg.NewPtrListOffsetsRequest()
	one := kmsg.NewListOffsetsRequestTopic()
	one.Topic = topic
	for p := range int32(4) {
		partition := kmsg.NewListOffsetsRequestTopicPartition()
		partition.Partition, partition.Timestamp = p, -1
		one.Partitions = append(one.Partitions, partition)
	}
	request.Topics = append(request.Topics, one)
	response, err := request.RequestWith(t.Context(), b.client)
	if errors.Is(err, kerr.UnknownTopicOrPartition) {
		return nil // no member has created it yet
	}
	if err != nil {
		t.Fatal(err)
	}
	ends := map[int32]int64{}
	for _, topic := range response.Topics {
		for _, p := range topic.Partitions {
			if err := kerr.ErrorForCode(p.ErrorCode); errors.Is(err, kerr.UnknownTopicOrPartition) {
				return nil
			} else if err != nil {
				t.Fatal(err)
			}
			if p.Offset > 0 {
				ends[p.Partition] = p.Offset
			}
		}
	}
	return ends
}
