package claims

import (
	"slices"

	"github.com/wakeful-go/wakeful/tournament/decide"
	"github.com/wakeful-go/wakeful/tournament/result"
)

// This file owns the selection of cells to measure more often for the claims.

// OpenCells returns the cells that keep claims undecided: those of each undecided figure of an
// undecided claim. They are few, and come before other comparisons. The document must be valid, and is
// not changed.
func OpenCells(doc *result.Document) []decide.OpenCell {
	var needs []decide.OpenCell
	for _, j := range Judge(doc) {
		if j.Verdict != Undecided {
			continue
		}
		for _, leaf := range j.Leaves() {
			if leaf.Verdict != Undecided {
				continue
			}
			need := decide.OpenCell{First: true}
			for _, r := range leaf.of {
				need.Keys = append(need.Keys, r.key())
			}
			needs = append(needs, need)
		}
	}
	return needs
}

// Lanes returns the keys of the document's lanes that claims are judged by, whatever their verdict.
func Lanes(doc *result.Document) []string {
	var keys []string
	for _, name := range lanes {
		for mode := range laneModes {
			if key := lane(name, mode).key(); doc.ByKey()[key] != nil {
				keys = append(keys, key)
			}
		}
	}
	slices.Sort(keys)
	return keys
}
