package keyednats

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
	"time"

	"github.com/nats-io/nats.go/jetstream"
	"github.com/wakeful-go/wakeful/keyed"
)

// This file owns a partition between the moment at which this process gets its lease and the one at
// which it gives it back: its durable consumer, and the order of the messages.

const (
	// ackWait is the time after which the server delivers a message again. Only the loss of a
	// message on its way makes that necessary.
	ackWait = 30 * time.Second
	// pullExpiry bounds how long the server may send messages to a process that has stopped.
	pullExpiry = 2 * time.Second
	// pullAhead is how many messages the client fetches ahead of those that were delivered.
	pullAhead = 1024
	// retryPause is the time between attempts to begin.
	retryPause = 200 * time.Millisecond
)

// A reader reads a partition.
type reader struct {
	source *Source
	number int
	stop   chan struct{} // closed when it must end

	mu         sync.Mutex
	stopped    bool
	assignment keyed.Assignment // nil before the first and after the last
}

func newReader(s *Source, n int) *reader {
	return &reader{source: s, number: n, stop: make(chan struct{})}
}

// requestStop lets the reader end, and returns the assignment that it has.
func (r *reader) requestStop() keyed.Assignment {
	r.mu.Lock()
	defer r.mu.Unlock()
	if !r.stopped {
		r.stopped = true
		close(r.stop)
	}
	return r.assignment
}

// hasToStop reports whether requestStop was called.
func (r *reader) hasToStop() bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.stopped
}

// release ends the partition for another owner.
func (r *reader) release(ctx context.Context) {
	if a := r.requestStop(); a != nil {
		a.Revoke(ctx)
	}
}

// lose ends the partition that another process may own.
func (r *reader) lose() {
	if a := r.requestStop(); a != nil {
		a.Lose()
	}
}

// assign begins an assignment. It returns nil if the reader must end.
func (r *reader) assign() keyed.Assignment {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.stopped {
		return nil
	}
	r.assignment = r.source.sink.Assign(r.source.partition(r.number))
	return r.assignment
}

// Why a reader begins anew.
var (
	errGap   = errors.New("the delivery numbers have a gap") // a message was lost on its way
	errEnded = errors.New("the client has ended the subscription")
)

// run reads until it is stopped or ctx ends. After an error it begins anew.
func (r *reader) run(ctx context.Context) {
	reading, cancel := context.WithCancel(ctx)
	defer cancel()
	go func() {
		select {
		case <-r.stop:
			cancel()
		case <-reading.Done():
		}
	}()
	operation := fmt.Sprintf("read %v", r.source.partition(r.number))
	defer r.source.sink.Report(operation, nil) // what has ended does not fail
	for reading.Err() == nil {
		err := r.read(reading, func() { r.source.sink.Report(operation, nil) })
		if reading.Err() != nil {
			return
		}
		if !errors.Is(err, errGap) {
			r.source.sink.Report(operation, fmt.Errorf("keyednats: %s: %w", operation, err))
		}
		r.mu.Lock()
		a := r.assignment
		r.mu.Unlock()
		if a != nil {
			a.Revoke(reading)
		}
		select {
		case <-reading.Done():
		case <-time.After(retryPause):
		}
	}
}

// read reads until ctx ends, or until it must begin anew. It calls begun when the server has agreed.
func (r *reader) read(ctx context.Context, begun func()) error {
	s := r.source
	config := jetstream.ConsumerConfig{
		Durable:       fmt.Sprintf("%s-%d", s.config.Group, r.number),
		FilterSubject: s.config.Partitions[r.number],
		AckPolicy:     jetstream.AckExplicitPolicy, AckWait: ackWait, MaxAckPending: -1, MaxDeliver: -1,
	}
	if s.config.ConfigureConsumer != nil {
		s.config.ConfigureConsumer(&config)
	}
	consumer, err := s.js.CreateOrUpdateConsumer(ctx, s.config.Stream, config)
	if err != nil {
		return fmt.Errorf("its durable consumer: %w", err)
	}
	if _, err := s.js.ResetConsumer(ctx, s.config.Stream, config.Durable); err != nil {
		return fmt.Errorf("reset its durable consumer: %w", err)
	}
	a := r.assign()
	if a == nil {
		return nil
	}
	begun()
	return r.deliver(ctx, consumer, a)
}

// deliver delivers messages in the order of the stream.
func (r *reader) deliver(ctx context.Context, consumer jetstream.Consumer, a keyed.Assignment) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	arriving := newArrivals(ctx)
	var last atomic.Pointer[error]
	consuming, err := consumer.Consume(arriving.add, jetstream.PullMaxMessages(pullAhead), jetstream.PullExpiry(pullExpiry),
		jetstream.ConsumeErrHandler(func(_ jetstream.ConsumeContext, err error) { last.Store(&err) }))
	if err != nil {
		return err
	}
	ended := consuming.Closed()
	defer consuming.Stop() // does not wait: what add still gets, nobody takes
	go func() {
		select {
		case <-ended: // by itself, for the last error
			err := errEnded
			if p := last.Load(); p != nil {
				err = *p
			}
			arriving.fail(err)
		case <-ctx.Done():
		}
	}()
	for {
		records, err := arriving.take()
		if err != nil {
			return err
		}
		if err := r.source.setKeys(records); err != nil {
			r.source.fail(err)
			return err
		}
		if err := a.Deliver(ctx, records); err != nil {
			return err
		}
	}
}
