package claims

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/wakeful-go/wakeful/tournament/figures"
	"github.com/wakeful-go/wakeful/tournament/stats"
)

// This file owns the quantities of claims: numbers that are computed in the same way from the figures
// of each round, with an interval, and from the reported figures, without one.

// A quantity is a number with a name.
type quantity struct {
	name string
	// of are the figures that it is computed from.
	of []ref
	// compute computes it from one value of each figure.
	compute func(values []float64) float64
	// unit is empty for the unit of the first figure.
	unit string
	// estimate, if not nil, measures it in another way than by computing it for each round.
	estimate func(b *bench) (stats.Estimate, error)
}

// Units of quantities.
const (
	times   = "×" // of a ratio
	percent = "%" // of a part
)

// A settled error says why a quantity has no value, and what that means for the claim.
type settled struct {
	verdict Verdict
	reason  string
}

func (s *settled) Error() string { return s.reason }

// missing returns the error of a figure that is not in the document.
func missing(format string, values ...any) error {
	return &settled{NotTestable, fmt.Sprintf(format, values...)}
}

// measure returns a quantity with its interval. Its error is a *settled.
func (b *bench) measure(q quantity) (stats.Estimate, error) {
	if q.estimate != nil {
		return q.estimate(b)
	}
	columns, err := b.paired(q.of...)
	if err != nil {
		return stats.Estimate{}, err
	}
	computed := make([]float64, len(columns[0]))
	for round := range computed {
		var values []float64
		for _, column := range columns {
			values = append(values, column[round])
		}
		computed[round] = q.compute(values)
	}
	return b.designOf(q.of[0]).Interval(computed), nil
}

// unitOf returns the unit of a quantity.
func (b *bench) unitOf(q quantity) string {
	if q.unit != "" {
		return q.unit
	}
	return b.unit(q.of[0])
}

// value is the quantity of one figure.
func value(r ref) quantity {
	return quantity{
		name: fmt.Sprintf("%s%s, %s", r.figure(), r.contestant, r.row()), of: []ref{r},
		compute: func(v []float64) float64 { return v[0] },
	}
}

// ratio is one figure divided by another.
func ratio(over, under ref) quantity {
	return quantity{
		name: combined(over, under, "/"), of: []ref{over, under}, unit: times,
		compute: func(v []float64) float64 { return v[0] / v[1] },
		estimate: func(b *bench) (stats.Estimate, error) {
			columns, err := b.paired(over, under)
			if err != nil {
				return stats.Estimate{}, err
			}
			e := b.designOf(over).Ratio(columns[0], columns[1])
			if !e.Known() {
				return e, missing("%s is 0, so nothing can be said in multiples of it", under.key())
			}
			return e, nil
		},
	}
}

// difference is one figure minus another.
func difference(above, below ref) quantity {
	return quantity{
		name: combined(above, below, "-"), of: []ref{above, below},
		compute: func(v []float64) float64 { return v[0] - v[1] },
	}
}

// combined names a quantity of two figures. What both have in common is named once.
func combined(a, b ref, sign string) string {
	switch {
	case a.row() == b.row():
		return fmt.Sprintf("%s%s %s %s, %s", a.figure(), a.contestant, sign, b.contestant, a.row())
	case a.contestant == b.contestant && a.workload == b.workload:
		return fmt.Sprintf("%s%s %s %s, %s of %s", a.figure(), a.params, sign, b.params, a.workload, a.contestant)
	}
	return fmt.Sprintf("%s%s, %s %s %s, %s", a.figure(), a.contestant, a.row(), sign, b.contestant, b.row())
}

// partOfGap is the effect of one exchange, in percent of the gap between two other figures:
// (without - with) / (slow - fast).
func partOfGap(name string, without, with, slow, fast ref) quantity {
	q := quantity{
		name: name, of: []ref{without, with, slow, fast}, unit: percent,
		compute: func(v []float64) float64 { return 100 * (v[0] - v[1]) / (v[2] - v[3]) },
	}
	part := q
	q.estimate = func(b *bench) (stats.Estimate, error) {
		columns, err := b.paired(q.of...)
		if err != nil {
			return stats.Estimate{}, err
		}
		gaps := make([]float64, len(columns[2]))
		for i := range gaps {
			gaps[i] = columns[2][i] - columns[3][i]
		}
		switch gap := b.design.Interval(gaps); {
		case gap.High <= 0:
			return gap, missing("there is nothing to have a part of: %s is not above %s", slow.key(), fast.key())
		case gap.Low <= 0 && stats.Judge(b.design.Ratio(columns[2], columns[3])) == stats.Tied:
			reason := fmt.Sprintf("%s and %s are tied, so there is nothing worth having a part of", slow.key(), fast.key())
			return gap, &settled{Refuted, reason}
		case gap.Low <= 0:
			reason := fmt.Sprintf("%s is not shown to be above %s, so there may be nothing to have a part of", slow.key(), fast.key())
			return gap, &settled{Undecided, reason}
		}
		return b.measure(part)
	}
	return q
}

// places are figures to compare, with one name for all of them.
type places struct {
	name string
	each []place
}

type place struct {
	label string
	of    ref
}

// amongContestants are contestants' figures in one row.
func amongContestants(contestants []string, of func(contestant string) ref) places {
	first := of(contestants[0])
	p := places{name: fmt.Sprintf("%s%s, %s", first.figure(), figures.Listed(contestants), first.row())}
	for _, c := range contestants {
		p.each = append(p.each, place{c, of(c)})
	}
	return p
}

// overBursts are a contestant's figures in a workload over the sizes of its bursts.
func overBursts(contestant, workload string) places {
	p := places{name: fmt.Sprintf("%s, %s over burst", contestant, workload)}
	for burst := range strings.FieldsSeq("64 128 256 512 1024 2048 4096") {
		p.each = append(p.each, place{burst, at(contestant, workload, "burst="+burst)})
	}
	return p
}

// spread is the highest of several figures divided by the lowest.
func spread(p places) quantity {
	q := quantity{
		name: "highest / lowest: " + p.name, unit: times,
		compute: func(v []float64) float64 { return slices.Max(v) / slices.Min(v) },
	}
	for _, each := range p.each {
		q.of = append(q.of, each.of)
	}
	q.estimate = func(b *bench) (stats.Estimate, error) {
		medians := make([]float64, len(q.of))
		for i, r := range q.of {
			columns, err := b.paired(r)
			if err != nil {
				return stats.Estimate{}, err
			}
			medians[i] = stats.Median(columns[0])
		}
		high, low := slices.Max(medians), slices.Min(medians)
		highest, lowest := p.each[slices.Index(medians, high)], p.each[slices.Index(medians, low)]
		none := statistics[lowest.of.of].none
		switch {
		case low > none:
			return b.measure(ratio(highest.of, lowest.of))
		case high > none:
			most := figures.WithUnit(high, b.unit(highest.of))
			return stats.Estimate{}, &settled{Refuted, fmt.Sprintf("%s has none, %s has %s", lowest.label, highest.label, most)}
		}
		return stats.Estimate{Value: 1, Low: 1, High: 1, Confidence: stats.Confidence}, nil
	}
	return q
}

// reported computes the quantity from the founding documents' figures, for each platform that has all
// of them. A figure may be a range.
func (q quantity) reported() []Reported {
	var all []Reported
	for _, platform := range []string{anyPlatform, "darwin", "linux"} {
		var ends [][2]float64
		r := Reported{Platform: platform, Low: math.Inf(1), High: math.Inf(-1), Unit: q.unit}
		own := false // a figure of the platform itself
		for _, of := range q.of {
			figure, ok := reportedOn(of.reported, platform)
			own = own || ok
			if !ok {
				figure, ok = reportedOn(of.reported, anyPlatform)
			}
			if !ok {
				break
			}
			if r.Unit == "" {
				r.Unit = figure.Unit
			}
			ends = append(ends, [2]float64{figure.Low, figure.High})
		}
		if !own || len(ends) < len(q.of) {
			continue
		}
		values := make([]float64, len(ends))
		for corner := range 1 << len(ends) {
			for i, end := range ends {
				values[i] = end[corner>>i&1]
			}
			v := q.compute(values)
			r.Low, r.High = min(r.Low, v), max(r.High, v)
		}
		all = append(all, r)
	}
	return all
}
