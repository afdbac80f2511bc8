package claims

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/wakeful-go/wakeful/tournament/figures"
	"github.com/wakeful-go/wakeful/tournament/result"
	"github.com/wakeful-go/wakeful/tournament/stats"
)

// This file owns the quantities over several cells: a contestant's figures along a parameter, or
// several contestants' figures in one row.

// point is one place of a series over a parameter.
type point struct {
	label string
	of    ref
}

// along holds a contestant's figures over one parameter of a workload.
type along struct {
	contestant, workload, param string
	from, to                    float64
}

// over selects all values of the parameter that the document has. within limits them.
func over(contestant, workload, param string) along {
	return along{contestant, workload, param, math.Inf(-1), math.Inf(1)}
}

func (a along) within(from, to float64) along {
	a.from, a.to = from, to
	return a
}

func (a along) String() string {
	name := fmt.Sprintf("%s, %s over %s", a.contestant, a.workload, a.param)
	if !math.IsInf(a.from, 0) {
		name += fmt.Sprintf(" from %v to %v", a.from, a.to)
	}
	return name
}

func (a along) point(value string) point {
	return point{value, at(a.contestant, a.workload, a.param+"="+value)}
}

// measured returns the points that the document has, in the parameter's order.
func (a along) measured(b *bench) ([]point, error) {
	var params []map[string]string
	for i := range b.doc.Cells {
		c := &b.doc.Cells[i]
		n, _, ok := result.ParamNumber(c.Params[a.param])
		if c.Contestant == a.contestant && c.Workload == a.workload && len(c.Params) == 1 && ok && n >= a.from && n <= a.to {
			params = append(params, c.Params)
		}
	}
	if len(params) < 2 {
		if len(params) == 0 {
			return nil, &missing{b.whyAbsent(at(a.contestant, a.workload, a.param+"=..."))}
		}
		return nil, &missing{fmt.Sprintf("%s has fewer than two values of %s in this document", a.workload, a.param)}
	}
	slices.SortFunc(params, result.CompareParams)
	var points []point
	for _, p := range params {
		points = append(points, a.point(p[a.param]))
	}
	return points, nil
}

// filed returns the reported points by platform.
func (a along) filed() map[string]map[float64]Reported {
	byPlatform := map[string]map[float64]Reported{}
	for key, all := range reportedFigures() {
		name, value, _ := strings.Cut(key.parameter, "=")
		value, _, _ = strings.Cut(value, ";")
		n, err := strconv.ParseFloat(value, 64)
		if key.experiment != a.workload || key.variant != reportedName(a.contestant) || name != a.param || err != nil || n < a.from || n > a.to {
			continue
		}
		for _, r := range all {
			if byPlatform[r.Platform] == nil {
				byPlatform[r.Platform] = map[float64]Reported{}
			}
			byPlatform[r.Platform][n] = r
		}
	}
	return byPlatform
}

// growthOf is the factor by which a figure grows with each doubling of a parameter, from a
// least-squares line through the points in logarithms.
type growthOf struct{ along }

func growth(a along) quantity { return growthOf{a} }

func (q growthOf) what() string {
	return fmt.Sprintf("growth with each doubling, %s", q.String())
}

func (q growthOf) measure(b *bench) (stats.Estimate, string, error) {
	points, err := q.measured(b)
	if err != nil {
		return stats.Estimate{}, times, err
	}
	var refs []ref
	var xs []float64
	for _, p := range points {
		x, _, _ := result.ParamNumber(p.label)
		xs, refs = append(xs, x), append(refs, p.of)
	}
	columns, err := b.paired(refs...)
	if err != nil {
		return stats.Estimate{}, times, err
	}
	growths := make([]float64, len(columns[0]))
	for round := range growths {
		ys := make([]float64, len(xs))
		for i := range ys {
			ys[i] = columns[i][round]
		}
		growths[round] = doubling(xs, ys)
	}
	return b.design.Interval(growths), times, nil
}

func (q growthOf) reported() []Reported {
	return q.over(func(xs, ys []float64) float64 { return doubling(xs, ys) })
}

// over computes one figure from the reported points of each platform.
func (a along) over(of func(xs, ys []float64) float64) []Reported {
	var all []Reported
	for platform, points := range a.filed() {
		if len(points) < 2 {
			continue
		}
		var xs, ys []float64
		source := ""
		for x, r := range points {
			xs, ys, source = append(xs, x), append(ys, r.Low), r.Source
		}
		v := of(xs, ys)
		all = append(all, Reported{Platform: platform, Low: v, High: v, Unit: times, Source: source})
	}
	slices.SortFunc(all, func(a, b Reported) int { return strings.Compare(a.Platform, b.Platform) })
	return all
}

// doubling returns the factor per doubling of x of the best-fitting power law.
func doubling(xs, ys []float64) float64 {
	var sx, sy, sxx, sxy float64
	n := float64(len(xs))
	for i := range xs {
		x, y := math.Log2(xs[i]), math.Log2(ys[i])
		sx, sy, sxx, sxy = sx+x, sy+y, sxx+x*x, sxy+x*y
	}
	return math.Exp2((n*sxy - sx*sy) / (n*sxx - sx*sx))
}

// spreadOf is the highest of several figures divided by the lowest.
type spreadOf struct {
	name   string
	points func(*bench) ([]point, error)
	filed  func() []Reported
}

// spread over a parameter.
func spread(a along) quantity {
	return spreadOf{a.String(), a.measured, func() []Reported {
		return a.over(func(_, ys []float64) float64 { return slices.Max(ys) / slices.Min(ys) })
	}}
}

// spreadAmong contestants, of one figure.
func spreadAmong(contestants []string, of func(contestant string) ref) quantity {
	first := of(contestants[0])
	name := fmt.Sprintf("%s%s, %s", first.figure(), figures.Listed(contestants), first.row())
	return spreadOf{name, func(*bench) ([]point, error) {
		var points []point
		for _, c := range contestants {
			points = append(points, point{c, of(c)})
		}
		return points, nil
	}, func() []Reported { return nil }}
}

func (q spreadOf) what() string         { return "highest / lowest: " + q.name }
func (q spreadOf) reported() []Reported { return q.filed() }

func (q spreadOf) measure(b *bench) (stats.Estimate, string, error) {
	points, err := q.points(b)
	if err != nil {
		return stats.Estimate{}, times, err
	}
	medians := make([]float64, len(points))
	for i, p := range points {
		s, err := b.series(p.of)
		if err != nil {
			return stats.Estimate{}, times, err
		}
		medians[i] = stats.Median(paired(s)[0])
	}
	high, low := slices.Index(medians, slices.Max(medians)), slices.Index(medians, slices.Min(medians))
	if medians[low] <= nothing(points[low].of) {
		if medians[high] <= nothing(points[high].of) {
			return stats.Estimate{Value: 1, Low: 1, High: 1, Confidence: stats.Confidence}, times, nil
		}
		return stats.Estimate{}, times, &settled{verdict: Refuted, reason: fmt.Sprintf("%s has none, %s has %s", points[low].label, points[high].label,
			figures.WithUnit(medians[high], b.unit(points[high].of)))}
	}
	return ratio(points[high].of, points[low].of).measure(b)
}

// nothing is the limit below which a figure counts as zero, because the runtime and the watch
// allocate a little in each sample.
func nothing(r ref) float64 {
	switch r.of {
	case ofAllocations:
		return 0.01
	case ofBytes:
		return 1
	}
	return 0
}
