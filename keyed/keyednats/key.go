package keyednats

import (
	"bytes"
	"fmt"
	"runtime/debug"

	"github.com/nats-io/nats.go/jetstream"
	"github.com/wakeful-go/wakeful/keyed"
)

// This file owns the keys of messages, which JetStream does not have.

// Header returns a function for Config.Key whose result is the first value of a header. Messages
// without the header have the empty key.
func Header(name string) func(jetstream.Msg) []byte {
	return func(m jetstream.Msg) []byte { return []byte(m.Headers().Get(name)) }
}

// SubjectToken returns a function for Config.Key whose result is the n-th token of the subject: of
// "orders.3.alice" it is "orders" for 0 and "alice" for 2. Messages that have fewer tokens have the
// empty key.
func SubjectToken(n int) func(jetstream.Msg) []byte {
	return func(m jetstream.Msg) []byte {
		tokens := bytes.Split([]byte(m.Subject()), []byte("."))
		if n < 0 || n >= len(tokens) {
			return nil
		}
		return tokens[n]
	}
}

// setKeys sets the keys of records. A panic of Config.Key is an error.
func (s *Source) setKeys(records keyed.Messages) (err error) {
	defer func() {
		if v := recover(); v != nil {
			err = fmt.Errorf("keyednats: the function of Config.Key: %w: %v\n%s", keyed.ErrPanic, v, debug.Stack())
		}
	}()
	for i := range records {
		records[i].Key = s.config.Key(records[i].Native.(jetstream.Msg)) //nolint:forcetypeassert // it is this package that has made it
	}
	return nil
}
