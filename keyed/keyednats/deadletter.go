package keyednats

import (
	"context"
	"fmt"
	"strings"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
	"github.com/wakeful-go/wakeful/keyed"
)

// subjectHeader has the subject of a message that has become a dead letter.
const subjectHeader = "Keyed-Subject"

// DeadLetter returns a function for keyed.WithDeadLetter that publishes a message to a subject, which
// a stream must have:
//
//	keyed.WithDeadLetter(8, source.DeadLetter("dead.orders"))
//
// The message has its data, its headers without those of the server, whose names begin with Nats-, and
// those of keyed.DeadLetterHeaders. Keyed-Subject is the subject that it had. It is finished when the
// stream has it. If no stream has the subject, or the stream does not take the message, that is an
// error, and the message is published again after a pause.
//
// JetStream cannot publish and acknowledge in one step. A process that dies in between leaves a dead
// letter, and its successor publishes it again with the same message ID. The server drops the second
// one within the duplicate window of the stream, which is two minutes by default.
func (s *Source) DeadLetter(subject string) func(ctx context.Context, r keyed.Record, err error) error {
	return func(ctx context.Context, r keyed.Record, err error) error {
		letter := &nats.Msg{Subject: subject, Data: r.Value(), Header: nats.Header{}}
		if native, ok := r.Native().(jetstream.Msg); ok {
			for name, values := range native.Headers() {
				if !strings.HasPrefix(strings.ToLower(name), "nats-") {
					letter.Header[name] = values
				}
			}
			letter.Header.Set(subjectHeader, native.Subject())
		}
		for name, value := range keyed.DeadLetterHeaders(r, err) {
			letter.Header.Set(name, value)
		}
		// The time tells the message from one with its number in a stream of the same name that was there before.
		id := fmt.Sprintf("%s %s %d %d", s.config.Group, r.Partition().Topic, r.Position(), r.Time().UnixNano())
		ctx, cancel := context.WithTimeout(ctx, s.config.Lease)
		defer cancel()
		if _, err := s.js.PublishMsg(ctx, letter, jetstream.WithMsgID(id)); err != nil {
			return fmt.Errorf("keyednats: publish to %s: %w", subject, err)
		}
		return nil
	}
}
