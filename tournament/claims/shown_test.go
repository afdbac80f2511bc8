package claims

import (
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
	for _, b := range Budgets() {
		c, isDesign := designs.Find(b.Contestant)
		if a, ok := ablations[b.Contestant]; ok {
			c = a.Composition()
			if a.Of != b.Of || len(a.Rows) != 1 || a.Rows[0].Workload != BudgetRow().Workload {
				t.Errorf("%+v is not %+v", b, a)
			}
		} else if !isDesign || b.Contestant != b.Of {
			t.Errorf("%+v is no contestant", b)
		}
		if c.Budget != b.Tasks {
			t.Errorf("%s has a budget of %d, want %d", b.Contestant, c.Budget, b.Tasks)
		}
	}
	if len(Budgets()) != len(budgetedDesigns)*len(budgets) {
		t.Errorf("%d budgets", len(Budgets()))
	}
}
