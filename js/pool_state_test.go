package js_test

import (
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/wakeful-go/wakeful/js"
)

// restores skips a test whose pool must use a runtime again.
func restores(t *testing.T) {
	t.Helper()
	if !js.Repairs() {
		t.Skip("NOT RUN: built with the tag wakeful_purego, with which pools discard each runtime after a use")
	}
}

// TestPoolModuleState: what a use leaves in the built-in modules is gone in the next. Each script
// changes what its probe returns.
func TestPoolModuleState(t *testing.T) {
	restores(t)
	const before = `
		const { AsyncLocalStorage } = require('async_hooks');
		const als = new AsyncLocalStorage(), channel = require('diagnostics_channel').channel('early');
		const { port1, port2 } = new MessageChannel();
		const delay = require('perf_hooks').monitorEventLoopDelay();`
	for _, c := range []struct {
		name, leave, probe string
		discards           bool
	}{
		{"AsyncLocalStorage", `als.enterWith('left')`, `String(als.getStore())`, false},
		{"AsyncLocalStorage that is made later", `(globalThis.late = new AsyncLocalStorage()).enterWith('left')`, `String(globalThis.late?.getStore())`, false},
		{"crypto", `require('crypto').createHash = () => ({ update: () => ({ digest: () => 'left' }) })`, `require('crypto').createHash('sha1').update('').digest('hex')`, false},
		{"crypto's random values", `require('crypto').webcrypto.getRandomValues = 1`, `typeof require('crypto').webcrypto.getRandomValues`, false},
		{"diagnostics_channel", `channel.subscribe(() => {})`, `channel.hasSubscribers`, false},
		{"diagnostics_channel that is made later", `require('diagnostics_channel').subscribe('late', () => {})`, `require('diagnostics_channel').hasSubscribers('late')`, false},
		{"MessageChannel", `port1.postMessage('left')`, `new Promise((done) => { port2.onmessage = (e) => done(e.data); port1.postMessage('mine') })`, true},
		{"MessageChannel that listens", `port2.onmessage = () => {}`, `typeof port2.onmessage`, true},
		{"module._cache", `require('module')._cache['/left'] = { exports: 1 }`, `Object.keys(require.cache).join()`, false},
		{"module", `require('module').builtinModules.push('left')`, `require('module').builtinModules.includes('left')`, false},
		{"process listeners", `process.on('exit', () => {}); process.once('warning', () => {})`, `process.listenerCount('exit') + process.listenerCount('warning')`, false},
		{"process listeners of signals that the host does not give", `process.on('SIGUSR2', () => {})`, `process.listenerCount('SIGUSR2')`, false},
		{"Error.prepareStackTrace", `Error.prepareStackTrace = () => 'left'`, `new Error('x').stack.slice(0, 8)`, false},
		{"the uncaught capture callback", `process.setUncaughtExceptionCaptureCallback(() => {})`, `process.hasUncaughtExceptionCaptureCallback()`, false},
		{"umask", `process.umask(0o777)`, `process.umask()`, false},
		{"perf_hooks", `performance.mark('left')`, `performance.getEntriesByName('left').length`, false},
		{"the delay of the loop", `delay.enable()`, `delay.enable()`, true},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			var out output
			p := newPool(t, js.PoolConfig{Min: 1, Max: 1, Queue: 1, Options: reuseOptions(&out), Setup: setup(before)})
			look := `async () => { return await (` + c.probe + `) }`
			want, err := p.Run(t.Context(), look)
			if err != nil {
				t.Fatal(err)
			}
			left, err := p.Run(t.Context(), `async () => { `+c.leave+`; return await (`+c.probe+`) }`)
			if err != nil || left == want {
				t.Fatalf("the script leaves nothing: the probe returns %v, %v", left, err)
			}
			for range 2 {
				if got, err := p.Run(t.Context(), look); err != nil || got != want {
					t.Errorf("the next use sees %v, %v, want %v", got, err, want)
				}
			}
			if m := p.Metrics(); (m.Discarded > 0) != c.discards {
				t.Errorf("the figures are %+v, want discarded: %v", m, c.discards)
			}
		})
	}
}

// TestPoolLimits: each use has the whole of its limits, and an exceeded limit is an error of its use
// alone.
func TestPoolLimits(t *testing.T) {
	const much, work = `() => { for (let i = 0; i < 6; i++) { setTimeout(() => {}, 1e6); setImmediate(() => {}) } console.log('x'.repeat(59)); promise(); promise() }`,
		`() => { const until = Date.now() + 20; while (Date.now() < until); }`
	// A wait takes no processor, so the limit can be long enough for a machine that is busy.
	const wait = `() => new Promise((done) => setTimeout(done, 60))`
	for _, c := range []struct {
		name, uses, exceeds string
		limits              js.Limits
		want                error
		ends                bool
	}{
		{"Timers", much, `() => { for (let i = 0; i < 30; i++) setTimeout(() => {}, 1e6) }`, js.Limits{Timers: 20}, js.ErrTimerLimit, false},
		{"PendingPromises", much, `() => { for (let i = 0; i < 30; i++) promise() }`, js.Limits{PendingPromises: 3}, js.ErrPromiseLimit, false},
		{"Output", much, `() => { for (;;) console.log('x') }`, js.Limits{Output: 100}, js.ErrOutputLimit, false},
		{"CPU", work, `() => { for (;;); }`, js.Limits{CPU: time.Second}, js.ErrCPULimit, false},
		{"TotalCPU", work, `() => { for (;;); }`, js.Limits{TotalCPU: time.Second}, js.ErrCPULimit, true},
		{"Wall", wait, `() => new Promise(() => {})`, js.Limits{Wall: 3 * time.Second}, js.ErrWallLimit, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			if !js.Repairs() && c.name != "TotalCPU" {
				restores(t)
			}
			var out output
			options := []js.Option{js.WithNode(), js.WithStdout(&out), js.WithLimits(c.limits)}
			p := newPool(t, js.PoolConfig{Min: 1, Max: 1, Queue: 1, Options: options, Setup: func(rt *js.Runtime) error {
				return rt.Set("promise", func(js.FunctionCall) js.Value {
					d, err := rt.NewPromise()
					if err != nil {
						panic(rt.ToValue(err))
					}
					return d.Promise()
				})
			}})
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
			use(10)
			if m := p.Metrics(); (m.Discarded > 0) != c.ends && js.Repairs() {
				t.Errorf("the figures are %+v, want discarded: %v", m, c.ends)
			}
		})
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
		if _, err := p.Run(t.Context(), `() => { delete GoError.prototype.value; delete globalThis.GoError }`); err != nil {
			t.Fatal(err)
		}
	}
}

// leakyError is an error with a field.
type leakyError struct{ Secret string }

func (e *leakyError) Error() string { return "it has failed" }
