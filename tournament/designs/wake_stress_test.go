package designs

import (
	"context"
	"fmt"
	"math/rand/v2"
	"runtime"
	"testing"
	"time"
)

// This file races the way to sleep against producers, with yields between the steps of both sides.
// A lost wake-up hangs the test.

// A yieldingWaker and a yieldingIngress yield, at random, before the steps of sleep.go that they
// take part in: 1 choose, 3 empty and stillChosen, 4 wait, a push, d signal.
type yieldingWaker struct{ waker }

func (w yieldingWaker) choose() tier            { yield(); return w.waker.choose() }
func (w yieldingWaker) stillChosen(t tier) bool { yield(); return w.waker.stillChosen(t) }
func (w yieldingWaker) wait(t tier, limit time.Duration) []func() {
	yield()
	return w.waker.wait(t, limit)
}
func (w yieldingWaker) signal(t tier) { yield(); w.waker.signal(t) }

type yieldingIngress struct{ ingress }

func (q yieldingIngress) empty() bool {
	yield()
	defer yield() // between the look and what follows from it
	return q.ingress.empty()
}

func (q yieldingIngress) push(task func()) error {
	err := q.ingress.push(task)
	yield() // between a and b
	return err
}

// yield yields in a third of its calls, up to three times.
func yield() {
	for range max(0, rand.IntN(6)-3) {
		runtime.Gosched()
	}
}

// TestWakeUpUnderYields: whenever a task is submitted, it runs, to the end of the last microtask
// that it queues. Each producer submits its next task at once, or after some yields, in which the
// loop goes to sleep. All designs.
func TestWakeUpUnderYields(t *testing.T) {
	rounds := 3000
	if testing.Short() {
		rounds = 300
	}
	for _, c := range Compositions() {
		if c.absent() != nil {
			continue
		}
		for _, procs := range []int{1, 2, 8} {
			t.Run(fmt.Sprintf("%s/procs=%d", c.Name, procs), func(t *testing.T) {
				defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(procs))
				wakeUnderYields(t, c, rounds)
			})
		}
	}
}

func wakeUnderYields(t *testing.T, c Composition, rounds int) {
	l, err := New(c)
	if err != nil {
		t.Fatal(err)
	}
	l.waker = yieldingWaker{l.waker}
	l.outer = yieldingIngress{l.outer}
	l.submitted.in = l.outer
	ended := make(chan error, 1)
	go func() { ended <- l.Run(context.Background()) }()
	const producers = 2
	failed := make(chan error, producers)
	for range producers {
		go func() {
			for range rounds {
				if err := tripWithMicrotasks(l); err != nil {
					failed <- err
					return
				}
			}
			failed <- nil
		}()
	}
	for range producers {
		if err := <-failed; err != nil {
			t.Error(err)
		}
	}
	if err := l.Shutdown(t.Context()); err != nil {
		t.Error(err)
	}
	if err := <-ended; err != nil {
		t.Error(err)
	}
}

// tripWithMicrotasks submits a task, and returns when the last of its microtasks has run.
func tripWithMicrotasks(l *Loop) error {
	for range rand.IntN(20) { // the loop may go to sleep meanwhile
		runtime.Gosched()
	}
	left := rand.IntN(4)
	done := make(chan error, 1)
	var next func()
	next = func() {
		if left--; left < 0 {
			done <- nil
		} else if err := l.QueueMicrotask(next); err != nil {
			done <- err
		}
	}
	if err := l.Submit(next); err != nil {
		return err
	}
	return <-done
}
