package keyed

import (
	"context"
	"fmt"
	"iter"
	"time"
)

// A Partition is a part of a log whose records have an order and are acknowledged together.
type Partition struct {
	Topic  string // Kafka's topic, or JetStream's stream
	Number int32  // Kafka's number, or the index in keyednats.Config.Partitions
}

// String returns the topic and the number, for example "orders/3".
func (p Partition) String() string { return fmt.Sprintf("%s/%d", p.Topic, p.Number) }

// A Record is one record of a log.
type Record struct {
	Partition Partition
	// Position is the place in the partition: Kafka's offset, or JetStream's sequence number in the
	// stream. It grows from record to record, possibly with gaps.
	Position int64
	// Key is Kafka's key of the record, or the result of keyednats.Config.Key. The function keyOf of
	// Consume decides what belongs together.
	Key, Value []byte
	Time       time.Time // when the engine got it, or what the producer says
	// Attempt is 1 for the first call of the handler by this consumer.
	Attempt int
	// Native is the engine's own record: a *kgo.Record, or a jetstream.Msg.
	Native any
}

// StringKey returns the key of a record as a string, for Consume. It copies the key, because the state
// of a key lives longer than the memory of a fetch, which r.Key is a part of.
func StringKey(r Record) string { return string(r.Key) }

// A Source delivers the records of an engine to a consumer. Its methods are called by the consumer
// only. A source belongs to one consumer.
type Source interface {
	// Run delivers records until ctx ends, and then returns nil. It does not give up the
	// partitions, because records are still acknowledged after Run has returned. It returns an
	// error if it cannot go on.
	Run(ctx context.Context, sink Sink) error
	// Acknowledge tells the engine what is finished. It returns nil when the engine has it. After
	// an error the consumer calls it again later with at least the same. It is called on one
	// goroutine at a time, but possibly while Run is running and while a partition is revoked.
	Acknowledge(ctx context.Context, acks []Ack) error
	// Close leaves the engine. It is called once, after Run has returned.
	Close() error
}

// An Ack is what is finished of a partition. An engine that remembers a position takes Next. An
// engine that remembers each record takes Records.
type Ack struct {
	Partition Partition
	// Next is the position of the first record that is not finished, or the one after the last, or -1,
	// see StateSource.
	Next int64
	// Records are the records that have finished since the last successful call, also those above
	// Next, in the order in which they have finished. The sequence must not be used after the call.
	Records iter.Seq[Record]
}

// A Sink is the consumer as its source sees it. Any goroutine may call its methods.
type Sink interface {
	// Assign begins a partition that the source has got, before its first record. The same
	// partition must not be assigned again before Revoke or Lose has returned.
	Assign(p Partition) Assignment
	// Report says that an operation of the source has failed, which does not end the source, or, with
	// a nil error, that it works. An operation that does not come again is reported to work. The name
	// of the operation is not shown. The function of WithErrorHandler gets the errors.
	Report(operation string, err error)
}

// An Assignment is a partition for as long as the source has it. Any goroutine may call its
// methods.
type Assignment interface {
	// Deliver hands over records, in order. One goroutine at a time calls it. While WithMaxInFlight
	// records are not acknowledged it blocks, which pauses the source. No pause outlives an
	// assignment. When the partition is revoked, it drops the rest and returns nil: the next owner
	// gets them. It returns ctx's cause when ctx has ended, and an error that matches
	// wakeful.ErrClosed when the consumer has.
	Deliver(ctx context.Context, records []Record) error
	// Revoke ends a partition that another process will own. No handler starts any more. Revoke
	// waits for those that run, as long as WithRevokeTimeout and ctx allow, acknowledges what is
	// finished, and drops the states of the partition's keys. A second call waits for the first.
	Revoke(ctx context.Context)
	// Restore puts back the states of the partition's keys, those that are valid now and possibly
	// earlier ones of the same key before them. It is called once before the first Deliver, by a source
	// that stores states, see StateSource. It returns the error that states yields or, if they are not
	// put back, an error: then no record must be delivered. It does nothing when the partition is
	// revoked. About 1,024 states or 1 MiB of them are read ahead of the loops.
	Restore(ctx context.Context, states iter.Seq2[State, error]) error
	// Lose is Revoke for a partition that another process may own already. It waits for no handler,
	// and nothing is acknowledged any more. It also ends the wait of a Revoke.
	Lose()
}
