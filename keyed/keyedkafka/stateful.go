package keyedkafka

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"sync"

	"github.com/twmb/franz-go/pkg/kgo"
	"github.com/twmb/franz-go/pkg/kmsg"
	"github.com/wakeful-go/wakeful"
	"github.com/wakeful-go/wakeful/keyed"
)

// This file owns the states of keyed.WithStore: how they get into transactions, and back into the
// consumer when a partition is assigned. changelog.go reads the topic.
//
// A state is an output of its record, see transaction.go. So whoever reads the committed states of a
// partition has the effects of the records below the committed offset, of each once, and no others. The
// next owner reads up to the end of the topic, not up to its last stable offset: the transaction that
// has moved the offset may be committed already in the offsets, and still be open in the changelog. It
// has written its states before it moved the offset, so they are below the end.

// NewStateful is NewTransactional for a source that stores the states of keyed.WithStore. The states of
// the keys of a topic are in another topic, which has its name and the suffix, and as many partitions.
// The source creates it, compacted, with the broker's default of replicas, if it does not exist.
// Nobody else may write there. The consumer ends with an error if the topic is not compacted or has
// another number of partitions. Do not change that number: the keys would move to other partitions, and
// their states would not.
//
// The source reads a partition of the topic when it is assigned, up to four at the same time, with its
// own connections and about 1 MiB of buffer for each. The partition's records wait for that; other
// partitions go on. kgo.FetchMaxWait is 500 ms unless you give it: that long the records can wait again.
func NewStateful(id, suffix string, options ...kgo.Opt) (*Source, error) {
	if suffix == "" {
		return nil, fmt.Errorf("%w: keyedkafka.NewStateful: the suffix must not be empty", wakeful.ErrInvalidOption)
	}
	// A partition that has its states is in the next fetch, after that of the others.
	s, err := NewTransactional(id, append([]kgo.Opt{kgo.FetchMaxWait(changelogWait)}, options...)...)
	if err != nil {
		return nil, err
	}
	// The same connections, without the group and its topics.
	plain := append(append([]kgo.Opt{kgo.MaxVersions(protocol())}, options...), kgo.ConsumerGroup(""), kgo.ConsumeTopics())
	probe, err := kgo.NewClient(plain...) // connects to nothing
	if err != nil {
		return nil, fmt.Errorf("%w: keyedkafka.NewStateful: %w", wakeful.ErrInvalidOption, err)
	}
	defer probe.Close()
	others, _ := probe.OptValue(kgo.RecordPartitioner).(kgo.Partitioner)
	s.changelogs = &changelogs{suffix: suffix, options: plain, reading: make(chan struct{}, 4), topics: map[string]bool{}}
	s.options = append(s.options, kgo.RecordPartitioner(partitioner{s.changelogs, others}))
	return s, nil
}

// changelogs are the topics of states of a source.
type changelogs struct {
	suffix  string
	options []kgo.Opt      // of a client that reads
	reading chan struct{}  // has an element for each partition that is read
	running sync.WaitGroup // goroutines of restore

	mu     sync.Mutex
	topics map[string]bool // the changelogs of topics of which a partition was assigned
}

// partitioner puts states where they belong, and leaves other records to the user's partitioner.
type partitioner struct {
	changelogs *changelogs
	others     kgo.Partitioner
}

// ForTopic implements kgo.Partitioner.
func (p partitioner) ForTopic(topic string) kgo.TopicPartitioner {
	p.changelogs.mu.Lock()
	defer p.changelogs.mu.Unlock()
	if p.changelogs.topics[topic] {
		return kgo.ManualPartitioner().ForTopic(topic)
	}
	return p.others.ForTopic(topic)
}

// CanStore implements keyed.StateSource.
func (s *Source) CanStore() error {
	if s.changelogs == nil {
		return errors.New("the source must be made with keyedkafka.NewStateful")
	}
	return nil
}

// SetState implements keyed.StateSource.
func (s *Source) SetState(r keyed.Record, state keyed.State) {
	if e := emittedOf(r); e != nil {
		e.state = &state
	}
}

// outputOf returns the record of a state of a partition.
func (l *changelogs) outputOf(p keyed.Partition, state *keyed.State) *kgo.Record {
	return &kgo.Record{
		Topic: p.Topic + l.suffix, Partition: p.Number, Key: []byte(state.Key), Value: state.Value, Timestamp: state.Time,
	}
}

// TimerMessage implements keyed.StateSource.
func (s *Source) TimerMessage(p keyed.Partition, m keyed.Message) keyed.Message {
	s.mu.Lock()
	of := s.unwritten[p] // nil when it was revoked: then the timer has no effect
	s.mu.Unlock()
	m.Native = &kgo.Record{
		Topic: p.Topic, Partition: p.Number, Offset: m.Position, Key: m.Key, Timestamp: m.Time,
		Context: &emitted{Context: context.Background(), of: of},
	}
	return m
}

// A restoration is the reading of the states of a partition that was assigned.
type restoration struct {
	cancel context.CancelFunc
	over   chan struct{} // closed at its end
	done   bool          // the states are there; written before over is closed
	// committed is the offset of the partition when it was assigned, -1 if there is none.
	committed int64
}

// wait waits for the states. It returns false if the partition must not be delivered. A nil restoration
// is one of a source without states.
func (r *restoration) wait(ctx context.Context) bool {
	if r == nil {
		return true
	}
	select {
	case <-r.over:
		return r.done
	case <-ctx.Done():
		return false
	}
}

// stop ends a restoration.
func (r *restoration) stop() {
	if r != nil {
		r.cancel()
		<-r.over
	}
}

// restore begins to read the states of a partition that was assigned. Its records are not fetched
// meanwhile. The caller holds the lock.
func (s *Source) restore(client *kgo.Client, p keyed.Partition, a keyed.Assignment) *restoration {
	ctx, cancel := context.WithCancel(s.running)
	r := &restoration{cancel: cancel, over: make(chan struct{}), committed: -1}
	l, sink := s.changelogs, s.sink
	l.mu.Lock()
	l.topics[p.Topic+l.suffix] = true
	l.mu.Unlock()
	partition := map[string][]int32{p.Topic: {p.Number}}
	client.PauseFetchPartitions(partition) // it may be paused since an assignment that was revoked
	l.running.Go(func() {
		defer close(r.over)
		select {
		case l.reading <- struct{}{}:
			defer func() { <-l.reading }()
		case <-ctx.Done():
			return
		}
		err := s.restoreFrom(ctx, client, p, a, r)
		if ctx.Err() != nil {
			return
		}
		if err != nil {
			s.end(err)
			return
		}
		sink.Report("changelog", nil)
		r.done = true
		s.mu.Lock()
		defer s.mu.Unlock()
		if !s.closing { // else the client could begin to fetch when it is closed
			client.ResumeFetchPartitions(partition)
		}
	})
	return r
}

// restoreFrom reads the states of a partition. It repeats what fails.
func (s *Source) restoreFrom(ctx context.Context, client *kgo.Client, p keyed.Partition, a keyed.Assignment, r *restoration) error {
	reader, err := kgo.NewClient(s.changelogs.options...)
	if err != nil {
		return fmt.Errorf("keyedkafka: %w", err)
	}
	defer reader.Close()
	log := &changelog{client: reader, topic: p.Topic + s.changelogs.suffix, partition: p.Number, report: s.sink.Report}
	if err := log.repeat(ctx, func() (err error) {
		r.committed, err = committed(ctx, client, p)
		return err
	}); err != nil {
		return err
	}
	if err := log.repeat(ctx, func() error { return log.open(ctx, p.Topic) }); err != nil {
		return err
	}
	return a.Restore(ctx, log.states(ctx))
}

// committed returns the committed offset of a partition when no transaction will change it, -1 if there
// is none.
func committed(ctx context.Context, client *kgo.Client, p keyed.Partition) (int64, error) {
	request := kmsg.NewPtrOffsetFetchRequest()
	name, _ := client.OptValue(kgo.ConsumerGroup).(string)
	topic := kmsg.NewOffsetFetchRequestTopic()
	topic.Topic, topic.Partitions = p.Topic, []int32{p.Number}
	ofGroup := kmsg.NewOffsetFetchRequestGroupTopic()
	ofGroup.Topic, ofGroup.Partitions = p.Topic, []int32{p.Number}
	group := kmsg.NewOffsetFetchRequestGroup()
	group.Group, group.Topics = name, append(group.Topics, ofGroup)
	request.Group, request.Topics = name, append(request.Topics, topic) // for old brokers
	request.Groups = append(request.Groups, group)
	request.RequireStable = true
	response, err := request.RequestWith(ctx, client)
	if err != nil {
		return -1, fmt.Errorf("the committed offset of %v: %w", p, err)
	}
	for _, g := range response.Groups {
		for _, t := range g.Topics {
			for _, one := range t.Partitions {
				return one.Offset, cmp.Or(refused("the committed offset", g.ErrorCode), refused("the committed offset", one.ErrorCode))
			}
		}
		if err := refused("the committed offset", g.ErrorCode); err != nil {
			return -1, err
		}
	}
	for _, t := range response.Topics {
		for _, one := range t.Partitions {
			return one.Offset, refused("the committed offset", one.ErrorCode)
		}
	}
	return -1, fmt.Errorf("the broker has not said the committed offset of %v", p)
}
