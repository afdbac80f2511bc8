package js_test

import (
	"context"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/wakeful-go/wakeful"
	"github.com/wakeful-go/wakeful/js"
	"github.com/wakeful-go/wakeful/telemetry"
)

// This file tests what package telemetry sees of scripts.

// watched runs a program on a watched loop in fake time and returns what the Watcher knows at each
// call of its function look, and at the end of the program.
func watched(t *testing.T, source string, options ...telemetry.Option) (snapshots []telemetry.Snapshot) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		loop, err := wakeful.New()
		if err != nil {
			t.Fatal(err)
		}
		w, err := telemetry.Watch(loop, append(options, telemetry.WithLogger(nil))...)
		if err != nil {
			t.Fatal(err)
		}
		r, err := js.New(loop, js.WithFullAccess(), quiet, busy, js.WithGlobal("look", func(js.FunctionCall) js.Value {
			snapshots = append(snapshots, w.Snapshot())
			return nil
		}))
		if err != nil {
			t.Fatal(err)
		}
		ended := make(chan error)
		go func() { ended <- loop.Run(t.Context()) }()
		if code, err := r.MainString(t.Context(), "main.js", source); code != 0 || err != nil {
			t.Errorf("exit code %d, %v", code, err)
		}
		if err := loop.Shutdown(t.Context()); err != nil {
			t.Error(err)
		}
		<-ended
		snapshots = append(snapshots, w.Snapshot())
	})
	return snapshots
}

// A sampled callback has the name that it has in the script, and the file and line where it begins,
// whatever way it is called.
func TestSampledCallbacksAreNamedByTheirPlaceInTheScript(t *testing.T) {
	all := watched(t, `
setTimeout(function timer() { busy(9) }, 1);
setImmediate(function immediate() { busy(8) });
process.nextTick(function tick() { busy(7) });
const late = (a) => {
	busy(6);
};
setTimeout(late, 5, 'argument');
setTimeout(() => busy(5), 50);
`, telemetry.WithSampling(1))
	found := map[string]time.Duration{}
	for _, c := range all[len(all)-1].Slowest {
		if c.Phase == "JavaScript" {
			found[fmt.Sprintf("%s %s:%d", c.Name, filepath.Base(c.File), c.Line)] = c.Max
		}
	}
	for name, want := range map[string]time.Duration{
		"timer main.js:2": 9 * time.Millisecond, "immediate main.js:3": 8 * time.Millisecond, "tick main.js:4": 7 * time.Millisecond,
		"late main.js:5": 6 * time.Millisecond, "(anonymous) main.js:9": 5 * time.Millisecond,
	} {
		if found[name] != want {
			t.Errorf("%s took %v, want %v; there are %v", name, found[name], want, found)
		}
	}
}

// A turn runs many callbacks of scripts in one callback of the loop. A stall is one of the former.
func TestManyShortCallbacksOfAScriptAreNoStall(t *testing.T) {
	all := watched(t, `for (let i = 0; i < 200; i++) { setTimeout(() => busy(10), 5); setImmediate(() => busy(10)) }`,
		telemetry.WithStallLimit(50*time.Millisecond, nil))
	if s := all[len(all)-1]; s.Stalls != 0 {
		t.Errorf("%d stalls: %+v", s.Stalls, s.RecentStalls[0])
	}
	all = watched(t, `setTimeout(() => busy(10), 5); setTimeout(() => busy(70), 5); setTimeout(() => busy(10), 5)`,
		telemetry.WithStallLimit(50*time.Millisecond, nil))
	if s := all[len(all)-1]; s.Stalls != 1 {
		t.Errorf("%d stalls, want one", s.Stalls)
	} else if name := s.RecentStalls[0].Callback; !strings.Contains(name, "/js_test.") {
		t.Errorf("the stall is in %s, but a Go function of the test was called", name)
	}
}

// With origins, what a script has created says where: handles that keep the loop alive, until they
// are cleared, have fired, or are unreferenced.
func TestOriginsOfWhatAScriptHasCreated(t *testing.T) {
	all := watched(t, `
function later() {}
function start() {
	const timer = setTimeout(later, 1000);
	const interval = setInterval(() => {}, 2000);
	clearTimeout(setTimeout(function never() {}, 500));
	setTimeout(function unreferenced() {}, 500).unref();
	setTimeout(function back() {}, 300).unref().ref();
	return [timer, interval];
}
const [timer, interval] = start();
look();
setTimeout(function looks() {
	look();
	clearTimeout(timer);
	clearInterval(interval);
	look();
}, 400);
`, telemetry.WithOrigins())
	if len(all) != 4 {
		t.Fatalf("%d snapshots", len(all))
	}
	for i, want := range [][]string{
		{"Interval (anonymous) 5, 2000 ms", "Timeout back 8, 300 ms", "Timeout later 2, 1000 ms"},
		// A timer is there until its callback has returned.
		{"Interval (anonymous) 5, 2000 ms", "Timeout later 2, 1000 ms", "Timeout looks 13, 400 ms"},
		{"Timeout looks 13, 400 ms"},
		{},
	} {
		var got []string
		for _, k := range all[i].AliveEntries {
			if k.Kind != "Timeout" && k.Kind != "Interval" {
				continue
			}
			by := "start ("
			if strings.HasPrefix(k.Detail, "looks ") {
				by = "<anonymous> ("
			}
			if len(k.Script) == 0 || !strings.HasPrefix(k.Script[0], by) || !strings.Contains(k.Script[0], "main.js:") {
				t.Errorf("look %d: %s was created in %v", i, k.Detail, k.Script)
			}
			before, _, _ := strings.Cut(k.Detail, "(/")
			_, after, _ := strings.Cut(k.Detail, "main.js:")
			got = append(got, k.Kind+" "+before+strings.Replace(after, ")", "", 1))
		}
		slices.Sort(got)
		if strings.Join(got, "; ") != strings.Join(want, "; ") {
			t.Errorf("look %d: %q, want %q", i, got, want)
		}
	}
}

// Whatever a script has created says where: immediates, files, requests, the standard input, and
// what a host holds for it. Each is there as long as it keeps the loop alive. Signals never do.
func TestOriginsOfWhateverAScriptHasCreated(t *testing.T) {
	loop, err := wakeful.New()
	if err != nil {
		t.Fatal(err)
	}
	w, err := telemetry.Watch(loop, telemetry.WithOrigins(), telemetry.WithLogger(nil))
	if err != nil {
		t.Fatal(err)
	}
	var r *js.Runtime
	var shown []string
	release := make(chan struct{})
	input, end := io.Pipe()
	global := func(name string, fn func(arguments []js.Value) any) js.Option {
		return js.WithGlobal(name, func(c js.FunctionCall) js.Value { return r.ToValue(fn(c.Arguments)) })
	}
	r, err = js.New(loop, js.WithFullAccess(), quiet, js.WithStdin(input), js.WithSignals(nil),
		global("look", func([]js.Value) any {
			var all []string
			for _, k := range w.Snapshot().AliveEntries {
				if len(k.Script) == 0 || strings.HasPrefix(k.Detail, "github.com/wakeful-go/wakeful/js.(*Runtime).worker") {
					continue
				}
				_, place, found := strings.Cut(k.Script[0], "main.js:")
				if !found { // the stream of the standard input reads in a nextTick of its own
					place, _, _ = strings.Cut(k.Script[0], " ")
				}
				all = append(all, k.Kind+" "+strings.TrimSuffix(place, ")"))
			}
			slices.Sort(all)
			return strings.Join(all, ", ")
		}),
		global("show", func(arguments []js.Value) any { shown = append(shown, arguments[0].String()); return nil }),
		global("hold", func([]js.Value) any { return r.RegisterCallback().Release }),
		global("release", func([]js.Value) any { close(release); return nil }),
		global("end", func([]js.Value) any { _ = end.Close(); return nil }))
	if err != nil {
		t.Fatal(err)
	}
	if err := r.Set("work", r.Async(func(context.Context, []any) (any, error) {
		<-release
		return nil, nil
	})); err != nil {
		t.Fatal(err)
	}
	ended := make(chan error)
	go func() { ended <- loop.Run(t.Context()) }()
	if code, err := r.MainString(t.Context(), "main.js", `const fs = require('fs');
clearImmediate(setImmediate(() => {}));
setImmediate(() => {}).unref();
setImmediate(() => {
	show(look());
	process.stdin.on('data', () => {});
	process.on('SIGUSR2', () => {});
	const done = work();
	const letGo = hold();
	show(look());
	letGo();
	release();
	done.then(() => {
		show(look());
		process.stdin.on('end', () => {
			show(look());
			// Reading a file takes several steps, and several turns.
			let read = false;
			const seen = new Set();
			fs.readFile('telemetry_test.go', () => { read = true; show([...seen].join('; ')) });
			(function turn() {
				seen.add(look());
				setImmediate(() => read || turn());
			})();
		});
		end();
	});
});
show(look());
`); code != 0 || err != nil {
		t.Errorf("exit code %d, %v", code, err)
	}
	if err := loop.Shutdown(t.Context()); err != nil {
		t.Error(err)
	}
	<-ended
	want := []string{
		"Immediate 4:13",
		"",
		"keep-alive 9:20, work 8:19",
		"keep-alive _read",
		"",
		"FSReqCallback 20:15",
	}
	if !slices.Equal(shown, want) {
		t.Errorf("the script was kept alive by\n%q, want\n%q", shown, want)
	}
}

// What a runtime has created is forgotten with it, while its loop goes on.
func TestOriginsEndWithTheRuntime(t *testing.T) {
	loop, err := wakeful.New()
	if err != nil {
		t.Fatal(err)
	}
	w, err := telemetry.Watch(loop, telemetry.WithOrigins(), telemetry.WithLogger(nil))
	if err != nil {
		t.Fatal(err)
	}
	r, err := js.New(loop, js.WithFullAccess(), quiet)
	if err != nil {
		t.Fatal(err)
	}
	ended := make(chan error)
	go func() { ended <- loop.Run(t.Context()) }()
	if _, err := r.RunString(t.Context(), `setTimeout(() => {}, 1e6)`); err != nil {
		t.Fatal(err)
	}
	look := func() []telemetry.AliveEntry {
		s, err := loop.Call(t.Context(), func() (telemetry.Snapshot, error) { return w.Snapshot(), nil })
		if err != nil {
			t.Fatal(err)
		}
		return slices.DeleteFunc(s.AliveEntries, func(k telemetry.AliveEntry) bool { return k.Kind != "Timeout" })
	}
	if all := look(); len(all) != 1 {
		t.Errorf("kept alive by %v", all)
	}
	if err := r.Close(); err != nil {
		t.Fatal(err)
	}
	if all := look(); len(all) != 0 {
		t.Errorf("after its end the runtime is kept alive by %v", all)
	}
	if err := loop.Shutdown(t.Context()); err != nil {
		t.Error(err)
	}
	<-ended
}

// A script that computes for ever is reported with its stack.
func TestAStallOfAScriptHasTheStackOfTheScript(t *testing.T) {
	loop, err := wakeful.New()
	if err != nil {
		t.Fatal(err)
	}
	reported := make(chan telemetry.Stall, 1)
	w, err := telemetry.Watch(loop, telemetry.WithLogger(nil), telemetry.WithStallLimit(5*time.Millisecond, func(s telemetry.Stall) {
		if s.Script == "" {
			return // starved while the profiler ran: it is reported again
		}
		select {
		case reported <- s:
		default:
		}
	}))
	if err != nil {
		t.Fatal(err)
	}
	r, err := js.New(loop, quiet)
	if err != nil {
		t.Fatal(err)
	}
	returned, ended := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(returned)
		_ = loop.Run(t.Context()) // its error only says that the loop was closed
	}()
	go func() {
		defer close(ended)
		_, err := r.MainString(t.Context(), "spin.js", `
function spin() {
	for (;;) {}
}
function start() { spin() }
setTimeout(start, 1);`)
		if err == nil {
			t.Error("a program that never ends has ended")
		}
	}()
	s := <-reported
	lines := strings.Split(s.Script, "\n")
	if len(lines) < 2 || !strings.HasPrefix(lines[0], "spin (") || !strings.Contains(lines[0], "spin.js:") ||
		!strings.HasPrefix(lines[1], "start (") || !strings.Contains(lines[1], "spin.js:5") {
		t.Errorf("the script was in\n%s", s.Script)
	}
	if err := r.Close(); err != nil {
		t.Error(err)
	}
	<-ended
	if err := loop.Close(); err != nil {
		t.Error(err)
	}
	<-returned
	if err := w.Close(); err != nil {
		t.Error(err)
	}
}

// A script that waits in a function of Go is reported at once, with the stack of Go alone.
func TestAStallInAFunctionOfGoHasNoScript(t *testing.T) {
	all := watched(t, `function wait() { busy(70) } setTimeout(wait, 5)`, telemetry.WithStallLimit(50*time.Millisecond, nil))
	if s := all[len(all)-1]; s.Stalls != 1 || s.RecentStalls[0].Script != "" || !strings.Contains(s.RecentStalls[0].Callback, "/js_test.") {
		t.Errorf("%d stalls: %+v", s.Stalls, s.RecentStalls)
	}
}

// BenchmarkWatchedScript is the time per callback of a script, one immediate after the other.
func BenchmarkWatchedScript(b *testing.B) {
	for _, how := range []struct {
		name    string
		options []telemetry.Option // nil: not watched
	}{
		{"no", nil},
		{"unsampled", []telemetry.Option{telemetry.WithSampling(0)}},
		{"sampled", []telemetry.Option{telemetry.WithStallLimit(100*time.Millisecond, nil)}},
	} {
		b.Run("watched="+how.name, func(b *testing.B) {
			r := start(b)
			if how.options != nil {
				w, err := telemetry.Watch(r.Loop(), how.options...)
				if err != nil {
					b.Fatal(err)
				}
				defer func() { _ = w.Close() }()
			}
			b.ReportAllocs()
			b.ResetTimer()
			if _, err := r.MainString(b.Context(), "main.js", fmt.Sprintf(`let n = %d; setImmediate(function f() { if (--n > 0) setImmediate(f) })`, b.N)); err != nil {
				b.Fatal(err)
			}
		})
	}
}
