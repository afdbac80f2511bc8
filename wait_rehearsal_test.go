package wakeful_test

import (
	"context"
	"strings"
	"testing"

	"github.com/wakeful-go/wakeful"
)

// A loop that spins for long goes through the way of a function now and then, with a
// function that does nothing. Nothing of that shows: it counts nowhere, and what is
// submitted runs, once and in order, whenever it comes.
func TestRehearsalsDoNotShow(t *testing.T) {
	for name, options := range map[string][]wakeful.Option{"unbounded": nil, "bounded": {limited(3, wakeful.Wait)}} {
		t.Run(name, func(t *testing.T) {
			const enough = 3 // in each wait
			resting := make(chan struct{}, 1)
			strategy := wakeful.WithWaitStrategy(waitFunc(func(w *wakeful.Waiting) {
				for before := w.Rehearsals(); w.Rehearsals() < before+enough; {
					if w.Ready() {
						return
					}
				}
				select {
				case resting <- struct{}{}:
				default:
				}
				for !w.Ready() {
				}
			}))
			l := running(t, append(options, strategy)...)
			var order strings.Builder
			runs := rounds(20)
			for range runs {
				<-resting
				check(t, l.SubmitInternal(func() { order.WriteString("internal ") }))
				check(t, l.Submit(func() { order.WriteString("function ") }))
				on(t, l, func() { check(t, l.NextTick(func() { order.WriteString("tick ") })) })
			}
			on(t, l, func() {
				m := l.Metrics()
				equal(t, "executed, this function included", m.Executed, uint64(3*runs+1))
				equal(t, "microtasks", m.Microtasks, uint64(runs))
				equal(t, "rejected", m.Rejected, 0)
			})
			if want := strings.Repeat("internal function tick ", runs); order.String() != want {
				t.Errorf("order %q, want %q", order.String(), want)
			}
			check(t, l.Shutdown(context.Background()))
			m := l.Metrics()
			equal(t, "discarded", m.Discarded, 0)
		})
	}
}
