package runner

import (
	"fmt"
	"strings"

	"github.com/wakeful-go/wakeful/tournament/contest"
	"github.com/wakeful-go/wakeful/tournament/result"
)

// This file owns what makes the figures of every run doubtful, and decides what a failed cell means
// for the run. A founding design is kept as it was written, so its failure is a result: the cell is
// excluded, and the run says so first. A failure of any other contestant is a defect, and the run
// fails.

// TimeOver begins the reason of a sample that did not answer in time.
const TimeOver = "no result after"

// busyShare of the cores at work when the run starts is worth a warning.
const busyShare = 0.25

func (r *run) warnings() []string {
	all := excluded(r.doc)
	e := r.doc.Environment
	if e.Cores > 0 && e.LoadAtStart > busyShare*float64(e.Cores) {
		all = append(all, fmt.Sprintf("The machine was busy when the run started: load %.2f on %d cores. Figures may be too high and too scattered; run again when it is idle.",
			e.LoadAtStart, e.Cores))
	}
	if r.Warnings != nil {
		all = append(all, r.Warnings(r.doc)...)
	}
	return all
}

// Failed counts the failed cells that make a run fail.
func Failed(doc *result.Document) (n int) {
	for i := range doc.Cells {
		if c := &doc.Cells[i]; c.Failed() && !founding(doc, c.Contestant) {
			n++
		}
	}
	return n
}

// founding reports whether a contestant is a founding design.
func founding(doc *result.Document, name string) bool {
	return doc.Kinds()[name] == contest.Design
}

// excluded returns a sentence for each failed cell of a founding design.
func excluded(doc *result.Document) (all []string) {
	for i := range doc.Cells {
		c := &doc.Cells[i]
		if !c.Failed() || !founding(doc, c.Contestant) {
			continue
		}
		what := "failed"
		if strings.HasPrefix(c.Failures[0].Reason, TimeOver) {
			what = "hung"
		}
		all = append(all, fmt.Sprintf("%s %s in round %d, excluded: it is a founding design, so the run goes on without this cell. The table has the reason.",
			c.Key(), what, c.Failures[0].Round+1))
	}
	return all
}
