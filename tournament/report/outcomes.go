package report

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/wakeful-go/wakeful/tournament/contest"
	"github.com/wakeful-go/wakeful/tournament/figures"
	"github.com/wakeful-go/wakeful/tournament/stats"
)

// This file owns the outcomes and the headline: how the default strategy compares with the others,
// and by how much. They are about the champion that comes first. Its other strategies are not its
// rivals. In a run without a champion, they are about the lowest of each row. The columns of a table of
// outcomes are the fields of one run, or the machines of several runs.

// outcome is what a row says.
type outcome int

const (
	won      outcome = iota // ahead of every rival
	tied                    // ahead of some at most, and tied with the others
	lost                    // behind a rival
	open                    // not shown against a rival, and behind none
	unfought                // only one side has a figure, or none
)

func (o outcome) String() string {
	return [...]string{"ahead", "tied", "behind", "not shown", "not compared"}[o]
}

// Class is the outcome as a class of the style sheet.
func (o outcome) Class() string { return class(o.String()) }

func class(s string) string { return strings.ReplaceAll(s, " ", "-") }

var outcomeOf = map[stats.Verdict]outcome{
	stats.Ahead: won, stats.Tied: tied, stats.Behind: lost, stats.NotShown: open,
}

// field is whom the default strategy is compared with.
type field int

const (
	everybody field = iota
	inPeers         // other people's loops, and the least that a loop can be
	inDesigns       // the founding designs
)

func (f field) String() string { return [...]string{"the others", "peers", "the founding designs"}[f] }

func (f field) has(c column) bool {
	design := c.Kind == string(contest.Design)
	return f == everybody || f == inDesigns == design
}

// verdict is the outcome of one row for one contestant against others.
type verdict struct {
	outcome outcome
	rival   int // the one that the outcome is about, -1 when there is none
	// lead is how many times the rival's median is ours: above 1 is ahead.
	lead float64
}

// verdictIn returns how the default strategy compares with a field in a row.
func (m *matrix) verdictIn(r row, f field) verdict {
	return m.compare(r, m.defaultIn(r), func(c column) bool { return !c.Champion && f.has(c) })
}

// compare returns how a contestant of a row compares with others.
func (m *matrix) compare(r row, ours int, others func(column) bool) verdict {
	v := verdict{lead: math.NaN(), rival: -1, outcome: unfought}
	if ours < 0 {
		return v
	}
	var each []stats.Verdict
	of := map[stats.Verdict][]int{}
	for i, c := range r.cells {
		if i == ours || !c.ranked || !others(m.columns[i]) {
			continue
		}
		how := m.versus(r, ours, i)
		each = append(each, how)
		of[how] = append(of[how], i)
	}
	if len(each) == 0 {
		return v
	}
	how := stats.Against(each)
	v.outcome = outcomeOf[how]
	v.rival = m.lowest(r, func(i int) bool { return slices.Contains(of[how], i) })
	v.lead = quotient(r.cells[v.rival].estimate.Value, r.cells[ours].estimate.Value)
	return v
}

// defaultIn is the column from whose side a row is told: the champion that comes first,
// or the lowest of a run without one.
func (m *matrix) defaultIn(r row) int {
	for i, c := range m.columns {
		if c.Champion {
			if r.cells[i].ranked {
				return i
			}
			return -1
		}
	}
	return r.best
}

// tally counts the outcomes of all rows against a field.
type tally struct {
	counts   [unfought + 1]int
	compared int
}

func (m *matrix) tally(f field) (t tally) {
	for _, g := range m.groups {
		for _, r := range g.rows {
			o := m.verdictIn(r, f).outcome
			t.counts[o]++
			if o != unfought {
				t.compared++
			}
		}
	}
	return t
}

// String returns the tally in words: "ahead in 3, tied in 1 and not shown in 2 of 6 rows".
func (t tally) String() string {
	var parts []string
	for _, o := range []outcome{won, tied, lost, open} {
		if n := t.counts[o]; n > 0 {
			parts = append(parts, fmt.Sprintf("%s in %d", o, n))
		}
	}
	return fmt.Sprintf("%s of %s", figures.Listed(parts), figures.Counted(t.compared, "row"))
}

// unsteady reports whether the machine changed so much that no win is counted.
func (m *matrix) unsteady() bool { return len(m.drifted) > 0 }

// headline is the run in one sentence.
func (m *matrix) headline() string {
	t := m.tally(everybody)
	names := m.champions()
	switch {
	case t.compared == 0:
		return "This run compares nothing: no row has two figures."
	case m.unsteady():
		return "No wins are counted: the machine changed while this run was measured."
	case len(m.doc.Looks) == 0 && m.doc.Rounds < stats.MinSamples(stats.Confidence):
		return fmt.Sprintf("Nothing is shown: intervals take at least %s.", figures.Counted(stats.MinSamples(stats.Confidence), "round"))
	case len(names) == 0:
		return fmt.Sprintf("One contestant is ahead in %d of %s.", t.counts[won], figures.Counted(t.compared, "row"))
	}
	return m.against(m.fields()[0])
}

// fields are those that have a row, peers first. A run without a champion has one field.
func (m *matrix) fields() (fields []field) {
	if len(m.champions()) == 0 {
		return []field{everybody}
	}
	for _, f := range []field{inPeers, inDesigns} {
		if m.tally(f).compared > 0 {
			fields = append(fields, f)
		}
	}
	return fields
}

// against returns how the default strategy compares with a field.
func (m *matrix) against(f field) string {
	return fmt.Sprintf("%s against %s: %s.", m.champions()[0], f, m.tally(f).String())
}

// subline qualifies the headline: why no wins are counted, how the default strategy compares
// with the founding designs, and what the words mean.
func (m *matrix) subline() string {
	t := m.tally(everybody)
	switch {
	case t.compared == 0:
		return ""
	case m.unsteady():
		var rounds []string
		for _, d := range m.drifted {
			rounds = append(rounds, fmt.Sprintf("round %d (%s)", d.Round+1, figures.Factor(d.By)))
		}
		return fmt.Sprintf("The controls, which measure the machine alone, were not what they are in the other rounds: %s. "+
			"Run it again on a quiet machine. What follows shows the figures as they were taken.", figures.Listed(rounds))
	case m.doc.Rounds < stats.MinSamples(stats.Confidence) || len(m.champions()) == 0:
		return ""
	}
	var parts []string
	if fields := m.fields(); len(fields) > 1 {
		parts = append(parts, strings.ToUpper(fields[1].String()[:1])+fields[1].String()[1:]+": "+m.tally(fields[1]).String()+".")
	}
	parts = append(parts, "Behind: behind at least one of them. "+
		"Tied: a difference above 10 % is excluded. Not shown: neither.")
	return strings.Join(parts, " ")
}

// outcomes has a group of rows for each workload.
type outcomes []outcomeGroup

// outcomeGroup is a workload.
type outcomeGroup struct {
	Name, Summary string
	Rows          []outcomeRow
}

// outcomeRow is a row of a workload. It has a cell for each column.
type outcomeRow struct {
	Label string
	Cells []outcomeCell
}

// outcomeCell is the outcome of a row in one column.
type outcomeCell struct {
	Outcome outcome
	// Lead is the rival's median divided by ours, and Rival the name of the rival. Both are empty if
	// nothing is compared.
	Lead, Rival string
}

// String is the row in words, against the first of its columns.
func (r outcomeRow) String() string {
	c := r.Cells[0]
	return strings.TrimSpace(fmt.Sprintf("%s %s %s (%s)", r.Label, c.Outcome, c.Lead, c.Rival))
}

// add fills a column with the outcomes of a run against a field. It adds the rows that are not there
// and in which something is compared.
func (all *outcomes) add(m *matrix, f field, column, columns int) {
	for _, g := range m.groups {
		for _, r := range g.rows {
			v := m.verdictIn(r, f)
			if v.outcome == unfought {
				continue
			}
			row := all.group(g).row(r.label(), columns)
			row.Cells[column] = outcomeCell{v.outcome, figures.Factor(v.lead), m.columns[v.rival].Name}
		}
	}
}

func (all *outcomes) group(g group) *outcomeGroup {
	i := slices.IndexFunc(*all, func(have outcomeGroup) bool { return have.Name == g.Name })
	if i < 0 {
		i = len(*all)
		*all = append(*all, outcomeGroup{Name: g.Name, Summary: g.Summary})
	}
	return &(*all)[i]
}

func (g *outcomeGroup) row(label string, columns int) *outcomeRow {
	i := slices.IndexFunc(g.Rows, func(have outcomeRow) bool { return have.Label == label })
	if i < 0 {
		i = len(g.Rows)
		row := outcomeRow{Label: label, Cells: make([]outcomeCell, columns)}
		for at := range row.Cells {
			row.Cells[at].Outcome = unfought
		}
		g.Rows = append(g.Rows, row)
	}
	return &g.Rows[i]
}
