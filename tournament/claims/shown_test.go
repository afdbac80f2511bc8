package claims

import (
	"slices"
	"testing"

	"github.com/wakeful-go/wakeful/tournament/designs"
	"github.com/wakeful-go/wakeful/tournament/report"
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
	places := 0
	for _, line := range budgetCurves().Lines {
		for _, p := range line.Points {
			places++
			c, isDesign := designs.Find(p.Contestant)
			if a, ok := ablations[p.Contestant]; ok {
				c = a.Composition()
				if a.Of != line.Contestant || len(a.Rows) != 1 || a.Rows[0].Workload != budgetRow.Workload {
					t.Errorf("%+v is not %+v", p, a)
				}
			} else if !isDesign || p.Contestant != line.Contestant {
				t.Errorf("%+v is no contestant", p)
			}
			if c.Budget != p.X {
				t.Errorf("%s has a budget of %d, want %d", p.Contestant, c.Budget, p.X)
			}
		}
		if !slices.ContainsFunc(line.Points, func(p report.ExperimentPoint) bool { return p.Contestant == line.Contestant }) {
			t.Errorf("the curve of %s lacks the design itself: %+v", line.Contestant, line.Points)
		}
	}
	if places != len(budgetedDesigns)*len(budgets) {
		t.Errorf("%d budgets", places)
	}
}

// The report shows the judge's verdict for each claim.
func TestReportShowsTheVerdicts(t *testing.T) {
	doc := resulttest.Example()
	found, judged := Found(doc), Judge(doc)
	if len(found.Claims) != len(judged) || len(judged) == 0 || len(found.Experiments) != 1 {
		t.Fatalf("%d claims of %d, %d experiments", len(found.Claims), len(judged), len(found.Experiments))
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
