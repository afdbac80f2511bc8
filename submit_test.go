package wakeful_test

import (
	"context"
	"strings"
	"testing"

	"github.com/wakeful-go/wakeful"
)

func TestNilFunctions(t *testing.T) {
	for name, options := range map[string][]wakeful.Option{
		"unbounded": nil,
		"bounded":   {wakeful.WithQueueLimit(4, wakeful.OverflowReject)},
	} {
		t.Run(name, func(t *testing.T) {
			l := running(t, options...)
			matches(t, l.Submit(nil), wakeful.ErrNilFunc)
			matches(t, l.SubmitContext(t.Context(), nil), wakeful.ErrNilFunc)
			matches(t, l.SubmitPriority(nil), wakeful.ErrNilFunc)
			err := l.SubmitBatch([]func(){func() { t.Error("ran") }, nil})
			matches(t, err, wakeful.ErrNilFunc)
			if !strings.Contains(err.Error(), "index 1 of 2") {
				t.Errorf("error %q does not say which function is nil", err)
			}
			_, err = l.AfterFunc(0, nil)
			matches(t, err, wakeful.ErrNilFunc)
			_, err = l.Every(1, nil, wakeful.WithRepeatMode(wakeful.FixedDelay))
			matches(t, err, wakeful.ErrNilFunc)
			on(t, l, func() {
				for _, local := range locals(l) {
					matches(t, local.queue(nil), wakeful.ErrNilFunc)
				}
			})
			check(t, l.Shutdown(t.Context()))
			m := l.Metrics()
			equal(t, "rejected: what is no function is no task", m.Rejected, 0)
			equal(t, "submitted", m.Submitted, 1)
		})
	}
}

func TestNilContexts(t *testing.T) {
	l := unrun(t)
	var none context.Context
	matches(t, l.Run(none), wakeful.ErrNilContext)
	matches(t, l.Shutdown(none), wakeful.ErrNilContext)
	matches(t, l.SubmitContext(none, func() { t.Error("ran") }), wakeful.ErrNilContext)
	_, err := l.Call(none, func() (int, error) { t.Error("ran"); return 0, nil })
	matches(t, err, wakeful.ErrNilContext)
	// The failed calls had no effect.
	launch(t, l)
	on(t, l, func() {})
}

// A local is a way in which callbacks queue a function.
type local struct {
	name  string
	queue func(func()) error
}

func locals(l *wakeful.Loop) []local {
	return []local{
		{"AfterCallback", l.AfterCallback}, {"QueueMicrotask", l.QueueMicrotask},
		{"AfterSubmitted", l.AfterSubmitted}, {"AtTurnEnd", l.AtTurnEnd},
	}
}

func TestLocalQueuesAreForCallbacks(t *testing.T) {
	l := unrun(t)
	for _, local := range locals(l) {
		matches(t, local.queue(func() {}), wakeful.ErrNotOnLoop)
	}
	launch(t, l)
	elsewhere := make(chan struct{})
	on(t, l, func() {
		go func() {
			defer close(elsewhere)
			for _, local := range locals(l) {
				matches(t, local.queue(func() {}), wakeful.ErrNotOnLoop)
			}
		}()
		<-elsewhere
	})
	check(t, l.Shutdown(t.Context()))
	for _, local := range locals(l) {
		matches(t, local.queue(func() {}), wakeful.ErrNotOnLoop)
	}
}

func TestSubmitAfterTheEnd(t *testing.T) {
	for name, options := range map[string][]wakeful.Option{
		"unbounded": nil,
		"reject":    {wakeful.WithQueueLimit(1, wakeful.OverflowReject)},
		"wait":      {wakeful.WithQueueLimit(1, wakeful.OverflowBlock)},
		"drop":      {wakeful.WithQueueLimit(1, wakeful.OverflowDropOldest)},
	} {
		t.Run(name, func(t *testing.T) {
			l := running(t, options...)
			timer, err := l.AfterFunc(0, func() {})
			check(t, err)
			check(t, l.Shutdown(t.Context()))
			none := func() { t.Error("ran after the end") }
			matches(t, l.Submit(none), wakeful.ErrClosed)
			matches(t, l.SubmitContext(t.Context(), none), wakeful.ErrClosed)
			matches(t, l.SubmitPriority(none), wakeful.ErrClosed)
			matches(t, l.SubmitBatch([]func(){none, none}), wakeful.ErrClosed)
			_, err = l.AfterFunc(0, none)
			matches(t, err, wakeful.ErrClosed)
			_, err = l.Every(1, none)
			matches(t, err, wakeful.ErrClosed)
			matches(t, timer.Reset(0), wakeful.ErrClosed)
			equal(t, "Stop after the end", timer.Stop(), false)
			timer.Ref()
			timer.Unref()
			check(t, l.SubmitBatch(nil))
			equal(t, "rejected", l.Metrics().Rejected, 5)
			conserved(t, l)
		})
	}
}

// The slice of a batch remains the caller's, who may change it at once.
func TestBatchSliceRemainsTheCallers(t *testing.T) {
	var j journal
	l := unrun(t, wakeful.WithAutoExit())
	fns := []func(){j.note("a"), j.note("b")}
	check(t, l.SubmitBatch(fns))
	fns[0], fns[1] = nil, j.note("changed")
	check(t, runLoop(context.Background(), l))
	j.is(t, "a b")
}

func TestEmptyBatch(t *testing.T) {
	l := script(t, func(l *wakeful.Loop) {
		check(t, l.SubmitBatch(nil))
		check(t, l.SubmitBatch([]func(){}))
	})
	equal(t, "submitted", l.Metrics().Submitted, 1)
}

// Batches from several goroutines, larger than the budget. Nothing runs between the functions of a
// batch.
func TestBatchesAreContiguous(t *testing.T) {
	const producers, batches, size = 4, 50, 30
	type item struct{ producer, batch, index int }
	for _, budget := range []int{1, 7, 1024} {
		l := unrun(t, wakeful.WithBudget(budget))
		var ran []item
		launch(t, l)
		ready := make(chan struct{}, producers)
		for p := range producers {
			go func() {
				for b := range batches {
					fns := make([]func(), size)
					for i := range fns {
						fns[i] = func() { ran = append(ran, item{p, b, i}) }
					}
					check(t, l.SubmitBatch(fns))
					check(t, l.Submit(func() { ran = append(ran, item{p, b, size}) }))
				}
				ready <- struct{}{}
			}()
		}
		for range producers {
			<-ready
		}
		check(t, l.Shutdown(context.Background()))
		equal(t, "functions that ran", len(ran), producers*batches*(size+1))
		var last [producers]item
		for p := range last {
			last[p] = item{p, -1, size}
		}
		for n, it := range ran {
			before := last[it.producer]
			if after := (item{it.producer, before.batch, before.index + 1}); before.index < size && it != after ||
				before.index == size && it != (item{it.producer, before.batch + 1, 0}) {
				t.Fatalf("budget %d: %v after %v", budget, it, before)
			}
			if it.index > 0 && it.index < size && ran[n-1] != before {
				t.Fatalf("budget %d: %v came between %v and %v", budget, ran[n-1], before, it)
			}
			last[it.producer] = it
		}
	}
}

// Close comes after the batch was taken from the queue and before its first function. All functions
// are discarded and counted once.
func TestCloseBeforeTheFirstOfABatch(t *testing.T) {
	l := unrun(t, wakeful.WithMicrotaskBudget(1), ignored())
	check(t, l.Submit(func() {
		check(t, l.QueueMicrotask(func() {}))
		check(t, l.QueueMicrotask(func() { check(t, l.Close()) })) // beyond the budget, so it runs later
	}))
	never := func() { t.Error("ran") }
	check(t, l.SubmitBatch([]func(){never, never, never}))
	check(t, runLoop(context.Background(), l))
	conserved(t, l)
	equal(t, "discarded", l.Metrics().Discarded, 3)
}

func TestCloseWithinABatch(t *testing.T) {
	l := unrun(t, wakeful.WithBudget(2))
	var j journal
	check(t, l.SubmitBatch([]func(){j.note("a"), j.note("b"), func() { check(t, l.Close()) }, j.note("c"), j.note("d")}))
	check(t, l.SubmitBatch([]func(){j.note("e"), j.note("f")}))
	check(t, runLoop(context.Background(), l))
	j.is(t, "a b")
	conserved(t, l)
	equal(t, "discarded", l.Metrics().Discarded, 4)
}
