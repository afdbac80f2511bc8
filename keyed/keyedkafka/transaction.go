package keyedkafka

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"github.com/twmb/franz-go/pkg/kerr"
	"github.com/twmb/franz-go/pkg/kgo"
	"github.com/twmb/franz-go/pkg/kmsg"
	"github.com/twmb/franz-go/pkg/kversion"
	"github.com/wakeful-go/wakeful"
	"github.com/wakeful-go/wakeful/keyed"
)

// This file owns transactions. What a handler emits for a record is kept until the offset that is
// committed is above the record, and is written in the transaction that commits this offset. So a
// record whose handler has finished before an earlier one leaves nothing behind if the process dies:
// its outputs are lost with the process, and it is delivered again.

// NewTransactional is New for a source with transactions, in which Emit writes. No two processes that
// run may have the same id. A process that takes the place of one that has died should have its id: it
// ends the transaction that the other one has left open, for which the partitions' new owners would
// wait until kgo.TransactionTimeout otherwise. The source sets kgo.TransactionalID itself. It uses the
// protocol of Kafka 3.9, unless kgo.MaxVersions says otherwise.
func NewTransactional(id string, options ...kgo.Opt) (*Source, error) {
	if id == "" {
		return nil, fmt.Errorf("%w: keyedkafka.NewTransactional: the id must not be empty", wakeful.ErrInvalidOption)
	}
	return newSource(true, append([]kgo.Opt{kgo.MaxVersions(protocol()), kgo.TransactionalID(id)}, options...))
}

// protocol is that of the transactions.
func protocol() *kversion.Versions { return kversion.V3_9_0() }

// Emit gives the outputs of a record to its source, which NewTransactional has made. They are
// written to their topics in one transaction with the offset of the record, so that they are written
// exactly once for those who read with kgo.ReadCommitted. Until then they are in memory. A handler
// calls Emit before done(nil), for each record of a batch by itself. A later call for the same record
// replaces the outputs, and those of an attempt that has failed are dropped. Any goroutine may call
// it. It returns an error that matches wakeful.ErrInvalidOption if the source has no transactions.
func Emit(r keyed.Record, outputs ...*kgo.Record) error {
	e := emittedOf(r)
	if e == nil {
		return fmt.Errorf("%w: keyedkafka.Emit: the source must be made with keyedkafka.NewTransactional", wakeful.ErrInvalidOption)
	}
	e.attempt.Store(&attempt{r.Attempt(), slices.Clone(outputs)})
	return nil
}

// emitted is the context of a record. It has what was emitted for the record.
type emitted struct {
	context.Context //nolint:containedctx // that of the record
	of              *unwritten
	attempt         atomic.Pointer[attempt]
	state           *keyed.State // of SetState, which is called before the record has finished
}

// An attempt is what one call of a handler has emitted.
type attempt struct {
	number  int
	outputs []*kgo.Record
}

type emittedKey struct{}

// Value implements context.Context.
func (e *emitted) Value(key any) any {
	if key == (emittedKey{}) {
		return e
	}
	return e.Context.Value(key)
}

// emittedOf returns nil for a record of another source.
func emittedOf(r keyed.Record) *emitted {
	native, ok := r.Native().(*kgo.Record)
	if !ok || native.Context == nil {
		return nil
	}
	e, _ := native.Context.Value(emittedKey{}).(*emitted)
	return e
}

// unwritten has the outputs of a partition's records that have finished and are not below the offset
// that is committed, in no order. It is another one in each assignment.
type unwritten struct {
	member  string // of the group, which has got the partition
	records []finished
	// restoration is nil for a source that stores no states.
	restoration *restoration
}

type finished struct {
	offset  int64
	outputs []*kgo.Record
	state   *keyed.State // nil if it has not changed
}

// prepare lets the handlers of records emit.
func (u *unwritten) prepare(records []*kgo.Record) {
	all := make([]emitted, len(records))
	for i, r := range records {
		all[i].of, all[i].Context = u, r.Context
		if r.Context == nil {
			all[i].Context = context.Background()
		}
		r.Context = &all[i]
	}
}

// A unit is what is written in one transaction.
type unit struct {
	member     string      // of the group
	generation int32       // of it
	acks       []keyed.Ack // without those that commit nothing
	outputs    []*kgo.Record
	later      map[*unwritten][]finished // what stays
}

// errAnotherMember is why a source ends that the group has expelled. The client joins the group anew
// as another member then, and keeps its partitions if it gets them again, though another process may
// have had them in between.
var errAnotherMember = errors.New("the group has expelled this process, which was silent for longer than kgo.SessionTimeout or kgo.RebalanceTimeout")

// unitOf returns what acks let be written. The caller holds the lock. The broker refuses the unit if
// the partitions go to another process meanwhile, because that changes the generation.
func (s *Source) unitOf(acks []keyed.Ack) (unit, error) {
	u := unit{later: map[*unwritten][]finished{}}
	if u.member, u.generation = s.client.GroupMetadata(); u.member == "" {
		return u, errors.New("keyedkafka: the source is no member of its group")
	}
	for _, a := range acks {
		of := s.unwritten[a.Partition]
		if of == nil {
			return u, fmt.Errorf("keyedkafka: %v has another owner", a.Partition)
		}
		if of.member != u.member {
			return u, errAnotherMember
		}
		all := slices.Clone(of.records)
		for r := range a.Records {
			e := emittedOf(r)
			if e == nil || e.of != of {
				return u, fmt.Errorf("keyedkafka: %v has had another owner", a.Partition)
			}
			one := finished{r.Position(), nil, e.state}
			if last := e.attempt.Load(); last != nil && last.number == r.Attempt() {
				one.outputs = last.outputs
			}
			if one.outputs != nil || one.state != nil {
				all = append(all, one)
			}
		}
		if a.Next < 0 { // nothing was delivered
			a.Next = of.restoration.committed
		}
		u.later[of] = s.take(&u, a, all)
		if a.Next >= 0 {
			u.acks = append(u.acks, a)
		}
	}
	return u, nil
}

// take adds what is below a.Next to a unit, of a key's states only the last. It returns the rest. Those
// with the same offset, a record and the timers after it, stay in their order.
func (s *Source) take(u *unit, a keyed.Ack, all []finished) []finished {
	slices.SortStableFunc(all, func(x, y finished) int { return cmp.Compare(x.offset, y.offset) })
	states := map[string]*keyed.State{}
	n := 0
	for ; n < len(all) && all[n].offset < a.Next; n++ {
		u.outputs = append(u.outputs, all[n].outputs...)
		if state := all[n].state; state != nil {
			states[state.Key] = state
		}
	}
	for _, state := range states {
		u.outputs = append(u.outputs, s.changelogs.outputOf(a.Partition, state))
	}
	return all[n:]
}

// acknowledgeInTransaction commits offsets and writes what the records below them have emitted. It is
// called on one goroutine at a time.
func (s *Source) acknowledgeInTransaction(ctx context.Context, acks []keyed.Ack) error {
	s.mu.Lock()
	u, err := s.unitOf(acks)
	client, broken := s.client, s.broken
	s.mu.Unlock()
	switch {
	case broken != nil:
		return broken
	case errors.Is(err, errAnotherMember):
		return s.breakOff(err)
	case err != nil:
		return err
	case len(u.acks) == 0:
		// Nothing is known that a transaction could commit, so nothing is written.
	case len(u.outputs) == 0:
		err = commitAs(ctx, client, u)
	default:
		err = s.transact(context.WithoutCancel(ctx), client, u) // an end of the context would leave it open
	}
	if err == nil {
		for of, rest := range u.later {
			of.records = rest
		}
	}
	return err
}

// transact writes outputs and commits offsets in one transaction. After an error it has not happened,
// or it is not known whether it has: then the source ends.
func (s *Source) transact(ctx context.Context, client *kgo.Client, u unit) error {
	limit, _ := client.OptValue(kgo.TransactionTimeout).(time.Duration) // then the broker aborts it
	ctx, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	if err := client.BeginTransaction(); err != nil {
		return s.breakOff(err)
	}
	err := produce(ctx, client, u.outputs)
	if err == nil {
		err = addOffsets(ctx, client, u)
	}
	if err == nil {
		if err := client.EndTransaction(ctx, kgo.TryCommit); err != nil {
			return s.breakOff(fmt.Errorf("it is not known whether the transaction was committed: %w", err))
		}
		return nil
	}
	if ctx.Err() != nil {
		return s.breakOff(fmt.Errorf("the broker has not answered for kgo.TransactionTimeout, %v", limit))
	}
	if aborted := errors.Join(client.AbortBufferedRecords(ctx), client.EndTransaction(ctx, kgo.TryAbort)); aborted != nil {
		return s.breakOff(errors.Join(err, aborted))
	}
	return fmt.Errorf("keyedkafka: transaction: %w", err)
}

// breakOff ends the source. Nothing is acknowledged any more: the next owners of its partitions wait
// until the broker has ended the transaction, and get the records that it has not committed.
func (s *Source) breakOff(err error) error {
	err = fmt.Errorf("keyedkafka: the source ends, because its transactions cannot go on: %w", err)
	s.mu.Lock()
	defer s.mu.Unlock()
	s.broken = err
	s.end(err)
	return err
}

// commitAs commits offsets without a transaction. Unlike the client's own commit it is refused if this
// process has left its group meanwhile and joined it again: the offsets would be those of an earlier
// assignment, and records whose outputs another process has written would come again.
func commitAs(ctx context.Context, client *kgo.Client, u unit) error {
	ctx, cancel := context.WithTimeout(ctx, commitLimit)
	defer cancel()
	request := kmsg.NewPtrOffsetCommitRequest()
	request.Group, _ = client.OptValue(kgo.ConsumerGroup).(string)
	request.MemberID, request.Generation = u.member, u.generation
	for _, a := range u.acks {
		topic := kmsg.NewOffsetCommitRequestTopic()
		topic.Topic = a.Partition.Topic
		partition := kmsg.NewOffsetCommitRequestTopicPartition()
		partition.Partition, partition.Offset = a.Partition.Number, a.Next
		topic.Partitions = append(topic.Partitions, partition)
		request.Topics = append(request.Topics, topic)
	}
	response, err := request.RequestWith(ctx, client)
	if err == nil {
		err = refusals(response)
	}
	if err != nil {
		return fmt.Errorf("keyedkafka: commit: %w", err)
	}
	return nil
}

// produce writes outputs, and waits until the broker has them.
func produce(ctx context.Context, client *kgo.Client, outputs []*kgo.Record) error {
	var mu sync.Mutex
	var failed error
	for _, o := range outputs {
		output := *o // the client writes into it, and it may be written again
		client.Produce(ctx, &output, func(_ *kgo.Record, err error) {
			if err != nil {
				mu.Lock()
				defer mu.Unlock()
				failed = cmp.Or(failed, err)
			}
		})
	}
	if err := client.Flush(ctx); err != nil {
		return err
	}
	mu.Lock()
	defer mu.Unlock()
	return failed
}

// addOffsets adds offsets to the client's transaction. The broker refuses them if this process is not
// the member of the group any more that it was when the last rebalance ended.
func addOffsets(ctx context.Context, client *kgo.Client, u unit) error {
	id, epoch, err := client.ProducerID(ctx)
	if err != nil {
		return err
	}
	transaction, _ := client.OptValue(kgo.TransactionalID).(string)
	group, _ := client.OptValue(kgo.ConsumerGroup).(string)
	add := kmsg.NewPtrAddOffsetsToTxnRequest()
	add.TransactionalID, add.ProducerID, add.ProducerEpoch, add.Group = transaction, id, epoch, group
	added, err := add.RequestWith(ctx, client)
	if err == nil {
		err = kerr.ErrorForCode(added.ErrorCode)
	}
	if err != nil {
		return fmt.Errorf("add offsets: %w", err)
	}
	request := kmsg.NewPtrTxnOffsetCommitRequest()
	request.TransactionalID, request.ProducerID, request.ProducerEpoch, request.Group = transaction, id, epoch, group
	request.MemberID, request.Generation = u.member, u.generation
	for _, a := range u.acks {
		topic := kmsg.NewTxnOffsetCommitRequestTopic()
		topic.Topic = a.Partition.Topic
		partition := kmsg.NewTxnOffsetCommitRequestTopicPartition()
		partition.Partition, partition.Offset = a.Partition.Number, a.Next
		topic.Partitions = append(topic.Partitions, partition)
		request.Topics = append(request.Topics, topic)
	}
	response, err := request.RequestWith(ctx, client)
	if err != nil {
		return fmt.Errorf("commit offsets: %w", err)
	}
	for _, topic := range response.Topics {
		for _, p := range topic.Partitions {
			if refused := kerr.ErrorForCode(p.ErrorCode); refused != nil {
				err = errors.Join(err, fmt.Errorf("commit offsets of %s/%d: %w", topic.Topic, p.Partition, refused))
			}
		}
	}
	return err
}
