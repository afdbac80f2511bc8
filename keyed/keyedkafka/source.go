package keyedkafka

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"github.com/twmb/franz-go/pkg/kerr"
	"github.com/twmb/franz-go/pkg/kgo"
	"github.com/twmb/franz-go/pkg/kmsg"
	"github.com/wakeful-go/wakeful"
	"github.com/wakeful-go/wakeful/keyed"
)

// commitLimit is how long a commit may take. The client repeats it within that time.
const commitLimit = 20 * time.Second

// A Source is a member of a Kafka consumer group. Make one with New, and give it to keyed.Consume,
// whose Drain or Close ends it. A record's Native is its *kgo.Record, which has the headers.
type Source struct {
	options       []kgo.Opt
	transactional bool        // NewTransactional has made it
	changelogs    *changelogs // NewStateful has made it

	mu       sync.Mutex
	client   *kgo.Client
	sink     keyed.Sink
	assigned map[keyed.Partition]keyed.Assignment
	// unwritten has an element for each assignment of a source with transactions, until its end.
	unwritten map[keyed.Partition]*unwritten
	broken    error                   // why nothing can be acknowledged any more
	running   context.Context         //nolint:containedctx // of Run
	closing   bool                    // Close was called
	end       context.CancelCauseFunc // ends Run with an error
}

// New returns a source with the options of a kgo.Client, which must name a consumer group and what
// it consumes. The source sets kgo.DisableAutoCommit, kgo.BlockRebalanceOnPoll and the functions
// kgo.OnPartitionsAssigned, kgo.OnPartitionsRevoked and kgo.OnPartitionsLost itself: do not give
// them. New returns an error that matches wakeful.ErrInvalidOption if the options are not valid. It
// connects to nothing: that begins with keyed.Consume.
func New(options ...kgo.Opt) (*Source, error) { return newSource(false, options) }

func newSource(transactional bool, options []kgo.Opt) (*Source, error) {
	s := &Source{
		transactional: transactional,
		assigned:      map[keyed.Partition]keyed.Assignment{}, unwritten: map[keyed.Partition]*unwritten{}}
	s.options = append(append(s.options, options...),
		kgo.DisableAutoCommit(), kgo.BlockRebalanceOnPoll(),
		kgo.OnPartitionsAssigned(s.assign), kgo.OnPartitionsRevoked(s.revoke), kgo.OnPartitionsLost(s.lose))
	if err := kgo.ValidateOpts(s.options...); err != nil {
		return nil, fmt.Errorf("%w: keyedkafka.New: %w", wakeful.ErrInvalidOption, err)
	}
	return s, nil
}

// delivery is what a poll returned of a partition.
type delivery struct {
	assignment keyed.Assignment
	unwritten  *unwritten
	records    fetched
}

// Run implements keyed.Source.
func (s *Source) Run(ctx context.Context, sink keyed.Sink) error {
	running, end := context.WithCancelCause(ctx)
	defer end(nil)
	s.mu.Lock()
	s.sink, s.end, s.running = sink, end, running
	client, err := kgo.NewClient(s.options...)
	s.client = client // the callbacks wait for the lock
	s.mu.Unlock()
	if err != nil {
		return fmt.Errorf("keyedkafka: %w", err)
	}
	err = s.read(running, client, sink)
	if ctx.Err() != nil {
		return nil // Run ends because it was asked to
	}
	return cmp.Or(context.Cause(running), err)
}

// read delivers records until ctx ends.
func (s *Source) read(ctx context.Context, client *kgo.Client, sink keyed.Sink) (err error) {
	if s.transactional { // ends a transaction that a process with the same ID has left open
		if _, _, err := client.ProducerID(ctx); err != nil {
			return fmt.Errorf("keyedkafka: the transactional ID: %w", err)
		}
	}
	for {
		fetches := client.PollFetches(ctx)
		// No callback runs between the poll and AllowRebalance, so these are the assignments under
		// which the records were fetched. After AllowRebalance a partition may be revoked and
		// assigned anew; then the old assignment drops its records.
		deliveries := s.deliveries(fetches)
		client.AllowRebalance()
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if fetches.IsClientClosed() {
			return errors.New("keyedkafka: the client was closed")
		}
		failed := false
		fetches.EachError(func(topic string, partition int32, err error) {
			if errors.Is(err, context.Canceled) {
				return
			}
			failed = true
			if topic == "" { // the client reports its own errors, such as those of the group, so
				sink.Report("group", fmt.Errorf("keyedkafka: %w", err))
				return
			}
			sink.Report("fetch", fmt.Errorf("keyedkafka: fetch from %s/%d: %w", topic, partition, err))
		})
		if !failed && len(deliveries) > 0 { // the client has repeated what had failed
			sink.Report("group", nil)
			sink.Report("fetch", nil)
		}
		if err := s.deliver(ctx, deliveries); err != nil {
			return err
		}
	}
}

// deliveries returns the records of fetches with their assignments.
func (s *Source) deliveries(fetches kgo.Fetches) []delivery {
	s.mu.Lock()
	defer s.mu.Unlock()
	var all []delivery
	fetches.EachPartition(func(p kgo.FetchTopicPartition) {
		id := keyed.Partition{Topic: p.Topic, Number: p.Partition}
		if a := s.assigned[id]; a != nil && len(p.Records) > 0 {
			all = append(all, delivery{a, s.unwritten[id], p.Records})
		}
	})
	return all
}

// fetched are the records of a fetch, as the client has them. They implement keyed.Records.
type fetched []*kgo.Record

func (f fetched) Len() int             { return len(f) }
func (f fetched) Position(i int) int64 { return f[i].Offset }
func (f fetched) Key(i int) []byte     { return f[i].Key }
func (f fetched) Value(i int) []byte   { return f[i].Value }
func (f fetched) Time(i int) time.Time { return f[i].Timestamp }
func (f fetched) Native(i int) any     { return f[i] }

// turn is how many records of a partition are delivered before those of the next one.
const turn = 4096

// deliver delivers some records of each partition in turn. So WithMaxInFlight is divided between the
// partitions, and the first ones of a fetch do not use it up.
func (s *Source) deliver(ctx context.Context, deliveries []delivery) error {
	for len(deliveries) > 0 {
		rest := deliveries[:0]
		for _, d := range deliveries {
			if s.changelogs != nil && !d.unwritten.restoration.wait(ctx) {
				continue // its next owner gets them
			}
			n := min(len(d.records), turn)
			if s.transactional {
				d.unwritten.prepare(d.records[:n])
			}
			if err := d.assignment.Deliver(ctx, d.records[:n]); err != nil {
				return err
			}
			if d.records = d.records[n:]; len(d.records) > 0 {
				rest = append(rest, d)
			}
		}
		deliveries = rest
	}
	return nil
}

// Acknowledge implements keyed.Source.
func (s *Source) Acknowledge(ctx context.Context, acks []keyed.Ack) error {
	if s.transactional {
		return s.acknowledgeInTransaction(ctx, acks)
	}
	s.mu.Lock()
	client := s.client
	s.mu.Unlock()
	return commit(ctx, client, acks)
}

// commit commits offsets.
func commit(ctx context.Context, client *kgo.Client, acks []keyed.Ack) error {
	offsets := map[string]map[int32]kgo.EpochOffset{}
	for _, a := range acks {
		if offsets[a.Partition.Topic] == nil {
			offsets[a.Partition.Topic] = map[int32]kgo.EpochOffset{}
		}
		offsets[a.Partition.Topic][a.Partition.Number] = kgo.EpochOffset{Epoch: -1, Offset: a.Next}
	}
	ctx, cancel := context.WithTimeout(ctx, commitLimit)
	defer cancel()
	var failed error
	client.CommitOffsetsSync(ctx, offsets, func(_ *kgo.Client, _ *kmsg.OffsetCommitRequest, response *kmsg.OffsetCommitResponse, err error) {
		if failed = err; err == nil {
			failed = refusals(response)
		}
	})
	if failed != nil {
		return fmt.Errorf("keyedkafka: commit: %w", failed)
	}
	return nil
}

// refusals returns the errors of the partitions in a response.
func refusals(response *kmsg.OffsetCommitResponse) (err error) {
	for _, topic := range response.Topics {
		for _, p := range topic.Partitions {
			if refused := kerr.ErrorForCode(p.ErrorCode); refused != nil {
				err = errors.Join(err, fmt.Errorf("%s/%d: %w", topic.Topic, p.Partition, refused))
			}
		}
	}
	return err
}

// Close implements keyed.Source. It leaves the group.
func (s *Source) Close() error {
	s.mu.Lock()
	client := s.client
	s.closing = true
	s.mu.Unlock()
	if client != nil {
		client.CloseAllowingRebalance()
	}
	if s.changelogs != nil {
		s.changelogs.running.Wait()
	}
	return nil
}

// assign is called by the client, as are revoke and lose: one at a time, and not between a poll and
// AllowRebalance.
func (s *Source) assign(_ context.Context, client *kgo.Client, partitions map[string][]int32) {
	s.mu.Lock()
	defer s.mu.Unlock()
	member, _ := client.GroupMetadata()
	for topic, numbers := range partitions {
		for _, n := range numbers {
			p := keyed.Partition{Topic: topic, Number: n}
			a, u := s.sink.Assign(p), &unwritten{member: member}
			s.assigned[p], s.unwritten[p] = a, u
			if s.changelogs != nil {
				u.restoration = s.restore(client, p, a)
			}
		}
	}
}

func (s *Source) revoke(ctx context.Context, _ *kgo.Client, partitions map[string][]int32) {
	s.each(partitions, func(a keyed.Assignment) { a.Revoke(ctx) })
}

func (s *Source) lose(_ context.Context, _ *kgo.Client, partitions map[string][]int32) {
	s.each(partitions, keyed.Assignment.Lose)
}

// each ends the assignments of partitions, all at the same time.
func (s *Source) each(partitions map[string][]int32, end func(keyed.Assignment)) {
	var ending sync.WaitGroup
	s.mu.Lock()
	for topic, numbers := range partitions {
		for _, n := range numbers {
			p := keyed.Partition{Topic: topic, Number: n}
			if a := s.assigned[p]; a != nil {
				delete(s.assigned, p)
				u := s.unwritten[p]
				ending.Go(func() {
					end(a)
					u.restoration.stop()
					s.mu.Lock()
					defer s.mu.Unlock()
					delete(s.unwritten, p) // the next owner gets the records
				})
			}
		}
	}
	s.mu.Unlock()
	ending.Wait()
}
