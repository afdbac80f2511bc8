package main

// This file owns the rows of consumers that copy records to a topic: exactly once, in transactions,
// against at least once, where a record is finished when the broker has its copy.

import (
	"context"
	"encoding/binary"
	"fmt"

	"github.com/twmb/franz-go/pkg/kgo"
	"github.com/wakeful-go/wakeful/group"
	"github.com/wakeful-go/wakeful/keyed"
	"github.com/wakeful-go/wakeful/keyed/keyedkafka"
)

// copyOf returns the output of a record.
func copyOf(r keyed.Record) *kgo.Record {
	return &kgo.Record{Topic: "copies", Key: r.Key(), Value: r.Value()}
}

// copyOnce copies n records exactly once.
func copyOnce(ctx context.Context, b *kafkaBroker, n int) (cost, error) {
	source, err := keyedkafka.NewTransactional(fmt.Sprint("copy-", groups.Add(1)), append(b.options(), kgo.AllowAutoTopicCreation())...)
	if err != nil {
		return cost{}, err
	}
	return consumeWith(ctx, n, func(g *group.Group) (*keyed.Consumer[string, account], error) {
		return keyed.ConsumeFunc(g, source, keyed.StringKey, func(_ *account, r keyed.Record) error {
			return keyedkafka.Emit(r, copyOf(r))
		}, keyed.WithMaxInFlight(*inFlight))
	})
}

// copyWithStates copies n records exactly once, and counts them in the states of their keys.
func copyWithStates(ctx context.Context, b *kafkaBroker, n int) (cost, error) {
	number := groups.Add(1)
	source, err := keyedkafka.NewStateful(fmt.Sprint("copy-", number), fmt.Sprint("-states-", number), append(b.options(), kgo.AllowAutoTopicCreation())...)
	if err != nil {
		return cost{}, err
	}
	encode := func(a *account) ([]byte, error) { return binary.AppendVarint(nil, int64(a.orders)), nil }
	decode := func(data []byte, a *account) error {
		orders, _ := binary.Varint(data)
		a.orders = int(orders)
		return nil
	}
	return consumeWith(ctx, n, func(g *group.Group) (*keyed.Consumer[string, account], error) {
		return keyed.ConsumeFunc(g, source, keyed.StringKey, func(a *account, r keyed.Record) error {
			a.orders++
			return keyedkafka.Emit(r, copyOf(r))
		}, keyed.WithMaxInFlight(*inFlight), keyed.WithStore(encode, decode))
	})
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
	return consumeWith(ctx, n, func(g *group.Group) (*keyed.Consumer[string, account], error) {
		return keyed.Consume(g, source, keyed.StringKey, func(_ *account, r keyed.Record, done func(error)) {
			producer.Produce(ctx, copyOf(r), func(_ *kgo.Record, err error) { done(err) })
		}, keyed.WithMaxInFlight(*inFlight))
	})
}
