package claims

import (
	"errors"
	"fmt"
	"math"

	"github.com/wakeful-go/wakeful/tournament/stats"
)

// This file owns the predicates about one quantity, and the combination of predicates.

// A predicate is the testable form of a claim.
type predicate func(b *bench) Finding

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
	write := func(v float64) string { return unitText(v, unit) }
	switch {
	case math.IsInf(b.high, 0):
		return "at least " + write(b.low)
	case math.IsInf(b.low, 0):
		return "at most " + write(b.high)
	}
	return write(b.low) + " to " + write(b.high)
}

// tooFewRounds is the reason of a figure without an interval.
var tooFewRounds = fmt.Sprintf("too few rounds for an interval: it takes %d", stats.MinSamples(stats.Confidence))

// verdict compares an interval with the band.
func (b band) verdict(e stats.Estimate) (Verdict, string) {
	switch {
	case !e.Known():
		return NotTestable, "there is no figure"
	case !e.Bounded():
		return Undecided, tooFewRounds
	case e.Low >= b.low && e.High <= b.high:
		return Confirmed, ""
	case e.High < b.low || e.Low > b.high:
		return Refuted, ""
	}
	return Undecided, "the interval lies on both sides of the limit"
}

// is claims that a quantity lies in a range.
func is(q quantity, where band) predicate {
	return func(b *bench) Finding {
		f, unit, where := b.find(q), b.unitOf(q), where
		if where.near {
			r, ok := closest(f.Reported, b.doc.Environment.OS)
			if !ok {
				f.Verdict, f.Reason = NotTestable, notReported
				return f
			}
			where, unit = where.around(r), r.Unit
		}
		f.Expected, f.claimed = where.expected(unit), &where
		if f.Verdict == "" {
			f.Verdict, f.Reason = where.verdict(f.Measured)
		}
		return f
	}
}

// notReported is the reason of a figure that has no reported one to be near to.
const notReported = "nothing was reported to compare it with"

// shown adds a quantity without a claim about it.
func shown(q quantity) predicate {
	return func(b *bench) Finding {
		f := b.find(q)
		f.Verdict = ""
		return f
	}
}

// find measures a quantity. The finding has a verdict only if there is no value, and a unit only if
// there is one.
func (b *bench) find(q quantity) Finding {
	f := Finding{What: q.name, Reported: q.reported(), Measured: unmeasured, of: q.of}
	e, err := b.measure(q)
	if settled, ok := errors.AsType[*settled](err); ok {
		f.Verdict, f.Reason = settled.verdict, settled.reason
		return f
	}
	f.Measured, f.Unit = e, b.unitOf(q)
	return f
}

// unmeasured is an estimate without a value.
var unmeasured = stats.Interval(nil, stats.Confidence)

// all holds if every part holds.
func all(parts ...predicate) predicate { return atLeast(len(parts), parts...) }

// anyOf holds if one part holds.
func anyOf(parts ...predicate) predicate { return atLeast(1, parts...) }

// atLeast holds if so many parts hold. A part that is only shown counts as one that holds.
func atLeast(n int, parts ...predicate) predicate {
	return func(b *bench) Finding {
		var f Finding
		counts := map[Verdict]int{}
		for _, part := range parts {
			found := part(b)
			f.Parts = append(f.Parts, found)
			counts[found.Verdict]++
			if found.Verdict == NotTestable && f.Reason == "" {
				f.Reason = found.Reason
			}
		}
		holds := counts[Confirmed] + counts[""]
		switch {
		case counts[NotTestable] == len(parts)-counts[""]:
			f.Verdict = NotTestable
			return f
		case holds >= n:
			f.Verdict = Confirmed
		case holds+counts[Undecided]+counts[NotTestable] < n:
			f.Verdict = Refuted
		default:
			f.Verdict = Undecided
		}
		f.Reason = ""
		return f
	}
}

// on is a claim about one system.
func on(os string, p predicate) predicate { //nolint:unparam // a ledger with claims about one system today
	return func(b *bench) Finding {
		f := p(b)
		if here := b.doc.Environment.OS; here != os {
			overrule(&f, fmt.Sprintf("the claim is about %s, this run is of %s", os, here))
		}
		return f
	}
}

// bySystem is a claim that differs by system.
func bySystem(claims map[string]predicate) predicate {
	return func(b *bench) Finding {
		here := b.doc.Environment.OS
		if p, ok := claims[here]; ok {
			return p(b)
		}
		return Finding{
			Measured: unmeasured, Verdict: NotTestable,
			Reason: "the claim is about linux and darwin, this run is of " + here,
		}
	}
}

// withProcessors is a claim that needs this many goroutines running at the same time.
func withProcessors(n int, p predicate) predicate {
	return func(b *bench) Finding {
		f := p(b)
		if have := b.processors(); have < n {
			overrule(&f, fmt.Sprintf("the claim takes %d processors, this machine has %d", n, have))
		}
		return f
	}
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
