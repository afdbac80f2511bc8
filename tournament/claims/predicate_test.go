package claims

import (
	"slices"
	"strings"
	"testing"

	waiting "github.com/wakeful-go/wakeful/tournament/latency"
)

// Cells of the tests' documents.
var (
	cellA = at("a", "ping-pong", "")
	cellB = at("b", "ping-pong", "")
	cellC = at("c", "ping-pong", "")
	cellD = at("d", "ping-pong", "")
)

// Every predicate, with documents that confirm it, refute it and leave it undecided, and one that
// cannot test it.
func TestPredicates(t *testing.T) {
	two := func(a, b []float64) *made { return onLinux().set(cellA, a).set(cellB, b) }
	three := func(a, b, c float64) *made {
		return onLinux().set(cellA, around(a)).set(cellB, around(b)).set(cellC, around(c))
	}
	// open3 cannot distinguish c from a.
	open3 := func(b float64) *made { return three(100, b, 1).set(cellC, against(100)) }
	sizes := func(values map[string]float64) *made {
		m := onLinux()
		for size, v := range values {
			m.set(at("a", "batch-throughput", "burst="+size), around(v))
		}
		return m
	}
	bursts := places{name: "bursts"}
	for _, size := range []string{"64", "128", "256"} {
		bursts.each = append(bursts.each, place{size, at("a", "batch-throughput", "burst="+size)})
	}
	field := []string{"a", "b", "c"}

	for name, c := range map[string]struct {
		predicate                     predicate
		confirm, refute, open, absent *made
		reason                        string // of the document that cannot test it
	}{
		"a ratio above": {
			predicate: is(ratio(cellA, cellB), above(2)),
			confirm:   two(around(300), around(100)), refute: two(around(150), around(100)), open: two(wide(200), around(100)),
			absent: onLinux().set(cellA, around(1)), reason: "b is not in this document",
		},
		"a ratio below": {
			predicate: is(ratio(cellA, cellB), below(1)),
			confirm:   two(around(90), around(100)), refute: two(around(110), around(100)), open: two(around(100), wide(100)),
			absent: onLinux().set(cellA, around(1)).fail(cellB, "it hung"), reason: "it hung",
		},
		"a ratio between": {
			predicate: is(ratio(cellA, cellB), between(5, 10)),
			confirm:   two(around(700), around(100)), refute: two(around(1200), around(100)), open: two(around(500), against(100)),
			absent: two(around(1), around(0)), reason: "is 0",
		},
		"a value": {
			predicate: is(value(cellA), between(50, 200)),
			confirm:   onLinux().set(cellA, around(100)), refute: onLinux().set(cellA, around(20)), open: onLinux().set(cellA, around(200)),
			absent: onLinux().set(cellB, around(1)), reason: "a is not in this document",
		},
		"allocations": {
			predicate: is(value(cellA.allocations()), below(1.5)),
			confirm:   onLinux().set(cellA, around(1)), refute: onLinux().set(cellA, around(2)), open: onLinux().set(cellA, wide(1.5)),
			absent: onLinux().set(at("a", "elsewhere", ""), around(1)), reason: "the workload ping-pong is not in this document",
		},
		"a median of latencies": {
			predicate: is(ratio(cellA.median(), cellB.median()), above(2)),
			confirm:   two(around(3000), around(1000)), refute: two(around(1500), around(1000)), open: two(wide(2000), around(1000)),
			absent: two(around(0.5), around(1000)), reason: "no latencies",
		},
		"a difference": {
			predicate: is(difference(cellA, cellB), above(50)),
			confirm:   two(around(200), around(100)), refute: two(around(120), around(100)), open: two(wide(150), around(100)),
			absent: onLinux().set(cellB, around(1)), reason: "a is not in this document",
		},
		"a part": {
			// a is the part of c that remains after an exchange. d is the other end of the gap.
			predicate: is(partOfGap("part", cellC, cellA, cellC, cellD), above(50)),
			confirm:   three(130, 1, 200).set(cellD, around(100)), // 70 of 100
			refute:    three(180, 1, 200).set(cellD, around(100)), // 20 of 100
			open:      three(130, 1, 200).set(cellD, wide(200)),   // the gap may be zero
			absent:    three(130, 1, 200).set(cellD, around(300)), // there is no gap
			reason:    "nothing to have a part of",
		},
		"a spread": {
			predicate: is(spread(bursts), below(1.25)),
			confirm:   sizes(map[string]float64{"64": 100, "128": 110, "256": 105}),
			refute:    sizes(map[string]float64{"64": 100, "128": 150, "256": 105}),
			open:      sizes(map[string]float64{"64": 100, "256": 100}).set(at("a", "batch-throughput", "burst=128"), against(125)),
			absent:    onLinux().set(cellA, around(1)), reason: "the workload batch-throughput is not in this document",
		},
		"a spread among contestants": {
			predicate: is(spread(amongContestants(field, func(c string) ref { return at(c, "ping-pong", "").bytes() })), below(1.5)),
			confirm:   three(16, 16, 20), refute: three(16, 0, 20), open: three(16, 16, 1).set(cellC, against(24)),
			absent: onLinux().set(cellA, around(1)), reason: "b is not in this document",
		},
		"being first": {
			predicate: first("a", field, cellB),
			confirm:   three(100, 200, 300), refute: three(100, 101, 300), open: three(100, 1, 300).set(cellB, wide(101)),
			absent: onLinux().set(cellB, around(1)).set(cellC, around(1)), reason: "a is not in this document",
		},
		"being last": {
			predicate: last("a", field, cellB),
			confirm:   three(300, 200, 100), refute: three(300, 301, 100), open: three(300, 1, 100).set(cellB, wide(301)),
			absent: onLinux().set(cellA, around(1)), reason: "nobody else has a figure",
		},
		"being first everywhere": {
			predicate: firstEverywhere("a", field),
			confirm:   three(100, 200, 300).set(at("a", "gc", "kind=x"), around(1)).set(at("b", "gc", "kind=x"), around(2)).set(at("c", "gc", "kind=x"), around(3)),
			refute:    three(100, 200, 300).set(at("a", "gc", "kind=x"), around(2)).set(at("b", "gc", "kind=x"), around(1)),
			open:      three(100, 200, 300).set(at("a", "gc", "kind=x"), around(2)).set(at("b", "gc", "kind=x"), wide(2)),
			absent:    onLinux().set(cellB, around(1)), reason: "a has no figure",
		},
		"a lowest place": {
			predicate: lowestAt(bursts, "128"),
			confirm:   sizes(map[string]float64{"64": 200, "128": 100, "256": 150}),
			refute:    sizes(map[string]float64{"64": 200, "128": 100, "256": 101}),
			open:      sizes(map[string]float64{"64": 200, "128": 100}).set(at("a", "batch-throughput", "burst=256"), wide(101)),
			absent:    sizes(map[string]float64{"64": 200, "256": 150}), reason: "128 was not measured",
		},
		"a place that is not the lowest": {
			predicate: notLowestAt(bursts, "128"),
			confirm:   sizes(map[string]float64{"64": 100, "128": 200, "256": 150}),
			refute:    sizes(map[string]float64{"64": 200, "128": 101, "256": 100}),
			open:      sizes(map[string]float64{"64": 200, "128": 100}).set(at("a", "batch-throughput", "burst=256"), wide(101)),
			absent:    onLinux().set(cellA, around(1)), reason: "batch-throughput is not in this document",
		},
		"all of several": {
			predicate: all(is(ratio(cellA, cellB), below(1)), is(ratio(cellA, cellC), below(1))),
			confirm:   three(100, 200, 300), refute: three(100, 90, 300), open: open3(200),
			absent: onLinux().set(cellA, around(1)), reason: "b is not in this document",
		},
		"one of several": {
			predicate: anyOf(is(ratio(cellA, cellB), below(1)), is(ratio(cellA, cellC), below(1))),
			confirm:   three(100, 90, 300), refute: three(100, 90, 80), open: open3(90),
			absent: onLinux().set(cellA, around(1)), reason: "b is not in this document",
		},
		"two of three": {
			predicate: atLeast(2, is(ratio(cellA, cellB), below(1)), is(ratio(cellA, cellC), below(1)), is(ratio(cellB, cellC), below(1))),
			confirm:   three(100, 90, 300), refute: three(300, 200, 100), open: open3(200),
			absent: onLinux().set(cellA, around(1)), reason: "b is not in this document",
		},
		"a claim about one system": {
			predicate: on("linux", is(ratio(cellA, cellB), below(1))),
			confirm:   two(around(90), around(100)), refute: two(around(110), around(100)), open: two(around(100), wide(100)),
			absent: elsewhere(two(around(90), around(100)), "darwin", 8), reason: "about linux, this run is of darwin",
		},
		"a claim that takes processors": {
			predicate: withProcessors(4, is(ratio(cellA, cellB), below(1))),
			confirm:   two(around(90), around(100)), refute: two(around(110), around(100)), open: two(around(100), wide(100)),
			absent: elsewhere(two(around(90), around(100)), "linux", 2), reason: "takes 4 processors, this machine has 2",
		},
		"a claim by system": {
			predicate: bySystem(map[string]predicate{"linux": is(ratio(cellA, cellB), below(1)), "darwin": is(ratio(cellA, cellB), above(1))}),
			confirm:   two(around(90), around(100)), refute: two(around(110), around(100)), open: two(around(100), wide(100)),
			absent: elsewhere(two(around(90), around(100)), "plan9", 8), reason: "this run is of plan9",
		},
	} {
		t.Run(name, func(t *testing.T) {
			for want, doc := range map[Verdict]*made{Confirmed: c.confirm, Refuted: c.refute, Undecided: c.open, NotTestable: c.absent} {
				got := doc.evaluate(t, c.predicate)
				if got.Verdict != want {
					t.Errorf("%s instead of %s: %+v", got.Verdict, want, got)
				}
				if want == NotTestable && !strings.Contains(got.Reason, c.reason) {
					t.Errorf("the reason is %q, want something with %q", got.Reason, c.reason)
				}
			}
		})
	}
}

func elsewhere(m *made, os string, cores int) *made {
	m.os, m.cores = os, cores
	return m
}

func TestTooFewRoundsDecideNothing(t *testing.T) {
	few := onLinux().set(cellA, []float64{1, 1, 1}).set(cellB, []float64{9, 9, 9}).set(cellC, []float64{9, 9, 9})
	for name, p := range map[string]predicate{
		"ratio": is(ratio(cellA, cellB), below(1)),
		"first": first("a", []string{"a", "b", "c"}, cellA),
		"last":  last("b", []string{"a", "b", "c"}, cellA),
	} {
		got := few.evaluate(t, p)
		if got.Verdict != Undecided || !strings.Contains(got.Reason, "too few rounds") {
			t.Errorf("%s: %+v", name, got)
		}
	}
}

// The other cells of a run are looked at after eight rounds or more. Its lanes have a fixed number
// of rounds, so six are enough for an interval.
func TestLanesNeedNoLook(t *testing.T) {
	own, other := at("a", waiting.Arrival, "gap=1ms"), at("b", waiting.Arrival, "gap=1ms")
	doc := onLinux().set(own, around(1)[:6]).set(other, around(2)[:6]).set(cellA, around(1)[:6]).set(cellB, around(2)[:6]).document(t)
	doc.Looks = []int{8, 12}
	b := newBench(doc)
	for _, q := range []quantity{ratio(own, other), difference(own, other), value(own)} {
		if e, err := b.measure(q); err != nil || !e.Bounded() {
			t.Errorf("%s: %+v, %v", q.name, e, err)
		}
	}
	if e, err := b.measure(ratio(cellA, cellB)); err != nil || e.Bounded() {
		t.Errorf("before the first look there is an interval: %+v, %v", e, err)
	}
}

// The lanes of claims are measured more often whatever they show; other cells are not among them.
func TestLanesOfClaims(t *testing.T) {
	asleep, spins := at("rust-std-mpsc-sleep", waiting.Arrival, "gap=100ms"), at("rust-std-mpsc-spin", waiting.Arrival, "gap=100ms")
	unclaimed := at("rust-std-mpsc-spin", waiting.Arrival, "gap=5us")
	for _, ratio := range []float64{1, 3, 1000} {
		doc := onLinux().set(asleep, around(10*ratio)).set(spins, around(10)).set(unclaimed, around(10)).set(at("main", "ping-pong", ""), around(10)).document(t)
		if got, want := Lanes(doc), []string{asleep.key(), spins.key()}; !slices.Equal(got, want) {
			t.Errorf("at a ratio of %v the lanes are %v, want %v", ratio, got, want)
		}
	}
}

// If a rival has no figure, nobody is first: a missing cell is not a win.
func TestMissingRivalGivesNoVerdict(t *testing.T) {
	doc := onLinux().set(cellA, around(1)).set(cellB, around(2)).fail(cellC, "it hung")
	got := doc.evaluate(t, first("a", []string{"a", "b", "c"}, cellA))
	if got.Verdict != Undecided || !strings.Contains(got.Reason, "no figure in this row of c") {
		t.Errorf("%+v", got)
	}
}

// A figure that is only shown has no verdict and is not counted.
func TestShownFiguresDecideNothing(t *testing.T) {
	doc := onLinux().set(cellA, around(100)).set(cellB, around(200))
	got := doc.evaluate(t, all(is(ratio(cellA, cellB), below(1)), shown(value(cellB)), shown(value(cellD))))
	if got.Verdict != Confirmed || len(got.Parts) != 3 {
		t.Errorf("%+v", got)
	}
	if v := got.Parts[1]; v.Verdict != "" || v.Measured.Value != 200 || v.Unit != "ns/op" {
		t.Errorf("what is shown: %+v", v)
	}
	if v := got.Parts[2]; v.Verdict != "" || v.Reason == "" {
		t.Errorf("what cannot be shown: %+v", v)
	}
}

// A claim that cannot be tested here keeps the available figures.
func TestOverruledFindingsKeepTheirFigures(t *testing.T) {
	doc := elsewhere(onLinux().set(cellA, around(90)).set(cellB, around(100)), "freebsd", 8)
	got := doc.evaluate(t, on("linux", all(is(ratio(cellA, cellB), below(1)), shown(value(cellA)))))
	if got.Verdict != NotTestable || got.Parts[0].Verdict != NotTestable || !got.Parts[0].Measured.Bounded() || got.Parts[1].Verdict != "" {
		t.Errorf("%+v", got)
	}
}

func TestNearAReportedFigure(t *testing.T) {
	for _, c := range []struct {
		low, high, wantLow, wantHigh float64
		unit                         string
	}{
		{50, 50, 25, 100, "ns"},
		{60, 70, 30, 140, "ns/op"},
		{6.5, 6.5, 3.75, 12, times},
		{1.3, 1.3, 1.15, 1.6, times},
		{14, 21, 7.5, 41, times},
		{0.5, 0.5, 1 / 3.0, 1 / 1.5, times},
	} {
		got := nearReported().around(Reported{Low: c.low, High: c.high, Unit: c.unit})
		if !near(got.low, c.wantLow) || !near(got.high, c.wantHigh) {
			t.Errorf("near %v to %v %s is %v to %v, want %v to %v", c.low, c.high, c.unit, got.low, got.high, c.wantLow, c.wantHigh)
		}
	}
}

func near(a, b float64) bool { return a > b*(1-1e-9) && a < b*(1+1e-9) }
