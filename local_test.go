package wakeful_test

import (
	"runtime"
	"sync"
	"sync/atomic"
	"testing"
	"weak"

	"github.com/wakeful-go/wakeful"
)

// Each loop has one value of each LoopLocal, made by the first caller.
func TestLoopLocal(t *testing.T) {
	type value struct{ loop *wakeful.Loop }
	var made atomic.Int64
	one := wakeful.NewLoopLocal(func(l *wakeful.Loop) *value { made.Add(1); return &value{l} })
	two := wakeful.NewLoopLocal(func(*wakeful.Loop) int { return 2 })
	// init may use another LoopLocal.
	three := wakeful.NewLoopLocal(func(l *wakeful.Loop) *value { return one.Get(l) })
	a, b := unrun(t), unrun(t)
	for range rounds(100) {
		made.Store(0)
		l := unrun(t)
		got := make([]*value, 8)
		var all sync.WaitGroup
		for i := range got {
			all.Go(func() {
				if i%2 == 0 {
					got[i] = three.Get(l)
				} else {
					got[i] = one.Get(l)
				}
			})
		}
		all.Wait()
		for _, v := range got {
			if v != got[0] || v.loop != l {
				t.Fatalf("values %v", got)
			}
		}
		equal(t, "values made", made.Load(), 1)
		check(t, l.Close())
	}
	equal(t, "a value that is no pointer", two.Get(a), 2)
	first := one.Get(a)
	if first == one.Get(b) || first != one.Get(a) {
		t.Error("loops share a value, or one has two")
	}
	check(t, a.Close())
	check(t, b.Close())
	if one.Get(a).loop != a || two.Get(b) != 2 {
		t.Error("a value is lost at the loop's end")
	}
}

// After a panic in init, the next caller makes the value.
func TestLoopLocalPanics(t *testing.T) {
	tries := 0
	k := wakeful.NewLoopLocal(func(*wakeful.Loop) int {
		if tries++; tries == 1 {
			panic("not yet")
		}
		return tries
	})
	l := unrun(t)
	func() {
		defer func() { equal(t, "panic", recover(), any("not yet")) }()
		k.Get(l)
	}()
	equal(t, "value", k.Get(l), 2)
	equal(t, "value", k.Get(l), 2)
	check(t, l.Close())
}

// Getting an existing value does not allocate.
func TestLoopLocalAllocations(t *testing.T) {
	k := wakeful.NewLoopLocal(func(*wakeful.Loop) int { return 1 })
	l := unrun(t)
	k.Get(l)
	equal(t, "allocations", testing.AllocsPerRun(100, func() { k.Get(l) }), 0)
	check(t, l.Close())
}

// A LoopLocal keeps no loop alive, and a collected loop keeps no values alive.
func TestLoopLocalKeepsNothingAlive(t *testing.T) {
	k := wakeful.NewLoopLocal(func(l *wakeful.Loop) *[]*wakeful.Loop { return &[]*wakeful.Loop{l} })
	loop, value := func() (weak.Pointer[wakeful.Loop], weak.Pointer[[]*wakeful.Loop]) {
		l, err := wakeful.New()
		check(t, err)
		return weak.Make(l), weak.Make(k.Get(l))
	}()
	runtime.GC()
	runtime.GC()
	if loop.Value() != nil || value.Value() != nil {
		t.Errorf("kept: loop %v, value %v", loop.Value() != nil, value.Value() != nil)
	}
}
