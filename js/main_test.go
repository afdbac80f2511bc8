package js_test

import (
	"context"
	"fmt"
	"log/slog"
	"os"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"go.uber.org/goleak"

	"github.com/wakeful-go/wakeful"
	"github.com/wakeful-go/wakeful/js"
	_ "github.com/wakeful-go/wakeful/js/esbuild" // TypeScript and ES modules
)

func TestMain(m *testing.M) {
	goleak.VerifyTestMain(m)
}

// sampled reports whether the i-th of many similar cases runs: in a short test each n-th, in one of
// make check, which sets WAKEFUL_SCRIPTS=all, each m-th, and in a long test each.
func sampled(i, n, m int) bool {
	switch {
	case !testing.Short():
		return true
	case os.Getenv("WAKEFUL_SCRIPTS") == "all":
		return i%m == 0
	}
	return i%n == 0
}

// quiet is the option for a runtime that logs nothing.
var quiet = js.WithLogger(slog.New(slog.DiscardHandler))

// start makes a runtime on a loop that runs until the end of the test.
func start(t testing.TB, options ...js.Option) *js.Runtime {
	t.Helper()
	loop, err := wakeful.New()
	if err != nil {
		t.Fatal(err)
	}
	r, err := js.New(loop, append([]js.Option{js.WithFullAccess(), quiet}, options...)...)
	if err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(context.Background())
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		_ = loop.Run(ctx)
	}()
	t.Cleanup(func() {
		stop()
		<-ended
	})
	return r
}

// output collects a program's output.
type output struct {
	mu   sync.Mutex
	text strings.Builder
}

func (o *output) Write(p []byte) (int, error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.text.Write(p)
}

func (o *output) String() string {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.text.String()
}

// result is the result of a program.
type result struct {
	trace string // the values that it passed to L, separated by spaces
	code  int
	err   error
	uncaught,
	stdout, stderr string
}

// program runs a program to its end in fake time, so that a busy machine cannot change the order of
// timers with almost equal delays.
func program(t *testing.T, source string, options ...js.Option) result {
	t.Helper()
	return programOn(t, true, source, options...)
}

// programOn is program with an engine whose queue of promise jobs can or cannot be inspected.
func programOn(t *testing.T, visible bool, source string, options ...js.Option) (got result) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		var trace []string
		var uncaught []string
		var stdout, stderr output
		r := start(t, append([]js.Option{
			js.WithStdout(&stdout), js.WithStderr(&stderr), busy,
			js.WithGlobal("L", func(c js.FunctionCall) js.Value {
				trace = append(trace, fmt.Sprint(c.Argument(0).Export()))
				return nil
			}),
			js.WithUncaught(func(e *js.Error) bool {
				uncaught = append(uncaught, e.Error())
				return false
			}),
		}, options...)...)
		if !visible {
			js.Blind(r)
		}
		code, err := r.MainString(t.Context(), "program.js", source)
		got = result{strings.Join(trace, " "), code, err, strings.Join(uncaught, "; "), stdout.String(), stderr.String()}
	})
	return got
}

// busy gives programs in fake time the function busy(ms), which keeps the loop busy for that time.
var busy = js.WithGlobal("busy", func(c js.FunctionCall) js.Value {
	time.Sleep(time.Duration(c.Argument(0).ToFloat() * float64(time.Millisecond))) //nolint:forbidigo // the fake clock advances only while all goroutines are blocked
	return nil
})

// bare is start for a runtime with nothing but the given options.
func bare(t testing.TB, options ...js.Option) *js.Runtime {
	t.Helper()
	loop, err := wakeful.New()
	if err != nil {
		t.Fatal(err)
	}
	r, err := js.New(loop, append([]js.Option{quiet}, options...)...)
	if err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(context.Background())
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		_ = loop.Run(ctx)
	}()
	t.Cleanup(func() {
		stop()
		<-ended
	})
	return r
}
