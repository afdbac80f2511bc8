package keyednats

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/nats-io/nats.go/jetstream"
	"github.com/nats-io/nuid"
	"github.com/wakeful-go/wakeful"
	"github.com/wakeful-go/wakeful/keyed"
)

// This file owns what a user sees of a source, and its life. members.go decides which partitions it
// has, and partition.go reads one.

// A Config says what a source consumes.
type Config struct {
	// Stream is the name of the stream, which must exist.
	Stream string
	// Group is the name that all processes share that divide the partitions between them. It names
	// the bucket and the durable consumers, so it has only letters, digits, - and _.
	Group string
	// Partitions are the filter subjects of the partitions. All processes of a group must have the
	// same, in the same order. No subject may match two of them.
	Partitions []string
	// Key returns the key of a message, which becomes Record.Key. JetStream's messages have no key, so
	// it must be set: Header and SubjectToken make such functions. All messages of a key must be in one
	// partition. It is called on a goroutine of the source, one at a time for each partition. If it
	// panics, the consumer ends with an error that matches keyed.ErrPanic.
	Key func(jetstream.Msg) []byte
	// Lease is how long a partition stays without an owner after its owner has died, at most twice
	// that. The default is 10 s. At least 1 s.
	Lease time.Duration
	// ConfigureConsumer, if not nil, changes the configuration of a durable consumer before it is
	// created, such as its number of replicas. It must leave the name, the filter, the policy of
	// acknowledgements and the number of deliveries as they are.
	ConfigureConsumer func(*jetstream.ConsumerConfig)
}

// A Source is a member of a group of processes that consume a stream. Make one with New, and give
// it to keyed.Consume, whose Drain or Close ends it. A record's Native is its jetstream.Msg, which
// must not be acknowledged. Its Position is the sequence number in the stream.
type Source struct {
	js     jetstream.JetStream
	config Config
	id     string

	sink   keyed.Sink
	bucket jetstream.KeyValue
	failed chan error         // has the error for which Run ends
	stop   context.CancelFunc // ends the membership
	ended  chan struct{}      // closed when it has ended; nil before Run
}

// New returns a source. It returns an error that matches wakeful.ErrInvalidOption if the
// configuration is not valid. It asks the server for nothing: that begins with keyed.Consume.
func New(js jetstream.JetStream, config Config) (*Source, error) {
	if config.Lease == 0 {
		config.Lease = 10 * time.Second
	}
	invalid := func(what string) (*Source, error) {
		return nil, fmt.Errorf("%w: keyednats.New: %s", wakeful.ErrInvalidOption, what)
	}
	switch {
	case js == nil:
		return invalid("the JetStream context is nil; make one with jetstream.New of nats.go")
	case config.Stream == "" || config.Group == "":
		return invalid("Config.Stream and Config.Group must be set")
	case len(config.Partitions) == 0 || slices.Contains(config.Partitions, ""):
		return invalid("Config.Partitions needs filter subjects, and none may be empty")
	case config.Key == nil:
		return invalid("Config.Key must be set, because JetStream's messages have no key; use Header or SubjectToken")
	case config.Lease < time.Second:
		return invalid("Config.Lease must be at least a second, or 0 for the default")
	}
	config.Partitions = slices.Clone(config.Partitions)
	return &Source{js: js, config: config, id: nuid.Next(), failed: make(chan error, 1)}, nil
}

// Run implements keyed.Source.
func (s *Source) Run(ctx context.Context, sink keyed.Sink) error {
	bucket, err := s.js.CreateOrUpdateKeyValue(ctx, jetstream.KeyValueConfig{
		Bucket: "keyed-" + s.config.Group, History: 1, TTL: s.config.Lease,
		Description: "the members and the partitions of a group of package keyed",
	})
	if err != nil {
		if ctx.Err() != nil {
			return nil //nolint:nilerr // Run ends because it was asked to
		}
		return fmt.Errorf("keyednats: the bucket of group %s: %w", s.config.Group, err)
	}
	s.sink, s.bucket = sink, bucket
	staying, stop := context.WithCancel(context.WithoutCancel(ctx))
	s.stop, s.ended = stop, make(chan struct{})
	m := newMembership(staying, ctx, s)
	go func() {
		defer close(s.ended)
		s.fail(m.run())
	}()
	select {
	case <-m.drained:
		return nil
	case err := <-s.failed:
		return err
	}
}

// fail ends Run with an error, or with nil.
func (s *Source) fail(err error) {
	select {
	case s.failed <- err:
	default: // it ends already
	}
}

// Acknowledge implements keyed.Source. The acknowledgement of the last message waits for the
// server, which handles them in order.
func (s *Source) Acknowledge(ctx context.Context, acks []keyed.Ack) error {
	ctx, cancel := context.WithTimeout(ctx, s.config.Lease)
	defer cancel()
	var failed error // the first: when the connection is gone, there are as many as messages
	for _, a := range acks {
		var last jetstream.Msg
		for r := range a.Records {
			m := r.Native().(jetstream.Msg) //nolint:forcetypeassert // it is this package that has made it
			if last != nil {
				failed = cmp.Or(failed, acknowledged(last.Ack()))
			}
			last = m
		}
		if last != nil {
			failed = cmp.Or(failed, acknowledged(last.DoubleAck(ctx)))
		}
	}
	if failed != nil {
		return fmt.Errorf("keyednats: acknowledge: %w", failed)
	}
	return nil
}

// acknowledged returns nil for a message that was acknowledged before an attempt that has failed in
// part.
func acknowledged(err error) error {
	if errors.Is(err, jetstream.ErrMsgAlreadyAckd) {
		return nil
	}
	return err
}

// Close implements keyed.Source. It leaves the group. The connection stays open.
func (s *Source) Close() error {
	if s.ended != nil {
		s.stop()
		<-s.ended
	}
	return nil
}
