package timerheap_test

// The heap against a slice that is kept sorted.

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// sorted is the reference: entries in the order in which they are due.
type sorted struct {
	entries []entry
	order   uint64
}

type entry struct {
	value int
	when  int64
	order uint64
}

func (s *sorted) add(value int, when int64) {
	at := len(s.entries)
	for at > 0 && s.entries[at-1].when > when {
		at--
	}
	s.entries = slices.Insert(s.entries, at, entry{value, when, s.order})
	s.order++
}

func (s *sorted) remove(value int) bool {
	before := len(s.entries)
	s.entries = slices.DeleteFunc(s.entries, func(e entry) bool { return e.value == value })
	return len(s.entries) < before
}

func (s *sorted) popDue(now int64, limit uint64) (value int, when int64, ok bool) {
	if len(s.entries) == 0 {
		return 0, 0, false
	}
	first := s.entries[0]
	if first.when > now || first.order >= limit {
		return 0, 0, false
	}
	s.entries = s.entries[1:]
	return first.value, first.when, true
}

func TestReference(t *testing.T) {
	// Few different deadlines make many equal ones. Short lists make many of them.
	for _, minList := range []int{1, 3, 128} {
		for _, spread := range []int64{1, 4, 1000, math.MaxInt64} {
			t.Run(fmt.Sprintf("minList=%d/spread=%d", minList, spread), func(t *testing.T) {
				setMinList(t, minList)
				testReference(t, spread)
			})
		}
	}
}

func testReference(t *testing.T, spread int64) {
	rapid.Check(t, func(t *rapid.T) {
		var h heap
		var reference sorted
		var nodes []*node
		var limits = []uint64{0, math.MaxUint64}
		deadline := rapid.Int64Range(-spread, spread)
		pop := func(t *rapid.T, now int64, limit uint64) bool {
			n, when := h.PopDue(now, limit)
			value, wantWhen, ok := reference.popDue(now, limit)
			if ok != (n != nil) || when != wantWhen || ok && n.Value != value {
				t.Fatalf("PopDue(%d, %d) = %+v, %d, want %d, %d, %v", now, limit, n, when, value, wantWhen, ok)
			}
			return ok
		}
		t.Repeat(map[string]func(*rapid.T){
			"add": func(t *rapid.T) {
				for range rapid.IntRange(1, 20).Draw(t, "n") {
					n := &node{Value: len(nodes)}
					nodes = append(nodes, n)
					when := deadline.Draw(t, "when")
					h.Add(n, when)
					reference.add(n.Value, when)
				}
			},
			"remove": func(t *rapid.T) {
				if len(nodes) == 0 {
					t.Skip("nothing was added yet")
				}
				n := rapid.SampledFrom(nodes).Draw(t, "node")
				if got, want := h.Remove(n), reference.remove(n.Value); got != want {
					t.Fatalf("Remove(%d) = %v, want %v", n.Value, got, want)
				}
			},
			"add again": func(t *rapid.T) {
				if len(nodes) == 0 {
					t.Skip("nothing was added yet")
				}
				n := rapid.SampledFrom(nodes).Draw(t, "node")
				if n.Scheduled() {
					t.Skip("it is there")
				}
				when := deadline.Draw(t, "when")
				h.Add(n, when)
				reference.add(n.Value, when)
			},
			"limit": func(*rapid.T) {
				if h.Order() != reference.order {
					t.Fatalf("Order() = %d, want %d", h.Order(), reference.order)
				}
				limits = append(limits, h.Order())
			},
			"pop one": func(t *rapid.T) {
				pop(t, deadline.Draw(t, "now"), rapid.SampledFrom(limits).Draw(t, "limit"))
			},
			"pop all": func(t *rapid.T) {
				now, limit := deadline.Draw(t, "now"), rapid.SampledFrom(limits).Draw(t, "limit")
				for pop(t, now, limit) {
				}
			},
			"pop any": func(*rapid.T) {
				if n := h.Pop(); n == nil {
					if len(reference.entries) > 0 {
						t.Fatal("Pop() = nil of a heap that is not empty")
					}
				} else if !reference.remove(n.Value) {
					t.Fatalf("Pop() returns %d, which is not there", n.Value)
				}
			},
			"": func(t *rapid.T) {
				if err := h.Check(); err != nil {
					t.Fatal(err)
				}
				if h.Len() != len(reference.entries) {
					t.Fatalf("Len() = %d, want %d", h.Len(), len(reference.entries))
				}
				if h.Len() > 0 && h.Next() != reference.entries[0].when {
					t.Fatalf("Next() = %d, want %d", h.Next(), reference.entries[0].when)
				}
				for _, n := range nodes {
					there := slices.ContainsFunc(reference.entries, func(e entry) bool { return e.value == n.Value })
					if n.Scheduled() != there {
						t.Fatalf("node %d: Scheduled() = %v", n.Value, n.Scheduled())
					}
				}
			},
		})
	})
}
