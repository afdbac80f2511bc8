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

// This file owns the outcomes and the sentences: how the default strategy compares with the others,
// and by how much. The sentences are about the champion that comes first. Its other strategies are
// not its rivals. In a run without a champion, they are about the lowest of each row.

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

var outcomeOf = map[stats.Verdict]outcome{stats.Ahead: won, stats.Tied: tied, stats.Behind: lost, stats.NotShown: open}

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
	ours    int   // the contestant whose outcome it is, -1 when it has no figure
	rival   int   // the one that the outcome is about, -1 when there is none
	with    []int // the others that it is the same with
	// lead is how many times the rival's median is ours: above 1 is ahead.
	lead float64
}

// verdictIn returns how the default strategy compares with a field in a row.
func (m *matrix) verdictIn(r row, f field) verdict {
	return m.compare(r, m.defaultIn(r), func(c column) bool { return !c.Champion && f.has(c) })
}

// compare returns how a contestant of a row compares with others.
func (m *matrix) compare(r row, ours int, others func(column) bool) verdict {
	v := verdict{lead: math.NaN(), ours: ours, rival: -1, outcome: unfought}
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
	v.with = slices.DeleteFunc(of[how], func(i int) bool { return i == v.rival })
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
		return fmt.Sprintf("The controls, which measure the machine alone, were not what they are in the other rounds: %s. Run it again on a quiet machine. "+
			"What follows shows the figures as they were taken.", figures.Listed(rounds))
	case m.doc.Rounds < stats.MinSamples(stats.Confidence) || len(m.champions()) == 0:
		return ""
	}
	var parts []string
	if fields := m.fields(); len(fields) > 1 {
		parts = append(parts, strings.ToUpper(fields[1].String()[:1])+fields[1].String()[1:]+": "+m.tally(fields[1]).String()+".")
	}
	return strings.Join(append(parts, "Behind: behind at least one of them. Tied: a difference above 10 % is excluded. Not shown: neither."), " ")
}

// sentence tells a workload: one sentence for the rows of each outcome.
func (m *matrix) sentence(g group) string {
	byOutcome := map[outcome][]row{}
	for _, r := range g.rows {
		o := m.verdictIn(r, everybody).outcome
		byOutcome[o] = append(byOutcome[o], r)
	}
	var parts []string
	for _, o := range []outcome{won, tied, lost, open, unfought} {
		if rows := byOutcome[o]; len(rows) > 0 {
			parts = append(parts, m.outcomeSentence(o, rows, len(g.rows)))
		}
	}
	return strings.Join(parts, " ")
}

// outcomeSentence tells the rows of a workload that have the same outcome.
func (m *matrix) outcomeSentence(o outcome, rows []row, of int) string {
	var ours, rivals []string
	low, high := math.Inf(1), math.Inf(-1)
	for _, r := range rows {
		v := m.verdictIn(r, everybody)
		if o == unfought {
			continue
		}
		low, high = min(low, v.lead), max(high, v.lead)
		ours = append(ours, m.columns[v.ours].Name)
		rivals = append(rivals, m.columns[v.rival].Name)
		if o == tied || o == open {
			for _, i := range v.with {
				rivals = append(rivals, m.columns[i].Name)
			}
		}
	}
	where := whereIn(rows, of)
	us, them := figures.Listed(distinct(ours)), figures.Listed(distinct(rivals))
	switch o {
	case won:
		return fmt.Sprintf("%s leads%s, %s %s than the best of the others (%s).", us, where, factors(low, high), better(rows[0].unit), them)
	case tied:
		return fmt.Sprintf("%s is tied with %s%s.", us, them, where)
	case lost:
		return fmt.Sprintf("%s is behind %s%s, %s %s.", us, them, where, factors(quotient(1, high), quotient(1, low)), worse(rows[0].unit))
	case open:
		return fmt.Sprintf("The run does not show how %s compares with %s%s.", us, them, where)
	}
	return fmt.Sprintf("Nothing to compare%s.", where)
}

// whereIn names some of a workload's rows. It is empty for the only row.
func whereIn(rows []row, of int) string {
	switch {
	case of == 1:
		return ""
	case len(rows) == of && of == 2:
		return " in both rows"
	case len(rows) == of:
		return fmt.Sprintf(" in all %d rows", of)
	case len(rows) > 3:
		return fmt.Sprintf(" in %d of %d rows", len(rows), of)
	}
	var labels []string
	for _, r := range rows {
		labels = append(labels, r.label())
	}
	return fmt.Sprintf(" in %d of %d rows (%s)", len(rows), of, strings.Join(labels, "; "))
}

// distinct returns the names without repetitions, in the order in which they occur first.
func distinct(names []string) (once []string) {
	for _, name := range names {
		if !slices.Contains(once, name) {
			once = append(once, name)
		}
	}
	return once
}

// factors says how many times: "1.50× to 3.0×". Compared with nothing, everything is far.
func factors(low, high float64) string {
	if math.IsInf(high, 0) {
		return "far"
	}
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
