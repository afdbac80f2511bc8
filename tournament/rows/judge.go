package rows

import (
	"fmt"
	"strings"

	"github.com/wakeful-go/wakeful/tournament/decide"
	"github.com/wakeful-go/wakeful/tournament/result"
	"github.com/wakeful-go/wakeful/tournament/stats"
)

// The verdicts of a row's bound. A row without one has none.
const (
	kept         = "kept"         // the whole interval is within the bound
	inconclusive = "inconclusive" // the bound is in the interval
	broken       = "BROKEN"       // the whole interval is beyond the bound
	outOfReach   = "out of reach" // it is broken, and a page says why
)

// A line is a result with its text and verdict.
type line struct{ text, verdict string }

// line compares an estimate with the row's bound, which is written as atMost. A single sample has no
// interval and is compared itself.
func (r Row) line(text string, e stats.Estimate, atMost string) line {
	if r.AtMost == 0 {
		return line{text: text}
	}
	if !e.Bounded() {
		e.Low, e.High = e.Value, e.Value
	}
	verdict, see := broken, ""
	switch state := decide.Within(e, r.AtMost); {
	case state == decide.Kept:
		verdict = kept
	case state == decide.Inconclusive:
		verdict = inconclusive
	case r.Missed != "":
		verdict, see = outOfReach, ", see "+r.Missed
	}
	return line{fmt.Sprintf("%s, at most %s: %s%s", text, atMost, verdict, see), verdict}
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
		return []line{r.line(text, e, r.shown(r.AtMost))}
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
		lines = append(lines, r.line(text, e, fmt.Sprintf("%.2f", r.AtMost)))
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
