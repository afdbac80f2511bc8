package peer

import (
	"math/bits"
	"strconv"
	"strings"
)

// This file owns what a peer reports so that the runner can check it: the checksum of
// the order in which tasks ran, and the histogram. docs/peer-protocol.md defines both for
// every language.

// Numbers is how many different numbers tasks carry: a task's number is its place among
// its producer's tasks, modulo Numbers. A peer can therefore make its tasks in advance,
// and measures no allocation of its own.
const Numbers = 1024

// prime is that of the 32-bit FNV-1a hash, whose step Step is (Fowler, Noll, Vo, 1991).
const prime = 16777619

// Seed is the checksum of a producer before its first task.
func Seed(seed uint32, producer int) uint32 { return seed ^ uint32(producer) }

// Step is the checksum after a task that carries number. It depends on the order of the
// tasks.
func Step(sum uint32, number int) uint32 { return (sum ^ uint32(number)) * prime }

// Expected is the checksum of a producer that submitted n tasks, each of which ran once
// and in order.
func Expected(seed uint32, producer, n int) uint32 {
	sum := Seed(seed, producer)
	for i := range n {
		sum = Step(sum, i%Numbers)
	}
	return sum
}

// FireStep is the checksum of fired timers after timer i has fired. It does not depend on
// the order: not every runtime has one for timers that are due at the same time.
func FireStep(sum, seed uint32, i int) uint32 { return sum + (uint32(i)^seed)*prime }

// ExpectedFires is the checksum of n timers, each of which fired once.
func ExpectedFires(seed uint32, n int) uint32 {
	sum := seed
	for i := range n {
		sum = FireStep(sum, seed, i)
	}
	return sum
}

// Share is how many of n operations are the producer's: as equal as they can be, the
// first producers have one more.
func Share(n, producers, producer int) int {
	share := n / producers
	if producer < n%producers {
		share++
	}
	return share
}

// precision is how many leading bits of a value a histogram keeps: an error below 1/32.
const precision = 6

// Bucket is the lowest value of the bucket that v nanoseconds belong to.
func Bucket(v int64) int64 {
	shift := max(0, bits.Len64(uint64(max(v, 0)))-precision)
	return max(v, 0) >> shift << shift
}

// Histogram counts values by their buckets.
type Histogram map[int64]int64

// Add counts a value, in nanoseconds.
func (h Histogram) Add(v int64) { h[Bucket(v)]++ }

// String is the histogram as an answer has it, BUCKET:COUNT,BUCKET:COUNT.
func (h Histogram) String() string {
	var parts []string
	for low, n := range h {
		parts = append(parts, strconv.FormatInt(low, 10)+":"+strconv.FormatInt(n, 10))
	}
	return strings.Join(parts, ",")
}
