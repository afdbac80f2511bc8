package main

// This file owns the rows over Kafka.

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
	"syscall"
	"time"

	"github.com/twmb/franz-go/pkg/kfake"
	"github.com/twmb/franz-go/pkg/kgo"
	"github.com/wakeful-go/wakeful/group"
	"github.com/wakeful-go/wakeful/keyed"
	"github.com/wakeful-go/wakeful/keyed/keyedkafka"
)

const (
	partitions = 4
	keys       = 1000
)

// fillKafka starts a broker in this process with a topic of n records.
func fillKafka(ctx context.Context, n int) (*kfake.Cluster, error) {
	cluster, err := kfake.NewCluster(kfake.NumBrokers(1), kfake.SeedTopics(partitions, "orders"))
	if err != nil {
		return nil, err
	}
	client, err := kgo.NewClient(kgo.SeedBrokers(cluster.ListenAddrs()...), kgo.DefaultProduceTopic("orders"))
	if err != nil {
		return nil, err
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
		return nil, err
	}
	if err := failed.Load(); err != nil {
		return nil, *err
	}
	return cluster, nil
}

var groups atomic.Int64

// options are those of a member of a new consumer group.
func options(cluster *kfake.Cluster) []kgo.Opt {
	return []kgo.Opt{
		kgo.SeedBrokers(cluster.ListenAddrs()...), kgo.ConsumeTopics("orders"),
		kgo.ConsumerGroup(fmt.Sprint("group-", groups.Add(1))),
		kgo.ConsumeResetOffset(kgo.NewOffset().AtStart()),
	}
}

// keyedKafka consumes n records with package keyed.
func keyedKafka(ctx context.Context, cluster *kfake.Cluster, n int, decode bool) (cost, error) {
	source, err := keyedkafka.New(options(cluster)...)
	if err != nil {
		return cost{}, err
	}
	return consume(ctx, source, n, decode)
}

// consume consumes n records of a source. It returns the time from the first record until all are
// acknowledged and the consumer has left its group.
func consume(ctx context.Context, source keyed.Source, n int, decode bool) (cost, error) {
	g, err := group.New(2)
	if err != nil {
		return cost{}, err
	}
	ended := make(chan error, 1)
	go func() { ended <- g.Run(ctx) }()
	w := newWatch(n)
	consumer, err := keyed.Consume(g, source, keyOf, func(a *account, r keyed.Record, done func(error)) {
		a.apply(r.Value, decode)
		done(nil)
		w.count(1)
	}, keyed.WithMaxInFlight(*inFlight))
	if err != nil {
		return cost{}, err
	}
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
func handKafka(ctx context.Context, cluster *kfake.Cluster, n int, decode bool) (cost, error) {
	w := newWatch(n)
	type id struct {
		topic     string
		partition int32
	}
	var mu sync.Mutex
	var running sync.WaitGroup
	queues := map[id]chan []*kgo.Record{}
	client, err := kgo.NewClient(append(options(cluster), kgo.AutoCommitMarks(), kgo.AutoCommitInterval(time.Second), kgo.BlockRebalanceOnPoll(),
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
								a.apply(r.Value, decode)
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

// processorTime returns what this process has used, which includes the broker.
func processorTime() time.Duration {
	var used syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &used); err != nil {
		panic(err) // it cannot fail with this argument
	}
	return time.Duration(used.Utime.Nano() + used.Stime.Nano())
}
