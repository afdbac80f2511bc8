package rows

import (
	"fmt"
	"strings"

	"github.com/wakeful-go/wakeful/tournament/decide"
	"github.com/wakeful-go/wakeful/tournament/result"
	"github.com/wakeful-go/wakeful/tournament/stats"
)

// A verdict is what an interval says of a bound.
type verdict string

const (
	unbounded    verdict = ""
	kept         verdict = "kept"         // the whole interval is within the bound
	inconclusive verdict = "inconclusive" // the bound is in the interval
	broken       verdict = "BROKEN"       // the whole interval is beyond the bound
	outOfReach   verdict = "out of reach" // it is broken, and a page says why
)

// verdict compares an estimate with the row's bound. A single sample has no interval and is compared
// itself.
func (r Row) verdict(e stats.Estimate) verdict {
	if r.AtMost == 0 {
		return unbounded
	}
	if !e.Bounded() {
		e.Low, e.High = e.Value, e.Value
	}
	switch state := decide.Within(e, r.AtMost); {
	case state == decide.Kept:
		return kept
	case state == decide.Inconclusive:
		return inconclusive
	case r.Missed != "":
		return outOfReach
	}
	return broken
}

// A line is a result with its text.
type line struct {
	text    string
	verdict verdict
}

// judge returns a line for each side but the first, or one for the only side.
func (r Row) judge(cells []result.Cell) (lines []line) {
	ours := &cells[0]
	if len(cells) == 1 {
		e := stats.Interval(ours.Values(), stats.Confidence)
		text := r.shown(e.Value)
		if e.Bounded() {
			text += fmt.Sprintf(" (%s to %s)", r.shown(e.Low), r.shown(e.High))
		}
		v := r.verdict(e)
		return []line{{text + r.bound(r.shown(r.AtMost), v), v}}
	}
	for i := range cells[1:] {
		theirs := &cells[i+1]
		e := stats.Ratio(ours.Values(), theirs.Values())
		text := fmt.Sprintf("%s %s, %s %s, ratio %s", ours.Contestant, r.shown(stats.Median(ours.Values())),
			theirs.Contestant, r.shown(stats.Median(theirs.Values())), interval(e))
		if a, b := processor(ours), processor(theirs); stats.Median(b) > 0 {
			text += fmt.Sprintf(", processor time %s and %s, ratio %s",
				duration(stats.Median(a)), duration(stats.Median(b)), interval(stats.Ratio(a, b)))
		}
		v := r.verdict(e)
		lines = append(lines, line{text + r.bound(fmt.Sprintf("%.2f", r.AtMost), v), v})
	}
	return lines
}

// processor returns the processor time of each operation in nanoseconds.
func processor(c *result.Cell) (each []float64) {
	for _, s := range c.Samples {
		each = append(each, 1e9*s.CPUSeconds/float64(s.Ops))
	}
	return each
}

func (r Row) bound(atMost string, v verdict) string {
	switch v {
	case unbounded:
		return ""
	case outOfReach:
		return fmt.Sprintf(", at most %s: %s, see %s", atMost, v, r.Missed)
	}
	return fmt.Sprintf(", at most %s: %s", atMost, v)
}

func interval(e stats.Estimate) string {
	if !e.Bounded() {
		return fmt.Sprintf("%.2f", e.Value)
	}
	return fmt.Sprintf("%.2f (%.2f to %.2f)", e.Value, e.Low, e.High)
}

func (r Row) shown(v float64) string {
	if r.Unit == Bytes {
		return scaled(v, "B", "KB", "MB", "GB")
	}
	return duration(v)
}

func duration(ns float64) string { return scaled(ns, "ns", "us", "ms", "s") }

// scaled writes three digits of a value with the unit that keeps it below 1,000.
func scaled(v float64, units ...string) string {
	for len(units) > 1 && v >= 999.5 {
		v, units = v/1000, units[1:]
	}
	text := fmt.Sprintf("%.2f", v)
	if v >= 10 {
		text = strings.TrimSuffix(fmt.Sprintf("%.3g", v), ".")
	}
	return text + " " + units[0]
}
