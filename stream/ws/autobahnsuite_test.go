//go:build (linux || darwin || freebsd || netbsd || openbsd || dragonfly) && !wakeful_nopoll

package ws_test

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	wakews "github.com/wakeful-go/wakeful/stream/ws"
)

// TestAutobahnSuite runs Autobahn's own test suite against an echo server. It takes some minutes;
// with -short it leaves out the cases of large and many messages.
func TestAutobahnSuite(t *testing.T) {
	wstest, err := exec.LookPath("wstest")
	if err != nil {
		t.Skip("NOT RUN: Autobahn's suite is not installed: the program wstest of the Python package autobahntestsuite, for Python 2")
	}
	l := running(t)
	address := serve(t, l, echoOf(t), wakews.WithMaxMessageSize(16<<20), wakews.WithCompression(0))
	cases := []string{"*"}
	if testing.Short() {
		cases = []string{"1.*", "2.*", "3.*", "4.*", "5.*", "6.*", "7.*", "10.*", "12.1.1", "13.1.1"}
	}
	folder := t.TempDir()
	spec, err := json.Marshal(map[string]any{
		"outdir": folder, "cases": cases, "exclude-cases": []string{}, "exclude-agent-cases": map[string]any{},
		"servers": []map[string]string{{"agent": "wakeful", "url": "ws://" + address}},
	})
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(folder, "spec.json")
	if err := os.WriteFile(file, spec, 0o600); err != nil {
		t.Fatal(err)
	}
	if out, err := exec.CommandContext(t.Context(), wstest, "-m", "fuzzingclient", "-s", file).CombinedOutput(); err != nil {
		t.Fatalf("wstest: %v\n%s", err, out)
	}
	report, err := os.ReadFile(filepath.Join(folder, "index.json"))
	if err != nil {
		t.Fatal(err)
	}
	var results map[string]map[string]struct{ Behavior, BehaviorClose string }
	if err := json.Unmarshal(report, &results); err != nil {
		t.Fatal(err)
	}
	counts := map[string]int{}
	for name, c := range results["wakeful"] {
		counts[c.Behavior]++
		for _, behavior := range []string{c.Behavior, c.BehaviorClose} {
			switch behavior {
			case "OK", "NON-STRICT", "INFORMATIONAL", "UNIMPLEMENTED":
			default:
				t.Errorf("case %s: %s, at the end %s", name, c.Behavior, c.BehaviorClose)
			}
		}
	}
	if counts["OK"] < 200 {
		t.Errorf("only %d cases are OK", counts["OK"])
	}
	t.Logf("cases: %v", counts)
}
