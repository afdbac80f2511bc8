package node_test

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/wakeful-go/wakeful/js/internal/lib/libtest"
)

func TestPerfHooks(t *testing.T) {
	libtest.CompareAsync(t, libtest.Lines(t, "testdata/perf_hooks.txt"), inspected)
}

// TestHistogramsOfRandomValues: every figure of histograms with random bounds and values is
// Node's. The sums of the values are below 2^53, where both add exactly.
func TestHistogramsOfRandomValues(t *testing.T) {
	seed := rand.Uint64()
	t.Logf("seed %d", seed)
	random := rand.New(rand.NewPCG(seed, 0))
	var expressions []string
	for range 40 {
		lowest := 1 + random.Int64N(1<<random.IntN(20))
		highest := 2*lowest + random.Int64N(1<<random.IntN(40))
		expressions = append(expressions, fmt.Sprintf(`((h, seed) => {
			for (let i = 0; i < %d; i++) {
				seed = (seed * 1103515245 + 12345) %% 2147483648;
				h.record(1 + seed %% %d);
			}
			return [h, h.percentile(1), h.percentile(50), h.percentile(99.99), JSON.stringify(h)];
		})(require('perf_hooks').createHistogram({ lowest: %d, highest: %d, figures: %d }), %d)`,
			1+random.IntN(300), 1+random.Int64N(1<<random.IntN(31)), lowest, highest, 1+random.IntN(4), random.Int32()))
	}
	libtest.Compare(t, expressions, inspected)
}

// TestUtilizationBeforeTheLoop: as in a file that Node runs, a program has not used the loop yet.
// Under this test Node reads programs from its standard input, on its loop.
func TestUtilizationBeforeTheLoop(t *testing.T) {
	result := libtest.Run(t, `
		const show = (...given) => console.log(performance.eventLoopUtilization(...given));
		show(); show(1, 2); show({ idle: 5, active: 5 }, { idle: 1, active: 2 });
		Promise.resolve().then(() => show());
		setTimeout(() => show({ idle: 5, active: 5 }, { idle: 1, active: 2 }), 1)`)
	const none = "{ idle: 0, active: 0, utilization: 0 }\n"
	if want := none + none + none + none + "{ idle: 4, active: 3, utilization: 0.42857142857142855 }\n"; result.Stdout != want {
		t.Errorf("got\n%s\nwant\n%s", result.Stdout, want)
	}
}
