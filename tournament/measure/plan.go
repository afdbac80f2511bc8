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
	keep := make([]bool, len(cells))
	for _, pattern := range patterns {
		matched := false
		for i, cell := range cells {
			ok, err := matches(cell, pattern)
			if err != nil {
				return nil, fmt.Errorf("the pattern %q cannot be read: %w", pattern, err)
			}
			if ok {
				keep[i], matched = true, true
			}
		}
		if !matched {
			return nil, unmatched(cells, pattern)
		}
	}
	var kept []Cell
	for i, cell := range cells {
		if keep[i] {
			kept = append(kept, cell)
		}
	}
	return kept, nil
}

func matches(cell Cell, pattern string) (bool, error) {
	contestant, workload, both := strings.Cut(pattern, "/")
	if !both {
		byContestant, err := path.Match(contestant, cell.Entry.Name)
		if err != nil || byContestant {
			return byContestant, err
		}
		return path.Match(pattern, cell.Workload.Name)
	}
	byContestant, err := matchesName(contestant, cell.Entry.Name)
	if err != nil {
		return false, err
	}
	byWorkload, err := matchesName(workload, cell.Workload.Name)
	return byContestant && byWorkload, err
}

func matchesName(pattern, name string) (bool, error) {
	if pattern == "" {
		return true, nil
	}
	return path.Match(pattern, name)
}

// unmatched names the part of a pattern that matches nothing, and suggests what could be meant.
func unmatched(cells []Cell, pattern string) error {
	var entries []contest.Entry
	var names []string
	for _, cell := range cells {
		if !slices.Contains(lineup.Names(entries), cell.Entry.Name) {
			entries = append(entries, cell.Entry)
		}
		if !slices.Contains(names, cell.Workload.Name) {
			names = append(names, cell.Workload.Name)
		}
	}
	contestant, workload, both := strings.Cut(pattern, "/")
	if !both {
		all := append(lineup.Names(entries), names...)
		if nearest, ok := result.Nearest(pattern, all); ok {
			return fmt.Errorf("%q is neither a contestant nor a workload; did you mean %q?", pattern, nearest)
		}
		return fmt.Errorf("%q is neither a contestant nor a workload; the command list names them all", pattern)
	}
	if err := checkMatchesOne("contestant", contestant, lineup.Names(entries)); err != nil {
		return err
	}
	if err := checkMatchesOne("workload", workload, names); err != nil {
		return err
	}
	return fmt.Errorf("no cell matches %q", pattern)
}

func checkMatchesOne(what, pattern string, names []string) error {
	for _, name := range names {
		if ok, _ := matchesName(pattern, name); ok {
			return nil
		}
	}
	if nearest, ok := result.Nearest(pattern, names); ok {
		return fmt.Errorf("there is no %s %q; did you mean %q?", what, pattern, nearest)
	}
	return fmt.Errorf("there is no %s %q; the command list names them all", what, pattern)
}
