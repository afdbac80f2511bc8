package main

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/wakeful-go/wakeful/tournament/claims"
	"github.com/wakeful-go/wakeful/tournament/report"
	"github.com/wakeful-go/wakeful/tournament/result"
	"github.com/wakeful-go/wakeful/tournament/result/resulttest"
)

// The commands that read documents: findings, bench-format.

func TestDocumentsThatCannotBeReadAreNamed(t *testing.T) {
	good, broken := document(t, resulttest.Sparse()), written(t, "{")
	for _, c := range []struct {
		args []string
		want string
	}{
		{[]string{"findings"}, "needs one file"},
		{[]string{"findings", good, good, "--charts", "folder"}, "needs one file"},
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

func TestFindingsAreAPageOnTheStandardOutput(t *testing.T) {
	status, out, errOut := wakeful(t, "findings", document(t, resulttest.Example()))
	if status != statusDone || !strings.HasPrefix(out, "# Findings: ") || errOut != "" {
		t.Errorf("status %d, %s: %.200s", status, errOut, out)
	}
	if counts := claims.Counts(claims.Judge(resulttest.Example())); !strings.Contains(out, "\n## L1: ") || !strings.Contains(strings.Join(strings.Fields(out), " "), counts) {
		t.Errorf("want every claim, and the counts %q: %s", counts, out)
	}
}

// The documents of other runtimes are shown like any other, and are no contributions.
func TestReportShowsOtherRuntimes(t *testing.T) {
	for name, wants := range map[string][]string{
		"world":  {"producers=32", "tokio-local", "connections=1000", "figure=p99", "netpoll is no loop that takes functions"},
		"growth": {"burst=65536", "count=1000000", "handwritten"},
	} {
		document := filepath.Join("..", "..", "docs", name+".json.gz")
		page := filepath.Join(t.TempDir(), "x.html")
		status, out, errOut := here(t, "report", document, "--html", page)
		for _, want := range wants {
			if status != statusDone || !strings.Contains(out, want) || errOut != "" {
				t.Errorf("%s: status %d, %s: want %q in\n%s", name, status, errOut, want, out)
			}
		}
		if _, err := os.Stat(page); err != nil {
			t.Errorf("%s: a report in HTML: %v", name, err)
		}
		if status, _, errOut := here(t, "report", document, "--check"); status != statusBadUse || !strings.Contains(errOut, "it is a quick run") {
			t.Errorf("%s: the check of a document that is no contribution: status %d, %q", name, status, errOut)
		}
	}
}

func TestBenchFormatIsTextOnTheStandardOutput(t *testing.T) {
	status, out, errOut := wakeful(t, "bench-format", document(t, resulttest.Sparse()))
	if status != statusDone || !strings.Contains(out, "\nBenchmarkPingPong/contestant=wakeful-2 ") || errOut != "" {
		t.Errorf("status %d, %s: %.200s", status, errOut, out)
	}
}

// The committed page of findings equals the page generated from its run, byte by byte.
func TestPagesOfFindingsAreThoseOfTheirRuns(t *testing.T) {
	for _, complaint := range stale(t, "testdata") {
		t.Error(complaint)
	}
}

// committedRuns are the runs in docs/results. The one whose charts and figures are in docs comes first.
func committedRuns(t *testing.T) []string {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(filepath.Dir(committedRun), "*.json.gz"))
	if err != nil || len(files) < 2 {
		t.Fatalf("%q, %v; want the runs of two machines", files, err)
	}
	first := filepath.FromSlash(committedRun)
	return append([]string{first}, slices.DeleteFunc(files, func(file string) bool { return file == first })...)
}

// TestCommittedRunsFollowTheRules: the project keeps the rules for contributions itself.
func TestCommittedRunsFollowTheRules(t *testing.T) {
	for _, file := range committedRuns(t) {
		doc, err := result.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if err := doc.CheckContribution(); err != nil {
			t.Errorf("%s: %v", file, err)
		}
		if want := contributionName(doc); filepath.Base(file) != want {
			t.Errorf("%s has another name than %s", file, want)
		}
	}
}

// The committed summary is that of the committed runs, byte by byte.
func TestTheSummaryIsOfTheCommittedRuns(t *testing.T) {
	comparePage(t, "findings.md", append([]string{"findings"}, committedRuns(t)...)...)
}

// The committed comparison of machines is that of the committed runs, and the README has its first
// sentence.
func TestTheMachinesAreThoseOfTheCommittedRuns(t *testing.T) {
	comparePage(t, "machines.md", append([]string{"report"}, committedRuns(t)...)...)
	var runs []report.MachineRun
	for _, file := range committedRuns(t) {
		doc, err := result.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		runs = append(runs, report.MachineRun{Doc: doc})
	}
	readme, err := os.ReadFile(filepath.Join("..", "..", "README.md"))
	if err != nil {
		t.Fatal(err)
	}
	sentence := report.MachinesSentence(runs...)
	if !strings.Contains(strings.Join(strings.Fields(string(readme)), " "), sentence) {
		t.Errorf("the README does not say: %s", sentence)
	}
}

// comparePage compares a page of docs with the output of a command, or writes it with -update.
func comparePage(t *testing.T, name string, command ...string) {
	t.Helper()
	status, want, errOut := here(t, command...)
	if status != statusDone {
		t.Fatalf("status %d: %s", status, errOut)
	}
	page := filepath.Join("..", "..", "docs", name)
	if *update {
		if err := os.WriteFile(page, []byte(want), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	have, err := os.ReadFile(page)
	if err != nil || string(have) != want {
		t.Errorf("docs/%s is not what its runs say, from line %d on (%v); run: make findings", name, firstDifference(string(have), want), err)
	}
}

// stale returns a complaint for every page of findings that differs from the page generated from
// its run, for every run without a page, and for every page without a run.
func stale(t *testing.T, folders ...string) []string {
	t.Helper()
	var complaints []string
	complain := func(format string, values ...any) { complaints = append(complaints, fmt.Sprintf(format, values...)) }
	runs := 0
	for _, folder := range folders {
		var stems []string
		for _, ending := range []string{".json", ".json.gz", ".md"} {
			files, err := filepath.Glob(filepath.Join(folder, "findings*"+ending))
			if err != nil {
				t.Fatal(err)
			}
			for _, file := range files {
				stems = append(stems, strings.TrimSuffix(file, ending))
			}
		}
		slices.Sort(stems)
		for _, stem := range slices.Compact(stems) {
			data, page := stem+".json", stem+".md"
			if _, err := os.Stat(data + ".gz"); err == nil {
				data += ".gz"
			}
			again := fmt.Sprintf("in cmd/wakeful, run: go run . findings %s > %s", filepath.ToSlash(data), filepath.ToSlash(page))
			have, err := os.ReadFile(page)
			if _, missing := os.Stat(data); missing != nil {
				complain("%s has no run beside it: commit %s, or remove the page", page, data)
				continue
			}
			runs++
			status, want, errOut := here(t, "findings", data)
			switch {
			case status != statusDone:
				complain("%s: status %d: %s", data, status, errOut)
			case err != nil:
				complain("%s has no page beside it; %s", data, again)
			case !bytes.Equal(have, []byte(want)):
				complain("%s is not what %s says, from line %d on; %s", page, data, firstDifference(string(have), want), again)
			}
		}
	}
	if runs == 0 {
		complain("there is no run to look at in %v", folders)
	}
	return complaints
}

// firstDifference returns the number of the first line that differs.
func firstDifference(a, b string) int {
	as, bs := strings.Split(a, "\n"), strings.Split(b, "\n")
	n := 0
	for n < len(as) && n < len(bs) && as[n] == bs[n] {
		n++
	}
	return n + 1
}

// The test of stale: it finds each kind of stale page.
func TestStalePagesAreFound(t *testing.T) {
	data, err := os.ReadFile(filepath.Join("testdata", "findings-small.json"))
	if err != nil {
		t.Fatal(err)
	}
	page, err := os.ReadFile(filepath.Join("testdata", "findings-small.md"))
	if err != nil {
		t.Fatal(err)
	}
	edited := bytes.Replace(page, []byte("by machine\n\n"), []byte("by machine\n\nBy hand.\n"), 1)
	for name, c := range map[string]struct {
		files map[string][]byte
		want  []string // one for each complaint
	}{
		"as it should be":  {map[string][]byte{"findings.json": data, "findings.md": page}, nil},
		"edited":           {map[string][]byte{"findings.json": data, "findings.md": edited}, []string{"from line 3 on; in cmd/wakeful, run: go run . findings "}},
		"one of two":       {map[string][]byte{"findings.json": data, "findings.md": page, "findings-2.json": data, "findings-2.md": edited}, []string{"findings-2.md is not what "}},
		"no page":          {map[string][]byte{"findings.json": data}, []string{"has no page beside it; in cmd/wakeful, run: go run . findings "}},
		"no run":           {map[string][]byte{"findings.json": data, "findings.md": page, "findings-x.md": page}, []string{"findings-x.md has no run beside it"}},
		"a broken run":     {map[string][]byte{"findings.json": data[:len(data)/2], "findings.md": page}, []string{"status 2"}},
		"nothing to check": {nil, []string{"there is no run"}},
	} {
		t.Run(name, func(t *testing.T) {
			folder := t.TempDir()
			for file, text := range c.files {
				if err := os.WriteFile(filepath.Join(folder, file), text, 0o600); err != nil {
					t.Fatal(err)
				}
			}
			got := stale(t, folder)
			if len(got) != len(c.want) {
				t.Fatalf("%d complaints, want %d: %q", len(got), len(c.want), got)
			}
			for i, want := range c.want {
				if !strings.Contains(got[i], want) {
					t.Errorf("the complaint is %q, want something with %q", got[i], want)
				}
			}
		})
	}
}

// A full run includes the cells of the claims, takes their samples, and prints the verdicts. A
// quick run does not.
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

// Twelve rounds of everything take at most 20 minutes on two cores. Cells that are added later must
// not make a full run so long that nobody starts it.
func TestFullRunIsShortEnough(t *testing.T) {
	options, err := (&tournamentFlags{full: true, rounds: 12}).options()
	if err != nil {
		t.Fatal(err)
	}
	if n := len(options.Measurable()); n < 500 {
		t.Errorf("a full run measures only %d of %d cells", n, len(options.Cells))
	}
	if expected := options.Expected(options.Rounds); expected > 20*time.Minute {
		t.Errorf("%d cells in 12 rounds take %v", len(options.Cells), expected)
	}
}

// The charts of the claims are those of the committed run, byte by byte.
func TestTheChartsAreOfTheCommittedRun(t *testing.T) {
	committed := filepath.Join("..", "..", "docs", "claims")
	folder := t.TempDir()
	if *update {
		folder = committed
	}
	if status, _, errOut := here(t, "findings", committedRun, "--charts", folder); status != statusDone {
		t.Fatalf("status %d: %s", status, errOut)
	}
	charts, err := filepath.Glob(filepath.Join(folder, "*.svg"))
	if err != nil || len(charts) < 20 {
		t.Fatalf("%d charts, %v", len(charts), err)
	}
	have, err := filepath.Glob(filepath.Join(committed, "*.svg"))
	if err != nil || len(have) != len(charts) {
		t.Errorf("%d charts are committed, %d are of the run, %v", len(have), len(charts), err)
	}
	for _, file := range charts {
		want, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		name := filepath.Base(file)
		if have, err := os.ReadFile(filepath.Join(committed, name)); err != nil || !bytes.Equal(have, want) {
			t.Errorf("docs/claims/%s is not what the committed run says (%v); in cmd/wakeful, run: go run . findings %s --charts ../../docs/claims", name, err, committedRun)
		}
	}
}
