package keyed_test

import (
	"context"
	"fmt"
	"strconv"

	"github.com/wakeful-go/wakeful/group"
	"github.com/wakeful-go/wakeful/keyed"
)

// payments is a Source: a log in memory with one partition. A real one reads from an engine.
type payments struct {
	log       keyed.Messages
	delivered chan struct{} // closed when all is delivered
	next      int64         // what is acknowledged
}

func (p *payments) Run(ctx context.Context, sink keyed.Sink) error {
	partition := sink.Assign(keyed.Partition{Topic: "payments", Number: 0})
	if err := partition.Deliver(ctx, p.log); err != nil {
		return err
	}
	close(p.delivered)
	<-ctx.Done() // an engine would have more
	return nil
}

func (p *payments) Acknowledge(_ context.Context, acks []keyed.Ack) error {
	p.next = acks[0].Next
	return nil
}

func (p *payments) Close() error { return nil }

// Payments are booked on four loops: those of one account in order, those of different accounts at
// the same time. The balance needs no lock.
func Example() {
	loops, err := group.New(4)
	if err != nil {
		fmt.Println(err)
		return
	}
	ended := make(chan error)
	go func() { ended <- loops.Run(context.Background()) }()

	source := &payments{delivered: make(chan struct{}), log: []keyed.Message{
		{Position: 0, Key: []byte("alice"), Value: []byte("10")},
		{Position: 1, Key: []byte("bob"), Value: []byte("5")},
		{Position: 2, Key: []byte("alice"), Value: []byte("-3")},
	}}
	book := func(balance *int, r keyed.Record) error {
		amount, err := strconv.Atoi(string(r.Value()))
		if err == nil {
			*balance += amount
			fmt.Println(string(r.Key()), "has", *balance)
		}
		return err // after an error it is repeated
	}
	consumer, err := keyed.ConsumeFunc(loops, source, keyed.StringKey, book)
	if err != nil {
		fmt.Println(err)
		return
	}
	<-source.delivered
	if err := consumer.Drain(context.Background()); err != nil { // waits until all is booked
		fmt.Println(err)
	}
	fmt.Println("acknowledged up to", source.next)
	_ = loops.Shutdown(context.Background())
	fmt.Println(<-ended)
	// Unordered output:
	// alice has 10
	// alice has 7
	// bob has 5
	// acknowledged up to 3
	// <nil>
}
