package sandbox_test

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"sync"
	"testing"
	"time"

	"github.com/wakeful-go/wakeful"
	"github.com/wakeful-go/wakeful/sandbox"
)

const counter = `let n = 0;
	export const next = () => ++n,
		later = async () => { await wait(); return ++n },
		leave = () => { setInterval(() => { n += 1000 }, 1); wait(); return n },
		endless = () => { for (;;); },
		fail = () => { n++; throw new Error('no') },
		pollute = () => { Object.prototype.leaked = globalThis.leaked = n; return n },
		clean = () => globalThis.leaked === undefined && ({}).leaked === undefined;`

func compile(t *testing.T, config sandbox.Config, release <-chan struct{}) *sandbox.Program {
	t.Helper()
	sb := open(t, config, sandbox.Tool("wait", func(ctx context.Context, _ struct{}) (any, error) {
		select {
		case <-release:
		case <-ctx.Done():
		}
		return nil, nil
	}))
	p, err := sb.Compile("counter.js", counter)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func TestCallsSeeNothingOfEachOther(t *testing.T) {
	t.Parallel()
	p := compile(t, sandbox.Config{}, nil)
	for range 20 {
		if v, err := p.Call(t.Context(), "pollute"); v != 0.0 || err != nil {
			t.Fatal(v, err)
		}
		if v, err := p.Call(t.Context(), "clean"); v != true || err != nil {
			t.Fatal(v, err)
		}
	}
}

func TestInstanceKeepsItsMemory(t *testing.T) {
	t.Parallel()
	p := compile(t, sandbox.Config{CPU: 50 * time.Millisecond}, nil)
	i, err := p.Instance()
	if err != nil {
		t.Fatal(err)
	}
	other, err := p.Instance()
	if err != nil {
		t.Fatal(err)
	}
	for want := 1.0; want < 4; want++ {
		if v, err := i.Call(t.Context(), "next"); v != want || err != nil {
			t.Errorf("%v, %v; want %v", v, err, want)
		}
	}
	if v, err := other.Call(t.Context(), "next"); v != 1.0 || err != nil {
		t.Error(v, err)
	}
	var script *sandbox.ScriptError
	if _, err := i.Call(t.Context(), "fail"); !errors.As(err, &script) {
		t.Error(err)
	}
	if v, err := i.Call(t.Context(), "leave"); v != 4.0 || err != nil {
		t.Error(v, err)
	}
	if v, err := i.Call(t.Context(), "next"); v != 5.0 || err != nil {
		t.Errorf("%v, %v: what a call has left has run after it", v, err)
	}
	if _, err := i.Call(t.Context(), "endless"); !errors.Is(err, sandbox.ErrCPU) {
		t.Error(err)
	}
	if _, err := i.Call(t.Context(), "next"); !errors.Is(err, sandbox.ErrDiscarded) {
		t.Error(err)
	}
	for _, i := range []*sandbox.Instance{i, other} {
		if err := i.Close(); err != nil {
			t.Error(err)
		}
		if _, err := i.Call(t.Context(), "next"); !errors.Is(err, sandbox.ErrClosed) {
			t.Error(err)
		}
	}
}

func TestInstanceHasOneCall(t *testing.T) {
	t.Parallel()
	release, entered := make(chan struct{}), make(chan struct{})
	sb := open(t, sandbox.Config{}, sandbox.Tool("wait", func(context.Context, struct{}) (any, error) {
		close(entered)
		<-release
		return nil, nil
	}))
	p, err := sb.Compile("counter.js", counter)
	if err != nil {
		t.Fatal(err)
	}
	i, err := p.Instance()
	if err != nil {
		t.Fatal(err)
	}
	done := make(chan error)
	go func() {
		_, err := i.Call(t.Context(), "later")
		done <- err
	}()
	<-entered
	if _, err := i.Call(t.Context(), "next"); !errors.Is(err, sandbox.ErrBusy) {
		t.Error(err)
	}
	if err := i.Close(); err != nil {
		t.Error(err)
	}
	close(release)
	if err := <-done; err != nil {
		t.Errorf("Close ended the call: %v", err)
	}
}

func TestModules(t *testing.T) {
	t.Parallel()
	sb := open(t, sandbox.Config{CPU: 50 * time.Millisecond}, sandbox.Tool("ask", func(context.Context, struct{}) (int, error) { return 1, nil }))
	for source, want := range map[string]string{
		"export const a = ;":                          "SyntaxError: ",
		"throw new Error('at the top')":               "Error: at the top",
		"await ask()":                                 "Error: ask can be called in functions only",
		"for (;;);":                                   sandbox.ErrCPU.Error(),
		"await new Promise(() => {})":                 sandbox.ErrNeverSettles.Error(),
		"import fs from 'fs'":                         "",
		"await new Promise(f => setTimeout(f, 1)); x": "ReferenceError: x is not defined",
	} {
		_, err := sb.Compile("module.js", source)
		if err == nil || len(err.Error()) < len(want) || err.Error()[:len(want)] != want {
			t.Errorf("%s: %v; want %s", source, err, want)
		}
	}
	p, err := sb.Compile("module.js", "const at = await new Promise(f => setTimeout(f, 1, 'top')); setTimeout(() => { throw 1 }, 1); export default () => at")
	if err != nil {
		t.Fatal(err)
	}
	if v, err := p.Call(t.Context(), "default"); v != "top" || err != nil {
		t.Error(v, err)
	}
	if err := p.Close(); err != nil {
		t.Error(err)
	}
	if _, err := p.Call(t.Context(), "default"); !errors.Is(err, sandbox.ErrClosed) {
		t.Error(err)
	}
}

func TestEnds(t *testing.T) {
	t.Parallel()
	p := compile(t, sandbox.Config{Wall: time.Hour, CPU: time.Hour}, nil)
	reason := errors.New("enough")
	for _, function := range []string{"later", "endless"} {
		ctx, cancel := context.WithCancelCause(t.Context())
		time.AfterFunc(10*time.Millisecond, func() { cancel(reason) })
		if _, err := p.Call(ctx, function); !errors.Is(err, reason) {
			t.Errorf("%s: %v", function, err)
		}
		if _, err := p.Call(ctx, function); !errors.Is(err, reason) {
			t.Errorf("%s, with a context that has ended: %v", function, err)
		}
	}
	for _, function := range []string{"later", "endless"} {
		sb, err := sandbox.New(sandbox.Config{Wall: time.Hour, CPU: time.Hour}, sandbox.Tool("wait", func(ctx context.Context, _ struct{}) (any, error) { <-ctx.Done(); return nil, nil }))
		if err != nil {
			t.Fatal(err)
		}
		p, err := sb.Compile("counter.js", counter)
		if err != nil {
			t.Fatal(err)
		}
		time.AfterFunc(10*time.Millisecond, func() { _ = sb.Close() })
		if _, err := p.Call(t.Context(), function); !errors.Is(err, sandbox.ErrClosed) {
			t.Errorf("%s: %v", function, err)
		}
		if _, err := sb.Eval(t.Context(), "a.js", "1"); !errors.Is(err, sandbox.ErrClosed) {
			t.Errorf("after Close: %v", err)
		}
	}
}

func TestLoopsOfTheHost(t *testing.T) {
	t.Parallel()
	var loops []*wakeful.Loop
	var running sync.WaitGroup
	for range 2 {
		loop, err := wakeful.New()
		if err != nil {
			t.Fatal(err)
		}
		running.Go(func() { _ = loop.Run(context.Background()) })
		loops = append(loops, loop)
	}
	sb, err := sandbox.New(sandbox.Config{Loops: loops})
	if err != nil {
		t.Fatal(err)
	}
	p, err := sb.Compile("m.js", "export const f = n => new Promise(g => setTimeout(g, 1, n))")
	if err != nil {
		t.Fatal(err)
	}
	results := make(chan error, 100)
	for n := range 100 {
		err := p.CallAsync(t.Context(), "f", func(v any, err error) {
			if err == nil && (v != float64(n) || !loops[0].OnLoop() && !loops[1].OnLoop()) {
				err = fmt.Errorf("%v for %d", v, n)
			}
			results <- err
		}, n)
		if err != nil {
			t.Fatal(err)
		}
	}
	for range 100 {
		if err := <-results; err != nil {
			t.Error(err)
		}
	}
	if _, err := loops[0].Call(t.Context(), func() (any, error) {
		_, err := p.Call(t.Context(), "f")
		_, err2 := p.Call(t.Context(), "f")
		return nil, errors.Join(err, err2)
	}); !errors.Is(err, sandbox.ErrOnLoop) {
		t.Error(err)
	}
	if err := loops[0].Close(); err != nil {
		t.Error(err)
	}
	<-loops[0].Done()
	_, err1 := p.Call(t.Context(), "f", 1)
	_, err2 := p.Call(t.Context(), "f", 1)
	if (err1 == nil) == (err2 == nil) || !errors.Is(errors.Join(err1, err2), sandbox.ErrClosed) {
		t.Errorf("with one loop of two: %v, %v", err1, err2)
	}
	if err := sb.Close(); err != nil {
		t.Error(err)
	}
	if err := loops[1].Close(); err != nil {
		t.Error(err)
	}
	running.Wait()
}

// TestCloseBeforeACallBegins closes a sandbox while a call waits for its loop.
func TestCloseBeforeACallBegins(t *testing.T) {
	t.Parallel()
	loop, err := wakeful.New(wakeful.WithAutoExit())
	if err != nil {
		t.Fatal(err)
	}
	sb, err := sandbox.New(sandbox.Config{Loops: []*wakeful.Loop{loop}})
	if err != nil {
		t.Fatal(err)
	}
	ended := make(chan error, 1)
	go func() {
		_, err := sb.Eval(context.Background(), "a.js", "1")
		ended <- err
	}()
	for loop.Metrics().Queued == 0 {
		runtime.Gosched()
	}
	if err := errors.Join(sb.Close(), loop.Run(t.Context())); err != nil {
		t.Error(err)
	}
	if err := <-ended; !errors.Is(err, sandbox.ErrClosed) {
		t.Error(err)
	}
}

// TestManyTenants mixes calls that work with calls that do harm.
func TestManyTenants(t *testing.T) {
	t.Parallel()
	p := compile(t, sandbox.Config{CPU: 20 * time.Millisecond, Memory: 8 << 20}, nil)
	var all sync.WaitGroup
	for tenant := range 8 {
		all.Go(func() {
			for n := range 30 {
				function, want := "next", error(nil)
				if tenant%4 == 0 && n%10 == 0 {
					function, want = "endless", sandbox.ErrCPU
				}
				v, err := p.Call(t.Context(), function)
				if !errors.Is(err, want) || want == nil && v != 1.0 {
					t.Errorf("%s: %v, %v", function, v, err)
				}
			}
		})
	}
	all.Wait()
}

func TestReport(t *testing.T) {
	t.Parallel()
	var reports []sandbox.Usage
	sb := open(t, sandbox.Config{Report: func(u sandbox.Usage) { reports = append(reports, u) }})
	if _, err := sb.Eval(t.Context(), "a.js", "for (let i = 0; i < 1e5; i++); console.log('x'); 'y'"); err != nil {
		t.Fatal(err)
	}
	if len(reports) != 1 {
		t.Fatalf("%d reports", len(reports))
	}
	if u := reports[0]; u.Program != "a.js" || u.CPU <= 0 || u.Wall < u.CPU || u.Memory < 1<<20 || u.Output == 0 || u.Err != nil {
		t.Errorf("%+v", u)
	}
}

func TestInstanceCallsFromTheLoop(t *testing.T) {
	t.Parallel()
	p := compile(t, sandbox.Config{}, nil)
	i, err := p.Instance()
	if err != nil {
		t.Fatal(err)
	}
	ended := make(chan error, 1)
	want := 0.0
	var then func(any, error)
	then = func(v any, err error) {
		if want++; v != want || err != nil || want == 3 {
			ended <- errors.Join(err, errIf(v != want, fmt.Sprint(v)))
			return
		}
		if err := i.CallAsync(t.Context(), "next", then); err != nil {
			ended <- err
		}
	}
	if err := i.CallAsync(t.Context(), "next", then); err != nil {
		t.Fatal(err)
	}
	if err := <-ended; err != nil {
		t.Error(err)
	}
	if err := i.CallAsync(t.Context(), "next", nil); err == nil {
		t.Error("a call without a function for the result is no error")
	}
}

func errIf(bad bool, text string) error {
	if bad {
		return errors.New(text)
	}
	return nil
}
