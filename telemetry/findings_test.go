package telemetry_test

import (
	"context"
	"math/rand/v2"
	"testing"
	"testing/synctest"
	"time"

	"github.com/wakeful-go/wakeful"
	"github.com/wakeful-go/wakeful/telemetry"
)

// TestNoFindings records an hour of a service without faults, in fake time: requests that come at random
// and in bursts, a ticker, timers, work on goroutines, microtasks and a mailbox.
func TestNoFindings(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	synctest.Test(t, func(t *testing.T) {
		l := unrun(t)
		r, err := telemetry.Record(l, 4<<20)
		check(t, err)
		launch(t, l)
		_, err = l.Every(100*ms, func() { time.Sleep(100 * time.Microsecond) })
		check(t, err)
		m, err := wakeful.NewMailbox(l, func(int) { time.Sleep(10 * time.Microsecond) })
		check(t, err)
		request := func() func() {
			took := time.Duration(random.IntN(3000)) * time.Microsecond
			return func() {
				time.Sleep(took)
				check(t, l.QueueMicrotask(func() {}))
			}
		}
		for end := time.Now().Add(time.Hour); time.Now().Before(end); {
			time.Sleep(time.Duration(random.Int64N(int64(time.Second))))
			check(t, l.Submit(request()))
			if random.IntN(10) == 0 {
				for range 100 {
					check(t, l.Submit(func() { time.Sleep(100 * time.Microsecond) }))
					check(t, m.Send(1))
				}
			}
			if random.IntN(5) == 0 {
				check(t, l.RunBlocking(context.Background(), func(context.Context) (int, error) {
					time.Sleep(200 * ms)
					return 0, nil
				}, func(int, error) {}))
			}
			_, err := l.AfterFunc(time.Duration(random.Int64N(int64(10*time.Second))), request())
			check(t, err)
		}
		all, loop := read(t, r)
		if found := all.Findings(); len(found) > 0 {
			t.Errorf("it found %+v", found)
		}
		if len(loop.Events) < 3000 {
			t.Errorf("the recording has %d events only", len(loop.Events))
		}
		check(t, r.Close())
	})
}
