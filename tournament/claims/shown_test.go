package claims

import (
	"slices"
	"testing"

	"github.com/wakeful-go/wakeful/tournament/designs"
	"github.com/wakeful-go/wakeful/tournament/result"
	"github.com/wakeful-go/wakeful/tournament/result/resulttest"
)

func TestRunsForTheClaims(t *testing.T) {
	quick := resulttest.Example()
	quick.Mode = "quick"
	with := resulttest.Example()
	with.Mode = "quick"
	with.Cells = append(with.Cells, result.Cell{Contestant: "alternatethree-budget-64"})
	for name, c := range map[string]struct {
		doc  *result.Document
		want bool
	}{"full": {resulttest.Example(), true}, "quick": {quick, false}, "quick, with an ablation": {with, true}} {
		if got := AppliesTo(c.doc); got != c.want {
			t.Errorf("%s: %v", name, got)
		}
	}
}

// Every budget is a contestant of a full run in the row of the budgets, and each design is its own
// default.
func TestTheBudgetsAreContestants(t *testing.T) {
	ablations := map[string]Ablation{}
	for _, a := range Ablations() {
		ablations[a.Name] = a
	}
	for _, of := range budgetedDesigns {
		for _, budget := range budgets {
			name := budgeted(of, budget)
			c, isDesign := designs.Find(name)
			if a, ok := ablations[name]; ok {
				c = a.Composition()
				if a.Of != of || len(a.Rows) != 1 || a.Rows[0].Workload != budgetRow.Workload {
					t.Errorf("%s is not %+v", name, a)
				}
			} else if !isDesign || name != of {
				t.Errorf("%s is no contestant", name)
			}
			if c.Budget != budget {
				t.Errorf("%s has a budget of %d, want %d", name, c.Budget, budget)
			}
		}
		if design, ok := designs.Find(of); !ok || !slices.Contains(budgets, design.Budget) {
			t.Errorf("the budgets of %s lack its own", of)
		}
	}
}

// The report shows the judge's verdict for each claim.
func TestReportShowsTheVerdicts(t *testing.T) {
	doc := resulttest.Example()
	found, judged := Found(doc), Judge(doc)
	if len(found.Claims) != len(judged) || len(judged) == 0 {
		t.Fatalf("%d claims of %d", len(found.Claims), len(judged))
	}
	for i, j := range judged {
		c := found.Claims[i]
		if c.ID != j.ID || c.Verdict != string(j.Verdict) || c.Statement != j.Statement || len(c.Figures) != len(j.Leaves()) {
			t.Errorf("%s is shown as %+v", j.ID, c)
		}
		if !slices.Contains(found.Verdicts, c.Verdict) {
			t.Errorf("%s has the verdict %q, which is no group", c.ID, c.Verdict)
		}
	}
}
