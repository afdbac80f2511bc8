package keyednats_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"time"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
	"github.com/wakeful-go/wakeful/group"
	"github.com/wakeful-go/wakeful/keyed"
	"github.com/wakeful-go/wakeful/keyed/keyednats"
)

// A consumer of a stream, over a server in the process.
func Example() {
	ctx := context.Background()
	js, stop, err := startServer()
	if err != nil {
		fmt.Println(err)
		return
	}
	defer stop()
	if _, err := js.CreateStream(ctx, jetstream.StreamConfig{Name: "ORDERS", Subjects: []string{"orders.*.*"}}); err != nil {
		fmt.Println(err)
		return
	}
	for _, order := range []string{"book", "pen"} {
		if _, err := js.Publish(ctx, "orders.0.alice", []byte(order)); err != nil {
			fmt.Println(err)
		}
	}

	loops, err := group.New(2)
	if err != nil {
		fmt.Println(err)
		return
	}
	ended := make(chan error)
	go func() { ended <- loops.Run(ctx) }()

	source, err := keyednats.New(js, keyednats.Config{
		Stream: "ORDERS", Group: "billing", Partitions: []string{"orders.0.*", "orders.1.*"},
		Key: keyednats.SubjectToken(2), // the customer of orders.0.alice
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	customer := func(r keyed.Record) string { return string(r.Key()) }
	last := make(chan struct{})
	count := func(orders *int, r keyed.Record, done func(error)) {
		*orders++
		fmt.Printf("%s's order %d: %s\n", customer(r), *orders, r.Value())
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

// startServer starts a server and connects to it. stop ends both.
func startServer() (js jetstream.JetStream, stop func(), err error) {
	dir, err := os.MkdirTemp("", "example")
	if err != nil {
		return nil, nil, err
	}
	s, err := server.NewServer(&server.Options{Host: "127.0.0.1", Port: -1, JetStream: true, StoreDir: dir, NoSigs: true, NoLog: true})
	if err != nil {
		return nil, nil, errors.Join(err, os.RemoveAll(dir))
	}
	s.Start()
	stopServer := func() {
		s.Shutdown()
		s.WaitForShutdown()
		_ = os.RemoveAll(dir)
	}
	if !s.ReadyForConnections(time.Minute) {
		stopServer()
		return nil, nil, errors.New("the server does not start")
	}
	conn, err := nats.Connect(s.ClientURL())
	if err != nil {
		stopServer()
		return nil, nil, err
	}
	if js, err = jetstream.New(conn); err != nil {
		conn.Close()
		stopServer()
		return nil, nil, err
	}
	return js, func() {
		conn.Close()
		stopServer()
	}, nil
}
