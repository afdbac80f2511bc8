package latency

import (
	"slices"

	"github.com/wakeful-go/wakeful/tournament/result"
)

// This file merges a run of lanes into another document, and splits it off again.

// Merge returns a document with the measurements of another one and those of lanes, which replace
// cells of the same key. Both stay as they are.
func Merge(doc, lanes *result.Document) *result.Document {
	both := *doc
	both.Contestants = merged(doc.Contestants, lanes.Contestants, func(c result.Contestant) string { return c.Name })
	both.Workloads = merged(doc.Workloads, lanes.Workloads, func(w result.Workload) string { return w.Name })
	both.Cells = merged(doc.Cells, lanes.Cells, func(c result.Cell) string { return c.Key() })
	both.Warnings = merged(doc.Warnings, lanes.Warnings, func(warning string) string { return warning })
	both.Complete = doc.Complete && lanes.Complete
	both.Rounds = max(doc.Rounds, lanes.Rounds)
	if lanes.Finished.After(doc.Finished) {
		both.Finished = lanes.Finished
	}
	return &both
}

// merged returns all elements of both slices. Of two with the same key it has the second, at the place
// of the first.
func merged[T any](first, second []T, key func(T) string) []T {
	all := slices.Clone(first)
	at := map[string]int{}
	for i, v := range all {
		at[key(v)] = i
	}
	for _, v := range second {
		if i, ok := at[key(v)]; ok {
			all[i] = v
		} else {
			all = append(all, v)
		}
	}
	return all
}

// Split divides a document into the part of this package and the rest. Both share their cells with
// the document. A contestant belongs to this package if it has cells here and none in the rest. An
// empty part is nil. Lanes have a fixed number of rounds, so their part has no looks.
func Split(doc *result.Document) (lanes, rest *result.Document) {
	part := func(own bool) *result.Document {
		d := *doc
		if own {
			d.Looks = nil
		}
		d.Contestants, d.Workloads, d.Cells = nil, nil, nil
		has := map[string]bool{}
		for _, cell := range doc.Cells {
			if Owns(cell.Workload) == own {
				d.Cells = append(d.Cells, cell)
				has[cell.Contestant] = true
			}
		}
		for _, c := range doc.Contestants {
			if has[c.Name] {
				d.Contestants = append(d.Contestants, c)
			}
		}
		for _, w := range doc.Workloads {
			if Owns(w.Name) == own {
				d.Workloads = append(d.Workloads, w)
			}
		}
		if len(d.Cells) == 0 {
			return nil
		}
		return &d
	}
	return part(true), part(false)
}
