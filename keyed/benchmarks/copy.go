package main

// This file owns the row of consumers that copy records to a topic: exactly once, in transactions,
// against at least once, where a record is finished when the broker has its copy.

import (
	"context"
	"errors"
	"fmt"

	"github.com/twmb/franz-go/pkg/kgo"
	"github.com/wakeful-go/wakeful/group"
	"github.com/wakeful-go/wakeful/keyed"
	"github.com/wakeful-go/wakeful/keyed/keyedkafka"
)

// copyOf returns the output of a record.
func copyOf(r keyed.Record) *kgo.Record {
	return &kgo.Record{Topic: "copies", Key: r.Key, Value: r.Value}
}

// copyOnce copies n records exactly once.
func copyOnce(ctx context.Context, b *kafkaBroker, n int) (cost, error) {
	source, err := keyedkafka.NewTransactional(fmt.Sprint("copy-", groups.Add(1)), append(b.options(), kgo.AllowAutoTopicCreation())...)
	if err != nil {
		return cost{}, err
	}
	return copyRecords(ctx, source, n, func(r keyed.Record, done func(error)) { done(keyedkafka.Emit(r, copyOf(r))) })
}

// copyAtLeastOnce copies n records at least once.
func copyAtLeastOnce(ctx context.Context, b *kafkaBroker, n int) (cost, error) {
	source, err := keyedkafka.New(b.options()...)
	if err != nil {
		return cost{}, err
	}
	producer, err := kgo.NewClient(kgo.SeedBrokers(b.addresses...), kgo.AllowAutoTopicCreation(), kgo.MaxBufferedRecords(*inFlight), kgo.ProducerLinger(0))
	if err != nil {
		return cost{}, err
	}
	defer producer.Close()
	return copyRecords(ctx, source, n, func(r keyed.Record, done func(error)) {
		producer.Produce(ctx, copyOf(r), func(_ *kgo.Record, err error) { done(err) })
	})
}

// copyRecords consumes n records. It returns the time from the first record until all are acknowledged.
func copyRecords(ctx context.Context, source keyed.Source, n int, handle func(keyed.Record, func(error))) (cost, error) {
	g, err := group.New(2)
	if err != nil {
		return cost{}, err
	}
	ended := make(chan error, 1)
	go func() { ended <- g.Run(ctx) }()
	w := newWatch(n)
	consumer, err := keyed.Consume(g, source, keyOf, func(_ *struct{}, r keyed.Record, done func(error)) {
		handle(r, func(err error) {
			done(err)
			if err == nil {
				w.count(1)
			}
		})
	}, keyed.WithMaxInFlight(*inFlight))
	if err != nil {
		return cost{}, err
	}
	err = errors.Join(w.wait(ctx), consumer.Drain(ctx))
	d := w.cost()
	return d, errors.Join(err, g.Shutdown(ctx), <-ended)
}

// copies returns both sides.
func copies(ctx context.Context, n int) (ours, theirs side, cleanup func(), err error) {
	b, err := startKafka(ctx)
	if err != nil {
		return nil, nil, nil, err
	}
	if err := b.fill(ctx, n); err != nil {
		b.close()
		return nil, nil, nil, err
	}
	return func() (cost, error) { return copyOnce(ctx, b, n) },
		func() (cost, error) { return copyAtLeastOnce(ctx, b, n) }, b.close, nil
}
