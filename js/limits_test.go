package js_test

import (
	"context"
	"errors"
	"io"
	"strings"
	"testing"
	"time"

	"github.com/dop251/goja"

	"github.com/wakeful-go/wakeful/js"
)

// limitless is an Eval that a limit must stop, or that must not be stopped.
type limited struct {
	name   string
	limits js.Limits
	source string
	want   error // nil: the script returns "fine"
}

var limitedScripts = []limited{
	{"a loop", js.Limits{CPU: 20 * time.Millisecond}, `for (;;);`, js.ErrCPULimit},
	{"a loop after an await", js.Limits{CPU: 20 * time.Millisecond}, `(async () => { await null; for (;;); })()`, js.ErrCPULimit},
	{"a loop in a timer", js.Limits{CPU: 20 * time.Millisecond}, `new Promise(() => setTimeout(() => { for (;;); }, 1))`, js.ErrCPULimit},
	{"a loop in an immediate", js.Limits{CPU: 20 * time.Millisecond}, `new Promise(() => setImmediate(() => { for (;;); }))`, js.ErrCPULimit},
	{"many short timers", js.Limits{CPU: 20 * time.Millisecond}, `new Promise(() => setInterval(() => { for (let i = 0; i < 10000; i++); }, 1))`, js.ErrCPULimit},
	{"many immediates", js.Limits{CPU: 20 * time.Millisecond}, `new Promise(() => (function f() { setImmediate(f) })())`, js.ErrCPULimit},
	{"promise jobs without end", js.Limits{CPU: 20 * time.Millisecond}, `(function f() { Promise.resolve().then(f) })()`, js.ErrCPULimit},
	{"a catch around a loop", js.Limits{CPU: 20 * time.Millisecond}, `try { for (;;); } catch { 'caught' } finally { for (;;); }`, js.ErrCPULimit},
	{"timers that throw and go on", js.Limits{CPU: 20 * time.Millisecond}, `new Promise(() => setTimeout(function f() { try { for (;;); } finally { setTimeout(f, 0) } }, 0))`, js.ErrCPULimit},
	{"waiting is no script time", js.Limits{CPU: 10 * time.Second}, `new Promise(done => setTimeout(done, 20, 'fine'))`, nil},

	{"a promise that never settles", js.Limits{Wall: 20 * time.Millisecond}, `new Promise(() => {})`, js.ErrWallLimit},
	{"an interval that never ends", js.Limits{Wall: 20 * time.Millisecond}, `new Promise(() => setInterval(() => {}, 1))`, js.ErrWallLimit},
	{"a loop, by the clock", js.Limits{Wall: 20 * time.Millisecond}, `for (;;);`, js.ErrWallLimit},
	{"a quick script, by the clock", js.Limits{Wall: time.Minute}, `'fine'`, nil},

	{"timers", js.Limits{Timers: 10}, `for (let i = 0; i < 11; i++) setTimeout(() => {}, 1e6)`, js.ErrTimerLimit},
	{"intervals", js.Limits{Timers: 10}, `for (let i = 0; i < 11; i++) setInterval(() => {}, 1e6)`, js.ErrTimerLimit},
	{"immediates", js.Limits{Timers: 10}, `for (let i = 0; i < 11; i++) setImmediate(() => {})`, js.ErrTimerLimit},
	{"timers one after the other", js.Limits{Timers: 10}, `(async () => { for (let i = 0; i < 50; i++) await new Promise(done => setTimeout(done, 0)); return 'fine' })()`, nil},
	{"timers that are cleared", js.Limits{Timers: 10}, `for (let i = 0; i < 50; i++) clearTimeout(setTimeout(() => {}, 1e6)), clearImmediate(setImmediate(() => {})); 'fine'`, nil},
	{"a timer that is refreshed", js.Limits{Timers: 10}, `const t = setTimeout(() => {}, 1e6); for (let i = 0; i < 50; i++) t.refresh(); clearTimeout(t); clearTimeout(t); 'fine'`, nil}, //nolint:dupword // clears it twice
	{"timers of nested callbacks", js.Limits{Timers: 10}, `new Promise((_, fail) => (function f() { try { setTimeout(f, 1e6); setTimeout(f, 0) } catch (e) { fail(e) } })())`, js.ErrTimerLimit},

	{"operations", js.Limits{PendingPromises: 10}, `for (let i = 0; i < 11; i++) wait()`, js.ErrPromiseLimit},
	{"operations one after the other", js.Limits{PendingPromises: 10}, `(async () => { for (let i = 0; i < 50; i++) await quick(); return 'fine' })()`, nil},
	{"operations of fs", js.Limits{PendingPromises: 10}, `for (let i = 0; i < 11; i++) require('fs').readFile('/x', () => {})`, js.ErrPromiseLimit},
	{"promises of fs", js.Limits{PendingPromises: 10}, `const fs = require('fs/promises'); for (let i = 0; i < 11; i++) fs.stat('/x').catch(() => {})`, nil},

	{"console", js.Limits{Output: 1000}, `for (;;) console.log('0123456789')`, js.ErrOutputLimit},
	{"standard error", js.Limits{Output: 1000}, `for (;;) console.error('0123456789')`, js.ErrOutputLimit},
	{"process.stdout", js.Limits{Output: 1000}, `for (;;) process.stdout.write('0123456789')`, js.ErrOutputLimit},
	{"process.stdout as a stream", js.Limits{Output: 1000}, `process.stdout.cork(); process.stdout.uncork(); for (;;) process.stdout.write('0123456789')`, js.ErrOutputLimit},
	{"descriptor 1", js.Limits{Output: 1000}, `const fs = require('fs'); for (;;) fs.writeSync(1, '0123456789')`, js.ErrOutputLimit},
	{"one long line", js.Limits{Output: 1000}, `console.log('x'.repeat(1e6)); for (;;);`, js.ErrOutputLimit},
	{"a catch around console", js.Limits{Output: 1000}, `for (;;) try { console.log('0123456789') } catch {}`, js.ErrOutputLimit},
	{"little output", js.Limits{Output: 1000}, `console.log('0123456789'); 'fine'`, nil},

	{"nested calls", js.Limits{Stack: 100}, `(function f() { f() })()`, js.ErrStackLimit},
	{"nested calls with a catch", js.Limits{Stack: 100}, `(function f() { try { f() } catch { f() } })()`, js.ErrStackLimit},
	{"nested getters", js.Limits{Stack: 100}, `const o = { get a() { return this.a } }; o.a`, js.ErrStackLimit},
	{"few calls", js.Limits{Stack: 100}, `(function f(n) { return n ? f(n - 1) : 'fine' })(50)`, nil},
}

// Each limit stops its script with its error, and the runtime can be used afterwards.
func TestLimits(t *testing.T) {
	for _, l := range limitedScripts {
		t.Run(l.name, func(t *testing.T) {
			r := bare(t, js.WithLimits(l.limits), js.WithNode(), js.WithStdout(io.Discard), js.WithStderr(io.Discard))
			wait := make(chan struct{})
			t.Cleanup(func() { close(wait) })
			if err := r.Do(t.Context(), func(*goja.Runtime) error {
				return errors.Join(
					r.Set("wait", r.Async(func(ctx context.Context, _ []any) (any, error) {
						select {
						case <-wait:
						case <-ctx.Done():
						}
						return nil, nil
					})),
					r.Set("quick", r.Async(func(context.Context, []any) (any, error) { return nil, nil })))
			}); err != nil {
				t.Fatal(err)
			}
			value, err := r.Eval(t.Context(), l.source)
			switch {
			case l.want == nil && (err != nil || value != "fine" && !strings.Contains(l.name, "of fs")):
				t.Fatalf("it ended with %v, %v; want it to end by itself", value, err)
			case l.want != nil && (!errors.Is(err, l.want) || !errors.Is(err, js.ErrLimit)):
				t.Fatalf("it ended with %v, %v; want %v", value, err, l.want)
			}
			if strings.HasPrefix(l.name, "a loop after an await") && !js.Repairs() {
				t.Skip("NOT RUN: built with the tag wakeful_purego, with which an interruption after an await ends the runtime")
			}
			afterwards, err := r.RunString(t.Context(), `1 + 1`)
			if err != nil || afterwards.ToInteger() != 2 {
				t.Errorf("afterwards 1 + 1 is %v, %v", afterwards, err)
			}
		})
	}
}
