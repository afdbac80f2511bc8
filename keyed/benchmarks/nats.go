package main

import (
	"context"
	"fmt"
	"os"
	"sync"
	"time"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
	"github.com/wakeful-go/wakeful/keyed"
	"github.com/wakeful-go/wakeful/keyed/keyednats"
)

// This file owns the rows over JetStream.

type natsBroker struct {
	server *server.Server
	conn   *nats.Conn
	js     jetstream.JetStream
	store  string
}

// fillNATS starts a server in this process with a stream of n records.
func fillNATS(ctx context.Context, n int) (*natsBroker, error) {
	b := new(natsBroker)
	var err error
	if b.store, err = os.MkdirTemp("", "keyed"); err != nil {
		return nil, err
	}
	if b.server, err = server.NewServer(&server.Options{Host: "127.0.0.1", Port: -1, JetStream: true, StoreDir: b.store, NoSigs: true, NoLog: true}); err != nil {
		return nil, err
	}
	b.server.Start()
	if !b.server.ReadyForConnections(time.Minute) {
		return nil, fmt.Errorf("the server does not start")
	}
	if b.conn, err = nats.Connect(b.server.ClientURL()); err != nil {
		return nil, err
	}
	if b.js, err = jetstream.New(b.conn, jetstream.WithPublishAsyncMaxPending(2000)); err != nil {
		return nil, err
	}
	if _, err = b.js.CreateStream(ctx, jetstream.StreamConfig{Name: "ORDERS", Subjects: []string{"orders.>"}, Storage: jetstream.MemoryStorage}); err != nil {
		return nil, err
	}
	for i := range n {
		name := fmt.Sprint("account-", i%keys)
		if _, err := b.js.PublishAsync(fmt.Sprintf("orders.%d.%s", i%keys%partitions, name), valueOf(name, i)); err != nil {
			return nil, err
		}
		if i%1000 == 999 {
			<-b.js.PublishAsyncComplete()
		}
	}
	<-b.js.PublishAsyncComplete()
	return b, nil
}

func (b *natsBroker) close() {
	b.conn.Close()
	b.server.Shutdown()
	b.server.WaitForShutdown()
	_ = os.RemoveAll(b.store) // a directory for temporary files
}

// keyedNATS consumes n records with package keyed.
func (b *natsBroker) keyedNATS(ctx context.Context, n int, do work) (cost, error) {
	config := keyednats.Config{Stream: "ORDERS", Group: fmt.Sprint("group-", groups.Add(1)), Lease: 5 * time.Second, Key: keyednats.SubjectToken(2)}
	for p := range partitions {
		config.Partitions = append(config.Partitions, fmt.Sprintf("orders.%d.*", p))
	}
	source, err := keyednats.New(b.js, config)
	if err != nil {
		return cost{}, err
	}
	return consume(ctx, source, n, do)
}

// handNATS consumes n records with a goroutine and a durable consumer for each partition.
func (b *natsBroker) handNATS(ctx context.Context, n int, do work) (cost, error) {
	w := newWatch(n)
	name := fmt.Sprint("hand-", groups.Add(1))
	ctx, stop := context.WithCancel(ctx)
	var running sync.WaitGroup
	defer running.Wait()
	defer stop()
	for p := range partitions {
		consumer, err := b.js.CreateConsumer(ctx, "ORDERS", jetstream.ConsumerConfig{
			Durable: fmt.Sprintf("%s-%d", name, p), FilterSubject: fmt.Sprintf("orders.%d.*", p),
			AckPolicy: jetstream.AckExplicitPolicy, MaxAckPending: -1,
		})
		if err != nil {
			return cost{}, err
		}
		messages, err := consumer.Messages(jetstream.PullMaxMessages(1024))
		if err != nil {
			return cost{}, err
		}
		running.Go(func() {
			defer messages.Stop()
			accounts := map[string]*account{}
			for {
				m, err := messages.Next(jetstream.NextContext(ctx))
				if err != nil {
					return
				}
				a := accounts[m.Subject()]
				if a == nil {
					a = new(account)
					accounts[m.Subject()] = a
				}
				a.apply(m.Data(), do)
				if m.Ack() != nil {
					return
				}
				w.count(1)
			}
		})
	}
	if err := w.wait(ctx); err != nil {
		return cost{}, err
	}
	err := b.conn.Flush() // the server has all acknowledgements
	return w.cost(), err
}

func keyOf(r keyed.Record) string { return string(r.Key) }
