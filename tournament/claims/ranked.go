package claims

import (
	"fmt"
	"math"

	"github.com/wakeful-go/wakeful/tournament/figures"
	"github.com/wakeful-go/wakeful/tournament/result"
	"github.com/wakeful-go/wakeful/tournament/stats"
)

// This file owns the predicates about an order: who is first, who is last, and where a figure is
// lowest.

// first claims that a contestant is ahead of all others of a field in one row. A contestant that is
// tied with another one, so that a difference above the margin is excluded, is not first.
func first(name string, field []string, row ref) predicate {
	return func(b *bench) Finding {
		return b.rank(inRow(field, row), name, stats.Behind).holds(below(1), "first of "+figures.Listed(field))
	}
}

// last claims that all others are ahead of it.
func last(name string, field []string, row ref) predicate {
	return func(b *bench) Finding {
		return b.rank(inRow(field, row), name, stats.Ahead).holds(above(1), "last of "+figures.Listed(field))
	}
}

// inRow are contestants in the row of a figure.
func inRow(field []string, row ref) places {
	p := places{name: row.row()}
	for _, name := range field {
		of := row
		of.contestant = name
		p.each = append(p.each, place{name, of})
	}
	return p
}

// firstEverywhere claims that a contestant is first in every row of the document in which it and
// another one of the field have a figure.
func firstEverywhere(name string, field []string) predicate {
	return func(b *bench) Finding {
		var rows []predicate
		for i := range b.doc.Cells {
			c := &b.doc.Cells[i]
			if c.Contestant == name && c.Missing == "" {
				rows = append(rows, first(name, field, at(name, c.Workload, result.FormatParams(c.Params))))
			}
		}
		if len(rows) == 0 {
			return Finding{
				What: name, Expected: "first in every row", Measured: unmeasured,
				Verdict: NotTestable, Reason: name + " has no figure in this document",
			}
		}
		return all(rows...)(b)
	}
}

// lowestAt claims at which of the places the figure is lowest. If it is tied with the figure of
// another place, it is not lowest.
func lowestAt(p places, label string) predicate {
	return func(b *bench) Finding {
		return b.rank(p, label, stats.Behind).holds(below(1), "lowest at "+label)
	}
}

// notLowestAt claims at which of the places the figure is not lowest, because it is lower at another
// one.
func notLowestAt(p places, label string) predicate {
	return func(b *bench) Finding {
		r := b.rank(p, label, stats.Behind)
		f := r.holds(above(1), "not lowest at "+label)
		switch open := r.others[stats.NotShown]; {
		case len(r.others[stats.Behind]) > 0:
			f.Verdict = Confirmed
		case f.Verdict == Confirmed:
			f.Verdict = Refuted
		case f.Verdict == Refuted && len(open) > 0: // tied with some, and perhaps behind others
			f.Verdict, f.Reason = Undecided, "nothing is shown against "+figures.Listed(open)
		}
		return f
	}
}

// A ranking is the comparison of one place with the others.
type ranking struct {
	// Finding has the ratio to the best other, or to the worst one if the place should be last. It has a
	// verdict if there is nothing to compare.
	Finding
	// against is the verdict of a comparison that the place loses.
	against stats.Verdict
	others  map[stats.Verdict][]string // the labels by the verdict of the comparison
	absent  []string                   // the labels of those without a figure
}

// rank compares the place with that label with the others.
func (b *bench) rank(p places, label string, against stats.Verdict) ranking {
	best := "best"
	if against == stats.Ahead {
		best = "worst"
	}
	r := ranking{against: against, others: map[stats.Verdict][]string{}}
	r.What, r.Measured = fmt.Sprintf("%s / the %s other, %s", label, best, p.name), unmeasured
	var mine ref
	for _, each := range p.each {
		r.of = append(r.of, each.of)
		if each.label == label {
			mine = each.of
		}
	}
	if _, err := b.cell(mine); err != nil {
		r.Verdict, r.Reason = NotTestable, err.Error()
		return r
	}
	nearest := math.NaN()
	for _, each := range p.each {
		if each.label == label {
			continue
		}
		lead, err := b.measure(ratio(each.of, mine))
		if err != nil {
			r.absent = append(r.absent, each.label)
			continue
		}
		v := stats.Judge(lead)
		r.others[v] = append(r.others[v], each.label)
		if math.IsNaN(nearest) || (against == stats.Ahead) == (lead.Value > nearest) {
			nearest = lead.Value
			r.Measured, _ = b.measure(ratio(mine, each.of))
			r.Unit = times
		}
	}
	if len(r.others) == 0 {
		r.Verdict, r.Reason = NotTestable, "nobody else has a figure in this row"
	}
	return r
}

// holds sets the verdict about a place that is claimed to be ahead of all others.
func (r ranking) holds(claimed band, expected string) Finding {
	f := r.Finding
	f.Expected, f.claimed = expected, &claimed
	switch how := map[stats.Verdict]string{stats.Behind: "behind ", stats.Ahead: "ahead of "}; {
	case f.Verdict != "":
	case len(r.others[r.against]) > 0:
		f.Verdict, f.Reason = Refuted, how[r.against]+figures.Listed(r.others[r.against])
	case len(r.others[stats.Tied]) > 0:
		f.Verdict, f.Reason = Refuted, "tied with "+figures.Listed(r.others[stats.Tied])
	case !f.Measured.Bounded():
		f.Verdict, f.Reason = Undecided, tooFewRounds
	case len(r.others[stats.NotShown]) > 0:
		f.Verdict, f.Reason = Undecided, "nothing is shown against "+figures.Listed(r.others[stats.NotShown])
	case len(r.absent) > 0:
		f.Verdict, f.Reason = Undecided, "there is no figure in this row of "+figures.Listed(r.absent)
	default:
		f.Verdict = Confirmed
	}
	return f
}
