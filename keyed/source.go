package keyed

import (
	"context"
	"fmt"
	"time"
)

// A Partition is a part of a log whose records have an order and are acknowledged together.
type Partition struct {
	Topic  string
	Number int32
}

// String returns the topic and the number, for example "orders/3".
func (p Partition) String() string { return fmt.Sprintf("%s/%d", p.Topic, p.Number) }

// A Record is one record of a log.
type Record struct {
	Partition Partition
	// Position is the place in the partition. It grows from record to record.
	Position   int64
	Key, Value []byte
	Time       time.Time
	// Attempt is 1 for the first call of the handler by this consumer.
	Attempt int
	// Native is the engine's own record, such as a *kgo.Record.
	Native any
}

// A Source delivers the records of an engine to a consumer. Its methods are called by the consumer
// only.
type Source interface {
	// Run delivers records until ctx ends, and then returns nil. It keeps the partitions: they are
	// acknowledged after Run has returned. It returns an error if it cannot go on.
	Run(ctx context.Context, sink Sink) error
	// Acknowledge tells the engine that all records of p below next are finished. It is called on
	// one goroutine at a time for each partition, also while Run is running.
	Acknowledge(ctx context.Context, p Partition, next int64) error
	// Close leaves the engine. It is called once, after Run has returned.
	Close() error
}

// A Sink is what a consumer offers to its source.
type Sink interface {
	// Assign begins a partition that the source has got, before its first record. The same
	// partition must not be assigned twice at the same time. Any goroutine may call it.
	Assign(p Partition) Assignment
}

// An Assignment is the time for which a source has a partition. Any goroutine may call its methods.
type Assignment interface {
	// Deliver hands over records, in order. One goroutine at a time calls it. It waits while too
	// many records are unfinished, so a source pauses by waiting, and no pause outlives an
	// assignment. When the partition is revoked, it drops the rest and returns nil: the next owner
	// gets them. It returns an error when ctx or the consumer has ended.
	Deliver(ctx context.Context, records []Record) error
	// Revoke ends a partition that another process will own. No handler starts any more. Revoke
	// waits for those that run, as long as RevokeLimit and ctx allow, acknowledges what is
	// finished, and drops the states of the partition's keys.
	Revoke(ctx context.Context)
	// Lose is Revoke for a partition that another process owns already. It waits for nothing and
	// acknowledges nothing.
	Lose()
}
