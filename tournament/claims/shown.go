package claims

import (
	"slices"

	waiting "github.com/wakeful-go/wakeful/tournament/latency"
	"github.com/wakeful-go/wakeful/tournament/report"
	"github.com/wakeful-go/wakeful/tournament/result"
)

// This file has the additional functions for programs that show a document.

// AppliesTo reports whether a document's run was made for the claims: a full run, or one with cells
// that exist only for them. Some claims can be judged for other documents too, but a few figures
// prove little.
func AppliesTo(doc *result.Document) bool {
	own := map[string]bool{}
	for _, e := range Entries() {
		own[e.Name] = true
	}
	return doc.Mode == "full" || slices.ContainsFunc(doc.Cells, func(c result.Cell) bool { return own[c.Contestant] })
}

// Found returns the judged claims of a document, as the report shows them. They are empty for a run that
// was not made for the claims.
func Found(doc *result.Document) report.Findings {
	var found report.Findings
	if !AppliesTo(doc) {
		return found
	}
	_, rest := waiting.Split(doc)
	for _, v := range Verdicts {
		found.Verdicts = append(found.Verdicts, string(v))
	}
	for _, j := range Judge(doc) {
		if rest == nil && j.Verdict == NotTestable {
			continue // a run of lanes alone measures only the claims about lanes
		}
		c := report.Claim{
			ID: j.ID, Statement: j.Statement, Source: j.Source, Verdict: string(j.Verdict), Test: j.Test, Experiment: j.Experiment,
		}
		for _, leaf := range j.Leaves() {
			c.Figures = append(c.Figures, report.ClaimFigure{
				What: leaf.What, Reported: leaf.ReportedText(), Expected: leaf.Expected, Measured: leaf.MeasuredText(),
				Verdict: string(leaf.Verdict), Remark: leaf.Reason,
			})
		}
		found.Claims = append(found.Claims, c)
	}
	return found
}
