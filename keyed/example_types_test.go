package keyed_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/wakeful-go/wakeful/group"
	"github.com/wakeful-go/wakeful/keyed"
)

// startGroup returns a group that runs, and a function that shuts it down.
func startGroup() (*group.Group, func()) {
	g, err := group.New(2)
	if err != nil {
		panic(err)
	}
	ended := make(chan error)
	go func() { ended <- g.Run(context.Background()) }()
	return g, func() {
		if err := errors.Join(g.Shutdown(context.Background()), <-ended); err != nil {
			fmt.Println(err)
		}
	}
}

// words is a source of records with these values and the same key.
func words(values ...string) *payments {
	p := &payments{delivered: make(chan struct{})}
	for i, v := range values {
		p.log = append(p.log, keyed.Message{Position: int64(i), Key: []byte("key"), Value: []byte(v)})
	}
	return p
}

// drain waits until what the source has is finished, and ends the consumer.
func drain[S any](c *keyed.Consumer[string, S], source *payments) {
	<-source.delivered
	if err := c.Drain(context.Background()); err != nil {
		fmt.Println(err)
	}
}

// A handler may finish a record later and on any goroutine. Until then no other record of the key
// runs. A record that has failed runs again, before the next one.
func ExampleHandler() {
	g, end := startGroup()
	defer end()
	var handler keyed.Handler[int] = func(_ *int, r keyed.Record, done func(error)) {
		fmt.Printf("%s, attempt %d\n", r.Value(), r.Attempt())
		if r.Attempt() == 1 && string(r.Value()) == "pay" {
			go done(errors.New("the bank does not answer"))
			return
		}
		go done(nil)
	}
	source := words("pay", "send")
	c, err := keyed.Consume(g, source, keyOf, handler, keyed.WithBackoff(time.Millisecond, time.Second))
	if err != nil {
		fmt.Println(err)
		return
	}
	drain(c, source)
	// Output:
	// pay, attempt 1
	// pay, attempt 2
	// send, attempt 1
}

// A record that always fails goes to a function after two attempts.
func ExampleOption() {
	g, end := startGroup()
	defer end()
	refuse := func(_ *int, _ keyed.Record, done func(error)) { done(errors.New("no such account")) }
	source := words("pay")
	c, err := keyed.Consume(g, source, keyOf, refuse,
		keyed.WithBackoff(time.Millisecond, time.Second),
		keyed.WithDeadLetter(2, func(_ context.Context, r keyed.Record, err error) error {
			fmt.Printf("%s: %v\n", r.Value(), err)
			return nil // the record is finished
		}))
	if err != nil {
		fmt.Println(err)
		return
	}
	drain(c, source)
	// Output: pay: no such account
}

// The state has the position of the last record that it contains, and both are saved together. So
// records that come again are not applied again.
func ExampleRecord() {
	g, end := startGroup()
	defer end()
	type account struct {
		last  int64
		words []string
	}
	load := func(context.Context, string) (account, error) { // from the database
		return account{last: 1, words: []string{"a", "b"}}, nil
	}
	apply := func(a *account, r keyed.Record, done func(error)) {
		if r.Position() > a.last {
			a.last, a.words = r.Position(), append(a.words, string(r.Value()))
		}
		fmt.Println(r.Position(), a.words) // a program saves the account here
		done(nil)
	}
	source := words("a", "b", "c")
	c, err := keyed.Consume(g, source, keyOf, apply, keyed.WithLoad(load))
	if err != nil {
		fmt.Println(err)
		return
	}
	drain(c, source)
	// Output:
	// 0 [a b]
	// 1 [a b]
	// 2 [a b c]
}

// broken is a source whose engine is gone.
type broken struct{ *payments }

func (broken) Run(context.Context, keyed.Sink) error { return errors.New("the broker is gone") }

// A consumer ends when its source cannot go on.
func ExampleConsumer() {
	g, end := startGroup()
	defer end()
	c, err := keyed.Consume(g, broken{words()}, keyOf, finish)
	if err != nil {
		fmt.Println(err)
		return
	}
	<-c.Done()
	fmt.Println(c.Err())
	// Output: the broker is gone
}

// finish is a handler.
func finish(_ *int, _ keyed.Record, done func(error)) { done(nil) }

func ExampleMetrics() {
	g, end := startGroup()
	defer end()
	source := words("a", "b", "c")
	c, err := keyed.Consume(g, source, keyOf, finish)
	if err != nil {
		fmt.Println(err)
		return
	}
	drain(c, source)
	m := c.Metrics()
	fmt.Println(m.Delivered, "delivered,", m.Finished, "finished,", m.InFlight, "not acknowledged")
	// Output: 3 delivered, 3 finished, 0 not acknowledged
}

func ExamplePartition() {
	fmt.Println(keyed.Partition{Topic: "orders", Number: 3})
	// Output: orders/3
}

// lines is a Source: each line of a text is a record.
type lines struct {
	text string
	*payments
}

func (l lines) Run(ctx context.Context, sink keyed.Sink) error {
	for i, line := range strings.Split(l.text, "\n") {
		l.log = append(l.log, keyed.Message{Position: int64(i), Value: []byte(line)})
	}
	return l.payments.Run(ctx, sink)
}

// A source needs three methods: Run, Acknowledge and Close. This one has the last two from the
// source of the first example.
func ExampleSource() {
	g, end := startGroup()
	defer end()
	source := lines{"first\nsecond", words()}
	c, err := keyed.Consume(g, source, keyOf, func(n *int, r keyed.Record, done func(error)) {
		*n++
		fmt.Printf("line %d: %s\n", *n, r.Value())
		done(nil)
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	drain(c, source.payments)
	// Output:
	// line 1: first
	// line 2: second
}

// reconnecting is a source that has lost its connection once.
type reconnecting struct{ *payments }

func (r reconnecting) Run(ctx context.Context, sink keyed.Sink) error {
	sink.Report("connect", errors.New("the connection was refused"))
	sink.Report("connect", nil) // the second attempt has worked
	return r.payments.Run(ctx, sink)
}

// A source reports errors that do not end it, and what works again.
func ExampleSink() {
	g, end := startGroup()
	defer end()
	source := reconnecting{words("a")}
	c, err := keyed.Consume(g, source, keyOf, finish,
		keyed.WithErrorHandler(func(err error) { fmt.Println(err) }))
	if err != nil {
		fmt.Println(err)
		return
	}
	drain(c, source.payments)
	// Output: the connection was refused
}

// moving is a source whose partition goes to another process.
type moving struct {
	*payments
	handled chan struct{}
}

func (m moving) Run(ctx context.Context, sink keyed.Sink) error {
	partition := sink.Assign(keyed.Partition{Topic: "orders"})
	if err := partition.Deliver(ctx, m.log); err != nil {
		return err
	}
	<-m.handled
	partition.Revoke(ctx) // waits for the handler, and acknowledges
	fmt.Println("the next owner begins at", m.next)
	close(m.delivered)
	<-ctx.Done()
	return nil
}

// A source ends the assignment of a partition before another process gets it.
func ExampleAssignment() {
	g, end := startGroup()
	defer end()
	source := moving{words("a"), make(chan struct{})}
	c, err := keyed.Consume(g, source, keyOf, func(_ *int, _ keyed.Record, done func(error)) {
		close(source.handled)
		done(nil)
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	drain(c, source.payments)
	// Output: the next owner begins at 1
}

// ledger is a source that shows what is acknowledged.
type ledger struct{ *payments }

func (ledger) Acknowledge(_ context.Context, acks []keyed.Ack) error {
	for _, a := range acks {
		fmt.Println(a.Partition, "continues at", a.Next)
		for r := range a.Records {
			fmt.Printf("finished: %s\n", r.Value())
		}
	}
	return nil
}

// An engine that remembers a position takes Ack.Next. One that remembers each record takes
// Ack.Records.
func ExampleAck() {
	g, end := startGroup()
	defer end()
	source := ledger{words("a", "b")}
	c, err := keyed.Consume(g, source, keyOf, finish, keyed.WithAcknowledgeInterval(time.Hour))
	if err != nil {
		fmt.Println(err)
		return
	}
	drain(c, source.payments)
	// Output:
	// payments/0 continues at 2
	// finished: a
	// finished: b
}

// upload is a handler. It uploads the records of a key together.
func upload(_ *int, records []keyed.Record, done func(error)) {
	fmt.Println(len(records), "records")
	failed := keyed.BatchError{}
	for i, r := range records {
		if string(r.Value()) == "?" {
			failed[i] = errors.New("not a word")
		}
	}
	done(failed) // the others are finished
}

// A record that fails in a batch runs again alone.
func ExampleConsumeBatches() {
	g, end := startGroup()
	defer end()
	source := words("a", "b", "?", "c")
	c, err := keyed.ConsumeBatches(g, source, keyOf, upload,
		keyed.WithBatch(100, time.Millisecond), keyed.WithBackoff(time.Millisecond, time.Second),
		keyed.WithDeadLetter(2, func(_ context.Context, r keyed.Record, err error) error {
			fmt.Printf("%s: %v\n", r.Value(), err)
			return nil
		}))
	if err != nil {
		fmt.Println(err)
		return
	}
	drain(c, source)
	// Output:
	// 4 records
	// 1 records
	// ?: not a word
}

func ExampleBatchHandler() {
	g, end := startGroup()
	defer end()
	var handler keyed.BatchHandler[int] = func(n *int, records []keyed.Record, done func(error)) {
		*n += len(records)
		fmt.Println("records", records[0].Position(), "to", records[len(records)-1].Position(), "of", *n)
		go done(nil)
	}
	source := words("a", "b", "c")
	c, err := keyed.ConsumeBatches(g, source, keyOf, handler, keyed.WithBatch(2, 0))
	if err != nil {
		fmt.Println(err)
		return
	}
	drain(c, source)
	// Output:
	// records 0 to 1 of 2
	// records 2 to 2 of 3
}

func ExampleBatchError() {
	err := keyed.BatchError{7: errors.New("no such account"), 2: errors.New("no amount")}
	fmt.Println(err)
	// Output: 2 records of a batch have failed; record 2: no amount; record 7: no such account
}
