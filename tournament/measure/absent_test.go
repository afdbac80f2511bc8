package measure

import (
	"testing"

	"github.com/wakeful-go/wakeful/tournament/result"
)

// A contestant that this system cannot run keeps its place, also when the run goes
// on after an interruption.
func TestAnAbsentContestantHasTheReasonInItsCells(t *testing.T) {
	const reason = "it cannot run here: there is no poller"
	o := options(t, 2, "channel", "crashes", "other")
	o.Absent = map[string]string{"crashes": reason}
	check := func(doc *result.Document) {
		t.Helper()
		if cell := cellOf(t, doc, "crashes"); cell.Missing != reason || cell.Failed() || len(cell.Samples) > 0 {
			t.Errorf("the absent contestant's cell is %+v", cell)
		}
		if len(doc.Contestants) != 3 {
			t.Errorf("the document lists %+v", doc.Contestants)
		}
	}
	half := interruptedAfter(t, o, 1)
	check(half)
	cells, err := ResumeCells(half, testEntries())
	if err != nil {
		t.Fatal(err)
	}
	o.Cells, o.Resume, o.Progress = cells, half, nil
	doc := measured(t.Context(), t, o)
	check(doc)
	if !doc.Complete || samplesIn(doc) != 4 {
		t.Errorf("complete %v with %d samples, want 4", doc.Complete, samplesIn(doc))
	}
}
