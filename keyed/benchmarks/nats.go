package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"
	"sync"
	"time"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
	"github.com/wakeful-go/wakeful/keyed/keyednats"
)

// This file owns the rows over JetStream. Its server runs in a process of its own, so that the
// processor time of this one is that of the consumer.

// serveNATSArgument makes this program the server.
const serveNATSArgument = "serve-nats"

// serveNATS runs a server until the standard input ends. It prints its address.
func serveNATS() error {
	store, err := os.MkdirTemp("", "keyed")
	if err != nil {
		return err
	}
	defer os.RemoveAll(store) //nolint:errcheck // a directory for temporary files
	s, err := server.NewServer(&server.Options{Host: "127.0.0.1", Port: -1, JetStream: true, StoreDir: store, NoSigs: true, NoLog: true})
	if err != nil {
		return err
	}
	s.Start()
	if !s.ReadyForConnections(time.Minute) {
		return errors.New("the server does not start")
	}
	fmt.Println(s.ClientURL())
	_, err = io.Copy(io.Discard, os.Stdin)
	s.Shutdown()
	s.WaitForShutdown()
	return err
}

type natsBroker struct {
	process *exec.Cmd
	stop    io.Closer // the server's standard input
	conn    *nats.Conn
	js      jetstream.JetStream
}

// fillNATS starts a server with a stream of n records.
func fillNATS(ctx context.Context, n int) (*natsBroker, error) {
	program, err := os.Executable()
	if err != nil {
		return nil, err
	}
	b := &natsBroker{process: exec.Command(program, serveNATSArgument)}
	b.process.Stderr = os.Stderr
	if b.stop, err = b.process.StdinPipe(); err != nil {
		return nil, err
	}
	output, err := b.process.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if err := b.process.Start(); err != nil {
		return nil, err
	}
	url, err := bufio.NewReader(output).ReadString('\n')
	if err == nil {
		err = b.fill(ctx, strings.TrimSpace(url), n)
	}
	if err != nil {
		b.close()
		return nil, fmt.Errorf("the NATS server: %w", err)
	}
	return b, nil
}

// fill makes the stream.
func (b *natsBroker) fill(ctx context.Context, url string, n int) (err error) {
	if b.conn, err = nats.Connect(url); err != nil {
		return err
	}
	if b.js, err = jetstream.New(b.conn, jetstream.WithPublishAsyncMaxPending(2000)); err != nil {
		return err
	}
	if _, err = b.js.CreateStream(ctx, jetstream.StreamConfig{Name: "ORDERS", Subjects: []string{"orders.>"}, Storage: jetstream.MemoryStorage}); err != nil {
		return err
	}
	for i := range n {
		name := fmt.Sprint("account-", i%keys)
		if _, err := b.js.PublishAsync(fmt.Sprintf("orders.%d.%s", i%keys%partitions, name), valueOf(name, i)); err != nil {
			return err
		}
		if i%1000 == 999 {
			<-b.js.PublishAsyncComplete()
		}
	}
	<-b.js.PublishAsyncComplete()
	return nil
}

func (b *natsBroker) close() {
	if b.conn != nil {
		b.conn.Close()
	}
	_ = b.stop.Close()
	_ = b.process.Wait() // its stream is of no use any more
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
	return b.consumeByHand(ctx, n, func(w *watch, next func() jetstream.Msg) {
		accounts := map[string]*account{}
		for m := next(); m != nil; m = next() {
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

// handNATSPerKey consumes n records with a goroutine for each key besides.
func (b *natsBroker) handNATSPerKey(ctx context.Context, n int, do work) (cost, error) {
	return b.consumeByHand(ctx, n, func(w *watch, next func() jetstream.Msg) {
		queues := map[string]chan jetstream.Msg{}
		var running sync.WaitGroup
		for m := next(); m != nil; m = next() {
			queue := queues[m.Subject()]
			if queue == nil {
				queue = make(chan jetstream.Msg, 64)
				queues[m.Subject()] = queue
				running.Go(func() {
					var a account
					for m := range queue {
						a.apply(m.Data(), do)
						if m.Ack() == nil {
							w.count(1)
						}
					}
				})
			}
			queue <- m
		}
		for _, queue := range queues {
			close(queue)
		}
		running.Wait()
	})
}

// consumeByHand calls handle on a goroutine for each partition. next returns nil at the end.
func (b *natsBroker) consumeByHand(ctx context.Context, n int, handle func(w *watch, next func() jetstream.Msg)) (cost, error) {
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
			handle(w, func() jetstream.Msg {
				for {
					m, err := messages.Next(jetstream.NextContext(ctx))
					if err == nil {
						return m
					}
					if ctx.Err() != nil || errors.Is(err, jetstream.ErrMsgIteratorClosed) {
						return nil
					}
					// The server's heartbeat is late. The client asks again.
				}
			})
		})
	}
	if err := w.wait(ctx); err != nil {
		return cost{}, err
	}
	err := b.conn.Flush() // the server has all acknowledgements
	return w.cost(), err
}
