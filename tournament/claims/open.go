package claims

import (
	"math"
	"slices"

	"github.com/wakeful-go/wakeful/tournament/decide"
	waiting "github.com/wakeful-go/wakeful/tournament/latency"
	"github.com/wakeful-go/wakeful/tournament/result"
)

// This file owns the selection of cells to measure more often for the claims.

// OpenCells returns the cells that keep claims undecided: those of each undecided figure of an
// undecided claim, fewest required rounds first. They are few, and come before other comparisons.
// The document must be valid, and is not changed.
func OpenCells(doc *result.Document) []decide.OpenCell {
	var needs []decide.OpenCell
	for _, j := range Judge(doc) {
		if j.Verdict != Undecided {
			continue
		}
		for _, leaf := range j.Leaves() {
			if leaf.Verdict == Undecided && len(leaf.cells) > 0 && leaf.RoundsNeeded < mostTaken {
				takes := leaf.RoundsNeeded
				if takes == 0 {
					takes = math.Inf(1)
				}
				needs = append(needs, decide.OpenCell{Keys: leaf.cells, Rounds: takes, First: true})
			}
		}
	}
	decide.SortOpenCells(needs)
	return needs
}

// Lanes returns the keys of the document's cells of lanes that claims are judged by, whatever their
// verdict. The document must be valid, and is not changed.
func Lanes(doc *result.Document) []string {
	lanes, _ := waiting.Split(doc)
	if lanes == nil {
		return nil
	}
	claimed := map[string]bool{}
	for _, j := range Judge(doc) {
		for _, leaf := range j.Leaves() {
			for _, key := range leaf.cells {
				claimed[key] = true
			}
		}
	}
	var keys []string
	for i := range lanes.Cells {
		if key := lanes.Cells[i].Key(); claimed[key] {
			keys = append(keys, key)
		}
	}
	slices.Sort(keys)
	return keys
}
