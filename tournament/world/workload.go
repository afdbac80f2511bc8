package world

import (
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/wakeful-go/wakeful/tournament/workloads"
)

// This file owns the workloads and their parameters.

// Parameters of the runner. A peer is not told of them. With figure, a workload has several figures,
// and a cell for each.
const (
	connectionsParam = "connections"
	countParam       = "count"
	idleParam        = "idle"
	figureParam      = "figure"
)

// idleLoop is the workload of a loop with nothing to do. For a peer it is submit.
const idleLoop = "idle-loop"

// Workloads are those of a comparison, in the order of the table.
func Workloads() []*workloads.Workload {
	return []*workloads.Workload{
		{Name: "submit", Unit: "ns", Variants: vary(plain, "producers", "1", "8", "32"),
			Summary: "Threads submit functions at once; per function."},
		{Name: "trip", Unit: "ns", Variants: vary(vary(plain, "wait", "block", "spin"), figureParam, "mean", "p50", "p99"),
			Summary: "Submit, wait until it ran, repeat; both sides block, or both spin; per round trip."},
		{Name: "timers", Unit: "ns", Variants: vary(vary(plain, countParam, "100000"), figureParam, timerParts...),
			Summary: "Schedule timers, cancel them, let as many fire; per timer."},
		{Name: "echo", Unit: "ns", Variants: vary(plain, connectionsParam, "1", "100", "1000"),
			Summary: "64 bytes there and back, over all connections; per request."},
		{Name: idleLoop, Unit: "us/s", Variants: plain,
			Summary: "Processor time of a loop with nothing to do, per second."},
		{Name: "loops", Unit: "KiB", Variants: vary(plain, countParam, "1000"),
			Summary: "Resident memory of idle loops; per loop."},
	}
}

// GrowthWorkloads are those of the curves, each over a range of one parameter.
func GrowthWorkloads() (all []*workloads.Workload) {
	growing := map[string][]map[string]string{
		"submit": append(vary(plain, "producers", powers(1, 64, 2)...), vary(plain, "burst", powers(1, 65_536, 4)...)...),
		"timers": vary(vary(plain, countParam, powers(10, 1_000_000, 10)...), figureParam, timerParts...),
		"echo":   vary(plain, idleParam, append(powers(1, 10_000, 10), "15000", "100000")...),
		"loops":  vary(plain, countParam, powers(10, 10_000, 10)...),
	}
	for _, w := range Workloads() {
		if w.Variants = growing[w.Name]; w.Variants != nil {
			all = append(all, w)
		}
	}
	return all
}

// plain is one variant without parameters.
var plain = []map[string]string{{}}

// vary adds a parameter to variants, with each of the values.
func vary(variants []map[string]string, key string, values ...string) (all []map[string]string) {
	for _, v := range variants {
		for _, value := range values {
			more := maps.Clone(v)
			more[key] = value
			all = append(all, more)
		}
	}
	return all
}

func powers(from, to, factor int) (all []string) {
	for v := from; v <= to; v *= factor {
		all = append(all, strconv.Itoa(v))
	}
	return all
}

// Load is a workload with its parameters, as a peer is asked to start it.
type Load struct {
	Workload string
	Params   map[string]string
}

func (l Load) number(key string, otherwise int) int {
	if n, err := strconv.Atoi(l.Params[key]); err == nil {
		return n
	}
	return otherwise
}

// request is the line that starts the workload.
func (l Load) request() string {
	name := l.Workload
	if name == idleLoop {
		name = "submit"
	}
	words := []string{"start", "workload=" + name}
	for _, key := range slices.Sorted(maps.Keys(l.Params)) {
		if !slices.Contains([]string{connectionsParam, countParam, idleParam, figureParam}, key) {
			words = append(words, key+"="+l.Params[key])
		}
	}
	return strings.Join(words, " ")
}

// Lengths say how long the parts of a sample are.
type Lengths struct {
	// WarmUp is how long a peer runs at least before it is measured.
	WarmUp time.Duration
	// Measured is how long the measured run is meant to be.
	Measured time.Duration
	// Idle is how long an idle loop is watched.
	Idle time.Duration
	// Limit is how long the peer may take for one answer.
	Limit time.Duration
}

// Standard are the lengths of a run whose figures count. Tests use shorter ones.
var Standard = Lengths{WarmUp: 200 * time.Millisecond, Measured: 100 * time.Millisecond, Idle: 400 * time.Millisecond, Limit: time.Minute}
