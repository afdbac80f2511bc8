package ingress_test

// The behaviour of the queue at every position, by one goroutine.

import (
	"fmt"
	"testing"

	"github.com/wakeful-go/wakeful/internal/ingress"
	"github.com/wakeful-go/wakeful/internal/stress"
)

// amounts are numbers of functions around those at which the queue changes its slices.
var amounts = []int{0, 1, 2, 17, ingress.Chunk - 1, ingress.Chunk, ingress.Chunk + 1, 2*ingress.Chunk + 1}

// positions calls check for new queues into which pushed functions were pushed, numbered from 0, of
// which taken were taken. Some were pushed after others were taken. With -short, taken is none, all,
// or one of a third of the amounts between, and which third depends on first.
func positions(t *testing.T, check func(t *testing.T, q *ingress.Queue, c *called, pushed, taken int)) {
	for i, first := range amounts {
		for _, more := range []int{0, 1, ingress.Chunk} {
			t.Run(fmt.Sprintf("first=%d/more=%d", first, more), func(t *testing.T) {
				for j, taken := range amounts {
					if taken > first {
						break
					}
					if testing.Short() && taken > 0 && taken < first && (i+j)%3 > 0 {
						continue
					}
					q, c := new(ingress.Queue), new(called)
					c.pushAll(t, q, 0, first)
					if n := q.Ready(taken); n != taken {
						t.Fatalf("Ready(%d) = %d with %d in the queue", taken, n, first)
					}
					same(t, "taken first", c.takeNext(q, taken), span(0, taken))
					c.pushAll(t, q, first, first+more)
					check(t, q, c, first+more, taken)
					if t.Failed() {
						t.Fatalf("with %d taken", taken)
					}
				}
			})
		}
	}
}

func TestCounts(t *testing.T) {
	positions(t, func(t *testing.T, q *ingress.Queue, c *called, pushed, taken int) {
		if got := q.Pushed(); got != uint64(pushed) {
			t.Errorf("Pushed() = %d, want %d", got, pushed)
		}
		if got := q.Empty(); got != (pushed == taken) {
			t.Errorf("Empty() = %v with %d pushed", got, pushed)
		}
		same(t, "taken", c.takeAll(q), span(taken, pushed))
		if q.Pushed() != uint64(pushed) || !q.Empty() {
			t.Errorf("at the end: %d pushed, want %d, empty: %v", q.Pushed(), pushed, q.Empty())
		}
	})
}

func TestReadyCountsUpToItsLimit(t *testing.T) {
	positions(t, func(t *testing.T, q *ingress.Queue, _ *called, pushed, taken int) {
		left := pushed - taken
		for _, limit := range []int{-1, 0, 1, 2, left - 1, left, left + 1, all} {
			if got, want := q.Ready(limit), max(0, min(limit, left)); got != want {
				t.Errorf("Ready(%d) = %d, want %d", limit, got, want)
			}
		}
	})
}

// TestNext: Next returns what Take would return, up to its limit, and never nothing.
func TestNext(t *testing.T) {
	positions(t, func(t *testing.T, q *ingress.Queue, c *called, pushed, taken int) {
		for limit := 1; taken < pushed; limit *= 2 {
			before, counted := taken, q.Taken()
			for end := q.Next(limit); q.Before(end); taken++ {
				if got := c.number(q.TakeNext()); got != taken {
					t.Fatalf("function %d came as number %d", got, taken)
				}
			}
			if n := taken - before; n == 0 || n > limit || q.Taken() != counted+uint64(n) {
				t.Fatalf("%d functions of Next(%d); Taken was %d, and is %d", n, limit, counted, q.Taken())
			}
			if left := q.Ready(all); left != pushed-taken {
				t.Fatalf("Ready(all) = %d, want %d", left, pushed-taken)
			}
		}
		c.pushAll(t, q, pushed, pushed+2)
		same(t, "Next without a limit", c.takeNext(q, q.Ready(all)), span(pushed, pushed+2))
		c.pushAll(t, q, 0, 2)
		q.Take()
		n := 0
		for end := q.Next(all); q.Before(end); n++ {
			q.TakeNext()
		}
		if n != 1 {
			t.Errorf("%d functions of Next(all), want 1", n)
		}
	})
}

// TestCallbackMayPush: functions that were pushed while others of Next are taken come after them.
func TestCallbackMayPush(t *testing.T) {
	positions(t, func(t *testing.T, q *ingress.Queue, c *called, pushed, taken int) {
		n := q.Ready(8)
		for done := 0; done < n; {
			for end := q.Next(n - done); q.Before(end); {
				if got := c.number(q.TakeNext()); got != taken+done {
					t.Fatalf("function %d came as number %d", got, taken+done)
				}
				done++
				c.pushAll(t, q, pushed, pushed+1)
				pushed++
			}
		}
		same(t, "taken", c.takeAll(q), span(taken+n, pushed))
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
			t.Errorf("Pushed() = %d after Close, want %d", got, pushed)
		}
		if got := q.CloseIfEmpty(); got != (pushed == taken) {
			t.Errorf("CloseIfEmpty() = %v after Close", got)
		}
		same(t, "taken after Close", c.takeAll(q), span(taken, pushed))
		if q.Ready(all) != 0 || q.Pushed() != uint64(pushed) || !q.Empty() {
			t.Errorf("at the end: %d ready, %d pushed, empty: %v", q.Ready(all), q.Pushed(), q.Empty())
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
		if !q.CloseIfEmpty() {
			t.Error("an empty queue was not closed")
		}
	})
}

// TestLongUse pushes and takes in amounts of all sizes, so that slices grow, are swapped, become
// chunks and are used again in every order.
func TestLongUse(t *testing.T) {
	random := stress.Random(stress.Seed(t), 0)
	q, c := new(ingress.Queue), new(called)
	pushed, taken := 0, 0
	amount := func() int { return random.IntN(1 << random.IntN(16)) }
	for range stress.Rounds(2000) {
		n := amount()
		c.pushAll(t, q, pushed, pushed+n)
		pushed += n
		for limit := amount(); limit > 0 && taken < pushed; limit-- {
			if got := c.take(q); got != taken {
				t.Fatalf("function %d came as number %d", got, taken)
			}
			taken++
		}
		if q.Pushed() != uint64(pushed) || q.Ready(all) != pushed-taken {
			t.Fatalf("%d pushed, %d ready, want %d, %d", q.Pushed(), q.Ready(all), pushed, pushed-taken)
		}
	}
}
