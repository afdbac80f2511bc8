package keyed

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"sync/atomic"

	"github.com/wakeful-go/wakeful"
	"github.com/wakeful-go/wakeful/group"
	"github.com/wakeful-go/wakeful/internal/simulation"
)

// This file owns the life of a consumer: how it starts, drains and ends. partition.go has what is
// known of a partition, key.go the order of the records of a key, and acknowledge.go what the
// engine is told.

// A Handler processes a record of a key on the key's loop, with the key's state. It calls done
// once, on any goroutine, at any time: with nil when the record is finished, or with the error for
// which it is to run again. Further calls have no effect. Until then no other record of the key
// runs, and the partition is not acknowledged beyond it. The state must not be used after the
// handler has returned. A panic or runtime.Goexit counts as done with an error that matches
// ErrPanic.
type Handler[S any] func(state *S, r Record, done func(error))

// ErrPanic is matched by the errors that a consumer makes of panics: of the handler, of the
// function that returns the key, and of the functions of WithLoad, WithDeadLetter, WithStore and
// WithTimer. The error's text has the value and the stack.
var ErrPanic = errors.New("keyed: a function of the program has panicked")

// errEnded is the result of Deliver when the consumer has ended.
var errEnded = fmt.Errorf("%w: the consumer has ended; make another with keyed.Consume", wakeful.ErrClosed)

// A Consumer runs the records of a source. Make one with Consume. Any goroutine may call its
// methods, but a callback of the group's loops must not call Drain, which waits for them.
type Consumer[K comparable, S any] struct {
	settings
	source  Source
	keyOf   func(Record) K
	handler Handler[S]
	batches BatchHandler[S]                     // instead of handler, in ConsumeBatches
	direct  func(*S, Record) error              // instead of handler, in ConsumeFunc
	loader  func(context.Context, K) (S, error) // nil for the zero value
	keys    *group.KeyedState[K, keyState[K, S]]
	store   *store[K, S] // nil without WithStore

	place      simulation.Place
	lastNumber atomic.Int64 // of number

	run    context.Context // of Source.Run; its end also ends a Deliver that waits
	stop   context.CancelFunc
	work   context.Context // of WithLoad and WithDeadLetter
	cancel context.CancelFunc
	ran    chan struct{}  // closed when Source.Run has returned
	done   chan struct{}  // closed at the end
	ending atomic.Bool    // end was called
	tasks  sync.WaitGroup // goroutines of WithLoad, WithDeadLetter and the acknowledgements; see spawn

	acknowledging sync.Mutex    // held during a call of Source.Acknowledge; taken before mu
	kick          chan struct{} // an element asks for acknowledgements before the interval is over

	mu         sync.Mutex
	partitions []*partition[K] // in the order of Assign
	free       int             // of WithMaxInFlight
	waiting    int             // calls of Deliver that wait for room
	room       chan struct{}   // closed when free grows while somebody waits, and then replaced
	below      int             // records that an acknowledgement of all partitions would free
	unfinished int
	allDone    chan struct{} // closed when unfinished becomes 0; nil when nobody waits
	closed     bool          // no task and no partition begins any more
	err        error         // why the consumer has ended
	metrics    Metrics

	failures [causes]failures
}

// Metrics are counters since Consume.
type Metrics struct {
	// Delivered counts the records that were accepted, and Finished those whose handler succeeded
	// or that WithDeadLetter took.
	Delivered, Finished uint64
	// Failed counts calls of done with an error, and panics, which Panicked counts alone. Of
	// BatchError it counts each. DeadLetters counts the records that WithDeadLetter took.
	Failed, Panicked, DeadLetters uint64
	// Fired counts timers of WithTimer that have succeeded, and states that WithTTL has deleted.
	Fired uint64
	// LoadFailed, DeadLetterFailed and TimerFailed count errors of the functions of WithLoad,
	// WithDeadLetter and WithTimer, AcknowledgeFailed those of acknowledgements, and SourceFailed those
	// that the source has reported.
	LoadFailed, DeadLetterFailed, TimerFailed, AcknowledgeFailed, SourceFailed uint64
	// Abandoned counts records that were not finished when their partition was revoked. They are
	// delivered to its next owner.
	Abandoned uint64
	// Unfinished is the number of records that are delivered and not finished, now. InFlight are
	// those that are delivered and not acknowledged.
	Unfinished, InFlight int
	// Paused is the number of keys that are paused, now.
	Paused int
}

// Consume runs the records of source on the loops of g, which must be running, or run soon. keyOf
// returns the key of a record. It is called on the source's goroutine; if it panics, the consumer
// ends with that error. Consume returns an error that matches wakeful.ErrInvalidOption,
// wakeful.ErrNilFunc, or wakeful.ErrClosed when the group is ending; then it does not use source.
// Drain or Close ends the consumer and the source. The end of the group ends the consumer too.
func Consume[K comparable, S any](g *group.Group, source Source, keyOf func(Record) K, handler Handler[S], options ...Option) (*Consumer[K, S], error) {
	return consume(g, source, keyOf, &Consumer[K, S]{handler: handler}, options)
}

// ConsumeFunc is Consume with a handler that has finished a record when it returns nil. After an error
// the record runs again. A panic and runtime.Goexit count as an error that matches ErrPanic. The
// handler must not block.
func ConsumeFunc[K comparable, S any](g *group.Group, source Source, keyOf func(Record) K, handler func(state *S, r Record) error, options ...Option) (*Consumer[K, S], error) {
	return consume(g, source, keyOf, &Consumer[K, S]{direct: handler}, options)
}

// ConsumeBatches is Consume with a handler that gets several records of a key at once. See WithBatch.
func ConsumeBatches[K comparable, S any](g *group.Group, source Source, keyOf func(Record) K, handler BatchHandler[S], options ...Option) (*Consumer[K, S], error) {
	return consume(g, source, keyOf, &Consumer[K, S]{batches: handler}, options)
}

// consume starts a consumer that has a handler.
func consume[K comparable, S any](g *group.Group, source Source, keyOf func(Record) K, c *Consumer[K, S], options []Option) (*Consumer[K, S], error) {
	if g == nil || source == nil {
		return nil, fmt.Errorf("%w: keyed.Consume: the group and the source must not be nil", wakeful.ErrInvalidOption)
	}
	if keyOf == nil || c.handler == nil && c.direct == nil && c.batches == nil {
		return nil, wakeful.ErrNilFunc
	}
	c.settings, c.source, c.keyOf, c.place = defaults(), source, keyOf, simulation.Here()
	c.ran, c.done = make(chan struct{}), make(chan struct{})
	c.kick, c.room = make(chan struct{}, 1), make(chan struct{})
	for _, option := range options {
		if option.apply == nil {
			return nil, invalid("Consume", "zero value", "use the functions that make options")
		}
		if err := option.apply(&c.settings); err != nil {
			return nil, err
		}
	}
	switch {
	case c.batches != nil && c.batchLimit == 0:
		c.batchLimit = defaultBatch
	case c.batches == nil && c.batchLimit > 0:
		return nil, invalid("WithBatch", c.batchLimit, "only ConsumeBatches has batches")
	}
	if c.load != nil {
		load, ok := c.load.(func(context.Context, K) (S, error))
		if !ok {
			return nil, invalid("WithLoad", fmt.Sprintf("%T", c.load), fmt.Sprintf("this consumer needs a %T", load))
		}
		c.loader = load
	}
	if err := c.setStore(); err != nil {
		return nil, err
	}
	keys, err := group.NewKeyedState(g, group.WithEviction(evictAfter, c.evict))
	if err != nil {
		return nil, err
	}
	c.keys = keys
	c.free = c.inFlight
	c.run, c.stop = context.WithCancel(context.Background())
	c.work, c.cancel = context.WithCancel(context.Background())
	c.spawn(c.acknowledge)
	number := c.number()
	go func() {
		c.place.Pass(number)
		err := source.Run(c.run, (*sink[K, S])(c))
		c.place.Pass(number)
		c.mu.Lock()
		if c.run.Err() == nil && c.err == nil {
			c.err = err // it has ended by itself
		}
		c.mu.Unlock()
		close(c.ran)
		if c.run.Err() == nil {
			_ = c.Close()
		}
	}()
	go func() {
		select {
		case <-g.Done():
			c.fail(wakeful.ErrClosed)
		case <-c.done:
			_ = c.keys.Close() // this is no callback of the group
		}
	}()
	return c, nil
}

// Drain stops the source, waits until everything that was delivered is finished, acknowledges it,
// and ends the consumer. It returns nil, or an error that matches ctx's cause if ctx ends first:
// then the handlers that run are abandoned, and their records are delivered again to another
// consumer. After the end it returns the consumer's error.
func (c *Consumer[K, S]) Drain(ctx context.Context) error {
	c.stop()
	var late error
	select {
	case <-c.ran:
	case <-ctx.Done():
	}
	if !c.wait(ctx) {
		late = fmt.Errorf("keyed: %d records are not finished and will be delivered again: %w", c.Metrics().Unfinished, context.Cause(ctx))
	}
	c.end(ctx)
	return errors.Join(late, c.Err())
}

// Close ends the consumer without waiting for handlers, and acknowledges what is finished. It
// returns the error that had ended the consumer before, if any.
func (c *Consumer[K, S]) Close() error {
	over, cancel := context.WithCancel(context.Background())
	cancel()
	c.end(over)
	return c.Err()
}

// Done returns a channel that is closed when the consumer has ended.
func (c *Consumer[K, S]) Done() <-chan struct{} { return c.done }

// Err returns the error that has ended the consumer, nil if Drain or Close has, or if it has not
// ended.
func (c *Consumer[K, S]) Err() error {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.err
}

// Metrics returns a snapshot.
func (c *Consumer[K, S]) Metrics() Metrics {
	c.mu.Lock()
	defer c.mu.Unlock()
	m := c.metrics
	m.Unfinished, m.InFlight = c.unfinished, c.inFlight-c.free
	m.LoadFailed, m.DeadLetterFailed = c.failures[ofLoad].count.Load(), c.failures[ofDeadLetter].count.Load()
	m.TimerFailed, m.AcknowledgeFailed = c.failures[ofTimer].count.Load(), c.failures[ofAcknowledge].count.Load()
	m.SourceFailed = c.failures[ofSource].count.Load()
	return m
}

// fail ends the consumer because of err.
func (c *Consumer[K, S]) fail(err error) {
	c.mu.Lock()
	if c.err == nil {
		c.err = err
	}
	c.mu.Unlock()
	number := c.number()
	go func() {
		c.place.Pass(number)
		_ = c.Close() // returns the error above
	}()
}

// wait waits until nothing is unfinished. It returns false if ctx ends first.
func (c *Consumer[K, S]) wait(ctx context.Context) bool {
	c.mu.Lock()
	if c.unfinished == 0 {
		c.mu.Unlock()
		return true
	}
	if c.allDone == nil {
		c.allDone = make(chan struct{})
	}
	all := c.allDone
	c.mu.Unlock()
	select {
	case <-all:
		return true
	case <-c.done:
		return true
	case <-ctx.Done():
		return false
	}
}

// end ends the consumer, once. Further calls wait for the first, on a channel: while a goroutine waits for
// a lock, no time passes in a simulated world.
func (c *Consumer[K, S]) end(ctx context.Context) {
	if c.ending.CompareAndSwap(false, true) {
		c.endOnce(ctx)
	}
	<-c.done
}

func (c *Consumer[K, S]) endOnce(ctx context.Context) {
	c.stop()
	<-c.ran
	c.mu.Lock()
	c.closed = true
	all := slices.Clone(c.partitions)
	c.mu.Unlock()
	var revoking sync.WaitGroup
	for _, p := range all {
		number := c.number()
		revoking.Go(func() {
			c.place.Pass(number)
			c.revoke(ctx, p)
		})
	}
	revoking.Wait()
	c.cancel()
	c.tasks.Wait()
	if err := c.source.Close(); err != nil {
		c.report(ofSource, "close", fmt.Errorf("close the source: %w", err))
	}
	close(c.done)
}

// spawn runs task on a goroutine that the end waits for. The task calls Pass with its number when it
// was woken. After the end spawn returns false and does nothing.
func (c *Consumer[K, S]) spawn(task func(number int)) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.closed {
		return false
	}
	number := c.number()
	c.tasks.Go(func() {
		c.place.Pass(number)
		task(number)
	})
	return true
}

// number returns a number for a goroutine, or for one that waits in Deliver or Revoke. Those that a
// simulated world wakes at the same instant go on in the order of their numbers, see place.
func (c *Consumer[K, S]) number() int { return int(c.lastNumber.Add(1)) }
