package sandbox_test

import (
	"context"
	"errors"
	"fmt"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/wakeful-go/wakeful/sandbox"
)

func open(t testing.TB, config sandbox.Config, functions ...sandbox.Function) *sandbox.Sandbox {
	t.Helper()
	if config.CacheDir == "" {
		config.CacheDir = engineCache
	}
	if inProcesses {
		config.Process = &sandbox.Process{Workers: 2}
	}
	sb, err := sandbox.New(config, functions...)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := sb.Close(); err != nil {
			t.Error(err)
		}
	})
	return sb
}

func TestEval(t *testing.T) {
	sb := open(t, sandbox.Config{})
	for _, test := range []struct {
		source string
		want   any
	}{
		{"1 + 1", 2.0},
		{"'a' + 'b'", "ab"},
		{"await new Promise(done => setTimeout(done, 5, 'later'))", "later"},
		{"Promise.resolve([1, {a: null}])", []any{1.0, map[string]any{"a": nil}}},
		{"const order = []; setTimeout(() => order.push('timeout')); queueMicrotask(() => order.push('microtask')); order.push('script'); await new Promise(f => setTimeout(f, 3)); order", []any{"script", "microtask", "timeout"}},
	} {
		got, err := sb.Eval(t.Context(), "test.js", test.source)
		if err != nil || !reflect.DeepEqual(got, test.want) {
			t.Errorf("%s: %v, %v; want %v", test.source, got, err, test.want)
		}
	}
}

func TestLimitsEndCalls(t *testing.T) {
	t.Parallel()
	cpu := open(t, sandbox.Config{CPU: 20 * time.Millisecond, Wall: time.Hour})
	wall := open(t, sandbox.Config{CPU: time.Hour, Wall: 50 * time.Millisecond})
	other := open(t, sandbox.Config{CPU: time.Hour, Wall: time.Hour})
	for _, test := range []struct {
		sandbox *sandbox.Sandbox
		source  string
		want    error
	}{
		{cpu, "for(;;);", sandbox.ErrCPU},
		{cpu, "try { for(;;); } finally { for(;;); }", sandbox.ErrCPU},
		{cpu, "for (;;) try { for(;;); } catch {}", sandbox.ErrCPU},
		{cpu, "(function f() { Promise.resolve().then(f) })(); await new Promise(() => {})", sandbox.ErrCPU},
		{cpu, "/(a+)+b/.test('a'.repeat(100))", sandbox.ErrCPU},
		{cpu, "setInterval(() => { for (let i = 0; i < 1e5; i++); }, 1); await new Promise(() => {})", sandbox.ErrCPU},
		{wall, "await new Promise(f => setTimeout(f, 1e6))", sandbox.ErrWall},
		{wall, "for(;;);", sandbox.ErrWall},
		{other, "await new Promise(() => {})", sandbox.ErrNeverSettles},
		{other, "(function f() { f() })()", sandbox.ErrStack},
		{other, "new Uint8Array(1e9)", sandbox.ErrMemory},
		{other, "try { new Uint8Array(1e9) } catch {} for (;;);", sandbox.ErrMemory},
		{other, "'x'.repeat(2e6)", sandbox.ErrOutput},
		{other, "for (;;) console.log('x')", sandbox.ErrOutput},
	} {
		if _, err := test.sandbox.Eval(t.Context(), "test.js", test.source); !errors.Is(err, test.want) {
			t.Errorf("%s: %v; want %v", test.source, err, test.want)
		}
	}
	var limit *sandbox.LimitError
	if _, err := cpu.Eval(t.Context(), "test.js", "function f() {\n  for (;;);\n}\nf()"); !errors.As(err, &limit) || !strings.HasPrefix(limit.Stack, "    at f (test.js:") {
		t.Errorf("%#v", err)
	}
}

// TestLimitsSayWhere: an error has the position in the script, also if a function of the engine has
// reached the limit. A limit of time has none if the machine is busy for longer than the script may take to end.
func TestLimitsSayWhere(t *testing.T) {
	t.Parallel()
	sb := open(t, sandbox.Config{CPU: time.Hour, Wall: time.Hour, Memory: 8 << 20})
	for body, limit := range map[string]error{
		"for (const l = []; ;) l.push({})": sandbox.ErrMemory, "'x'.repeat(1e9)": sandbox.ErrMemory, "f()": sandbox.ErrStack,
	} {
		_, err := sb.Eval(t.Context(), "test.js", "function f() {\n"+body+"\n}\nf()")
		if want := limit.Error() + ", at f (test.js:2:"; !errors.Is(err, limit) || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%s: %v; want %s", body, err, want)
		}
	}
	for stack, want := range map[string]string{
		"    at format (wakeful:prelude:9:1)\n    at log (native)\n    at f (a.js:2:1)\n    at g (a.js:3:1)\n": ", at f (a.js:2:1)", "    at log (native)\n": "", "": "",
	} {
		if err := (&sandbox.LimitError{Limit: sandbox.ErrOutput, Stack: stack}); err.Error() != sandbox.ErrOutput.Error()+want {
			t.Errorf("%q: %v", stack, err)
		}
	}
}

func TestMemory(t *testing.T) {
	sb := open(t, sandbox.Config{Memory: 8 << 20, CPU: 5 * time.Second})
	for _, source := range []string{"const a = []; for(;;) a.push(new Array(1000).fill(1))", "const m = new Map(); for (let i = 0; ; i++) m.set(i, {i})"} {
		if _, err := sb.Eval(t.Context(), "test.js", source); !errors.Is(err, sandbox.ErrMemory) {
			t.Errorf("%s: %v", source, err)
		}
	}
}

func TestCall(t *testing.T) {
	type query struct {
		Text  string `json:"text"`
		Limit int    `json:"limit"`
	}
	sb := open(t, sandbox.Config{}, sandbox.Tool("search", func(ctx context.Context, q query) ([]string, error) {
		if q.Text == "" {
			return nil, errors.New("no text")
		}
		return []string{q.Text, "hit"}, nil
	}))
	p, err := sb.Compile("rules.js", `let n = 0; export async function handle(q) { n++; return {n, hits: await search(q)} }`)
	if err != nil {
		t.Fatal(err)
	}
	for range 3 {
		got, err := p.Call(t.Context(), "handle", query{"a", 1})
		if want := any(map[string]any{"n": 1.0, "hits": []any{"a", "hit"}}); err != nil || !reflect.DeepEqual(got, want) {
			t.Fatalf("%v, %v; want %v", got, err, want)
		}
	}
	for _, test := range []struct {
		argument any
		want     string
	}{
		{map[string]any{"text": "x", "limit": "y"}, "TypeError: search: limit: got a string, want a whole number"},
		{query{}, "Error: no text"},
	} {
		if _, err := p.Call(t.Context(), "handle", test.argument); err == nil || err.Error() != test.want {
			t.Errorf("%v: %v; want %s", test.argument, err, test.want)
		}
	}
}

// TestModulesOfAnyLength: the engine asks its host every 1,000 jumps of a script, and so also while it ends
// the call that has loaded a module, when no script is there that could be left. What the module prints last
// takes longer than a slice.
func TestModulesOfAnyLength(t *testing.T) {
	t.Parallel()
	sb := open(t, sandbox.Config{CPU: 10 * time.Second, Wall: 20 * time.Second, Console: func(sandbox.Line) {
		for began := time.Now(); time.Since(began) < 300*time.Microsecond; {
			continue
		}
	}})
	for n := range 2000 {
		if testing.Short() && (n < 900 || n > 960) { // the length with which it happened is 930
			continue
		}
		p, err := sb.Compile("loop.js", fmt.Sprintf("for (let i = 0; i < %d; i++); console.log('')", n))
		if err != nil {
			t.Fatal(n, err)
		}
		_ = p.Close() // returns nil
	}
}
