// Package budget has the bounds that the project promises to keep, as data, and judges a
// tournament's document by them. Each bound is a ratio of two medians of one run, or a number of
// allocations, because absolute times differ between machines.
//
// A bound is judged by the 95 % interval of the measurement (see [State]), so a noisy run decides
// nothing. Goals are judged in the same way, but a goal that is not reached is not a failure.
package budget

import (
	"fmt"
	"maps"
	"math"
	"slices"

	"github.com/wakeful-go/wakeful/tournament/contest"
	"github.com/wakeful-go/wakeful/tournament/result"
	"github.com/wakeful-go/wakeful/tournament/stats"
)

// A Bound is one promise.
type Bound struct {
	// Contestant is the contestant whose cell in the row of Workload and Params is judged.
	Contestant string
	Workload   string
	Params     map[string]string
	// Against is the contestant to compare with, in the same row unless AgainstParams is set.
	// BestOther stands for the one with the lowest median that is neither a champion nor a control.
	// Against is empty for Allocations, and if the limit applies to the figure itself.
	Against string
	// Among, when not nil, lists the contestants of which the best is compared with. Against then
	// describes them in words.
	Among []string
	// AgainstParams, when not nil, are the parameters of Against's row, which is another row of
	// Workload. Against may then be Contestant itself.
	AgainstParams map[string]string
	// AtMost is the largest ratio of the medians that is allowed.
	AtMost float64
	// Below: the ratio must be smaller than AtMost, not equal.
	Below bool
	// Allocations: the bound applies to the cell's allocations per operation, not to its value.
	Allocations bool
	// CPU: the bound applies to the processor time per operation, not to the value. The verdict
	// also has the processor time per second.
	CPU bool
	// Goal: the project has not yet reached this bound on its own machine. Goals are reported
	// separately and never fail a check.
	Goal bool
}

// BestOther as Bound.Against: the best contestant that is not the project's own.
const BestOther = "best other"

// allocationResolution is the number of allocations per operation that counts as none. The runtime
// and the measurement allocate a little in each sample, and a queue that grows allocates once for
// many tasks. The testing package rounds down, so its resolution is 1.
const allocationResolution = 0.01

// Bounds returns the promises about loops under the tournament's workloads, in the
// order in which they are shown.
func Bounds() []Bound {
	bounds := []Bound{
		{Contestant: "wakeful", Workload: "ping-pong", Against: "goja_nodejs", AtMost: 0.20, Goal: true},
		{Contestant: "wakeful", Workload: "ping-pong", Against: "channel", AtMost: 0.35},
	}
	for _, producers := range []string{"10", "100"} {
		bounds = append(bounds, Bound{Contestant: "wakeful", Workload: "multi-producer",
			Params: map[string]string{"producers": producers}, Against: "goja_nodejs", AtMost: 0.35})
	}
	for _, producers := range []string{"1", "2", "4", "8", "16", "32"} {
		bounds = append(bounds, Bound{Contestant: "wakeful", Workload: "cas-contention",
			Params: map[string]string{"producers": producers}, Against: "goja_nodejs", AtMost: 0.35})
	}
	blocks, spins := map[string]string{"waiter": "blocks"}, map[string]string{"waiter": "spins"}
	bounds = append(bounds,
		Bound{Contestant: "wakeful", Workload: "ping-pong-latency", Params: blocks, Against: "control-channels", AtMost: 1.25, Goal: true},
		Bound{Contestant: "wakeful", Workload: "ping-pong-latency", Params: blocks, Against: "goja_nodejs", AtMost: 1, Below: true},
		Bound{Contestant: "wakeful-spin", Workload: "ping-pong-latency", Params: spins, Against: "control-flags", AtMost: 1.5, Goal: true},
	)
	for _, kind := range []string{"forced", "allocations"} {
		bounds = append(bounds, Bound{Contestant: "wakeful", Workload: "gc-pressure",
			Params: map[string]string{"kind": kind}, Against: BestOther, AtMost: 1, Goal: true})
	}
	bounds = append(bounds, aboutQueue()...)
	bounds = append(bounds, aboutDescriptors()...)
	bounds = append(bounds, Watching()...)
	bounds = append(bounds, Groups()...)
	bounds = append(bounds, Connections()...)
	return append(bounds,
		Bound{Contestant: "wakeful", Workload: "ping-pong", Allocations: true},
		Bound{Contestant: "wakeful", Workload: "messages", Allocations: true},
		Bound{Contestant: "wakeful", Workload: "time-limits", Against: "wakeful-runtime-timers", AtMost: 0.5},
	)
}

// aboutQueue: Submit and a turn against what one writes by hand, and against founding designs.
func aboutQueue() []Bound {
	against := func(rival string, atMost float64, workload string, params ...string) Bound {
		b := Bound{Contestant: "wakeful", Workload: workload, Against: rival, AtMost: atMost}
		if len(params) > 0 {
			b.Params = map[string]string{}
		}
		for i := 0; i < len(params); i += 2 {
			b.Params[params[i]] = params[i+1]
		}
		return b
	}
	var bounds []Bound
	for _, burst := range []string{"64", "256", "1024", "4096"} {
		bounds = append(bounds,
			against("slice", 1.15, "batch-throughput", "burst", burst),
			against("main", 0.9, "batch-throughput", "burst", burst))
	}
	bounds = append(bounds,
		against("slice", 1.15, "continuous-load"),
		against("main", 0.9, "continuous-load"),
		against("slice", 0.9, "ping-pong"),
		against("slice", 0.8, "cas-contention", "producers", "4"),
		against("slice", 0.7, "cas-contention", "producers", "32"),
		against("alternatethree", 1, "submit-cost", "keepalive", "contention", "state", "running"))
	trip := against("channel", 1.1, "ping-pong-latency", "waiter", "blocks")
	trip.Goal = true
	return append(bounds, trip)
}

// aboutDescriptors: a descriptor that is never ready adds no cost to a task, and a ready one costs
// as much as with Go's own poller.
func aboutDescriptors() []Bound {
	idle := func(descriptors string) map[string]string { return map[string]string{"descriptors": descriptors} }
	var bounds []Bound
	for _, descriptors := range []string{"1", "1000"} {
		bounds = append(bounds,
			Bound{Contestant: "wakeful", Workload: "io-latency", Params: idle(descriptors), Against: "wakeful", AgainstParams: idle("0"), AtMost: 1.10},
			// One descriptor is enough to make the design main sleep in its poller.
			Bound{Contestant: "wakeful", Workload: "io-latency", Params: idle(descriptors), Against: "main", AgainstParams: idle("1"), AtMost: 0.05})
	}
	pipe := map[string]string{"event": "pipe"}
	return append(bounds,
		Bound{Contestant: "wakeful", Workload: "io-latency", Params: pipe, Against: "control-poller", AtMost: 0.25},
		Bound{Contestant: "wakeful", Workload: "io-latency", Params: pipe, Against: "control-pipes", AtMost: 1, Goal: true},
		Bound{Contestant: "wakeful", Workload: "io-throughput", Params: idle("1000"), Against: "wakeful", AgainstParams: idle("0"), AtMost: 1.05},
	)
}

// Watching returns those of the promises about loops that are about package telemetry: what it
// costs a loop that it watches, with one callback in 64 timed and with none; how often it wakes an
// idle loop; and how far off its delay is.
func Watching() []Bound {
	var bounds []Bound
	for _, row := range []struct {
		workload string
		params   map[string]string
	}{{"ping-pong", nil}, {"ping-pong-latency", map[string]string{"waiter": "blocks"}}} {
		bounds = append(bounds,
			Bound{Contestant: "wakeful-watched", Workload: row.workload, Params: row.params, Against: "wakeful", AtMost: 1.05},
			Bound{Contestant: "wakeful-watched-unsampled", Workload: row.workload, Params: row.params, Against: "wakeful", AtMost: 1.01})
	}
	return append(bounds,
		Bound{Contestant: "wakeful-watched", Workload: "ping-pong", Allocations: true},
		Bound{Contestant: "wakeful-watched", Workload: "watched-idle", AtMost: 0},
		Bound{Contestant: "wakeful-watched", Workload: "watched-delay", AtMost: 0.05})
}

// Groups returns those of the promises about loops that are about guest mode and groups: what a
// host costs that waits on a channel, as the loop itself does; what a Turn costs that has nothing to
// do; and what a function for a key costs, against one for a loop. The second is a time, in
// nanoseconds: a host calls Turn in each of its own turns, so it must be negligible on any machine.
func Groups() []Bound {
	return []Bound{
		{Contestant: "wakeful-hosted", Workload: "ping-pong", Against: "wakeful", AtMost: 1.3},
		{Contestant: "wakeful-hosted", Workload: "empty-turn", AtMost: 50},
		{Contestant: "wakeful-hosted", Workload: "empty-turn", Allocations: true},
		{Contestant: "wakeful-group", Workload: "keyed", Against: "wakeful", AtMost: 1.5},
		{Contestant: "wakeful-group", Workload: "keyed", Allocations: true},
	}
}

// againstParams are those of the rival's row.
func (b Bound) againstParams() map[string]string {
	if b.AgainstParams != nil {
		return b.AgainstParams
	}
	return b.Params
}

// Row names the row of the matrix in which the bound is judged.
func (b Bound) Row() string {
	return (&result.Cell{Workload: b.Workload, Params: b.Params}).Row()
}

// Limit writes the bound's limit: "at most 0.20".
func (b Bound) Limit() string {
	switch {
	case b.Allocations:
		return fmt.Sprintf("none (below %.2f)", allocationResolution)
	case b.Below && b.AtMost < 0.01:
		return fmt.Sprintf("below %g", b.AtMost)
	case b.Below:
		return fmt.Sprintf("below %.2f", b.AtMost)
	}
	return fmt.Sprintf("at most %.2f", b.AtMost)
}

// Needs reports whether the bound needs a cell.
func (b Bound) Needs(contestant contest.Entry, workload string, params map[string]string) bool {
	if workload != b.Workload {
		return false
	}
	if maps.Equal(params, b.againstParams()) && (contestant.Name == b.Against || b.Against == BestOther && rival(contestant.Kind) && contestant.Can.Has(contest.Loops)) {
		return true
	}
	return maps.Equal(params, b.Params) && contestant.Name == b.Contestant
}

func rival(kind contest.Kind) bool {
	return kind != contest.Champion && kind != contest.Control && kind != contest.Ablation
}

// State is what a document shows about a bound.
type State int

const (
	// Kept: the whole interval is within the bound.
	Kept State = iota
	// Inconclusive: the interval contains the bound, there are too few samples for an interval, or
	// the rival failed.
	Inconclusive
	// Broken: the whole interval is outside the bound, or the contestant failed.
	Broken
	// NotRun: a needed cell is not in the document, because this machine cannot measure it or
	// nobody asked for it.
	NotRun
)

// String is "kept", "inconclusive", "broken" or "not run".
func (s State) String() string { return [...]string{"kept", "inconclusive", "broken", "not run"}[s] }

// Verdict is the result of judging a bound.
type Verdict struct {
	Bound
	State State
	// Rival is the contestant that was compared with. RivalRow names its row if that is another
	// one.
	Rival, RivalRow string
	// Measured is the ratio of the medians, or the median of the allocations.
	Measured stats.Estimate
	// Unit of Measured, when it is no ratio and no number of allocations.
	Unit string
	// Cores and RivalCores are the processor seconds per second of the contestant and its rival, if
	// the bound is about processor time.
	Cores, RivalCores float64
	// Reason is the reason why there is no value, or empty.
	Reason string
}

// All returns the promises about loops and those about waiting.
func All() []Bound { return append(Bounds(), Waiting()...) }

// Judge evaluates bounds over the document.
func Judge(doc *result.Document, bounds []Bound) []Verdict {
	j := newJudge(doc)
	var verdicts []Verdict
	for _, b := range bounds {
		verdicts = append(verdicts, j.verdict(b))
	}
	return verdicts
}

// Count returns how many of the verdicts have each state.
func Count(verdicts []Verdict) map[State]int {
	n := map[State]int{}
	for _, v := range verdicts {
		n[v.State]++
	}
	return n
}

type judge struct {
	kinds map[string]contest.Kind
	cells map[string]*result.Cell
	units map[string]string // of the workloads
}

func newJudge(doc *result.Document) judge {
	j := judge{kinds: make(map[string]contest.Kind), cells: make(map[string]*result.Cell), units: make(map[string]string)}
	for _, w := range doc.Workloads {
		j.units[w.Name] = w.Unit
	}
	for _, c := range doc.Contestants {
		j.kinds[c.Name] = contest.Kind(c.Kind)
	}
	for i := range doc.Cells {
		j.cells[doc.Cells[i].Key()] = &doc.Cells[i]
	}
	return j
}

func (j judge) verdict(b Bound) Verdict {
	v := Verdict{Bound: b, Rival: b.Against, Measured: stats.Estimate{Value: math.NaN()}}
	if b.AgainstParams != nil {
		v.RivalRow = result.FormatParams(b.AgainstParams)
	}
	mine, reason, failed := j.cell(b.Contestant, b.Workload, b.Params)
	if reason != "" {
		v.Reason, v.State = reason, NotRun
		if failed {
			v.State = Broken
		}
		return v
	}
	if b.Against == "" {
		var figures []float64
		for _, s := range mine.Samples {
			figures = append(figures, b.quantity(s))
		}
		v.Measured = stats.Interval(figures, stats.Confidence)
		if !b.Allocations {
			v.Unit = j.units[b.Workload]
		}
		v.State = b.state(v.Measured)
		return v
	}
	if b.Against == BestOther || b.Among != nil {
		if v.Rival = j.best(b); v.Rival == "" {
			v.Rival, v.Reason, v.State = b.Against, "no other contestant has a figure", NotRun
			return v
		}
	}
	theirs, reason, failed := j.cell(v.Rival, b.Workload, b.againstParams())
	if reason != "" {
		v.Reason, v.State = reason, NotRun
		if failed {
			v.State = Inconclusive
		}
		return v
	}
	if b.CPU {
		v.Cores, v.RivalCores = cores(mine), cores(theirs)
	}
	v.Measured = stats.Ratio(b.paired(mine, theirs))
	v.State = b.state(v.Measured)
	if !v.Measured.Known() {
		v.Reason = fmt.Sprintf("%s and %s have no round in common", b.Contestant, v.Rival)
	}
	return v
}

// state judges an estimate by its interval.
func (b Bound) state(e stats.Estimate) State {
	limit := b.AtMost
	if b.Allocations {
		limit = allocationResolution
	}
	within := func(v float64) bool { return v < limit || v == limit && !b.Below && !b.Allocations }
	switch {
	case !e.Bounded():
		return Inconclusive
	case within(e.High):
		return Kept
	case within(e.Low):
		return Inconclusive
	}
	return Broken
}

// cell returns a contestant's cell in a row. If it has no figure, it returns the reason and whether
// that is a failure.
func (j judge) cell(contestant, workload string, params map[string]string) (cell *result.Cell, reason string, failed bool) {
	wanted := result.Cell{Contestant: contestant, Workload: workload, Params: params}
	cell = j.cells[wanted.Key()]
	switch {
	case cell == nil:
		return nil, wanted.Key() + " was not measured", false
	case cell.Missing != "":
		return nil, wanted.Key() + " is missing: " + cell.Missing, false
	case cell.Failed():
		return nil, wanted.Key() + " failed: " + cell.Failures[0].Reason, true
	}
	return cell, "", false
}

// best returns the rival with the lowest median in the bound's row, or "" if none has a figure.
func (j judge) best(b Bound) string {
	name, lowest := "", math.Inf(1)
	for contestant, kind := range j.kinds {
		if b.Among != nil && !slices.Contains(b.Among, contestant) || b.Among == nil && !rival(kind) || contestant == b.Contestant {
			continue
		}
		cell, reason, _ := j.cell(contestant, b.Workload, b.againstParams())
		if reason != "" {
			continue
		}
		if median := stats.Median(cell.Values()); median < lowest || median == lowest && contestant < name {
			name, lowest = contestant, median
		}
	}
	return name
}
