// Package keyedkafka connects package keyed to Kafka, with the client of github.com/twmb/franz-go.
//
//	source, err := keyedkafka.New(
//		kgo.SeedBrokers("localhost:9092"), kgo.ConsumerGroup("billing"), kgo.ConsumeTopics("orders"))
//	if err != nil {
//		return err
//	}
//	consumer, err := keyed.Consume(loops, source, keyOf, handle)
//
// The source is a member of a consumer group. Kafka divides the partitions between the members. A
// done(nil) is acknowledged by a commit of the lowest offset of its partition that is not finished.
//
// # Pauses
//
// The source pauses by not polling: one goroutine polls the client, and waits while WithMaxInFlight
// records are not acknowledged. It does not call the client's PauseFetchPartitions for that, because a
// partition that was paused stays paused when it is revoked and assigned again. While it waits, the
// client still sends heartbeats, and fetches ahead only what its buffer for a broker holds. A source of
// [NewStateful] does call it for a partition whose states are read, and resumes the partition after that.
//
// # Rebalances
//
// When a partition is revoked, the source waits in the client's callback until the handlers that run
// have ended, at most for keyed.WithRevokeTimeout, and until what is finished is committed. Keep
// that below kgo.RebalanceTimeout, which is a minute by default. A member that was silent for
// longer than kgo.SessionTimeout loses its partitions: then nothing of them is committed any more.
//
// # Dead letters and transactions
//
// [Source.DeadLetter] makes a function for keyed.WithDeadLetter that writes records to a topic.
//
// With [NewTransactional], the outputs that a handler gives to [Emit] are written in one transaction
// with the offset of its record: a program that reads records, transforms them, and writes others does
// so exactly once. Kafka commits one offset for a partition, so the outputs of a record stay in memory
// until all records before it have finished, at most those of keyed.WithMaxInFlight. If it is not known
// how a transaction has ended, such as when the broker has not answered for kgo.TransactionTimeout, the
// consumer ends with an error. Start the process again.
//
// # States
//
// With [NewStateful] and keyed.WithStore, the state of a key is an output too, to a compacted topic. So a
// member that gets a partition has the effects of the records below the committed offset, of each once.
// What a timer of keyed.WithTimer has changed and emitted stays in memory like the outputs of the key's
// last record.
package keyedkafka
