package main

import (
	"testing"
	"time"
)

// TestOutside checks the ranks with a table of order statistics for the median.
func TestOutside(t *testing.T) {
	for n, want := range map[int]int{5: 0, 6: 0, 8: 0, 9: 1, 10: 1, 11: 1, 12: 2, 15: 3, 20: 5, 30: 9} {
		if got := outside(n); got != want {
			t.Errorf("of %d samples, %d may be left out at each end, want %d", n, got, want)
		}
	}
}

func TestRatio(t *testing.T) {
	var ours, theirs []time.Duration
	for i := range 12 {
		ours = append(ours, time.Duration(100+10*i))
		theirs = append(theirs, 200)
	}
	if r := ratioOf(ours, theirs); r.median != 0.775 || r.low != 0.6 || r.high != 0.95 {
		t.Errorf("got %+v", r)
	}
	if d := median([]time.Duration{5, 1, 3}); d != 3 {
		t.Errorf("the median of 5, 1, 3 is %d", d)
	}
}

// TestVerdicts: the interval decides, not the median.
func TestVerdicts(t *testing.T) {
	e := estimate{median: 1, low: 0.9, high: 1.2}
	for atMost, want := range map[float64]verdict{0: unbounded, 0.8: broken, 0.9: inconclusive, 1.1: inconclusive, 1.2: kept, 2: kept} {
		if got := e.verdictFor(atMost); got != want {
			t.Errorf("%+v with the bound %v is %q, want %q", e, atMost, got, want)
		}
	}
}

// TestScriptsRun: every script counts the same on all sides, with few operations.
func TestScriptsRun(t *testing.T) {
	for _, s := range scripts {
		for name, run := range map[string]func(script) (time.Duration, error){"wakeful": onWakeful, "goja_nodejs": onGojaNodejs, "bare": onBare} {
			if name == s.not {
				continue
			}
			s.many = 1000
			if _, err := run(s); err != nil {
				t.Errorf("%s on %s: %v", s.name, name, err)
			}
		}
	}
}
