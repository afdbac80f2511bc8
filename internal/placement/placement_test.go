package placement_test

import (
	"math"
	"testing"
	"time"

	"github.com/wakeful-go/wakeful/internal/placement"
	"pgregory.net/rapid"
)

// TestJump: keys are even over the buckets, and a new bucket takes keys from the others only.
func TestJump(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		key := rapid.Uint64().Draw(t, "key")
		n := rapid.IntRange(1, 1000).Draw(t, "buckets")
		before, after := placement.Jump(key, n), placement.Jump(key, n+1)
		if before < 0 || before >= n || after != before && after != n {
			t.Errorf("bucket %d of %d, then %d of %d", before, n, after, n+1)
		}
	})
	count := make([]int, 10)
	for i := range uint64(100_000) {
		count[placement.Jump(i*0x9e3779b97f4a7c15, 10)]++
	}
	for bucket, n := range count {
		if n < 9_500 || n > 10_500 {
			t.Errorf("bucket %d has %d of 100,000 keys", bucket, n)
		}
	}
}

// TestGauge: the load follows the utilization, and the backlog counts at the mean duration.
func TestGauge(t *testing.T) {
	var g placement.Gauge
	at, busy := time.Duration(0), time.Duration(0)
	step := func(part float64, queued uint64) {
		at += 10 * time.Millisecond
		busy += time.Duration(part * float64(10*time.Millisecond))
		g.Update(placement.Sample{At: at, Busy: busy, Done: uint64(busy / time.Millisecond), Queued: queued})
	}
	for range 100 {
		step(0.5, 0)
	}
	if u := g.Utilization(); math.Abs(u-0.5) > 0.01 || g.Load() != u {
		t.Errorf("half busy: utilization %v, load %v", u, g.Load())
	}
	step(0.5, 100) // 100 callbacks of a millisecond each take a tenth of a second
	if l := g.Load() - g.Utilization(); math.Abs(l-1) > 0.01 {
		t.Errorf("backlog: %v, want 1", l)
	}
	before := g.Load()
	g.Update(placement.Sample{At: at - 1})
	if g.Load() != before {
		t.Error("an old sample has changed the load")
	}
}

func TestBetter(t *testing.T) {
	for _, c := range []struct {
		a, b placement.Candidate
		want bool
	}{
		{placement.Candidate{Load: 0.1}, placement.Candidate{Load: 0.5}, true},
		{placement.Candidate{Load: 0.5}, placement.Candidate{Load: 0.1}, false},
		{placement.Candidate{Load: 0.1, Placed: 9}, placement.Candidate{Load: 0.5}, true},
		{placement.Candidate{Load: 0.51, Placed: 1}, placement.Candidate{Load: 0.5, Placed: 2}, true},
		{placement.Candidate{Load: 0.51, Placed: 2}, placement.Candidate{Load: 0.5, Placed: 1}, false},
		{placement.Candidate{}, placement.Candidate{}, false},
	} {
		if got := placement.LessLoaded(c.a, c.b); got != c.want {
			t.Errorf("LessLoaded(%v, %v): %v", c.a, c.b, got)
		}
	}
}

// TestBalancerConfirmations: a move comes when the difference was seen often enough, and uses up
// what was seen.
func TestBalancerConfirmations(t *testing.T) {
	b := placement.NewBalancer(placement.Policy{StartDifference: 0.2, StopDifference: 0.1, Confirmations: 3, Cooldown: 2})
	steps := func(u ...float64) (moved []int) {
		for i := range 10 {
			if m, ok := b.Next(u); ok {
				if m.From != 1 || m.To != 0 || math.Abs(m.Share*u[1]-(u[1]-u[0])/2) > 1e-9 {
					t.Errorf("move %+v for %v", m, u)
				}
				moved = append(moved, i)
			}
		}
		return moved
	}
	// Measurements 0 to 2 show it, 3 and 4 do not count, 5 to 7 show it, 8 and 9 do not count.
	if at := steps(0, 1); len(at) != 2 || at[0] != 2 || at[1] != 7 {
		t.Errorf("moves at %v, want 2 and 7", at)
	}
	if at := steps(0.5, 0.65); len(at) == 0 {
		t.Error("between StopDifference and StartDifference nothing moves although movement has begun")
	}
	if at := steps(0.5, 0.55); len(at) != 0 {
		t.Errorf("below StopDifference: moves at %v", at)
	}
	if at := steps(0.5, 0.65); len(at) != 0 {
		t.Errorf("between StopDifference and StartDifference: moves at %v, although movement has ended", at)
	}
	for _, single := range [][]float64{nil, {1}, {math.NaN(), 1}} {
		if m, ok := b.Next(single); ok {
			t.Errorf("%v: %+v", single, m)
		}
	}
}

// TestBalancerDoesNotOvershoot: whatever the loads and the policy, the loop that gives has at least
// as much as the loop that gets, if the measurement was right and all that was asked for has moved.
// And as the loads do not change, the movement ends.
func TestBalancerDoesNotOvershoot(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		u := rapid.SliceOfN(rapid.Float64Range(0, 1), 2, 20).Draw(t, "utilization")
		b := placement.NewBalancer(placement.Policy{
			Confirmations: rapid.IntRange(1, 4).Draw(t, "confirmations"),
			Cooldown:      rapid.IntRange(1, 4).Draw(t, "cooldown"),
		})
		last := 0
		for i := range 2000 {
			m, ok := b.Next(u)
			if !ok {
				continue
			}
			last = i
			amount := m.Share * u[m.From]
			u[m.From] -= amount
			u[m.To] += amount
			if u[m.From] < u[m.To]-1e-9 {
				t.Fatalf("overshoot: %v gave, %v got", u[m.From], u[m.To])
			}
		}
		if last > 1900 {
			t.Error("it moves on and on")
		}
	})
}

// TestChoose: the largest pieces that fit, and never more than the share.
func TestChoose(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		loads := rapid.SliceOf(rapid.Float64Range(0, 1)).Draw(t, "loads")
		rest, share := rapid.Float64Range(0, 1).Draw(t, "rest"), rapid.Float64Range(0, 1).Draw(t, "share")
		chosen, moved := placement.ChooseMoves(loads, rest, share)
		total, sum := rest, 0.0
		for _, l := range loads {
			total += l
		}
		in := map[int]bool{}
		for _, i := range chosen {
			if in[i] {
				t.Errorf("%d was chosen twice", i)
			}
			in[i] = true
			sum += loads[i]
		}
		if sum > share*total+1e-9 || math.Abs(sum-moved*total) > 1e-9 {
			t.Errorf("%v of %v chosen, said %v, allowed %v", sum, total, moved, share)
		}
		for i, l := range loads {
			if l > 0 && !in[i] && sum+l <= share*total-1e-9 {
				t.Errorf("piece %d of %v would have fitted", i, l)
			}
		}
	})
}

func TestPolicyCheck(t *testing.T) {
	for _, p := range []placement.Policy{{StartDifference: -1}, {StartDifference: 1.1}, {StartDifference: math.NaN()}, {StopDifference: -1}, {StopDifference: 0.3}, {Confirmations: -1}, {Cooldown: -1}} {
		if p.Check() == nil {
			t.Errorf("%+v: no error", p)
		}
	}
	if err := (placement.Policy{}).Check(); err != nil {
		t.Error(err)
	}
}
