package simulation

import (
	"fmt"
	"hash/maphash"
	"math/bits"
	"math/rand/v2"
	"reflect"
	"sync"
)

// Random is what placement takes from chance: numbers, and a hash that outsiders cannot predict. In
// a simulated world both are the same in each run of a seed. Make one with NewRandom. Any goroutine
// may use it.
type Random struct {
	seed maphash.Seed
	mu   sync.Mutex
	of   *rand.Rand // nil outside of worlds; guarded by mu
}

// NewRandom returns the Random of something that the calling goroutine makes.
func NewRandom() *Random {
	r := &Random{seed: maphash.MakeSeed()}
	if d := Current(); d != nil {
		r.of = d.Sequence()
	}
	return r
}

// IntN returns a number from 0 to n-1.
func (r *Random) IntN(n int) int {
	if r.of == nil {
		return rand.IntN(n) //nolint:gosec // it spreads load; it hides nothing
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.of.IntN(n)
}

// String returns the hash of a key.
func (r *Random) String(key string) uint64 {
	if r.of == nil {
		return maphash.String(r.seed, key)
	}
	return repeatable(key)
}

// HashOf returns a function that returns the hash of a key. For the usual integers it multiplies,
// which takes 1.9 ns instead of 4.4 (Intel Xeon, 2 cores).
func HashOf[K comparable](r *Random) func(K) uint64 {
	if r.of != nil {
		return func(key K) uint64 { return repeatable(key) }
	}
	var hash any
	switch any(*new(K)).(type) {
	case int:
		hash = ofIntegers[int](r)
	case int64:
		hash = ofIntegers[int64](r)
	case uint64:
		hash = ofIntegers[uint64](r)
	}
	if hash, ok := hash.(func(K) uint64); ok {
		return hash
	}
	return func(key K) uint64 { return maphash.Comparable(r.seed, key) }
}

// ofIntegers is HashOf for integers. It multiplies twice, as wyhash does (Wang Yi, public domain),
// with secrets made at random. With one multiplication, keys in regular steps left most slots empty.
func ofIntegers[K int | int64 | uint64](r *Random) func(K) uint64 {
	a, b := maphash.Comparable(r.seed, 0), maphash.Comparable(r.seed, 1)
	return func(key K) uint64 {
		high, low := bits.Mul64(uint64(key)^a, uint64(key)^b)
		high, low = bits.Mul64(high^low, 0x9E3779B97F4A7C15)
		return high ^ low
	}
}

// repeatable hashes a value that prints the same in each run. A group asks for 4,096 hashes when it
// is made, so the usual kinds of keys are not printed.
func repeatable(key any) uint64 {
	const offset, prime = 14695981039346656037, 1099511628211 // of FNV-1a
	x := uint64(offset)
	switch v := reflect.ValueOf(key); {
	case v.CanInt():
		x ^= uint64(v.Int())
	case v.CanUint():
		x ^= v.Uint()
	default:
		for _, c := range []byte(fmt.Sprint(key)) {
			x = (x ^ uint64(c)) * prime
		}
	}
	for range 2 { // numbers differ in their low bits, and FNV mixes downwards only
		x ^= x >> 32
		x *= 0x9e3779b97f4a7c15
	}
	return x
}
