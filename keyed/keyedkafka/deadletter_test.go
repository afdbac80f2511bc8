package keyedkafka_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/twmb/franz-go/pkg/kgo"
	"github.com/wakeful-go/wakeful/group"
	"github.com/wakeful-go/wakeful/keyed"
	"github.com/wakeful-go/wakeful/keyed/internal/chaos"
	"github.com/wakeful-go/wakeful/keyed/keyedkafka"
)

// TestDeadLetterTopic: a record that always fails is in the topic, with its headers and those that say
// why, from where and how often, and it is acknowledged. A topic that does not exist is an error.
func TestDeadLetterTopic(t *testing.T) {
	b := serve(t)
	topic := "dead-" + b.topic
	b.create(t, topic, 1)
	bad := &kgo.Record{Key: []byte("a"), Value: []byte("bad"), Headers: []kgo.RecordHeader{
		{Key: "Trace", Value: []byte("1")}, {Key: "Keyed-Error", Value: []byte("of the last time")},
	}}
	for _, r := range []*kgo.Record{{Key: []byte("a"), Value: []byte("good")}, bad, {Key: []byte("a"), Value: []byte("good")}} {
		if err := b.client.ProduceSync(t.Context(), r).FirstErr(); err != nil {
			t.Fatal(err)
		}
	}
	source, err := keyedkafka.New(append(b.join(new(chaos.Link)), kgo.UnknownTopicRetries(1))...)
	if err != nil {
		t.Fatal(err)
	}
	missing, dead := source.DeadLetter("missing"), source.DeadLetter(topic)
	if err := dead(t.Context(), keyed.Record{}, nil); err == nil {
		t.Error("a dead letter without a client")
	}
	loops, err := group.New(2)
	if err != nil {
		t.Fatal(err)
	}
	ended := make(chan error)
	go func() { ended <- loops.Run(context.Background()) }()
	handled := make(chan string, 9)
	var failed error
	c, err := keyed.Consume(loops, source, keyOf, func(_ *int, r keyed.Record, done func(error)) {
		if string(r.Value()) == "bad" {
			done(errors.New("no such account" + strings.Repeat("ä", 2000)))
			return
		}
		handled <- string(r.Value())
		done(nil)
	}, keyed.WithBackoff(time.Millisecond, time.Second), keyed.WithErrorHandler(func(error) {}),
		keyed.WithDeadLetter(2, func(ctx context.Context, r keyed.Record, err error) error {
			if failed == nil {
				failed = missing(ctx, r, err)
				return failed
			}
			return dead(ctx, r, err)
		}))
	if err != nil {
		t.Fatal(err)
	}
	<-handled
	<-handled
	if err := errors.Join(c.Drain(t.Context()), loops.Shutdown(t.Context()), <-ended); err != nil {
		t.Error(err)
	}
	if m := c.Metrics(); failed == nil || m.DeadLetters != 1 || m.DeadLetterFailed != 1 || m.InFlight != 0 {
		t.Errorf("%v, %+v", failed, m)
	}

	reader, err := kgo.NewClient(kgo.SeedBrokers(b.addresses...), kgo.ConsumeTopics(topic), kgo.ConsumeResetOffset(kgo.NewOffset().AtStart()))
	if err != nil {
		t.Fatal(err)
	}
	defer reader.Close()
	records := reader.PollFetches(t.Context()).Records()
	if len(records) != 1 || string(records[0].Key) != "a" || string(records[0].Value) != "bad" {
		t.Fatalf("the topic has %v", records)
	}
	var headers []string
	for _, h := range records[0].Headers {
		headers = append(headers, fmt.Sprintf("%s: %s", h.Key, h.Value))
	}
	want := []string{
		"Trace: 1", "Keyed-Error: no such account" + strings.Repeat("ä", 504), "Keyed-Topic: " + b.topic,
		fmt.Sprint("Keyed-Partition: ", bad.Partition), fmt.Sprint("Keyed-Position: ", bad.Offset), "Keyed-Attempts: 2",
	}
	if !slices.Equal(headers, want) {
		t.Errorf("headers %q, want %q", headers, want)
	}
}
