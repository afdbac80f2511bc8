package report

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/wakeful-go/wakeful/tournament/figures"
	"github.com/wakeful-go/wakeful/tournament/result"
)

// This file owns the data of the page's charts. The form of a workload's rows alone decides which
// charts it gets, so new workloads need no change here:
//
//  - A parameter that is a number or a duration and has at least two values is an axis. It gives a
//    curve for each contestant, and one chart for each setting of the other parameters.
//  - Any other row is a chart of its own with a dot for each contestant.

// chart is one chart. assets/js/charts.js reads its JSON form.
type chart struct {
	ID    string `json:"id"`
	Kind  string `json:"kind"` // curve, dots or scatter
	Title string `json:"title"`
	// Note explains in a sentence how to read the chart.
	Note string `json:"-"`
	// XName and YName name the axes with their units.
	XName string `json:"xName"`
	YName string `json:"yName"`
	// XTime: the x axis is in nanoseconds. ValueTime: the values are in nanoseconds. Otherwise x
	// values are plain numbers and values are in Unit.
	XTime     bool     `json:"xTime"`
	ValueTime bool     `json:"valueTime"`
	Unit      string   `json:"unit"`
	Series    []series `json:"series"`
	// Lines is the number of contestants with points. It determines the height of the chart.
	Lines int `json:"-"`
}

// series is one contestant's points.
type series struct {
	Contestant int     `json:"contestant"` // index of the column
	Points     []point `json:"points"`
}

// point is a value at an x position, with its interval if there is one.
type point struct {
	X    float64  `json:"x"`
	Y    float64  `json:"y"`
	Low  *float64 `json:"low,omitempty"`
	High *float64 `json:"high,omitempty"`
}

func (m *matrix) charts(g group, number int) []chart {
	var charts []chart
	axis := curveAxis(g.rows)
	if axis == "" {
		for _, r := range g.rows {
			charts = append(charts, m.dots(g, r))
		}
	} else {
		charts = append(charts, m.curves(g, axis)...)
	}
	charts = slices.DeleteFunc(charts, func(c chart) bool { return len(c.Series) == 0 })
	for i := range charts {
		charts[i].ID = fmt.Sprintf("chart-%d-%d", number, i)
		charts[i].Lines = len(charts[i].Series)
	}
	return charts
}

// curveAxis returns the numeric parameter with the most values, or "" if none has two.
func curveAxis(rows []row) string {
	values := map[string]map[string]bool{}
	words := map[string]bool{}
	for _, r := range rows {
		for name, value := range r.params {
			if values[name] == nil {
				values[name] = map[string]bool{}
			}
			values[name][value] = true
			if _, _, ok := result.ParamNumber(value); !ok {
				words[name] = true
			}
		}
	}
	axis, most := "", 1
	for _, name := range slices.Sorted(maps.Keys(values)) {
		if !words[name] && len(values[name]) > most {
			axis, most = name, len(values[name])
		}
	}
	return axis
}

// curves makes a chart over the axis for each setting of the other parameters,
// in the order of the rows.
func (m *matrix) curves(g group, axis string) []chart {
	var charts []chart
	chartOf := map[string]int{}
	for _, r := range g.rows {
		value, isOn := r.params[axis]
		if !isOn {
			charts = append(charts, m.dots(g, r))
			continue
		}
		x, duration, _ := result.ParamNumber(value)
		others := maps.Clone(r.params)
		delete(others, axis)
		key := result.FormatParams(others)
		at, ok := chartOf[key]
		if !ok {
			at = len(charts)
			chartOf[key] = at
			charts = append(charts, chart{
				Kind:  "curve",
				Title: title(g.Name+" over "+axis, others),
				Note: "Each point is a median, and the line through it is its interval. Lower is better. " +
					"A flat line means that " + axis + " makes no difference. The vertical axis is logarithmic.",
				XName: axis, YName: valueName(g.Unit),
				XTime: duration, ValueTime: figures.Timed(g.Unit), Unit: g.Unit,
			})
		}
		m.eachFigure(r, func(column int, p point) {
			p.X = x
			c := &charts[at]
			i := slices.IndexFunc(c.Series, func(s series) bool { return s.Contestant == column })
			if i < 0 {
				i = len(c.Series)
				c.Series = append(c.Series, series{Contestant: column})
			}
			c.Series[i].Points = append(c.Series[i].Points, p)
		})
	}
	for i := range charts {
		slices.SortFunc(charts[i].Series, func(a, b series) int { return a.Contestant - b.Contestant })
	}
	return charts
}

func (m *matrix) dots(g group, r row) chart {
	c := chart{
		Kind: "dots", Title: title(g.Name, r.params),
		Note: "Each dot is a median, and the line through it is its interval. Further left is better. " +
			"The axis is logarithmic.",
		XName: valueName(g.Unit), YName: "contestant", ValueTime: figures.Timed(g.Unit), Unit: g.Unit,
	}
	m.eachFigure(r, func(column int, p point) {
		c.Series = append(c.Series, series{column, []point{p}})
	})
	slices.SortStableFunc(c.Series, func(a, b series) int { return cmp.Compare(a.Points[0].Y, b.Points[0].Y) })
	return c
}

// eachFigure calls visit for each median of a row that a chart can show.
func (m *matrix) eachFigure(r row, visit func(column int, p point)) {
	for i, c := range r.cells {
		if p, ok := c.point(); ok {
			visit(i, p)
		}
	}
}

// point returns the cell's median as a chart shows it. A logarithmic axis cannot show zero, so a
// chart omits such a point. The tables show it.
func (c cell) point() (point, bool) {
	if c.state != figure || c.estimate.Value <= 0 {
		return point{}, false
	}
	p := point{Y: c.estimate.Value}
	if c.estimate.Bounded() && c.estimate.Low > 0 {
		p.Low, p.High = &c.estimate.Low, &c.estimate.High
	}
	return p, true
}

func title(name string, params map[string]string) string {
	if len(params) == 0 {
		return name
	}
	return name + ", " + strings.ReplaceAll(result.FormatParams(params), "/", ", ")
}

// valueName names an axis of medians with its unit. For a time, each tick has the unit.
func valueName(unit string) string {
	switch {
	case unit == "ns/op":
		return "time per operation (lower is better)"
	case figures.Timed(unit):
		return "time (lower is better)"
	}
	return unit + " (lower is better)"
}
