package timerheap_test

// The behaviour of the heap: what comes out, in which order, up to which limit.

import (
	"cmp"
	"math"
	"runtime"
	"slices"
	"testing"
	"unsafe"
	"weak"

	"github.com/wakeful-go/wakeful/internal/stress"
	"github.com/wakeful-go/wakeful/internal/timerheap"
)

type heap struct{ timerheap.Heap }

// node is an owner of a timerheap.Node, as a timer is.
type node struct {
	timerheap.Node
	Value int
}

func ownerOf(n *timerheap.Node) *node { return (*node)(unsafe.Pointer(n)) }

func (h *heap) Add(n *node, when int64) { h.Heap.Add(&n.Node, when) }

func (h *heap) Remove(n *node) bool { return h.Heap.Remove(&n.Node) }

func (h *heap) PopDue(now int64, limit uint64) (*node, int64) {
	n, when := h.Heap.PopDue(now, limit)
	return ownerOf(n), when
}

func (h *heap) Pop() *node { return ownerOf(h.Heap.Pop()) }

// setMinList makes lists of fewer nodes during a test.
func setMinList(t *testing.T, n int) {
	before := timerheap.SetMinList(n)
	t.Cleanup(func() { timerheap.SetMinList(before) })
}

// add adds nodes with the given deadlines, numbered from 0.
func add(h *heap, deadlines ...int64) (nodes []*node) {
	for i, when := range deadlines {
		n := &node{Value: i}
		h.Add(n, when)
		nodes = append(nodes, n)
	}
	return nodes
}

// popAll pops what is due and returns the values.
func popAll(h *heap, now int64, limit uint64) (values []int) {
	for {
		n, _ := h.PopDue(now, limit)
		if n == nil {
			return values
		}
		values = append(values, n.Value)
	}
}

func check(t *testing.T, h *heap) {
	t.Helper()
	if err := h.Check(); err != nil {
		t.Fatal(err)
	}
}

func TestPopDue(t *testing.T) {
	for _, row := range []struct {
		name      string
		deadlines []int64
		now       int64
		limit     uint64
		want      []int
	}{
		{"empty", nil, math.MaxInt64, math.MaxUint64, nil},
		{"not yet", []int64{5}, 4, math.MaxUint64, nil},
		{"at its deadline", []int64{5}, 5, math.MaxUint64, []int{0}},
		{"after it", []int64{5}, 6, math.MaxUint64, []int{0}},
		{"earliest first", []int64{5, 3, 4, 1, 2}, 9, math.MaxUint64, []int{3, 4, 1, 2, 0}},
		{"as far as they are due", []int64{5, 3, 4, 1, 2}, 3, math.MaxUint64, []int{3, 4, 1}},
		{"equal ones in the order of their addition", []int64{7, 7, 7, 7, 7, 7, 7}, 7, math.MaxUint64, []int{0, 1, 2, 3, 4, 5, 6}},
		{"equal ones among others", []int64{7, 1, 7, 1, 7, 1}, 7, math.MaxUint64, []int{1, 3, 5, 0, 2, 4}},
		{"added before the limit", []int64{1, 1, 1, 1}, 1, 2, []int{0, 1}},
		{"nothing before the limit", []int64{1, 1}, 1, 0, nil},
		{"the earliest was added after the limit", []int64{5, 4}, 9, 1, nil},
		{"negative deadlines", []int64{0, -1, math.MinInt64}, -1, math.MaxUint64, []int{2, 1}},
		{"extreme deadlines", []int64{math.MaxInt64, math.MinInt64}, math.MaxInt64, math.MaxUint64, []int{1, 0}},
	} {
		t.Run(row.name, func(t *testing.T) {
			var h heap
			nodes := add(&h, row.deadlines...)
			if got := popAll(&h, row.now, row.limit); !slices.Equal(got, row.want) {
				t.Errorf("%v, want %v", got, row.want)
			}
			check(t, &h)
			if want := len(nodes) - len(row.want); h.Len() != want {
				t.Errorf("Len() = %d, want %d", h.Len(), want)
			}
			for i, n := range nodes {
				if n.Scheduled() == slices.Contains(row.want, i) {
					t.Errorf("node %d: Scheduled() = %v", i, n.Scheduled())
				}
			}
		})
	}
}

func TestPopDueReturnsTheDeadline(t *testing.T) {
	var h heap
	add(&h, 30, 10, 20)
	for _, want := range []int64{10, 20, 30} {
		if h.Next() != want {
			t.Errorf("Next() = %d, want %d", h.Next(), want)
		}
		if n, when := h.PopDue(100, h.Order()); n == nil || when != want {
			t.Errorf("PopDue returns %v, %d, want the deadline %d", n, when, want)
		}
	}
}

// TestOrder: a turn that takes Order as its limit fires what was there when it
// began, and nothing that is added meanwhile, due or not.
func TestOrder(t *testing.T) {
	var h heap
	add(&h, 1, 1, 1)
	limit, fired := h.Order(), 0
	for {
		n, _ := h.PopDue(1, limit)
		if n == nil {
			break
		}
		fired++
		h.Add(n, 1) // one that sets itself again at once
	}
	if fired != 3 || h.Len() != 3 {
		t.Errorf("%d fired in one turn, %d are left, want 3 and 3", fired, h.Len())
	}
	if got := popAll(&h, 1, h.Order()); !slices.Equal(got, []int{0, 1, 2}) {
		t.Errorf("the next turn fires %v", got)
	}
}

func TestRemove(t *testing.T) {
	var h heap
	nodes := add(&h, 4, 2, 6, 2)
	stranger := new(node)
	if h.Remove(stranger) || stranger.Scheduled() {
		t.Error("a node that is in no heap was removed")
	}
	if !h.Remove(nodes[1]) || h.Remove(nodes[1]) || nodes[1].Scheduled() {
		t.Error("a node was not removed once")
	}
	check(t, &h)
	h.Add(nodes[1], 5) // a removed node can be used again
	if got := popAll(&h, 10, h.Order()); !slices.Equal(got, []int{3, 0, 1, 2}) {
		t.Errorf("came out: %v", got)
	}
	if h.Remove(nodes[0]) {
		t.Error("a node that came out was removed")
	}
}

// TestRemoveEverywhere removes the node at each place of heaps of each size, so
// that the last one, which fills the gap, has to go up, down or nowhere.
func TestRemoveEverywhere(t *testing.T) {
	s := stress.Seed(t)
	for size := range 2*timerheap.Arity*timerheap.Arity + 2 {
		for victim := range size {
			random := stress.Random(s, size)
			var h heap
			deadlines := make([]int64, size)
			for i := range deadlines {
				deadlines[i] = random.Int64N(int64(size))
			}
			nodes := add(&h, deadlines...)
			h.Remove(nodes[victim])
			check(t, &h)
			var want []int
			for i := range size {
				if i != victim {
					want = append(want, i)
				}
			}
			slices.SortStableFunc(want, func(a, b int) int { return int(deadlines[a] - deadlines[b]) })
			if got := popAll(&h, math.MaxInt64, h.Order()); !slices.Equal(got, want) {
				t.Fatalf("of %v without %d came %v, want %v", deadlines, victim, got, want)
			}
		}
	}
}

// TestLists makes many lists and looks at the structure while nodes come, leave and are moved.
func TestLists(t *testing.T) {
	const size = 3000 // several segments
	for name, deadline := range map[string]func(i int) int64{
		"rising":      func(i int) int64 { return int64(i) },
		"falling":     func(i int) int64 { return int64(size - i) },
		"mixed":       func(i int) int64 { return int64(i * 7919 % size) },
		"some equal":  func(i int) int64 { return int64(i * 7919 % 20) },
		"most equal":  func(i int) int64 { return int64(i / (size - 10)) },
		"far between": func(i int) int64 { return 1 << (i % 63) },
		"extreme":     func(i int) int64 { return []int64{math.MaxInt64, math.MinInt64, 0}[i%3] },
	} {
		t.Run(name, func(t *testing.T) {
			setMinList(t, 4)
			var h heap
			deadlines := make([]int64, size)
			for i := range deadlines {
				deadlines[i] = deadline(i)
			}
			nodes := add(&h, deadlines...)
			var want []int
			for i, n := range nodes {
				if i%10 == 0 {
					h.Remove(n)
				} else {
					want = append(want, i)
				}
			}
			slices.SortStableFunc(want, func(a, b int) int { return cmp.Compare(deadlines[a], deadlines[b]) })
			most := 0
			for _, i := range want {
				check(t, &h)
				most = max(most, h.Lists())
				if n, when := h.PopDue(math.MaxInt64, math.MaxUint64); n == nil || n.Value != i || when != deadlines[i] {
					t.Fatalf("%+v, %d came, want number %d, %d", n, when, i, deadlines[i])
				}
			}
			check(t, &h)
			slices.Sort(deadlines)
			if different := len(slices.Compact(deadlines)); most < 2 && different > 10 {
				t.Errorf("%d lists of %d different deadlines, so nothing was divided", most, different)
			}
		})
	}
}

func TestEach(t *testing.T) {
	setMinList(t, 2)
	for _, size := range []int{0, 1, 5, 100} {
		var h heap
		nodes := add(&h, slices.Repeat([]int64{4, 7, 1, 9, 2}, size/5+1)[:size]...)
		var values []int
		h.Each(func(n *timerheap.Node, when int64) {
			if want := []int64{4, 7, 1, 9, 2}[ownerOf(n).Value%5]; when != want {
				t.Errorf("the deadline is %d, want %d", when, want)
			}
			values = append(values, ownerOf(n).Value)
		})
		slices.Sort(values)
		if len(values) != len(nodes) || len(slices.Compact(values)) != len(nodes) {
			t.Errorf("%d nodes of %d: %v", len(values), len(nodes), values)
		}
	}
}

func TestPopEmptiesTheHeap(t *testing.T) {
	setMinList(t, 1)
	for _, count := range []int{6, 100} { // in the heap alone, and in lists too
		var h heap
		var deadlines []int64
		for i := range count {
			deadlines = append(deadlines, int64(i*7%count/2)) // each twice
		}
		nodes, seen := add(&h, deadlines...), map[int]bool{}
		if count > 6 && h.Lists() == 0 {
			t.Errorf("%d nodes make no list", count)
		}
		for n := h.Pop(); n != nil; n = h.Pop() {
			check(t, &h)
			if seen[n.Value] || n.Scheduled() {
				t.Errorf("node %d came twice or is still scheduled", n.Value)
			}
			seen[n.Value] = true
		}
		if len(seen) != len(nodes) || h.Len() != 0 {
			t.Errorf("%d of %d came, %d are left", len(seen), len(nodes), h.Len())
		}
	}
}

// TestMemoryIsGivenBack: whichever way a burst leaves the heap, most of its
// memory goes with it.
func TestMemoryIsGivenBack(t *testing.T) {
	const burst, small = 100_000, 1024
	for name, empty := range map[string]func(h *heap, nodes []*node){
		"PopDue": func(h *heap, _ []*node) { popAll(h, math.MaxInt64, h.Order()) },
		"Pop": func(h *heap, _ []*node) {
			for h.Pop() != nil {
			}
		},
		"Remove, oldest first": func(h *heap, nodes []*node) {
			for _, n := range nodes {
				h.Remove(n)
			}
		},
		"Remove, newest first": func(h *heap, nodes []*node) {
			for _, n := range slices.Backward(nodes) {
				h.Remove(n)
			}
		},
	} {
		t.Run(name, func(t *testing.T) {
			var h heap
			deadlines := make([]int64, burst)
			for i := range deadlines {
				deadlines[i] = int64(i)
			}
			empty(&h, add(&h, deadlines...))
			if h.Len() != 0 || h.Cap() > small {
				t.Errorf("%d nodes and memory for %d are left", h.Len(), h.Cap())
			}
			check(t, &h)
		})
	}
}

// TestListsGiveMemoryBack: so does a list that keeps some nodes.
func TestListsGiveMemoryBack(t *testing.T) {
	const burst, rest, few = 20_000, 2000, 1024
	var h heap
	nodes := add(&h, make([]int64, burst)...)
	for _, n := range nodes {
		h.Remove(n)
	}
	for i, n := range nodes {
		h.Add(n, int64(i))
	}
	for _, n := range nodes[rest:] {
		h.Remove(n)
	}
	check(t, &h)
	if h.Lists() == 0 || h.Cap() > rest+few {
		t.Errorf("%d nodes in %d lists have memory for %d", h.Len(), h.Lists(), h.Cap())
	}
}

// TestMemoryIsNotGivenBackTooSoon: a heap whose size goes up and down a little
// does not allocate each time.
func TestMemoryIsNotGivenBackTooSoon(t *testing.T) {
	for _, size := range []int{10, 1024, 4096, 10_000} {
		var h heap
		add(&h, make([]int64, size)...)
		n := new(node)
		h.Add(n, 0)
		h.Remove(n)
		if got := testing.AllocsPerRun(1000, func() { h.Add(n, 0); h.Remove(n) }); got != 0 {
			t.Errorf("at %d nodes: %v allocations per addition and removal", size, got)
		}
	}
}

// TestNodesAreReleased: a node that left the heap can be collected.
func TestNodesAreReleased(t *testing.T) {
	stress.Watch(t)
	var h heap
	var collected []weak.Pointer[node]
	for i, leave := range []func(n *node){
		func(n *node) { h.Remove(n) },
		func(*node) { h.PopDue(math.MaxInt64, h.Order()) },
		func(*node) { h.Pop() },
	} {
		add(&h, 5, 6, 7)
		n := &node{Value: i}
		h.Add(n, 0)
		leave(n)
		collected = append(collected, weak.Make(n))
		for h.Pop() != nil {
		}
	}
	for _, n := range collected {
		for n.Value() != nil {
			runtime.GC()
		}
	}
	runtime.KeepAlive(&h)
}
