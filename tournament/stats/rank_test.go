package stats_test

import (
	"fmt"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/wakeful-go/wakeful/tournament/stats"
)

func ExampleRank() {
	places := stats.Rank([]stats.Estimate{
		{Value: 20, Low: 19, High: 21},
		{Value: 21, Low: 20, High: 24},
		{Value: 25, Low: 23, High: 27}, // overlaps the second, is worse than the first
	})
	fmt.Println(places)
	// Output: [{1 true} {1 true} {2 false}]
}

func TestRankByHand(t *testing.T) {
	e := func(value, low, high float64) stats.Estimate {
		return stats.Estimate{Value: value, Low: low, High: high}
	}
	for _, c := range []struct {
		name      string
		estimates []stats.Estimate
		want      []stats.Place
	}{
		{"nobody", nil, []stats.Place{}},
		{"alone", []stats.Estimate{e(5, 4, 6)}, []stats.Place{{1, false}}},
		{"apart", []stats.Estimate{e(5, 5, 5), e(1, 1, 1), e(3, 3, 3)}, []stats.Place{{3, false}, {1, false}, {2, false}}},
		{"bounds that touch", []stats.Estimate{e(1, 1, 2), e(3, 2, 4)}, []stats.Place{{1, true}, {1, true}}},
		{"no value", []stats.Estimate{e(nan, -inf, inf), e(1, 1, 1)}, []stats.Place{{0, false}, {1, false}}},
		{"no interval", []stats.Estimate{e(1, -inf, inf), e(900, -inf, inf)}, []stats.Place{{1, true}, {1, true}}},
		{"two groups", []stats.Estimate{e(1, 1, 2), e(2, 1, 2), e(9, 8, 10), e(9, 9, 9)}, []stats.Place{{1, true}, {1, true}, {3, true}, {3, true}}},
	} {
		if got := stats.Rank(c.estimates); !slices.Equal(got, c.want) {
			t.Errorf("%s: got %v, want %v", c.name, got, c.want)
		}
	}
}

func TestRankProperties(t *testing.T) {
	estimate := rapid.Custom(func(t *rapid.T) stats.Estimate {
		value := rapid.Float64Range(1, 100).Draw(t, "value")
		return stats.Estimate{
			Value: value,
			Low:   value - rapid.Float64Range(0, 20).Draw(t, "below"),
			High:  value + rapid.Float64Range(0, 20).Draw(t, "above"),
		}
	})
	rapid.Check(t, func(t *rapid.T) {
		estimates := rapid.SliceOfN(estimate, 1, 12).Draw(t, "estimates")
		places := stats.Rank(estimates)
		least := 0
		for i, e := range estimates {
			if e.Value < estimates[least].Value {
				least = i
			}
			for j, other := range estimates {
				if other.High < e.Low && places[j].Rank >= places[i].Rank {
					t.Fatalf("%+v is below %+v, but their places are %v and %v", other, e, places[j], places[i])
				}
			}
		}
		if places[least].Rank != 1 {
			t.Fatalf("the lowest median has place %v", places[least])
		}
		order := rapid.Permutation(indices(len(estimates))).Draw(t, "order")
		var permuted []stats.Estimate
		for _, i := range order {
			permuted = append(permuted, estimates[i])
		}
		for at, place := range stats.Rank(permuted) {
			if place != places[order[at]] {
				t.Fatalf("in another order place %v becomes %v", places[order[at]], place)
			}
		}
	})
}

func indices(n int) []int {
	all := make([]int, n)
	for i := range all {
		all[i] = i
	}
	return all
}
