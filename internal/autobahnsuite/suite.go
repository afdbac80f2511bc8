// Package autobahnsuite runs Autobahn's own test suite for WebSockets in tests: it finds the
// program wstest, writes the suite's specification, and checks the suite's report. Only tests
// import it.
package autobahnsuite

import (
	"encoding/json"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
)

// Agent is the name under which the suite reports the tested program.
const Agent = "wakeful"

// minOK is the least number of cases that must be OK, so that a suite that runs nothing fails.
const minOK = 200

// A Suite is one run of wstest in a temporary folder.
type Suite struct {
	wstest, folder string
}

// New returns a suite, or skips the test if wstest is not installed.
func New(t *testing.T) *Suite {
	t.Helper()
	wstest, err := exec.LookPath("wstest")
	if err != nil {
		t.Skip("NOT RUN: Autobahn's suite is not installed: the program wstest of the Python package autobahntestsuite, for Python 2")
	}
	return &Suite{wstest: wstest, folder: t.TempDir()}
}

// Command returns the command that runs wstest with the given arguments. The specification has the
// cases and the given entries. With -short it leaves out the cases of large and many messages.
func (s *Suite) Command(t *testing.T, entries map[string]any, arguments ...string) *exec.Cmd {
	t.Helper()
	cases := []string{"*"}
	if testing.Short() {
		cases = []string{"1.*", "2.*", "3.*", "4.*", "5.*", "6.*", "7.*", "10.*", "12.1.1", "13.1.1"}
	}
	specification := map[string]any{
		"outdir": s.folder, "cases": cases, "exclude-cases": []string{}, "exclude-agent-cases": map[string]any{},
	}
	maps.Copy(specification, entries)
	text, err := json.Marshal(specification)
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(s.folder, "spec.json")
	if err := os.WriteFile(file, text, 0o600); err != nil {
		t.Fatal(err)
	}
	return exec.CommandContext(t.Context(), s.wstest, append(arguments, "-s", file)...)
}

// Check fails the test for each case of the report that the suite did not accept. It returns the
// number of cases.
func (s *Suite) Check(t *testing.T) (cases int) {
	t.Helper()
	report, err := os.ReadFile(filepath.Join(s.folder, "index.json"))
	if err != nil {
		t.Fatal(err)
	}
	return check(t, report)
}

// check is Check for the text of a report.
func check(t testing.TB, report []byte) (cases int) {
	t.Helper()
	var results map[string]map[string]struct{ Behavior, BehaviorClose string }
	if err := json.Unmarshal(report, &results); err != nil {
		t.Fatal(err)
	}
	counts := map[string]int{}
	for name, c := range results[Agent] {
		counts[c.Behavior]++
		for _, behavior := range []string{c.Behavior, c.BehaviorClose} {
			switch behavior {
			case "OK", "NON-STRICT", "INFORMATIONAL", "UNIMPLEMENTED":
			default:
				t.Errorf("case %s: %s, at the end %s", name, c.Behavior, c.BehaviorClose)
			}
		}
	}
	if counts["OK"] < minOK {
		t.Errorf("only %d cases are OK", counts["OK"])
	}
	t.Logf("cases: %v", counts)
	return len(results[Agent])
}
