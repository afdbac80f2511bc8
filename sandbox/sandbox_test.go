package sandbox_test

import (
	"context"
	"errors"
	"reflect"
	"testing"
	"time"

	"github.com/wakeful-go/wakeful/sandbox"
)

func open(t *testing.T, config sandbox.Config, functions ...sandbox.Function) *sandbox.Sandbox {
	t.Helper()
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
	sb := open(t, sandbox.Config{CPU: 100 * time.Millisecond, Wall: 300 * time.Millisecond})
	for _, test := range []struct {
		source string
		want   error
	}{
		{"for(;;);", sandbox.ErrCPU},
		{"try { for(;;); } finally { for(;;); }", sandbox.ErrCPU},
		{"(function f() { Promise.resolve().then(f) })(); await new Promise(() => {})", sandbox.ErrCPU},
		{"await new Promise(f => setTimeout(f, 1e6))", sandbox.ErrWall},
		{"await new Promise(() => {})", sandbox.ErrNeverSettles},
		{"(function f() { f() })()", sandbox.ErrStack},
		{"new Uint8Array(1e9)", sandbox.ErrMemory},
		{"try { new Uint8Array(1e9) } catch {} for (;;);", sandbox.ErrMemory},
		{"'x'.repeat(2e6)", sandbox.ErrOutput},
		{"/(a+)+b/.test('a'.repeat(100))", sandbox.ErrCPU},
	} {
		start := time.Now()
		_, err := sb.Eval(t.Context(), "test.js", test.source)
		if !errors.Is(err, test.want) {
			t.Errorf("%s: %v; want %v", test.source, err, test.want)
		}
		t.Log(test.source, time.Since(start), err)
	}
}

func TestMemory(t *testing.T) {
	sb := open(t, sandbox.Config{Memory: 8 << 20, CPU: 5 * time.Second})
	for _, source := range []string{"const a = []; for(;;) a.push(new Array(1000).fill(1))", "const m = new Map(); for (let i = 0; ; i++) m.set(i, {i})"} {
		if _, err := sb.Eval(t.Context(), "test.js", source); !errors.Is(err, sandbox.ErrMemory) {
			t.Errorf("%s: %v", source, err)
		} else {
			t.Log(err)
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
	_, err = p.Call(t.Context(), "handle", map[string]any{"text": "x", "limit": "y"})
	t.Log(err)
	_, err = p.Call(t.Context(), "handle", query{})
	t.Log(err)
}
