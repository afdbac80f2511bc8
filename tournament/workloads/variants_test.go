package workloads_test

import (
	"runtime"
	"strconv"
	"sync/atomic"
	"testing"
	"time"

	"github.com/wakeful-go/wakeful/tournament/contest"
	"github.com/wakeful-go/wakeful/tournament/designs"
	"github.com/wakeful-go/wakeful/tournament/lineup"
	"github.com/wakeful-go/wakeful/tournament/result"
	"github.com/wakeful-go/wakeful/tournament/workloads"
)

// short lengths limit each sample to a few batches, or to the minimum number of parts.
var short = workloads.Lengths{Warmup: time.Microsecond, Timed: time.Millisecond}

func entry(t *testing.T, name string) contest.Entry {
	t.Helper()
	e, err := lineup.Find(lineup.All(), name)
	if err != nil {
		t.Fatal(err)
	}
	return e
}

func workload(t *testing.T, name string) *workloads.Workload {
	t.Helper()
	w, err := workloads.Find(name)
	if err != nil {
		t.Fatal(err)
	}
	return w
}

// theMachine is a control without a loop.
var theMachine = contest.Entry{Name: "machine", Kind: contest.Control, Can: contest.Primitives,
	NewControl: func() (contest.RoundTripper, error) { return noTrips{}, nil }}

type noTrips struct{}

func (noTrips) RoundTrip() {}
func (noTrips) Close()     {}

// counting is a design that counts failed compare-and-swaps.
func counting(t *testing.T) contest.Entry {
	e := entry(t, "mainlockfree")
	c, _ := designs.Find("mainlockfree")
	c.CountRetries = true
	e.New = func() (contest.Loop, error) { return designs.New(c) }
	return e
}

// takers are the loops that a workload is tried with: one with an unlimited queue, one whose queue
// is sometimes full, one that blocks, and one of another project.
func takers(t *testing.T, w *workloads.Workload) []contest.Entry {
	switch {
	case w.Name == "primitive-cost":
		return []contest.Entry{theMachine}
	case w.Name == "io-echo":
		servers := []contest.Entry{entry(t, "net"), entry(t, "wakeful")}
		for _, name := range []string{"netpoll", "gnet", "nbio", "libuv"} {
			if lineup.Absent()[name] == "" {
				servers = append(servers, entry(t, name))
			}
		}
		return servers
	case w.Needs&(contest.TLSEchoes|contest.WebSocketEchoes) != 0:
		var servers []contest.Entry
		for _, e := range lineup.All() {
			if e.Can.Has(w.Needs) {
				servers = append(servers, e)
			}
		}
		return servers
	case w.Name == "cas-failures":
		return []contest.Entry{counting(t)}
	case testing.Short():
		return []contest.Entry{entry(t, "alternatetwo")}
	}
	return []contest.Entry{entry(t, "wakeful"), entry(t, "alternatetwo"), entry(t, "channel"), entry(t, "goja_nodejs")}
}

func TestEveryVariantMeasuresRealContestants(t *testing.T) {
	for _, w := range append(workloads.All(), workloads.Extras()...) {
		for _, params := range w.Variants {
			for _, e := range takers(t, w) {
				n, _ := strconv.Atoi(params["connections"]) // 0 if there are none
				if w.Missing(e, params) != "" || params["connections"] == workloads.ManyConnections || testing.Short() && n > 100 {
					continue // many connections take seconds, and run the same code as some
				}
				cell := result.Cell{Contestant: e.Name, Workload: w.Name, Params: params}
				s, err := workloads.Take(t.Context(), e, w, params, short)
				if err != nil {
					t.Errorf("%s: %v", cell.Key(), err)
					continue
				}
				perOp := s.WallSeconds * 1e9 / float64(s.Ops)
				if w.Unit == "ns/op" && (s.Value < 0.999*perOp || s.Value > 1.001*perOp) {
					t.Errorf("%s: %v ns for each of %d operations are not %v s", cell.Key(), s.Value, s.Ops, s.WallSeconds)
				}
			}
		}
	}
}

func TestHistogramsOfBurstsAreOfWholeBursts(t *testing.T) {
	for name, params := range map[string]map[string]string{
		"batch-latency": {"burst": "64"}, "mixed-load": {"burst": "100"},
	} {
		s, err := workloads.Take(t.Context(), entry(t, "wakeful"), workload(t, name), params, short)
		if err != nil {
			t.Fatal(err)
		}
		perBurst := float64(s.Ops) / float64(s.Latency.Count)
		if want, _, _ := result.ParamNumber(params["burst"]); perBurst != want {
			t.Errorf("%s: %v tasks in each entry of the histogram, want %v", name, perBurst, want)
		}
		if mean := s.Value * perBurst; mean > 1.01*float64(s.Latency.Max) {
			t.Errorf("%s: %v ns for a burst, but none took more than %d ns", name, mean, s.Latency.Max)
		}
	}
}

// A loop that empties its priority queue and whose queue is full makes room only when the task that
// keeps it busy lets it.
func TestAFullQueueIsNotKeptFull(t *testing.T) {
	for _, turn := range []designs.TurnKind{designs.FullTick, designs.TightDrain} {
		c, _ := designs.Find("alternatetwo")
		c.Turn, c.ArenaSlots = turn, 64
		for _, keep := range []string{"resubmission", "contention"} {
			_, err := workloads.Take(t.Context(), designs.EntryOf(c), workload(t, "submit-cost"), map[string]string{"state": "running", "keepalive": keep}, short)
			if err != nil {
				t.Errorf("%s, %s: %v", turn, keep, err)
			}
		}
	}
}

func TestASharedListFailsSometimesAndAPrivateOneNever(t *testing.T) {
	w := workload(t, "cas-failures")
	alone, err := workloads.Take(t.Context(), counting(t), w, map[string]string{"producers": "1"}, short)
	if err != nil {
		t.Fatal(err)
	}
	// The loop itself detaches the list, which can make a lone producer's swap fail.
	if alone.Value < 0 || alone.Value > 0.5 {
		t.Errorf("a lone producer failed in %v of its attempts", alone.Value)
	}
	if _, err := workloads.Take(t.Context(), entry(t, "wakeful"), w, map[string]string{"producers": "1"}, short); err == nil {
		t.Error("a loop that does not count its failures has a share of them")
	}
}

func TestQuickHasFewerVariantsOfTheSameWorkloads(t *testing.T) {
	rows := func(all []*workloads.Workload) (n int) {
		for _, w := range all {
			n += len(w.Variants)
		}
		return n
	}
	quick, full := workloads.Quick(), workloads.All()
	if len(quick) != len(full) || rows(quick) >= rows(full) {
		t.Errorf("the quick run has %d workloads with %d rows, the full one %d with %d", len(quick), rows(quick), len(full), rows(full))
	}
	for i, w := range quick {
		for _, params := range w.Variants {
			if !full[i].Has(params) {
				t.Errorf("the quick run has %s %v, which the full one does not", w.Name, params)
			}
		}
	}
}

func TestSecondProcessorIsRequired(t *testing.T) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1))
	held := map[string]string{"state": "running", "keepalive": "held"}
	if workload(t, "submit-cost").Missing(entry(t, "wakeful"), held) == "" {
		t.Error("a loop that is held needs a processor of its own")
	}
	padded := map[string]string{"primitive": "cas", "cells": "padded"}
	if workload(t, "primitive-cost").Missing(theMachine, padded) == "" {
		t.Error("contention needs a second processor")
	}
}

func TestPrimitivesAreForTheMachineAlone(t *testing.T) {
	for _, e := range lineup.All() {
		if workload(t, "primitive-cost").Missing(e, map[string]string{"primitive": "clock"}) == "" {
			t.Errorf("%s has a cell among the primitives", e.Name)
		}
	}
}

// A timer that fires before its deadline would have a negative lateness, which the workload could
// not detect.
func TestTimersAreNotEarlyAndAreAllStopped(t *testing.T) {
	var set, stopped, fired atomic.Int64
	e := entry(t, "main")
	inner := e.New
	e.New = func() (contest.Loop, error) {
		l, err := inner()
		return &watchedTimers{Loop: l, set: &set, stopped: &stopped, fired: &fired}, err
	}
	s, err := workloads.Take(t.Context(), e, workload(t, "timers"), map[string]string{"outstanding": "1000"}, short)
	if err != nil {
		t.Fatal(err)
	}
	if set.Load() != 1000+stopped.Load()+fired.Load() || stopped.Load() < s.Ops || fired.Load() < s.Latency.Count {
		t.Errorf("of %d timers %d were stopped and %d fired; %d pairs were timed, and the histogram has %d", set.Load(), stopped.Load(), fired.Load(), s.Ops, s.Latency.Count)
	}
}

type watchedTimers struct {
	contest.Loop
	set, stopped, fired *atomic.Int64
}

func (l *watchedTimers) Counts() contest.Counts { return l.Loop.(contest.Counter).Counts() }

func (l *watchedTimers) After(d time.Duration, fn func()) (func() bool, error) {
	l.set.Add(1)
	stop, err := l.Loop.(contest.Scheduler).After(d, func() { l.fired.Add(1); fn() })
	return func() bool { l.stopped.Add(1); return stop() }, err
}
