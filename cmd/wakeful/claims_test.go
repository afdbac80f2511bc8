package main

import (
	"os"
	"strings"
	"testing"

	"github.com/wakeful-go/wakeful/tournament/result/resulttest"
)

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
