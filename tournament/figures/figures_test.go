package figures_test

import (
	"math"
	"testing"

	"github.com/wakeful-go/wakeful/tournament/figures"
	"github.com/wakeful-go/wakeful/tournament/stats"
)

func TestFormatValue(t *testing.T) {
	for _, c := range []struct {
		value float64
		unit  string
		want  string
	}{
		{0, "ns/op", "0 ns"},
		{0.5, "ns/op", "0.500 ns"},
		{7.066, "ns/op", "7.07 ns"},
		{18.24, "ns/op", "18.2 ns"},
		{99.96, "ns/op", "100 ns"},
		{999.4, "ns/op", "999 ns"},
		{999.6, "ns/op", "1.00 µs"},
		{12_417, "ns/op", "12.4 µs"},
		{1_500_000, "ns/op", "1.50 ms"},
		{2.5e9, "ns/op", "2.50 s"},
		{7.2e12, "ns/op", "7,200 s"},
		{430, "ns", "430 ns"},
		{0.0001, "cores", "0.00010"},
		{0.00999, "cores", "0.0100"},
		{0.25, "cores", "0.250"},
		{0.9999, "cores", "1.00"},
		{1.5, "cores", "1.50"},
		{1234567, "bytes", "1,234,567"},
		{1e-15, "cores", "0.000000000"},
		{999_999_999_999_999, "bytes", "999,999,999,999,999"},
		{1e15, "bytes", "1.00e+15"},
		{-9.4e18, "bytes", "-9.40e+18"},
		{1.7e308, "bytes", "1.70e+308"},
		{1.7e308, "ns/op", "1.70e+299 s"},
		{math.Inf(1), "bytes", "+Inf"},
	} {
		if got := figures.Value(c.value, c.unit); got != c.want {
			t.Errorf("%v %s is written as %q, want %q", c.value, c.unit, got, c.want)
		}
	}
}

func TestFormatFactor(t *testing.T) {
	for value, want := range map[float64]string{
		0: "0×", 0.004: "0.0040×", 0.0949: "0.095×", 0.88: "0.88×", 1: "1.00×", 1.994: "1.99×", 1.996: "2.0×",
		3.14: "3.1×", 9.949: "9.9×", 9.951: "10×", 99.6: "100×", 10_127: "10,127×", 1.7e308: "1.70e+308×", math.Inf(1): "–",
	} {
		if got := figures.Factor(value); got != want {
			t.Errorf("%v is written as %q, want %q", value, got, want)
		}
	}
	if got := figures.Factor(math.NaN()); got != "–" {
		t.Errorf("an unknown factor is written as %q", got)
	}
}

func TestFormatSpread(t *testing.T) {
	for _, c := range []struct {
		estimate stats.Estimate
		want     string
	}{
		{stats.Estimate{Value: 100, Low: 98, High: 101}, "±2%"},
		{stats.Estimate{Value: 100, Low: 99, High: 104}, "±4%"},
		{stats.Estimate{Value: 100, Low: 100, High: 100}, "±0%"},
		{stats.Estimate{Value: 1, Low: 0, High: 50}, "±>999%"},
		{stats.Estimate{}, "±0%"},
		{stats.Estimate{High: 1}, "±?"},
		{stats.Interval([]float64{1, 2}, 0.95), "±∞"},
		{stats.Interval(nil, 0.95), ""},
	} {
		if got := figures.Spread(c.estimate); got != c.want {
			t.Errorf("%+v is written as %q, want %q", c.estimate, got, c.want)
		}
	}
}
