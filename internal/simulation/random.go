package simulation

import (
	"fmt"
	"hash/fnv"
	"hash/maphash"
	"math/rand/v2"
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

// Comparable returns the hash of a key of any type.
func Comparable[K comparable](r *Random, key K) uint64 {
	if r.of == nil {
		return maphash.Comparable(r.seed, key)
	}
	return repeatable(key)
}

// repeatable hashes a value that prints the same in each run.
func repeatable(key any) uint64 {
	h := fnv.New64a()
	fmt.Fprint(h, key)
	x := h.Sum64()
	x ^= x >> 32
	return x * 0x9e3779b97f4a7c15
}
