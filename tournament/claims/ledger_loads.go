package claims

import (
	"fmt"
	"math"
	"slices"

	waiting "github.com/wakeful-go/wakeful/tournament/latency"
	"github.com/wakeful-go/wakeful/tournament/result"
	"github.com/wakeful-go/wakeful/tournament/stats"
)

// This file has the second half of the ledger: bursts and steady load, the cost of Submit,
// rankings, and sleeping against spinning. The claims B, S, H, R, M and W.

func continuous(contestant string) ref { return at(contestant, "continuous-load", "") }

func mixed(contestant string, burst int) ref {
	return at(contestant, "mixed-load", fmt.Sprintf("burst=%d", burst)).filed(fmt.Sprintf("burst=%d;pause=1ms", burst))
}

// submitWhileRunning is the cost of Submit to a running loop, by what keeps it running. In the
// reported measurement another producer did that.
func submitWhileRunning(contestant, keepalive string) ref {
	r := at(contestant, "submit-cost", "keepalive="+keepalive+"/state=running")
	if keepalive == "contention" {
		return r.filed("state=running")
	}
	return r
}

func submitWhileSleeping(contestant string) ref {
	return at(contestant, "submit-cost", "state=sleeping")
}

var burstClaims = []Claim{
	{
		ID:        "B1",
		Title:     "A budget of 1,024 is not the best.",
		Statement: "The fixed budget of 1,024 is suboptimal: alternatethree peaks at 2,048, mainlockfree at 256.",
		Source:    microSummary,
		Test: "Over which burst batch-throughput is lowest, which is what was reported; and whether another budget than 1,024 is better under bursts " +
			"of 4,096, which is what was concluded.",
		Experiment: "Ablations of both designs with budgets from 64 to 4,096 and everything else unchanged.",
		holds: all(
			lowestAt(overValues(over("alternatethree", "batch-throughput", "burst")), "2048"),
			lowestAt(overValues(over("mainlockfree", "batch-throughput", "burst")), "256"),
			notLowestAt(overBudgets("alternatethree"), "1024"),
			notLowestAt(overBudgets("mainlockfree"), "1024"),
		),
	},
	{
		ID:        "B2",
		Title:     "goja_nodejs is insensitive to the size of a burst.",
		Statement: "Baseline is insensitive to the size of a burst.",
		Source:    microSummary,
		Test:      "Its slowest burst in multiples of its fastest, per task, bursts from 64 to 4,096: at most 1.25, where 1.13 was reported.",
		holds: all(
			is(spread(over("goja_nodejs", "batch-latency", "burst")), below(1.25)),
			is(spread(over("goja_nodejs", "batch-throughput", "burst")), below(1.25)),
		),
	},
	{
		ID:        "B3",
		Title:     "alternatethree leads mainlockfree and alternateone under continuous load.",
		Statement: "Under continuous load alternatethree is 28 % faster than mainlockfree, and alternateone 5 times slower.",
		Source:    microSummary,
		Test:      "Time per task of mainlockfree in multiples of alternatethree's, of alternateone in multiples of mainlockfree's.",
		holds: all(
			is(ratio(continuous("mainlockfree"), continuous("alternatethree")), nearReported()),
			is(ratio(continuous("alternateone"), continuous("mainlockfree")), nearReported()),
		),
	},
	{
		ID:        "B4",
		Title:     "goja_nodejs is 35 % faster in bursts with pauses.",
		Statement: "In bursts with pauses of 1 ms baseline is about 35 % faster than mainlockfree.",
		Source:    microSummary,
		Test:      "Time per task of mainlockfree in multiples of baseline's, for every size of burst.",
		holds: all(
			is(ratio(mixed("mainlockfree", 100), mixed("goja_nodejs", 100)), nearReported()),
			is(ratio(mixed("mainlockfree", 500), mixed("goja_nodejs", 500)), nearReported()),
			is(ratio(mixed("mainlockfree", 1000), mixed("goja_nodejs", 1000)), nearReported()),
			is(ratio(mixed("mainlockfree", 2000), mixed("goja_nodejs", 2000)), nearReported()),
			is(ratio(mixed("mainlockfree", 5000), mixed("goja_nodejs", 5000)), nearReported()),
		),
	},
}

var submitClaims = []Claim{
	{
		ID:    "S1",
		Title: "Submit to a sleeping loop costs less than to a running one.",
		Statement: "Submitting to a sleeping loop is cheaper than to a running one for all alternates, on both systems; main is dearer on Darwin, " +
			"cheaper on Linux.",
		Source: runningAnalysis,
		Test:   "Submit to a sleeping loop in multiples of Submit to one that another producer keeps running, as it was done there.",
		holds: all(append(
			each(alternates, func(c string) predicate {
				return is(ratio(submitWhileSleeping(c), submitWhileRunning(c, "contention")), below(1))
			}),
			bySystem{
				"linux":  is(ratio(submitWhileSleeping("main"), submitWhileRunning("main", "contention")), below(1)),
				"darwin": is(ratio(submitWhileSleeping("main"), submitWhileRunning("main", "contention")), above(1)),
			})...),
	},
	{
		ID:        "S2",
		Title:     "The other producer makes Submit to a running loop dearer.",
		Statement: "The running loop is dearer because the goroutine that keeps it running contends for the same lock, not because of waking.",
		Source:    runningAnalysis,
		Test: "How much of what Submit to a running loop costs above Submit to a sleeping one goes when the loop is kept running without touching the " +
			"ingress: at least half. The costs themselves are shown.",
		Experiment: "The keep-alive is exchanged alone: another producer (contention); a task of the priority queue that submits itself again (resubmission); " +
			"one long task, which leaves the ingress to the measured producer (held).",
		holds: all(slices.Concat(
			each(alternates, func(c string) predicate { return is(penalty(c), above(50)) }),
			costs("main"), costs("alternateone"), costs("alternatetwo"), costs("alternatethree"))...),
	},
	{
		ID:        "S3",
		Title:     "The keep-alive submits every 100 ns.",
		Statement: "The keep-alive of that benchmark submits every 100 ns.",
		Source:    runningAnalysis,
		Test:      "How long a sleep of 100 ns takes.",
		holds:     is(value(at(machine, "primitive-cost", "primitive=sleep-100ns")), between(50, 200)),
	},
	{
		ID:        "S4",
		Title:     "Submit to a running alternatethree costs 726 ns, or 140 ns.",
		Statement: "Submit to a running alternatethree costs 725.8 ns on Linux, or 140.5 ns: the documents report both.",
		Source:    runningAnalysis,
		Test: "Both figures, of which 140.5 was filed for rapid submission: the cost with another producer near the first, or near the second; " +
			"and without one.",
		holds: on("linux", all(
			anyOf(
				is(value(submitWhileRunning("alternatethree", "contention")), nearReported()),
				is(value(submitWhileRunning("alternatethree", "contention").filed("state=rapid")), nearReported()),
			),
			shown(value(at("alternatethree", "submit-cost", "state=rapid"))),
			shown(value(submitWhileSleeping("alternatethree"))),
		)),
	},
}

var rankClaims = []Claim{
	{
		ID:    "H1",
		Title: "alternatetwoplus is first in everything.",
		Statement: "Alternatetwoplus is universally superior: 420 ns of latency, 55 ns per task, 340 ns under collections on Linux, where it was " +
			"projected and never built.",
		Source: finalSummary,
		Test:   "Its place in every row among the designs and baseline; the three figures near what was projected for Linux.",
		holds: all(
			firstEverywhere("alternatetwoplus", projected),
			on("linux", all(
				is(value(latency("alternatetwoplus").filed("projected")), nearReported()),
				is(value(singleProducer("alternatetwoplus").filed("projected")), nearReported()),
				is(value(underCollections("alternatetwoplus").filed("projected")), nearReported()),
			)),
			shown(ratio(latency("alternatetwoplus"), latency("alternatetwo"))),
		),
	},
	{
		ID:        "H2",
		Title:     "alternatetwomini has 5 to 10 times better latency than alternatetwo.",
		Statement: "Alternatetwomini brings 5 to 10 times better latency for a fifth of the effort.",
		Source:    finalSummary,
		Test:      "The round trip of alternatetwo in multiples of alternatetwomini's.",
		holds:     is(ratio(latency("alternatetwo"), latency("alternatetwomini")), between(5, 10)),
	},
	{
		ID:        "R1",
		Title:     "main is first in 6 of 7 categories.",
		Statement: "Two documents rank main first in 6 of 7 categories, one ranks it last on throughput and latency.",
		Source:    microSummary,
		Test: "Both can be, if they are of two designs: main first in 6 of 7 categories among what was compared, and mainlockfree, which was called Main " +
			"a day earlier, last in throughput and latency among the same others.",
		Experiment: "The Main of each day is a contestant of its own.",
		holds: all(
			atLeast(6,
				first("main", withMain, singleProducer("")),
				first("main", withMain, tenProducers("")),
				first("main", withMain, latency("")),
				first("main", withMain, contention("", 8)),
				first("main", withMain, underCollections("")),
				first("main", withMain, at("", "batch-throughput", "burst=1024")),
				first("main", withMain, continuous("")),
			),
			last("mainlockfree", withLockFree, at("", "batch-throughput", "burst=1024")),
			last("mainlockfree", withLockFree, latency("")),
		),
	},
	{
		ID:        "M1",
		Title:     "The reported P99, below the P50, is impossible.",
		Statement: "A P99 of 8,041 ns below a P50 of 12,417 ns, as reported, is impossible for one distribution.",
		Source:    microSummary,
		Test:      "Every cell's percentiles come from one histogram and never fall; the reported ones do.",
		holds:     all(percentilesRise{}, reportedFall{"end-to-end-latency", "mainlockfree"}),
	},
}

// lane is the median of a founding document's lane at its gap, under its reported name.
func lane(name, mode string) ref {
	r := at("rust-"+name+"-"+laneModes[mode], waiting.Arrival, "gap="+waiting.GapText(waiting.FoundingGap)).median()
	r.reported = reportedKey{reportedLanes, name, "mode=" + mode, "p50"}
	return r
}

// laneModes maps the reported modes to their names here.
var laneModes = map[string]string{"sleeping": "sleep", "spinning": "spin"}

// reportedLanes is the experiment of the reported lanes.
const reportedLanes = "sleep-vs-spin"

// lanes are the lanes of the founding document.
var lanes = []string{"std-mpsc", "tokio-mpsc", "std-tcp", "tokio-tcp", "std-udp", "tokio-udp"}

var sleepClaims = []Claim{
	{
		ID:    "W1",
		Title: "Spinning beats sleeping at the median, by 1.5 to 9 times.",
		Statement: "Spinning beats sleeping at the median by 3.2 to 9.2 times (mpsc), 1.5 to 1.6 times (tcp) and 1.7 times (udp) on Linux, by up to " +
			"296 times on Darwin.",
		Source: sleepingSpinning,
		Test:   "The median of the sleeping lane in multiples of the spinning one's, with a message every 100 ms; a receiver that spins has a processor of its own.",
		holds: withProcessors(2, all(each(lanes, func(l string) predicate {
			return is(ratio(lane(l, "sleeping"), lane(l, "spinning")), nearReported())
		})...)),
	},
	{
		ID:        "W2",
		Title:     "tokio sleeps as long as std.",
		Statement: "An async runtime does not change what sleeping costs: tokio sleeps as long as std.",
		Source:    sleepingSpinning,
		Test:      "The median of the sleeping tokio lane in multiples of the std lane's: within a factor of 2, as all reported ones are.",
		holds: all(each([]string{"mpsc", "tcp", "udp"}, func(l string) predicate {
			return is(ratio(lane("tokio-"+l, "sleeping"), lane("std-"+l, "sleeping")), between(0.5, 2))
		})...),
	},
}

// ReportedLane is the reported median of a lane on a platform, in ns.
type ReportedLane struct {
	Lane, Platform string
	P50            float64
}

// ReportedLanes returns the reported figures of the founding document's lanes, under the names that
// lanes have here.
func ReportedLanes() []ReportedLane {
	var all []ReportedLane
	for _, name := range lanes {
		for _, mode := range []string{"sleeping", "spinning"} {
			of := lane(name, mode)
			for _, r := range of.figures() {
				all = append(all, ReportedLane{of.contestant, r.Platform, r.Low})
			}
		}
	}
	return all
}

// penalty is the share of a running loop's extra cost that disappears without the other producer.
func penalty(c string) quantity {
	return partOfGap("of what "+c+" costs more when it runs, without another producer",
		submitWhileRunning(c, "contention"), submitWhileRunning(c, "resubmission"), submitWhileRunning(c, "contention"), submitWhileSleeping(c))
}

// costs shows the cost of Submit in each state of the loop.
func costs(c string) []predicate {
	var parts []predicate
	for _, r := range []ref{submitWhileSleeping(c), submitWhileRunning(c, "contention"), submitWhileRunning(c, "resubmission"), submitWhileRunning(c, "held"), at(c, "submit-cost", "state=rapid")} {
		parts = append(parts, shown(value(r)))
	}
	return parts
}

// bySystem is a claim that differs by system.
type bySystem map[string]predicate

func (p bySystem) evaluate(b *bench) Finding {
	if here, ok := p[b.doc.Environment.OS]; ok {
		return here.evaluate(b)
	}
	return Finding{Verdict: NotTestable, Reason: "the claim is about linux and darwin, this run is of " + b.doc.Environment.OS,
		Measured: stats.Interval(nil, stats.Confidence)}
}

// percentilesRise claims that the percentiles of each cell rise.
type percentilesRise struct{}

func (percentilesRise) evaluate(b *bench) Finding {
	f := Finding{What: "cells whose percentiles rise", Expected: "all of them", Measured: stats.Interval(nil, stats.Confidence)}
	n := 0
	for i := range b.doc.Cells {
		cell := &b.doc.Cells[i]
		h, err := result.MergeLatency(cell.Samples)
		if err != nil || h == nil {
			continue // a valid document has no unreadable histogram
		}
		n++
		before := int64(math.MinInt64)
		for _, at := range h.ValueAtPercentilesSlice([]float64{50, 90, 99, 99.9, 100}) {
			if at < before {
				f.Verdict, f.Reason = Refuted, "those of "+cell.Key()+" fall"
				return f
			}
			before = at
		}
	}
	if n == 0 {
		f.Verdict, f.Reason = NotTestable, "the document has no latencies"
		return f
	}
	f.Verdict, f.Reason = Confirmed, fmt.Sprintf("%d cells", n)
	return f
}

// reportedFall claims that the reported percentiles fall, which is impossible within one
// distribution.
type reportedFall struct{ experiment, variant string }

func (p reportedFall) evaluate(*bench) Finding {
	find := func(statistic string) []Reported {
		return reportedFigures()[reportedKey{p.experiment, p.variant, "", statistic}]
	}
	f := Finding{What: "reported P99 - P50, " + p.variant, Expected: "below 0", Measured: stats.Interval(nil, stats.Confidence),
		Reported: combine(find("p99"), find("p50"), "ns", func(a, b float64) float64 { return a - b })}
	f.Verdict = Refuted
	for _, r := range f.Reported {
		if r.High < 0 {
			f.Verdict, f.Reason = Confirmed, "so they were not taken from one set of latencies"
		}
	}
	return f
}
