package js_test

import (
	"context"
	"errors"
	"math/rand/v2"
	"os"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/dop251/goja"

	"github.com/wakeful-go/wakeful"
	"github.com/wakeful-go/wakeful/js"
)

// reachableModules are the modules whose functions are called. Functions that would open files or
// connections, or run programs, are excluded.
var reachableModules = []any{
	"assert", "async_hooks", "buffer", "console", "diagnostics_channel", "events", "path", "perf_hooks", "punycode", "querystring",
	"readline", "stream", "stream/promises", "stream/web", "string_decoder", "timers", "timers/promises", "url", "util", "util/types", "crypto",
}

const reachableCalls = 300 // calls in one runtime

// TestReachableFunctions calls functions of fresh runtimes at random with odd receivers and
// arguments. No call may end the process or the runtime, and each panic must be an exception that
// JavaScript can catch. WAKEFUL_REACHABLE is the number of runtimes, and WAKEFUL_REACHABLE_SEED
// repeats one.
func TestReachableFunctions(t *testing.T) {
	if !js.Repairs() {
		t.Skip("NOT RUN: built with the tag wakeful_purego, with which the engine's stacks are not repaired")
	}
	source, err := os.ReadFile("testdata/reachable.js")
	if err != nil {
		t.Fatal(err)
	}
	runtimes, seed := 40, uint32(1)
	if testing.Short() {
		runtimes = 4
	}
	if n, err := strconv.Atoi(os.Getenv("WAKEFUL_REACHABLE")); err == nil {
		runtimes, seed = n, rand.Uint32()
	}
	if n, err := strconv.ParseUint(os.Getenv("WAKEFUL_REACHABLE_SEED"), 10, 32); err == nil {
		runtimes, seed = 1, uint32(n)
	}
	for i := range runtimes {
		reach(t, string(source), seed+uint32(i))
	}
}

// reach runs the calls of one seed.
func reach(t *testing.T, source string, seed uint32) {
	t.Helper()
	var out output
	last := ""
	r := start(t, js.WithStdout(&out), js.WithStderr(&out), js.WithStdin(strings.NewReader("")), js.WithDir(t.TempDir()),
		js.WithGlobal("tell", func(path string) { last = path }), js.WithUncaught(func(e *js.Error) bool {
			if panicked, ok := errors.AsType[*wakeful.PanicError](e); ok {
				t.Errorf("seed %d, after %s: uncaught %v\n%s", seed, last, e, panicked.Stack)
			}
			return true
		}))
	defer r.Close()
	if err := r.Do(t.Context(), func(rt *goja.Runtime) error {
		v, err := rt.RunString(source)
		if err != nil {
			return err
		}
		newReach, _ := goja.AssertFunction(v)
		reach, err := newReach(goja.Undefined(), rt.Get("require"), rt.NewArray(reachableModules...))
		if err != nil {
			return err
		}
		return rt.Set("reach", reach)
	}); err != nil {
		t.Fatal(err)
	}
	// The time says when the calls count as hanging, not how fast they have to be.
	ctx, stop := context.WithTimeout(t.Context(), 5*time.Minute)
	defer stop()
	v, err := r.Eval(ctx, "reach(tell, "+strconv.Itoa(int(seed))+", "+strconv.Itoa(reachableCalls)+")")
	var panicked *wakeful.PanicError
	switch {
	case errors.As(err, &panicked):
		t.Errorf("seed %d, %s: a panic that is no exception: %v\n%s", seed, last, err, panicked.Stack)
	case err != nil:
		t.Errorf("seed %d, %s: %v", seed, last, err)
	case v.(int64) < 1000:
		t.Errorf("found only %d functions", v)
	}
	select {
	case <-r.Done():
		t.Errorf("seed %d, %s: the runtime has ended", seed, last)
	default:
	}
}
