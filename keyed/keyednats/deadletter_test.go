package keyednats_test

import (
	"context"
	"errors"
	"maps"
	"slices"
	"testing"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
	"github.com/wakeful-go/wakeful/keyed"
	"github.com/wakeful-go/wakeful/keyed/internal/chaos"
	"github.com/wakeful-go/wakeful/keyed/keyednats"
)

// TestDeadLetterSubject: a message that always fails is in the stream once, though it is published
// twice, with its headers and those that say why, from where and how often, and it is acknowledged. A
// subject that no stream has is an error.
func TestDeadLetterSubject(t *testing.T) {
	url, js := serve(t)
	dead, err := js.CreateStream(t.Context(), jetstream.StreamConfig{Name: "DEAD", Subjects: []string{"dead.>"}, Storage: jetstream.MemoryStorage})
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range []*nats.Msg{
		{Subject: "log.1.a", Data: []byte("good")},
		{Subject: "log.1.a", Data: []byte("bad"), Header: nats.Header{
			"Trace": {"1", "2"}, "Keyed-Error": {"of the last time"}, "Nats-Expected-Stream": {"LOG"}, "Nats-Msg-Id": {"7"},
		}},
		{Subject: "log.1.a", Data: []byte("good")},
	} {
		if _, err := js.PublishMsg(t.Context(), m); err != nil {
			t.Fatal(err)
		}
	}
	source, err := keyednats.New(connect(t, url, new(chaos.Link)), config())
	if err != nil {
		t.Fatal(err)
	}
	publish := []func(context.Context, keyed.Record, error) error{source.DeadLetter("missing"), source.DeadLetter("dead.log"), source.DeadLetter("dead.log")}
	var results []error
	handled := make(chan string, 9)
	c, err := keyed.Consume(running(t), source, keyOf, func(_ *int, r keyed.Record, done func(error)) {
		if string(r.Value()) == "bad" {
			done(errors.New("no such account"))
			return
		}
		handled <- string(r.Value())
		done(nil)
	}, keyed.WithBackoff(time.Millisecond, time.Second), keyed.WithErrorHandler(func(error) {}),
		keyed.WithDeadLetter(2, func(ctx context.Context, r keyed.Record, err error) error {
			result := publish[len(results)](ctx, r, err)
			results = append(results, result)
			if len(results) < len(publish) {
				return errors.New("the process dies before it has acknowledged")
			}
			return result
		}))
	if err != nil {
		t.Fatal(err)
	}
	<-handled
	<-handled
	if err := c.Drain(t.Context()); err != nil {
		t.Error(err)
	}
	if m := c.Metrics(); results[0] == nil || results[1] != nil || results[2] != nil || m.DeadLetters != 1 || m.InFlight != 0 {
		t.Errorf("%v, %+v", results, m)
	}

	info, err := dead.Info(t.Context())
	if err != nil || info.State.Msgs != 1 {
		t.Fatalf("%d messages: %v", info.State.Msgs, err)
	}
	m, err := dead.GetMsg(t.Context(), info.State.FirstSeq)
	if err != nil {
		t.Fatal(err)
	}
	if id := m.Header.Get("Nats-Msg-Id"); id == "" || id == "7" {
		t.Errorf("the ID is %q", id)
	}
	delete(m.Header, "Nats-Msg-Id")
	want := nats.Header{
		"Trace": {"1", "2"}, "Keyed-Error": {"no such account"}, "Keyed-Topic": {"LOG"}, "Keyed-Partition": {"1"}, "Keyed-Position": {"2"},
		"Keyed-Attempts": {"2"}, "Keyed-Subject": {"log.1.a"},
	}
	if !maps.EqualFunc(m.Header, want, slices.Equal) || string(m.Data) != "bad" || m.Subject != "dead.log" {
		t.Errorf("%s %s %v, want %v", m.Subject, m.Data, m.Header, want)
	}
}
