package main

// This file owns the consumer of Kafka with a goroutine for each key, by hand.

import (
	"context"
	"sync"
	"time"

	"github.com/twmb/franz-go/pkg/kgo"
)

// A worker is the goroutine of a key.
type worker struct {
	records []*kgo.Record // of the fetch that is being handled
	ready   chan struct{} // has an element when records is for the worker
	account account
}

// handPerKey consumes n records with a goroutine for each key. It divides a fetch between the keys,
// waits until they have handled it, and marks it. The client fetches the next records meanwhile.
func handPerKey(ctx context.Context, b *kafkaBroker, n int, do work) (cost, error) {
	w := newWatch(n)
	workers := map[string]*worker{}
	var handling, running sync.WaitGroup
	client, err := kgo.NewClient(append(b.options(), kgo.AutoCommitMarks(), kgo.AutoCommitInterval(time.Second), kgo.BlockRebalanceOnPoll(),
		kgo.OnPartitionsRevoked(func(ctx context.Context, client *kgo.Client, _ map[string][]int32) {
			_ = client.CommitMarkedOffsets(ctx)
		}))...)
	if err != nil {
		return cost{}, err
	}
	polling, stop := context.WithCancel(ctx)
	stopped := make(chan struct{})
	go func() {
		defer close(stopped)
		var busy []*worker
		for polling.Err() == nil {
			fetches := client.PollFetches(polling)
			fetches.EachPartition(func(p kgo.FetchTopicPartition) {
				for _, r := range p.Records {
					k := workers[string(r.Key)]
					if k == nil {
						k = &worker{ready: make(chan struct{}, 1)}
						workers[string(r.Key)] = k
						running.Go(func() { k.run(w, &handling, do) })
					}
					if len(k.records) == 0 {
						busy = append(busy, k)
					}
					k.records = append(k.records, r)
				}
			})
			handling.Add(len(busy))
			for _, k := range busy {
				k.ready <- struct{}{}
			}
			handling.Wait()
			fetches.EachPartition(func(p kgo.FetchTopicPartition) { client.MarkCommitRecords(p.Records...) })
			for _, k := range busy {
				k.records = k.records[:0]
			}
			busy = busy[:0]
			client.AllowRebalance()
		}
	}()
	err = w.wait(ctx)
	stop()
	<-stopped
	for _, k := range workers {
		close(k.ready)
	}
	running.Wait()
	client.CloseAllowingRebalance() // revokes, which commits, and leaves the group
	return w.cost(), err
}

func (k *worker) run(w *watch, handling *sync.WaitGroup, do work) {
	for range k.ready {
		for _, r := range k.records {
			k.account.apply(r.Value, do)
		}
		w.count(int64(len(k.records)))
		handling.Done()
	}
}
