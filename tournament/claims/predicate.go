package claims

import (
	"errors"
	"fmt"
	"math"
	"strings"

	"github.com/wakeful-go/wakeful/tournament/figures"
	"github.com/wakeful-go/wakeful/tournament/stats"
)

// This file owns the predicates about one quantity, and the combination of predicates.

// A predicate is the testable form of a claim.
type predicate interface {
	evaluate(b *bench) Finding
}

// band is the claimed range of a quantity, both ends included.
type band struct {
	low, high float64
	// near: the range is the reported figure with a tolerance.
	near bool
}

func above(low float64) band         { return band{low: low, high: math.Inf(1)} }
func below(high float64) band        { return band{low: math.Inf(-1), high: high} }
func between(low, high float64) band { return band{low: low, high: high} }

// nearReported is the range around the figure reported for this platform, or for the other one if
// there is none. Machines differ, so the range is wide: half to twice the figure. For a ratio, its
// excess over 1 is halved and doubled, so that a ratio of 1.3 is not near 1.
func nearReported() band { return band{near: true} }

// tolerance is the factor by which a near figure may differ.
const tolerance = 2

func (b band) around(r Reported) band {
	if r.Unit != times {
		return between(r.Low/tolerance, r.High*tolerance)
	}
	return between(nearer(r.Low, 1/float64(tolerance)), nearer(r.High, tolerance))
}

// nearer scales the excess of a ratio over 1. A ratio below 1 is inverted first: two thirds relate
// to one half as 1.5 relates to 2.
func nearer(ratio, scale float64) float64 {
	if ratio < 1 {
		return 1 / nearer(1/ratio, 1/scale)
	}
	return 1 + (ratio-1)*scale
}

// expected formats the range.
func (b band) expected(unit string) string {
	write := func(v float64) string {
		switch unit {
		case times:
			return figures.Factor(v)
		case percent:
			return fmt.Sprintf("%.0f %%", v)
		}
		return figures.WithUnit(v, unit)
	}
	switch {
	case math.IsInf(b.high, 0):
		return "at least " + write(b.low)
	case math.IsInf(b.low, 0):
		return "at most " + write(b.high)
	}
	return write(b.low) + " to " + write(b.high)
}

// verdict compares an interval with the band.
func (b band) verdict(e stats.Estimate) (Verdict, string) {
	switch {
	case !e.Known():
		return NotTestable, "there is no figure"
	case !e.Bounded():
		return Undecided, fmt.Sprintf("too few rounds for an interval: it takes %d", stats.MinSamples(stats.Confidence))
	case e.Low >= b.low && e.High <= b.high:
		return Confirmed, ""
	case e.High < b.low || e.Low > b.high:
		return Refuted, ""
	}
	return Undecided, "the interval lies on both sides of the limit"
}

// is claims that a quantity lies in a range.
func is(q quantity, where band) predicate { return isIn{q, where} }

type isIn struct {
	quantity quantity
	band     band
}

func (p isIn) evaluate(b *bench) Finding {
	f, unit := readQuantityAndUnit(b, p.quantity)
	where := p.band
	if where.near {
		r, ok := closest(f.Reported, b.doc.Environment.OS)
		if !ok {
			f.Verdict, f.Reason = NotTestable, "nothing was reported to compare it with"
			return f
		}
		where, unit = where.around(r), r.Unit
	}
	f.Expected, f.claimed = where.expected(unit), &where
	if f.Verdict == "" {
		f.Verdict, f.Reason = where.verdict(f.Measured)
	}
	if f.Verdict == Undecided && f.Measured.Bounded() {
		f.RoundsNeeded = where.roundsNeeded(f.Measured, f.Unit, b.rounds())
		f.Reason += "; " + roundsText(f.RoundsNeeded)
	}
	return f
}

// rounds returns the number of samples of the cells that were read last, of the cell with the
// fewest.
func (b *bench) rounds() int {
	least := math.MaxInt
	for key := range b.read {
		if c := b.cells[key]; c != nil {
			least = min(least, len(c.Samples))
		}
	}
	return least
}

// roundsNeeded returns the number of rounds that would put the interval on one side of the limits:
// the distance from the value to the interval's end near the nearer limit must be less than that to
// the limit. Ratios are computed in logarithms.
func (b band) roundsNeeded(e stats.Estimate, unit string, rounds int) float64 {
	scale := func(v float64) float64 { return v }
	if unit == times && e.Low > 0 {
		scale = math.Log
	}
	takes := 0.0
	for _, limit := range []float64{b.low, b.high} {
		if math.IsInf(limit, 0) || limit < e.Low || limit > e.High {
			continue
		}
		distance, reach := scale(limit)-scale(e.Value), scale(e.High)-scale(e.Value)
		if distance < 0 {
			distance, reach = -distance, scale(e.Value)-scale(e.Low)
		}
		takes = max(takes, float64(rounds)*(reach/distance)*(reach/distance))
	}
	return takes
}

// mostTaken is a number of rounds that is too large to measure.
const mostTaken = 10_000

// roundsText adds the number of rounds that would decide.
func roundsText(takes float64) string {
	switch {
	case takes == 0:
		return "how many rounds would decide is not known"
	case !(takes < mostTaken):
		return "the value is so near the limit that no number of rounds would decide"
	}
	return fmt.Sprintf("about %d rounds would decide, if the value stays", int(math.Ceil(takes)))
}

// readQuantity measures a quantity. The verdict is empty if there is a value.
func readQuantity(b *bench, q quantity) Finding {
	f, _ := readQuantityAndUnit(b, q)
	return f
}

// readQuantityAndUnit is readQuantity with the quantity's unit. A finding has the unit only with a value.
func readQuantityAndUnit(b *bench, q quantity) (Finding, string) {
	f := Finding{What: q.what(), Reported: q.reported(), Measured: stats.Interval(nil, stats.Confidence)}
	e, unit, err := q.measure(b)
	var decided *settled
	switch {
	case errors.As(err, &decided):
		f.Verdict, f.Reason, f.RoundsNeeded = decided.verdict, decided.reason, decided.roundsNeeded
	case err != nil:
		f.Verdict, f.Reason = NotTestable, err.Error()
	default:
		f.Measured, f.Unit = e, unit
	}
	return f, unit
}

// shown adds a quantity without a claim about it.
func shown(q quantity) predicate { return shownOnly{q} }

type shownOnly struct{ quantity quantity }

func (p shownOnly) evaluate(b *bench) Finding {
	f := readQuantity(b, p.quantity)
	f.Verdict = ""
	return f
}

// all holds if every part holds.
func all(parts ...predicate) predicate { return combined{"all of them", parts, allOf} }

// anyOf holds if one part holds.
func anyOf(parts ...predicate) predicate { return combined{"one of them", parts, oneOf} }

// atLeast holds if this many parts hold.
func atLeast(n int, parts ...predicate) predicate {
	return combined{fmt.Sprintf("at least %d of them", n), parts, func(c counts) Verdict { return c.reach(n) }}
}

// combined combines predicates. Its verdict follows from the number of parts with each verdict.
type combined struct {
	expected string
	parts    []predicate
	verdict  func(counts) Verdict
}

// counts returns the number of parts of each verdict, without those that are only shown.
type counts map[Verdict]int

func (c counts) total() int { return c[Confirmed] + c[Refuted] + c[Undecided] + c[NotTestable] }

func allOf(c counts) Verdict {
	switch {
	case c[Refuted] > 0:
		return Refuted
	case c[NotTestable] == c.total():
		return NotTestable
	case c[Undecided]+c[NotTestable] > 0:
		return Undecided
	}
	return Confirmed
}

func oneOf(c counts) Verdict { return c.reach(1) }

// reach returns the verdict on whether this many parts hold.
func (c counts) reach(n int) Verdict {
	switch {
	case c[Confirmed] >= n:
		return Confirmed
	case c[NotTestable] == c.total():
		return NotTestable
	case c[Confirmed]+c[Undecided]+c[NotTestable] < n:
		return Refuted
	}
	return Undecided
}

func (p combined) evaluate(b *bench) Finding {
	f := Finding{Expected: p.expected}
	n := counts{}
	for _, part := range p.parts {
		found := b.findingOf(part)
		f.Parts = append(f.Parts, found)
		if found.Verdict != "" {
			n[found.Verdict]++
		}
	}
	f.Verdict = p.verdict(n)
	f.What = n.String()
	if f.Verdict == NotTestable {
		f.Reason = commonReason(f.Parts)
	}
	return f
}

// String formats the counts: "3 confirmed, 1 refuted".
func (c counts) String() string {
	var words []string
	for _, v := range Verdicts {
		if c[v] > 0 {
			words = append(words, fmt.Sprintf("%d %s", c[v], v))
		}
	}
	return strings.Join(words, ", ")
}

// commonReason returns the reason of all parts if they have the same one, and otherwise the first
// reason.
func commonReason(parts []Finding) string {
	for _, part := range parts {
		if part.Verdict != "" {
			return part.Reason
		}
	}
	return ""
}

// on is a claim about one system.
func on(os string, p predicate) predicate { return onlyOn{os, p} } //nolint:unparam // a ledger with claims about one system today

type onlyOn struct {
	os   string
	then predicate
}

func (p onlyOn) evaluate(b *bench) Finding {
	f := p.then.evaluate(b)
	if here := b.doc.Environment.OS; here != p.os {
		overrule(&f, fmt.Sprintf("the claim is about %s, this run is of %s", p.os, here))
	}
	return f
}

// withProcessors is a claim that needs this many goroutines running at the same time.
func withProcessors(n int, p predicate) predicate { return onlyWith{n, p} }

type onlyWith struct {
	processors int
	then       predicate
}

func (p onlyWith) evaluate(b *bench) Finding {
	f := p.then.evaluate(b)
	if have := b.processors(); have < p.processors {
		overrule(&f, fmt.Sprintf("the claim takes %d processors, this machine has %d", p.processors, have))
	}
	return f
}

// overrule keeps the figures of a finding and removes its verdicts.
func overrule(f *Finding, reason string) {
	if f.Verdict != "" {
		f.Verdict, f.Reason = NotTestable, reason
	}
	for i := range f.Parts {
		overrule(&f.Parts[i], reason)
	}
}
