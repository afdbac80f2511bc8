package peer

import (
	"math/bits"
	"strconv"
	"strings"
)

// This file owns the values that let the runner check a peer: the checksum of the order in which
// tasks ran, and the histogram. docs/peer-protocol.md defines both for every language.

// Numbers is the count of different task numbers. A task's number is its index among its producer's
// tasks, modulo Numbers. So a peer can create its tasks in advance, and its own allocations are not
// measured.
const Numbers = 1024

// prime is the prime of the 32-bit FNV-1a hash, whose step Step uses (Fowler, Noll, Vo, 1991).
const prime = 16777619

// Seed returns the checksum of a producer before its first task.
func Seed(seed uint32, producer int) uint32 { return seed ^ uint32(producer) }

// Step returns the checksum after the task with this number. It depends on the order of the tasks.
func Step(sum uint32, number int) uint32 { return (sum ^ uint32(number)) * prime }

// Expected returns the checksum of a producer whose n tasks each ran once and in order.
func Expected(seed uint32, producer, n int) uint32 {
	sum := Seed(seed, producer)
	for i := range n {
		sum = Step(sum, i%Numbers)
	}
	return sum
}

// FireStep returns the checksum of fired timers after timer i has fired. It does not depend on the
// order, because not every runtime orders timers that are due at the same time.
func FireStep(sum, seed uint32, i int) uint32 { return sum + (uint32(i)^seed)*prime }

// ExpectedFires returns the checksum of n timers that each fired once.
func ExpectedFires(seed uint32, n int) uint32 {
	sum := seed
	for i := range n {
		sum = FireStep(sum, seed, i)
	}
	return sum
}

// Share returns the producer's part of n operations. The parts are as equal as possible, and the
// first producers have one more.
func Share(n, producers, producer int) int {
	share := n / producers
	if producer < n%producers {
		share++
	}
	return share
}

// precision is the number of leading bits that a histogram keeps of a value: an error below 1/32.
const precision = 6

// Bucket returns the lowest value of the bucket of v nanoseconds.
func Bucket(v int64) int64 {
	shift := max(0, bits.Len64(uint64(max(v, 0)))-precision)
	return max(v, 0) >> shift << shift
}

// Histogram counts values by their buckets.
type Histogram map[int64]int64

// Add counts a value, in nanoseconds.
func (h Histogram) Add(v int64) { h[Bucket(v)]++ }

// String formats the histogram for an answer, BUCKET:COUNT,BUCKET:COUNT.
func (h Histogram) String() string {
	var parts []string
	for low, n := range h {
		parts = append(parts, strconv.FormatInt(low, 10)+":"+strconv.FormatInt(n, 10))
	}
	return strings.Join(parts, ",")
}
