package main

import (
	"bytes"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/wakeful-go/wakeful/tournament/latency"
	"github.com/wakeful-go/wakeful/tournament/result"
	"github.com/wakeful-go/wakeful/tournament/stats"
)

// The page about wait strategies, the run that its figures are of, and the marks
// around them.
const (
	strategiesPage = "../../docs/choosing-a-wait-strategy.md"
	strategiesRun  = "../../docs/waiting.json"
	beginLanes     = "<!-- lanes: written by go test ./wakeful -update from waiting.json -->\n"
	endLanes       = "<!-- end of lanes -->\n"
)

func TestThePageAboutStrategiesHasTheFiguresOfItsRun(t *testing.T) {
	text, err := os.ReadFile(strategiesPage)
	if err != nil {
		t.Fatal(err)
	}
	before, rest, ok := strings.Cut(string(text), beginLanes)
	shown, after, ok2 := strings.Cut(rest, endLanes)
	if !ok || !ok2 {
		t.Fatalf("%s does not have the two marks", strategiesPage)
	}
	doc, err := result.ReadFile(strategiesRun)
	if err != nil {
		t.Fatal(err)
	}
	want := strategyFigures(t, doc)
	if flag.Lookup("update").Value.String() == "true" {
		if err := os.WriteFile(strategiesPage, []byte(before+beginLanes+want+endLanes+after), 0o600); err != nil {
			t.Fatal(err)
		}
		return
	}
	if shown != want {
		t.Errorf("%s does not show the figures of its run; write it again with: go test ./wakeful -update", strategiesPage)
	}
}

// strategyFigures are the machine, the table that wakeful report shows of a
// document, and latency and processor time over the gap.
func strategyFigures(t *testing.T, doc *result.Document) string {
	t.Helper()
	status, table, errOut := here(t, "report", strategiesRun)
	if status != statusDone {
		t.Fatal(errOut)
	}
	e := doc.Environment
	var text strings.Builder
	fmt.Fprintf(&text, "A virtual machine with %d cores (%s, %s/%s, %s), shared with other work; %s; %d rounds, started %s; all samples are in [waiting.json](waiting.json).\n\n",
		e.Cores, e.CPU, e.OS, e.Arch, e.Kernel, e.GoVersion, doc.Rounds, doc.Started.UTC().Format("2006-01-02 15:04 MST"))
	fmt.Fprintf(&text, "```text\n%s```\n\nMedian latency in microseconds, and the processors burnt, over the gap between messages:\n\n", table)
	lanes := []string{"wakeful-block", "wakeful-adaptive", "wakeful-spin", "go-channel-sleep", "go-channel-spin"}
	fmt.Fprintf(&text, "| gap | %s |\n|---%s|\n", strings.Join(lanes, " | "), strings.Repeat("|---", len(lanes)))
	for _, gap := range latency.Gaps("full") {
		row := []string{latency.GapText(gap)}
		for _, lane := range lanes {
			wanted := result.Cell{Contestant: lane, Workload: latency.Arrival, Params: latency.Params{Gap: gap}.Map()}
			i := slices.IndexFunc(doc.Cells, func(c result.Cell) bool { return c.Key() == wanted.Key() })
			if i < 0 || len(doc.Cells[i].Samples) == 0 {
				continue
			}
			var burnt []float64
			for _, s := range doc.Cells[i].Samples {
				burnt = append(burnt, s.CPUSeconds/s.WallSeconds)
			}
			row = append(row, fmt.Sprintf("%.3g us, %.2g", stats.Median(doc.Cells[i].Values())/1000, stats.Median(burnt)))
		}
		if len(row) == 1+len(lanes) {
			fmt.Fprintf(&text, "| %s |\n", strings.Join(row, " | "))
		}
	}
	return text.String() + "\n"
}

// The run behind the page has all of the founding document's lanes, sleeping and
// spinning, each with its histogram, and was not cut short.
func TestTheCommittedRunHasTheFoundingLanes(t *testing.T) {
	doc, err := result.ReadFile(strategiesRun)
	if err != nil {
		t.Fatal(err)
	}
	if !doc.Complete {
		t.Error("the run was interrupted")
	}
	for _, lane := range latency.Founding() {
		wanted := result.Cell{Contestant: lane, Workload: latency.Arrival, Params: latency.Params{Gap: latency.FoundingGap}.Map()}
		i := slices.IndexFunc(doc.Cells, func(c result.Cell) bool { return c.Key() == wanted.Key() })
		if i < 0 || len(doc.Cells[i].Samples) != doc.Rounds {
			t.Errorf("%s is not there, or lacks samples", lane)
			continue
		}
		if h, err := result.MergeLatency(doc.Cells[i].Samples); err != nil || h == nil {
			t.Errorf("%s has no histogram: %v", lane, err)
		}
	}
}

func TestLanesAreMeasuredAndShown(t *testing.T) {
	t.Setenv("PATH", t.TempDir()) // without cargo
	status, out, errOut := wakeful(t, "latency", "--lane", "go-channel-sleep", "--lane", "wakeful-block", "--gap", "1ms", "--rounds", "1", "--iterations", "2", "--json", "run.json")
	if status != statusDone || !strings.Contains(out, "go-channel-sleep") || !strings.Contains(out, "waking a thread") || !strings.Contains(errOut, "without the Rust lanes") {
		t.Fatalf("status %d: %s%s", status, out, errOut)
	}
	doc, err := result.ReadFile("run.json")
	if err != nil || len(doc.Cells) != 2 || len(doc.Cells[0].Samples) != 1 || !doc.Complete {
		t.Errorf("the document: %v, %+v", err, doc)
	}
	if page, err := os.ReadFile("run.html"); err != nil || !bytes.Contains(page, []byte(`id="lanes"`)) {
		t.Errorf("the report has no section about lanes: %v", err)
	}
	status, out, _ = here(t, "latency", "--list", "--lane", "*-tcp-*")
	if status != statusDone || !strings.Contains(out, "go-tcp-spin") || !strings.Contains(out, "rust-std-tcp-sleep") || strings.Contains(out, "udp") {
		t.Errorf("status %d, the list is %s", status, out)
	}
}

func TestLatencyInWrongUse(t *testing.T) {
	t.Setenv("PATH", t.TempDir())
	for want, args := range map[string][]string{
		"there is no lane":          {"latency", "--lane", "nobody"},
		"--rounds is 0":             {"latency", "--rounds", "0"},
		"--gap is 0s":               {"latency", "--gap", "0s"},
		"--iterations is -1":        {"latency", "--iterations", "-1"},
		"nothing.json":              {"latency", "--resume", "nothing.json"},
		"there is no Cargo":         {"latency", "--rust", "nowhere"},
		"none of the others can be": {"latency", "--quick", "--full"},
	} {
		status, _, errOut := wakeful(t, args...)
		if status != statusBadUse || !strings.Contains(errOut, want) {
			t.Errorf("%v: status %d, %q; want %q", args, status, errOut, want)
		}
	}
}

func TestRustLanesAreFoundAndRead(t *testing.T) {
	folder := t.TempDir()
	if err := os.MkdirAll(filepath.Join(folder, "rust", "crates", rustProgram), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.MkdirAll(filepath.Join(folder, "a", "b"), 0o755); err != nil {
		t.Fatal(err)
	}
	t.Chdir(filepath.Join(folder, "a", "b"))
	manifest, err := rustManifest("")
	if err != nil || !strings.HasSuffix(manifest, filepath.Join("rust", "Cargo.toml")) {
		t.Errorf("found %q, %v", manifest, err)
	}
	lanes := rustLanes("rust-std-mpsc-sleep  A channel: the receiver sleeps.\nnote: something\n\nrust-futex-spin      A futex.\n")
	if len(lanes) != 2 || lanes[1].Name != "rust-futex-spin" || lanes[0].Summary != "A channel: the receiver sleeps." {
		t.Errorf("read %+v", lanes)
	}
}
