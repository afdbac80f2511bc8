package wakeful_test

import (
	"context"
	"strings"
	"testing"

	"github.com/wakeful-go/wakeful"
)

// A loop that spins for a long time executes the code of Submit now and then. The functions that it
// runs for that have no effect on the loop: they count nowhere, and what is submitted runs once and
// in order.
func TestKeepingCodeInTheCachesHasNoEffect(t *testing.T) {
	for name, options := range map[string][]wakeful.Option{"unlimited": nil, "limited": {limited(3, wakeful.OverflowBlock)}} {
		t.Run(name, func(t *testing.T) {
			const enough = 3 // in each wait
			warm := make(chan struct{}, 1)
			strategy := wakeful.WithWaitStrategy(waitFunc(func(s *wakeful.IdleState) {
				for before := s.WarmUps(); s.WarmUps() < before+enough; {
					if s.Ready() {
						return
					}
				}
				select {
				case warm <- struct{}{}:
				default:
				}
				for !s.Ready() {
				}
			}))
			l := running(t, append(options, strategy)...)
			var order strings.Builder
			runs := rounds(20)
			for range runs {
				<-warm
				check(t, l.SubmitPriority(func() { order.WriteString("priority ") }))
				check(t, l.Submit(func() { order.WriteString("function ") }))
				on(t, l, func() { check(t, l.AfterCallback(func() { order.WriteString("afterCallback ") })) })
			}
			on(t, l, func() {
				m := l.Metrics()
				equal(t, "executed, this function included", m.Executed, uint64(3*runs+1))
				equal(t, "microtasks", m.Microtasks, uint64(runs))
				equal(t, "rejected", m.Rejected, 0)
			})
			if want := strings.Repeat("priority function afterCallback ", runs); order.String() != want {
				t.Errorf("order %q, want %q", order.String(), want)
			}
			check(t, l.Shutdown(context.Background()))
			equal(t, "discarded", l.Metrics().Discarded, 0)
		})
	}
}
