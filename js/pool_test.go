package js_test

import (
	"context"
	"errors"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/dop251/goja"

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
	for name, loops := range map[string]int{"caller": 0, "goroutine": 1} {
		b.Run("loop="+name, func(b *testing.B) {
			p := newPool(b, js.PoolConfig{Min: 1, Max: 1, Loops: loops})
			ctx := context.Background()
			b.ReportAllocs()
			for b.Loop() {
				if _, err := p.Run(ctx, `() => {}`); err != nil {
					b.Fatal(err)
				}
			}
			if m := p.Metrics(); m.Discarded > 0 {
				b.Errorf("the figures are %+v, want none discarded", m)
			}
		})
	}
}

// TestPoolCancelsWhatIsLeft: nothing that a use has started runs after it.
func TestPoolCancelsWhatIsLeft(t *testing.T) {
	restores(t)
	var use, wrong atomic.Int64
	late := js.WithGlobal("late", func(c js.FunctionCall) js.Value {
		if c.Argument(0).ToInteger() != use.Load() {
			wrong.Add(1)
		}
		return nil
	})
	p := newPool(t, js.PoolConfig{Min: 1, Max: 1, Options: []js.Option{late, js.WithNode()}})
	for _, source := range []string{
		`(n) => { setTimeout(late, 0, n) }`, `(n) => { setInterval(late, 0, n) }`, `(n) => { setImmediate(late, n) }`,
		`async (n) => { setTimeout(late, 0, n) }`, `(n) => new Promise((done) => setTimeout(() => { done(); setTimeout(late, 0, n); setImmediate(late, n) }, 0))`,
		`(n) => { new Promise((done) => setTimeout(done, 0)).then(() => late(n)) }`,
	} {
		for range 20 {
			if _, err := p.Run(t.Context(), source, use.Add(1)); err != nil {
				t.Fatal(err)
			}
			use.Add(1)
			// A timer and an immediate of this use come after those that were left.
			if _, err := p.Run(t.Context(), `() => new Promise((done) => setTimeout(() => setImmediate(done), 1))`); err != nil {
				t.Fatal(err)
			}
		}
		if n := wrong.Swap(0); n != 0 {
			t.Errorf("%s: %d callbacks ran in a later use", source, n)
		}
	}
	if m := p.Metrics(); m.Canceled == 0 || m.Discarded != 0 {
		t.Errorf("the figures are %+v, want some canceled and none discarded", m)
	}
}

// TestPoolForgetsPromisesOfGo: a promise of an earlier use that Go settles later has no effect.
func TestPoolForgetsPromisesOfGo(t *testing.T) {
	restores(t)
	var ran atomic.Int32
	kept := make(chan *js.Deferred, 1)
	p := newPool(t, js.PoolConfig{Min: 1, Max: 1, Setup: func(rt *js.Runtime) error {
		return rt.Do(t.Context(), func(*goja.Runtime) error {
			return errors.Join(
				rt.Set("late", func(js.FunctionCall) js.Value { ran.Add(1); return nil }),
				rt.Set("promise", func(js.FunctionCall) js.Value {
					d, err := rt.NewPromise()
					if err != nil {
						panic(rt.ToValue(err))
					}
					kept <- d
					return d.Promise()
				}))
		})
	}})
	for range 50 {
		if _, err := p.Run(t.Context(), `() => { promise().then(late); }`); err != nil {
			t.Fatal(err)
		}
		(<-kept).Resolve(1)
		if _, err := p.Run(t.Context(), `async () => { await 1; await 2 }`); err != nil {
			t.Fatal(err)
		}
	}
	if n := ran.Load(); n != 0 {
		t.Errorf("%d reactions ran in a later use", n)
	}
}

// TestPoolDiscardsWhatItCannotRestore: work of Go that goes on makes a runtime useless.
func TestPoolDiscardsWhatItCannotRestore(t *testing.T) {
	restores(t)
	ended := make(chan struct{}, 1)
	work := func(rt *js.Runtime) error {
		return rt.Do(context.Background(), func(*goja.Runtime) error {
			return rt.Set("work", rt.Async(func(ctx context.Context, _ []any) (any, error) {
				<-ctx.Done()
				ended <- struct{}{}
				return nil, ctx.Err()
			}))
		})
	}
	p := newPool(t, js.PoolConfig{Min: 1, Max: 1, Queue: 1, Setup: work, Options: []js.Option{js.WithNode(), js.WithExit(func(int) {})}})
	if _, err := p.Run(t.Context(), `() => { work() }`); err != nil {
		t.Fatal(err)
	}
	<-ended // its context has ended with the runtime
	if _, err := p.Run(t.Context(), `() => process.exit(3)`); !errors.Is(err, js.ErrEnded) {
		t.Errorf("a handler that ends its runtime returned %v, want ErrEnded", err)
	}
	if got, err := p.Run(t.Context(), `() => typeof work`); err != nil || got != "function" {
		t.Errorf("the new runtime returned %v, %v", got, err)
	}
	if m := p.Metrics(); m.Discarded != 2 || m.Busy != 1 || m.Ended != 1 || m.Runtimes != 1 {
		t.Errorf("the figures are %+v, want two discarded, one each as busy and as ended", m)
	}
}

// TestPoolStopsWithItsContext: a script that goes on for ever, and one that waits for ever, end
// with the context of their call, and the runtime is used again.
func TestPoolStopsWithItsContext(t *testing.T) {
	restores(t)
	for name, loops := range map[string]int{"loop of the caller": 0, "loop of a goroutine": 1} {
		t.Run(name, func(t *testing.T) { stopsWithItsContext(t, loops) })
	}
}

func stopsWithItsContext(t *testing.T, loops int) {
	reason := errors.New("enough")
	started := make(chan struct{}, 1)
	p := newPool(t, js.PoolConfig{Min: 1, Max: 1, Loops: loops, Options: []js.Option{js.WithGlobal("started", func(js.FunctionCall) js.Value {
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
	if m := p.Metrics(); m.Discarded != 0 || m.Runtimes != 1 {
		t.Errorf("the figures are %+v, want none discarded", m)
	}
}

// TestPoolQueues: calls wait for a runtime, and each gets one.
func TestPoolQueues(t *testing.T) {
	const callers, calls = 16, 50
	p := newPool(t, js.PoolConfig{Max: 3, Queue: callers, Loops: 2, Setup: setup(`var n = 0`)})
	var running sync.WaitGroup
	for range callers {
		running.Go(func() {
			for i := range calls {
				handler := `(i) => { n += i; return n }`
				if i%3 == 0 {
					handler = `async (i) => { await null; n += i; return n }`
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
		"a Setup that leaves a timer": {Min: 1, Setup: setup(`setTimeout(() => {}, 1e6); 1`)},
	} {
		if p, err := js.NewPool(config); err == nil {
			p.Close()
			t.Errorf("%s: no error", name)
		} else if name == "a Setup that fails" && !errors.Is(err, failed) {
			t.Errorf("%s: the error is %v", name, err)
		}
	}
}
