package keyed

import (
	"hash/maphash"
	"time"

	"github.com/wakeful-go/wakeful"
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
	keys    map[K]*keyState[K, S]
	rest    list[K] // records that have arrived and have not been looked at, after a Goexit
	touched byte    // see touch
}

// nameBuckets chooses names of buckets so that each loop has the same number of them, or one more.
// Everything waits for the busiest loop. After a Resize the shares are as the group divides them.
func (c *Consumer[K, S]) nameBuckets(loops int) {
	share := (buckets + loops - 1) / loops
	count := map[*wakeful.Loop]int{}
	n := 0
	for name := range uint16(1 << 15) {
		if l := c.buckets.Loop(name); n < buckets && count[l] < share {
			count[l]++
			c.names[n] = name
			n++
		}
	}
	for ; n < buckets; n++ { // a loop has none of the names: its share goes to any
		c.names[n] = 1<<15 + uint16(n)
	}
}

// touch reads the first byte of a record that runs soon. So the processor fetches the item and its
// value from another one's cache while the record before it runs.
func (b *bucket[K, S]) touch(it *item[K]) {
	if it != nil && len(it.record.Value) > 0 {
		b.touched += it.record.Value[0]
	}
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

func (l *list[K]) append(more list[K]) {
	switch {
	case more.head == nil:
	case l.head == nil:
		*l = more
	default:
		l.tail.next, l.tail = more.head, more.tail
	}
}

func (l *list[K]) pop() *item[K] {
	it := l.head
	l.head, it.next = it.next, nil
	return it
}

func (c *Consumer[K, S]) bucketOf(key K) int {
	return int(maphash.Comparable(c.seed, key) % buckets)
}

// doBucket runs fn with a bucket on its loop.
func (c *Consumer[K, S]) doBucket(n int, fn func(*bucket[K, S])) error {
	return c.buckets.Do(c.names[n], fn)
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
	_ = c.doBucket(c.bucketOf(key), func(b *bucket[K, S]) { fn(b.key(key)) })
}

// send gives records to their buckets. The items are in the order of their partition.
func (c *Consumer[K, S]) send(items []item[K]) error {
	var lists [buckets]list[K]
	var used [buckets]uint8
	n := 0
	for i := range items {
		b := c.bucketOf(items[i].key)
		if lists[b].head == nil {
			used[n] = uint8(b)
			n++
		}
		lists[b].push(&items[i])
	}
	for _, i := range used[:n] {
		records := lists[i]
		if err := c.doBucket(int(i), func(b *bucket[K, S]) { c.arrive(b, records) }); err != nil {
			return err
		}
	}
	return nil
}

// arrive gives records to their keys.
func (c *Consumer[K, S]) arrive(b *bucket[K, S], records list[K]) {
	b.rest.append(records)
	for b.rest.head != nil {
		c.arriveOf(b, b.rest.head.partition())
	}
}

// arriveOf gives records to their keys, as long as they are from p. A handler that calls done before
// it returns is the usual case, and all of those are counted at the end.
func (c *Consumer[K, S]) arriveOf(b *bucket[K, S], p *partition[K]) {
	if !c.start(p) {
		for b.rest.head != nil && b.rest.head.partition() == p {
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
			_ = c.doBucket(c.bucketOf(k.running.key), func(b *bucket[K, S]) { c.arrive(b, list[K]{}) })
		}
		c.results(p, finished)
	}()
	for b.rest.head != nil && b.rest.head.partition() == p {
		it := b.rest.pop()
		b.touch(b.rest.head)
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
		switch ended, err := c.attempt(k, it); {
		case !ended:
			c.count(p)
		case err == nil:
			k.running = nil
			finished.push(it)
		default:
			c.count(p)
			c.ended(k, it, err)
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
	for b := range buckets {
		_ = c.doBucket(b, c.sweep) // fails when the group is ending, which ends the consumer
	}
}
