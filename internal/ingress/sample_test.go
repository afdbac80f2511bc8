package ingress_test

import (
	"runtime"
	"strings"
	"sync"
	"testing"

	"github.com/wakeful-go/wakeful/internal/ingress"
	"github.com/wakeful-go/wakeful/internal/native"
)

func newSample() *ingress.Sample { return &ingress.Sample{Clock: native.Ticks} }

func pushHere(q *ingress.Queue, fn func()) { q.Push(fn) }

// TestSample requests each of the next pushes, with a queue of every length up to a few chunks' checks.
func TestSample(t *testing.T) {
	for _, before := range []int{0, 1, 511, 512, 600, 16383, 16384, 16385, 40_000} {
		for _, after := range []int{0, 1, 7, 511, 513, 20_000} {
			var q ingress.Queue
			pushed, ran, inOrder := 0, 0, true
			next := func() func() {
				n := pushed
				pushed++
				return func() {
					inOrder = inOrder && n == ran
					ran++
				}
			}
			for range before {
				q.Push(next())
			}
			s := newSample()
			q.Describe(s, after)
			for i := range after + 600 {
				if s.Done() != (i > after) {
					t.Fatalf("%d in the queue, push %d of %d: Done is %v", before, i, after, s.Done())
				}
				pushHere(&q, next())
			}
			if s.Position != uint64(before+after) || s.Goroutine != native.Goroutine() || s.At == 0 {
				t.Errorf("%d in the queue, after %d: %+v", before, after, s)
			}
			f, _ := runtime.CallersFrames(s.Stack[:]).Next()
			if !strings.HasSuffix(f.Function, ".pushHere") && !strings.HasSuffix(f.Function, ".(*Queue).Push") {
				t.Errorf("the stack begins with %s", f.Function)
			}
			// Nothing is lost, and the order is kept.
			if n := q.Ready(1 << 20); n != before+after+600 {
				t.Fatalf("%d functions are ready, want %d", n, before+after+600)
			}
			for range pushed {
				q.Take()()
			}
			if ran != pushed || !inOrder {
				t.Errorf("%d in the queue, after %d: %d of %d functions ran, in their order: %v", before, after, ran, pushed, inOrder)
			}
		}
	}
}

// TestSampleClosed: a closed queue refuses the push that would be described.
func TestSampleClosed(t *testing.T) {
	var q ingress.Queue
	s := newSample()
	q.Describe(s, 0)
	q.Close()
	if q.Push(func() {}) || s.Done() {
		t.Errorf("a closed queue: %+v", s)
	}
}

// TestSampleStress: producers push numbered functions while the consumer requests samples. Each function
// runs once, those of a producer in order, and a described one is at its position.
func TestSampleStress(t *testing.T) {
	const producers, each = 4, 5000
	var q ingress.Queue
	var identities [producers]uintptr
	var running sync.WaitGroup
	var taken uint64
	next := [producers]int{}
	last := -1
	s, found, samples := newSample(), false, 0
	q.Describe(s, 0)
	for p := range producers {
		running.Go(func() {
			identities[p] = native.Goroutine()
			for i := range each {
				q.Push(func() {
					if next[p] != i {
						t.Errorf("producer %d: function %d ran, want %d", p, i, next[p])
					}
					next[p], last = i+1, p
				})
			}
		})
	}
	var by []uintptr
	var at []int
	for taken < producers*each {
		n := q.Ready(64)
		if n == 0 {
			runtime.Gosched()
			continue
		}
		found = found || s.Done()
		for range n {
			position := q.Taken()
			q.Take()()
			taken++
			switch {
			case !found || position < s.Position:
			case position > s.Position:
				t.Fatalf("position %d was passed at %d", s.Position, position)
			default:
				samples++
				by, at = append(by, s.Goroutine), append(at, last)
				found = false
				q.Describe(s, samples%100)
			}
		}
	}
	running.Wait()
	for i := range by {
		if by[i] != identities[at[i]] {
			t.Errorf("sample %d names another goroutine than producer %d", i, at[i])
		}
	}
	if samples == 0 { // the first was requested before the producers began
		t.Errorf("%d samples", samples)
	}
}
