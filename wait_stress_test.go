package wakeful_test

import (
	"runtime"
	"testing"
	"time"

	"github.com/wakeful-go/wakeful"
)

// No wake-up is lost: each way to give the loop work meets it at every stage of parking. If this
// test hangs, a wake-up was lost.
func TestNoWakeupIsLost(t *testing.T) {
	for bounds, options := range map[string][]wakeful.Option{"unbounded": nil, "bounded": {limited(2, wakeful.OverflowBlock)}} {
		l := running(t, options...)
		done := make(chan struct{}, 1)
		ran := func() { done <- struct{}{} }
		m := mailbox(t, l, func(int) { ran() })
		// With a timer far in the future, the loop sets its clock before it parks.
		far, err := l.AfterFunc(time.Hour, func() {})
		check(t, err)
		timer, err := l.AfterFunc(time.Hour, ran)
		check(t, err)
		for name, give := range map[string]func() error{
			"Submit":         func() error { return l.Submit(ran) },
			"SubmitPriority": func() error { return l.SubmitPriority(ran) },
			"SubmitBatch":    func() error { return l.SubmitBatch([]func(){ran}) },
			"Send":           func() error { return m.Send(0) },
			"Reset":          func() error { return timer.Reset(0) },
		} {
			t.Run(bounds+"/"+name, func(t *testing.T) {
				random := seeded(t)
				for n := range rounds(50_000) {
					if n%2 == 0 { // the loop sets its clock again before it parks
						if err := far.Reset(time.Hour - time.Duration(n)*time.Millisecond); err != nil {
							t.Fatal(err)
						}
					}
					hesitate(random.IntN(4000))
					if err := give(); err != nil {
						t.Fatal(err)
					}
					<-done
				}
			})
		}
	}
}

// Readers of the metrics take no wake-up away from producers.
func TestReadersTakeNoWakeup(t *testing.T) {
	l := running(t)
	over := make(chan struct{})
	for range 2 {
		go func() {
			for {
				l.Metrics()
				select {
				case over <- struct{}{}:
					return
				default:
					runtime.Gosched()
				}
			}
		}()
	}
	done := make(chan struct{}, 1)
	ran := func() { done <- struct{}{} }
	timer, err := l.AfterFunc(time.Hour, ran)
	check(t, err)
	for range rounds(50_000) {
		if err := l.Submit(ran); err != nil {
			t.Fatal(err)
		}
		<-done
		if err := timer.Reset(0); err != nil {
			t.Fatal(err)
		}
		<-done
	}
	<-over
	<-over
}
