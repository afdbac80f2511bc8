package keyed

import (
	"context"
	"fmt"
	"iter"
	"time"
	"unsafe"
)

// A Partition is a part of a log whose records have an order and are acknowledged together.
type Partition struct {
	Topic  string // Kafka's topic, or JetStream's stream
	Number int32  // Kafka's number, or the index in keyednats.Config.Partitions
}

// String returns the topic and the number, for example "orders/3".
func (p Partition) String() string { return fmt.Sprintf("%s/%d", p.Topic, p.Number) }

// A Record is one record of a log. Its methods read the memory of its delivery, which stays as long as
// somebody has one of its records. Any goroutine may call them. What they return must not be changed.
type Record struct {
	of        Records
	partition *Partition
	number    int32
	attempt   int32
}

// none are the records of the zero Record.
var none Records = Messages{{}}

func (r Record) records() Records {
	if r.of == nil {
		return none
	}
	return r.of
}

// Partition returns where the record is.
func (r Record) Partition() Partition {
	if r.partition == nil {
		return Partition{}
	}
	return *r.partition
}

// Position returns the place in the partition: Kafka's offset, or JetStream's sequence number in the
// stream. It grows from record to record, possibly with gaps.
func (r Record) Position() int64 { return r.records().Position(int(r.number)) }

// Key returns Kafka's key of the record, or the result of keyednats.Config.Key. The function keyOf of
// Consume decides what belongs together.
func (r Record) Key() []byte { return r.records().Key(int(r.number)) }

// Value returns what the record says.
func (r Record) Value() []byte { return r.records().Value(int(r.number)) }

// Time returns when the engine got the record, or what the producer says.
func (r Record) Time() time.Time { return r.records().Time(int(r.number)) }

// Native returns the engine's own record: a *kgo.Record, or a jetstream.Msg.
func (r Record) Native() any { return r.records().Native(int(r.number)) }

// Attempt returns 1 for the first call of the handler by this consumer, 2 for the next.
func (r Record) Attempt() int { return int(r.attempt) }

// StringKey returns the key of a record as a string, for Consume. The string is r.Key() without a copy, so
// to keep it keeps the memory of a delivery. A consumer copies it once for many records.
func StringKey(r Record) string {
	key := r.Key()
	return unsafe.String(unsafe.SliceData(key), len(key))
}

// Records are what a source delivers together: records of one partition, in order, with what the methods
// of Record return. Any goroutine may call the methods, several at the same time, for as long as somebody
// has one of the records.
type Records interface {
	Len() int
	Position(i int) int64
	Key(i int) []byte
	Value(i int) []byte
	Time(i int) time.Time
	Native(i int) any
}

// Messages are Records in a slice.
type Messages []Message

// A Message is what Messages have of a record.
type Message struct {
	Position   int64
	Key, Value []byte
	Time       time.Time
	Native     any
}

// Len implements Records.
func (m Messages) Len() int { return len(m) }

// Position implements Records.
func (m Messages) Position(i int) int64 { return m[i].Position }

// Key implements Records.
func (m Messages) Key(i int) []byte { return m[i].Key }

// Value implements Records.
func (m Messages) Value(i int) []byte { return m[i].Value }

// Time implements Records.
func (m Messages) Time(i int) time.Time { return m[i].Time }

// Native implements Records.
func (m Messages) Native(i int) any { return m[i].Native }

// Record returns the message as a record of a partition, for tests of handlers.
func (m Message) Record(p Partition, attempt int) Record {
	return Record{of: Messages{m}, partition: &p, attempt: int32(attempt)}
}

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
	// Deliver hands over records. One goroutine at a time calls it. While WithMaxInFlight
	// records are not acknowledged it blocks, which pauses the source. No pause outlives an
	// assignment. When the partition is revoked, it drops the rest and returns nil: the next owner
	// gets them. It returns ctx's cause when ctx has ended, and an error that matches
	// wakeful.ErrClosed when the consumer has.
	Deliver(ctx context.Context, records Records) error
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
