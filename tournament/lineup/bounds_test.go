package lineup

import (
	"runtime"
	"slices"
	"testing"

	"github.com/wakeful-go/wakeful/tournament/contest"
	"github.com/wakeful-go/wakeful/tournament/decide"
	"github.com/wakeful-go/wakeful/tournament/workloads"
)

// Every bound names a contestant, a rival and a workload's variant that exist.
func TestEveryBoundCanBeMeasured(t *testing.T) {
	// Some bounds are about spinning, which takes two processors.
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(2))
	entries := slices.Concat(All(), Variants())
	for _, b := range decide.Bounds("loops", "watching", "groups", "connections") {
		w, err := workloads.Find(b.Workload)
		if err != nil {
			t.Fatal(err)
		}
		if !w.Has(b.Params) || b.AgainstParams != nil && !w.Has(b.AgainstParams) {
			t.Errorf("%s or %v is no variant of %s", b.Row(), b.AgainstParams, w.Name)
		}
		needed, cells := map[string]bool{}, 0
		for _, e := range entries {
			for _, params := range w.Variants {
				if !b.Needs(e.Name, b.Workload, params) {
					continue
				}
				needed[e.Name] = true
				cells++
				if params["processors"] != "" && workloads.Unplaceable() != "" {
					continue // the row exists, and nobody has a cell there on this system
				}
				if reason := w.Missing(e, params); reason != "" && e.Can != contest.RoundTrips|contest.Spins && !withoutDescriptors(t, entries, w) {
					t.Errorf("%s needs %s, which has no cell there: %s", b.Row(), e.Name, reason)
				}
			}
			if b.Needs(e.Name, b.Workload, map[string]string{"no": "such"}) || b.Needs(e.Name, "another", b.Params) {
				t.Errorf("%s needs a cell of another row", b.Row())
			}
		}
		if !needed[b.Contestant] {
			t.Errorf("%s is judged without %s", b.Row(), b.Contestant)
		}
		switch {
		case b.Allocations || b.Against == "":
			if len(needed) != 1 {
				t.Errorf("%s needs %v for a figure of its own", b.Row(), needed)
			}
		case !needed[b.Against] || cells != 2:
			t.Errorf("%s against %s needs %d cells of %v", b.Row(), b.Against, cells, needed)
		}
	}
}

// withoutDescriptors reports whether a workload needs descriptors, to watch or to
// serve, and the champion has none: on this system, or in this build.
func withoutDescriptors(t *testing.T, entries []contest.Entry, w *workloads.Workload) bool {
	t.Helper()
	champion, err := Find(entries, "wakeful")
	if err != nil {
		t.Fatal(err)
	}
	return !champion.Can.Has(contest.Descriptors) && w.Needs&(contest.Descriptors|contest.Servers) != 0
}
