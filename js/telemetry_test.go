package js_test

import (
	"fmt"
	"os"
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
		r, err := js.New(loop, js.Unrestricted(), quiet, busy, js.WithGlobal("look", func(js.FunctionCall) js.Value {
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
		for _, k := range all[i].KeptAlive {
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

// A script that computes for ever is reported with its stack, and again and again: a starved process
// may have found no position of it the first time. When the engine is preempted at the wrong moment
// while its profiler is stopped, it misses that, and no later profile sees the same script.
func TestAStallOfAScriptHasTheStackOfTheScript(t *testing.T) {
	if os.Getenv("WAKEFUL_STALLS") == "" {
		t.Skip("NOT RUN: it takes a quiet machine, as the engine's profiler goes by the clock; WAKEFUL_STALLS=1 asks for it")
	}
	loop, err := wakeful.New()
	if err != nil {
		t.Fatal(err)
	}
	ended, shown := make(chan struct{}), make(chan telemetry.Stall)
	w, err := telemetry.Watch(loop, telemetry.WithLogger(nil), telemetry.WithStallLimit(5*time.Millisecond, func(s telemetry.Stall) {
		if s.Script == "" {
			return
		}
		select {
		case shown <- s:
		case <-ended:
		}
	}))
	if err != nil {
		t.Fatal(err)
	}
	r, err := js.New(loop, js.Unrestricted(), quiet)
	if err != nil {
		t.Fatal(err)
	}
	returned := make(chan struct{})
	go func() {
		defer close(returned)
		_ = loop.Run(t.Context()) // its error only says that the loop was closed
	}()
	go func() {
		defer close(ended)
		_, err := r.MainString(t.Context(), "main.js", `
function spin() {
	for (;;) {}
}
function start() { spin() }
setTimeout(start, 1);`)
		if err == nil {
			t.Error("a program that never ends has ended")
		}
	}()
	s := <-shown
	lines := strings.Split(s.Script, "\n")
	if !strings.HasPrefix(lines[0], "spin (") || !strings.Contains(lines[0], "main.js:") ||
		len(lines) < 2 || !strings.HasPrefix(lines[1], "start (") || !strings.HasSuffix(lines[1], "main.js:5)") {
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
