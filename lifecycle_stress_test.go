package wakeful_test

// Every event in the life of a loop against every other, with the test's counts compared to the
// loop's.

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"runtime"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/wakeful-go/wakeful"
)

// A match is a loop on which two events meet.
type match struct {
	t      *testing.T
	l      *wakeful.Loop
	m      *wakeful.Mailbox[func()]
	k      *wakeful.KeepAlive
	cancel context.CancelFunc
	delay  time.Duration // delay of timers

	// Counts of the test.

	accepted, rejected, calls, set, atEnd atomic.Uint64
	closed                                atomic.Bool // an event that may discard functions has happened
	ran, fired, ended                     uint64      // loop's goroutine, read after its end
}

// task is the submitted function.
func (m *match) task() { m.ran++ }

// tally counts n functions by the result of submitting them.
func (m *match) tally(n uint64, err error) {
	switch {
	case err == nil:
		m.accepted.Add(n)
		return
	case errors.Is(err, wakeful.ErrClosed):
	case errors.Is(err, wakeful.ErrQueueFull) && m.l.OnLoop():
	default:
		m.t.Error(err)
	}
	m.rejected.Add(n)
}

// events are the events, which any goroutine may cause.
var events = []struct {
	name   string
	happen func(m *match)
}{
	{"Submit", func(m *match) {
		for range 3 {
			m.tally(1, m.l.Submit(m.task))
		}
	}},
	{"SubmitBatch", func(m *match) { m.tally(2, m.l.SubmitBatch([]func(){m.task, m.task})) }},
	{"SubmitPriority", func(m *match) {
		for range 2 {
			m.tally(1, m.l.SubmitPriority(m.task))
		}
	}},
	{"Send", func(m *match) {
		for range 3 {
			m.tally(1, m.m.Send(m.task))
		}
	}},
	{"Call", func(m *match) {
		m.calls.Add(1)
		_, err := m.l.Call(context.Background(), func() (int, error) { m.task(); return 0, nil })
		if err != nil && !errors.Is(err, wakeful.ErrClosed) && !errors.Is(err, wakeful.ErrQueueFull) {
			m.t.Error(err)
		}
	}},
	{"Go", func(m *match) {
		for n := range 2 {
			m.tally(1, m.l.RunBlocking(context.Background(), func(ctx context.Context) (int, error) {
				if n > 0 {
					<-ctx.Done()
				}
				return 0, nil
			}, func(int, error) { m.task() }))
		}
	}},
	{"Shutdown", func(m *match) { check(m.t, m.l.Shutdown(context.Background())) }},
	{"Close", func(m *match) {
		m.closed.Store(true)
		check(m.t, m.l.Close())
	}},
	{"context", func(m *match) {
		m.closed.Store(true)
		m.cancel()
	}},
	{"panic", func(m *match) {
		m.tally(1, m.l.Submit(func() {
			m.task()
			m.tally(1, m.l.AfterSubmitted(m.task))
			panic(m)
		}))
	}},
	{"Goexit", func(m *match) {
		m.tally(1, m.l.Submit(func() {
			m.task()
			m.tally(1, m.l.AtTurnEnd(m.task))
			runtime.Goexit()
		}))
	}},
	{"timer", func(m *match) {
		_, err := m.l.AfterFunc(m.delay, func() {
			m.fired++
			m.tally(1, m.l.Submit(m.task))
		})
		if err == nil {
			m.set.Add(1)
		} else {
			matches(m.t, err, wakeful.ErrClosed)
		}
	}},
	{"Metrics", func(m *match) {
		for range 3 {
			m.l.Metrics()
		}
	}},
	{"Release", func(m *match) { m.k.Release() }},
	{"OnShutdown", func(m *match) {
		for n := range 2 {
			_, err := m.l.OnShutdown(func() {
				m.ended++
				m.tally(1, m.l.Submit(m.task)) // refused
				if n > 0 {
					panic(m)
				}
			})
			if err == nil {
				m.atEnd.Add(1)
			} else {
				matches(m.t, err, wakeful.ErrClosed)
			}
		}
	}},
}

// TestEndings combines every two events on a loop that may be starting, awake, parked, or ending by
// itself.
func TestEndings(t *testing.T) {
	bounds := []struct {
		name    string
		options []wakeful.Option
		drops   bool
	}{
		{"unbounded", nil, false},
		{"waiting", []wakeful.Option{limited(2, wakeful.OverflowBlock)}, false},
		{"dropping", []wakeful.Option{limited(2, wakeful.OverflowDropOldest)}, true},
	}
	waits := []wakeful.WaitStrategy{wakeful.Block(), wakeful.Spin(), wakeful.Adaptive(), strategies["own, looks once"]}
	processors := []int{1, 2, 8}
	if underRace {
		processors = []int{runtime.GOMAXPROCS(0)} // the race pass varies them itself
	}
	for _, procs := range processors {
		t.Run(fmt.Sprintf("procs=%d", procs), func(t *testing.T) {
			defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(procs))
			random := seeded(t)
			for i, a := range events {
				for _, b := range events[i:] {
					for range rounds(500) {
						bound := bounds[random.IntN(len(bounds))]
						options := append([]wakeful.Option{
							ignored(),
							wakeful.WithWaitStrategy(waits[random.IntN(len(waits))]),
							wakeful.WithBudget(1 + random.IntN(3)),
						}, bound.options...)
						if random.IntN(2) == 0 {
							options = append(options, wakeful.WithAutoExit())
						}
						m := newMatch(t, random, options)
						m.play(random, a.happen, b.happen)
						m.settle(bound.drops)
						if t.Failed() {
							t.Fatalf("%s against %s, %s", a.name, b.name, bound.name)
						}
					}
				}
			}
		})
	}
}

func newMatch(t *testing.T, random *rand.Rand, options []wakeful.Option) *match {
	t.Helper()
	l := unrun(t, options...)
	return &match{
		t: t, l: l,
		m:     mailbox(t, l, func(fn func()) { fn() }),
		k:     l.KeepAlive(),
		delay: time.Duration(random.IntN(20)) * time.Microsecond,
	}
}

// play runs the loop and causes both events, each after a random delay. The loop is shut down
// before, during or after them.
func (m *match) play(random *rand.Rand, a, b func(*match)) {
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	m.cancel = cancel
	var both, run sync.WaitGroup
	for _, happen := range []func(*match){a, b} {
		delay := random.IntN(3000)
		both.Go(func() {
			hesitate(delay)
			happen(m)
		})
	}
	delay := random.IntN(1000)
	run.Go(func() {
		hesitate(delay)
		err := runLoop(ctx, m.l)
		if err != nil && !errors.Is(err, wakeful.ErrClosed) && !errors.Is(err, context.Canceled) {
			m.t.Error(err)
		}
	})
	if random.IntN(3) == 0 {
		hesitate(random.IntN(5000))
	} else {
		both.Wait()
	}
	check(m.t, m.l.Shutdown(context.Background()))
	both.Wait()
	run.Wait()
}

// settle compares the counts.
func (m *match) settle(drops bool) {
	m.t.Helper()
	conserved(m.t, m.l)
	got := m.l.Metrics()
	accepted, rejected, calls := m.accepted.Load(), m.rejected.Load(), m.calls.Load()
	equal(m.t, "submitted", got.Submitted, accepted+rejected+calls)
	equal(m.t, "executed", got.Executed, m.ran)
	if got.Rejected < rejected || got.Rejected > rejected+calls {
		m.t.Errorf("rejected: %d, want %d and up to %d calls", got.Rejected, rejected, calls)
	}
	if !drops && !m.closed.Load() {
		equal(m.t, "discarded although only Close and the context may discard", got.Discarded, 0)
	}
	equal(m.t, "functions of OnShutdown", m.ended, m.atEnd.Load())
	equal(m.t, "timers fired", got.TimersFired, m.fired)
	equal(m.t, "timers set", got.TimersFired+got.TimersDiscarded, m.set.Load())
}

// Shutdown loses no accepted function, not even at the moment when it closes the queues of a
// running loop.
func TestSubmitAgainstShutdown(t *testing.T) {
	for _, r := range resulting {
		if r.name == "AfterFunc" {
			continue // timers are discarded
		}
		t.Run(r.name, func(t *testing.T) {
			random := seeded(t)
			for range rounds(1_500) {
				l := unrun(t, append(r.options, wakeful.WithWaitStrategy(wakeful.Spin()))...)
				m := mailbox(t, l, func(fn func()) { fn() })
				ran, accepted := 0, 0
				submitting := make(chan struct{})
				go func() {
					defer close(submitting)
					for r.submit(l, m, func() { ran++ }) == nil {
						if accepted++; accepted%64 == 0 {
							runtime.Gosched() // the goroutine that calls Shutdown may need this processor
						}
					}
				}()
				go runLoop(context.Background(), l)
				for range random.IntN(3) {
					runtime.Gosched()
				}
				hesitate(random.IntN(3000))
				check(t, l.Shutdown(context.Background()))
				<-submitting
				conserved(t, l)
				equal(t, "executed", ran, accepted)
				if t.Failed() {
					return
				}
			}
		})
	}
}
