package sim

// This file owns Run: which seeds run, on how many processors, and what a failure prints.

import (
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"
)

// Seeds is how many seeds Run runs: 1, 2, 3 and so on. With -short at most 100 run, and 15 under the
// race detector, which takes ten times as long. The environment variable WAKEFUL_SIM_SEEDS overrides
// both, with a number of seeds, or with a range such as 5001-6000.
type Seeds int

const (
	// smallerLimit is how long Run looks for a smaller case of a failure.
	smallerLimit = 10 * time.Second
)

// The environment variables that Run reads.
const (
	envSeed    = "WAKEFUL_SIM_SEED"
	envSeeds   = "WAKEFUL_SIM_SEEDS"
	envReplays = "WAKEFUL_SIM_REPLAYS"
	envTrace   = "WAKEFUL_SIM_TRACE"
)

// Run calls scenario once for each seed, with a new world. The scenario sets up programs and faults
// and lets time pass with World.For. Worlds of different seeds run at the same time, so what a
// scenario uses belongs to one call of it.
//
// The first failure fails t. The message has the seed, the smallest case that was found, and the
// command that repeats it:
//
//	WAKEFUL_SIM_SEED=17 go test -run '^TestX$' ./x
//
// With WAKEFUL_SIM_TRACE=file as well, the trace of the run is written to a file, which
// `wakeful trace` draws. A seed runs in a bubble of testing/synctest, so time.Now, timers and
// contexts of package time belong to the world, and t must not be used in the scenario: call
// World.Fail.
func Run(t *testing.T, seeds Seeds, scenario func(*World)) {
	t.Helper()
	var seed uint64
	p, limit := plan{}, smallerLimit
	if text := os.Getenv(envSeed); text != "" {
		var err error
		if seed, p, err = parsePlan(text); err != nil {
			t.Fatal(err)
		}
		limit = 0
	} else if seed = runSeeds(t, seeds.span(t, shortSeeds, envSeeds), scenario); seed == 0 {
		return
	}
	o := simulate(t, seed, p, true, scenario)
	writeTrace(t, o.trace, p.format(seed))
	if o.failure == nil {
		if os.Getenv(envSeed) == "" {
			t.Fatalf("sim: seed %d has failed, and a second run of it has not. The program is not repeatable: it uses a random number or an order of a map, or goroutines of its own", seed)
		}
		return
	}
	t.Error(report(t, seed, p, o, limit, scenario))
}

// outcome is what a run of one seed has shown.
type outcome struct {
	failure *failure
	hash    uint64
	steps   uint64
	elapsed time.Duration
	faults  [faultCount]int
	used    [faultCount]bool // kinds that may have had an effect
	trace   *trace
}

// simulate runs one seed.
func simulate(t *testing.T, seed uint64, p plan, traced bool, scenario func(*World)) (o outcome) {
	done := false
	var running atomic.Pointer[World]
	returned := make(chan struct{})
	defer close(returned)
	go watchReal(seed, &running, returned)
	synctest.Test(t, func(*testing.T) {
		w := newWorld(seed, p, traced)
		running.Store(w)
		worlds.Store(w.driver, driver{world: w})
		defer worlds.Delete(w.driver)
		w.runScenario(scenario)
		o = outcome{w.failure, w.trace.hash, w.steps, w.now, w.network.faults.happened, w.network.faults.used(), &w.trace}
		w.end()
		w.timer.Stop()
		close(w.stopWatching)
		done = true
	})
	if !done {
		o.failure = &failure{message: "the scenario has ended its goroutine, for example with t.FailNow: use World.Fail"}
	}
	return o
}

// runScenario calls the scenario. A panic fails the world.
func (w *World) runScenario(scenario func(*World)) {
	defer func() {
		if v := recover(); v != nil {
			stack := make([]byte, 16<<10)
			w.Fail("the scenario has panicked: %v\n%s", v, stack[:runtime.Stack(stack, false)])
		}
		w.current = nil
		if w.failure != nil {
			w.trace.text(w, eventFailure, w.failure.message)
		}
	}()
	scenario(w)
}

// span is a range of seeds.
type span struct{ first, last uint64 }

// span returns which seeds to run: with -short at most some. An environment variable overrides it.
func (s Seeds) span(t *testing.T, short int, variable string) span {
	if text := os.Getenv(variable); text != "" {
		all, err := parseSpan(text)
		if err != nil {
			t.Fatalf("sim: %s=%q: %v", variable, text, err)
		}
		return all
	}
	n := max(1, int(s))
	if testing.Short() {
		n = min(n, short)
	}
	return span{1, uint64(n)}
}

// parseSpan reads a number of seeds, or a range.
func parseSpan(text string) (all span, err error) {
	first, last, isRange := strings.Cut(text, "-")
	if !isRange {
		first, last = "1", text
	}
	if all.first, err = strconv.ParseUint(first, 10, 63); err == nil {
		all.last, err = strconv.ParseUint(last, 10, 63)
	}
	if err != nil || all.first < 1 || all.last < all.first {
		return all, errors.New("want a number of seeds, such as 1000, or a range, such as 1001-2000")
	}
	return all, nil
}

// runSeeds runs the seeds, and returns the smallest one that has failed, or 0.
func runSeeds(t *testing.T, all span, scenario func(*World)) (failed uint64) {
	var mu sync.Mutex
	eachSeed(all, func(seed uint64) bool {
		if simulate(t, seed, plan{}, false, scenario).failure == nil {
			return true
		}
		mu.Lock()
		defer mu.Unlock()
		if failed == 0 || seed < failed {
			failed = seed
		}
		return false
	})
	return failed
}

// eachSeed calls run for the seeds on all processors, until it returns false.
func eachSeed(all span, run func(seed uint64) bool) {
	var next atomic.Uint64
	next.Store(all.first - 1)
	var stop atomic.Bool
	var workers sync.WaitGroup
	for range min(uint64(runtime.GOMAXPROCS(0)), all.last-all.first+1) {
		workers.Go(func() {
			for seed := next.Add(1); seed <= all.last && !stop.Load(); seed = next.Add(1) {
				if !run(seed) {
					stop.Store(true)
				}
			}
		})
	}
	workers.Wait()
}

// command returns the command that repeats a run.
func command(t *testing.T, seed string) string {
	where := "."
	if dir, err := os.Getwd(); err == nil {
		where = "./" + filepath.Base(dir) + " (in the directory above)"
		if root := moduleOf(dir); root != "" {
			if relative, err := filepath.Rel(root, dir); err == nil {
				where = "./" + filepath.ToSlash(relative)
			}
		}
	}
	var pattern []string
	for part := range strings.SplitSeq(t.Name(), "/") {
		pattern = append(pattern, "^"+regexp.QuoteMeta(part)+"$")
	}
	short := ""
	if f := flag.Lookup("test.short"); f != nil && f.Value.String() == "true" {
		short = " -short"
	}
	return fmt.Sprintf("%s='%s' go test%s -count=1 -run '%s' %s", envSeed, seed, short, strings.Join(pattern, "/"), where)
}

// moduleOf returns the directory of the module that a directory is in.
func moduleOf(dir string) string {
	for {
		if _, err := os.Stat(filepath.Join(dir, "go.mod")); err == nil {
			return dir
		}
		parent := filepath.Dir(dir)
		if parent == dir {
			return ""
		}
		dir = parent
	}
}

// writeTrace writes the trace to the file that the environment names.
func writeTrace(t *testing.T, tr *trace, seed string) {
	name := os.Getenv(envTrace)
	if name == "" {
		return
	}
	f, err := os.Create(name)
	if err == nil {
		err = errors.Join(tr.write(f, seed), f.Close())
	}
	if err != nil {
		t.Errorf("sim: %s: %v", envTrace, err)
	}
}
