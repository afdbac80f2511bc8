package main

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"strconv"
	"syscall"
	"time"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// This file owns the parent: the broker, the orders, the workers, and the comparison in the end.

const (
	workers  = 3
	accounts = 1000
	// progressPause is the time between two looks at how far the workers are.
	progressPause = 20 * time.Millisecond
)

// A plan says what to do.
type plan struct {
	records, kills int
	printf         func(format string, args ...any)
}

// run runs a plan. It returns an error if the accounts do not equal the reference.
func run(ctx context.Context, p plan) (err error) {
	directory, err := os.MkdirTemp("", "orders")
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(directory)) }()
	broker, err := server.NewServer(&server.Options{Host: "127.0.0.1", Port: -1, JetStream: true, StoreDir: directory, NoSigs: true})
	if err != nil {
		return err
	}
	broker.Start()
	defer func() {
		broker.Shutdown()
		broker.WaitForShutdown()
	}()
	if !broker.ReadyForConnections(time.Minute) {
		return errors.New("the broker does not start")
	}
	conn, err := nats.Connect(broker.ClientURL())
	if err != nil {
		return err
	}
	defer conn.Close()
	js, err := jetstream.New(conn, jetstream.WithPublishAsyncMaxPending(1000))
	if err != nil {
		return err
	}
	stream, err := js.CreateStream(ctx, jetstream.StreamConfig{Name: "ORDERS", Subjects: []string{"orders.>"}, Storage: jetstream.MemoryStorage})
	if err != nil {
		return err
	}
	processes := &workerSet{url: broker.ClientURL(), directory: directory}
	defer func() { err = errors.Join(err, processes.killAll()) }()
	for range workers {
		if err := processes.start(); err != nil {
			return err
		}
	}
	began := time.Now()
	published := make(chan error, 1)
	var reference [accounts]account
	go func() { published <- publish(ctx, js, p.records, &reference) }()
	for kill := range p.kills {
		if err := waitFinished(ctx, stream, p.records*(kill+1)/(p.kills+1)); err != nil {
			return err
		}
		if err := processes.replace(rand.IntN(workers)); err != nil {
			return err
		}
	}
	if err := <-published; err != nil {
		return err
	}
	if err := waitFinished(ctx, stream, p.records); err != nil {
		return err
	}
	p.printf("%d orders in %v, %d workers killed", p.records, time.Since(began).Round(time.Millisecond), p.kills)
	if err := processes.stop(); err != nil {
		return err
	}
	return compare(ctx, directory, &reference, p)
}

// publish publishes the orders and computes what the accounts must be in the end.
func publish(ctx context.Context, js jetstream.JetStream, n int, reference *[accounts]account) error {
	var futures []jetstream.PubAckFuture
	wait := func() error {
		for _, f := range futures {
			select {
			case <-f.Ok():
			case err := <-f.Err():
				return err
			case <-ctx.Done():
				return ctx.Err()
			}
		}
		futures = futures[:0]
		return nil
	}
	for range n {
		of, amount := rand.IntN(accounts), rand.Uint64()
		future, err := js.PublishAsync(subject(of), binary.LittleEndian.AppendUint64(nil, amount))
		if err != nil {
			return err
		}
		reference[of].apply(amount)
		if futures = append(futures, future); len(futures) == 1000 {
			if err := wait(); err != nil {
				return err
			}
		}
	}
	return wait()
}

// waitFinished waits until the workers have acknowledged n orders.
func waitFinished(ctx context.Context, stream jetstream.Stream, n int) error {
	for {
		info, err := stream.Info(ctx)
		if err != nil {
			return err
		}
		open := 0
		list := stream.ListConsumers(ctx)
		seen := 0
		for consumer := range list.Info() {
			open += int(consumer.NumPending) + consumer.NumAckPending
			seen++
		}
		if list.Err() != nil {
			return list.Err()
		}
		if seen == partitions && int(info.State.Msgs)-open >= n {
			return nil
		}
		select {
		case <-time.After(progressPause):
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

// compare compares the accounts with the reference.
func compare(ctx context.Context, directory string, reference *[accounts]account, p plan) error {
	s := openStore(directory)
	defer s.close()
	for n, want := range reference {
		got, err := s.load(ctx, strconv.Itoa(n))
		if err != nil {
			return err
		}
		if want.Last = got.Last; got != want {
			return fmt.Errorf("account %d is %+v, want %+v", n, got, want)
		}
	}
	p.printf("all %d accounts equal the reference", accounts)
	return nil
}

// A workerSet is the running worker processes.
type workerSet struct {
	url, directory string
	processes      []*exec.Cmd
}

func (c *workerSet) start() error {
	path, err := os.Executable()
	if err != nil {
		return err
	}
	worker := exec.Command(path)
	worker.Env = append(os.Environ(), urlVariable+"="+c.url, directoryVariable+"="+c.directory)
	worker.Stderr = os.Stderr
	if err := worker.Start(); err != nil {
		return err
	}
	c.processes = append(c.processes, worker)
	return nil
}

// replace kills a worker with SIGKILL and starts another one.
func (c *workerSet) replace(i int) error {
	killed := c.processes[i]
	c.processes = append(c.processes[:i:i], c.processes[i+1:]...)
	if err := killed.Process.Kill(); err != nil {
		return err
	}
	_ = killed.Wait() // it was killed
	return c.start()
}

// stop lets the workers drain.
func (c *workerSet) stop() error {
	var failed error
	for _, worker := range c.processes {
		failed = errors.Join(failed, worker.Process.Signal(syscall.SIGTERM))
	}
	for _, worker := range c.processes {
		failed = errors.Join(failed, worker.Wait())
	}
	c.processes = nil
	return failed
}

// killAll ends the workers that are left after an error.
func (c *workerSet) killAll() error {
	var failed error
	for _, worker := range c.processes {
		failed = errors.Join(failed, worker.Process.Kill())
		_ = worker.Wait() // it was killed
	}
	return failed
}
