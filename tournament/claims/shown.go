package claims

import (
	"slices"

	"github.com/wakeful-go/wakeful/tournament/result"
)

// This file has the additional functions for programs that show a document.

// AppliesTo reports whether a document's run was made for the claims: a full run, or one with cells
// that exist only for them. Some claims can be judged for other documents too, but a few figures
// prove little.
func AppliesTo(doc *result.Document) bool {
	own := map[string]bool{}
	for _, e := range Entries() {
		own[e.Name] = true
	}
	return doc.Mode == "full" || slices.ContainsFunc(doc.Cells, func(c result.Cell) bool { return own[c.Contestant] })
}

// A Budget is a contestant that is a design with a budget of tasks, which may be the design's own
// budget.
type Budget struct {
	Of, Contestant string
	Tasks          int
}

// BudgetRow is the row in which the budgets are compared.
func BudgetRow() Row {
	return Row{"batch-throughput", map[string]string{"burst": budgetBurst}}
}

// Budgets returns the designs with each of the compared budgets, grouped by design, smallest budget
// first.
func Budgets() []Budget {
	var all []Budget
	for _, of := range budgetedDesigns {
		for _, tasks := range budgets {
			all = append(all, Budget{of, budgeted(of, tasks), tasks})
		}
	}
	return all
}
