package sandbox_test

// What the loops and the processes of a host share: the loops of a group, waiting calls, compiled code.

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"sync"
	"testing"
	"time"

	"github.com/wakeful-go/wakeful/group"
	"github.com/wakeful-go/wakeful/sandbox"
)

// TestLoopsOfAGroup has calls on each loop of a group.
func TestLoopsOfAGroup(t *testing.T) {
	g, err := group.New(3)
	if err != nil {
		t.Fatal(err)
	}
	var running sync.WaitGroup
	running.Go(func() { _ = g.Run(context.Background()) })
	t.Cleanup(func() {
		if err := g.Close(); err != nil {
			t.Error(err)
		}
		running.Wait()
	})
	loops := g.Loops()
	sb := open(t, sandbox.Config{Loops: loops})
	p, err := sb.Compile("m.js", "export const f = n => new Promise(g => setTimeout(g, 1, n))")
	if err != nil {
		t.Fatal(err)
	}
	const calls = 30
	on := make(chan int, calls)
	for n := range calls {
		if err := p.CallAsync(t.Context(), "f", func(v any, err error) {
			if err != nil || v != float64(n) {
				t.Errorf("%v, %v for %d", v, err, n)
			}
			for i, loop := range loops {
				if loop.OnLoop() {
					on <- i
					return
				}
			}
			on <- -1
		}, n); err != nil {
			t.Fatal(err)
		}
	}
	counts := map[int]int{}
	for range calls {
		counts[<-on]++
	}
	for i := range loops {
		if counts[i] != calls/len(loops) {
			t.Errorf("the results were on the loops %v", counts)
		}
	}
}

// TestWaitingCallsHaveNoGoroutines has more calls that wait for timers than the sandbox has goroutines.
func TestWaitingCallsHaveNoGoroutines(t *testing.T) {
	const calls, few = 200, 20
	sb := open(t, sandbox.Config{Memory: 8 << 20, Wall: time.Hour})
	p, err := sb.Compile("wait.js", "export const wait = () => new Promise(f => setTimeout(f, 1e6)), ping = () => 1")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := p.Call(t.Context(), "ping"); err != nil {
		t.Fatal(err)
	}
	before := runtime.NumGoroutine()
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	ended := make(chan error, calls)
	for range calls {
		if err := p.CallAsync(ctx, "wait", func(_ any, err error) { ended <- err }); err != nil {
			t.Fatal(err)
		}
	}
	for tries := 0; ; tries++ { // a script that was left in the middle has a coroutine until it waits
		if v, err := p.Call(t.Context(), "ping"); v != 1.0 || err != nil {
			t.Fatal(v, err)
		}
		n := runtime.NumGoroutine()
		if n <= before+few {
			break
		}
		if tries == 1000 {
			t.Fatalf("%d goroutines before, %d while %d calls wait", before, n, calls)
		}
	}
	if len(ended) > 0 {
		t.Fatalf("a call has ended: %v", <-ended)
	}
	cancel()
	for range calls {
		if err := <-ended; !errors.Is(err, context.Canceled) {
			t.Fatal(err)
		}
	}
}

// TestCompiledEngineIsKept: what is compiled is in CacheDir, and is read from there.
func TestCompiledEngineIsKept(t *testing.T) {
	files := func() map[string]fs.FileInfo {
		all := map[string]fs.FileInfo{}
		if err := filepath.WalkDir(engineCache, func(name string, d fs.DirEntry, err error) error {
			if err != nil || d.IsDir() {
				return err
			}
			info, err := os.Stat(name)
			all[name] = info
			return err
		}); err != nil {
			t.Fatal(err)
		}
		return all
	}
	open(t, sandbox.Config{})
	before := files()
	if len(before) == 0 {
		t.Fatal("the folder is empty")
	}
	sb := open(t, sandbox.Config{Interpret: true}) // other options, so the process loads the engine again
	if v, err := sb.Eval(t.Context(), "a.js", "6 * 7"); v != 42.0 || err != nil {
		t.Error(v, err)
	}
	after := files()
	if len(after) != len(before) {
		t.Errorf("%d files, before %d", len(after), len(before))
	}
	for name, info := range before {
		if after[name] == nil || !os.SameFile(info, after[name]) || !info.ModTime().Equal(after[name].ModTime()) {
			t.Errorf("%s was written again", name)
		}
	}
}
