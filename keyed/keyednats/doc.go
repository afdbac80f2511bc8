// Package keyednats connects package keyed to NATS JetStream, with the client of
// github.com/nats-io/nats.go. The server must be of version 2.14 or later.
//
//	source, err := keyednats.New(js, keyednats.Config{
//		Stream: "ORDERS", Group: "billing",
//		Partitions: []string{"orders.0", "orders.1", "orders.2", "orders.3"},
//		Key:        keyednats.Header("Customer"),
//	})
//	if err != nil {
//		return err
//	}
//	consumer, err := keyed.Consume(loops, source, keyOf, handle)
//
// JetStream divides no stream between processes, so this package does. A partition is a subject, or
// a pattern of subjects. A message of JetStream has no key, so Config.Key says what the key is: a
// header, a token of the subject, or what another function returns. The subject would not do: where
// each partition is one subject, all its records would have the same key, and run one after the
// other. All records of a key must be in one partition: a subject transform of the
// server, {{partition(n, token)}}, can do that. Each partition has a durable consumer, which
// remembers what is acknowledged. A done(nil) acknowledges its message. [Source.DeadLetter] makes a
// function for keyed.WithDeadLetter that publishes messages to a subject.
//
// # Which process has a partition
//
// The processes of a group share a bucket of JetStream's key-value store, whose entries live for
// Config.Lease. Each process renews an entry of its own, so all know who is there, and all compute
// the same owner for each partition. The owner must also hold the lease of the partition, which is
// an entry that only one process can create, so two views of the group cannot make two owners. A
// process that leaves deletes its entries. One that dies lets them expire: after at most twice
// Config.Lease its partitions have a new owner.
//
// An owner that cannot renew a lease for two thirds of its time loses the partition by its own
// clock, before the lease expires. A process that is suspended in the middle of a handler can go on
// with it after it has lost its lease. Nothing but the store of the handler can prevent that: see
// the recipe of package keyed.
//
// # Order
//
// The server redelivers a message whose acknowledgement it misses, behind later ones. So a new
// owner resets the durable consumer to its lowest message that is not acknowledged, and begins
// there. The source also resets it when the delivery numbers have a gap, such as after a
// reconnection. A message that comes again while its handler still runs is dropped.
package keyednats
