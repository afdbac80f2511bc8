package stress_test

import (
	"testing"

	"github.com/wakeful-go/wakeful/internal/stress"
	"go.uber.org/goleak"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

func TestCollideCallsBothForEach(t *testing.T) {
	const n = 1000
	var calls [2][n]int
	stress.Collide(n, stress.Seed(t),
		func(i int) { calls[0][i]++ },
		func(i int) { calls[1][i]++ })
	for side, of := range calls {
		for i, times := range of {
			if times != 1 {
				t.Errorf("side %d was called %d times for %d", side, times, i)
			}
		}
	}
}

func TestSeedsRepeat(t *testing.T) {
	s := stress.Seed(t)
	a, b, other := stress.Random(s, 1), stress.Random(s, 1), stress.Random(s, 2)
	equal := 0
	for range 100 {
		x := a.Uint64()
		if x != b.Uint64() {
			t.Fatal("the same seed and goroutine give other numbers")
		}
		if x == other.Uint64() {
			equal++
		}
	}
	if equal > 1 {
		t.Errorf("two goroutines share %d of 100 numbers", equal)
	}
}
