package claims

import (
	"errors"
	"fmt"
	"math"
	"strings"

	"github.com/wakeful-go/wakeful/tournament/internal/figures"
	"github.com/wakeful-go/wakeful/tournament/stats"
)

// This file owns the predicates about one quantity, and how predicates are put
// together.

// A predicate is what a claim says of a document.
type predicate interface {
	judge(b *bench) Finding
}

// band is where a claim puts a quantity, both ends included.
type band struct {
	low, high float64
	// near: around the reported figure instead, within tolerance.
	near bool
}

func above(low float64) band         { return band{low: low, high: math.Inf(1)} }
func below(high float64) band        { return band{low: math.Inf(-1), high: high} }
func between(low, high float64) band { return band{low: low, high: high} }

// nearReported is around what was reported for this platform, or for the other
// when there is no figure of this one. Machines differ, so "near" is wide: half
// to twice. Of a ratio it is not the ratio that is halved and doubled but what it
// has above 1, so that 1.3 times is not near once.
func nearReported() band { return band{near: true} }

// tolerance is the factor by which a figure may be off and still be near.
const tolerance = 2

func (b band) around(r Reported) band {
	if r.Unit != times {
		return between(r.Low/tolerance, r.High*tolerance)
	}
	return between(nearer(r.Low, 1/float64(tolerance)), nearer(r.High, tolerance))
}

// nearer scales what a ratio has above 1. A ratio below 1 is turned over first:
// two thirds as much is to one half as much as 1.5 times is to twice.
func nearer(ratio, scale float64) float64 {
	if ratio < 1 {
		return 1 / nearer(1/ratio, 1/scale)
	}
	return 1 + (ratio-1)*scale
}

// expected writes the band in words.
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

// is says that a quantity lies in a band.
func is(q quantity, where band) predicate { return isIn{q, where} }

type isIn struct {
	quantity quantity
	band     band
}

func (p isIn) judge(b *bench) Finding {
	f, unit := lookAt(b, p.quantity)
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
		f.Takes = where.takes(f.Measured, f.Unit, b.rounds())
		f.Reason += "; " + power(f.Takes)
	}
	return f
}

// rounds is how many samples the cells have that were read last, of the one with the
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

// takes is how many rounds would put the interval on one side of the limits: its reach
// towards the nearer limit must become less than the distance to it. Ratios are counted in
// logarithms.
func (b band) takes(e stats.Estimate, unit string, rounds int) float64 {
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

// mostTaken is how many rounds nobody measures.
const mostTaken = 10_000

// power says how many rounds would decide.
func power(takes float64) string {
	switch {
	case takes == 0:
		return "how many rounds would decide is not known"
	case !(takes < mostTaken):
		return "the value is so near the limit that no number of rounds would decide"
	}
	return fmt.Sprintf("about %d rounds would decide, if the value stays", int(math.Ceil(takes)))
}

// look measures a quantity; the verdict is empty unless there is none.
func look(b *bench, q quantity) Finding {
	f, _ := lookAt(b, q)
	return f
}

// lookAt is look with the quantity's unit, which the finding has only with a
// value.
func lookAt(b *bench, q quantity) (Finding, string) {
	f := Finding{What: q.what(), Reported: q.reported(), Measured: stats.Interval(nil, stats.Confidence)}
	e, unit, err := q.measure(b)
	var decided *settled
	switch {
	case errors.As(err, &decided):
		f.Verdict, f.Reason, f.Takes = decided.verdict, decided.reason, decided.takes
	case err != nil:
		f.Verdict, f.Reason = NotTestable, err.Error()
	default:
		f.Measured, f.Unit = e, unit
	}
	return f, unit
}

// shown is a quantity beside the others, about which nothing is claimed.
func shown(q quantity) predicate { return shownOnly{q} }

type shownOnly struct{ quantity quantity }

func (p shownOnly) judge(b *bench) Finding {
	f := look(b, p.quantity)
	f.Verdict = ""
	return f
}

// all holds when every part does.
func all(parts ...predicate) predicate { return combined{"all of them", parts, allOf} }

// anyOf holds when one part does.
func anyOf(parts ...predicate) predicate { return combined{"one of them", parts, oneOf} }

// atLeast holds when so many parts do.
func atLeast(n int, parts ...predicate) predicate {
	return combined{fmt.Sprintf("at least %d of them", n), parts, func(c counts) Verdict { return c.reach(n) }}
}

// combined puts predicates together; its verdict follows from how many parts have which.
type combined struct {
	expected string
	parts    []predicate
	verdict  func(counts) Verdict
}

// counts are the parts by verdict, those that are only shown left out.
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

// reach says whether so many parts hold.
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

func (p combined) judge(b *bench) Finding {
	f := Finding{Expected: p.expected}
	n := counts{}
	for _, part := range p.parts {
		found := b.judge(part)
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

// String tells the counts: "3 confirmed, 1 refuted".
func (c counts) String() string {
	var words []string
	for _, v := range Verdicts {
		if c[v] > 0 {
			words = append(words, fmt.Sprintf("%d %s", c[v], v))
		}
	}
	return strings.Join(words, ", ")
}

// commonReason is the reason of all parts when they have the same, else the
// first.
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

func (p onlyOn) judge(b *bench) Finding {
	f := p.then.judge(b)
	if here := b.doc.Environment.OS; here != p.os {
		overrule(&f, fmt.Sprintf("the claim is about %s, this run is of %s", p.os, here))
	}
	return f
}

// withProcessors is a claim that takes so many goroutines running at the same
// time.
func withProcessors(n int, p predicate) predicate { return onlyWith{n, p} }

type onlyWith struct {
	processors int
	then       predicate
}

func (p onlyWith) judge(b *bench) Finding {
	f := p.then.judge(b)
	if have := b.processors(); have < p.processors {
		overrule(&f, fmt.Sprintf("the claim takes %d processors, this machine has %d", p.processors, have))
	}
	return f
}

// overrule keeps the figures of a finding and takes its verdicts.
func overrule(f *Finding, reason string) {
	if f.Verdict != "" {
		f.Verdict, f.Reason = NotTestable, reason
	}
	for i := range f.Parts {
		overrule(&f.Parts[i], reason)
	}
}
