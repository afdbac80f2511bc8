package main

// This file owns the rows over Kafka.

import (
	"context"
	"errors"
	"fmt"
	"os"
	"sync"
	"sync/atomic"
	"syscall"
	"time"

	"github.com/twmb/franz-go/pkg/kfake"
	"github.com/twmb/franz-go/pkg/kgo"
	"github.com/wakeful-go/wakeful/group"
	"github.com/wakeful-go/wakeful/keyed"
	"github.com/wakeful-go/wakeful/keyed/internal/kafkaserver"
	"github.com/wakeful-go/wakeful/keyed/keyedkafka"
)

const (
	partitions = 4
	keys       = 1000
)

// A kafkaBroker has a topic of records.
type kafkaBroker struct {
	addresses []string
	topic     string
	close     func()
}

// startKafka starts a broker in this process or, with -real, Kafka in a process of its own.
func startKafka(ctx context.Context) (*kafkaBroker, error) {
	b := &kafkaBroker{topic: "orders"}
	if !*realKafka {
		cluster, err := kfake.NewCluster(kfake.NumBrokers(1), kfake.SeedTopics(partitions, b.topic))
		if err != nil {
			return nil, err
		}
		b.addresses, b.close = cluster.ListenAddrs(), cluster.Close
		return b, nil
	}
	if kafkaProcess.server == nil {
		dir, err := os.MkdirTemp("", "kafka")
		if err != nil {
			return nil, err
		}
		kafkaProcess.dir = dir
		if kafkaProcess.server, err = kafkaserver.Start(ctx, dir, fmt.Sprint("num.partitions=", partitions)); err != nil {
			return nil, errors.Join(err, os.RemoveAll(dir))
		}
	}
	kafkaProcess.topics++
	b.topic = fmt.Sprint("orders-", kafkaProcess.topics)
	b.addresses, b.close = []string{kafkaProcess.server.Address}, func() {}
	return b, nil
}

// kafkaProcess is Kafka, for all rows.
var kafkaProcess struct {
	server *kafkaserver.Server
	dir    string
	topics int
}

// stopKafka ends Kafka, if it runs.
func stopKafka() {
	if kafkaProcess.server != nil {
		kafkaProcess.server.Kill()
		_ = os.RemoveAll(kafkaProcess.dir) // a directory for temporary files
	}
}

// fill produces n records.
func (b *kafkaBroker) fill(ctx context.Context, n int) error {
	client, err := kgo.NewClient(kgo.SeedBrokers(b.addresses...), kgo.DefaultProduceTopic(b.topic), kgo.AllowAutoTopicCreation())
	if err != nil {
		return err
	}
	defer client.Close()
	var failed atomic.Pointer[error]
	for i := range n {
		name := fmt.Sprint("account-", i%keys)
		client.Produce(ctx, &kgo.Record{Key: []byte(name), Value: valueOf(name, i)}, func(_ *kgo.Record, err error) {
			if err != nil {
				failed.Store(&err)
			}
		})
	}
	if err := client.Flush(ctx); err != nil {
		return err
	}
	if err := failed.Load(); err != nil {
		return *err
	}
	return nil
}

var groups atomic.Int64

// options are those of a member of a new consumer group.
func (b *kafkaBroker) options() []kgo.Opt {
	return []kgo.Opt{
		kgo.SeedBrokers(b.addresses...), kgo.ConsumeTopics(b.topic),
		kgo.ConsumerGroup(fmt.Sprint("group-", groups.Add(1))),
		kgo.ConsumeResetOffset(kgo.NewOffset().AtStart()),
	}
}

// keyedKafka consumes n records with package keyed.
func keyedKafka(ctx context.Context, b *kafkaBroker, n int, do work) (cost, error) {
	source, err := keyedkafka.New(b.options()...)
	if err != nil {
		return cost{}, err
	}
	return consume(ctx, source, n, do)
}

// consume consumes n records of a source.
func consume(ctx context.Context, source keyed.Source, n int, do work) (cost, error) {
	return consumeWith(ctx, n, func(g *group.Group) (*keyed.Consumer[string, account], error) {
		if do == waiting {
			return keyed.Consume(g, source, keyed.StringKey, func(a *account, r keyed.Record, done func(error)) {
				a.apply(r.Value(), do)
				time.AfterFunc(service, func() { done(nil) })
			}, keyed.WithMaxInFlight(*inFlight))
		}
		return keyed.ConsumeFunc(g, source, keyed.StringKey, func(a *account, r keyed.Record) error {
			a.apply(r.Value(), do)
			return nil
		}, keyed.WithMaxInFlight(*inFlight))
	})
}

// consumeWith consumes n records with a consumer. It returns the time from the first record until all are
// acknowledged and the consumer has left its group.
func consumeWith(ctx context.Context, n int, start func(*group.Group) (*keyed.Consumer[string, account], error)) (cost, error) {
	g, err := group.New(2)
	if err != nil {
		return cost{}, err
	}
	ended := make(chan error, 1)
	go func() { ended <- g.Run(ctx) }()
	consumer, err := start(g)
	if err != nil {
		return cost{}, err
	}
	w := newWatch(n)
	followed, stop := context.WithCancel(ctx)
	defer stop()
	go w.follow(followed, func() int64 { return int64(consumer.Metrics().Finished) })
	err = w.wait(ctx)
	if err == nil {
		err = consumer.Drain(ctx)
	}
	d := w.cost()
	if err == nil {
		err = g.Shutdown(ctx)
	} else {
		_ = g.Close()
	}
	return d, errors.Join(err, <-ended)
}

// handKafka consumes n records with a goroutine for each partition and the client's own marks, as
// the client's examples do.
func handKafka(ctx context.Context, b *kafkaBroker, n int, do work) (cost, error) {
	w := newWatch(n)
	type id struct {
		topic     string
		partition int32
	}
	var mu sync.Mutex
	var running sync.WaitGroup
	queues := map[id]chan []*kgo.Record{}
	client, err := kgo.NewClient(append(b.options(), kgo.AutoCommitMarks(), kgo.AutoCommitInterval(time.Second), kgo.BlockRebalanceOnPoll(),
		kgo.OnPartitionsAssigned(func(_ context.Context, client *kgo.Client, assigned map[string][]int32) {
			mu.Lock()
			defer mu.Unlock()
			for topic, numbers := range assigned {
				for _, p := range numbers {
					queue := make(chan []*kgo.Record, 5)
					queues[id{topic, p}] = queue
					running.Go(func() {
						accounts := map[string]*account{}
						for records := range queue {
							for _, r := range records {
								a := accounts[string(r.Key)]
								if a == nil {
									a = new(account)
									accounts[string(r.Key)] = a
								}
								a.apply(r.Value, do)
								if do == waiting {
									time.Sleep(service)
								}
								w.count(1)
							}
							client.MarkCommitRecords(records...)
						}
					})
				}
			}
		}),
		kgo.OnPartitionsRevoked(func(ctx context.Context, client *kgo.Client, revoked map[string][]int32) {
			mu.Lock()
			for topic, numbers := range revoked {
				for _, p := range numbers {
					close(queues[id{topic, p}])
				}
			}
			mu.Unlock()
			running.Wait()
			_ = client.CommitMarkedOffsets(ctx)
		}))...)
	if err != nil {
		return cost{}, err
	}
	polling, stop := context.WithCancel(ctx)
	stopped := make(chan struct{})
	go func() {
		defer close(stopped)
		for polling.Err() == nil {
			client.PollFetches(polling).EachPartition(func(p kgo.FetchTopicPartition) {
				mu.Lock()
				queue := queues[id{p.Topic, p.Partition}]
				mu.Unlock()
				if len(p.Records) > 0 {
					queue <- p.Records
				}
			})
			client.AllowRebalance()
		}
	}()
	err = w.wait(ctx)
	stop()
	<-stopped
	client.CloseAllowingRebalance() // revokes, which commits, and leaves the group
	return w.cost(), err
}

// A cost is what the consumption of all records has taken.
type cost struct{ time, processor time.Duration }

// A watch measures the cost since the first of n records.
type watch struct {
	n     int64
	seen  atomic.Int64
	first time.Time
	used  time.Duration // processor time before
	over  chan struct{} // closed at the last
}

func newWatch(n int) *watch { return &watch{n: int64(n), over: make(chan struct{})} }

func (w *watch) count(n int64) {
	seen := w.seen.Add(n)
	if seen == n {
		w.first, w.used = time.Now(), processorTime()
	}
	if seen == w.n {
		close(w.over)
	}
}

// follow counts what finished returns, once in a millisecond. A handler that counts each record would
// make the loops wait for each other, and a handler by hand counts its records of a fetch at once.
func (w *watch) follow(ctx context.Context, finished func() int64) {
	ticker := time.NewTicker(time.Millisecond)
	defer ticker.Stop()
	for ctx.Err() == nil && w.seen.Load() < w.n {
		<-ticker.C
		if n := finished() - w.seen.Load(); n > 0 {
			w.count(n)
		}
	}
}

// wait waits for the last.
func (w *watch) wait(ctx context.Context) error {
	select {
	case <-w.over:
		return nil
	case <-ctx.Done():
		return fmt.Errorf("%d of %d records: %w", w.seen.Load(), w.n, context.Cause(ctx))
	}
}

// cost returns the cost since the first record, which has come.
func (w *watch) cost() cost { return cost{time.Since(w.first), processorTime() - w.used} }

// processorTime returns what this process has used. It includes the broker, but not with -real.
func processorTime() time.Duration {
	var used syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &used); err != nil {
		panic(err) // it cannot fail with this argument
	}
	return time.Duration(used.Utime.Nano() + used.Stime.Nano())
}
