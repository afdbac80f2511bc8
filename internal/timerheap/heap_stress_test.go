package timerheap_test

// A million nodes.

import (
	"math"
	"testing"

	"github.com/wakeful-go/wakeful/internal/stress"
)

// TestMillion adds a million nodes, removes most of them in random order and pops
// the others, whose order it checks.
func TestMillion(t *testing.T) {
	size := stress.Rounds(1_000_000)
	random := stress.Random(stress.Seed(t), 0)
	var h heap
	nodes, deadlines := make([]node, size), make([]int64, size)
	for i := range nodes {
		nodes[i].Value = i
		deadlines[i] = random.Int64N(int64(size) / 4) // some four of each
		h.Add(&nodes[i], deadlines[i])
	}
	check(t, &h)
	kept := size / 10
	for k, i := range random.Perm(size)[kept:] {
		if !h.Remove(&nodes[i]) {
			t.Fatalf("node %d was not there", i)
		}
		if k%(size/5) == 0 {
			check(t, &h)
		}
	}
	check(t, &h)
	if h.Len() != kept || h.Cap() > 4*kept {
		t.Errorf("%d nodes are left, want %d, in memory for %d", h.Len(), kept, h.Cap())
	}
	last := -1
	for range kept {
		n, when := h.PopDue(math.MaxInt64, h.Order())
		if n == nil || when != deadlines[n.Value] {
			t.Fatalf("PopDue returns %v, %d", n, when)
		}
		if i := n.Value; last >= 0 && (deadlines[last] > when || deadlines[last] == when && last > i) {
			t.Fatalf("number %d (%d) came before %d (%d)", last, deadlines[last], i, when)
		}
		last = n.Value
	}
	if h.Len() != 0 {
		t.Errorf("%d nodes are left", h.Len())
	}
}
