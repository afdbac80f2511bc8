package js_test

import (
	"context"
	"errors"
	"slices"
	"sync/atomic"
	"testing"

	"github.com/dop251/goja"

	"github.com/wakeful-go/wakeful/js"
)

// TestIdleEndsIterations: Idle returns when everything has finished that a call has started, again
// and again on the same runtime.
func TestIdleEndsIterations(t *testing.T) {
	var done atomic.Int64
	rt := start(t, js.WithGlobal("done", func(js.FunctionCall) js.Value { done.Add(1); return nil }))
	if err := rt.Do(t.Context(), func(*goja.Runtime) error {
		return rt.Set("work", rt.Async(func(context.Context, []any) (any, error) { return nil, nil }))
	}); err != nil {
		t.Fatal(err)
	}
	if err := rt.WaitIdle(t.Context()); err != nil {
		t.Fatal(err)
	}
	for i := range int64(30) {
		_, err := rt.Eval(t.Context(), `setTimeout(() => work().then(() => setImmediate(() => setTimeout(done, 1))), 0); 1`)
		if err != nil {
			t.Fatal(err)
		}
		if err := rt.WaitIdle(t.Context()); err != nil {
			t.Fatal(err)
		}
		if n := done.Load(); n != i+1 {
			t.Fatalf("after iteration %d, %d were done", i, n)
		}
	}
}

func TestIdleReturnsEarly(t *testing.T) {
	rt := start(t)
	if _, err := rt.Eval(t.Context(), `setInterval(() => {}, 1000); 1`); err != nil {
		t.Fatal(err)
	}
	reason := errors.New("enough")
	ctx, cancel := context.WithCancelCause(t.Context())
	cancel(reason)
	if err := rt.WaitIdle(ctx); !errors.Is(err, reason) {
		t.Errorf("Idle returned %v, want the cause of its context", err)
	}
	if err := rt.Do(t.Context(), func(*goja.Runtime) error {
		if err := rt.WaitIdle(t.Context()); err == nil {
			t.Error("Idle on the loop returned no error")
		}
		return nil
	}); err != nil {
		t.Fatal(err)
	}
	result := make(chan error)
	go func() { result <- rt.WaitIdle(t.Context()) }()
	_ = rt.Close()
	if err := <-result; !errors.Is(err, js.ErrEnded) {
		t.Errorf("Idle returned %v, want ErrEnded", err)
	}
}

// TestRegistrations: Go calls JavaScript many times, and the program waits for the release.
func TestRegistrations(t *testing.T) {
	rt := start(t)
	registered := make(chan *js.CallbackRegistration, 1)
	if err := rt.Do(t.Context(), func(vm *goja.Runtime) error {
		return rt.Set("subscribe", func(js.FunctionCall) js.Value {
			registered <- rt.RegisterCallback()
			return nil
		})
	}); err != nil {
		t.Fatal(err)
	}
	if _, err := rt.Eval(t.Context(), `const seen = []; function on(n) { seen.push(n); Promise.resolve().then(() => seen.push('then')) }; subscribe(); 1`); err != nil {
		t.Fatal(err)
	}
	h := <-registered
	idle := make(chan error)
	go func() { idle <- rt.WaitIdle(t.Context()) }()
	for i := range 3 {
		if err := h.Do(func(vm *goja.Runtime) error {
			on, _ := goja.AssertFunction(vm.Get("on"))
			_, err := on(nil, vm.ToValue(i))
			return err
		}); err != nil {
			t.Fatal(err)
		}
	}
	select {
	case <-idle:
		t.Fatal("Idle returned before the release")
	default:
	}
	h.Release()
	h.Release()
	if err := <-idle; err != nil {
		t.Fatal(err)
	}
	seen, err := rt.Eval(t.Context(), `seen`)
	if err != nil {
		t.Fatal(err)
	}
	if want := []any{int64(0), "then", int64(1), "then", int64(2), "then"}; !slices.Equal(seen.([]any), want) {
		t.Errorf("the script saw %v, want %v", seen, want)
	}
	if err := h.Do(func(*goja.Runtime) error { return nil }); !errors.Is(err, js.ErrReleased) {
		t.Errorf("Do after Release returned %v, want ErrReleased", err)
	}
}

// TestRegistrationReportsErrors: what a callback throws is uncaught.
func TestRegistrationReportsErrors(t *testing.T) {
	uncaught := make(chan *js.Error, 1)
	rt := start(t, js.WithUncaught(func(e *js.Error) bool { uncaught <- e; return true }))
	h := rt.RegisterCallback()
	defer h.Release()
	if err := h.Do(func(vm *goja.Runtime) error { _, err := vm.RunString(`throw new TypeError('no')`); return err }); err != nil {
		t.Fatal(err)
	}
	if e := <-uncaught; e.Name != "TypeError" {
		t.Errorf("the uncaught error is %v, want a TypeError", e)
	}
	_ = rt.Close()
	if err := h.Do(func(*goja.Runtime) error { return nil }); !errors.Is(err, js.ErrEnded) {
		t.Errorf("Do after the end returned %v, want ErrEnded", err)
	}
}
