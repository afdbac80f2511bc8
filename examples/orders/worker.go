package main

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"os"
	"os/signal"
	"strconv"
	"syscall"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
	"github.com/wakeful-go/wakeful/group"
	"github.com/wakeful-go/wakeful/keyed"
	"github.com/wakeful-go/wakeful/keyed/keyednats"
)

// This file owns a worker: the process that is killed.

const (
	partitions = 8
	lease      = time.Second
	// The environment of a worker.
	urlVariable       = "ORDERS_URL"
	directoryVariable = "ORDERS_DIRECTORY"
)

func isWorker() bool { return os.Getenv(urlVariable) != "" }

// subject is that of an account's orders. All orders of an account are in one partition.
func subject(account int) string { return fmt.Sprintf("orders.%d.%d", account%partitions, account) }

func keyOf(r keyed.Record) string { return string(r.Key()) }

// An account is the state of a key. Its digest depends on the order of the orders.
type account struct {
	Last   int64 // the position of the last order that was applied
	Count  uint64
	Digest uint64
}

func (a *account) apply(amount uint64) {
	a.Count++
	a.Digest = a.Digest*31 + amount
}

// work consumes orders until the process gets a signal.
func work(ctx context.Context) error {
	ctx, stop := signal.NotifyContext(ctx, syscall.SIGTERM)
	defer stop()
	conn, err := nats.Connect(os.Getenv(urlVariable))
	if err != nil {
		return err
	}
	defer conn.Close()
	js, err := jetstream.New(conn)
	if err != nil {
		return err
	}
	var subjects []string
	for n := range partitions {
		subjects = append(subjects, fmt.Sprintf("orders.%d.*", n))
	}
	source, err := keyednats.New(js, keyednats.Config{Stream: "ORDERS", Group: "accounts", Partitions: subjects, Lease: lease, Key: keyednats.SubjectToken(2)})
	if err != nil {
		return err
	}
	loops, err := group.New(2)
	if err != nil {
		return err
	}
	ran := make(chan error, 1)
	go func() { ran <- loops.Run(context.WithoutCancel(ctx)) }()
	accounts := openStore(os.Getenv(directoryVariable))
	consumer, err := keyed.Consume(loops, source, keyOf, func(a *account, r keyed.Record, done func(error)) {
		if r.Position() > a.Last { // else it was delivered again
			a.apply(binary.LittleEndian.Uint64(r.Value()))
			a.Last = r.Position()
		}
		accounts.save(keyOf(r), *a, done)
	}, keyed.WithLoad(accounts.load), keyed.WithAcknowledgeInterval(100*time.Millisecond))
	if err != nil {
		return err
	}
	select {
	case <-ctx.Done():
	case <-consumer.Done():
	}
	// The parent kills a worker that takes too long.
	err = consumer.Drain(context.Background())
	accounts.close()
	return errors.Join(err, loops.Shutdown(context.Background()), <-ran)
}

// partitionOf returns the partition of an account.
func partitionOf(key string) int {
	n, err := strconv.Atoi(key)
	if err != nil {
		return 0 // no subject of this program has such a key
	}
	return n % partitions
}
