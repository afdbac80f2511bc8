package ingress_test

// Helpers of the queue's tests: the interface of the queue and of its alternatives, and functions
// that can be identified.

import (
	"math"
	"slices"
	"testing"

	"github.com/wakeful-go/wakeful/internal/ingress"
	"go.uber.org/goleak"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// An mpsc is an unbounded queue with many producers and one consumer.
type mpsc interface {
	Push(fn func()) bool
	Ready(limit int) int
	Take() func()
}

// A closable queue has all methods of the queue but those that only save time.
type closable interface {
	mpsc
	Close() bool
	CloseIfEmpty() bool
	Pushed() uint64
}

var _ closable = (*ingress.Queue)(nil)

// all is a limit for Ready that never applies.
const all = math.MaxInt

// called is the number of the function of numbered that was called last. Each consumer has one.
type called int

// numbered returns a function that sets c to id.
func (c *called) numbered(id int) func() { return func() { *c = called(id) } }

// number calls fn and returns its number.
func (c *called) number(fn func()) int {
	*c = -1
	fn()
	return int(*c)
}

// take takes one function and returns its number.
func (c *called) take(q mpsc) int { return c.number(q.Take()) }

// takeAll takes the functions that are ready.
func (c *called) takeAll(q mpsc) (ids []int) {
	for n := q.Ready(all); n > 0; n-- {
		ids = append(ids, c.take(q))
	}
	return ids
}

// takeNext takes limit functions in parts, some of which end before what Next returns.
func (c *called) takeNext(q *ingress.Queue, limit int) (ids []int) {
	for len(ids) < limit {
		end := q.Next(limit - len(ids))
		for leave := len(ids) % 3; q.Before(end); leave-- {
			ids = append(ids, c.number(q.TakeNext()))
			if leave == 1 {
				break
			}
		}
	}
	return ids
}

// pushAll pushes functions with the numbers from first up to, but not including, end.
func (c *called) pushAll(t testing.TB, q mpsc, first, end int) {
	t.Helper()
	for id := first; id < end; id++ {
		if !q.Push(c.numbered(id)) {
			t.Fatalf("push number %d of an open queue was refused", id)
		}
	}
}

// span returns the numbers from first up to, but not including, end.
func span(first, end int) (ids []int) {
	for id := first; id < end; id++ {
		ids = append(ids, id)
	}
	return ids
}

func same(t testing.TB, what string, got, want []int) {
	t.Helper()
	if slices.Equal(got, want) {
		return
	}
	at := 0
	for at < min(len(got), len(want)) && got[at] == want[at] {
		at++
	}
	t.Fatalf("%s: %d functions, want %d; the first difference is at %d", what, len(got), len(want), at)
}
