package main

import (
	"github.com/wakeful-go/wakeful/tournament/claims"
	"github.com/wakeful-go/wakeful/tournament/latency"
	"github.com/wakeful-go/wakeful/tournament/report"
	"github.com/wakeful-go/wakeful/tournament/result"
)

// This file passes the judged claims to the report. Package claims judges them, and package report
// shows them.

// findings returns the claims of a document as the report shows them. It is empty for a run that
// did not measure for the claims.
func findings(doc *result.Document) report.Findings {
	found := report.Findings{Lanes: reportedLanes()}
	if !claims.AppliesTo(doc) {
		return found
	}
	_, rest := latency.Split(doc)
	found.Experiments = []report.Experiment{overBudgets()}
	for _, v := range claims.Verdicts {
		found.Verdicts = append(found.Verdicts, string(v))
	}
	for _, j := range claims.Judge(doc) {
		if rest == nil && j.Verdict == claims.NotTestable {
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

// reportedLanes returns the founding document's figures of lanes.
func reportedLanes() []report.ReportedLane {
	var all []report.ReportedLane
	for _, l := range claims.ReportedLanes() {
		all = append(all, report.ReportedLane(l))
	}
	return all
}

// overBudgets returns the chart of the designs' costs over the number of tasks in a turn.
func overBudgets() report.Experiment {
	row := claims.BudgetRow()
	e := report.Experiment{Name: "budget", Unit: "tasks in a turn", Workload: row.Workload, Params: row.Params}
	for _, b := range claims.Budgets() {
		if n := len(e.Lines); n == 0 || e.Lines[n-1].Contestant != b.Of {
			e.Lines = append(e.Lines, report.ExperimentLine{Contestant: b.Of})
		}
		line := &e.Lines[len(e.Lines)-1]
		line.Points = append(line.Points, report.ExperimentPoint{X: b.Tasks, Contestant: b.Contestant})
	}
	return e
}
