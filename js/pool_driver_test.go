package js_test

import (
	"context"
	"errors"
	"runtime"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/dop251/goja"

	"github.com/wakeful-go/wakeful/js"
)

// TestPoolWaitsForTheRuntimeThatReplacesADiscardedOne: nobody uses a runtime, so no call is refused.
func TestPoolWaitsForTheRuntimeThatReplacesADiscardedOne(t *testing.T) {
	var made atomic.Int32
	second, proceed := make(chan struct{}), make(chan struct{})
	p := newPool(t, js.PoolConfig{Min: 1, Max: 1, Options: []js.Option{js.WithNode(), js.WithExit(func(int) {})}, Setup: func(*js.Runtime) error {
		if made.Add(1) == 2 {
			close(second)
			<-proceed
		}
		return nil
	}})
	if _, err := p.Run(t.Context(), `() => process.exit(3)`); !errors.Is(err, js.ErrEnded) {
		t.Fatalf("a handler that ends its runtime returned %v, want ErrEnded", err)
	}
	<-second // the runtime that replaces it is being made
	var running sync.WaitGroup
	running.Go(func() {
		if got, err := p.Run(t.Context(), `() => 1`); err != nil || got != int64(1) {
			t.Errorf("the next call returned %v, %v", got, err)
		}
	})
	for p.Metrics().Waiting+int(p.Metrics().Refused) == 0 {
		runtime.Gosched()
	}
	if _, err := p.Run(t.Context(), `() => 1`); !errors.Is(err, js.ErrPoolFull) {
		t.Errorf("a second call, without a queue, returned %v, want ErrPoolFull", err)
	}
	close(proceed)
	running.Wait()
}

// TestPoolSurvivesGoexit: a function of Go that ends the goroutine of the call, as t.FailNow does,
// costs the pool one runtime.
func TestPoolSurvivesGoexit(t *testing.T) {
	restores(t)
	p := newPool(t, js.PoolConfig{Min: 1, Max: 1, Queue: 1, Options: []js.Option{js.WithGlobal("exit", func(js.FunctionCall) js.Value {
		runtime.Goexit()
		return nil
	})}})
	for _, handler := range []string{`() => exit()`, `async () => { await 1; exit() }`, `() => new Promise(() => setTimeout(exit, 0))`} {
		for js.Driven(p) {
			runtime.Gosched() // otherwise another goroutine ends
		}
		var running sync.WaitGroup
		returned := false
		running.Go(func() {
			_, _ = p.Run(t.Context(), handler)
			returned = true
		})
		running.Wait()
		if returned {
			t.Errorf("%s: the goroutine of the call did not end", handler)
		}
		if got, err := p.Run(t.Context(), `() => 1`); err != nil || got != int64(1) {
			t.Errorf("after %s a call returned %v, %v", handler, got, err)
		}
	}
	if m := p.Metrics(); m.Discarded != 3 || m.InUse != 0 || m.Runtimes != 1 {
		t.Errorf("the figures are %+v, want three discarded", m)
	}
}

// TestPoolSurvivesGoexitElsewhere: the same while another goroutine turns the loop. The call returns
// an error.
func TestPoolSurvivesGoexitElsewhere(t *testing.T) {
	restores(t)
	var rt *js.Runtime
	p := newPool(t, js.PoolConfig{Min: 1, Max: 1, Queue: 1, Setup: func(r *js.Runtime) error {
		rt = r
		return nil
	}, Options: []js.Option{js.WithGlobal("exit", func(js.FunctionCall) js.Value {
		runtime.Goexit()
		return nil
	})}})
	started, release := make(chan struct{}), make(chan struct{})
	if err := rt.Loop().Submit(func() {
		close(started)
		<-release
	}); err != nil {
		t.Fatal(err)
	}
	<-started
	before := rt.Loop().Metrics().Submitted
	failed := make(chan error)
	go func() {
		_, err := p.Run(t.Context(), `() => exit()`)
		failed <- err
	}()
	for rt.Loop().Metrics().Submitted == before {
		runtime.Gosched()
	}
	close(release)
	if err := <-failed; !errors.Is(err, js.ErrEnded) {
		t.Errorf("the call returned %v, want ErrEnded", err)
	}
	if got, err := p.Run(t.Context(), `() => 1`); err != nil || got != int64(1) {
		t.Errorf("the next call returned %v, %v", got, err)
	}
	if m := p.Metrics(); m.Discarded != 1 || m.InUse != 0 || m.Runtimes != 1 {
		t.Errorf("the figures are %+v, want one discarded", m)
	}
}

// TestPoolRunsItsLoopBetweenCalls: what others submit to the loop of a runtime runs without a call,
// and functions of Go that scripts call run on the loop.
func TestPoolRunsItsLoopBetweenCalls(t *testing.T) {
	restores(t)
	var rt *js.Runtime
	p := newPool(t, js.PoolConfig{Min: 1, Max: 1, Queue: 1, Setup: func(r *js.Runtime) error {
		rt = r
		_, err := r.Loop().Call(context.Background(), func() (int, error) { return 1, nil })
		return errors.Join(err, r.Do(context.Background(), func(*goja.Runtime) error {
			return r.Set("onLoop", func(js.FunctionCall) js.Value { return r.ToValue(r.Loop().OnLoop()) })
		}))
	}})
	for range 100 {
		if got, err := p.Run(t.Context(), `() => onLoop()`); err != nil || got != true {
			t.Fatalf("a function of Go was called on the loop: %v, %v", got, err)
		}
		if got, err := rt.Loop().Call(t.Context(), func() (int, error) { return 7, nil }); err != nil || got != 7 {
			t.Fatalf("a call of the loop returned %v, %v", got, err)
		}
	}
}

// TestPoolIsUsedBesideItsLoop: calls and functions that others submit at the same time.
func TestPoolIsUsedBesideItsLoop(t *testing.T) {
	restores(t)
	var rt *js.Runtime
	p := newPool(t, js.PoolConfig{Min: 1, Max: 1, Queue: 4, Setup: func(r *js.Runtime) error { rt = r; return nil }})
	var running sync.WaitGroup
	var ran atomic.Int64
	const calls = 300
	for range 2 {
		running.Go(func() {
			for range calls {
				if err := rt.Loop().Submit(func() { ran.Add(1) }); err != nil {
					t.Error(err)
				}
			}
		})
		running.Go(func() {
			for i := range calls {
				handler := `(i) => i`
				if i%3 == 0 {
					handler = `(i) => new Promise((done) => setImmediate(done, i))`
				}
				if got, err := p.Run(t.Context(), handler, i); err != nil || got != int64(i) {
					t.Errorf("got %v, %v, want %d", got, err, i)
				}
			}
		})
	}
	running.Wait()
	if _, err := rt.Loop().Call(t.Context(), func() (int, error) { return 0, nil }); err != nil || ran.Load() != 2*calls {
		t.Errorf("%d functions ran, %v, want %d", ran.Load(), err, 2*calls)
	}
}

// TestPoolKeepsNodesOrder: a handler runs without a frame around it, and what it queues still runs
// in Node's order.
func TestPoolKeepsNodesOrder(t *testing.T) {
	restores(t)
	p := newPool(t, js.PoolConfig{Min: 1, Max: 1, Options: []js.Option{js.WithNode()}})
	for _, c := range []struct{ handler, want string }{
		{`() => new Promise((done) => { const all = []; Promise.resolve().then(() => all.push('job'));
			process.nextTick(() => all.push('tick')); queueMicrotask(() => all.push('micro')); all.push('sync');
			setImmediate(() => done(all.join())) })`, "sync,tick,job,micro"},
		{`async () => { const all = ['sync']; process.nextTick(() => all.push('tick')); await null; all.push('await'); await null; return all.join() }`, "sync,tick,await"},
		{`() => ({ toJSON: 1, get late() { Promise.resolve().then(() => { throw 1 }); return 'x' } }).late`, "x"},
	} {
		for range 3 { // the first use makes the function, the others call it
			if got, err := p.Run(t.Context(), c.handler); err != nil || got != c.want {
				t.Errorf("%s: got %v, %v, want %s", c.handler, got, err, c.want)
			}
		}
	}
}
