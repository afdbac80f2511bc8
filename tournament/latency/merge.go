package latency

import (
	"slices"

	"github.com/wakeful-go/wakeful/tournament/result"
)

// This file merges a run of lanes into another document, and splits it off again.

// Merge adds the measurements of lanes to a document with at least as many rounds. Cells that the
// document already has are replaced.
func Merge(into, lanes *result.Document) {
	for _, c := range lanes.Contestants {
		if i := slices.IndexFunc(into.Contestants, func(have result.Contestant) bool { return have.Name == c.Name }); i >= 0 {
			into.Contestants[i] = c
		} else {
			into.Contestants = append(into.Contestants, c)
		}
	}
	for _, w := range lanes.Workloads {
		if !slices.ContainsFunc(into.Workloads, func(have result.Workload) bool { return have.Name == w.Name }) {
			into.Workloads = append(into.Workloads, w)
		}
	}
	at := map[string]int{}
	for i := range into.Cells {
		at[into.Cells[i].Key()] = i
	}
	for _, cell := range lanes.Cells {
		if i, ok := at[cell.Key()]; ok {
			into.Cells[i] = cell
		} else {
			into.Cells = append(into.Cells, cell)
		}
	}
	for _, warning := range lanes.Warnings {
		if !slices.Contains(into.Warnings, warning) {
			into.Warnings = append(into.Warnings, warning)
		}
	}
	into.Complete = into.Complete && lanes.Complete
	into.Rounds = max(into.Rounds, lanes.Rounds)
	if lanes.Finished.After(into.Finished) {
		into.Finished = lanes.Finished
	}
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
