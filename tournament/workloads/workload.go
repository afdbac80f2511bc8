// Package workloads holds the workloads of the tournament. Each is a [Workload] value, which the
// registry lists. Shared code is in the harness (session, sizing, watch), from starting a loop to the
// check that no task was lost. So a workload contains only the timed operations.
//
// One call of [Take] is one sample. Package measure runs it in a separate process.
package workloads

import (
	"fmt"
	"runtime"
	"slices"
	"time"

	"github.com/wakeful-go/wakeful/tournament/contest"
	"github.com/wakeful-go/wakeful/tournament/result"
)

// Workload is one timed way of using a loop.
type Workload struct {
	// Name is the name of its cells.
	Name string
	// Summary says in one sentence what is timed.
	Summary string
	// Unit of a sample's value; lower is better.
	Unit string
	// Variants are the sets of parameters to measure. A workload without parameters has one empty
	// variant.
	Variants []map[string]string
	// Quick are the variants of a quick run, nil for all.
	Quick []map[string]string
	// Waits: the loop waits between the operations, so the figure depends on how it waits. A quick
	// run has the wait strategies other than the default in these rows alone.
	Waits bool
	// Extra workloads are not measured for every contestant, only for the cells that a claim needs.
	Extra bool
	// FullLength is the timed length of a sample in a full run, if it is longer than usual.
	FullLength time.Duration
	// Needs are the capabilities that a loop must have.
	Needs contest.Capability

	// prepare prepares one variant on a started session. For a workload for controls, the session's
	// control is set and its loop is nil.
	prepare func(*session) (pass, error)
	// forControls is set if control cells are measured too.
	forControls bool
	// refuses returns the reason why an entry with the needed capabilities is not measured in a
	// variant. It is nil if there is no such reason.
	refuses func(contest.Entry, map[string]string) string
}

// registry has all workloads, in the order of tables.
var registry = []*Workload{
	pingPong, pingPongLatency,
	multiProducer, casContention,
	gcPressure, messages, submitCost,
	batchThroughput, batchLatency,
	continuousLoad, mixedLoad,
	ioLatency, ioThroughput,
	ioEcho, tlsEcho, websocketEcho,
	tlsIdleMemory, tlsIdleGoroutines,
	timers, microtasks, idleCost,
	primitiveCost, casFailures,
	watchedIdle, watchedDelay,
	keyed, emptyTurn, timeLimits,
}

// All returns the workloads of every contestant, in the order of tables.
func All() []*Workload { return listed(false) }

// Extras returns the other workloads, in the same order.
func Extras() []*Workload { return listed(true) }

// Quick returns All with the variants of a quick run alone.
func Quick() []*Workload {
	all := All()
	for i, w := range all {
		if w.Quick != nil {
			few := *w
			few.Variants = w.Quick
			all[i] = &few
		}
	}
	return all
}

func listed(apart bool) []*Workload {
	return slices.DeleteFunc(slices.Clone(registry), func(w *Workload) bool { return w.Extra != apart })
}

// Names returns the names of all workloads. Those of Extras come last.
func Names() []string {
	var names []string
	for _, w := range append(All(), Extras()...) {
		names = append(names, w.Name)
	}
	return names
}

// Find returns the workload of that name. The error names the nearest one.
func Find(name string) (*Workload, error) {
	for _, w := range registry {
		if w.Name == name {
			return w, nil
		}
	}
	if nearest, ok := result.Nearest(name, Names()); ok {
		return nil, fmt.Errorf("there is no workload %q; did you mean %q?", name, nearest)
	}
	return nil, fmt.Errorf("there is no workload %q; the workloads are %v", name, Names())
}

// Missing returns the reason why an entry has no cell in a variant of the workload, or the empty
// string.
func (w *Workload) Missing(entry contest.Entry, params map[string]string) string {
	switch {
	case entry.Can.Has(contest.RoundTrips) && !entry.Can.Has(contest.Loops):
		if !w.forControls {
			return "a control is no loop: it performs round trips only"
		}
	case !entry.Can.Has(w.Needs):
		return "the contestant does not have what the workload needs: " + (w.Needs &^ entry.Can).String()
	}
	if w.refuses != nil {
		return w.refuses(entry, params)
	}
	return ""
}

// Has reports whether params is one of the workload's variants.
func (w *Workload) Has(params map[string]string) bool {
	return slices.ContainsFunc(w.Variants, func(v map[string]string) bool {
		return result.CompareParams(v, params) == 0
	})
}

// needTwoProcessors is the reason why a machine with one processor does not measure a spinning
// waiter. It is empty on other machines.
func needTwoProcessors() string {
	if runtime.GOMAXPROCS(0) >= 2 {
		return ""
	}
	return "a spinning waiter needs a second processor; with one it would measure the scheduler"
}

// variants makes one variant for each value of one parameter.
func variants(name string, values ...string) []map[string]string {
	var all []map[string]string
	for _, value := range values {
		all = append(all, map[string]string{name: value})
	}
	return all
}

var noParameters = []map[string]string{nil}
