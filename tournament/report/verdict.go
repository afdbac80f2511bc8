package report

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/wakeful-go/wakeful/tournament/internal/figures"
	"github.com/wakeful-go/wakeful/tournament/stats"
)

// This file owns the sentences: who wins what, and by how much. A run is told
// from the champion's side, when it has one: its own contestants are one camp,
// and what counts is how the best of them stands to the best of the others.

// outcome is what a row says about the champion's camp.
type outcome int

const (
	won      outcome = iota // nobody else is first
	tied                    // first, and somebody else is too
	lost                    // somebody else is shown to be better
	open                    // the samples are too few to show anything
	unfought                // only one side has a figure, or none
)

func (o outcome) String() string {
	return [...]string{"ahead", "tied", "behind", "undecided", "not compared"}[o]
}

// verdict is the outcome of one row. With no champion in the run, the camp is
// whoever has the lowest median.
type verdict struct {
	outcome outcome
	ours    int   // the best of the camp, -1 when it has no figure
	rival   int   // the best of the others, -1 when they have none
	leaders []int // all that are first and have an interval
	// lead is how many times the rival's median is ours: above 1 is ahead.
	lead float64
}

func (m *matrix) judge(r row) verdict {
	v := verdict{lead: math.NaN()}
	ours := func(i int) bool { return m.columns[i].champion }
	if len(m.champions()) == 0 {
		ours = func(i int) bool { return i == r.best }
	}
	v.ours = m.lowest(r, ours)
	v.rival = m.lowest(r, func(i int) bool { return !ours(i) })
	others := false
	for i, c := range r.cells {
		// Who lacks an interval is first only because nothing is known.
		if c.first() && c.estimate.Bounded() {
			v.leaders = append(v.leaders, i)
			others = others || !ours(i)
		}
	}
	if v.ours < 0 || v.rival < 0 {
		v.outcome = unfought
		return v
	}
	mine, theirs := r.cells[v.ours], r.cells[v.rival]
	v.lead = quotient(theirs.estimate.Value, mine.estimate.Value)
	switch {
	case !mine.estimate.Bounded() || !theirs.estimate.Bounded():
		v.outcome = open
	case !slices.ContainsFunc(v.leaders, ours):
		v.outcome = lost
	case others:
		v.outcome = tied
	default:
		v.outcome = won
	}
	return v
}

// tally counts the outcomes of all rows.
type tally struct {
	counts   [unfought + 1]int
	compared int
}

func (m *matrix) tally() (t tally) {
	for _, g := range m.groups {
		for _, r := range g.rows {
			o := m.judge(r).outcome
			t.counts[o]++
			if o != unfought {
				t.compared++
			}
		}
	}
	return t
}

// headline is the run in one sentence.
func (m *matrix) headline() string {
	t := m.tally()
	names := m.champions()
	switch {
	case t.compared == 0:
		return "This run compares nothing: no row has two figures."
	case t.counts[open] == t.compared:
		return fmt.Sprintf("Undecided: intervals take at least %s.", figures.Counted(stats.MinSamples(stats.Confidence), "round"))
	case len(names) == 0:
		return fmt.Sprintf("One contestant is ahead in %d of %s.", t.counts[won], figures.Counted(t.compared, "comparison"))
	}
	firsts := t.counts[won] + t.counts[tied]
	how, rest := "first or tied first", ""
	if t.counts[tied] == 0 {
		how = "first"
	}
	if n := t.counts[open]; n > 0 {
		rest = fmt.Sprintf("; %d undecided", n)
	}
	return fmt.Sprintf("%s is %s in %d of %s%s.", names[0], how, firsts, figures.Counted(t.compared, "comparison"), rest)
}

// subline qualifies the headline: what the outcomes were, and what the name in
// it stands for.
func (m *matrix) subline() string {
	t := m.tally()
	if t.counts[open] == t.compared {
		return ""
	}
	var parts []string
	for _, o := range []outcome{won, tied, lost, open} {
		if n := t.counts[o]; n > 0 {
			parts = append(parts, fmt.Sprintf("%s in %d", o, n))
		}
	}
	text := figures.Listed(parts)
	text = strings.ToUpper(text[:1]) + text[1:] + "."
	if names := m.champions(); len(names) > 1 {
		text += fmt.Sprintf(" A comparison sets the best of %s against the best of the others.", figures.Listed(names))
		alone := m.score(slices.IndexFunc(m.columns, func(c column) bool { return c.champion }))
		text += fmt.Sprintf(" Taken by itself, %s is first or tied first in %d of %d.", names[0], alone.Alone+alone.Tied, alone.Figures-alone.Open)
	}
	return text
}

// sentence tells a workload.
func (m *matrix) sentence(g group) string {
	if len(g.rows) == 1 {
		return m.rowSentence(g.rows[0])
	}
	byOutcome := map[outcome][]row{}
	for _, r := range g.rows {
		o := m.judge(r).outcome
		byOutcome[o] = append(byOutcome[o], r)
	}
	var parts []string
	for _, o := range []outcome{won, tied, lost, open, unfought} {
		if rows := byOutcome[o]; len(rows) > 0 {
			parts = append(parts, m.part(o, rows, len(g.rows)))
		}
	}
	return strings.Join(parts, " ")
}

// part tells the rows of a workload that have the same outcome.
func (m *matrix) part(o outcome, rows []row, of int) string {
	var ours, rivals, labels []string
	low, high := math.Inf(1), math.Inf(-1)
	for _, r := range rows {
		v := m.judge(r)
		labels = append(labels, r.label())
		if o == unfought {
			continue
		}
		low, high = min(low, v.lead), max(high, v.lead)
		if name := m.columns[v.ours].Name; !slices.Contains(ours, name) {
			ours = append(ours, name)
		}
		for _, i := range append(slices.Clone(v.leaders), v.rival) {
			// In a tie the others that are first are the rivals, else the best of them is.
			if name := m.columns[i].Name; i != v.ours && (i == v.rival || o == tied && !m.columns[i].champion) && !slices.Contains(rivals, name) {
				rivals = append(rivals, name)
			}
		}
	}
	where := fmt.Sprintf("%d of %d rows", len(rows), of)
	if len(rows) == of {
		where = fmt.Sprintf("all %d rows", of)
		if of == 2 {
			where = "both rows"
		}
	} else if len(rows) <= 3 {
		where += " (" + strings.Join(labels, "; ") + ")"
	}
	if o == unfought {
		return fmt.Sprintf("Nothing to compare in %s.", where)
	}
	us, them := figures.Listed(ours), figures.Listed(rivals)
	if len(ours) > 1 && len(m.champions()) > 0 {
		us = m.champions()[0] + ", in the best of its strategies,"
	}
	switch o {
	case won:
		return fmt.Sprintf("%s leads in %s, %s %s than the best of the others (%s).", us, where, factors(low, high), better(rows[0].unit), them)
	case tied:
		return fmt.Sprintf("%s and %s cannot be told apart in %s.", us, them, where)
	case lost:
		return fmt.Sprintf("%s is behind %s in %s, %s %s.", us, them, where, factors(quotient(1, high), quotient(1, low)), worse(rows[0].unit))
	}
	return fmt.Sprintf("Undecided in %s for want of rounds.", where)
}

func (m *matrix) rowSentence(r row) string {
	v := m.judge(r)
	switch {
	case v.outcome == unfought && r.best < 0:
		if slices.ContainsFunc(r.cells, func(c cell) bool { return c.state == figure }) {
			return "Nobody who is ranked has a figure."
		}
		return "Nobody has a figure."
	case v.outcome == unfought:
		return fmt.Sprintf("Nothing to compare: only %s has a figure, %s.", m.columns[r.best].Name, m.median(r, r.best))
	}
	us, them := m.columns[v.ours].Name, m.columns[v.rival].Name
	ours, theirs := m.median(r, v.ours), m.median(r, v.rival)
	switch v.outcome {
	case won:
		beside := ""
		if with := m.names(v.leaders, func(i int) bool { return i != v.ours }); len(with) > 0 {
			beside = fmt.Sprintf(" (tied with %s)", figures.Listed(with))
		}
		if math.IsInf(v.lead, 0) {
			return fmt.Sprintf("%s leads at %s%s; %s, the best of the others, needs %s.", us, ours, beside, them, theirs)
		}
		return fmt.Sprintf("%s leads at %s%s, %s %s than %s, the best of the others, at %s.", us, ours, beside, figures.Factor(v.lead), better(r.unit), them, theirs)
	case tied:
		with := m.names(v.leaders, func(i int) bool { return i != v.ours && i != v.rival })
		also := ""
		if len(with) > 0 {
			also = fmt.Sprintf(" Tied with them: %s.", figures.Listed(with))
		}
		return fmt.Sprintf("%s (%s) and %s (%s) cannot be told apart: their intervals overlap.%s", us, ours, them, theirs, also)
	case lost:
		by := ""
		if v.lead > 0 {
			by = fmt.Sprintf(", %s %s", figures.Factor(1/v.lead), worse(r.unit))
		}
		return fmt.Sprintf("%s leads at %s; %s is behind at %s%s.", them, theirs, us, ours, by)
	}
	return fmt.Sprintf("Undecided for want of rounds: so far %s has %s and %s has %s.", us, ours, them, theirs)
}

func (m *matrix) median(r row, column int) string {
	return figures.WithUnit(r.cells[column].estimate.Value, r.unit)
}

// names of the columns that are wanted.
func (m *matrix) names(columns []int, wanted func(int) bool) (names []string) {
	for _, i := range columns {
		if wanted(i) {
			names = append(names, m.columns[i].Name)
		}
	}
	return names
}

func factors(low, high float64) string {
	a, b := figures.Factor(low), figures.Factor(high)
	if a == b {
		return a
	}
	return a + " to " + b
}

func better(unit string) string {
	if figures.Timed(unit) {
		return "faster"
	}
	return "less"
}

func worse(unit string) string {
	if figures.Timed(unit) {
		return "slower"
	}
	return "more"
}

// score is how one contestant did over all rows.
type score struct {
	column
	Alone, Tied, Behind int // rows in which it is first alone, tied first, not first
	Open                int // rows with a figure and too few rounds for a place
	Figures             int // rows with a figure
	Failed, Missing     int
	// Typical and Worst are the median and the largest of its ratios to the best
	// of each row with a figure; NaN when there is none. A mean is rejected: one
	// row in which a spinning loop idles at a thousand times the best would be
	// all that it shows.
	Typical, Worst float64
}

func (m *matrix) score(at int) score {
	s := score{column: m.columns[at], Worst: math.NaN()}
	var ratios []float64
	for _, g := range m.groups {
		for _, r := range g.rows {
			c := r.cells[at]
			switch {
			case c.state == failed:
				s.Failed++
				continue
			case c.state != figure:
				s.Missing++
				continue
			case !s.ranked:
			case !c.estimate.Bounded() || !r.cells[r.best].estimate.Bounded():
				s.Open++
			case !c.first():
				s.Behind++
			case c.place.Tied:
				s.Tied++
			default:
				s.Alone++
			}
			s.Figures++
			if ratio := r.ratio(at); !math.IsNaN(ratio) {
				ratios = append(ratios, ratio)
			}
		}
	}
	s.Typical = stats.Median(ratios)
	if len(ratios) > 0 {
		s.Worst = slices.Max(ratios)
	}
	return s
}
