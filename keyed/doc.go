// Package keyed runs the records of a log, such as Kafka or NATS JetStream, on a group of loops.
// The records of one key run in order on one loop, one at a time, with a state that needs no lock.
// Different keys run at the same time.
//
//	count := func(orders *int, r keyed.Record) error {
//		*orders++ // of the record's key
//		return nil
//	}
//	c, err := keyed.ConsumeFunc(loops, source, keyed.StringKey, count)
//	if err != nil {
//		return err
//	}
//	defer c.Drain(ctx)
//
// The engine still stores the records, divides the partitions between processes, and remembers how
// far each partition was acknowledged. A [Source] connects to it: module keyed/keyedkafka has one
// for Kafka, and module keyed/keyednats one for NATS JetStream. A program that uses one of these
// needs of this package [ConsumeFunc] or, for handlers that end later, [Consume], and [Consumer],
// [Record] and the options. Source, [StateSource], [Sink], [Assignment], [Ack] and [State] are for those
// who connect another engine.
//
// # At least once
//
// A record is finished when its handler has called done(nil), with ConsumeFunc when it has returned
// nil, and acknowledged when the engine knows that. After a crash, or when a partition moves to
// another process, the engine delivers again what was not acknowledged: at most [WithMaxInFlight]
// records, some of which may be finished. So a handler must be idempotent, or make the state durable
// together with the position of the record:
//
//	func handle(account *Account, r keyed.Record, done func(error)) {
//		if r.Position() > account.Last { // else it was delivered again
//			account.Apply(r.Value())
//			account.Last = r.Position()
//		}
//		store.Save(*account, done) // calls done on any goroutine, when the copy is durable
//	}
//
// Save writes state and position in one transaction, and only if the stored position is lower: a
// process that was suspended must not write over what the next owner has done. If the save fails,
// the record runs again, finds its position in the state, and only saves.
//
// # The state
//
// The state of a key is made by the function of [WithLoad] when its first record arrives, or is the
// zero value. When a partition is revoked, the states of its keys are dropped, and the next process
// loads them. With WithLoad, a state is also dropped when no record of its key was unfinished for
// one to two minutes. Nothing saves a state that is dropped, so a handler makes it durable before
// it calls done.
//
// With [WithStore] the source does that, if it can: keyedkafka.NewStateful writes the state of a key in
// one transaction with the offset of its record, so that a record counts once. [WithTimer] and [WithTTL]
// are timers that survive with the state.
//
// # Failures
//
// After done(err), and after a panic, the record runs again after a pause, which doubles each time.
// The later records of its key wait for it, so the order stays. Other keys go on. After the number
// of attempts of [WithDeadLetter], its function gets the record. The sources of keyedkafka and
// keyednats make functions that write it to a topic. [Consumer.Pause] holds back the records of one
// key.
//
// # Batches
//
// A handler of [ConsumeBatches] gets all records of a key that wait, for example to write them to a
// database in one statement. [WithBatch] limits how many, and says how long the first one waits for
// others. A batch that fails is divided, so that one bad record fails alone.
package keyed
