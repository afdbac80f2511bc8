package keyedkafka_test

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"strconv"
	"sync"
	"testing"
	"time"

	"github.com/twmb/franz-go/pkg/kgo"
	"github.com/wakeful-go/wakeful"
	"github.com/wakeful-go/wakeful/group"
	"github.com/wakeful-go/wakeful/keyed"
	"github.com/wakeful-go/wakeful/keyed/internal/chaos"
	"github.com/wakeful-go/wakeful/keyed/keyedkafka"
)

// A worker is a member that copies its records to a topic.
type worker struct {
	id       string
	link     *chaos.Link
	loops    *group.Group
	consumer consumer
}

// A consumer is a keyed.Consumer with whatever state.
type consumer interface {
	Done() <-chan struct{}
	Err() error
	Drain(ctx context.Context) error
	Close() error
}

// copying is the state of a test of transactions.
type copying struct {
	t       *testing.T
	b       *broker
	out     string
	links   chan *chaos.Link
	workers []*worker
	ended   sync.WaitGroup
	sent    map[string]int // by key
	total   int
	join    func(w *worker, options []kgo.Opt) (consumer, error)
}

// start starts a worker. The next one with the same id takes its place.
func (c *copying) start(id string) *worker {
	w := &worker{id: id, link: new(chaos.Link)}
	c.links <- w.link
	options := append(c.b.join(w.link), kgo.TransactionTimeout(3*time.Second), kgo.RebalanceTimeout(time.Second))
	var err error
	if w.loops, err = group.New(2); err != nil {
		c.t.Fatal(err)
	}
	c.ended.Go(func() {
		if err := w.loops.Run(context.Background()); err != nil {
			c.t.Error(err)
		}
	})
	if w.consumer, err = c.join(w, options); err != nil {
		c.t.Fatal(err)
	}
	return w
}

// options are those of a worker's consumer.
func (c *copying) options(w *worker) []keyed.Option {
	return []keyed.Option{
		keyed.WithMaxInFlight(64), keyed.WithAcknowledgeInterval(20 * time.Millisecond), keyed.WithBackoff(time.Millisecond, time.Millisecond),
		keyed.WithErrorHandler(func(err error) { c.t.Log(w.id, err) }),
	}
}

// joinCopying joins without states.
func (c *copying) joinCopying(w *worker, options []kgo.Opt) (consumer, error) {
	source, err := keyedkafka.NewTransactional(w.id, options...)
	if err != nil {
		return nil, err
	}
	return keyed.Consume(w.loops, source, keyOf, c.copy, append(c.options(w), keyed.WithDeadLetter(3, source.DeadLetter(c.out)))...)
}

// copy is the handler. It fails now and then, also after it has emitted, and always for some records.
func (c *copying) copy(_ *int, r keyed.Record, done func(error)) {
	emit := func() {
		if err := keyedkafka.Emit(r, &kgo.Record{Topic: c.out, Key: r.Key(), Value: r.Value()}); err != nil {
			c.t.Error(err)
		}
	}
	switch rand.IntN(30) {
	case 0:
		emit()
		done(errors.New("once more"))
		return
	case 1, 2:
		go func() {
			emit()
			done(nil)
		}()
		return
	}
	if r.Position()%20 == 7 {
		done(errors.New("never"))
		return
	}
	emit()
	done(nil)
}

// kill ends a worker as its death would.
func (c *copying) kill(w *worker) {
	w.link.Cut()
	c.ended.Go(func() {
		_ = w.consumer.Close() // its link is cut
		if err := w.loops.Shutdown(context.Background()); err != nil {
			c.t.Error(err)
		}
	})
}

// drain ends a worker in order.
func (c *copying) drain(w *worker) {
	if err := errors.Join(w.consumer.Drain(context.Background()), w.loops.Shutdown(context.Background())); err != nil {
		c.t.Error(err)
	}
}

// replace lets another worker take the place of one, which has ended, is killed or drained.
func (c *copying) replace(i int) {
	w := c.workers[i]
	select {
	case <-w.consumer.Done(): // its transactions could not go on
		c.t.Log(w.id, w.consumer.Err())
		c.kill(w)
	default:
		if rand.IntN(4) == 0 {
			c.drain(w)
		} else {
			c.kill(w)
		}
	}
	c.workers[i] = c.start(w.id)
}

// produce produces records whose values are their numbers among those of their key.
func (c *copying) produce(n int) {
	for range n {
		key := fmt.Sprint("key-", rand.IntN(40))
		record := &kgo.Record{Key: []byte(key), Value: []byte(strconv.Itoa(c.sent[key]))}
		for c.b.client.ProduceSync(c.t.Context(), record).FirstErr() != nil {
			if c.t.Context().Err() != nil {
				return
			}
		}
		c.sent[key]++
		c.total++
	}
}

// TestTransactions: while members are killed, each record has one output, in the order of its key. The
// members emit it or, for some, write it as a dead letter. WAKEFUL_KILLS is the number of kills; with
// WAKEFUL_KAFKA=real every 50th one kills the broker too.
func TestTransactions(t *testing.T) {
	c := newCopying(t)
	c.join = c.joinCopying
	letters := 0
	c.run(func(r *kgo.Record) {
		if len(r.Headers) > 0 {
			letters++
		}
	}, func() int { return c.total })
	t.Logf("%d dead letters", letters)
	if letters == 0 {
		t.Error("no dead letter")
	}
}

func newCopying(t *testing.T) *copying {
	b := serve(t)
	c := &copying{t: t, b: b, out: "out-" + b.topic, links: make(chan *chaos.Link), sent: map[string]int{}}
	b.create(t, c.out, 4)
	return c
}

// run kills workers while records are produced. Each output goes to seen. all returns how many outputs
// what was produced has in the end.
func (c *copying) run(seen func(*kgo.Record), all func() int) {
	kills, t, b := 5, c.t, c.b
	if testing.Short() {
		kills = 2
	}
	if n, err := strconv.Atoi(os.Getenv("WAKEFUL_KILLS")); err == nil {
		kills = n
	}
	expelling := make(chan struct{})
	go func() {
		defer close(expelling)
		b.expelKilled(t, c.links)
	}()
	t.Cleanup(func() { <-expelling }) // the test's context has ended
	reader, err := kgo.NewClient(kgo.SeedBrokers(b.addresses...), kgo.ConsumeTopics(c.out), kgo.FetchIsolationLevel(kgo.ReadCommitted()),
		kgo.ConsumeResetOffset(kgo.NewOffset().AtStart()), kgo.FetchMaxWait(100*time.Millisecond))
	if err != nil {
		t.Fatal(err)
	}
	defer reader.Close()
	read := map[string]int{}
	count, wrong := 0, 0
	await := func(n int) {
		for count < n {
			fetches := reader.PollFetches(t.Context())
			for _, r := range fetches.Records() {
				if number, err := strconv.Atoi(string(r.Value)); err != nil || number != read[string(r.Key)] {
					wrong++
					t.Errorf("%s: output %s when %d was due: %v", r.Key, r.Value, read[string(r.Key)], err)
				}
				seen(r)
				read[string(r.Key)]++
				count++
			}
			for i, w := range c.workers {
				select {
				case <-w.consumer.Done():
					c.replace(i)
				default:
				}
			}
		}
	}
	for i := range 3 {
		c.workers = append(c.workers, c.start(fmt.Sprint(b.topic, "-worker-", i)))
	}
	for i := range kills {
		c.produce(100)
		await(c.total - rand.IntN(100))
		if !b.fake && i%50 == 49 {
			realKafka.server.Kill()
			if err := realKafka.server.Restart(t.Context()); err != nil {
				t.Fatal(err)
			}
		}
		c.replace(rand.IntN(len(c.workers)))
		if i%100 == 99 {
			t.Logf("%d of %d kills, %d records, %d outputs that are wrong", i+1, kills, c.total, wrong)
		}
	}
	await(all())
	for _, w := range c.workers {
		c.drain(w)
	}
	c.workers = nil
	c.ended.Wait()
	// The last output of all: whatever was written twice is in front of it, in each partition.
	c.endOfOutputs()
	await(all())
	t.Logf("%d kills, %d records, %d outputs, %d that are wrong", kills, c.total, count, wrong)
}

// endOfOutputs writes a last output for each partition, with keys of their own.
func (c *copying) endOfOutputs() {
	for p := range int32(4) {
		c.last(c.out, p, []byte("0"))
		c.total++
	}
}

// last writes a record of its own to a partition.
func (c *copying) last(topic string, p int32, value []byte) {
	client, err := kgo.NewClient(kgo.SeedBrokers(c.b.addresses...), kgo.RecordPartitioner(kgo.ManualPartitioner()))
	if err != nil {
		c.t.Fatal(err)
	}
	defer client.Close()
	last := &kgo.Record{Topic: topic, Partition: p, Key: []byte(fmt.Sprint("last-", p)), Value: value}
	if err := client.ProduceSync(c.t.Context(), last).FirstErr(); err != nil {
		c.t.Error(err)
	}
}

// TestEmitNeedsTransactions: the record of another source is an error, and so is no ID.
func TestEmitNeedsTransactions(t *testing.T) {
	for _, m := range []keyed.Message{{}, {Native: &kgo.Record{}}, {Native: &kgo.Record{Context: context.Background()}}} {
		if err := keyedkafka.Emit(m.Record(keyed.Partition{}, 1)); !errors.Is(err, wakeful.ErrInvalidOption) {
			t.Error(err)
		}
	}
	if _, err := keyedkafka.NewTransactional("", kgo.ConsumerGroup("g")); !errors.Is(err, wakeful.ErrInvalidOption) {
		t.Error(err)
	}
}
