package simulation

import "testing"

// TestHashOf: keys with few or with high bits spread over the highest bits of the hash, and two
// Randoms hash in different ways.
func TestHashOf(t *testing.T) {
	const slots, keys = 1 << 12, 1 << 16
	for name, key := range map[string]func(i int) int64{
		"one after the other": func(i int) int64 { return int64(i) },
		"negative":            func(i int) int64 { return -int64(i) },
		"in steps of 2^12":    func(i int) int64 { return int64(i) << 12 },
		"in the highest bits": func(i int) int64 { return int64(i) << 48 },
	} {
		t.Run(name, func(t *testing.T) {
			for range 50 {
				hash, other := HashOf[int64](NewRandom()), HashOf[int64](NewRandom())
				var in [slots]int
				for i := range keys {
					h := hash(key(i))
					in[h>>52]++
					if h == other(key(i)) {
						t.Fatalf("the hash of %d is the same with another seed", key(i))
					}
				}
				most, empty := 0, 0
				for _, n := range in {
					most = max(most, n)
					if n == 0 {
						empty++
					}
				}
				// 16 keys to a slot. At random, the fullest of 4,096 has about 32, and none is empty.
				if most > 64 || empty > slots/100 {
					t.Fatalf("the fullest slot has %d keys, and %d of %d have none", most, empty, slots)
				}
			}
		})
	}
	hash := HashOf[string](NewRandom())
	a, again, b := hash("a"), hash("a"), hash("b")
	if a != again || a == b {
		t.Errorf("the hashes of a, a and b are %x, %x and %x", a, again, b)
	}
}
