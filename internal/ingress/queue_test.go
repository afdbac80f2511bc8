package ingress_test

// The behaviour of the queue at every position, by one goroutine.

import (
	"fmt"
	"testing"

	"github.com/wakeful-go/wakeful/internal/ingress"
	"github.com/wakeful-go/wakeful/internal/stress"
)

// sizes are sizes of segments around the number of slots in a line.
var sizes = []int{1, 2, 3, ingress.Line - 1, ingress.Line, ingress.Line + 1, 2 * ingress.Line, 2*ingress.Line + 1}

// positions calls check for a new queue of each size, with pushed functions numbered from 0 of
// which taken were taken, for all numbers up to more than two segments.
func positions(t *testing.T, check func(t *testing.T, q *ingress.Queue, c *called, pushed, taken int)) {
	for _, size := range sizes {
		t.Run(fmt.Sprintf("size=%d", size), func(t *testing.T) {
			for pushed := range 2*size + 3 {
				for taken := range pushed + 1 {
					q, c := ingress.New(size), new(called)
					c.pushAll(t, q, 0, pushed)
					for id := range taken {
						if got := c.take(q); got != id {
							t.Fatalf("function %d came as number %d", got, id)
						}
					}
					check(t, q, c, pushed, taken)
					if t.Failed() {
						t.Fatalf("with %d pushed and %d taken", pushed, taken)
					}
				}
			}
		})
	}
}

func TestCounts(t *testing.T) {
	positions(t, func(t *testing.T, q *ingress.Queue, _ *called, pushed, taken int) {
		if got := q.Pushed(); got != uint64(pushed) {
			t.Errorf("Pushed() = %d", got)
		}
		if got := q.Taken(); got != uint64(taken) {
			t.Errorf("Taken() = %d", got)
		}
	})
}

// TestEmpty: NextEmpty is exact except at the end of a segment, where it returns false.
func TestEmpty(t *testing.T) {
	for _, size := range sizes {
		q, c := ingress.New(size), new(called)
		for at := range 3*size + 1 {
			if !q.Empty() {
				t.Errorf("segments of %d: not empty after %d functions", size, at)
			}
			if got, want := q.NextEmpty(), at == 0 || at%size != 0; got != want {
				t.Errorf("segments of %d: NextEmpty() = %v after %d functions", size, got, at)
			}
			c.pushAll(t, q, at, at+1)
			if q.Empty() || q.NextEmpty() {
				t.Errorf("segments of %d: empty with function %d in it", size, at)
			}
			same(t, "taken", c.takeAll(q), span(at, at+1))
		}
		q.Close()
		if !q.Empty() {
			t.Errorf("segments of %d: not empty when closed", size)
		}
	}
}

func TestReadyCountsUpToItsLimit(t *testing.T) {
	positions(t, func(t *testing.T, q *ingress.Queue, _ *called, pushed, taken int) {
		for limit := -1; limit <= pushed-taken+1; limit++ {
			if got, want := q.Ready(limit), max(0, min(limit, pushed-taken)); got != want {
				t.Errorf("Ready(%d) = %d, want %d", limit, got, want)
			}
		}
		if got := q.Ready(all); got != pushed-taken {
			t.Errorf("Ready(all) = %d, want %d", got, pushed-taken)
		}
	})
}

func TestClearChangesNothingThatCanBeSeen(t *testing.T) {
	positions(t, func(t *testing.T, q *ingress.Queue, c *called, pushed, taken int) {
		for range 2 {
			q.Clear()
			if q.Ready(all) != pushed-taken || q.Pushed() != uint64(pushed) || q.Taken() != uint64(taken) {
				t.Errorf("after Clear: %d ready, %d pushed, %d taken", q.Ready(all), q.Pushed(), q.Taken())
			}
		}
		c.pushAll(t, q, pushed, pushed+3)
		same(t, "taken after Clear", c.takeAll(q), span(taken, pushed+3))
	})
}

func TestCloseKeepsPushedFunctionsAndRefusesNewOnes(t *testing.T) {
	positions(t, func(t *testing.T, q *ingress.Queue, c *called, pushed, taken int) {
		if !q.Close() {
			t.Error("Close of an open queue did nothing")
		}
		for range 2 {
			if q.Push(c.numbered(-2)) {
				t.Error("a push was accepted after Close")
			}
			if q.Close() {
				t.Error("a second Close said that it closed the queue")
			}
		}
		if got := q.Pushed(); got != uint64(pushed) {
			t.Errorf("Pushed() = %d after Close", got)
		}
		if got := q.CloseIfEmpty(); got != (pushed == taken) {
			t.Errorf("CloseIfEmpty() = %v after Close", got)
		}
		same(t, "taken after Close", c.takeAll(q), span(taken, pushed))
		q.Clear()
		if q.Ready(all) != 0 || q.Taken() != uint64(pushed) || q.Pushed() != uint64(pushed) {
			t.Errorf("at the end: %d ready, %d pushed, %d taken", q.Ready(all), q.Pushed(), q.Taken())
		}
		if !q.CloseIfEmpty() || q.Push(c.numbered(-2)) || q.Close() {
			t.Error("a closed queue that is empty is not the end")
		}
	})
}

func TestCloseIfEmptyClosesOnlyAnEmptyQueue(t *testing.T) {
	positions(t, func(t *testing.T, q *ingress.Queue, c *called, pushed, taken int) {
		empty := pushed == taken
		for range 2 {
			if got := q.CloseIfEmpty(); got != empty {
				t.Errorf("CloseIfEmpty() = %v", got)
			}
		}
		if got := q.Push(c.numbered(pushed)); got == empty {
			t.Errorf("Push() = %v after CloseIfEmpty", got)
		}
		want := span(taken, pushed+1)
		if empty {
			want = nil
		}
		same(t, "taken after CloseIfEmpty", c.takeAll(q), want)
		if q.Taken() != q.Pushed() {
			t.Errorf("at the end: %d pushed, %d taken", q.Pushed(), q.Taken())
		}
		if !q.CloseIfEmpty() {
			t.Error("an empty queue was not closed")
		}
	})
}

// TestCloseAtTheLastSlotOfALine: a Close that fills the last slot of a line must not move the hint
// beyond its mark. Otherwise pushes would start after the mark and be accepted by a closed queue.
func TestCloseAtTheLastSlotOfALine(t *testing.T) {
	for _, size := range []int{ingress.Line, 2 * ingress.Line} {
		for at := ingress.Line - 1; at < 3*size; at += ingress.Line {
			q, c := ingress.New(size), new(called)
			c.pushAll(t, q, 0, at)
			if !q.Close() {
				t.Fatal("Close did nothing")
			}
			if q.Push(c.numbered(at)) {
				t.Errorf("segments of %d: a push was accepted after Close at slot %d", size, at)
			}
			if got := q.Pushed(); got != uint64(at) {
				t.Errorf("segments of %d: Pushed() = %d after Close at slot %d", size, got, at)
			}
			same(t, "taken", c.takeAll(q), span(0, at))
		}
	}
}

// TestStalledProducer: a push that loaded the tail many epochs of its array ago still adds its
// function at the end.
func TestStalledProducer(t *testing.T) {
	for _, size := range sizes {
		t.Run(fmt.Sprintf("size=%d", size), func(t *testing.T) {
			q, c := ingress.New(size), new(called)
			stalled, first, next := []*ingress.Segment{q.Tail()}, 0, 0
			for round := range 24 {
				c.pushAll(t, q, next, next+round%(2*size)+1)
				next += round%(2*size) + 1
				for _, place := range stalled {
					q.Rewind(place)
					c.pushAll(t, q, next, next+1)
					next++
					q.Rewind(place)
					if got := q.Pushed(); got != uint64(next) {
						t.Fatalf("round %d: Pushed() = %d from an old segment, want %d", round, got, next)
					}
				}
				same(t, "taken", c.takeAll(q), span(first, next))
				first = next
				stalled = append(stalled, q.Tail())
			}
		})
	}
}

// TestStalledProducerMeetsTheEnd: the end mark may be in the array that a stalled producer reads,
// in another of its epochs.
func TestStalledProducerMeetsTheEnd(t *testing.T) {
	for _, size := range sizes {
		for ahead := range 6 * size {
			q, c := ingress.New(size), new(called)
			stalled := q.Tail()
			for id := range ahead {
				c.pushAll(t, q, id, id+1)
				same(t, "taken", c.takeAll(q), span(id, id+1))
			}
			if !q.Close() {
				t.Fatal("Close did nothing")
			}
			q.Rewind(stalled)
			if got := q.Pushed(); got != uint64(ahead) {
				t.Errorf("segments of %d: Pushed() = %d for one who began at slot 0, want %d", size, got, ahead)
			}
			q.Rewind(stalled)
			if q.Push(c.numbered(-2)) {
				t.Errorf("segments of %d: a stalled push was accepted after Close at slot %d", size, ahead)
			}
			if q.Ready(all) != 0 || !q.CloseIfEmpty() {
				t.Errorf("segments of %d, closed at slot %d: not closed and empty", size, ahead)
			}
		}
	}
}

// TestLongUse uses many segments with backlogs of all lengths, so that arrays are linked, recycled
// and dropped in every order.
func TestLongUse(t *testing.T) {
	random := stress.Random(stress.Seed(t), 0)
	for _, size := range sizes {
		q, c := ingress.New(size), new(called)
		pushed, taken := 0, 0
		for range 300 {
			n := random.IntN(4*size + 1)
			c.pushAll(t, q, pushed, pushed+n)
			pushed += n
			for limit := random.IntN(4*size + 1); limit > 0 && taken < pushed; limit-- {
				if got := c.take(q); got != taken {
					t.Fatalf("segments of %d: function %d came as number %d", size, got, taken)
				}
				taken++
			}
			if q.Pushed() != uint64(pushed) || q.Taken() != uint64(taken) || q.Ready(all) != pushed-taken {
				t.Fatalf("segments of %d: %d pushed, %d taken, %d ready, want %d, %d, %d",
					size, q.Pushed(), q.Taken(), q.Ready(all), pushed, taken, pushed-taken)
			}
		}
	}
}
