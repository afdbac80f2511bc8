package telemetry_test

import (
	"bytes"
	"errors"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/wakeful-go/wakeful"
	"github.com/wakeful-go/wakeful/internal/recording"
	"github.com/wakeful-go/wakeful/promise"
	"github.com/wakeful-go/wakeful/telemetry"
)

func pendingPromise(l *wakeful.Loop) *promise.Promise[int] {
	return promise.WithResolvers[int](l).Promise()
}

// TestRecordWaiting: a recording has the promises that nobody has settled, what keeps the loop alive, and
// the last stalls.
func TestRecordWaiting(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := unrun(t)
		r := record(t, l)
		watch(t, l, telemetry.WithLogger(nil), telemetry.WithOrigins(), telemetry.WithStallLimit(20*ms, func(telemetry.Stall) {}))
		launch(t, l)
		on(t, l, func() {})
		pendingPromise(l) // made without Debug
		promise.Debug(l, true)
		began := time.Now()
		p := pendingPromise(l)
		settled := make(chan struct{})
		on(t, l, func() {
			for range 1000 {
				promise.Resolved(l, 1)
				q := promise.WithResolvers[int](l)
				q.Promise().Then(func(int) (int, error) { return 0, errors.New("planted") }).Catch(func(error) (int, error) { return 1, nil })
				q.Resolve(1)
			}
			close(settled)
		})
		<-settled
		time.Sleep(ms) // fake time
		p.Then(func(n int) (int, error) { return n, nil })
		keep := l.KeepAlive()
		check(t, l.Submit(recordedStall))
		time.Sleep(200 * ms) // fake time: longer than the stall
		_, loop := read(t, r)
		if loop.Pending != 2 || len(loop.Promises) != 2 {
			t.Fatalf("%d promises are pending, want 2: %+v", loop.Pending, loop.Promises)
		}
		first, second := loop.Promises[0], loop.Promises[1]
		if first.Made != began.UnixNano() || second.Made != began.Add(ms).UnixNano() {
			t.Errorf("made at %d and %d", first.Made, second.Made)
		}
		if !strings.Contains(first.Site, ".pendingPromise (") || !strings.Contains(second.Site, ".TestRecordWaiting") {
			t.Errorf("the promises are %+v", loop.Promises)
		}
		found := 0
		for _, a := range loop.Alive {
			if a.Kind == "keep-alive" {
				found++
				if a.Made == 0 || len(a.Origin) == 0 || !strings.Contains(a.Origin[0].Name, ".TestRecordWaiting") {
					t.Errorf("the keep-alive is %+v", a)
				}
			}
		}
		if found != 1 {
			t.Errorf("alive: %+v", loop.Alive)
		}
		if len(loop.Stalls) != 1 || !strings.HasSuffix(loop.Stalls[0].Callback.Name, ".recordedStall") || loop.Stalls[0].Duration < int64(50*ms) || !loop.Stalls[0].Returned {
			t.Errorf("the stalls are %+v", loop.Stalls)
		}
		keep.Release()
	})
}

// TestStallsAfterTheEnd: a recording of a loop that has ended has its stalls.
func TestStallsAfterTheEnd(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := unrun(t)
		r := record(t, l)
		watch(t, l, telemetry.WithLogger(nil), telemetry.WithStallLimit(20*ms, nil))
		launch(t, l)
		on(t, l, recordedStall)
		check(t, l.Shutdown(t.Context()))
		for range 2 { // before and after the watchdog has seen the end
			if _, loop := read(t, r); len(loop.Stalls) != 1 || loop.StallLimit != int64(20*ms) || loop.State != "ended" {
				t.Errorf("it has the limit %d and the stalls %+v", loop.StallLimit, loop.Stalls)
			}
			time.Sleep(time.Second) // in fake time: the watchdog sees the end
		}
	})
}

func recordedStall() { time.Sleep(60 * ms) }

// TestRecordRunnable: for some parks it is known how long the loop was runnable, and the runtime's
// histogram has these delays too.
func TestRecordRunnable(t *testing.T) {
	l := unrun(t)
	r := record(t, l)
	launch(t, l)
	for range 200 {
		on(t, l, func() {})
	}
	all, loop := read(t, r)
	known := 0
	for _, e := range loop.Events {
		if e.Kind != recording.Park || e.Duration == recording.Unfinished {
			continue
		}
		if e.B > 0 {
			known++
		}
		if int64(e.B) > e.Duration {
			t.Errorf("runnable for %d of %d ns", e.B, e.Duration)
		}
		if e.C != recording.NotKnown && e.C > 0 && e.B == 0 {
			t.Errorf("the kernel's part of nothing is %d", e.C)
		}
	}
	if known == 0 {
		t.Error("no park says how long the loop was runnable")
	}
	count := uint64(0)
	for _, latency := range all.Sched {
		count += latency.Count
	}
	if count == 0 {
		t.Error("the histogram of the runtime is empty")
	}
}

// TestRecordTrace: a recording has the execution trace of the same seconds, with the common clock, until
// stop.
func TestRecordTrace(t *testing.T) {
	l := unrun(t, wakeful.WithName("orders"))
	r := record(t, l)
	launch(t, l)
	stop, err := telemetry.RecordTrace()
	check(t, err)
	again, err := telemetry.RecordTrace()
	check(t, err)
	for range 100 {
		on(t, l, func() {})
	}
	again()
	all, _ := read(t, r)
	for _, part := range []string{"go 1.", "orders turn", recording.ClockCategory} {
		if !bytes.Contains(all.Trace[:min(len(all.Trace), 5)], []byte(part)) && !bytes.Contains(all.Trace, []byte(part)) {
			t.Errorf("the trace of %d bytes has no %q", len(all.Trace), part)
		}
	}
	stop()
	stop()
	if all, _ := read(t, r); len(all.Trace) != 0 {
		t.Errorf("after stop the trace has %d bytes", len(all.Trace))
	}
	synctest.Test(t, func(t *testing.T) {
		if _, err := telemetry.RecordTrace(); !errors.Is(err, wakeful.ErrInvalidOption) {
			t.Errorf("in a bubble: error %v", err)
		}
	})
}
