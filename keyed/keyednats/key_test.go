package keyednats_test

import (
	"context"
	"errors"
	"testing"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
	"github.com/wakeful-go/wakeful"
	"github.com/wakeful-go/wakeful/group"
	"github.com/wakeful-go/wakeful/keyed"
	"github.com/wakeful-go/wakeful/keyed/internal/chaos"
	"github.com/wakeful-go/wakeful/keyed/keyednats"
)

// A group that runs until the end of the test.
func running(t *testing.T) *group.Group {
	t.Helper()
	g, err := group.New(2)
	if err != nil {
		t.Fatal(err)
	}
	ended := make(chan error)
	go func() { ended <- g.Run(context.Background()) }()
	t.Cleanup(func() {
		if err := errors.Join(g.Shutdown(context.Background()), <-ended); err != nil {
			t.Error(err)
		}
	})
	return g
}

// TestKeysInPlainSubjects: the keys of a partition that is one subject run beside each other: while
// the first record of alice is not finished, the one of bob runs, and the second one of alice does
// not. The function of the key is that of docs/keyed.md.
func TestKeysInPlainSubjects(t *testing.T) {
	url, js := serve(t)
	for _, customer := range []string{"alice", "alice", "bob"} {
		m := &nats.Msg{Subject: "log.0", Header: nats.Header{"Customer": {customer}}}
		if _, err := js.PublishMsg(t.Context(), m); err != nil {
			t.Fatal(err)
		}
	}
	source, err := keyednats.New(connect(t, url, new(chaos.Link)), keyednats.Config{
		Stream: "LOG", Group: "test", Partitions: []string{"log.0", "log.1"}, Key: keyednats.Header("Customer"),
	})
	if err != nil {
		t.Fatal(err)
	}
	keyOf := func(r keyed.Record) string { return string(r.Key()) }
	type call struct {
		customer string
		done     func(error)
	}
	calls := make(chan call, 3)
	c, err := keyed.Consume(running(t), source, keyOf, func(_ *struct{}, r keyed.Record, done func(error)) {
		calls <- call{keyOf(r), done}
	})
	if err != nil {
		t.Fatal(err)
	}
	first, second := <-calls, <-calls
	if first.customer == second.customer {
		t.Errorf("two records of %s run at once", first.customer)
	}
	select {
	case third := <-calls:
		t.Errorf("the second record of %s runs", third.customer)
	default:
	}
	first.done(nil)
	second.done(nil)
	third := <-calls
	if third.customer != "alice" {
		t.Errorf("the last record is of %s", third.customer)
	}
	third.done(nil)
	if err := c.Drain(t.Context()); err != nil {
		t.Error(err)
	}
}

// TestKeyPanics: the consumer ends, and says why.
func TestKeyPanics(t *testing.T) {
	url, js := serve(t)
	if _, err := js.Publish(t.Context(), "log.0.a", nil); err != nil {
		t.Fatal(err)
	}
	c := config()
	c.Key = func(jetstream.Msg) []byte { panic("planted") }
	source, err := keyednats.New(connect(t, url, new(chaos.Link)), c)
	if err != nil {
		t.Fatal(err)
	}
	consumer, err := keyed.Consume(running(t), source, keyOf, func(*int, keyed.Record, func(error)) { t.Error("it has run") },
		keyed.WithErrorHandler(func(error) {}))
	if err != nil {
		t.Fatal(err)
	}
	<-consumer.Done()
	if !errors.Is(consumer.Err(), keyed.ErrPanic) {
		t.Error(consumer.Err())
	}
}

// TestKeyIsNeeded: without a function, a partition that is one subject would have one key.
func TestKeyIsNeeded(t *testing.T) {
	_, js := serve(t)
	c := config()
	c.Key = nil
	if _, err := keyednats.New(js, c); !errors.Is(err, wakeful.ErrInvalidOption) {
		t.Error(err)
	}
}

// TestSubjectToken checks tokens that are there and tokens that are not.
func TestSubjectToken(t *testing.T) {
	_, js := serve(t)
	if _, err := js.Publish(t.Context(), "log.0.alice", nil); err != nil {
		t.Fatal(err)
	}
	stream, err := js.Stream(t.Context(), "LOG")
	if err != nil {
		t.Fatal(err)
	}
	consumer, err := stream.CreateConsumer(t.Context(), jetstream.ConsumerConfig{})
	if err != nil {
		t.Fatal(err)
	}
	m, err := consumer.Next()
	if err != nil {
		t.Fatal(err)
	}
	for n, want := range map[int]string{-1: "", 0: "log", 1: "0", 2: "alice", 3: ""} {
		if key := keyednats.SubjectToken(n)(m); string(key) != want {
			t.Errorf("token %d is %q, want %q", n, key, want)
		}
	}
	if key := keyednats.Header("Customer")(m); len(key) > 0 {
		t.Errorf("the header is %q", key)
	}
}
