package claims_test

import (
	"cmp"
	"reflect"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/wakeful-go/wakeful/tournament/claims"
	"github.com/wakeful-go/wakeful/tournament/contest"
	"github.com/wakeful-go/wakeful/tournament/designs"
	"github.com/wakeful-go/wakeful/tournament/lineup"
	"github.com/wakeful-go/wakeful/tournament/workloads"
)

// An ablation is meaningful only if exactly one part differs.
func TestAnAblationExchangesOnePart(t *testing.T) {
	seen := map[string]bool{}
	for _, a := range claims.Ablations() {
		base, ok := designs.Find(a.Of)
		if !ok {
			t.Errorf("%s is of %s, which is no design", a.Name, a.Of)
			continue
		}
		if seen[a.Name] || slices.Contains(lineup.Names(lineup.All()), a.Name) {
			t.Errorf("%s is a name that is taken", a.Name)
		}
		seen[a.Name] = true
		var changed []string
		was, is := reflect.ValueOf(base), reflect.ValueOf(a.Composition())
		for i := range is.NumField() {
			field := is.Type().Field(i).Name
			if field != "Name" && field != "Summary" && !is.Field(i).Equal(was.Field(i)) {
				changed = append(changed, field)
			}
		}
		if len(changed) != 1 {
			t.Errorf("%s differs from %s in %v", a.Name, a.Of, changed)
		}
	}
}

func TestTheRowsOfTheExperimentsExist(t *testing.T) {
	for _, a := range claims.Ablations() {
		for _, row := range a.Rows {
			w, err := workloads.Find(row.Workload)
			if err != nil {
				t.Errorf("%s: %v", a.Name, err)
			} else if !w.Has(row.Params) {
				t.Errorf("%s: %s has no variant %v", a.Name, w.Name, row.Params)
			}
		}
		if len(a.Rows) == 0 {
			t.Errorf("%s is measured nowhere", a.Name)
		}
	}
}

func TestEntriesAreInNoRanking(t *testing.T) {
	for _, e := range claims.Entries() {
		if e.Kind != contest.Ablation && e.Kind != contest.Control {
			t.Errorf("%s is a %s", e.Name, e.Kind)
		}
	}
}

func TestAnAblationIsAbsentWithItsDesign(t *testing.T) {
	got := claims.Absent(map[string]string{"alternatetwo": "there is no poller"})
	for _, a := range claims.Ablations() {
		if reason := got[a.Name]; (reason != "") != (a.Of == "alternatetwo") || reason != "" && !strings.Contains(reason, "alternatetwo: there is no poller") {
			t.Errorf("%s of %s has the reason %q", a.Name, a.Of, reason)
		}
	}
	if len(got) == 0 {
		t.Error("no ablation is absent")
	}
}

// Every experiment gives a sample, which includes the check that no task was lost.
func TestEveryExperimentCanBeMeasured(t *testing.T) {
	lengths := workloads.Lengths{Warmup: time.Microsecond, Timed: time.Millisecond}
	known := lineup.Names(claims.Entries())
	for _, cell := range claims.Cells() {
		if !slices.Contains(known, cell.Entry.Name) {
			t.Errorf("%s: whoever takes samples does not know the contestant", cell)
		}
		absent := claims.Absent(lineup.Absent())[cell.Entry.Name]
		if reason := cmp.Or(absent, cell.Missing()); reason != "" {
			if runtime.GOOS == "linux" && runtime.GOMAXPROCS(0) > 1 {
				t.Errorf("%s is missing: %s", cell, reason)
			}
			continue
		}
		s, err := workloads.Take(t.Context(), cell.Entry, cell.Workload, cell.Params, lengths)
		if err != nil {
			t.Errorf("%s: %v", cell, err)
		} else if s.Value < 0 || s.Value == 0 && cell.Workload.Name != "cas-failures" {
			t.Errorf("%s: %+v", cell, s)
		}
	}
}
