package wakeful_test

import (
	"context"
	"errors"
	"runtime"
	"strings"
	"sync"
	"testing"

	"github.com/wakeful-go/wakeful"
)

// quiet is work that does nothing.
func noop(context.Context) (int, error) { return 0, nil }

// The result arrives on the loop, which was not blocked by the work.
func TestRunBlocking(t *testing.T) {
	l := running(t)
	var worked, arrived sync.WaitGroup
	for _, want := range []struct {
		n   int
		err error
	}{{42, nil}, {7, errCause}} {
		worked.Add(1)
		arrived.Add(1)
		check(t, l.RunBlocking(context.Background(), func(ctx context.Context) (int, error) {
			defer worked.Done()
			equal(t, "work OnLoop", l.OnLoop(), false)
			check(t, ctx.Err())
			on(t, l, func() {})
			return want.n, want.err
		}, func(n int, err error) {
			defer arrived.Done()
			equal(t, "then OnLoop", l.OnLoop(), true)
			equal(t, "value", n, want.n)
			equal(t, "error", err, want.err)
		}))
	}
	worked.Wait()
	arrived.Wait()
}

func TestRunBlockingWithoutFunction(t *testing.T) {
	l := running(t)
	then := func(int, error) { t.Error("called") }
	matches(t, l.RunBlocking(context.Background(), nil, then), wakeful.ErrNilFunc)
	matches(t, l.RunBlocking(context.Background(), func(context.Context) (int, error) {
		t.Error("called")
		return 0, nil
	}, nil), wakeful.ErrNilFunc)
	equal(t, "submitted", l.Metrics().Submitted, 0)
}

// One worker does all work in the order of acceptance, even if some of it panics or exits.
func TestRunBlockingInOrder(t *testing.T) {
	for how, end := range fatal {
		t.Run(how, func(t *testing.T) {
			var worked, arrived journal
			script(t, func(l *wakeful.Loop) {
				for _, s := range []string{"a", "b", "c", "d", "e"} {
					check(t, l.RunBlocking(context.Background(), func(context.Context) (string, error) {
						worked.add(s)
						if s == "b" || s == "c" {
							end.fn()
						}
						return s, nil
					}, func(value string, err error) {
						arrived.add(s)
						if s == "b" || s == "c" {
							var e *wakeful.PanicError
							equal(t, "the end of "+s+" is its error", errors.As(err, &e), true)
							return
						}
						check(t, err)
						equal(t, "value", value, s)
					}))
				}
			}, wakeful.WithMaxWorkers(1))
			worked.is(t, "a b c d e")
			arrived.is(t, "a b c d e")
		})
	}
}

// The panic handler is not called for a panic that then gets as an error.
func TestRunBlockingWorkPanics(t *testing.T) {
	for how, end := range fatal {
		t.Run(how, func(t *testing.T) {
			var reported []*wakeful.PanicError
			arrived := 0
			script(t, func(l *wakeful.Loop) {
				check(t, l.RunBlocking(context.Background(), func(context.Context) (int, error) {
					end.fn()
					return 7, nil
				}, func(n int, err error) {
					arrived++
					equal(t, "value", n, 0)
					var e *wakeful.PanicError
					if !errors.As(err, &e) {
						t.Errorf("error %v", err)
						return
					}
					equal(t, "phase", e.Phase, "goroutine")
					if !end.want(e) {
						t.Errorf("error %v", e.Value)
					}
					if !strings.Contains(string(e.Stack), "goroutine_test.go") {
						t.Errorf("the stack does not show the work:\n%s", e.Stack)
					}
				}))
			}, into(&reported))
			equal(t, "arrived", arrived, 1)
			equal(t, "reported", len(reported), 0)
		})
	}
}

// then is an ordinary callback, also while the loop drains.
func TestRunBlockingThenPanics(t *testing.T) {
	for how, end := range fatal {
		for _, draining := range []bool{false, true} {
			t.Run(how+map[bool]string{true: "/draining"}[draining], func(t *testing.T) {
				var reported []*wakeful.PanicError
				var j journal
				started := make(chan struct{}, 2)
				l := unrun(t, into(&reported), wakeful.WithAutoExit())
				check(t, l.Submit(func() {
					for range 2 {
						check(t, l.RunBlocking(context.Background(), func(ctx context.Context) (int, error) {
							started <- struct{}{}
							if draining {
								<-ctx.Done()
							}
							return 0, nil
						}, func(int, error) {
							check(t, l.QueueMicrotask(j.note("micro")))
							j.add("then")
							end.fn()
						}))
					}
					if draining {
						<-started
						<-started
						check(t, l.Shutdown(t.Context()))
					}
				}))
				go runLoop(context.Background(), l)
				conserved(t, l)
				j.is(t, "then micro then micro")
				if len(reported) != 2 {
					t.Fatalf("%d reports, want 2", len(reported))
				}
				for _, e := range reported {
					equal(t, "phase", e.Phase, "submitted")
					if !end.want(e) {
						t.Errorf("reported %v", e.Value)
					}
				}
				equal(t, "executed", l.Metrics().Executed, 3)
			})
		}
	}
}

// then may start more work, and the loop continues.
func TestRunBlockingAgainFromThen(t *testing.T) {
	var j journal
	l := script(t, func(l *wakeful.Loop) {
		var again func(n int, err error)
		again = func(n int, err error) {
			check(t, err)
			j.add("result")
			if n < 3 {
				check(t, l.RunBlocking(context.Background(), func(context.Context) (int, error) { return n + 1, nil }, again))
				check(t, l.Submit(j.note("next")))
			}
		}
		check(t, l.RunBlocking(context.Background(), noop, again))
	}, wakeful.WithMaxWorkers(1))
	if len(j) != 4+3 {
		t.Errorf("happened: %v", j)
	}
	m := l.Metrics()
	equal(t, "executed", m.Executed, 1+4+3)
	equal(t, "discarded", m.Discarded, 0)
}

// Every kind of callback may call Go.
func TestRunBlockingInEveryCallback(t *testing.T) {
	for _, kind := range []string{"timer", "priority", "submitted", "batch", "message", "afterSubmitted", "turnEnd"} {
		t.Run(kind, func(t *testing.T) {
			arrived := 0
			script(t, func(l *wakeful.Loop) {
				check(t, everyWay(t, l)[kind](func() {
					begin := func() {
						check(t, l.RunBlocking(context.Background(), noop, func(int, error) { arrived++ }))
					}
					begin()
					check(t, l.AfterCallback(begin))
					check(t, l.QueueMicrotask(begin))
				}))
			})
			equal(t, "arrived", arrived, 3)
		})
	}
}

// Functions that work submits run before its result.
func TestRunBlockingResultKeepsItsPlace(t *testing.T) {
	for range rounds(200) {
		var j journal
		l := unrun(t)
		worked := make(chan struct{})
		check(t, l.RunBlocking(context.Background(), func(context.Context) (int, error) {
			defer close(worked)
			check(t, l.Submit(j.note("first")))
			check(t, l.SubmitBatch([]func(){j.note("second"), j.note("third")}))
			return 0, nil
		}, func(int, error) {
			j.add("result")
			check(t, l.Close())
		}))
		<-worked
		check(t, runLoop(context.Background(), l))
		j.is(t, "first second third result")
	}
}

// A full queue accepts every result at once and drops none, whether the loop runs or drains.
func TestRunBlockingWithAFullQueue(t *testing.T) {
	for _, policy := range policies {
		for _, draining := range []bool{false, true} {
			t.Run(policy.String()+map[bool]string{true: "/draining"}[draining], func(t *testing.T) {
				const n = 10
				ran, arrived, nested := 0, 0, 0
				l := unrun(t, limited(1, policy), wakeful.WithMaxWorkers(3), wakeful.WithAutoExit())
				filled := make(chan struct{})
				var worked sync.WaitGroup
				worked.Add(n)
				check(t, l.Submit(func() {
					check(t, l.Submit(func() { ran++ }))
					for range n {
						check(t, l.RunBlocking(context.Background(), func(context.Context) (int, error) {
							defer worked.Done()
							<-filled
							return 0, nil
						}, func(_ int, err error) {
							check(t, err)
							arrived++
							if l.RunBlocking(context.Background(), noop, func(int, error) { nested++ }) == nil && draining {
								t.Error("accepted by a loop that drains")
							}
						}))
					}
					close(filled)
					if draining {
						check(t, l.Shutdown(t.Context()))
					}
					worked.Wait() // while the only callback runs and the queue is full
				}))
				check(t, runLoop(context.Background(), l))
				conserved(t, l)
				equal(t, "ran", ran, 1)
				equal(t, "arrived", arrived, n)
				equal(t, "nested", nested, map[bool]int{false: n}[draining])
				equal(t, "discarded", l.Metrics().Discarded, 0)
			})
		}
	}
}

// Running work keeps a spinning loop from ending.
func TestRunBlockingWhileTheLoopSpins(t *testing.T) {
	for name, strategy := range strategies {
		t.Run(name, func(t *testing.T) {
			l := unrun(t, wakeful.WithWaitStrategy(strategy), wakeful.WithMaxWorkers(2))
			arrived, goOn := 0, make(chan struct{})
			for range 5 {
				check(t, l.RunBlocking(context.Background(), func(ctx context.Context) (int, error) {
					<-goOn
					return 0, context.Cause(ctx)
				}, func(_ int, err error) {
					matches(t, err, wakeful.ErrClosed)
					arrived++
				}))
			}
			launch(t, l)
			shut := make(chan error)
			go func() { shut <- l.Shutdown(context.Background()) }()
			awaitRefusal(l)
			for range 100 {
				runtime.Gosched()
			}
			equal(t, "ended", ended(l), false)
			close(goOn)
			check(t, <-shut)
			equal(t, "arrived", arrived, 5)
		})
	}
}

// The context of RunBlocking has the values of its parent and ends with it.
func TestRunBlockingContext(t *testing.T) {
	l := running(t)
	type key struct{}
	parent, end := context.WithCancelCause(context.WithValue(t.Context(), key{}, 7))
	var arrived sync.WaitGroup
	arrived.Add(1)
	check(t, l.RunBlocking(parent, func(ctx context.Context) (int, error) {
		end(errCause)
		<-ctx.Done()
		return ctx.Value(key{}).(int), context.Cause(ctx)
	}, func(n int, err error) {
		defer arrived.Done()
		equal(t, "value", n, 7)
		equal(t, "error", err, errCause)
	}))
	arrived.Wait()
	//nolint:staticcheck // a nil context is what is tested
	if err := l.RunBlocking(nil, noop, func(int, error) {}); !errors.Is(err, wakeful.ErrNilContext) {
		t.Errorf("got %v, want ErrNilContext", err)
	}
	if err := l.RunBlocking[int](parent, nil, func(int, error) {}); !errors.Is(err, wakeful.ErrNilFunc) {
		t.Errorf("got %v, want ErrNilFunc", err)
	}
}

// The context of RunBlocking ends with the loop, too.
func TestRunBlockingContextEndsWithTheLoop(t *testing.T) {
	l := running(t)
	started := make(chan struct{})
	ended := make(chan error, 1)
	check(t, l.RunBlocking(t.Context(), func(ctx context.Context) (int, error) {
		close(started)
		<-ctx.Done()
		ended <- context.Cause(ctx)
		return 0, nil
	}, func(int, error) {}))
	<-started
	check(t, l.Shutdown(t.Context()))
	if err := <-ended; !errors.Is(err, wakeful.ErrClosed) {
		t.Errorf("got %v, want ErrClosed", err)
	}
}
