package compare_test

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"go.uber.org/goleak"

	"github.com/wakeful-go/wakeful/tournament/compare"
	"github.com/wakeful-go/wakeful/tournament/result"
	"github.com/wakeful-go/wakeful/tournament/result/resulttest"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// slower returns the example with some cells' figures multiplied.
func slower(factor float64, wanted func(result.Cell) bool) *result.Document {
	doc := resulttest.Example()
	doc.Environment.Commit = "fedcba9876543210fedcba9876543210fedcba98"
	for i := range doc.Cells {
		if cell := &doc.Cells[i]; wanted(*cell) {
			for j := range cell.Samples {
				cell.Samples[j].Value *= factor
			}
		}
	}
	return doc
}

func ofWakeful(c result.Cell) bool { return c.Contestant == "wakeful" && c.Workload == "ping-pong" }

// inPingPong reduces a document to the cells of one workload. That is enough for tests of
// differences between whole documents.
func inPingPong(doc *result.Document) *result.Document {
	doc.Cells = slices.DeleteFunc(doc.Cells, func(c result.Cell) bool { return c.Workload != "ping-pong" })
	return doc
}

func none(result.Cell) bool { return false }

func compared(t *testing.T, docs ...*result.Document) *compare.Comparison {
	t.Helper()
	var runs []compare.Run
	for i, doc := range docs {
		runs = append(runs, compare.Run{Name: string(rune('a'+i)) + ".json", Document: doc})
	}
	c, err := compare.Documents(runs, compare.DefaultTolerance)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func row(t *testing.T, c *compare.Comparison, contestant, workload string) compare.Row {
	t.Helper()
	for _, r := range c.Rows {
		if r.Contestant == contestant && r.Workload == workload {
			return r
		}
	}
	t.Fatalf("there is no row of %s in %s", contestant, workload)
	return compare.Row{}
}

func TestTheSameRunTwiceHasNoDifference(t *testing.T) {
	c := compared(t, resulttest.Example(), resulttest.Example())
	if c.Regressions() != 0 || c.Count(1, compare.Faster) != 0 || c.Count(1, compare.Slower) != 0 || c.Count(1, compare.Same) == 0 {
		t.Errorf("%d faster, %d slower, %d the same", c.Count(1, compare.Faster), c.Count(1, compare.Slower), c.Count(1, compare.Same))
	}
	if !c.Against[1].Comparable() || len(c.Against[1].Code) != 0 {
		t.Errorf("they differ: %+v", c.Against[1])
	}
}

func TestARegressionIsFound(t *testing.T) {
	c := compared(t, resulttest.Example(), slower(1.3, ofWakeful), slower(0.7, ofWakeful))
	r := row(t, c, "wakeful", "ping-pong")
	if cell := r.Cells[1]; cell.Outcome != compare.Slower || !cell.Regression || cell.Ratio.Low < 1.2 || cell.Ratio.High > 1.4 {
		t.Errorf("the slower run: %+v", cell)
	}
	if cell := r.Cells[2]; cell.Outcome != compare.Faster || cell.Regression {
		t.Errorf("the faster run: %+v", cell)
	}
	if c.Regressions() != 1 {
		t.Errorf("%d regressions", c.Regressions())
	}
	if code := c.Against[1].Code; len(code) != 1 || code[0].What != "commit" {
		t.Errorf("the code differs in %+v", code)
	}
}

func TestWithinTheToleranceNothingIsARegression(t *testing.T) {
	runs := []compare.Run{{Name: "a", Document: resulttest.Example()}, {Name: "b", Document: slower(1.3, ofWakeful)}}
	c, err := compare.Documents(runs, 0.5)
	if err != nil {
		t.Fatal(err)
	}
	if cell := row(t, c, "wakeful", "ping-pong").Cells[1]; cell.Outcome != compare.Slower || cell.Regression {
		t.Errorf("%+v", cell)
	}
}

// Negligible values do not count, even if their ratio is large.
func TestAnIdleLoopIsNotARegression(t *testing.T) {
	idle := func(c result.Cell) bool { return c.Contestant == "wakeful" && c.Workload == "idle-cost" }
	c := compared(t, resulttest.Example(), slower(4, idle))
	if cell := row(t, c, "wakeful", "idle-cost").Cells[1]; cell.Outcome != compare.Slower || cell.Regression {
		t.Errorf("%+v", cell)
	}
}

// A difference of the machine or the method is named, and no difference is called a regression
// then.
func TestADifferenceOfTwoMachinesIsNoRegression(t *testing.T) {
	for what, change := range map[string]func(*result.Document){
		"CPU":                func(d *result.Document) { d.Environment.CPU = "another" },
		"cores":              func(d *result.Document) { d.Environment.Cores = 64 },
		"operating system":   func(d *result.Document) { d.Environment.OS = "darwin" },
		"architecture":       func(d *result.Document) { d.Environment.Arch = "arm64" },
		"kernel":             func(d *result.Document) { d.Environment.Kernel = "7.0" },
		"memory":             func(d *result.Document) { d.Environment.MemoryBytes *= 2 },
		"frequency governor": func(d *result.Document) { d.Environment.Governor = "powersave" },
		"container":          func(d *result.Document) { d.Environment.Container = "" },
		"CPU quota":          func(d *result.Document) { d.Environment.CPUQuota = 0 },
		"GOMAXPROCS":         func(d *result.Document) { d.Environment.GOMAXPROCS = 1 },
		"mode":               func(d *result.Document) { d.Mode = "quick" },
	} {
		now := slower(1.3, ofWakeful)
		change(now)
		c := compared(t, inPingPong(resulttest.Example()), inPingPong(now))
		d := c.Against[1]
		if named := append(d.Machine, d.Method...); len(named) != 1 || named[0].What != what {
			t.Errorf("%s: they differ in %+v", what, d)
		}
		if d.Comparable() || c.Regressions() != 0 {
			t.Errorf("%s: %d regressions", what, c.Regressions())
		}
		if text := table(t, c, false); !strings.Contains(text, "No difference is called a regression") || !strings.Contains(text, "differ in "+what) {
			t.Errorf("%s: the table does not say so:\n%s", what, text)
		}
	}
}

func TestAnUnknownMachineIsNoMachine(t *testing.T) {
	was, now := resulttest.Example(), slower(1.3, ofWakeful)
	was.Environment.CPU, now.Environment.CPU = "", ""
	if c := compared(t, inPingPong(was), inPingPong(now)); c.Regressions() != 0 || len(c.Against[1].Machine) != 1 {
		t.Errorf("%d regressions; %+v", c.Regressions(), c.Against[1])
	}
}

func TestADifferenceOfTheCodeIsNamed(t *testing.T) {
	now := resulttest.Example()
	now.Environment.GoVersion, now.Environment.Dirty = "go1.27", false
	now.Environment.Modules["example.org/new"] = "v1.0.0"
	c := compared(t, inPingPong(resulttest.Example()), inPingPong(now))
	text := table(t, c, false)
	for _, want := range []string{"uncommitted changes is yes and no", "Go version is go1.26.8 and go1.27", "example.org/new is unknown and v1.0.0", "No regression."} {
		if !strings.Contains(text, want) {
			t.Errorf("the table does not have %q", want)
		}
	}
	if !c.Against[1].Comparable() {
		t.Errorf("%+v", c.Against[1])
	}
}

// If the controls are slower too, the machine is the cause.
func TestDriftOfTheControlsIsNamed(t *testing.T) {
	everything := func(result.Cell) bool { return true }
	c := compared(t, resulttest.Example(), slower(1.3, everything))
	if c.Against[1].Comparable() || len(c.Against[1].Drift) == 0 || c.Regressions() != 0 {
		t.Errorf("%+v, %d regressions", c.Against[1], c.Regressions())
	}
	if text := table(t, c, false); !strings.Contains(text, "the controls changed as well") || !strings.Contains(text, "impl=control-channels") {
		t.Error("the table does not say so")
	}
	if row(t, c, "wakeful", "ping-pong").Cells[1].Outcome != compare.Slower {
		t.Error("what was shown is still shown")
	}
}

// A cell that one run does not have has no ratio, and gives the reason.
func TestCellsOfOneRunOnly(t *testing.T) {
	other := resulttest.Sparse() // fewer workloads, and too few rounds for an interval
	c := compared(t, resulttest.Example(), other)
	if cell := row(t, c, "wakeful", "ping-pong").Cells[1]; cell.Outcome != compare.Open || !cell.Ratio.Known() || cell.Reason != "" {
		t.Errorf("three rounds: %+v", cell)
	}
	if cell := row(t, c, "wakeful", "gc-pressure").Cells[1]; cell.Outcome != compare.Open || cell.Reason != "it was not part of this run" {
		t.Errorf("a workload that was not run: %+v", cell)
	}
	text := table(t, c, false)
	for _, want := range []string{"? too few rounds for an interval", "? B: it was not part of this run", "? B: it only performs round trips", "interrupted"} {
		if !strings.Contains(text, want) {
			t.Errorf("the table does not have %q", want)
		}
	}
	// The rows are the same if the runs are swapped.
	if back := compared(t, other, resulttest.Example()); len(back.Rows) != len(c.Rows) {
		t.Errorf("%d rows one way, %d the other", len(c.Rows), len(back.Rows))
	}
}

func TestBadUse(t *testing.T) {
	one := compare.Run{Name: "a", Document: resulttest.Sparse()}
	if _, err := compare.Documents([]compare.Run{one}, 0.05); err == nil || !strings.Contains(err.Error(), "two documents") {
		t.Errorf("one document: %v", err)
	}
	if _, err := compare.Documents([]compare.Run{one, one}, -1); err == nil || !strings.Contains(err.Error(), "tolerance") {
		t.Errorf("a negative tolerance: %v", err)
	}
	nothing := resulttest.Sparse()
	nothing.Cells = nil
	if _, err := compare.Documents([]compare.Run{{Document: nothing}, {Document: nothing}}, 0.05); err == nil {
		t.Error("documents without cells are compared")
	}
}

func table(t *testing.T, c *compare.Comparison, onlyChanged bool) string {
	t.Helper()
	var b bytes.Buffer
	if err := c.Table(&b, onlyChanged); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func TestTheTable(t *testing.T) {
	c := compared(t, resulttest.Example(), slower(1.3, ofWakeful), slower(1, none))
	got := table(t, c, true)
	golden := filepath.Join("testdata", "changed.txt")
	want, err := os.ReadFile(golden)
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		t.Fatal(err)
	}
	if got != string(want) {
		t.Errorf("the table is not what %s says:\n%s", golden, got)
	}
	if strings.Contains(got, "\x1b") {
		t.Error("it has escape sequences")
	}
	if whole := table(t, c, false); len(whole) < 3*len(got) {
		t.Errorf("the whole table has %d bytes, the changed rows %d", len(whole), len(got))
	}
}

// Names come from other people's files.
func TestHostileNamesDoNotReachTheTerminal(t *testing.T) {
	doc := slower(1.3, ofWakeful)
	doc.Environment.CPU = "evil\x1b[2J\u202ecpu"
	runs := []compare.Run{{Name: "a\x1b[31m.json", Document: inPingPong(resulttest.Example())}, {Name: "b", Document: inPingPong(doc)}}
	c, err := compare.Documents(runs, 0.05)
	if err != nil {
		t.Fatal(err)
	}
	if text := table(t, c, false); strings.ContainsAny(text, "\x1b\u202e") {
		t.Errorf("the table has control characters:\n%q", text)
	}
}

type full struct{}

func (full) Write([]byte) (int, error) { return 0, errors.New("no space left on device") }

func TestAFullDiskIsAnError(t *testing.T) {
	if err := compared(t, resulttest.Sparse(), resulttest.Sparse()).Table(full{}, false); err == nil || !strings.Contains(err.Error(), "no space left") {
		t.Errorf("%v", err)
	}
}
