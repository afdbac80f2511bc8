package js_test

import (
	"context"
	"errors"
	"net/http"
	"net/http/httptest"
	"runtime"
	"strings"
	"sync"
	"testing"

	"github.com/wakeful-go/wakeful/js"
)

// newPool makes a pool that is closed at the end of the test.
func newPool(t testing.TB, config js.PoolConfig) *js.Pool {
	t.Helper()
	config.Options = append([]js.Option{quiet}, config.Options...)
	p, err := js.NewPool(config)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(p.Close)
	return p
}

// setup returns a function Setup that runs a script.
func setup(source string) func(*js.Runtime) error {
	return func(rt *js.Runtime) error {
		_, err := rt.Eval(context.Background(), source)
		return err
	}
}

func TestPoolRuns(t *testing.T) {
	p := newPool(t, js.PoolConfig{Min: 2, Max: 4, Queue: 8, Setup: setup(`function add(a, b) { return a + b }`)})
	for _, c := range []struct {
		name, handler string
		args          []any
		want          any
		fails         string
	}{
		{"a function that Setup has made", `add`, []any{1, 2}, int64(3), ""},
		{"a function", `(a) => a.toUpperCase()`, []any{"x"}, "X", ""},
		{"a comment at the end", `(a) => a // the same`, []any{"x"}, "x", ""},
		{"a promise that is settled", `async (a) => a`, []any{5}, int64(5), ""},
		{"a promise that settles later", `(a) => new Promise((done) => setTimeout(done, 1, a))`, []any{6}, int64(6), ""},
		{"an exception", `() => { throw new TypeError('no') }`, nil, nil, "TypeError: no"},
		{"a rejection", `async () => { throw new TypeError('no') }`, nil, nil, "TypeError: no"},
		{"a rejection later", `() => new Promise((_, no) => setTimeout(() => no(new Error('late')), 1))`, nil, nil, "Error: late"},
		{"no function", `5`, nil, nil, "not a function"},
		{"a name that does not exist", `missing`, nil, nil, "missing is not defined"},
		{"no JavaScript", `(`, nil, nil, "SyntaxError"},
		{"a regular expression", `(s) => /a(b+)/.exec(s)[1] + s.replace(/b/gu, 'x')`, []any{"abb"}, "bbaxx", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			for range 3 {
				got, err := p.Run(t.Context(), c.handler, c.args...)
				if c.fails != "" {
					if err == nil || !strings.Contains(err.Error(), c.fails) {
						t.Fatalf("got the error %v, want one with %q", err, c.fails)
					}
					continue
				}
				if err != nil || got != c.want {
					t.Fatalf("got %v (%T), %v, want %v", got, got, err, c.want)
				}
			}
		})
	}
}

func TestPoolRefusesWhatDoesNotFit(t *testing.T) {
	inside, leave := make(chan struct{}), make(chan struct{})
	block := js.WithGlobal("block", func(js.FunctionCall) js.Value {
		inside <- struct{}{}
		<-leave
		return nil
	})
	p := newPool(t, js.PoolConfig{Max: 1, Options: []js.Option{block}})
	var running sync.WaitGroup
	running.Go(func() {
		if _, err := p.Run(t.Context(), `() => block()`); err != nil {
			t.Error(err)
		}
	})
	<-inside
	if _, err := p.Run(t.Context(), `() => 1`); !errors.Is(err, js.ErrPoolFull) {
		t.Errorf("a full pool returned %v, want ErrPoolFull", err)
	}
	close(leave)
	running.Wait()
	if m := p.Metrics(); m.Refused != 1 || m.Uses != 1 || m.InUse != 0 {
		t.Errorf("the figures are %+v, want one refused, one use, none in use", m)
	}
}

func BenchmarkPool(b *testing.B) {
	for name, handler := range map[string]string{"empty": `() => {}`, "async": `async () => {}`} {
		b.Run("handler="+name, func(b *testing.B) {
			p := newPool(b, js.PoolConfig{Min: 1, Max: 1})
			ctx := context.Background()
			b.ReportAllocs()
			for b.Loop() {
				if _, err := p.Run(ctx, handler); err != nil {
					b.Fatal(err)
				}
			}
			if m := p.Metrics(); m.Discarded > 0 {
				b.Errorf("the figures are %+v, want none discarded", m)
			}
		})
	}
}

// TestPoolKeepsRuntimes: a runtime keeps what a use leaves, and its timers run between uses. With
// Fresh no use finds anything of another one.
func TestPoolKeepsRuntimes(t *testing.T) {
	kept := newPool(t, js.PoolConfig{Min: 1, Max: 1, Queue: 1, Setup: setup(`var n = 0`)})
	fresh := newPool(t, js.PoolConfig{Min: 2, Max: 2, Queue: 1, Fresh: true, Setup: setup(`var n = 0; const url = new URL('http://a/'); const gate = new Promise((done) => { var open = done })`)})
	for i := range int64(20) {
		if got, err := kept.Run(t.Context(), `() => ++n`); err != nil || got != i+1 {
			t.Fatalf("the %d-th use returned %v, %v", i+1, got, err)
		}
		if got, err := fresh.Run(t.Context(), `() => { url.searchParams.append('a', 1); Array.prototype.x = url.search + (globalThis.left ?? ''); globalThis.left = 1; return Array.prototype.x + ++n }`); err != nil || got != "?a=11" {
			t.Fatalf("a use of a fresh runtime returned %v, %v", got, err)
		}
	}
	ticks := make(chan struct{})
	p := newPool(t, js.PoolConfig{Min: 1, Max: 1, Options: []js.Option{js.WithGlobal("tick", func(js.FunctionCall) js.Value { ticks <- struct{}{}; return nil })}})
	if _, err := p.Run(t.Context(), `() => { setTimeout(tick, 1) }`); err != nil {
		t.Fatal(err)
	}
	<-ticks
	if m := fresh.Metrics(); m.Uses != 20 || m.Discarded != 0 {
		t.Errorf("the figures are %+v, want 20 uses and none discarded", m)
	}
}

// TestPoolPassesContextValues: functions of Async get the values of the context of Run, and of a
// handler's request.
func TestPoolPassesContextValues(t *testing.T) {
	type key struct{}
	p := newPool(t, js.PoolConfig{Min: 1, Max: 1, Setup: func(rt *js.Runtime) error {
		return rt.Set("value", rt.Async(func(ctx context.Context, _ []any) (any, error) { return ctx.Value(key{}), nil }))
	}})
	ctx := context.WithValue(t.Context(), key{}, "mine")
	if got, err := p.Run(ctx, `async () => { await null; return value() }`); err != nil || got != "mine" {
		t.Errorf("Run: got %v, %v, want mine", got, err)
	}
	h, err := p.Handler(`async (request) => new Response(await value())`)
	if err != nil {
		t.Fatal(err)
	}
	w := httptest.NewRecorder()
	h.ServeHTTP(w, httptest.NewRequestWithContext(ctx, http.MethodGet, "/", nil))
	if w.Body.String() != "mine" {
		t.Errorf("Handler: got %d %q, want mine", w.Code, w.Body)
	}
}

// TestPoolTranslatesHandlers: handlers may be TypeScript, and errors have the type and the lines that
// those of other code have.
func TestPoolTranslatesHandlers(t *testing.T) {
	p := newPool(t, js.PoolConfig{Min: 1, Max: 1})
	if got, err := p.Run(t.Context(), "(a: number,\n b?: number): number => a + (b ?? 1)", 2); err != nil || got != int64(3) {
		t.Errorf("TypeScript: got %v, %v, want 3", got, err)
	}
	for name, handler := range map[string]string{
		"JavaScript": "() => {\n\n  throw new Error('here')\n}",
		"TypeScript": "(): void => {\n\n  throw new Error('here')\n}",
	} {
		_, err := p.Run(t.Context(), handler)
		thrown, ok := errors.AsType[*js.Error](err)
		if !ok || !strings.Contains(thrown.Stack, "[handler]:3:") {
			t.Errorf("%s: got %v with the stack\n%s\nwant line 3", name, err, thrown.Stack)
		}
	}
	_, err := p.Run(t.Context(), "() => {\n  let let = 1; }") //nolint:dupword // the mistake is meant
	if thrown, ok := errors.AsType[*js.Error](err); !ok || thrown.Name != "SyntaxError" || !strings.Contains(thrown.Stack, "[handler]:2") {
		t.Errorf("no JavaScript: got %#v, want a SyntaxError in line 2", err)
	}
	if _, err := p.Handler("("); err == nil {
		t.Error("Handler of no JavaScript: no error")
	}
}

// TestPoolReplacesWhatHasEnded: the next call gets a new runtime.
func TestPoolReplacesWhatHasEnded(t *testing.T) {
	p := newPool(t, js.PoolConfig{Min: 1, Max: 1, Queue: 1, Options: []js.Option{js.WithNode(), js.WithExit(func(int) {})}})
	if _, err := p.Run(t.Context(), `() => process.exit(3)`); !errors.Is(err, js.ErrEnded) {
		t.Errorf("a handler that ends its runtime returned %v, want ErrEnded", err)
	}
	if got, err := p.Run(t.Context(), `() => 1`); err != nil || got != int64(1) {
		t.Errorf("the new runtime returned %v, %v", got, err)
	}
	if m := p.Metrics(); m.Discarded != 1 || m.Ended != 1 || m.Runtimes != 1 {
		t.Errorf("the figures are %+v, want one that has ended", m)
	}
}

// TestPoolStopsWithItsContext: a script that goes on for ever, and one that waits for ever, end
// with the context of their call, and the runtime is used again.
func TestPoolStopsWithItsContext(t *testing.T) {
	reason := errors.New("enough")
	started := make(chan struct{}, 1)
	p := newPool(t, js.PoolConfig{Min: 1, Max: 1, Queue: 1, Options: []js.Option{js.WithGlobal("started", func(js.FunctionCall) js.Value {
		select {
		case started <- struct{}{}:
		default:
		}
		return nil
	})}})
	for _, source := range []string{
		`() => { setTimeout(() => { started(); for (;;); }, 0); return new Promise(() => {}) }`,
		`() => { setImmediate(function again() { started(); setImmediate(again) }); return new Promise(() => {}) }`,
		`async () => { await new Promise((done) => setTimeout(done, 0)); started(); for (;;) await 1 }`,
		`() => { started(); for (;;); }`, `() => { started(); return new Promise(() => {}) }`,
		`async () => { started(); for (;;) await 1 }`, `() => { setTimeout(started, 0); return new Promise((done) => setTimeout(done, 1e6)) }`,
	} {
		ctx, cancel := context.WithCancelCause(t.Context())
		var running sync.WaitGroup
		running.Go(func() {
			if _, err := p.Run(ctx, source); !errors.Is(err, reason) {
				t.Errorf("%s returned %v, want the cause of its context", source, err)
			}
		})
		<-started
		cancel(reason)
		running.Wait()
		select {
		case <-started: // it was called again
		default:
		}
		if got, err := p.Run(t.Context(), `() => 1 + 1`); err != nil || got != int64(2) {
			t.Errorf("after %s a call returned %v, %v", source, got, err)
		}
	}
	ctx, cancel := context.WithCancelCause(t.Context())
	cancel(reason)
	if _, err := p.Run(ctx, `() => 1`); !errors.Is(err, reason) {
		t.Errorf("a call with an ended context returned %v, want its cause", err)
	}
	if m := p.Metrics(); m.Runtimes != 1 || m.InUse != 0 {
		t.Errorf("the figures are %+v, want one runtime that is not in use", m)
	}
}

// TestPoolQueues: calls wait for a runtime, and each gets one.
func TestPoolQueues(t *testing.T) {
	const callers, calls = 16, 50
	p := newPool(t, js.PoolConfig{Max: 3, Queue: callers})
	var running sync.WaitGroup
	for range callers {
		running.Go(func() {
			for i := range calls {
				handler := `(i) => i`
				if i%3 == 0 {
					handler = `async (i) => { await null; return i }`
				}
				if got, err := p.Run(t.Context(), handler, i); err != nil || got != int64(i) {
					t.Errorf("got %v, %v, want %d", got, err, i)
				}
			}
		})
	}
	running.Wait()
	if m := p.Metrics(); m.Uses != callers*calls || m.Waiting != 0 || m.InUse != 0 || m.Runtimes > 3 {
		t.Errorf("the figures are %+v, want %d uses and at most 3 runtimes", m, callers*calls)
	}
}

// TestPoolCloses: calls in progress and waiting calls return.
func TestPoolCloses(t *testing.T) {
	started := make(chan struct{}, 1)
	p := newPool(t, js.PoolConfig{Max: 1, Queue: 10, Options: []js.Option{js.WithGlobal("started", func(js.FunctionCall) js.Value {
		started <- struct{}{}
		return nil
	})}})
	var running sync.WaitGroup
	running.Go(func() {
		if _, err := p.Run(t.Context(), `() => { started(); return new Promise(() => {}) }`); !errors.Is(err, js.ErrPoolClosed) && !errors.Is(err, js.ErrEnded) {
			t.Errorf("a call in progress returned %v, want ErrPoolClosed", err)
		}
	})
	<-started
	for range 5 {
		running.Go(func() {
			if _, err := p.Run(t.Context(), `() => 1`); !errors.Is(err, js.ErrPoolClosed) {
				t.Errorf("a waiting call returned %v, want ErrPoolClosed", err)
			}
		})
	}
	p.Close()
	p.Close()
	running.Wait()
	if _, err := p.Run(t.Context(), `() => 1`); !errors.Is(err, js.ErrPoolClosed) {
		t.Errorf("a closed pool returned %v, want ErrPoolClosed", err)
	}
}

func TestPoolConfigs(t *testing.T) {
	failed := errors.New("no")
	for name, config := range map[string]js.PoolConfig{
		"a negative number": {Max: -1},
		"more than Max":     {Min: 2, Max: 1},
		"an invalid option": {Min: 1, Options: []js.Option{{}}},
		"a Setup that fails": {Min: 1, Setup: func(*js.Runtime) error {
			return failed
		}},
	} {
		if p, err := js.NewPool(config); err == nil {
			p.Close()
			t.Errorf("%s: no error", name)
		} else if name == "a Setup that fails" && !errors.Is(err, failed) {
			t.Errorf("%s: the error is %v", name, err)
		}
	}
}

// TestPoolSetupFails: a call that waits for a runtime makes one itself when the Setup of the call
// before fails.
func TestPoolSetupFails(t *testing.T) {
	errSetup := errors.New("no")
	began, fail := make(chan struct{}), make(chan struct{})
	first := sync.OnceFunc(func() { close(began); <-fail })
	failed := false
	p := newPool(t, js.PoolConfig{Max: 1, Queue: 1, Setup: func(*js.Runtime) error {
		if first(); !failed {
			failed = true
			return errSetup
		}
		return nil
	}})
	var calls sync.WaitGroup
	calls.Go(func() {
		if _, err := p.Run(t.Context(), `() => 1`); !errors.Is(err, errSetup) {
			t.Errorf("the first call returned %v, want the error of Setup", err)
		}
	})
	<-began
	calls.Go(func() {
		if got, err := p.Run(t.Context(), `() => 2`); err != nil || got != int64(2) {
			t.Errorf("the waiting call returned %v, %v", got, err)
		}
	})
	for p.Metrics().Waiting == 0 {
		runtime.Gosched()
	}
	close(fail)
	calls.Wait()
	if m := p.Metrics(); m.Uses != 1 || m.Runtimes != 1 || m.InUse != 0 || m.Waiting != 0 {
		t.Errorf("the figures are %+v, want one use and one free runtime", m)
	}
}
