package js_test

import (
	"errors"
	"fmt"
	"runtime"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/wakeful-go/wakeful/js"
)

// TestPoolLimits: each use has the whole of its limits, Setup has none of them, and an exceeded limit
// is an error of its use alone.
func TestPoolLimits(t *testing.T) {
	const work = `() => { const until = Date.now() + 20; while (Date.now() < until); }`
	// In fake time, so that a busy machine cannot exceed the limit.
	const wait = `() => new Promise((done) => setTimeout(done, 60))`
	for _, c := range []struct {
		name, uses, exceeds string
		limits              js.Limits
		want                error
	}{
		{"Timers", `() => new Promise((done) => setTimeout(() => setImmediate(done), 0))`, `() => { for (let i = 0; i < 30; i++) setTimeout(() => {}, 1e6) }`, js.Limits{Timers: 20}, js.ErrTimerLimit},
		{"Output", `() => { console.log('x'.repeat(59)) }`, `() => { for (;;) console.log('x') }`, js.Limits{Output: 100}, js.ErrOutputLimit},
		{"CPU", work, `() => { for (;;); }`, js.Limits{CPU: time.Second}, js.ErrCPULimit},
		{"Wall", wait, `() => new Promise(() => {})`, js.Limits{Wall: 3 * time.Second}, js.ErrWallLimit},
	} {
		for _, fresh := range []bool{false, true} {
			t.Run(fmt.Sprintf("%s/fresh=%v", c.name, fresh), func(t *testing.T) {
				t.Parallel()
				within := func(t *testing.T) {
					var out output
					options := []js.Option{js.WithNode(), js.WithStdout(&out), js.WithLimits(c.limits)}
					p := newPool(t, js.PoolConfig{Min: 1, Max: 1, Queue: 1, Fresh: fresh, Options: options, Setup: setup(`console.log('x'.repeat(99))`)})
					use := func(times int) {
						t.Helper()
						for i := range times {
							if _, err := p.Run(t.Context(), c.uses); err != nil {
								t.Fatalf("use %d returned %v", i, err)
							}
						}
					}
					use(60)
					if _, err := p.Run(t.Context(), c.exceeds); !errors.Is(err, c.want) {
						t.Errorf("the use that exceeds the limit returned %v, want %v", err, c.want)
					}
					if c.name == "Timers" && !fresh {
						return // the timers of the last use still wait
					}
					use(10)
				}
				if c.name == "Wall" {
					synctest.Test(t, within)
				} else {
					within(t)
				}
			})
		}
	}
}

// TestCPULimitCountsTheProcessor: the time in which a function of Go waits does not count, where the
// system tells what a thread has used.
func TestCPULimitCountsTheProcessor(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("NOT RUN: only Linux tells what a thread has used")
	}
	p := newPool(t, js.PoolConfig{Options: []js.Option{
		js.WithLimits(js.Limits{CPU: 50 * time.Millisecond}),
		js.WithGlobal("wait", func(js.FunctionCall) js.Value { time.Sleep(200 * time.Millisecond); return nil }), //nolint:forbidigo // time passes in which nothing is used
	}})
	if got, err := p.Run(t.Context(), `() => { wait(); let n = 0; for (let i = 0; i < 1000; i++) n++; return n }`); err != nil || got != int64(1000) {
		t.Errorf("got %v, %v, want 1000", got, err)
	}
	if _, err := p.Run(t.Context(), `() => { for (;;); }`); !errors.Is(err, js.ErrCPULimit) {
		t.Errorf("a loop returned %v, want ErrCPULimit", err)
	}
}

// TestPoolHidesGoErrors: an argument with a method that returns an error of Go shows nothing of the
// error, in any use.
func TestPoolHidesGoErrors(t *testing.T) {
	p := newPool(t, js.PoolConfig{Min: 1, Max: 1, Queue: 1})
	fails := func() error { return &leakyError{Secret: "SECRET"} }
	for i := range 5 {
		got, err := p.Run(t.Context(), `(fails) => {
			try { fails() } catch (e) { return String(e.value?.Secret) + Object.keys(e.value ?? {}) }
		}`, fails)
		if text, _ := got.(string); err != nil || text == "" || strings.Contains(text, "S") {
			t.Errorf("use %d sees %q, %v", i, got, err)
		}
	}
}

// leakyError is an error with a field.
type leakyError struct{ Secret string }

func (e *leakyError) Error() string { return "it has failed" }
