package main

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/wakeful-go/wakeful/tournament/result"
	"github.com/wakeful-go/wakeful/tournament/result/resulttest"
)

// TestContribution: the file of a contribution passes the check that the project makes, and a run that
// breaks a rule is not written.
func TestContribution(t *testing.T) {
	doc := resulttest.Contribution()
	doc.Environment.CPU = "Intel(R) Xeon(R) Processor @ 2.80GHz"
	var out strings.Builder
	document := filepath.Join(t.TempDir(), "full.json")
	if err := contribute(streams{out: &out}, document, doc); err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(filepath.Dir(document), contributionName(doc))
	if !strings.Contains(out.String(), file) {
		t.Errorf("the output does not name %s: %s", file, out.String())
	}
	if name := filepath.Base(file); !strings.HasPrefix(name, "intel-xeon-processor-2-80ghz-") || !strings.HasSuffix(name, ".json.gz") {
		t.Errorf("the file is called %s", name)
	}
	if status, _, errOut := wakeful(t, "report", file, "--check"); status != statusDone {
		t.Errorf("the check fails with status %d: %s", status, errOut)
	}
	if status, text, errOut := wakeful(t, "report", file, file, "--check"); status != statusDone || !strings.Contains(text, "2 machines") {
		t.Errorf("two machines: status %d, %s%s", status, text, errOut)
	}
	doc.Environment.Dirty = true
	if err := contribute(streams{out: &out}, document, doc); err == nil || !strings.Contains(err.Error(), "the clone had changes") {
		t.Errorf("the error is %v", err)
	}
	broken := filepath.Join(t.TempDir(), "broken.json")
	if err := result.WriteFile(broken, doc); err != nil {
		t.Fatal(err)
	}
	if status, _, errOut := wakeful(t, "report", file, broken, "--check"); status == statusDone || !strings.Contains(errOut, "broken.json") {
		t.Errorf("the check of a changed clone: status %d, %s", status, errOut)
	}
	if status, _, errOut := wakeful(t, "report", file, file, "--picture", "p"); status == statusDone || !strings.Contains(errOut, "shows one machine") {
		t.Errorf("a picture of two machines: status %d, %s", status, errOut)
	}
}
