package keyednats_test

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/nats-io/nats.go/jetstream"
	"github.com/wakeful-go/wakeful/keyed"
	"github.com/wakeful-go/wakeful/keyed/keyednats"
)

// refused is a message whose acknowledgement fails.
type refused struct {
	jetstream.Msg
	err error
}

func (m refused) Ack() error                      { return m.err }
func (m refused) DoubleAck(context.Context) error { return m.err }

// TestAcknowledgementFails: the error has one reason, however many acknowledgements fail, and none if
// all were acknowledged before.
func TestAcknowledgementFails(t *testing.T) {
	source, err := keyednats.New(&stalled{}, config())
	if err != nil {
		t.Fatal(err)
	}
	away := errors.New("the connection is closed")
	acknowledge := func(reasons ...error) error {
		var records []keyed.Record
		for _, reason := range reasons {
			records = append(records, keyed.Message{Native: refused{err: reason}}.Record(keyed.Partition{}, 1))
		}
		one := keyed.Ack{Records: slices.Values(records)}
		return source.Acknowledge(t.Context(), []keyed.Ack{one, one})
	}
	err = acknowledge(slices.Repeat([]error{jetstream.ErrMsgAlreadyAckd, away}, 1000)...)
	if !errors.Is(err, away) || strings.Count(err.Error(), away.Error()) != 1 {
		t.Errorf("the error has %d bytes, and begins with %.200q", len(err.Error()), err)
	}
	if err := acknowledge(jetstream.ErrMsgAlreadyAckd, jetstream.ErrMsgAlreadyAckd); err != nil {
		t.Error(err)
	}
}
