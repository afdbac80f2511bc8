package report

import (
	"slices"

	"github.com/wakeful-go/wakeful/tournament/contest"
	"github.com/wakeful-go/wakeful/tournament/result"
)

// This file removes the cells that a full run measures only for its claims: ablations, and rows
// that show the machine alone. They are in no ranking and therefore not in the matrix. The document
// in the page keeps them, and so do the claims.

// contested returns the document without those cells. The result shares the other cells with it.
func contested(doc *result.Document) *result.Document {
	kinds, fought := doc.Kinds(), doc.Contested()
	out := *doc
	out.Cells = nil
	contestants, workloads := map[string]bool{}, map[string]bool{}
	for _, cell := range doc.Cells {
		if fought[cell.Row()] && kinds[cell.Contestant] != contest.Ablation {
			out.Cells = append(out.Cells, cell)
			contestants[cell.Contestant], workloads[cell.Workload] = true, true
		}
	}
	if len(out.Cells) == 0 {
		return doc // a run with only such cells is shown as it is
	}
	out.Contestants = slices.DeleteFunc(slices.Clone(doc.Contestants), func(c result.Contestant) bool { return !contestants[c.Name] })
	out.Workloads = slices.DeleteFunc(slices.Clone(doc.Workloads), func(w result.Workload) bool { return !workloads[w.Name] })
	return &out
}
