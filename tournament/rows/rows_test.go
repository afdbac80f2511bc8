package rows

import (
	"context"
	"errors"
	"io"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/wakeful-go/wakeful/tournament/result"
)

// steady returns a side whose samples have these values in turn. The first one does not count if there
// is another side.
func steady(name string, cpu float64, values ...float64) Side {
	i := 0
	return Side{name, func(context.Context) (result.Sample, error) {
		v := values[i%len(values)]
		i++
		return result.Sample{Value: v, Ops: 10, CPUSeconds: cpu}, nil
	}}
}

func prepared(sides ...Side) func(context.Context) ([]Side, func(), error) {
	return func(context.Context) ([]Side, func(), error) { return sides, func() {}, nil }
}

// TestResults: the interval decides, not the median.
func TestResults(t *testing.T) {
	missing := func(context.Context) ([]Side, func(), error) { return nil, nil, MissingError("install Node") }
	spread := steady("ours", 0, 90, 95, 100, 105, 110)
	all := []Row{
		{Name: "kept", What: "a sum", Unit: Nanoseconds, AtMost: 1.5, Prepare: prepared(steady("ours", 2e-6, 1234), steady("theirs", 4e-6, 1000))},
		{Name: "broken", What: "a sum", Unit: Nanoseconds, AtMost: 1.2, Prepare: prepared(steady("ours", 0, 2.5e6), steady("theirs", 0, 2e6), steady("others", 0, 5e6))},
		{Name: "missed", What: "a sum", Unit: Nanoseconds, AtMost: 0.5, Missed: "docs/x.md", Prepare: prepared(steady("ours", 0, 2), steady("theirs", 0, 2))},
		{Name: "open", What: "memory", Unit: Bytes, AtMost: 100, Prepare: prepared(spread)},
		{Name: "one", What: "memory", Unit: Bytes, AtMost: 30e6, Rounds: 1, Prepare: prepared(steady("ours", 0, 25e6))},
		{Name: "unbounded", What: "a sum", Unit: Nanoseconds, Prepare: prepared(steady("ours", 0, 2), steady("theirs", 0, 4))},
		{Name: "absent", What: "a process", Unit: Nanoseconds, AtMost: 1, Prepare: missing},
	}
	const want = `kept: a sum
  ours 1.23 us, theirs 1.00 us, ratio 1.23 (1.23 to 1.23), processor time 200 ns and 400 ns, ratio 0.50 (0.50 to 0.50), at most 1.50: kept
broken: a sum
  ours 2.50 ms, theirs 2.00 ms, ratio 1.25 (1.25 to 1.25), at most 1.20: BROKEN
  ours 2.50 ms, others 5.00 ms, ratio 0.50 (0.50 to 0.50), at most 1.20: kept
missed: a sum
  ours 2.00 ns, theirs 2.00 ns, ratio 1.00 (1.00 to 1.00), at most 0.50: out of reach, see docs/x.md
open: memory
  100 B (90 B to 110 B), at most 100 B: inconclusive
one: memory
  25 MB, at most 30 MB: kept
unbounded: a sum
  ours 2.00 ns, theirs 4.00 ns, ratio 0.50 (0.50 to 0.50)
NOT RUN: absent: install Node
6 bounds: 3 kept, 1 inconclusive, 1 broken, 1 out of reach
`
	var out strings.Builder
	ok, err := Measure(t.Context(), all, Options{Rounds: 10, Out: &out, Progress: io.Discard})
	_, got, _ := strings.Cut(out.String(), "\n") // the first line names Go and the machine
	if ok || err != nil || got != want {
		t.Errorf("%v, %v, and\n%s\nwant\n%s", ok, err, got, want)
	}
	if ok, err := Measure(t.Context(), all[:1], Options{Rounds: 10, Out: io.Discard, Progress: io.Discard}); !ok || err != nil {
		t.Errorf("a bound that is kept: %v, %v", ok, err)
	}
}

func TestErrors(t *testing.T) {
	o := Options{Rounds: 10, Out: io.Discard, Progress: io.Discard}
	// A sample that takes too long for itself is no interruption.
	for _, failure := range []error{errors.New("a wrong count"), context.DeadlineExceeded} {
		cleaned := 0
		failing := Row{Name: "failing", Unit: Nanoseconds, Prepare: func(context.Context) ([]Side, func(), error) {
			return []Side{Timed("ours", func(context.Context) (time.Duration, error) { return 0, failure })}, func() { cleaned++ }, nil
		}}
		if _, err := Measure(t.Context(), []Row{failing}, o); !errors.Is(err, failure) || cleaned != 1 {
			t.Errorf("a sample that fails: %v, and cleaned up %d times", err, cleaned)
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	interrupted := Row{Name: "interrupted", Unit: Nanoseconds, Prepare: prepared(Timed("ours", func(context.Context) (time.Duration, error) {
		cancel()
		return 1, nil
	}))}
	if _, err := Measure(ctx, []Row{interrupted}, o); !errors.Is(err, context.Canceled) {
		t.Errorf("an interrupted run: %v", err)
	}
	if _, err := Measure(t.Context(), nil, Options{Rounds: 9}); err == nil || !strings.Contains(err.Error(), "at least 10") {
		t.Errorf("nine rounds: %v", err)
	}
}

// TestProgress: the first line about a row comes at once and names it, with the time of all rows, by what
// the samples of this row took and by what is expected of the others; lines come at most every two seconds.
func TestProgress(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var out strings.Builder
		slow := func(name string) Side {
			return Timed(name, func(context.Context) (time.Duration, error) {
				time.Sleep(time.Second) //nolint:forbidigo // in fake time
				return 1, nil
			})
		}
		all := []Row{
			{Name: "long", Unit: Nanoseconds, Expected: time.Second / 2, Rounds: 2, Prepare: prepared(slow("ours"), slow("theirs"))},
			{Name: "short", Unit: Nanoseconds, Expected: time.Second / 2, Rounds: 1, Prepare: prepared(slow("ours"), slow("theirs"))},
		}
		if _, err := Measure(t.Context(), all, Options{Rounds: 10, Out: io.Discard, Progress: &out}); err != nil {
			t.Fatal(err)
		}
		const want = `1 of 2, long: round 1 of 2, about 3s left
1 of 2, long: round 2 of 2, about 3s left
2 of 2, short: round 1 of 1, about 1s left
`
		if got := out.String(); got != want {
			t.Errorf("it said\n%s\nwant\n%s", got, want)
		}
	})
}
