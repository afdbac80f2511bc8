package claims

import (
	"fmt"
	"math"
	"slices"

	"github.com/wakeful-go/wakeful/tournament/internal/figures"
	"github.com/wakeful-go/wakeful/tournament/result"
	"github.com/wakeful-go/wakeful/tournament/stats"
)

// This file owns the predicates about an order: who is first, who is last, where
// a figure is lowest.

// first says that a contestant is ahead of all others of a field in one row: the
// whole of its interval below the whole of each of theirs. A tie is undecided.
func first(name string, field []string, row ref) predicate { return placed{name, field, row, false} }

// last says that every other one is ahead of it.
func last(name string, field []string, row ref) predicate { return placed{name, field, row, true} }

type placed struct {
	name  string
	field []string
	row   ref // of any contestant
	last  bool
}

func (p placed) judge(b *bench) Finding {
	f := Finding{What: fmt.Sprintf("%s / the best other, %s", p.name, p.row.row()), Expected: "first of " + figures.Listed(p.field),
		Measured: stats.Interval(nil, stats.Confidence)}
	if p.last {
		f.What, f.Expected = fmt.Sprintf("%s / the worst other, %s", p.name, p.row.row()), "last of "+figures.Listed(p.field)
	}
	mine := p.row
	mine.contestant = p.name
	own, err := b.series(mine)
	if err != nil {
		f.Verdict, f.Reason = NotTestable, err.Error()
		return f
	}
	var names, absent, tied, better, worse []string
	estimates := []stats.Estimate{own.interval()}
	nearest := math.NaN()
	for _, name := range p.field {
		other := p.row
		other.contestant = name
		if name == p.name {
			continue
		}
		s, err := b.series(other)
		if err != nil {
			absent = append(absent, name)
			continue
		}
		e := s.interval()
		names, estimates = append(names, name), append(estimates, e)
		if v := e.Value; math.IsNaN(nearest) || p.last == (v > nearest) {
			nearest = v
			f.Measured, f.Unit, _ = ratio(mine, other).measure(b)
		}
	}
	if len(names) == 0 {
		f.Verdict, f.Reason = NotTestable, "nobody else has a figure in this row"
		return f
	}
	for i, e := range estimates[1:] {
		switch {
		case e.Overlaps(estimates[0]):
			tied = append(tied, names[i])
		case e.Value < estimates[0].Value:
			better = append(better, names[i])
		default:
			worse = append(worse, names[i])
		}
	}
	against, how := better, "behind "
	if p.last {
		against, how = worse, "ahead of "
	}
	switch {
	case len(against) > 0:
		f.Verdict, f.Reason = Refuted, how+figures.Listed(against)
	case !estimates[0].Bounded():
		f.Verdict, f.Reason = above(0).verdict(estimates[0])
	case len(tied) > 0:
		f.Verdict, f.Reason = Undecided, "tied with "+figures.Listed(tied)
	case len(absent) > 0:
		f.Verdict, f.Reason = Undecided, "there is no figure in this row of "+figures.Listed(absent)
	default:
		f.Verdict = Confirmed
	}
	return f
}

// firstEverywhere says that a contestant is first in every row of the document
// in which it has a figure and somebody else of the field has one.
func firstEverywhere(name string, field []string) predicate { return everywhere{name, field} }

type everywhere struct {
	name  string
	field []string
}

func (p everywhere) judge(b *bench) Finding {
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
	f := all(rows...).judge(b)
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

// lowestAt says where of the points the figure is lowest. A tie is undecided.
func lowestAt(p points, label string) predicate { return lowest{p, label, true} }

// notLowestAt says where of the points the figure is not lowest, because it is
// lower somewhere else.
func notLowestAt(p points, label string) predicate { return lowest{p, label, false} }

type lowest struct {
	points points
	label  string
	there  bool
}

func (p lowest) judge(b *bench) Finding {
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
	estimates := make([]stats.Estimate, len(places))
	best := 0
	for i, place := range places {
		s, err := b.series(place.of)
		if err != nil {
			f.Verdict, f.Reason = NotTestable, err.Error()
			return f
		}
		estimates[i] = s.interval()
		if estimates[i].Value < estimates[best].Value {
			best = i
		}
	}
	f.Measured, f.Unit, err = ratio(places[here].of, places[best].of).measure(b)
	if err != nil {
		f.Verdict, f.Reason = NotTestable, err.Error()
		return f
	}
	var tied []string
	for i, e := range estimates {
		if i != best && e.Overlaps(estimates[best]) {
			tied = append(tied, places[i].label)
		}
	}
	f.Reason = "lowest at " + places[best].label
	if len(tied) > 0 {
		f.Reason += ", tied with " + figures.Listed(tied)
	}
	isLowest, among := best == here, best == here || slices.Contains(tied, p.label)
	switch {
	case !estimates[best].Bounded():
		f.Verdict, f.Reason = above(0).verdict(estimates[best])
	case among && (!isLowest || len(tied) > 0):
		f.Verdict = Undecided
	case isLowest == p.there:
		f.Verdict = Confirmed
	default:
		f.Verdict = Refuted
	}
	return f
}
