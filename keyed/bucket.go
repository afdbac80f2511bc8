package keyed

import (
	"hash/maphash"
	"time"
)

// This file owns the way of records to their keys. The keys are divided into buckets, and a bucket
// is what a loop of the group has as a whole: records of a bucket that are delivered together need
// one function on its loop, and one acquisition of the consumer's lock when they have finished.

const (
	// buckets is their number. With more of them, fewer records share a function. With fewer, the
	// loops of a large group have unequal shares.
	buckets = 128
	// batch is how many records are divided between the buckets at once.
	batch = 1024
	// evictAfter is the time after which the memory of an idle key is freed, at most twice that.
	evictAfter = time.Minute
)

// A bucket has the keys with the same hash. Only its loop uses it.
type bucket[K comparable, S any] struct {
	keys map[K]*keyState[K, S]
	rest list[K] // records that have arrived and have not been looked at, after a Goexit
}

// A list is a chain of records in the order of their arrival.
type list[K comparable] struct{ head, tail *item[K] }

func (l *list[K]) push(it *item[K]) {
	if l.head == nil {
		l.head = it
	} else {
		l.tail.next = it
	}
	l.tail = it
}

func (l *list[K]) pop() *item[K] {
	it := l.head
	l.head, it.next = it.next, nil
	return it
}

func (c *Consumer[K, S]) bucketOf(key K) uint8 {
	return uint8(maphash.Comparable(c.seed, key) % buckets)
}

func (b *bucket[K, S]) key(key K) *keyState[K, S] {
	k := b.keys[key]
	if k == nil {
		if b.keys == nil {
			b.keys = map[K]*keyState[K, S]{}
		}
		k = new(keyState[K, S])
		b.keys[key] = k
	}
	return k
}

// do runs fn with the state of a key on its loop. After the end of the group it does nothing: that
// ends the consumer.
func (c *Consumer[K, S]) do(key K, fn func(*keyState[K, S])) {
	_ = c.buckets.Do(c.bucketOf(key), func(b *bucket[K, S]) { fn(b.key(key)) })
}

// send gives records to their buckets. The items are in the order of their partition.
func (c *Consumer[K, S]) send(items []item[K]) error {
	var lists [buckets]list[K]
	var used [buckets]uint8
	n := 0
	for i := range items {
		b := c.bucketOf(items[i].key)
		if lists[b].head == nil {
			used[n] = b
			n++
		}
		lists[b].push(&items[i])
	}
	for _, i := range used[:n] {
		records := lists[i]
		if err := c.buckets.Do(i, func(b *bucket[K, S]) { c.arrive(b, records) }); err != nil {
			return err
		}
	}
	return nil
}

// arrive gives records to their keys.
func (c *Consumer[K, S]) arrive(b *bucket[K, S], records list[K]) {
	if b.rest.head != nil && records.head != nil {
		b.rest.tail.next, b.rest.tail = records.head, records.tail
	} else if b.rest.head == nil {
		b.rest = records
	}
	for b.rest.head != nil {
		c.arriveOf(b, b.rest.head.partition)
	}
}

// arriveOf gives records to their keys, as long as they are from p. A handler that calls done before
// it returns is the usual case, and all of those are counted at the end.
func (c *Consumer[K, S]) arriveOf(b *bucket[K, S], p *partition[K]) {
	if !c.start(p) {
		for b.rest.head != nil && b.rest.head.partition == p {
			b.rest.pop() // abandoned: its next owner gets it
		}
		return
	}
	var finished list[K]
	var k *keyState[K, S]
	completed := false
	defer func() {
		if !completed { // runtime.Goexit in the handler of k's running record
			c.count(p)
			_ = c.buckets.Do(c.bucketOf(k.running.key), func(b *bucket[K, S]) { c.arrive(b, list[K]{}) })
		}
		c.results(p, finished)
	}()
	for b.rest.head != nil && b.rest.head.partition == p {
		it := b.rest.pop()
		k = b.key(it.key)
		k.used = true
		if !c.registerKey(k, it) {
			continue
		}
		if k.running != nil || k.waiting.Len() > 0 || !k.loaded || p.isRevoked() {
			k.waiting.Push(it)
			c.next(k)
			continue
		}
		k.running = it
		switch {
		case !c.attempt(k, it):
			c.count(p)
		case it.err == nil:
			k.running = nil
			finished.push(it)
		default:
			c.count(p)
			c.ended(k, it, it.err)
		}
	}
	completed = true
}

// sweep frees the memory of the keys for which nothing has happened since the last time.
func (c *Consumer[K, S]) sweep(b *bucket[K, S]) {
	for key, k := range b.keys {
		if !k.used && c.canEvict(k) {
			c.unregister(key, k.partitions)
			delete(b.keys, key)
		}
		k.used = false
	}
}

// sweepAll does so in all buckets.
func (c *Consumer[K, S]) sweepAll() {
	for b := range uint8(buckets) {
		_ = c.buckets.Do(b, c.sweep) // fails when the group is ending, which ends the consumer
	}
}
