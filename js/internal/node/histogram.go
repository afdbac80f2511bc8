package node

import (
	"math"
	"math/big"
	"time"

	"github.com/HdrHistogram/hdrhistogram-go"

	"github.com/wakeful-go/wakeful/js/internal/host"
	"github.com/wakeful-go/wakeful/js/internal/lib"
	"github.com/wakeful-go/wakeful/js/internal/vm"
)

// This file owns the histograms of perf_hooks. All of it belongs to the loop.

// histogram is what JavaScript passes around as the handle of a histogram. Nothing in it is
// exported, so that a program that got hold of one could not do anything with it.
type histogram struct {
	values  *hdrhistogram.Histogram
	exceeds int64     // values that were too large to be counted
	delta   time.Time // of the last recordDelta, zero before
}

// newHistogram returns nil if lowest is too large for so many figures.
func newHistogram(lowest, highest int64, figures int) *histogram {
	// What the library needs for its buckets: it panics otherwise.
	magnitude := int(math.Log2(float64(lowest))) + int(math.Ceil(math.Log2(2*math.Pow10(figures)))) - 1
	if magnitude > 61 {
		return nil
	}
	return &histogram{values: hdrhistogram.New(lowest, highest, figures)}
}

func (g *histogram) record(value, times int64) {
	if value > g.values.HighestTrackableValue() || g.values.RecordValues(value, times) != nil {
		g.exceeds += times
	}
}

func (g *histogram) reset() {
	g.values.Reset()
	g.exceeds, g.delta = 0, time.Time{}
}

// lowest returns the lowest value of the bucket of a value, as Node's percentiles are.
func (g *histogram) lowest(value int64) int64 {
	low, high := int64(0), value
	for low < high { // the buckets are in order
		if middle := low + (high-low)/2; g.values.ValuesAreEquivalent(middle, value) {
			high = middle
		} else {
			low = middle + 1
		}
	}
	return low
}

// get returns a figure by the name that it has in JavaScript.
func (g *histogram) get(name string) (whole int64, fraction float64, isWhole bool) {
	n := g.values.TotalCount()
	switch {
	case name == "count":
		return n, 0, true
	case name == "exceeds":
		return g.exceeds, 0, true
	case name == "max":
		if n == 0 {
			return 0, 0, true
		}
		return g.values.Max(), 0, true
	case name == "min":
		if n == 0 {
			return math.MaxInt64, 0, true
		}
		return g.values.Min(), 0, true
	case n == 0:
		return 0, math.NaN(), false
	}
	mean, deviation := g.moments()
	if name == "mean" {
		return 0, mean, false
	}
	return 0, deviation, false
}

// moments returns the mean and the standard deviation. The library's own divide each term, and
// differ from Node's in the last digits.
func (g *histogram) moments() (mean, deviation float64) {
	middle := func(b hdrhistogram.Bar) float64 { return float64(b.From + (b.To-b.From+1)>>1) }
	bars, n := g.values.Distribution(), float64(g.values.TotalCount())
	for _, b := range bars {
		mean += middle(b) * float64(b.Count)
	}
	mean /= n
	for _, b := range bars {
		d := middle(b) - mean
		deviation += d * d * float64(b.Count)
	}
	return mean, math.Sqrt(deviation / n)
}

// percentile returns the highest value of the bucket that holds a percentile.
func (g *histogram) percentile(p float64) int64 {
	if g.values.TotalCount() == 0 { // that of the bucket of 0
		return 1<<int(math.Log2(float64(g.values.LowestTrackableValue()))) - 1
	}
	return g.values.ValueAtPercentile(p)
}

// amount returns a whole number, as a BigInt if that was asked for.
func amount(rt *vm.Runtime, value int64, isBig bool) vm.Value {
	if isBig {
		return rt.ToValue(big.NewInt(value))
	}
	return rt.ToValue(float64(value))
}

// histogramNatives are what histograms call.
func histogramNatives(h host.Host) lib.Natives {
	rt := h.VM()
	whole := func(v vm.Value) int64 {
		if n, ok := v.Export().(*big.Int); ok {
			return n.Int64() // checked in JavaScript
		}
		return v.ToInteger()
	}
	of := func(v vm.Value) *histogram {
		return lib.Receiver[*histogram](rt, v, `Value of "this" must be of type Histogram`)
	}
	return lib.Natives{
		"create": func(call vm.FunctionCall) vm.Value {
			g := newHistogram(whole(call.Argument(0)), whole(call.Argument(1)), int(call.Argument(2).ToInteger()))
			if g == nil {
				return vm.Undefined()
			}
			return rt.ToValue(g)
		},
		"record": func(call vm.FunctionCall) vm.Value {
			of(call.Argument(0)).record(whole(call.Argument(1)), 1)
			return vm.Undefined()
		},
		"recordDelta": func(call vm.FunctionCall) vm.Value {
			g, now := of(call.Argument(0)), time.Now()
			if !g.delta.IsZero() {
				g.record(int64(now.Sub(g.delta)), 1)
			}
			g.delta = now
			return vm.Undefined()
		},
		"add": func(call vm.FunctionCall) vm.Value {
			g, other := of(call.Argument(0)), of(call.Argument(1))
			g.exceeds += other.exceeds + g.values.Merge(other.values.Clone())
			return vm.Undefined()
		},
		"get": func(call vm.FunctionCall) vm.Value {
			n, fraction, isWhole := of(call.Argument(0)).get(call.Argument(1).String())
			if !isWhole {
				return rt.ToValue(fraction)
			}
			return amount(rt, n, call.Argument(2).ToBoolean())
		},
		"percentile": func(call vm.FunctionCall) vm.Value {
			value := of(call.Argument(0)).percentile(call.Argument(1).ToFloat())
			return amount(rt, value, call.Argument(2).ToBoolean())
		},
		"percentiles": func(call vm.FunctionCall) vm.Value {
			g, isBig := of(call.Argument(0)), call.Argument(1).ToBoolean()
			var list []any
			for _, b := range g.values.CumulativeDistributionWithTicks(1) {
				list = append(list, b.Quantile, amount(rt, g.lowest(b.ValueAt), isBig))
			}
			return rt.NewArray(list...)
		},
		"reset": func(call vm.FunctionCall) vm.Value {
			of(call.Argument(0)).reset()
			return vm.Undefined()
		},
	}
}
