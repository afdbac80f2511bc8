package compare_test

import (
	"strings"
	"testing"

	"github.com/wakeful-go/wakeful/tournament/compare"
	"github.com/wakeful-go/wakeful/tournament/decide"
	"github.com/wakeful-go/wakeful/tournament/result"
	"github.com/wakeful-go/wakeful/tournament/result/resulttest"
	"github.com/wakeful-go/wakeful/tournament/stats"
)

func TestARunHasItsOwnVerdicts(t *testing.T) {
	c := compared(t, resulttest.Example(), resulttest.Example())
	v := c.Verdicts(1)
	if n := len(decide.Comparisons(resulttest.Example())); n == 0 || v.Both != n || v.Equal != n || v.EqualShown != v.Shown || v.Shown == 0 || len(v.Reversed) != 0 {
		t.Errorf("of %d comparisons: %+v", n, v)
	}
	if text := table(t, c, true); !strings.Contains(text, "verdicts are equal, 100.0 %") || strings.Contains(text, "  reversed: ") {
		t.Errorf("the end of the table is\n%s", text[max(0, len(text)-600):])
	}
}

// A contestant that is a hundred times as slow in the second run is behind there. Each comparison
// that it was ahead in is reversed, and no other verdict than those of its row changes.
func TestReversedVerdictsAreNamed(t *testing.T) {
	was, now := resulttest.Example(), slower(100, ofWakeful)
	ahead, others := 0, 0
	for _, c := range decide.Comparisons(was) {
		switch {
		case c.Own.Contestant != "wakeful" || c.Own.Workload != "ping-pong":
			others++
		case c.Verdict == stats.Ahead:
			ahead++
		}
	}
	if ahead == 0 || others == 0 {
		t.Fatalf("the example has %d and %d comparisons", ahead, others)
	}
	c := compared(t, was, now)
	v := c.Verdicts(1)
	if len(v.Reversed) != ahead || v.Equal < others || v.Equal > v.Both-ahead || v.EqualShown > v.Shown-ahead {
		t.Errorf("%d were ahead, %d are of other rows: %+v", ahead, others, v)
	}
	if text := table(t, c, true); strings.Count(text, "  reversed: ") != ahead ||
		!strings.Contains(text, " is ahead, then behind, against ping-pong/impl=main\n") {
		t.Errorf("the end of the table is\n%s", text[max(0, len(text)-900):])
	}
}

func TestRunsWithoutCommonRowsHaveNoVerdicts(t *testing.T) {
	other := resulttest.Example()
	other.Cells = other.Cells[:0:0]
	for _, cell := range resulttest.Example().Cells {
		if cell.Workload != "ping-pong" {
			other.Cells = append(other.Cells, cell)
		}
	}
	docs := []*result.Document{inPingPong(resulttest.Example()), other}
	c, err := compare.Documents([]compare.Run{{Name: "a", Document: docs[0]}, {Name: "b", Document: docs[1]}}, compare.DefaultTolerance)
	if err != nil {
		t.Fatal(err)
	}
	if v := c.Verdicts(1); v.Both != 0 {
		t.Errorf("%+v", v)
	}
	if text := table(t, c, false); !strings.Contains(text, "A and B have no verdict in common.") {
		t.Errorf("the table does not say so:\n%s", text)
	}
}
