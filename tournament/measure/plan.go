// Package measure runs a tournament. It decides which cells there are and takes each sample in its own
// process. Package runner decides in which order. Package workloads defines what a sample measures.
package measure

import (
	"cmp"
	"errors"
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/wakeful-go/wakeful/tournament/contest"
	"github.com/wakeful-go/wakeful/tournament/lineup"
	"github.com/wakeful-go/wakeful/tournament/result"
	"github.com/wakeful-go/wakeful/tournament/workloads"
)

// This file owns which cells a run has.

// Cell is one contestant under one variant of one workload, planned.
type Cell struct {
	Entry    contest.Entry
	Workload *workloads.Workload
	Params   map[string]string
}

// Missing is the reason why no system can measure the cell, empty when one can. What this system
// cannot measure besides is in [Options].
func (c Cell) Missing() string { return c.Workload.Missing(c.Entry, c.Params) }

// missing is the reason why the run does not measure the cell, empty when it does.
func (o Options) missing(c Cell) string { return cmp.Or(o.Absent[c.Entry.Name], c.Missing()) }

// Measurable returns the cells that get samples. The run, every estimate and every count of its
// cells go by this function.
func (o Options) Measurable() []Cell {
	return slices.DeleteFunc(slices.Clone(o.Cells), func(c Cell) bool { return o.missing(c) != "" })
}

// String names the cell as a document does.
func (c Cell) String() string { return c.blank().Key() }

// blank is the cell's place in a document.
func (c Cell) blank() *result.Cell {
	return &result.Cell{Contestant: c.Entry.Name, Workload: c.Workload.Name, Params: c.Params}
}

// Cells returns every contestant under every variant of every workload, in the order of the
// workloads, including those that cannot be measured.
func Cells(entries []contest.Entry, all []*workloads.Workload) []Cell {
	var cells []Cell
	for _, w := range all {
		for _, params := range w.Variants {
			for _, entry := range entries {
				cells = append(cells, Cell{Entry: entry, Workload: w, Params: params})
			}
		}
	}
	return cells
}

// QuickCells returns the cells of a quick run: fewer founding designs, fewer variants, and the wait
// strategies other than the default only where the loop waits. Each of them has enough rounds then.
func QuickCells() []Cell {
	strategies := lineup.Strategies()
	return slices.DeleteFunc(Cells(lineup.Quick(), workloads.Quick()), func(c Cell) bool {
		return slices.Contains(strategies, c.Entry.Name) && !c.Workload.Waits
	})
}

// ResumeCells returns the cells of an interrupted run, with the contestants that
// this program has. It fails when the document is complete, or names a cell that
// this program does not know.
func ResumeCells(doc *result.Document, entries []contest.Entry) ([]Cell, error) {
	if doc.Complete {
		return nil, errors.New("the run is complete; there is nothing to go on with")
	}
	var cells []Cell
	for i := range doc.Cells {
		of := &doc.Cells[i]
		entry, err := lineup.Find(entries, of.Contestant)
		if err != nil {
			return nil, err
		}
		workload, err := workloads.Find(of.Workload)
		if err != nil {
			return nil, err
		}
		if !workload.Has(of.Params) {
			return nil, fmt.Errorf("the workload %s has no variant %q any more", of.Workload, result.FormatParams(of.Params))
		}
		cells = append(cells, Cell{Entry: entry, Workload: workload, Params: of.Params})
	}
	return cells, nil
}

// Select keeps the cells that match one of the patterns; with no patterns, all
// of them. A pattern is the name of a contestant, the name of a workload, or
// both with a slash between them; in each part * stands for any letters, ? for
// one, and an empty part for everything. It fails when a pattern matches no cell,
// and names what may have been meant.
func Select(cells []Cell, patterns []string) ([]Cell, error) {
	if len(patterns) == 0 {
		return cells, nil
	}
	matched := map[string]bool{}
	var kept []Cell
	for _, cell := range cells {
		keep := false
		for _, pattern := range patterns {
			ok, err := matches(cell, pattern)
			if err != nil {
				return nil, fmt.Errorf("the pattern %q cannot be read: %w", pattern, err)
			}
			if ok {
				keep, matched[pattern] = true, true
			}
		}
		if keep {
			kept = append(kept, cell)
		}
	}
	for _, pattern := range patterns {
		if !matched[pattern] {
			return nil, unmatched(cells, pattern)
		}
	}
	return kept, nil
}

func matches(cell Cell, pattern string) (bool, error) {
	contestant, workload, both := parts(pattern)
	byContestant, err := path.Match(contestant, cell.Entry.Name)
	if err != nil || byContestant != both { // the contestant decides alone
		return byContestant, err
	}
	return path.Match(workload, cell.Workload.Name)
}

// parts returns the patterns of the contestant and the workload, and whether both must match. If not,
// they are the same pattern.
func parts(pattern string) (contestant, workload string, both bool) {
	contestant, workload, both = strings.Cut(pattern, "/")
	if !both {
		return pattern, pattern, false
	}
	return cmp.Or(contestant, "*"), cmp.Or(workload, "*"), true
}

// unmatched names the part of a pattern that matches nothing, and suggests what could be meant.
func unmatched(cells []Cell, pattern string) error {
	names := map[string][]string{}
	for _, cell := range cells {
		names["contestant"] = append(names["contestant"], cell.Entry.Name)
		names["workload"] = append(names["workload"], cell.Workload.Name)
	}
	contestant, workload, both := parts(pattern)
	if !both {
		all := slices.Concat(names["contestant"], names["workload"])
		return suggest(fmt.Sprintf("%q is neither a contestant nor a workload", pattern), pattern, all)
	}
	for _, part := range []struct{ what, pattern string }{{"contestant", contestant}, {"workload", workload}} {
		found := slices.ContainsFunc(names[part.what], func(name string) bool {
			ok, _ := path.Match(part.pattern, name)
			return ok
		})
		if !found {
			return suggest(fmt.Sprintf("there is no %s %q", part.what, part.pattern), part.pattern, names[part.what])
		}
	}
	return fmt.Errorf("no cell matches %q", pattern)
}

// suggest is the error of a pattern that none of the names matches.
func suggest(wrong, pattern string, names []string) error {
	if nearest, ok := result.Nearest(pattern, names); ok {
		return fmt.Errorf("%s; did you mean %q?", wrong, nearest)
	}
	return fmt.Errorf("%s; the command list names them all", wrong)
}
