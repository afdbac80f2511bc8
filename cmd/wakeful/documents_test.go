package main

import (
	"strings"
	"testing"

	"github.com/wakeful-go/wakeful/tournament/claims"
	"github.com/wakeful-go/wakeful/tournament/result"
	"github.com/wakeful-go/wakeful/tournament/result/resulttest"
)

// The commands that read documents: compare, findings, bench-format.

func TestDocumentsThatCannotBeReadAreNamed(t *testing.T) {
	good, broken := document(t, resulttest.Sparse()), written(t, "{")
	for _, c := range []struct {
		args []string
		want string
	}{
		{[]string{"compare", good}, "two files or more"},
		{[]string{"compare", good, "nothing.json"}, "nothing.json"},
		{[]string{"compare", good, broken}, "document.json"},
		{[]string{"compare", good, good, "--tolerance", "-1"}, "--tolerance is -1"},
		{[]string{"compare", good, good, "--tolerance", "much"}, "tolerance"},
		{[]string{"findings"}, "needs one file"},
		{[]string{"findings", broken}, "document.json"},
		{[]string{"bench-format", good, good}, "needs one file"},
		{[]string{"bench-format", "nothing.json"}, "nothing.json"},
	} {
		status, out, errOut := wakeful(t, c.args...)
		if status != statusBadUse || !strings.Contains(errOut, c.want) || out != "" {
			t.Errorf("%v: status %d, %q, %q; want %d and something with %q", c.args, status, out, errOut, statusBadUse, c.want)
		}
	}
}

func TestCompareFindsARegressionOfTheSameMachineAlone(t *testing.T) {
	slow := func(os string) string {
		doc := resulttest.Example()
		doc.Environment.OS = os
		for i := range doc.Cells {
			if cell := &doc.Cells[i]; cell.Contestant == "wakeful" && cell.Workload == "ping-pong" {
				for j := range cell.Samples {
					cell.Samples[j].Value *= 1.4
				}
			}
		}
		return document(t, doc)
	}
	before := document(t, resulttest.Example())
	for _, c := range []struct {
		args   []string
		status int
		want   string
	}{
		{[]string{before, before}, statusDone, "No regression."},
		{[]string{before, slow("linux")}, statusFailed, "REGRESSION"},
		{[]string{before, slow("linux"), "--changed"}, statusFailed, "rows without a difference left out"},
		{[]string{before, slow("linux"), "--tolerance", "60"}, statusDone, "slower"},
		{[]string{before, slow("darwin")}, statusDone, "different machines: they differ in operating system"},
	} {
		status, out, errOut := wakeful(t, append([]string{"compare"}, c.args...)...)
		if status != c.status || !strings.Contains(out, c.want) || errOut != "" {
			t.Errorf("%v: status %d, %q, %s; want %d and %q", c.args[2:], status, errOut, out, c.status, c.want)
		}
	}
}

func TestFindingsAreAPageOnTheStandardOutput(t *testing.T) {
	status, out, errOut := wakeful(t, "findings", document(t, resulttest.Example()))
	if status != statusDone || !strings.HasPrefix(out, "# Findings\n") || errOut != "" {
		t.Errorf("status %d, %s: %.200s", status, errOut, out)
	}
	if !strings.Contains(verdicts(resulttest.Example()), string(claims.NotTestable)) {
		t.Errorf("the verdicts are %q", verdicts(resulttest.Example()))
	}
}

func TestBenchFormatIsTextOnTheStandardOutput(t *testing.T) {
	status, out, errOut := wakeful(t, "bench-format", document(t, resulttest.Sparse()))
	if status != statusDone || !strings.Contains(out, "\nBenchmarkPingPong/contestant=wakeful-2 ") || errOut != "" {
		t.Errorf("status %d, %s: %.200s", status, errOut, out)
	}
}

// A full run has the cells of the claims, takes their samples, and says what
// became of the claims; a quick run has none of it.
func TestAFullRunMeasuresForTheClaims(t *testing.T) {
	status, out, errOut := wakeful(t, "tournament", "--full", "--rounds", "1", "--json", "run.json", "--only", "mainlockfree-counted")
	if status != statusDone || !strings.Contains(out, "claims:   ") || !strings.Contains(out, "wakeful findings run.json") {
		t.Fatalf("status %d: %s%s", status, out, errOut)
	}
	doc, err := result.ReadFile("run.json")
	if err != nil {
		t.Fatal(err)
	}
	if len(doc.Contestants) != 1 || doc.Contestants[0].Kind != "ablation" || len(doc.Cells) != 5 || doc.Workloads[0].Name != "cas-failures" {
		t.Errorf("the document has %d cells of %+v in %+v", len(doc.Cells), doc.Contestants, doc.Workloads)
	}
	status, _, errOut = here(t, "tournament", "--only", "mainlockfree-counted")
	if status != statusBadUse || !strings.Contains(errOut, "mainlockfree-counted") {
		t.Errorf("a quick run of an ablation: status %d, %s", status, errOut)
	}
}
