package promisesaplus

import (
	"context"
	_ "embed"
	"strings"
	"testing"
	"testing/synctest"

	"go.uber.org/goleak"

	"github.com/dop251/goja"
	"github.com/wakeful-go/wakeful"
	"github.com/wakeful-go/wakeful/js"
	_ "github.com/wakeful-go/wakeful/js/esbuild" // TypeScript and ES modules
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

//go:embed suite/suite.js
var suite string

// many is the number of tests in promises-aplus-tests 2.1.2.
const many = 872

// enginesOwn makes the adapter of the engine's Promise.
const enginesOwn = `({ deferred() {
	const d = {};
	d.promise = new Promise((resolve, reject) => { d.resolve = resolve; d.reject = reject; });
	return d;
} })`

func TestEnginePromises(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		run(t, func(ctx context.Context, rt *js.Runtime) (js.Value, error) { return rt.RunString(ctx, enginesOwn) })
	})
}

func TestGoPromises(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		run(t, func(ctx context.Context, rt *js.Runtime) (adapter js.Value, err error) {
			err = rt.Do(ctx, func(vm *goja.Runtime) error {
				adapter = lend(t, rt, vm)
				return nil
			})
			return adapter, err
		})
	})
}

// TestSuiteFindsMistakes: promises with one fault each fail the suite.
func TestSuiteFindsMistakes(t *testing.T) {
	for _, wrong := range []struct{ mistake, adapter string }{
		{"reactions run at once", `({ deferred() {
			let state = 0, value, waiting = [];
			const settle = (s) => (v) => { if (!state) { state = s; value = v; for (const w of waiting) w(); } };
			const promise = { then(f, g) { const run = () => (state === 1 ? f : g)?.(value); if (state) run(); else waiting.push(run); return promise; } };
			return { promise, resolve: settle(1), reject: settle(2) };
		} })`},
		{"the last settlement counts", `({ deferred() {
			let value;
			const promise = { then(f) { setImmediate(() => f(value)); return promise; } };
			return { promise, resolve: (v) => { value = v; }, reject: (v) => { value = v; } };
		} })`},
	} {
		t.Run(wrong.mistake, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				failures := 0
				names := outcomes(t, func(ctx context.Context, rt *js.Runtime) (js.Value, error) { return rt.RunString(ctx, wrong.adapter) },
					func(string, string) { failures++ })
				if names != many || failures < 100 {
					t.Errorf("%d of %d tests failed", failures, names)
				}
			})
		})
	}
}

func run(t *testing.T, adapter func(context.Context, *js.Runtime) (js.Value, error)) {
	t.Helper()
	names := outcomes(t, adapter, func(name, problem string) { t.Errorf("%s\n%s", name, problem) })
	if names != many {
		t.Errorf("%d tests were run, the suite has %d", names, many)
	}
	t.Logf("%d tests", names)
}

// outcomes runs the suite and returns how many tests with different names ran.
func outcomes(t *testing.T, adapter func(context.Context, *js.Runtime) (js.Value, error), failed func(name, problem string)) int {
	t.Helper()
	loop, err := wakeful.New()
	if err != nil {
		t.Fatal(err)
	}
	rt, err := js.New(loop, js.WithFullAccess(), js.WithUncaught(func(*js.Error) bool { return true }))
	if err != nil {
		t.Fatal(err)
	}
	ctx := t.Context()
	ran := make(chan error, 1)
	go func() { ran <- loop.Run(ctx) }()
	// The suite does not handle every promise that it rejects.
	if _, err := rt.RunString(ctx, "process.on ??= ()=>{}; process.removeListener ??= ()=>{}; process.on('unhandledRejection', () => {});\n"+suite); err != nil {
		t.Fatal(err)
	}
	under, err := adapter(ctx, rt)
	if err != nil {
		t.Fatal(err)
	}
	names := map[string]bool{}
	done := make(chan struct{})
	err = rt.Do(ctx, func(vm *goja.Runtime) error {
		global := vm.GlobalObject()
		if err := global.Set("report", func(name, problem string) {
			names[name] = true
			if problem != "" {
				failed(name, strings.TrimSpace(problem))
			}
		}); err != nil {
			return err
		}
		if err := global.Set("finished", func() { close(done) }); err != nil {
			return err
		}
		return global.Set("adapterUnderTest", under)
	})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := rt.RunString(ctx, "runSuite(adapterUnderTest, report, finished)"); err != nil {
		t.Fatal(err)
	}
	<-done
	if err := rt.Close(); err != nil {
		t.Error(err)
	}
	if err := loop.Shutdown(ctx); err != nil {
		t.Error(err)
	}
	if err := <-ran; err != nil {
		t.Error(err)
	}
	return len(names)
}
