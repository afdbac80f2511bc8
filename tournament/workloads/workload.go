// Package workloads holds what the tournament measures contestants by. Each
// workload is one file with one value of [Workload] in it, registered by that
// file; everything that workloads share, from starting a loop to the check that
// no task was lost, is in the harness (session, sizing, watch), so that a
// workload says what is timed and nothing else.
//
// One call of [Take] is one sample. It is meant to be made in a process of its
// own, which package measure sees to.
package workloads

import (
	"cmp"
	"fmt"
	"runtime"
	"slices"
	"time"

	"github.com/wakeful-go/wakeful/tournament/contest"
	"github.com/wakeful-go/wakeful/tournament/result"
)

// Workload is one way of using a loop, with what is timed in it.
type Workload struct {
	// Name is how its cells are filed.
	Name string
	// Summary says what is timed, in one sentence.
	Summary string
	// Unit of a sample's value; lower is better.
	Unit string
	// Variants are the sets of parameters that it is measured with. A workload
	// without parameters has one empty variant.
	Variants []map[string]string
	// Quick are those of the variants that a quick run is content with; nil for
	// all of them.
	Quick []map[string]string
	// Apart: not for every contestant, but for the cells that a claim asks for.
	Apart bool
	// FullLength, when longer than a full run's usual sample, is how long a sample
	// of this workload is timed in a full run.
	FullLength time.Duration
	// Needs are the capabilities that a loop must have.
	Needs contest.Capability

	// order places the workload in tables; the file that registers it chooses.
	order int
	// prepare readies one variant against a started session. A workload for
	// controls gets a session whose control is set and whose loop is nil.
	prepare func(*session) (pass, error)
	// forControls: control cells take part too.
	forControls bool
	// refuses gives the reason why an entry that has the needed capabilities
	// takes no part in a variant all the same. Nil when there is none.
	refuses func(contest.Entry, map[string]string) string
}

var registry []*Workload

// register adds a workload to All. It is called while the package's variables
// are initialized, so that adding a workload is adding a file.
func register(w *Workload) *Workload { //nolint:unparam // a variable's initializer has to have a value
	registry = append(registry, w)
	return w
}

// All returns the workloads that every contestant is measured by, in the order
// in which tables show them.
func All() []*Workload { return listed(false) }

// Apart returns the other workloads, in the same order.
func Apart() []*Workload { return listed(true) }

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
	var all []*Workload
	for _, w := range registry {
		if w.Apart == apart {
			all = append(all, w)
		}
	}
	slices.SortFunc(all, func(a, b *Workload) int { return cmp.Compare(a.order, b.order) })
	return all
}

// Names returns the names of all workloads, those apart last.
func Names() []string {
	var names []string
	for _, w := range append(All(), Apart()...) {
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

// Missing returns the reason why an entry has no cell in a variant of the
// workload, or the empty string when it has one.
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

// needTwoProcessors is the reason why a spinning waiter takes no part on a
// machine with one processor, and empty on others.
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
