package autobahnsuite

import (
	"encoding/json"
	"fmt"
	"testing"

	"go.uber.org/goleak"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// recorder records the failures that check reports.
type recorder struct {
	testing.TB
	failures int
}

func (r *recorder) Logf(string, ...any)   {}
func (r *recorder) Errorf(string, ...any) { r.failures++ }

// TestCheckFindsFailures: a report passes if the suite accepted every case, at least minOK of them
// as OK. A case that it did not accept, or did not accept at the end of the connection, is a
// failure.
func TestCheckFindsFailures(t *testing.T) {
	type outcome struct{ Behavior, BehaviorClose string }
	for _, test := range []struct {
		name     string
		ok       int
		more     []outcome
		failures int
	}{
		{"all are OK", minOK, nil, 0},
		{"too few", minOK - 1, []outcome{{"INFORMATIONAL", "OK"}}, 1},
		{"one failed", minOK, []outcome{{"FAILED", "OK"}}, 1},
		{"one closed wrongly", minOK, []outcome{{"OK", "UNCLEAN"}}, 1},
		{"nothing ran", 0, nil, 1},
	} {
		cases := map[string]outcome{}
		for i := range test.ok {
			cases[fmt.Sprintf("1.%d", i)] = outcome{"OK", "OK"}
		}
		for i, o := range test.more {
			cases[fmt.Sprintf("2.%d", i)] = o
		}
		report, err := json.Marshal(map[string]any{Agent: cases})
		if err != nil {
			t.Fatal(err)
		}
		r := &recorder{TB: t}
		if n := check(r, report); n != len(cases) || r.failures != test.failures {
			t.Errorf("%s: %d cases and %d failures, want %d and %d", test.name, n, r.failures, len(cases), test.failures)
		}
	}
}
