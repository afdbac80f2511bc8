package claims

import (
	"math"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/HdrHistogram/hdrhistogram-go"
	"go.uber.org/goleak"
	"pgregory.net/rapid"

	waiting "github.com/wakeful-go/wakeful/tournament/latency"
	"github.com/wakeful-go/wakeful/tournament/lineup"
	"github.com/wakeful-go/wakeful/tournament/measure"
	"github.com/wakeful-go/wakeful/tournament/result"
	"github.com/wakeful-go/wakeful/tournament/result/resulttest"
	"github.com/wakeful-go/wakeful/tournament/runner"
	"github.com/wakeful-go/wakeful/tournament/workloads"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// ids are the founding documents' claims, in their order.
var ids = []string{"L1", "L2", "L3", "L4", "L5", "T1", "T2", "T3", "T4", "T5", "T6", "T7", "G1", "G2", "G3",
	"B1", "B2", "B3", "B4", "S1", "S2", "S3", "S4", "H1", "H2", "R1", "M1", "W1", "W2"}

func TestTheLedgerHasEveryClaimOnce(t *testing.T) {
	var got []string
	for _, c := range Ledger() {
		got = append(got, c.ID)
		for what, text := range map[string]string{"statement": c.Statement, "test": c.Test} {
			if !strings.HasSuffix(text, ".") {
				t.Errorf("the %s of %s is no sentence: %q", what, c.ID, text)
			}
		}
	}
	if !slices.Equal(got, ids) {
		t.Errorf("the ledger has %v, want %v", got, ids)
	}
}

// Every claim has its texts and a predicate, and every predicate is a claim's.
func TestTheLedgerIsWhole(t *testing.T) {
	for _, c := range Ledger() {
		if c.Title == "" || c.Statement == "" || c.Source == "" || c.Test == "" || c.holds == nil {
			t.Errorf("%+v lacks a part", c)
		}
	}
	if got, want := len(predicates), len(Ledger()); got != want {
		t.Errorf("there are %d predicates and %d claims", got, want)
	}
}

func TestSourcesAreDocumentsThatReportedSomething(t *testing.T) {
	var sources []string
	for _, row := range reportedRows() {
		sources = append(sources, row[7])
	}
	for _, c := range Ledger() {
		if !slices.Contains(sources, c.Source) {
			t.Errorf("%s is from %q, which reported no figure", c.ID, c.Source)
		}
	}
}

// figuresOf calls f for every figure of every claim.
func figuresOf(t *testing.T, f func(c Claim, leaf Finding)) {
	for _, j := range Judge(empty(t)) {
		for _, leaf := range j.Leaves() {
			f(j.Claim, leaf)
		}
	}
}

func TestComparedFiguresWereReported(t *testing.T) {
	compared := 0
	figuresOf(t, func(c Claim, leaf Finding) {
		if leaf.Reason == notReported {
			t.Errorf("%s: nothing was reported about %q", c.ID, leaf.What)
		}
		for _, r := range leaf.Reported {
			compared++
			if math.IsNaN(r.Low) || r.Low > r.High || r.Unit == "" {
				t.Errorf("%s: %q: %+v", c.ID, leaf.What, r)
			}
		}
	})
	if compared < 80 {
		t.Errorf("only %d reported figures were looked at", compared)
	}
	if f := is(value(cellA), nearReported())(newBench(empty(t))); f.Reason != notReported {
		t.Errorf("about a figure that was not reported: %+v", f)
	}
}

// The figures in the statements follow from the reported figures.
func TestStatementsAgreeWithTheReportedFigures(t *testing.T) {
	byID := judgements(empty(t))
	for _, c := range []struct {
		claim, platform string
		leaf            int
		low, high       float64
	}{
		{"L1", "linux", 2, 102.8, 102.9}, // 42 µs / 0.41 µs
		{"L1", "darwin", 1, 23.1, 23.3},
		{"L3", "darwin", 0, 1.22, 1.24},
		{"L4", "any", 0, 50, 50},
		{"L4", "linux", 1, 10_000, 10_000},
		{"L4", "linux", 2, 1000, 2000},
		{"L4", "linux", 3, 1500, 2000},
		{"L5", "darwin", 0, 16.8, 17},
		{"L5", "darwin", 1, 33, 33.2},
		{"T1", "linux", 1, 53.7, 53.8},
		{"T1", "darwin", 1, 83.6, 83.7},
		{"T2", "linux", 0, 6.5, 6.6},
		{"T2", "linux", 1, 14.5, 21.3}, // the same cell was reported twice
		{"T3", "any", 6, 60, 70},
		{"T4", "linux", 2, 60, 70},
		{"T4", "linux", 3, 120, 150},
		{"T5", "darwin", 0, 73, 74},
		{"T5", "darwin", 1, 1.35, 1.36},
		{"G1", "linux", 0, 3.58, 3.6}, // 1 - 1/3.59 = 72 %
		{"G1", "darwin", 0, 1.15, 1.17},
		{"B2", "darwin", 0, 1.13, 1.14},
		{"B3", "darwin", 0, 1.38, 1.39}, // 1 - 1/1.38 = 28 %
		{"B3", "darwin", 1, 4.9, 5},
		{"B4", "darwin", 0, 1.58, 1.59}, // 1 - 1/1.58 = 37 %
		{"S1", "linux", 2, 0.18, 0.19},
		{"S1", "linux", 3, 0.75, 0.77},
		{"S4", "linux", 0, 725.8, 725.8},
		{"S4", "linux", 1, 140.5, 140.5},
		{"H1", "linux", 1, 420, 420},
		{"H1", "linux", 2, 55, 55},
		{"H1", "linux", 3, 340, 340},
		{"M1", "darwin", 0, -4376, -4376}, // 8,041 - 12,417
		{"W1", "linux", 0, 3.2, 3.3},
		{"W1", "linux", 1, 9.1, 9.2},
		{"W1", "darwin", 0, 295, 296},
		{"W2", "linux", 0, 1, 1.1},
	} {
		leaves := byID[c.claim].Leaves()
		found := false
		for _, r := range leaves[c.leaf].Reported {
			if r.Platform == c.platform {
				found = true
				if r.Low < c.low-1e-9 || r.High > c.high+1e-9 {
					t.Errorf("%s, %s on %s: %v to %v was reported, want %v to %v", c.claim, leaves[c.leaf].What, c.platform, r.Low, r.High, c.low, c.high)
				}
			}
		}
		if !found {
			t.Errorf("%s, %s: nothing was reported on %s: %+v", c.claim, leaves[c.leaf].What, c.platform, leaves[c.leaf].Reported)
		}
	}
}

// judgements returns the results of a document by claim id.
func judgements(doc *result.Document) map[string]Judgement {
	byID := map[string]Judgement{}
	for _, j := range Judge(doc) {
		byID[j.ID] = j
	}
	return byID
}

func empty(t *testing.T) *result.Document {
	return onLinux().set(at("nobody", "nothing", ""), []float64{0.5}).document(t)
}

// A full run has every cell that a claim needs: those of the contestants and of the founding
// document's lanes.
func TestFullRunMeasuresTheCellsOfTheClaims(t *testing.T) {
	planned := map[string]bool{}
	for _, c := range append(measure.Cells(lineup.All(), workloads.All()), Cells()...) {
		planned[c.String()] = true
	}
	for _, c := range plannedLanes(t) {
		planned[c.String()] = true
	}
	wanted := map[string]bool{}
	figuresOf(t, func(c Claim, leaf Finding) {
		for _, r := range leaf.of {
			wanted[r.key()] = true
			if !planned[r.key()] {
				t.Errorf("%s needs %s, which no run measures", c.ID, r.key())
			}
		}
	})
	if len(wanted) < 120 {
		t.Errorf("only %d cells were looked at", len(wanted))
	}
	for _, c := range Cells() {
		if !wanted[c.String()] && c.Workload.Name != "cas-failures" {
			t.Errorf("%s is measured for no claim", c)
		}
	}
}

// plannedLanes returns the lanes of a full run.
func plannedLanes(t *testing.T) []waiting.Cell {
	t.Helper()
	rust := &waiting.Program{Command: []string{"sleep-vs-spin"}, Arrivals: true}
	for _, name := range waiting.Founding() {
		rust.Lanes = append(rust.Lanes, result.Contestant{Name: name})
	}
	cells, err := waiting.Plan{Mode: runner.Full, Programs: []*waiting.Program{waiting.ThisProgram([]string{"self"}), rust}, UsableProcessors: 2}.Cells()
	if err != nil {
		t.Fatal(err)
	}
	return cells
}

// reportedDocument has the founding documents' own figures of Linux if there are any, and otherwise
// those of Darwin. Claims about single figures must agree with it.
func reportedDocument(t *testing.T) *result.Document {
	m := onLinux()
	figuresOf(t, func(_ Claim, leaf Finding) {
		if strings.Contains(leaf.What, " / the ") { // claims about an order are not about single figures
			return
		}
		for _, r := range leaf.of {
			_, have := m.cells[r.key()]
			if figure, ok := closest(value(r).reported(), "linux"); ok && r.of == ofValue && !have {
				m.set(r, around(math.Sqrt(figure.Low*figure.High)))
			}
		}
	})
	return m.document(t)
}

func TestTheReportedFiguresConfirmTheirClaims(t *testing.T) {
	byID := judgements(reportedDocument(t))
	for id, want := range map[string]Verdict{
		"T2": Confirmed, "G1": Confirmed, "B3": Confirmed, "B4": Confirmed, "S1": Confirmed, "S4": Confirmed,
		"L2": NotTestable, "G2": NotTestable, "S2": NotTestable, "W2": NotTestable, "T7": NotTestable, "B1": NotTestable,
	} {
		if got := byID[id]; got.Verdict != want {
			t.Errorf("%s is %s by the reported figures, want %s: %+v", id, got.Verdict, want, got.Finding)
		}
	}
}

// Claims about lanes can be tested only if the document has lanes.
func TestLanesAreTestedWhenTheyAreThere(t *testing.T) {
	if got := judgements(empty(t))["W1"]; got.Verdict != NotTestable || !strings.Contains(got.Reason, "arrival is not in this document") {
		t.Errorf("without lanes: %+v", got.Finding)
	}
	m := onLinux()
	for _, l := range lanes {
		m.set(lane(l, "sleeping"), around(4000)).set(lane(l, "spinning"), around(1000))
	}
	byID := judgements(m.document(t))
	if got := byID["W1"]; got.Verdict != Refuted { // 4 times is near the one reported for mpsc
		t.Errorf("with lanes: %+v", got.Finding)
	}
	if got := byID["W2"]; got.Verdict != Confirmed {
		t.Errorf("with lanes: %+v", got.Finding)
	}
	// With one processor, a spinning receiver shows nothing about spinning.
	narrow := m.document(t)
	narrow.Environment.GOMAXPROCS = 1
	if got := judgements(narrow)["W1"]; got.Verdict != NotTestable || !strings.Contains(got.Reason, "processors") {
		t.Errorf("with one processor: %+v", got.Finding)
	}
}

// The reported figures of the twelve lanes are found under the names used here.
func TestReportedLanes(t *testing.T) {
	reported := map[string]float64{}
	for _, name := range lanes {
		for mode := range laneModes {
			of := lane(name, mode)
			if !slices.Contains(waiting.Founding(), of.contestant) {
				t.Errorf("%s is no founding lane", of.contestant)
			}
			for _, r := range value(of).reported() {
				reported[of.contestant+" "+r.Platform] = r.Low
			}
		}
	}
	if len(reported) != 24 || reported["rust-std-mpsc-spin darwin"] != 308 || reported["rust-tokio-udp-sleep linux"] != 9232 {
		t.Errorf("reported: %v", reported)
	}
}

// For any document, every claim gets a verdict, and a claim without a figure gets a reason.
func TestEveryDocumentIsJudged(t *testing.T) {
	for name, doc := range map[string]*result.Document{
		"example": resulttest.Example(), "sparse": resulttest.Sparse(), "empty": empty(t),
	} {
		all := Judge(doc)
		if len(all) != len(ids) {
			t.Errorf("%s: %d judgements", name, len(all))
		}
		for _, j := range all {
			if !slices.Contains(Verdicts, j.Verdict) {
				t.Errorf("%s, %s: verdict %q", name, j.ID, j.Verdict)
			}
			for _, leaf := range j.Leaves() {
				if leaf.What == "" && leaf.Reason == "" {
					t.Errorf("%s, %s: a finding about nothing: %+v", name, j.ID, leaf)
				}
				if leaf.Verdict == NotTestable && leaf.Reason == "" {
					t.Errorf("%s, %s: %s is not testable, and nobody says why", name, j.ID, leaf.What)
				}
				if name == "sparse" && leaf.Unit != "" && leaf.Verdict == Confirmed {
					t.Errorf("three rounds confirm %s: %+v", j.ID, leaf)
				}
			}
		}
	}
}

// M1 holds for all data: the percentiles of one histogram never fall.
func TestPercentilesOfOneHistogramRise(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		random := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 0))
		h := hdrhistogram.New(1, int64(time.Minute), rapid.IntRange(1, 5).Draw(t, "digits"))
		for range rapid.IntRange(1, 300).Draw(t, "values") {
			if err := h.RecordValue(1 + random.Int64N(1<<random.IntN(35))); err != nil {
				t.Fatal(err)
			}
		}
		written, err := result.NewHistogram(h)
		if err != nil {
			t.Fatal(err)
		}
		p := []int64{written.P50, written.P90, written.P99, written.P999, written.Max}
		if !slices.IsSorted(p) {
			t.Fatalf("the percentiles fall: %v", p)
		}
	})
}

func TestTheReportedFiguresAreRead(t *testing.T) {
	if n := len(reportedRows()); n != 266 {
		t.Errorf("%d figures", n)
	}
	for _, row := range reportedRows() {
		key := reportedKey{row[0], row[1], row[2], row[4]}
		if key.statistic == "low" || key.statistic == "high" {
			key.statistic = "mean"
		}
		value, err := strconv.ParseFloat(row[5], 64)
		r, ok := reportedOn(key, row[3])
		if err != nil || !ok || r.Low > value || r.High < value || r.Unit == "" || row[7] == "" || r.Platform == "" {
			t.Errorf("%q is read as %+v, %v", row, r, err)
		}
	}
	// The two ends of a range, and a cell that was reported twice.
	for key, want := range map[reportedKey][2]float64{
		{"primitive-cost", "eventfd-write-syscall", "", "mean"}: {1000, 2000},
		{"multi-producer", "main", "producers=10", "mean"}:      {86.85, 126.6},
	} {
		if r, ok := reportedOn(key, "linux"); !ok || r.Low != want[0] || r.High != want[1] {
			t.Errorf("%v is %+v, want %v", key, r, want)
		}
	}
	if r, ok := reportedOn(reportedKey{"multi-producer", "main", "producers=10", "mean"}, "plan9"); ok {
		t.Errorf("a figure of no platform: %+v", r)
	}
	all := []Reported{{Platform: "any", Low: 2}, {Platform: "darwin", Low: 1}, {Platform: "linux", Low: 3}}
	for n, want := range map[int]float64{3: 3, 2: 2} {
		if r, ok := closest(all[:n], "linux"); !ok || r.Low != want {
			t.Errorf("the closest of %+v is %+v", all[:n], r)
		}
	}
	if r, _ := closest(all[1:2], "linux"); r.Low != 1 {
		t.Errorf("the closest figure is %+v", r)
	}
}
