package sandbox_test

import (
	"context"
	"testing"

	"github.com/wakeful-go/wakeful/sandbox"
)

type order struct {
	ID    string   `json:"id"`
	Items []string `json:"items"`
	Total float64  `json:"total"`
}

func benchmark(b *testing.B, call func(*sandbox.Program) (any, error)) {
	sb, err := sandbox.New(sandbox.Config{}, sandbox.Tool("later", func(_ context.Context, in order) (order, error) { return in, nil }))
	if err != nil {
		b.Fatal(err)
	}
	defer sb.Close()
	p, err := sb.Compile("bench.js", `export const handle = o => ({...o, total: o.total + o.items.length}), wait = o => later(o)`)
	if err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		if v, err := call(p); err != nil || v.(map[string]any)["id"] != "a1" {
			b.Fatal(v, err)
		}
	}
}

var small = order{"a1", []string{"x", "y"}, 3}

func BenchmarkClone(b *testing.B) {
	benchmark(b, func(p *sandbox.Program) (any, error) { return p.Call(b.Context(), "handle", small) })
}

func BenchmarkInstance(b *testing.B) {
	var i *sandbox.Instance
	benchmark(b, func(p *sandbox.Program) (any, error) {
		if i == nil {
			i, _ = p.Instance()
		}
		return i.Call(b.Context(), "handle", small)
	})
}

func BenchmarkTool(b *testing.B) {
	var i *sandbox.Instance
	benchmark(b, func(p *sandbox.Program) (any, error) {
		if i == nil {
			i, _ = p.Instance()
		}
		return i.Call(b.Context(), "wait", small)
	})
}
