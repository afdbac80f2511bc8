package keyedkafka

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/twmb/franz-go/pkg/kerr"
	"github.com/twmb/franz-go/pkg/kgo"
	"github.com/twmb/franz-go/pkg/kmsg"
	"github.com/wakeful-go/wakeful/keyed"
)

// This file owns how a partition of a changelog is read from its start to its end. It uses Fetch
// requests, not the client's consumer. In a compacted topic the offsets below the end may be of no
// record, so that a consumer, which gives records only, does not see that it is at the end.

// A changelog is a partition of a topic of states. One goroutine uses it.
type changelog struct {
	client    *kgo.Client
	topic     string
	partition int32
	report    func(operation string, err error)

	id       [16]byte
	leader   int32
	position int64 // what is read next
	end      int64 // of the partition when it was opened
	bytes    int32 // how much a fetch asks for
}

const (
	changelogBytes = 1 << 20
	changelogWait  = 500 * time.Millisecond // of a fetch that waits for the end of a transaction
	changelogPause = 100 * time.Millisecond // after a failure
)

// A changelogError is an error that does not go away.
type changelogError struct{ error }

// errCreated is no failure: the topic is looked up again.
var errCreated = errors.New("the topic is being created")

// refused returns the error that a broker has answered.
func refused(what string, code int16) error {
	if err := kerr.ErrorForCode(code); err != nil {
		return fmt.Errorf("%s: %w", what, err)
	}
	return nil
}

// repeat calls fn until it returns nil or changelogError, or ctx ends.
func (l *changelog) repeat(ctx context.Context, fn func() error) error {
	for {
		err := fn()
		if err == nil || ctx.Err() != nil {
			return cmp.Or(context.Cause(ctx), err)
		}
		err = fmt.Errorf("keyedkafka: the states in %s/%d: %w", l.topic, l.partition, err)
		if errors.As(err, new(changelogError)) {
			return err
		}
		if !errors.Is(err, errCreated) && !errors.Is(err, kerr.UnstableOffsetCommit) { // a transaction that will end
			l.report("changelog", err)
		}
		pause := time.NewTimer(changelogPause)
		select {
		case <-pause.C:
		case <-ctx.Done():
			pause.Stop()
		}
	}
}

// open finds the changelog of a topic, creates it if it does not exist, and finds where it begins and
// ends.
func (l *changelog) open(ctx context.Context, of string) error {
	l.bytes = changelogBytes
	request := kmsg.NewPtrMetadataRequest()
	for _, name := range []string{of, l.topic} {
		topic := kmsg.NewMetadataRequestTopic()
		topic.Topic = new(name)
		request.Topics = append(request.Topics, topic)
	}
	response, err := request.RequestWith(ctx, l.client)
	if err != nil {
		return err
	}
	var input, log kmsg.MetadataResponseTopic
	for _, t := range response.Topics {
		if t.Topic != nil && *t.Topic == of {
			input = t
		} else {
			log = t
		}
	}
	if err := refused(of, input.ErrorCode); err != nil {
		return err
	}
	if log.ErrorCode == kerr.UnknownTopicOrPartition.Code {
		return cmp.Or(l.create(ctx, int32(len(input.Partitions))), errCreated)
	}
	if err := refused(l.topic, log.ErrorCode); err != nil {
		return err
	}
	if len(log.Partitions) != len(input.Partitions) {
		return changelogError{fmt.Errorf("the topic has %d partitions, and %s has %d: they must have the same number", len(log.Partitions), of, len(input.Partitions))}
	}
	if err := l.checkPolicy(ctx); err != nil {
		return err
	}
	i := slices.IndexFunc(log.Partitions, func(p kmsg.MetadataResponseTopicPartition) bool { return p.Partition == l.partition })
	if i < 0 {
		return fmt.Errorf("%s has no partition %d", l.topic, l.partition)
	}
	l.id, l.leader = log.TopicID, log.Partitions[i].Leader
	if err := refused("the leader", log.Partitions[i].ErrorCode); err != nil {
		return err
	}
	if l.position, err = l.offset(ctx, -2); err == nil {
		l.end, err = l.offset(ctx, -1)
	}
	return err
}

// create creates the topic.
func (l *changelog) create(ctx context.Context, partitions int32) error {
	request := kmsg.NewPtrCreateTopicsRequest()
	topic := kmsg.NewCreateTopicsRequestTopic()
	topic.Topic, topic.NumPartitions, topic.ReplicationFactor = l.topic, partitions, -1
	policy := kmsg.NewCreateTopicsRequestTopicConfig()
	policy.Name, policy.Value = "cleanup.policy", new("compact")
	topic.Configs = append(topic.Configs, policy)
	request.Topics = append(request.Topics, topic)
	response, err := request.RequestWith(ctx, l.client)
	if err != nil {
		return err
	}
	for _, t := range response.Topics {
		if err := kerr.ErrorForCode(t.ErrorCode); err != nil && !errors.Is(err, kerr.TopicAlreadyExists) {
			return fmt.Errorf("create the topic: %w", err)
		}
	}
	return nil
}

// checkPolicy returns an error if the broker would delete states that are old. It cannot know that if it
// must not ask.
func (l *changelog) checkPolicy(ctx context.Context) error {
	request := kmsg.NewPtrDescribeConfigsRequest()
	resource := kmsg.NewDescribeConfigsRequestResource()
	resource.ResourceType, resource.ResourceName = kmsg.ConfigResourceTypeTopic, l.topic
	resource.ConfigNames = []string{"cleanup.policy"}
	request.Resources = append(request.Resources, resource)
	response, err := request.RequestWith(ctx, l.client)
	if err != nil {
		return err
	}
	for _, r := range response.Resources {
		if err := kerr.ErrorForCode(r.ErrorCode); err != nil && !errors.Is(err, kerr.TopicAuthorizationFailed) {
			return fmt.Errorf("the settings of the topic: %w", err)
		}
		for _, c := range r.Configs {
			if c.Name == "cleanup.policy" && c.Value != nil && strings.TrimSpace(*c.Value) != "compact" {
				return changelogError{fmt.Errorf("the topic has cleanup.policy=%s: it must be compact", *c.Value)}
			}
		}
	}
	return nil
}

// offset returns the offset for a timestamp of ListOffsets: -2 is the first, and -1 the end, with the
// records of transactions that are open.
func (l *changelog) offset(ctx context.Context, timestamp int64) (int64, error) {
	request := kmsg.NewPtrListOffsetsRequest()
	topic := kmsg.NewListOffsetsRequestTopic()
	topic.Topic = l.topic
	partition := kmsg.NewListOffsetsRequestTopicPartition()
	partition.Partition, partition.Timestamp = l.partition, timestamp
	topic.Partitions = append(topic.Partitions, partition)
	request.Topics = append(request.Topics, topic)
	response, err := request.RequestWith(ctx, l.client)
	if err != nil {
		return 0, err
	}
	for _, t := range response.Topics {
		for _, p := range t.Partitions {
			return p.Offset, refused("its offsets", p.ErrorCode)
		}
	}
	return 0, errors.New("the broker has not said its offsets")
}

// states yields the states that are committed, up to the end. It waits for transactions that are open
// there.
func (l *changelog) states(ctx context.Context) func(yield func(keyed.State, error) bool) {
	return func(yield func(keyed.State, error) bool) {
		for l.position < l.end {
			var some kgo.FetchPartition
			if err := l.repeat(ctx, func() (err error) {
				some, err = l.fetch(ctx)
				return err
			}); err != nil {
				yield(keyed.State{}, err)
				return
			}
			for _, r := range some.Records {
				if !yield(keyed.State{Key: string(r.Key), Value: r.Value, Time: r.Timestamp}, nil) {
					return
				}
			}
		}
	}
}

// fetch returns the next records, possibly none, and moves the position.
func (l *changelog) fetch(ctx context.Context) (kgo.FetchPartition, error) {
	request := kmsg.NewPtrFetchRequest()
	request.MaxWaitMillis, request.MinBytes, request.MaxBytes = int32(changelogWait.Milliseconds()), 1, l.bytes
	request.IsolationLevel, request.SessionEpoch = 1, -1
	topic := kmsg.NewFetchRequestTopic()
	topic.Topic, topic.TopicID = l.topic, l.id
	partition := kmsg.NewFetchRequestTopicPartition()
	partition.Partition, partition.FetchOffset, partition.PartitionMaxBytes = l.partition, l.position, l.bytes
	topic.Partitions = append(topic.Partitions, partition)
	request.Topics = append(request.Topics, topic)
	answer, err := l.client.Broker(int(l.leader)).RetriableRequest(ctx, request)
	if err != nil {
		return kgo.FetchPartition{}, errors.Join(err, l.find(ctx))
	}
	response, _ := answer.(*kmsg.FetchResponse)
	for i := range response.Topics {
		for j := range response.Topics[i].Partitions {
			return l.process(ctx, &response.Topics[i].Partitions[j])
		}
	}
	return kgo.FetchPartition{}, cmp.Or(refused("fetch", response.ErrorCode), errors.New("the broker has answered without the partition"))
}

// process takes what the broker has answered to a fetch.
func (l *changelog) process(ctx context.Context, answer *kmsg.FetchResponseTopicPartition) (kgo.FetchPartition, error) {
	some, next := kgo.ProcessFetchPartition(kgo.ProcessFetchPartitionOpts{
		Offset: l.position, IsolationLevel: kgo.ReadCommitted(), Topic: l.topic, Partition: l.partition,
	}, answer, kgo.DefaultDecompressor(), nil)
	switch {
	case some.Err != nil:
		return some, errors.Join(some.Err, l.find(ctx))
	case next > l.position:
		l.position = next
	case len(answer.RecordBatches) > 0:
		l.bytes *= 2 // a batch that is larger
	case answer.LastStableOffset >= l.end:
		l.position = l.end // there is nothing any more
	}
	return some, nil
}

// find finds the leader anew, and the begin if records were deleted.
func (l *changelog) find(ctx context.Context) error {
	request := kmsg.NewPtrMetadataRequest()
	topic := kmsg.NewMetadataRequestTopic()
	topic.Topic = new(l.topic)
	request.Topics = append(request.Topics, topic)
	response, err := request.RequestWith(ctx, l.client)
	if err != nil {
		return err
	}
	for _, t := range response.Topics {
		for _, p := range t.Partitions {
			if p.Partition == l.partition && p.Leader >= 0 {
				l.leader = p.Leader
			}
		}
	}
	first, err := l.offset(ctx, -2)
	l.position = max(l.position, first)
	return err
}
