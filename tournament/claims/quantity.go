package claims

import (
	"fmt"
	"strings"

	"github.com/wakeful-go/wakeful/tournament/decide"
	"github.com/wakeful-go/wakeful/tournament/figures"
	"github.com/wakeful-go/wakeful/tournament/stats"
)

// This file owns the quantities of claims: values that are computed from a document with an
// interval, and from the reported figures without one.

// A quantity is a number with a name.
type quantity interface {
	// what returns its name.
	what() string
	// measure returns it with its interval and unit. If the document does not have it, measure
	// returns its unit and the reason: a *missing or a *settled.
	measure(b *bench) (stats.Estimate, string, error)
	// reported returns the figures of the founding documents.
	reported() []Reported
}

// settled is the error of a quantity that the measurement makes meaningless. That decides the
// claim.
type settled struct {
	verdict      Verdict
	reason       string
	roundsNeeded float64 // the number of rounds to decide, as in a Finding
}

func (s *settled) Error() string { return s.reason }

// times is the unit of a ratio.
const times = "×"

// valueOf is the quantity of one figure.
type valueOf struct{ of ref }

func value(r ref) quantity { return valueOf{r} }

func (q valueOf) what() string {
	return fmt.Sprintf("%s%s, %s", q.of.figure(), q.of.contestant, q.of.row())
}
func (q valueOf) reported() []Reported { return q.of.figures() }

func (q valueOf) measure(b *bench) (stats.Estimate, string, error) {
	s, err := b.series(q.of)
	if err != nil {
		return stats.Estimate{}, b.unit(q.of), err
	}
	return b.designOf(q.of).Interval(paired(s)[0]), b.unit(q.of), nil
}

// ratioOf is one figure divided by another.
type ratioOf struct{ over, under ref }

func ratio(over, under ref) quantity { return ratioOf{over, under} }

func (q ratioOf) what() string {
	over, under := q.over, q.under
	if over.row() == under.row() {
		return fmt.Sprintf("%s%s / %s, %s", over.figure(), over.contestant, under.contestant, over.row())
	}
	if over.contestant == under.contestant && over.workload == under.workload {
		return fmt.Sprintf("%s%s / %s, %s of %s", over.figure(), over.params, under.params, over.workload, over.contestant)
	}
	return fmt.Sprintf("%s%s, %s / %s, %s", over.figure(), over.contestant, over.row(), under.contestant, under.row())
}

func (q ratioOf) reported() []Reported {
	return combine(q.over.figures(), q.under.figures(), times, func(a, b float64) float64 { return a / b })
}

func (q ratioOf) measure(b *bench) (stats.Estimate, string, error) {
	pairs, err := b.paired(q.over, q.under)
	if err != nil {
		return stats.Estimate{}, times, err
	}
	e := b.designOf(q.over).Ratio(pairs[0], pairs[1])
	if !e.Known() {
		return e, times, &missing{fmt.Sprintf("%s is 0, so nothing can be said in multiples of it", q.under.key())}
	}
	return e, times, nil
}

// paired returns the figures of the rounds in which all of the cells have one.
func (b *bench) paired(refs ...ref) ([][]float64, error) {
	all := make([]series, len(refs))
	for i, r := range refs {
		var err error
		if all[i], err = b.series(r); err != nil {
			return nil, err
		}
	}
	pairs := paired(all...)
	if len(pairs[0]) == 0 {
		keys := make([]string, len(refs))
		for i, r := range refs {
			keys[i] = r.key()
		}
		return nil, &missing{fmt.Sprintf("%s have no round in common", figures.Listed(keys))}
	}
	return pairs, nil
}

// differenceOf is one figure minus another.
type differenceOf struct{ above, below ref }

func difference(above, below ref) quantity { return differenceOf{above, below} }

func (q differenceOf) what() string {
	return strings.Replace(ratioOf{q.above, q.below}.what(), " / ", " - ", 1)
}

func (q differenceOf) reported() []Reported {
	return combine(q.above.figures(), q.below.figures(), "ns/op", func(a, b float64) float64 { return a - b })
}

func (q differenceOf) measure(b *bench) (stats.Estimate, string, error) {
	pairs, err := b.paired(q.above, q.below)
	if err != nil {
		return stats.Estimate{}, b.unit(q.above), err
	}
	return b.designOf(q.above).Interval(subtract(pairs[0], pairs[1])), b.unit(q.above), nil
}

func subtract(as, bs []float64) []float64 {
	out := make([]float64, len(as))
	for i := range as {
		out[i] = as[i] - bs[i]
	}
	return out
}

// partOf is the effect of one exchange, in percent of the gap between two other figures.
type partOf struct {
	name                      string
	without, with, slow, fast ref
}

// partOfGap names (without - with) / (slow - fast).
func partOfGap(name string, without, with, slow, fast ref) quantity {
	return partOf{name, without, with, slow, fast}
}

func (q partOf) what() string         { return q.name }
func (q partOf) reported() []Reported { return nil }

func (q partOf) measure(b *bench) (stats.Estimate, string, error) {
	f, err := b.paired(q.without, q.with, q.slow, q.fast)
	if err != nil {
		return stats.Estimate{}, percent, err
	}
	gaps := subtract(f[2], f[3])
	switch gap := b.design.Interval(gaps); {
	case gap.High <= 0:
		return stats.Estimate{}, percent, &missing{fmt.Sprintf("there is nothing to have a part of: %s is not above %s", q.slow.key(), q.fast.key())}
	case gap.Low <= 0 && stats.Judge(b.design.Ratio(f[2], f[3])) == stats.Tied:
		return stats.Estimate{}, percent, &settled{verdict: Refuted, reason: fmt.Sprintf("%s and %s are tied, so there is nothing worth having a part of", q.slow.key(), q.fast.key())}
	case gap.Low <= 0:
		takes := decide.RoundsNeeded(b.design.Ratio(f[2], f[3]), len(gaps))
		return stats.Estimate{}, percent, &settled{Undecided, fmt.Sprintf("%s is not shown to be above %s, so there may be nothing to have a part of; %s",
			q.slow.key(), q.fast.key(), roundsText(takes)), takes}
	}
	parts := subtract(f[0], f[1])
	for i := range parts {
		parts[i] *= 100 / gaps[i]
	}
	return b.design.Interval(parts), percent, nil
}

// percent is the unit of a part.
const percent = "%"
