package wakeful_test

import (
	"context"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"

	"github.com/wakeful-go/wakeful"
)

var policies = []wakeful.OverflowPolicy{wakeful.OverflowReject, wakeful.OverflowBlock, wakeful.OverflowDropOldest}

func limited(limit int, policy wakeful.OverflowPolicy) wakeful.Option {
	return wakeful.WithQueueLimit(limit, policy)
}

func TestRejectIsExact(t *testing.T) {
	for _, limit := range []int{1, 2, 15, 16, 17, 1000} {
		ran := 0
		l := unrun(t, limited(limit, wakeful.OverflowReject), wakeful.WithAutoExit())
		for range limit {
			check(t, l.Submit(func() { ran++ }))
		}
		never := func() { t.Error("ran") }
		matches(t, l.Submit(never), wakeful.ErrQueueFull)
		matches(t, l.SubmitBatch([]func(){never}), wakeful.ErrQueueFull)
		check(t, l.SubmitPriority(func() { // the priority queue is not bounded
			matches(t, l.Submit(never), wakeful.ErrQueueFull)
		}))
		check(t, runLoop(context.Background(), l))
		equal(t, "ran", ran, limit)
		equal(t, "rejected", l.Metrics().Rejected, 3)
		conserved(t, l)
	}
}

// A function that has started is no longer in the queue, so it may submit another one.
func TestRoomIsMadeBeforeTheCallback(t *testing.T) {
	for _, policy := range policies {
		var j journal
		l := script(t, func(l *wakeful.Loop) {
			j.add("a")
			check(t, l.Submit(func() {
				j.add("b")
				check(t, l.Submit(j.note("c")))
			}))
		}, limited(1, policy))
		j.is(t, "a b c")
		equal(t, "discarded", l.Metrics().Discarded, 0)
	}
}

func TestDropOldest(t *testing.T) {
	var j journal
	l := unrun(t, limited(3, wakeful.OverflowDropOldest), wakeful.WithAutoExit())
	for _, s := range []string{"a", "b", "c", "d"} {
		check(t, l.Submit(j.note(s)))
	}
	check(t, l.SubmitBatch([]func(){j.note("e"), j.note("f")}))
	equal(t, "queued", l.Metrics().Queued, 3)
	equal(t, "discarded", l.Metrics().Discarded, 3)
	check(t, runLoop(context.Background(), l))
	j.is(t, "d e f")
	conserved(t, l)
	equal(t, "discarded", l.Metrics().Discarded, 3)
	equal(t, "rejected", l.Metrics().Rejected, 0)
}

// Functions are dropped while the loop runs its snapshot.
func TestDropOldestWithinATurn(t *testing.T) {
	var j journal
	l := unrun(t, limited(2, wakeful.OverflowDropOldest), wakeful.WithAutoExit())
	check(t, l.Submit(func() {
		j.add("a")
		check(t, l.SubmitBatch([]func(){j.note("c"), j.note("d")})) // b is dropped
		_, err := l.AfterFunc(0, j.note("t"))
		check(t, err)
	}))
	check(t, l.Submit(j.note("b")))
	check(t, runLoop(context.Background(), l))
	j.is(t, "a t c d") // functions submitted by a callback run in the next turn, as without a limit
	conserved(t, l)
}

func TestBatchLargerThanTheLimit(t *testing.T) {
	for _, policy := range policies {
		l := unrun(t, limited(2, policy))
		never := func() { t.Error("ran") }
		matches(t, l.SubmitBatch([]func(){never, never, never}), wakeful.ErrQueueFull)
		equal(t, "rejected", l.Metrics().Rejected, 3)
		check(t, l.SubmitBatch([]func(){never, never}))
		check(t, l.Close())
		conserved(t, l)
	}
}

func TestWaitForRoom(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var j journal
		l := unrun(t, limited(2, wakeful.OverflowBlock))
		check(t, l.Submit(j.note("a")))
		check(t, l.Submit(j.note("b")))
		accepted := false
		go func() {
			check(t, l.SubmitBatch([]func(){j.note("c"), j.note("d")})) // needs all of the room
			accepted = true
		}()
		synctest.Wait()
		equal(t, "accepted by a full queue", accepted, false)
		launch(t, l)
		synctest.Wait()
		equal(t, "accepted", accepted, true)
		j.is(t, "a b c d")
	})
}

func TestWaitEndsWithTheContext(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := unrun(t, limited(1, wakeful.OverflowBlock))
		check(t, l.Submit(func() {}))
		ctx, cancel := context.WithCancelCause(t.Context())
		refused := false
		go func() {
			matches(t, l.SubmitContext(ctx, func() { t.Error("ran") }), wakeful.ErrQueueFull, errCause)
			refused = true
		}()
		synctest.Wait()
		equal(t, "refused before the end of the context", refused, false)
		cancel(errCause)
		synctest.Wait()
		equal(t, "refused", refused, true)
		launch(t, l)
		synctest.Wait()
		equal(t, "rejected", l.Metrics().Rejected, 1)
	})
}

func TestWaitEndsWithTheLoop(t *testing.T) {
	for name, end := range map[string]func(l *wakeful.Loop){
		"Close":    func(l *wakeful.Loop) { check(t, l.Close()) },
		"Shutdown": func(l *wakeful.Loop) { go l.Shutdown(context.Background()) },
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				l := unrun(t, limited(1, wakeful.OverflowBlock))
				check(t, l.Submit(func() {}))
				var refused atomic.Int32
				for range 3 {
					go func() {
						err := l.Submit(func() { t.Error("ran") })
						matches(t, err, wakeful.ErrClosed)
						refused.Add(1)
					}()
				}
				synctest.Wait()
				equal(t, "refused before the end", refused.Load(), 0)
				end(l)
				synctest.Wait()
				launch(t, l)
				synctest.Wait()
				equal(t, "refused", refused.Load(), 3)
			})
		})
	}
}

// A callback cannot wait for room that would appear only after its end.
func TestWaitInACallback(t *testing.T) {
	l := script(t, func(l *wakeful.Loop) {
		check(t, l.Submit(func() {}))
		matches(t, l.Submit(func() { t.Error("ran") }), wakeful.ErrQueueFull)
		matches(t, l.SubmitContext(context.Background(), func() { t.Error("ran") }), wakeful.ErrQueueFull)
		matches(t, l.SubmitBatch([]func(){func() { t.Error("ran") }}), wakeful.ErrQueueFull)
		check(t, l.QueueMicrotask(func() {
			matches(t, l.Submit(func() { t.Error("ran") }), wakeful.ErrQueueFull)
		}))
	}, limited(1, wakeful.OverflowBlock))
	equal(t, "rejected", l.Metrics().Rejected, 4)
}

// Many producers and little room: nothing is lost, and each producer's order is kept.
func TestWaitKeepsTheOrderOfEachProducer(t *testing.T) {
	const producers, each = 8, 2000
	l := running(t, limited(3, wakeful.OverflowBlock))
	var next [producers]int
	var all sync.WaitGroup
	for p := range producers {
		all.Go(func() {
			for n := range each {
				check(t, l.Submit(func() {
					if next[p] != n {
						t.Errorf("producer %d: function %d, want %d", p, n, next[p])
					}
					next[p] = n + 1
				}))
			}
		})
	}
	all.Wait()
	check(t, l.Shutdown(context.Background()))
	for _, n := range next {
		equal(t, "functions of a producer", n, each)
	}
}

// Dropping races with the loop's taking. Every function is run or counted.
func TestDropOldestUnderLoad(t *testing.T) {
	const producers, each = 4, 5000
	l := running(t, limited(5, wakeful.OverflowDropOldest))
	var ran uint64
	last := [producers]int{-1, -1, -1, -1}
	var all sync.WaitGroup
	for p := range producers {
		all.Go(func() {
			for n := range each {
				check(t, l.Submit(func() {
					ran++
					if n <= last[p] {
						t.Errorf("producer %d: function %d after %d", p, n, last[p])
					}
					last[p] = n
				}))
				if n%16 == 0 {
					runtime.Gosched()
				}
			}
		})
	}
	all.Wait()
	check(t, l.Shutdown(context.Background()))
	m := l.Metrics()
	equal(t, "executed", m.Executed, ran)
	equal(t, "discarded", m.Discarded, producers*each-ran)
}

// Messages do not delay the functions of the bounded queue indefinitely, and functions do not delay
// the messages.
func TestMailboxAndBoundedQueueShareTheTurns(t *testing.T) {
	for _, budget := range []int{1, 4} {
		l := unrun(t, wakeful.WithBudget(budget), limited(4, wakeful.OverflowReject))
		messages, functions := 0, 0
		over := func() {
			if messages >= 100 && functions >= 100 || messages+functions > 10_000 {
				check(t, l.Close())
			}
		}
		var m *wakeful.Mailbox[int]
		m = mailbox(t, l, func(int) {
			messages++
			over()
			m.Send(0)
		})
		for range 2 * budget {
			check(t, m.Send(0))
		}
		var again func()
		again = func() {
			functions++
			over()
			l.Submit(again)
		}
		for range 4 {
			check(t, l.Submit(again))
		}
		check(t, runLoop(context.Background(), l))
		if messages < 100 || functions < 100 {
			t.Errorf("budget %d: %d messages, %d functions", budget, messages, functions)
		}
		conserved(t, l)
	}
}

// Only the budget splits a batch in a bounded queue.
func TestBoundedBatchIsContiguous(t *testing.T) {
	var j journal
	script(t, func(l *wakeful.Loop) {
		check(t, l.SubmitBatch([]func(){
			func() {
				j.add("a")
				check(t, l.SubmitPriority(j.note("i")))
				check(t, l.Submit(j.note("e")))
			}, j.note("b"), j.note("c"), j.note("d"),
		}))
	}, limited(5, wakeful.OverflowReject), wakeful.WithBudget(3))
	j.is(t, "a b c i d e")
}

// One goroutine submits in every way that shares the queue. Everything runs in that order, with a
// limit as without. Results of RunBlocking and Calls come through other goroutines, which the test
// waits for.
func TestLimitKeepsTheOrder(t *testing.T) {
	for name, options := range map[string][]wakeful.Option{
		"no limit":           nil,
		"limit of 1000":      {limited(1000, wakeful.OverflowReject)},
		"limit, small turns": {limited(1000, wakeful.OverflowReject), wakeful.WithBudget(2)},
		"blocking":           {limited(3, wakeful.OverflowBlock)},
	} {
		t.Run(name, func(t *testing.T) {
			l := running(t, options...)
			const n = 500
			var got []int
			note := func(i int) func() { return func() { got = append(got, i) } }
			m := mailbox(t, l, func(i int) { got = append(got, i) })
			i := 0
			next := func() func() { i++; return note(i - 1) }
			for range n {
				check(t, l.Submit(next()))
				check(t, l.SubmitUnlimited(next()))
				check(t, l.Submit(next()))
				check(t, l.SubmitBatch([]func(){next(), next()}))
				check(t, m.Send(i))
				i++
				// A message runs together with earlier messages, so wait until there are none.
				on(t, l, func() {})
			}
			check(t, l.Shutdown(t.Context()))
			if !slices.IsSorted(got) || len(got) != i {
				t.Errorf("%d of %d ran, in the order %v", len(got), i, got[:min(len(got), 50)])
			}
		})
	}
}

// The result of RunBlocking comes after the functions that its work has submitted, also through a
// gate.
func TestLimitKeepsTheOrderOfResults(t *testing.T) {
	l := running(t, limited(100, wakeful.OverflowReject))
	for range rounds(200) {
		ran := 0
		done := make(chan struct{})
		check(t, l.RunBlocking(context.Background(), func(context.Context) (int, error) {
			for range 5 {
				check(t, l.Submit(func() { ran++ }))
			}
			return 0, nil
		}, func(int, error) {
			equal(t, "functions before the result", ran, 5)
			close(done)
		}))
		<-done
	}
}

// Functions without a limit are accepted by a full queue, and do not count.
func TestSubmitUnlimited(t *testing.T) {
	for _, policy := range policies {
		var j journal
		l := unrun(t, limited(2, policy), wakeful.WithAutoExit())
		matches(t, l.SubmitUnlimited(nil), wakeful.ErrNilFunc)
		check(t, l.SubmitUnlimited(j.note("a")))
		check(t, l.Submit(j.note("b")))
		check(t, l.SubmitUnlimited(j.note("c")))
		check(t, l.Submit(j.note("d")))
		check(t, l.SubmitUnlimited(j.note("e")))
		check(t, runLoop(context.Background(), l))
		j.is(t, "a b c d e")
		matches(t, l.SubmitUnlimited(j.note("f")), wakeful.ErrClosed)
		conserved(t, l)
	}
}

// Dropping keeps the order with functions without a limit, and drops only the oldest limited
// function.
func TestDropOldestKeepsTheOrder(t *testing.T) {
	var j journal
	l := unrun(t, limited(2, wakeful.OverflowDropOldest), wakeful.WithAutoExit())
	for _, s := range []string{"a", "b"} {
		check(t, l.Submit(j.note(s)))
	}
	check(t, l.SubmitUnlimited(j.note("-")))
	check(t, l.Submit(j.note("c"))) // a is dropped
	check(t, l.SubmitUnlimited(j.note("+")))
	check(t, l.Submit(j.note("d"))) // b is dropped
	check(t, l.Submit(j.note("e"))) // c is dropped
	check(t, runLoop(context.Background(), l))
	j.is(t, "- + d e")
	equal(t, "discarded", l.Metrics().Discarded, 3)
	conserved(t, l)
}

// A loop that is stuck while functions are dropped keeps memory only for the remaining functions.
func TestDroppedFunctionsTakeNoMemory(t *testing.T) {
	for _, limit := range []int{1, 100} {
		l := unrun(t, limited(limit, wakeful.OverflowDropOldest))
		nothing := func() {}
		before := heapInUse()
		for range 500_000 {
			check(t, l.Submit(nothing))
		}
		if kept := heapInUse() - before; kept > 1<<18 {
			t.Errorf("limit %d: %d bytes are kept after 500,000 functions", limit, kept)
		}
		check(t, l.Close())
		conserved(t, l)
	}
}
