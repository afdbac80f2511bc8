package keyedkafka_test

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/twmb/franz-go/pkg/kfake"
	"github.com/twmb/franz-go/pkg/kgo"
	"github.com/wakeful-go/wakeful/group"
	"github.com/wakeful-go/wakeful/keyed"
	"github.com/wakeful-go/wakeful/keyed/keyedkafka"
)

// A consumer of a topic, over a broker in the process.
func Example() {
	ctx := context.Background()
	broker, err := kfake.NewCluster(kfake.NumBrokers(1), kfake.SeedTopics(4, "orders"))
	if err != nil {
		fmt.Println(err)
		return
	}
	defer broker.Close()
	if err := produce(ctx, broker.ListenAddrs(), "alice", "book", "pen"); err != nil {
		fmt.Println(err)
		return
	}

	loops, err := group.New(2)
	if err != nil {
		fmt.Println(err)
		return
	}
	ended := make(chan error)
	go func() { ended <- loops.Run(ctx) }()

	source, err := keyedkafka.New(
		kgo.SeedBrokers(broker.ListenAddrs()...), kgo.ConsumerGroup("billing"), kgo.ConsumeTopics("orders"),
		kgo.ConsumeResetOffset(kgo.NewOffset().AtStart()))
	if err != nil {
		fmt.Println(err)
		return
	}
	customer := func(r keyed.Record) string { return string(r.Key()) }
	last := make(chan struct{})
	count := func(orders *int, r keyed.Record, done func(error)) {
		*orders++
		fmt.Printf("%s's order %d: %s\n", r.Key(), *orders, r.Value())
		done(nil)
		if *orders == 2 {
			close(last)
		}
	}
	consumer, err := keyed.Consume(loops, source, customer, count)
	if err != nil {
		fmt.Println(err)
		return
	}
	<-last
	fmt.Println(consumer.Drain(ctx))
	_ = loops.Shutdown(ctx)
	fmt.Println(<-ended)
	// Output:
	// alice's order 1: book
	// alice's order 2: pen
	// <nil>
	// <nil>
}

// A program that writes a bill for each order, exactly once for those who read what is committed.
func ExampleEmit() {
	ctx := context.Background()
	broker, err := kfake.NewCluster(kfake.NumBrokers(1), kfake.SeedTopics(4, "orders", "bills"))
	if err != nil {
		fmt.Println(err)
		return
	}
	defer broker.Close()
	if err := produce(ctx, broker.ListenAddrs(), "alice", "book", "pen"); err != nil {
		fmt.Println(err)
		return
	}
	fromStart := kgo.ConsumeResetOffset(kgo.NewOffset().AtStart())
	reader, err := kgo.NewClient(kgo.SeedBrokers(broker.ListenAddrs()...), kgo.ConsumeTopics("bills"), fromStart,
		kgo.FetchIsolationLevel(kgo.ReadCommitted()))
	if err != nil {
		fmt.Println(err)
		return
	}
	defer reader.Close()
	loops, err := group.New(2)
	if err != nil {
		fmt.Println(err)
		return
	}
	ended := make(chan error)
	go func() { ended <- loops.Run(ctx) }()

	source, err := keyedkafka.NewTransactional("billing-1", // another one in each process
		kgo.SeedBrokers(broker.ListenAddrs()...), kgo.ConsumerGroup("billing"), kgo.ConsumeTopics("orders"), fromStart)
	if err != nil {
		fmt.Println(err)
		return
	}
	bill := func(_ *struct{}, r keyed.Record) error {
		return keyedkafka.Emit(r, &kgo.Record{Topic: "bills", Key: r.Key(), Value: append([]byte("one "), r.Value()...)})
	}
	consumer, err := keyed.ConsumeFunc(loops, source, keyed.StringKey, bill)
	if err != nil {
		fmt.Println(err)
		return
	}
	for read := 0; read < 2; {
		for _, r := range reader.PollFetches(ctx).Records() {
			fmt.Printf("%s: %s\n", r.Key, r.Value)
			read++
		}
	}
	fmt.Println(consumer.Drain(ctx))
	_ = loops.Shutdown(ctx)
	fmt.Println(<-ended)
	// Output:
	// alice: one book
	// alice: one pen
	// <nil>
	// <nil>
}

// A program that counts the orders of each customer. The count is in a topic of Kafka, and the next process
// goes on with it.
func ExampleNewStateful() {
	ctx := context.Background()
	broker, err := kfake.NewCluster(kfake.NumBrokers(1), kfake.SeedTopics(4, "orders"))
	if err != nil {
		fmt.Println(err)
		return
	}
	defer broker.Close()
	// The function of keyed.WithStore returns nil for a state that need not be kept.
	encode := func(orders *int) ([]byte, error) {
		if *orders == 0 {
			return nil, nil
		}
		return json.Marshal(orders)
	}
	decode := func(data []byte, orders *int) error { return json.Unmarshal(data, orders) }
	for _, order := range []string{"book", "pen"} { // two processes, one after the other
		if err := produce(ctx, broker.ListenAddrs(), "alice", order); err != nil {
			fmt.Println(err)
			return
		}
		loops, err := group.New(2)
		if err != nil {
			fmt.Println(err)
			return
		}
		ended := make(chan error)
		go func() { ended <- loops.Run(ctx) }()
		source, err := keyedkafka.NewStateful("counting-1", "-counts", // the states are in orders-counts
			kgo.SeedBrokers(broker.ListenAddrs()...), kgo.ConsumerGroup("counting"), kgo.ConsumeTopics("orders"),
			kgo.ConsumeResetOffset(kgo.NewOffset().AtStart()))
		if err != nil {
			fmt.Println(err)
			return
		}
		counted := make(chan struct{})
		count := func(orders *int, r keyed.Record) error {
			*orders++
			fmt.Printf("%s's order %d: %s\n", r.Key(), *orders, r.Value())
			close(counted)
			return nil
		}
		consumer, err := keyed.ConsumeFunc(loops, source, keyed.StringKey, count, keyed.WithStore(encode, decode))
		if err != nil {
			fmt.Println(err)
			return
		}
		<-counted
		fmt.Println(consumer.Drain(ctx))
		_ = loops.Shutdown(ctx)
		fmt.Println(<-ended)
	}
	// Output:
	// alice's order 1: book
	// <nil>
	// <nil>
	// alice's order 2: pen
	// <nil>
	// <nil>
}

// produce writes records with the same key to the topic.
func produce(ctx context.Context, brokers []string, key string, values ...string) error {
	client, err := kgo.NewClient(kgo.SeedBrokers(brokers...), kgo.DefaultProduceTopic("orders"))
	if err != nil {
		return err
	}
	defer client.Close()
	for _, v := range values {
		if err := client.ProduceSync(ctx, &kgo.Record{Key: []byte(key), Value: []byte(v)}).FirstErr(); err != nil {
			return err
		}
	}
	return nil
}
