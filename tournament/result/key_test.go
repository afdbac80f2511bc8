package result_test

import (
	"fmt"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/wakeful-go/wakeful/tournament/result"
)

func ExampleCell_Key() {
	cell := result.Cell{
		Contestant: "wakeful", Workload: "gc-pressure",
		Params: map[string]string{"producers": "10", "kind": "forced"},
	}
	fmt.Println(cell.Row())
	fmt.Println(cell.Key())
	// Output:
	// gc-pressure/kind=forced/producers=10
	// gc-pressure/impl=wakeful/kind=forced/producers=10
}

func ExamplePaired() {
	a := result.Cell{Samples: []result.Sample{{Round: 0, Value: 10}, {Round: 1, Value: 11}, {Round: 3, Value: 13}}}
	b := result.Cell{Samples: []result.Sample{{Round: 3, Value: 23}, {Round: 2, Value: 22}, {Round: 0, Value: 20}}}
	fmt.Println(result.Paired(&a, &b))
	// Output: [10 13] [20 23]
}

func ExampleNearest() {
	fmt.Println(result.Nearest("goja-nodejs", []string{"main", "goja_nodejs", "channel"}))
	fmt.Println(result.Nearest("tokio", []string{"main", "goja_nodejs", "channel"}))
	// Output:
	// goja_nodejs true
	//  false
}

func TestCompareParamsOrdersNumbersAsNumbers(t *testing.T) {
	got := []string{"32", "spins", "4", "1", "blocks", "16", "2.5", "1.0", "1ms", "10us"}
	slices.SortFunc(got, func(a, b string) int {
		return result.CompareParams(map[string]string{"p": a}, map[string]string{"p": b})
	})
	if want := []string{"1", "1.0", "2.5", "4", "16", "32", "10us", "1ms", "blocks", "spins"}; !slices.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
}

func TestCompareParamsIsAnOrder(t *testing.T) {
	value := rapid.SampledFrom([]string{"1", "01", "1.0", "2", "10", "NaN", "Inf", "a", "b", "1us"})
	params := rapid.MapOf(rapid.SampledFrom([]string{"burst", "kind", "producers"}), value)
	rapid.Check(t, func(t *rapid.T) {
		a, b, c := params.Draw(t, "a"), params.Draw(t, "b"), params.Draw(t, "c")
		ab, ba := result.CompareParams(a, b), result.CompareParams(b, a)
		if ab != -ba {
			t.Fatalf("%v and %v compare as %d and %d", a, b, ab, ba)
		}
		if (ab == 0) != (result.FormatParams(a) == result.FormatParams(b)) {
			t.Fatalf("%v and %v compare as %d", a, b, ab)
		}
		if ab <= 0 && result.CompareParams(b, c) <= 0 && result.CompareParams(a, c) > 0 {
			t.Fatalf("%v, %v, %v are not in an order", a, b, c)
		}
	})
}
