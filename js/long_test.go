package js_test

// Long programs in fake time, whose memory must not grow.

import (
	"context"
	"fmt"
	"io"
	"log/slog"
	"runtime"
	"testing"
	"testing/synctest"
	"time"

	"github.com/wakeful-go/wakeful"
	"github.com/wakeful-go/wakeful/js"
)

// longProgram runs a script until nothing is left to do and returns its exit code. In a bubble of
// testing/synctest its time is fake.
func longProgram(t *testing.T, globals map[string]any, source string) int {
	t.Helper()
	loop, err := wakeful.New()
	if err != nil {
		t.Fatal(err)
	}
	rt, err := js.New(loop, js.WithFullAccess(), js.WithStdout(io.Discard), js.WithStderr(io.Discard), js.WithLogger(slog.New(slog.DiscardHandler)))
	if err != nil {
		t.Fatal(err)
	}
	for name, value := range globals {
		if err := rt.Set(name, value); err != nil {
			t.Fatal(err)
		}
	}
	ctx := context.Background()
	ran := make(chan error, 1)
	go func() { ran <- loop.Run(ctx) }()
	code, err := rt.MainString(ctx, "program.js", source)
	if err != nil {
		t.Error(err)
	}
	rt.Close()
	if err := loop.Shutdown(ctx); err != nil {
		t.Error(err)
	}
	if err := <-ran; err != nil {
		t.Error(err)
	}
	return code
}

// heap returns the size of the heap after a collection.
func heap() uint64 {
	runtime.GC()
	runtime.GC()
	var stats runtime.MemStats
	runtime.ReadMemStats(&stats)
	return stats.HeapAlloc
}

// grew fails if the heap grew between marks by more than a hundredth of the steps would leak.
func grew(t *testing.T, marks []uint64) {
	t.Helper()
	const slack = 4 << 20
	if len(marks) < 3 {
		t.Fatalf("only %d marks", len(marks))
	}
	first, last := marks[1], marks[len(marks)-1] // the first mark precedes allocations that stay
	if last > first+slack {
		t.Errorf("the heap grew from %d to %d bytes: %v", first, last, marks)
	}
}

// TestHourOfEverything runs timers, intervals, immediates, promises and async functions together
// for an hour.
func TestHourOfEverything(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var marks []uint64
		var ended string
		began := time.Now()
		code := longProgram(t, map[string]any{
			"mark": func() { marks = append(marks, heap()) },
			"end":  func(s string) { ended = s },
		}, `
			const hour = 3600_000;
			let ticks = 0, chained = 0, awaited = 0, immediates = 0, rejected = 0;
			const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
			const intervals = [
				setInterval(() => { ticks++; process.nextTick(() => { chained++; }); }, 100),
				setInterval(() => { setImmediate(() => { immediates++; }); Promise.reject(new Error('late')).catch(() => { rejected++; }); }, 250),
				setInterval(() => { const t = setTimeout(() => { throw new Error('was cleared'); }, 5000); setTimeout(() => clearTimeout(t), 10); }, 500),
			];
			let over = false;
			(async () => { while (!over) { await sleep(300); awaited++; } })();
			const marks = setInterval(mark, hour / 6);
			setTimeout(() => {
				over = true;
				for (const i of [...intervals, marks]) clearInterval(i);
				setTimeout(() => end([ticks, chained, immediates, rejected, awaited].join(' ')), 1000);
			}, hour + 50);`)
		if passed := time.Since(began); passed != time.Hour+1050*time.Millisecond {
			t.Errorf("it took %v of fake time", passed)
		}
		if want := "36000 36000 14400 14400 12001"; ended != want || code != 0 {
			t.Errorf("counted %q, want %q; exit code %d", ended, want, code)
		}
		grew(t, marks)
	})
}

// TestDayOfIntervals runs a thousand intervals of a minute for a day.
func TestDayOfIntervals(t *testing.T) {
	minutes := 24 * 60
	if testing.Short() {
		minutes = 2 * 60
	}
	synctest.Test(t, func(t *testing.T) {
		var marks []uint64
		var fired int
		began := time.Now()
		longProgram(t, map[string]any{
			"mark": func() { marks = append(marks, heap()) },
			"end":  func(n int) { fired = n },
			"N":    minutes,
		}, `
			let fired = 0;
			const all = [];
			for (let i = 0; i < 1000; i++) all.push(setInterval(() => { fired++; }, 60_000));
			all.push(setInterval(mark, N / 8 * 60_000));
			setTimeout(() => { all.forEach(clearInterval); end(fired); }, N * 60_000 + 1);`)
		if fired != 1000*minutes || time.Since(began) != time.Duration(minutes)*time.Minute+time.Millisecond {
			t.Errorf("%d firings in %v, want %d", fired, time.Since(began), 1000*minutes)
		}
		grew(t, marks)
	})
}

// TestMillionTimers sets a million timers and clears half of them. The others must fire in order.
func TestMillionTimers(t *testing.T) {
	many := 1_000_000
	if testing.Short() {
		many = 50_000
	}
	synctest.Test(t, func(t *testing.T) {
		var result string
		before := heap()
		longProgram(t, map[string]any{"N": many, "end": func(s string) { result = s }}, `
			let fired = 0, disorder = 0, last = 0;
			const first = [];
			for (let i = 0; i < N; i++) {
				const delay = 1 + i * 7919 % 5000;
				const handle = setTimeout((d) => { fired++; if (d < last) disorder++; last = d; }, delay, delay);
				if (i % 2) first.push(handle);
			}
			first.forEach(clearTimeout);
			setTimeout(() => end(fired + ' fired, ' + disorder + ' too early'), 6000);`)
		if want := fmt.Sprintf("%d fired, 0 too early", many/2); result != want {
			t.Errorf("%s, want %s", result, want)
		}
		if after := heap(); after > before+32<<20 {
			t.Errorf("the heap grew from %d to %d bytes", before, after)
		}
	})
}

// TestFinishedChainsAreReleased: the finished part of a chain of promises, immediates or nextTicks
// is garbage.
func TestFinishedChainsAreReleased(t *testing.T) {
	links := 200_000
	if testing.Short() {
		links = 20_000
	}
	for name, step := range map[string]string{
		"then":       "Promise.resolve(n).then(next)",
		"await":      "(async () => { await n; next(); })()",
		"immediate":  "setImmediate(next)",
		"nextTick":   "process.nextTick(next)",
		"microtask":  "queueMicrotask(next)",
		"timeout":    "setTimeout(next, 1)",
		"late catch": "{ const p = Promise.reject(n); setImmediate(() => p.catch(next)); }",
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				var marks []uint64
				longProgram(t, map[string]any{"N": links, "mark": func() { marks = append(marks, heap()) }}, `
					process.on('unhandledRejection', () => {});
					let n = 0;
					const next = () => { if (n % (N / 5) === 0) mark(); if (n++ < N) `+step+`; };
					next();`)
				grew(t, marks)
			})
		})
	}
}
