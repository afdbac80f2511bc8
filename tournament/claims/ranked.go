package claims

import (
	"fmt"
	"math"
	"slices"

	"github.com/wakeful-go/wakeful/tournament/decide"
	"github.com/wakeful-go/wakeful/tournament/figures"
	"github.com/wakeful-go/wakeful/tournament/result"
	"github.com/wakeful-go/wakeful/tournament/stats"
)

// This file owns the predicates about an order: who is first, who is last, and where a figure is
// lowest.

// first claims that a contestant is ahead of all others of a field in one row. A contestant that is
// tied with another one, so that a difference above the margin is excluded, is not first.
func first(name string, field []string, row ref) predicate { return placed{name, field, row, false} }

// last claims that all others are ahead of it.
func last(name string, field []string, row ref) predicate { return placed{name, field, row, true} }

type placed struct {
	name  string
	field []string
	row   ref // the contestant is replaced
	last  bool
}

func (p placed) evaluate(b *bench) Finding {
	f := Finding{What: fmt.Sprintf("%s / the best other, %s", p.name, p.row.row()), Expected: "first of " + figures.Listed(p.field),
		Measured: stats.Interval(nil, stats.Confidence)}
	if p.last {
		f.What, f.Expected = fmt.Sprintf("%s / the worst other, %s", p.name, p.row.row()), "last of "+figures.Listed(p.field)
	}
	mine := p.row
	mine.contestant = p.name
	if _, err := b.series(mine); err != nil {
		f.Verdict, f.Reason = NotTestable, err.Error()
		return f
	}
	first := below(1)
	if p.last {
		first = above(1)
	}
	f.claimed = &first
	var absent []string
	others := comparison{}
	nearest := math.NaN()
	for _, name := range p.field {
		other := p.row
		other.contestant = name
		if name == p.name {
			continue
		}
		lead, _, err := ratio(other, mine).measure(b)
		if err != nil {
			absent = append(absent, name)
			continue
		}
		if others.add(name, lead) == stats.NotShown {
			f.RoundsNeeded = max(f.RoundsNeeded, decide.RoundsNeeded(lead, b.rounds()))
		}
		if math.IsNaN(nearest) || p.last == (lead.Value > nearest) {
			nearest = lead.Value
			f.Measured, f.Unit, _ = ratio(mine, other).measure(b)
		}
	}
	p.decide(&f, others, absent)
	return f
}

// A comparison has the names of others, by the verdict about their lead.
type comparison map[stats.Verdict][]string

func (c comparison) add(name string, lead stats.Estimate) stats.Verdict {
	v := stats.Judge(lead)
	c[v] = append(c[v], name)
	return v
}

// decide sets the verdict about a contestant that was compared with others. absent are those that
// have no figure.
func (p placed) decide(f *Finding, names comparison, absent []string) {
	against, how := names[stats.Behind], "behind "
	if p.last {
		against, how = names[stats.Ahead], "ahead of "
	}
	switch {
	case len(names) == 0:
		f.Verdict, f.Reason = NotTestable, "nobody else has a figure in this row"
	case len(against) > 0:
		f.Verdict, f.Reason = Refuted, how+figures.Listed(against)
	case len(names[stats.Tied]) > 0:
		f.Verdict, f.Reason = Refuted, "tied with "+figures.Listed(names[stats.Tied])
	case !f.Measured.Bounded():
		f.Verdict, f.Reason = above(0).verdict(f.Measured)
	case len(names[stats.NotShown]) > 0:
		f.Verdict, f.Reason = Undecided, "nothing is shown against "+figures.Listed(names[stats.NotShown])+"; "+roundsText(f.RoundsNeeded)
	case len(absent) > 0:
		f.Verdict, f.Reason = Undecided, "there is no figure in this row of "+figures.Listed(absent)
	default:
		f.Verdict = Confirmed
	}
}

// firstEverywhere claims that a contestant is first in every row of the document in which it and
// another one of the field have a figure.
func firstEverywhere(name string, field []string) predicate { return everywhere{name, field} }

type everywhere struct {
	name  string
	field []string
}

func (p everywhere) evaluate(b *bench) Finding {
	var rows []predicate
	for i := range b.doc.Cells {
		c := &b.doc.Cells[i]
		if c.Contestant == p.name && c.Missing == "" {
			rows = append(rows, first(p.name, p.field, at(p.name, c.Workload, result.FormatParams(c.Params))))
		}
	}
	if len(rows) == 0 {
		return Finding{What: p.name, Expected: "first in every row", Verdict: NotTestable, Reason: p.name + " has no figure in this document"}
	}
	f := all(rows...).evaluate(b)
	f.Expected = "first in every row"
	return f
}

// points are places to choose from.
type points struct {
	name string
	in   func(*bench) ([]point, error)
}

// overValues are the values of a parameter.
func overValues(a along) points { return points{a.String(), a.measured} }

// lowestAt claims at which of the points the figure is lowest. If it is tied with the figure of
// another point, it is not lowest.
func lowestAt(p points, label string) predicate { return lowest{p, label, true} }

// notLowestAt claims at which of the points the figure is not lowest, because it is lower at
// another point.
func notLowestAt(p points, label string) predicate { return lowest{p, label, false} }

type lowest struct {
	points points
	label  string
	there  bool
}

func (p lowest) evaluate(b *bench) Finding {
	f := Finding{What: fmt.Sprintf("%s / the lowest: %s", p.label, p.points.name), Expected: "lowest at " + p.label,
		Measured: stats.Interval(nil, stats.Confidence)}
	if !p.there {
		f.Expected = "not lowest at " + p.label
	}
	places, err := p.points.in(b)
	if err != nil {
		f.Verdict, f.Reason = NotTestable, err.Error()
		return f
	}
	here := slices.IndexFunc(places, func(place point) bool { return place.label == p.label })
	if here < 0 {
		f.Verdict, f.Reason = NotTestable, p.label+" was not measured in this run"
		return f
	}
	others := comparison{}
	best, nearest := here, 1.0
	for i, place := range places {
		if i == here {
			continue
		}
		lead, _, err := ratio(place.of, places[here].of).measure(b)
		if err != nil {
			f.Verdict, f.Reason = NotTestable, err.Error()
			return f
		}
		if others.add(place.label, lead) == stats.NotShown {
			f.RoundsNeeded = max(f.RoundsNeeded, decide.RoundsNeeded(lead, b.rounds()))
		}
		if lead.Value < nearest {
			best, nearest = i, lead.Value
		}
	}
	f.Measured, f.Unit, err = ratio(places[here].of, places[best].of).measure(b)
	if err != nil {
		f.Verdict, f.Reason = NotTestable, err.Error()
		return f
	}
	f.Reason = "lowest at " + places[best].label
	p.decide(&f, others)
	return f
}

// decide sets the verdict about a point that was compared with others.
func (p lowest) decide(f *Finding, names comparison) {
	if tied := names[stats.Tied]; len(tied) > 0 {
		f.Reason += ", tied with " + figures.Listed(tied)
	}
	switch {
	case len(names[stats.Behind]) > 0: // lower at another point
		f.Verdict = Refuted
	case !f.Measured.Bounded():
		f.Verdict, f.Reason = above(0).verdict(f.Measured)
	case len(names[stats.NotShown]) > 0 && (!p.there || len(names[stats.Tied]) == 0):
		f.Verdict = Undecided
		f.Reason += ", nothing is shown against " + figures.Listed(names[stats.NotShown]) + "; " + roundsText(f.RoundsNeeded)
		return
	case len(names[stats.Tied]) > 0:
		f.Verdict = Refuted
	default:
		f.Verdict = Confirmed
	}
	switch f.RoundsNeeded = 0; {
	case p.there || !f.Measured.Bounded():
	case len(names[stats.Behind]) > 0: // lower at another point, as claimed
		f.Verdict = Confirmed
	default:
		f.Verdict = Refuted
	}
}
