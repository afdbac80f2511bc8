package benchformat_test

import (
	"bytes"
	"errors"
	"math"
	"strings"
	"testing"

	"go.uber.org/goleak"
	"golang.org/x/perf/benchfmt"
	"golang.org/x/perf/benchmath"
	"golang.org/x/perf/benchproc"

	"github.com/wakeful-go/wakeful/tournament/benchformat"
	"github.com/wakeful-go/wakeful/tournament/result"
	"github.com/wakeful-go/wakeful/tournament/result/resulttest"
	"github.com/wakeful-go/wakeful/tournament/stats"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

func text(t *testing.T, doc *result.Document) string {
	t.Helper()
	var b bytes.Buffer
	if err := benchformat.Write(&b, doc); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// parsed reads text with the parser that benchstat has.
func parsed(t *testing.T, text string) ([]*benchfmt.Result, benchfmt.UnitMetadataMap) {
	t.Helper()
	reader := benchfmt.NewReader(strings.NewReader(text), "text")
	var all []*benchfmt.Result
	for reader.Scan() {
		switch rec := reader.Result().(type) {
		case *benchfmt.Result:
			all = append(all, rec.Clone())
		case *benchfmt.SyntaxError:
			t.Errorf("benchstat cannot read it: %v", rec)
		}
	}
	if err := reader.Err(); err != nil {
		t.Fatal(err)
	}
	return all, reader.Units()
}

// Every sample of every cell that has a figure comes out of benchstat's own
// parser as it went in.
func TestEverySampleIsRead(t *testing.T) {
	for name, doc := range map[string]*result.Document{"example": resulttest.Example(), "sparse": resulttest.Sparse()} {
		results, units := parsed(t, text(t, doc))
		at := 0
		for i := range doc.Cells {
			cell := &doc.Cells[i]
			if cell.Missing != "" || cell.Failed() {
				continue
			}
			for _, s := range cell.Samples {
				if at == len(results) {
					t.Fatalf("%s: only %d samples were read", name, at)
				}
				same(t, cell, s, results[at])
				at++
			}
		}
		if at != len(results) {
			t.Errorf("%s: %d samples were read, the document has %d", name, len(results), at)
		}
		for _, unit := range []string{"cpu-ns/op", "p50-ns", "p90-ns", "p99-ns", "p999-ns", "max-ns", "ns/op", "B/op"} {
			if units.GetBetter(unit) != -1 {
				t.Errorf("%s: benchstat does not know that less %s is better", name, unit)
			}
		}
	}
}

func same(t *testing.T, cell *result.Cell, s result.Sample, got *benchfmt.Result) {
	t.Helper()
	if got.Iters != int(s.Ops) {
		t.Errorf("%s: %d iterations, want %d", got.Name, got.Iters, s.Ops)
	}
	want := map[string]float64{"cores": s.Value}
	if cell.Workload != "idle-cost" {
		want = map[string]float64{"sec/op": s.Value / 1e9, "B/op": s.BytesPerOp, "allocs/op": s.AllocsPerOp, "cpu-sec/op": s.CPUSeconds / float64(s.Ops)}
	}
	if l := s.Latency; l != nil {
		for unit, v := range map[string]int64{"p50-sec": l.P50, "p90-sec": l.P90, "p99-sec": l.P99, "p999-sec": l.P999, "max-sec": l.Max} {
			want[unit] = float64(v) / 1e9
		}
	}
	if len(got.Values) != len(want) {
		t.Errorf("%s: %v; want %v", got.Name, got.Values, want)
	}
	for unit, v := range want {
		have, ok := got.Value(unit)
		if !ok || math.Abs(have-v) > 1e-9*v {
			t.Errorf("%s: %v %s, want %v", got.Name, have, unit, v)
		}
	}
}

func TestNames(t *testing.T) {
	for _, c := range []struct {
		cell  result.Cell
		procs int
		want  string
	}{
		{result.Cell{Workload: "ping-pong", Contestant: "wakeful"}, 2, "PingPong/contestant=wakeful-2"},
		{result.Cell{Workload: "multi-producer", Contestant: "main", Params: map[string]string{"producers": "10"}}, 8, "MultiProducer/contestant=main/producers=10-8"},
		{result.Cell{Workload: "submit-cost", Contestant: "control-flags", Params: map[string]string{"state": "running", "keepalive": "held"}}, 1,
			"SubmitCost/contestant=control-flags/keepalive=held/state=running-1"},
		{result.Cell{Workload: "a.b_c", Contestant: "x-5"}, 0, "ABC/contestant=x-5-1"},
	} {
		got := benchformat.Name(&c.cell, c.procs)
		if got != c.want {
			t.Errorf("%q, want %q", got, c.want)
		}
		if suffix := benchfmt.Name(got).Base(); strings.ContainsAny(string(suffix), "/-") {
			t.Errorf("%q has the base %q", got, suffix)
		}
	}
}

// The machine reaches benchstat as configuration.
func TestTheMachineIsConfiguration(t *testing.T) {
	results, _ := parsed(t, text(t, resulttest.Example()))
	for key, want := range map[string]string{
		"goos": "linux", "goarch": "amd64", "pkg": "github.com/wakeful-go/wakeful/tournament", "cpu": "Example CPU 2.40GHz", "cores": "2",
		"memory-bytes": "8589934592", "governor": "performance", "kernel": "6.1.0", "cpu-quota": "2", "container": "docker",
	} {
		for _, r := range []*benchfmt.Result{results[0], results[len(results)-1]} {
			if got := r.GetConfig(key); got != want {
				t.Errorf("%s of %s is %q, want %q", key, r.Name, got, want)
			}
		}
	}
}

// benchstat before.txt after.txt puts two runs of one machine into one table, which takes the same
// configuration. The run is in comments.
func TestTwoRunsOfOneMachineAreOneTable(t *testing.T) {
	before, after := resulttest.Example(), resulttest.Sparse()
	after.Started, after.Environment.Commit = after.Started.AddDate(0, 1, 0), strings.Repeat("1", 40)
	after.Environment.Dirty, after.Environment.GoVersion = false, "go1.99"
	var tables benchproc.ProjectionParser
	by, err := tables.Parse(".config", nil) // benchstat's default
	if err != nil {
		t.Fatal(err)
	}
	was, _ := parsed(t, text(t, before))
	is, _ := parsed(t, text(t, after))
	if a, b := by.Project(was[0]), by.Project(is[0]); a != b {
		t.Errorf("benchstat has one table for %s, and another for %s", a, b)
	}
	for _, want := range []string{
		"# go-version: go1.99", "# commit: " + strings.Repeat("1", 40), "# mode: quick", "# rounds: 3", "# started: 2026-04-14T09:26:53Z", "# complete: false",
	} {
		if !strings.Contains(text(t, after), want+"\n") {
			t.Errorf("the text has no line %q", want)
		}
	}
	if !strings.Contains(text(t, before), "# dirty: true\n") {
		t.Error("the text does not say that there were changes")
	}
}

// benchstat's way from the text to a table: project, group, summarize. The median
// and the interval are the tournament's.
func TestBenchstatSeesTheSameMedians(t *testing.T) {
	doc := resulttest.Example()
	results, _ := parsed(t, text(t, doc))
	var parser benchproc.ProjectionParser
	filter, err := benchproc.NewFilter(".name:MultiProducer /producers:10")
	if err != nil {
		t.Fatal(err)
	}
	by, err := parser.Parse("/contestant", filter)
	if err != nil {
		t.Fatal(err)
	}
	samples := map[string][]float64{}
	for _, r := range results {
		if ok, err := filter.Apply(r); err != nil {
			t.Fatal(err)
		} else if !ok {
			continue
		}
		v, ok := r.Value("sec/op")
		if !ok {
			t.Fatalf("%s has no time", r.Name)
		}
		key := by.Project(r).Get(by.Fields()[0])
		samples[key] = append(samples[key], v*1e9)
	}
	if len(samples) != 6 { // the controls take no part
		t.Errorf("benchstat sees %d contestants: %v", len(samples), samples)
	}
	for i := range doc.Cells {
		cell := &doc.Cells[i]
		if cell.Row() != "multi-producer/producers=10" || cell.Missing != "" {
			continue
		}
		want := stats.Interval(cell.Values(), stats.Confidence)
		got := benchmath.AssumeNothing.Summary(benchmath.NewSample(samples[cell.Contestant], &benchmath.DefaultThresholds), stats.Confidence)
		near := func(a, b float64) bool { return math.Abs(a-b) <= 1e-9*b }
		if !near(got.Center, want.Value) || !near(got.Lo, want.Low) || !near(got.Hi, want.High) {
			t.Errorf("%s: benchstat has %v in %v..%v, the tournament %+v", cell.Contestant, got.Center, got.Lo, got.Hi, want)
		}
	}
}

// What has no figure is said, and is no line that a parser takes for one.
func TestCellsWithoutAFigureAreComments(t *testing.T) {
	doc := resulttest.Example()
	doc.Cells[0].Samples = nil
	doc.Cells[0].Failures = []result.Failure{{Reason: "panic: oh\nBenchmarkFake 1 1 ns/op\ngoroutine 1 [running]"}}
	written := text(t, doc)
	for _, want := range []string{"# ping-pong/impl=wakeful: failed: panic: oh BenchmarkFake 1 1 ns/op goroutine 1 [running]\n",
		"# ping-pong/impl=control-flags: it only performs round trips\n"} {
		if !strings.Contains(written, want) {
			t.Errorf("the text does not have %q", want)
		}
	}
	results, _ := parsed(t, written)
	for _, r := range results {
		if strings.Contains(r.Name.String(), "Fake") {
			t.Error("a reason was taken for a benchmark")
		}
	}
}

// Foreign text does not become lines of its own.
func TestHostileTextStaysInItsLine(t *testing.T) {
	doc := resulttest.Sparse()
	doc.Environment.CPU = "cpu\nBenchmarkFake 1 1 ns/op\ngoos: plan9"
	doc.Environment.Kernel = "\x1b[2J6.1"
	results, _ := parsed(t, text(t, doc))
	if got := results[0].GetConfig("goos"); got != "linux" {
		t.Errorf("goos is %q", got)
	}
	if got := results[0].GetConfig("cpu"); got != "cpu BenchmarkFake 1 1 ns/op goos: plan9" {
		t.Errorf("cpu is %q", got)
	}
	if strings.Contains(text(t, doc), "\x1b") {
		t.Error("the text has control characters")
	}
}

type full struct{}

func (full) Write([]byte) (int, error) { return 0, errors.New("no space left on device") }

func TestAFullDiskIsAnError(t *testing.T) {
	if err := benchformat.Write(full{}, resulttest.Example()); err == nil || !strings.Contains(err.Error(), "no space left") {
		t.Errorf("%v", err)
	}
}
