package keyedkafka_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/twmb/franz-go/pkg/kgo"
	"github.com/twmb/franz-go/pkg/kmsg"
	"github.com/wakeful-go/wakeful"
	"github.com/wakeful-go/wakeful/group"
	"github.com/wakeful-go/wakeful/keyed"
	"github.com/wakeful-go/wakeful/keyed/internal/chaos"
	"github.com/wakeful-go/wakeful/keyed/keyedkafka"
)

// A stateful is a member with the states of counters.
type stateful struct {
	*keyed.Consumer[string, counter]
	link  *chaos.Link
	loops *group.Group
	ended chan struct{}
}

// startStateful starts a member that counts the records of a key.
func (b *broker) startStateful(t *testing.T, handler func(*counter, keyed.Record) error, options ...keyed.Option) *stateful {
	t.Helper()
	m := &stateful{link: new(chaos.Link), ended: make(chan struct{})}
	source, err := keyedkafka.NewStateful("stateful-"+b.topic, suffix, append(b.join(m.link), kgo.TransactionTimeout(3*time.Second))...)
	if err != nil {
		t.Fatal(err)
	}
	if m.loops, err = group.New(2); err != nil {
		t.Fatal(err)
	}
	go func() {
		defer close(m.ended)
		if err := m.loops.Run(context.Background()); err != nil {
			t.Error(err)
		}
	}()
	m.Consumer, err = keyed.ConsumeFunc(m.loops, source, keyed.StringKey, handler, append(options, storeCounter(),
		keyed.WithAcknowledgeInterval(20*time.Millisecond), keyed.WithErrorHandler(func(err error) { t.Log(err) }))...)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// end ends a member: in order, or as its death would.
func (m *stateful) end(t *testing.T, kill bool) {
	t.Helper()
	if kill {
		m.link.Cut()
		_ = m.Close() // its link is cut
	} else if err := m.Drain(t.Context()); err != nil {
		t.Error(err)
	}
	if err := m.loops.Shutdown(context.Background()); err != nil {
		t.Error(err)
	}
	<-m.ended
}

// produceFor produces records of a key.
func (b *broker) produceFor(t *testing.T, key string, n int) {
	t.Helper()
	for range n {
		if err := b.client.ProduceSync(t.Context(), &kgo.Record{Key: []byte(key), Value: []byte("x")}).FirstErr(); err != nil {
			t.Fatal(err)
		}
	}
}

func countOne(n *counter, _ keyed.Record) error {
	n.Count++
	return nil
}

// serveStates is serve, with a changelog.
func serveStates(t *testing.T) (*broker, *changelogReader) {
	t.Helper()
	b := serve(t)
	b.create(t, b.topic+suffix, 4, "cleanup.policy", "compact")
	return b, b.readStates(t)
}

// TestStateAfterRestart: the next member goes on with the state, after a drain and after a death.
func TestStateAfterRestart(t *testing.T) {
	b, states := serveStates(t)
	for i, kill := range []bool{false, true, false} {
		m := b.startStateful(t, countOne)
		b.produceFor(t, "a", 10)
		b.produceFor(t, "b", 1)
		states.await("a", counter{Count: 10 * (i + 1)})
		states.await("b", counter{Count: i + 1})
		m.end(t, kill)
	}
}

// TestStateIsNotEarly: no state of a record is stored before the records in front of it have finished.
func TestStateIsNotEarly(t *testing.T) {
	b, states := serveStates(t)
	finish := make(chan func(error), 1)
	source, err := keyedkafka.NewStateful("stateful-"+b.topic, suffix, b.join(new(chaos.Link))...)
	if err != nil {
		t.Fatal(err)
	}
	loops, err := group.New(2)
	if err != nil {
		t.Fatal(err)
	}
	ended := make(chan error)
	go func() { ended <- loops.Run(context.Background()) }()
	later := make(chan struct{}, 20)
	c, err := keyed.Consume(loops, source, keyed.StringKey, func(n *counter, r keyed.Record, done func(error)) {
		n.Count++
		if string(r.Value()) == "wait" {
			finish <- done
			return
		}
		done(nil)
		later <- struct{}{}
	}, storeCounter(), keyed.WithAcknowledgeInterval(20*time.Millisecond))
	if err != nil {
		t.Fatal(err)
	}
	manual, err := kgo.NewClient(kgo.SeedBrokers(b.addresses...), kgo.RecordPartitioner(kgo.ManualPartitioner()), kgo.DefaultProduceTopic(b.topic))
	if err != nil {
		t.Fatal(err)
	}
	defer manual.Close()
	for i := range 20 { // in one partition
		r := &kgo.Record{Key: []byte("b")}
		if i == 0 {
			r = &kgo.Record{Key: []byte("first"), Value: []byte("wait")}
		}
		if err := manual.ProduceSync(t.Context(), r).FirstErr(); err != nil {
			t.Fatal(err)
		}
	}
	done := <-finish
	for range 19 {
		<-later
	}
	soon, cancel := context.WithTimeout(t.Context(), 200*time.Millisecond) // several acknowledgements, which must have no effect
	defer cancel()
	for soon.Err() == nil {
		states.poll(soon)
	}
	if len(states.states) > 0 {
		t.Errorf("the states are %+v before the first record has finished", states.states)
	}
	done(nil)
	if err := errors.Join(c.Drain(t.Context()), loops.Shutdown(t.Context()), <-ended); err != nil {
		t.Error(err)
	}
	states.await("b", counter{Count: 19})
	states.await("first", counter{Count: 1})
	if states.partitions["b"] != 0 || states.partitions["first"] != 0 {
		t.Errorf("the states are in the partitions %v, and the records in partition 0", states.partitions)
	}
}

// TestOpenTransaction: a member that is assigned a partition waits for a transaction of its former owner
// that has moved the offset, and has its states. A transaction that is aborted leaves nothing.
func TestOpenTransaction(t *testing.T) {
	b, states := serveStates(t)
	m := b.startStateful(t, countOne)
	b.produceFor(t, "a", 1)
	states.await("a", counter{Count: 1})
	m.end(t, false)
	former, err := kgo.NewClient(kgo.SeedBrokers(b.addresses...), kgo.TransactionalID("former-"+b.topic), kgo.DefaultProduceTopic(b.topic+suffix))
	if err != nil {
		t.Fatal(err)
	}
	defer former.Close()
	write := func(key string, n counter, how kgo.TransactionEndTry) func() {
		if err := former.BeginTransaction(); err != nil {
			t.Fatal(err)
		}
		value, _ := encodeCounter(&n) // a counter can be encoded
		// The default partitioner is that of the input, so the key is in the same partition.
		if err := former.ProduceSync(t.Context(), &kgo.Record{Key: []byte(key), Value: value}).FirstErr(); err != nil {
			t.Fatal(err)
		}
		return func() {
			if err := former.EndTransaction(t.Context(), how); err != nil {
				t.Error(err)
			}
		}
	}
	write("a", counter{Count: 50}, kgo.TryAbort)()
	commit := write("a", counter{Count: 70}, kgo.TryCommit)
	counts := make(chan int, 9)
	m = b.startStateful(t, func(n *counter, _ keyed.Record) error {
		n.Count++
		counts <- n.Count
		return nil
	})
	b.produceFor(t, "a", 1)
	select {
	case n := <-counts:
		t.Errorf("the state is %d before the transaction has ended", n)
	case <-time.After(2 * session): //nolint:forbidigo // nothing is to happen, and a member that waits for nothing joins within that time
	}
	commit()
	if n := <-counts; n != 71 {
		t.Errorf("the state is %d", n)
	}
	m.end(t, false)
}

// TestCompactedAway: the offsets at the end of a changelog may be of no record.
func TestCompactedAway(t *testing.T) {
	b := serve(t)
	if !b.fake {
		t.Skip("NOT RUN: only the broker in the process can be told what to answer")
	}
	b.create(t, b.topic+suffix, 4, "cleanup.policy", "compact")
	for i := range 100 {
		r := &kgo.Record{Topic: b.topic + suffix, Key: []byte(fmt.Sprint(i)), Value: []byte("{}")}
		if err := b.client.ProduceSync(t.Context(), r).FirstErr(); err != nil {
			t.Fatal(err)
		}
	}
	id := b.cluster.TopicInfo(b.topic + suffix).TopicID
	b.cluster.ControlKey(int16(kmsg.Fetch), func(r kmsg.Request) (kmsg.Response, error, bool) {
		b.cluster.KeepControl()
		request, ok := r.(*kmsg.FetchRequest)
		if !ok || len(request.Topics) == 0 || request.Topics[0].TopicID != id {
			return nil, nil, false
		}
		response, _ := request.ResponseKind().(*kmsg.FetchResponse)
		topic := kmsg.NewFetchResponseTopic()
		topic.TopicID = id
		partition := kmsg.NewFetchResponseTopicPartition()
		partition.Partition, partition.HighWatermark, partition.LastStableOffset = request.Topics[0].Partitions[0].Partition, 100, 100
		topic.Partitions = append(topic.Partitions, partition)
		response.Topics = append(response.Topics, topic)
		return response, nil, true
	})
	counted := make(chan int, 1)
	m := b.startStateful(t, func(n *counter, _ keyed.Record) error {
		n.Count++
		counted <- n.Count
		return nil
	})
	b.produceFor(t, "1", 1)
	if n := <-counted; n != 1 {
		t.Error(n)
	}
	m.end(t, false)
}

// TestTimerAfterDeath: a timer that was set by a member that has died fires once.
func TestTimerAfterDeath(t *testing.T) {
	b, states := serveStates(t)
	due := time.Now().Round(0).UTC()
	m := b.startStateful(t, func(n *counter, _ keyed.Record) error {
		n.Count++
		n.Due = due
		return nil
	}, keyed.WithTimer(func(*counter) time.Time { return time.Time{} }, func(*counter, keyed.Record) error { return nil }))
	b.produceFor(t, "a", 1)
	states.await("a", counter{Count: 1, Due: due})
	m.end(t, true)
	out := "out-" + b.topic
	b.create(t, out, 1)
	for i := range 2 {
		m = b.startStateful(t, func(n *counter, r keyed.Record) error {
			if n.Count++; r.Position() != 1 {
				t.Errorf("record %d has come again", r.Position())
			}
			return nil
		}, keyed.WithTimer(func(n *counter) time.Time { return n.Due }, func(n *counter, r keyed.Record) error {
			n.Due = time.Time{}
			n.Fired++
			return keyedkafka.Emit(r, &kgo.Record{Topic: out, Key: r.Key(), Value: []byte("fired")})
		}))
		states.await("a", counter{Count: 1, Fired: 1}) // without a record
		if i == 1 {
			b.produceFor(t, "a", 1)
			states.await("a", counter{Count: 2, Fired: 1})
		}
		m.end(t, false)
	}
	reader, err := kgo.NewClient(kgo.SeedBrokers(b.addresses...), kgo.ConsumeTopics(out), kgo.FetchIsolationLevel(kgo.ReadCommitted()),
		kgo.ConsumeResetOffset(kgo.NewOffset().AtStart()))
	if err != nil {
		t.Fatal(err)
	}
	defer reader.Close()
	if err := b.client.ProduceSync(t.Context(), &kgo.Record{Topic: out, Key: []byte("last")}).FirstErr(); err != nil {
		t.Fatal(err)
	}
	for i, last := 0, false; !last; {
		for _, r := range reader.PollFetches(t.Context()).Records() {
			if last = string(r.Key) == "last"; last != (i == 1) {
				t.Errorf("output %d is that of %s", i, r.Key)
			}
			i++
		}
	}
}

// TestTTLAfterRestart: a state that is older than WithTTL is deleted by the next member.
func TestTTLAfterRestart(t *testing.T) {
	b, states := serveStates(t)
	m := b.startStateful(t, countOne, keyed.WithTTL(time.Hour))
	b.produceFor(t, "a", 3)
	states.await("a", counter{Count: 3})
	m.end(t, false)
	m = b.startStateful(t, countOne, keyed.WithTTL(time.Millisecond))
	states.await("a", counter{})
	m.end(t, false)
}

// TestWrongChangelog: the consumer ends with an error that says what is wrong.
func TestWrongChangelog(t *testing.T) {
	for _, test := range []struct {
		partitions int32
		policy     string
		want       string
	}{{3, "compact", "3 partitions"}, {4, "delete", "cleanup.policy=delete"}} {
		b := serve(t)
		b.create(t, b.topic+suffix, test.partitions, "cleanup.policy", test.policy)
		m := b.startStateful(t, countOne)
		<-m.Done()
		if err := m.Err(); err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%v, want %s", err, test.want)
		}
		m.end(t, true)
	}
}

// TestStatefulOptions: what does not fit is an error.
func TestStatefulOptions(t *testing.T) {
	for _, id := range []string{"", "x"} {
		if _, err := keyedkafka.NewStateful(id, "", kgo.ConsumerGroup("g")); !errors.Is(err, wakeful.ErrInvalidOption) {
			t.Error(err)
		}
	}
	if _, err := keyedkafka.NewStateful("x", suffix, kgo.SeedBrokers()); !errors.Is(err, wakeful.ErrInvalidOption) {
		t.Error(err)
	}
	loops, err := group.New(1)
	if err != nil {
		t.Fatal(err)
	}
	for _, newSource := range []func(...kgo.Opt) (*keyedkafka.Source, error){
		keyedkafka.New,
		func(options ...kgo.Opt) (*keyedkafka.Source, error) {
			return keyedkafka.NewTransactional("x", options...)
		},
	} {
		source, err := newSource(kgo.ConsumerGroup("g"), kgo.ConsumeTopics("t"))
		if err != nil {
			t.Fatal(err)
		}
		if _, err := keyed.ConsumeFunc(loops, source, keyed.StringKey, countOne, storeCounter()); !errors.Is(err, wakeful.ErrInvalidOption) {
			t.Error(err)
		}
	}
}
