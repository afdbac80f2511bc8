package report

import (
	"math"
	"slices"

	"github.com/wakeful-go/wakeful/tournament/stats"
)

// This file owns how each contestant did over all rows.

// score is how one contestant did over all rows.
type score struct {
	column
	Alone, Tied, Behind int // rows in which it is ahead of all others, tied with the lowest, behind at least one
	Open                int // rows with a figure in which that is not shown
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
			case c.rank > 1:
				s.Behind++
			case at == r.best && m.alone(r):
				s.Alone++
			case at == r.best && !m.anyOpen(r) || c.toBest == stats.Tied && at != r.best:
				s.Tied++
			default:
				s.Open++
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

// alone reports whether the lowest of a row is ahead of all others.
func (m *matrix) alone(r row) bool {
	for i, c := range r.cells {
		if i != r.best && c.ranked() && c.toBest != stats.Behind {
			return false
		}
	}
	return m.rivals(r) > 0
}

// anyOpen reports whether the run does not show how some contestant compares with the lowest.
func (m *matrix) anyOpen(r row) bool {
	for i := range r.cells {
		if r.open(i) {
			return true
		}
	}
	return m.rivals(r) == 0
}

// rivals is how many others than the lowest are ranked in a row.
func (m *matrix) rivals(r row) (n int) {
	for i, c := range r.cells {
		if i != r.best && c.ranked() {
			n++
		}
	}
	return n
}
