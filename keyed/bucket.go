package keyed

import (
	"math/bits"
	"time"

	"github.com/wakeful-go/wakeful"
	"github.com/wakeful-go/wakeful/internal/ring"
	"github.com/wakeful-go/wakeful/internal/simulation"
)

// This file owns the way of records to their keys. The keys are divided into buckets, and a bucket
// is what a loop of the group has as a whole: records of a bucket that are delivered together need
// one function on its loop, and one acquisition of the consumer's lock when they have finished.

const (
	// Each loop has bucketsPerLoop buckets, unless that is fewer than fewestBuckets or more than
	// mostBuckets in all. With more of them, fewer records share a function. With fewer, the loops
	// have unequal shares after a Resize.
	bucketsPerLoop             = 8
	fewestBuckets, mostBuckets = 16, 128
	// batch is how many records are divided between the buckets at once.
	batch = 1024
	// evictAfter is the time after which the memory of an idle key is freed, at most twice that.
	evictAfter = time.Minute
)

// A bucket has the keys with the same hash. Only its loop uses it.
type bucket[K comparable, S any] struct {
	keys    map[K]*keyState[K, S]
	rest    ring.Buffer[run[K]] // what has arrived and has not been looked at
	touched byte                // see touch; without it the compiler would leave out the reads
}

// nameBuckets chooses the number of buckets, and names so that each loop has the same number of
// them, or one more. Everything waits for the busiest loop. After a Resize the shares are as the
// group divides them.
func (c *Consumer[K, S]) nameBuckets(loops int) {
	buckets := min(max(bucketsPerLoop*loops, fewestBuckets), mostBuckets)
	share := (buckets + loops - 1) / loops
	count := map[*wakeful.Loop]int{}
	for name := range uint16(1 << 15) {
		if l := c.buckets.Loop(name); len(c.names) < buckets && count[l] < share {
			count[l]++
			c.names = append(c.names, name)
		}
	}
	// If a loop has none of those names, its share goes to any.
	for name := uint16(1 << 15); len(c.names) < buckets; name++ {
		c.names = append(c.names, name)
	}
}

// ahead is how many records touch reads at once.
const ahead = 16

// touch reads the records that run soon. Another processor has written them, and those of a bucket
// are far apart in memory. The processor waits for the reads of several records together, and would
// wait for each of them if it was read when it runs.
func (b *bucket[K, S]) touch(s *slab[K], numbers []uint16) {
	var sum byte
	for _, number := range numbers {
		it := &s.items[number]
		sum += byte(it.record.Position) + byte(it.number)
		if value := it.record.Value; len(value) > 0 {
			sum += value[0] + value[len(value)-1]
		}
		if key, ok := any(it.key).(string); ok && key != "" {
			sum += key[0]
		}
	}
	b.touched += sum
}

// bucketOf returns the number of a key's bucket.
func (c *Consumer[K, S]) bucketOf(key K) int {
	high, _ := bits.Mul64(simulation.Comparable(c.random, key), uint64(len(c.names)))
	return int(high)
}

// doBucket runs fn with a bucket on its loop.
func (c *Consumer[K, S]) doBucket(n int, fn func(*bucket[K, S])) error {
	return c.buckets.Submit(c.names[n], fn)
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

// send gives the items of s from first to below end to their buckets, with one function for each
// bucket. It sorts their numbers by bucket, which keeps the order within a bucket.
func (c *Consumer[K, S]) send(s *slab[K], first, end int) error {
	var of [batch]uint8     // the buckets of the items
	var at [mostBuckets]int // how many a bucket gets, then where its next number goes
	for i := first; i < end; i++ {
		b := c.bucketOf(s.items[i].key)
		of[i] = uint8(b)
		at[b]++
	}
	begin := first
	for b := range c.names {
		begin, at[b] = begin+at[b], begin
	}
	for i := first; i < end; i++ {
		b := of[i]
		s.order[at[b]] = uint16(i)
		at[b]++
	}
	begin = first
	for b := range c.names {
		if begin == at[b] {
			continue
		}
		records := run[K]{s, s.order[begin:at[b]:at[b]]}
		begin = at[b]
		if err := c.doBucket(b, func(b *bucket[K, S]) { c.arrive(b, records) }); err != nil {
			return err
		}
	}
	return nil
}

// arrive gives records to their keys.
func (c *Consumer[K, S]) arrive(b *bucket[K, S], records run[K]) {
	b.rest.Push(records)
	c.arriveRest(b)
}

// arriveRest does so with all that have arrived.
func (c *Consumer[K, S]) arriveRest(b *bucket[K, S]) {
	for b.rest.Len() > 0 {
		c.arriveRun(b, b.rest.Front())
	}
}

// arriveRun gives the first records of b.rest to their keys, and removes them. A handler that calls
// done before it returns is the usual case, and all of those are counted at the end.
func (c *Consumer[K, S]) arriveRun(b *bucket[K, S], records *run[K]) {
	s, numbers := records.slab, records.items
	p := s.partition
	if !c.start(p) {
		b.rest.Pop() // abandoned: its next owner gets it
		return
	}
	taken, finished := 0, 0 // finished are the first of numbers, which are written again
	attempting, completed := false, false
	defer func() {
		if !completed { // runtime.Goexit in the handler of the last one taken
			if attempting {
				c.count(p) // else begin has counted it
			}
			_ = c.doBucket(c.bucketOf(s.items[numbers[taken-1]].key), c.arriveRest)
		}
		if records.items = numbers[taken:]; len(records.items) == 0 {
			b.rest.Pop()
		}
		c.results(p, run[K]{s, numbers[:finished]})
	}()
	for taken < len(numbers) {
		if taken%ahead == 0 {
			b.touch(s, numbers[taken:min(taken+ahead, len(numbers))])
		}
		number := numbers[taken]
		taken++
		it := &s.items[number]
		k := b.key(it.key)
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
		attempting = true
		ended, err := c.attempt(k, it)
		attempting = false
		switch {
		case !ended:
			c.count(p)
		case err == nil:
			k.running = nil
			numbers[finished] = number
			finished++
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
	for b := range c.names {
		_ = c.doBucket(b, c.sweep) // fails when the group is ending, which ends the consumer
	}
}
