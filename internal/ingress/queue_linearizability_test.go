package ingress_test

// Histories of concurrent calls with the order of their starts and ends, checked against a plain
// queue. Each call must be explainable as one step between its start and its end.

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/anishathalye/porcupine"
	"github.com/wakeful-go/wakeful/internal/stress"
)

type verb int

const (
	pushing verb = iota
	closingNow
	closingIfEmpty
	readying
	taking
	counting
	skipping
)

// A call is the input of a call: a push of function n, a Ready with limit n.
type call struct {
	verb verb
	n    int
}

// An answer is the result of a call: ok for Push, Close and CloseIfEmpty, and a number for the
// others.
type answer struct {
	ok bool
	n  int
}

// state of the plain queue. Its items has one byte for each function.
type state struct {
	filler int // functions before the items, which only skipping takes
	items  string
	taken  int
	closed bool
}

// step returns the state after c and the correct answer to c.
func (s state) step(c call) (after state, a answer) {
	switch c.verb {
	case pushing:
		if a.ok = !s.closed; a.ok {
			s.items += string([]byte{byte(c.n)})
		}
	case closingNow:
		a.ok, s.closed = !s.closed, true
	case closingIfEmpty:
		a.ok = s.items == "" && s.filler == 0
		s.closed = s.closed || a.ok
	case readying:
		a.n = min(c.n, s.filler+len(s.items))
	case taking:
		if s.items == "" {
			a.n = -1
			break
		}
		a.n, s.items, s.taken = int(s.items[0]), s.items[1:], s.taken+1
	case counting:
		a.n = s.taken + s.filler + len(s.items)
	case skipping:
		a.n, s.filler, s.taken = s.filler, 0, s.taken+s.filler
	}
	return s, a
}

// plainQueue returns the model of a queue with fillers.
func plainQueue(filler int) porcupine.Model {
	model := plain
	model.Init = func() any { return state{filler: filler} }
	return model
}

var plain = porcupine.Model{
	Step: func(s, c, a any) (bool, any) {
		after, want := s.(state).step(c.(call))
		return a == want, after
	},
	DescribeOperation: func(c, a any) string {
		name := []string{"Push", "Close", "CloseIfEmpty", "Ready", "Take", "Pushed", "skip"}[c.(call).verb]
		return fmt.Sprintf("%s(%d) = %v", name, c.(call).n, a)
	},
}

// history records calls of a queue.
type history struct {
	q      closable
	filler int
	clock  atomic.Int64

	mu    sync.Mutex
	calls []porcupine.Operation
}

// record performs c for a client and records it. Only one client takes.
func (h *history) record(client int, c call, do func() answer) answer {
	began := h.clock.Add(1)
	a := do()
	ended := h.clock.Add(1)
	h.mu.Lock()
	defer h.mu.Unlock()
	h.calls = append(h.calls, porcupine.Operation{ClientId: client, Input: c, Output: a, Call: began, Return: ended})
	return a
}

func (h *history) push(client, id int, came *called) {
	h.record(client, call{pushing, id}, func() answer { return answer{ok: h.q.Push(came.numbered(id))} })
}

func (h *history) close(client int) {
	h.record(client, call{verb: closingNow}, func() answer { return answer{ok: h.q.Close()} })
}

func (h *history) count(client int) {
	h.record(client, call{verb: counting}, func() answer { return answer{n: int(h.q.Pushed())} })
}

func (h *history) closeIfEmpty(client int) {
	h.record(client, call{verb: closingIfEmpty}, func() answer { return answer{ok: h.q.CloseIfEmpty()} })
}

// take takes up to limit functions and returns how many there were.
func (h *history) take(client, limit int, came *called) int {
	ready := h.record(client, call{readying, limit}, func() answer { return answer{n: h.q.Ready(limit)} })
	for range ready.n {
		h.record(client, call{verb: taking}, func() answer { return answer{n: came.take(h.q)} })
	}
	return ready.n
}

// skip takes the fillers, as one call.
func (h *history) skip(client int) {
	h.record(client, call{verb: skipping}, func() answer {
		for range h.q.Ready(h.filler) {
			h.q.Take()()
		}
		return answer{n: h.filler}
	})
}

// drain takes everything that is left.
func (h *history) drain(client int, came *called) {
	for h.take(client, all, came) > 0 {
	}
}

func (h *history) linearizable() bool {
	return porcupine.CheckOperations(plainQueue(h.filler), h.calls)
}

// String lists the calls in the order in which they began.
func (h *history) String() string {
	var b strings.Builder
	for _, c := range h.calls {
		fmt.Fprintf(&b, "\n  [%d, %d] client %d: %s", c.Call, c.Return, c.ClientId, plain.DescribeOperation(c.Input, c.Output))
	}
	return b.String()
}

// mingle records a short run on q, which has fillers: three producers, one goroutine that closes,
// one that counts, and the consumer.
func mingle(q closable, filler int, seed uint64) *history {
	const producers, pushes, consumer, closer, counter = 3, 4, 3, 4, 5
	h := &history{q: q, filler: filler}
	var came called
	var others sync.WaitGroup
	begin := make(chan struct{})
	client := func(number int, do func(random *rand.Rand)) {
		others.Go(func() {
			random := stress.Random(seed, number)
			<-begin
			do(random)
		})
	}
	for p := range producers {
		client(p, func(random *rand.Rand) {
			for i := range pushes {
				h.push(p, p*pushes+i, &came)
				stress.Hesitate(random)
			}
		})
	}
	client(closer, func(random *rand.Rand) {
		stress.Yield(random.IntN(8))
		for range random.IntN(3) {
			h.close(closer)
			stress.Hesitate(random)
		}
	})
	client(counter, func(random *rand.Rand) {
		for range 3 {
			h.count(counter)
			stress.Hesitate(random)
		}
	})
	random := stress.Random(seed, consumer)
	close(begin)
	h.skip(consumer)
	for range 6 {
		h.take(consumer, random.IntN(4), &came)
		if random.IntN(6) == 0 {
			h.closeIfEmpty(consumer)
		}
		stress.Hesitate(random)
	}
	others.Wait()
	h.drain(consumer, &came)
	h.count(consumer)
	h.closeIfEmpty(consumer)
	return h
}

func TestLinearizability(t *testing.T) {
	for _, filler := range fillers {
		t.Run(fmt.Sprintf("fillers=%d", filler), func(t *testing.T) {
			stress.Watch(t)
			random := stress.Random(stress.Seed(t), 0)
			for range stress.Rounds(1000) {
				stop := disturb(random.Uint64())
				h := mingle(filled(filler), filler, random.Uint64())
				stop()
				if !h.linearizable() {
					t.Fatalf("not linearizable:%v", h)
				}
			}
		})
	}
}

// TestLinearizabilityOfTheReference: the model accepts every correct queue.
func TestLinearizabilityOfTheReference(t *testing.T) {
	random := stress.Random(stress.Seed(t), 0)
	for range stress.Rounds(200) {
		if h := mingle(new(mutexSlice), 0, random.Uint64()); !h.linearizable() {
			t.Fatalf("not linearizable:%v", h)
		}
	}
}

// TestLinearizabilityFindsFaults: the checker rejects each faulty queue. If only a certain
// interleaving shows the fault, the test forces it.
func TestLinearizabilityFindsFaults(t *testing.T) {
	const producer, consumer, other = 0, 1, 2
	stalled, resume := make(chan struct{}), make(chan struct{})
	for _, wrong := range []struct {
		name string
		q    closable
		run  func(h *history, came *called)
	}{
		{"a stack", new(stack), func(h *history, came *called) {
			h.push(producer, 0, came)
			h.push(producer, 1, came)
			h.drain(consumer, came)
		}},
		{"a push after Close", new(deaf), func(h *history, came *called) {
			h.close(other)
			h.push(producer, 0, came)
		}},
		{"an old count", new(stale), func(h *history, came *called) {
			h.push(producer, 0, came)
			h.count(producer)
		}},
		{"a function that comes twice", &stutter{taken: 99}, func(h *history, came *called) {
			h.push(producer, 0, came)
			h.drain(consumer, came)
		}},
		{
			"closing in two steps",
			&hesitant{between: func() { stalled <- struct{}{}; <-resume }},
			func(h *history, came *called) {
				var closer sync.WaitGroup
				closer.Go(func() { h.closeIfEmpty(consumer) })
				<-stalled
				h.push(producer, 0, came)
				resume <- struct{}{}
				closer.Wait()
				h.drain(consumer, came)
			},
		},
		{
			"a push that is not locked",
			&unlocked{between: func() { stalled <- struct{}{}; <-resume }},
			func(h *history, came *called) {
				var late sync.WaitGroup
				late.Go(func() { h.push(producer, 9, came) })
				<-stalled
				h.q.(*unlocked).between = nil
				h.push(other, 1, came)
				resume <- struct{}{}
				late.Wait()
				h.drain(consumer, came) // one of the two is lost
			},
		},
		{"a queue that is swapped early", new(overtaking), func(h *history, came *called) {
			h.push(producer, 0, came)
			h.push(producer, 1, came)
			h.take(consumer, 1, came)
			h.push(producer, 2, came)
			h.drain(consumer, came)
		}},
	} {
		t.Run(wrong.name, func(t *testing.T) {
			h := &history{q: wrong.q}
			wrong.run(h, new(called))
			if h.linearizable() {
				t.Errorf("the checker accepts %s:%v", wrong.name, h)
			}
		})
	}
}
