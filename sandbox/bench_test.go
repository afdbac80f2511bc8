package sandbox_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

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

// BenchmarkNewInstance makes an instance, calls it and closes it.
func BenchmarkNewInstance(b *testing.B) {
	benchmark(b, func(p *sandbox.Program) (any, error) {
		i, err := p.Instance()
		if err != nil {
			return nil, err
		}
		defer i.Close()
		return i.Call(b.Context(), "handle", small)
	})
}

// percentile reports the p-th percentile of some times as a metric in milliseconds.
func percentile(b *testing.B, times []time.Duration, p int, name string) {
	slices.Sort(times)
	b.ReportMetric(float64(times[(len(times)-1)*p/100].Microseconds())/1000, name)
}

// BenchmarkLimit measures how long after its limit of processor time a call ends.
func BenchmarkLimit(b *testing.B) {
	sb, err := sandbox.New(sandbox.Config{CPU: 100 * time.Millisecond})
	if err != nil {
		b.Fatal(err)
	}
	defer sb.Close()
	var late []time.Duration
	for n := 0; b.Loop(); n++ {
		source := []string{"for (;;);", "/(a+)+b/.test('a'.repeat(100))", "new Array(1e8).sort()", "try { for (;;) JSON.parse('[1]') } finally { for (;;); }"}[n%4]
		start := time.Now()
		if _, err := sb.Eval(b.Context(), "limit.js", source); !errors.Is(err, sandbox.ErrCPU) {
			b.Fatal(err)
		}
		late = append(late, time.Since(start)-100*time.Millisecond)
	}
	percentile(b, late, 99, "p99-ms-late")
}

// BenchmarkCollection measures a garbage collection of Go while a script runs.
func BenchmarkCollection(b *testing.B) {
	sb, err := sandbox.New(sandbox.Config{CPU: time.Hour, Wall: time.Hour})
	if err != nil {
		b.Fatal(err)
	}
	ctx, cancel := context.WithCancel(b.Context())
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		_, _ = sb.Eval(ctx, "loop.js", "for (;;);")
	}()
	var times []time.Duration
	for b.Loop() {
		start := time.Now()
		runtime.GC()
		times = append(times, time.Since(start))
	}
	cancel()
	<-ended
	_ = sb.Close()
	percentile(b, times, 100, "max-ms")
}

// BenchmarkTicker measures how late a script's timer of a millisecond is, beside another script that
// runs for ever on the same loop.
func BenchmarkTicker(b *testing.B) {
	var times []time.Duration
	sb, err := sandbox.New(sandbox.Config{CPU: time.Hour, Wall: time.Hour},
		sandbox.Tool("report", func(_ context.Context, late []float64) (bool, error) {
			for _, ms := range late {
				times = append(times, time.Duration(ms*float64(time.Millisecond)))
			}
			return true, nil
		}))
	if err != nil {
		b.Fatal(err)
	}
	ctx, cancel := context.WithCancel(b.Context())
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		_, _ = sb.Eval(ctx, "loop.js", "for (;;);")
	}()
	for b.Loop() {
		if _, err := sb.Eval(b.Context(), "ticker.js", `
			const late = []; let before = performance.now();
			for (let i = 0; i < 100; i++) {
				await new Promise(f => setTimeout(f, 1));
				const now = performance.now();
				late.push(Math.max(0, now - before - 1)); before = now;
			}
			await report(late)`); err != nil {
			b.Fatal(err)
		}
	}
	cancel()
	<-ended
	_ = sb.Close()
	percentile(b, times, 99, "p99-ms-late")
}

// BenchmarkIdle measures what an instance that has been called and is kept takes of memory.
func BenchmarkIdle(b *testing.B) {
	sb, err := sandbox.New(sandbox.Config{})
	if err != nil {
		b.Fatal(err)
	}
	defer sb.Close()
	p, err := sb.Compile("bench.js", `export const handle = o => ({...o, total: o.total + o.items.length})`)
	if err != nil {
		b.Fatal(err)
	}
	resident := func() int {
		runtime.GC()
		// Pages of the snapshot's file are shared, and count in parts.
		text, err := os.ReadFile("/proc/self/smaps_rollup")
		_, after, found := strings.Cut(string(text), "\nPss:")
		if err != nil || !found {
			b.Skip("NOT RUN: /proc/self/smaps_rollup does not say how much memory is in use")
		}
		var kb int
		_, _ = fmt.Sscan(after, &kb)
		return kb
	}
	const count = 1000
	for b.Loop() {
		before := resident()
		var all []*sandbox.Instance
		for range count {
			i, err := p.Instance()
			if err != nil {
				b.Fatal(err)
			}
			if _, err := i.Call(b.Context(), "handle", small); err != nil {
				b.Fatal(err)
			}
			all = append(all, i)
		}
		b.ReportMetric(float64(resident()-before)/count, "KB/instance")
		for _, i := range all {
			_ = i.Close()
		}
	}
}
