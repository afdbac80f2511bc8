package main

import (
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/wakeful-go/wakeful/tournament/claims"
	"github.com/wakeful-go/wakeful/tournament/report"
	"github.com/wakeful-go/wakeful/tournament/result/resulttest"
)

// The report shows the judge's verdict for each claim, and each budget is a point of its curve.
func TestReportShowsTheVerdicts(t *testing.T) {
	doc := resulttest.Example()
	found := findings(doc)
	judged := claims.Judge(doc)
	if len(found.Claims) != len(judged) || len(judged) == 0 {
		t.Fatalf("%d claims of %d", len(found.Claims), len(judged))
	}
	for i, j := range judged {
		c := found.Claims[i]
		if c.ID != j.ID || c.Verdict != string(j.Verdict) || c.Statement != j.Statement || len(c.Figures) != len(j.Leaves()) {
			t.Errorf("%s is shown as %+v", j.ID, c)
		}
		if !slices.Contains(found.Verdicts, c.Verdict) {
			t.Errorf("%s has the verdict %q, which is no group", c.ID, c.Verdict)
		}
	}
	places := 0
	for _, line := range found.Experiments[0].Lines {
		places += len(line.Points)
		if !slices.ContainsFunc(line.Points, func(p report.ExperimentPoint) bool { return p.Contestant == line.Contestant }) {
			t.Errorf("the curve of %s lacks the design itself: %+v", line.Contestant, line.Points)
		}
	}
	if places != len(claims.Budgets()) {
		t.Errorf("the curves have %d places, want %d", places, len(claims.Budgets()))
	}
}

func TestAReportHasClaimsWhenItsRunWasMadeForThem(t *testing.T) {
	quick := resulttest.Example()
	quick.Mode = "quick"
	full, without := document(t, resulttest.Example()), document(t, quick)
	for file, want := range map[string]string{full: `id="claim-L1"`, without: "<code>wakeful tournament --full</code> does."} {
		if status, _, errOut := wakeful(t, "report", file, "--html", "report.html"); status != statusDone {
			t.Fatalf("status %d: %s", status, errOut)
		}
		page, err := os.ReadFile("report.html")
		if err != nil {
			t.Fatal(err)
		}
		if !strings.Contains(string(page), want) {
			t.Errorf("the report does not have %q", want)
		}
	}
}
