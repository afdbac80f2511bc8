package keyedkafka

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/twmb/franz-go/pkg/kgo"
	"github.com/wakeful-go/wakeful/keyed"
)

// DeadLetter returns a function for keyed.WithDeadLetter that writes a record to a topic, with the
// source's client:
//
//	keyed.WithDeadLetter(8, source.DeadLetter("orders-dead"))
//
// The record has its key, its value and its headers, and those of keyed.DeadLetterHeaders, which
// replace others of the same names. It is finished when the topic has it as kgo.RequiredAcks says, by
// default on all replicas in sync. A topic that does not exist, or does not take the record, is an
// error, and the record is written again after a pause.
//
// With NewTransactional it is written as Emit does: once, with the offset of the record. Without,
// Kafka remembers one offset for a partition, and the offset of the record is committed when all
// records before it are finished too. So a process that dies in between leaves a dead letter, and its
// successor can write a second one, with the same Keyed-Topic, Keyed-Partition and Keyed-Position.
func (s *Source) DeadLetter(topic string) func(ctx context.Context, r keyed.Record, err error) error {
	return func(ctx context.Context, r keyed.Record, err error) error {
		s.mu.Lock()
		client := s.client
		s.mu.Unlock()
		if client == nil {
			return errors.New("keyedkafka: a dead letter before keyed.Consume has begun")
		}
		letter := &kgo.Record{Topic: topic, Key: r.Key(), Value: r.Value()}
		if native, ok := r.Native().(*kgo.Record); ok {
			letter.Key, letter.Headers = native.Key, slices.Clone(native.Headers)
		}
		for name, value := range keyed.DeadLetterHeaders(r, err) {
			letter.Headers = slices.DeleteFunc(letter.Headers, func(h kgo.RecordHeader) bool { return h.Key == name })
			letter.Headers = append(letter.Headers, kgo.RecordHeader{Key: name, Value: []byte(value)})
		}
		if s.transactional {
			return Emit(r, letter)
		}
		ctx, cancel := context.WithTimeout(ctx, commitLimit)
		defer cancel()
		if err := client.ProduceSync(ctx, letter).FirstErr(); err != nil {
			return fmt.Errorf("keyedkafka: write to %s: %w", topic, err)
		}
		return nil
	}
}
