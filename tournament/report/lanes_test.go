package report_test

import (
	"bytes"
	"strings"
	"testing"
	"time"

	"github.com/HdrHistogram/hdrhistogram-go"

	"github.com/wakeful-go/wakeful/tournament/latency"
	"github.com/wakeful-go/wakeful/tournament/report"
	"github.com/wakeful-go/wakeful/tournament/result"
	"github.com/wakeful-go/wakeful/tournament/result/resulttest"
)

// waited returns a made-up run of some lanes: sleepers take 80 us and almost no processor time,
// spinners take 200 ns and a whole processor.
func waited(t *testing.T) *result.Document {
	t.Helper()
	doc := resulttest.Example()
	doc.Contestants, doc.Workloads, doc.Cells, doc.Warnings = nil, latency.Workloads(), nil, []string{"it was warm"}
	add := func(lane, kind, workload string, p latency.Params, ns, cores float64) {
		cell := result.Cell{Contestant: lane, Workload: workload, Params: p.Map()}
		for round := range doc.Rounds {
			value := ns * (1 + float64(round)/100)
			h := hdrhistogram.New(1, int64(time.Minute), 3)
			for i := range 20 {
				if err := h.RecordValue(int64(value) + int64(i)); err != nil {
					t.Fatal(err)
				}
			}
			of, err := result.NewHistogram(h)
			if err != nil {
				t.Fatal(err)
			}
			s := result.Sample{Round: round, Value: value, Ops: 20, WallSeconds: 2, CPUSeconds: 2 * cores}
			switch workload {
			case latency.Arrival:
				s.Latency = of
			case latency.Idle:
				s.Value = cores
			}
			cell.Samples = append(cell.Samples, s)
		}
		doc.Cells = append(doc.Cells, cell)
		for _, c := range doc.Contestants {
			if c.Name == lane {
				return
			}
		}
		doc.Contestants = append(doc.Contestants, result.Contestant{Name: lane, Kind: kind, Summary: "It waits."})
	}
	for _, l := range []struct {
		name, kind string
		ns, cores  float64
	}{
		{"wakeful-block", "champion", 80_000, 0.004}, {"wakeful-spin", "champion", 200, 0.99}, {"wakeful-adaptive", "champion", 82_000, 0.005},
		{"go-channel-sleep", "floor", 79_000, 0.003}, {"go-channel-spin", "floor", 180, 0.98}, {"go-channel-handover", "floor", 900, 0.001},
		{"go-udp-sleep", "floor", 90_000, 0.006}, {"go-udp-spin", "floor", 9_000, 0.97},
		{"rust-std-mpsc-sleep", "floor", 60_000, 0.001}, {"rust-std-mpsc-spin", "floor", 300, 1}, {"rust-futex-sleep", "floor", 50_000, 0.001},
		{"rust-futex-spin", "floor", 150, 1}, {"rust-futex-spin10us", "floor", 51_000, 0.002},
	} {
		for _, gap := range []time.Duration{50 * time.Microsecond, latency.FoundingGap} {
			add(l.name, l.kind, latency.Arrival, latency.Params{Gap: gap}, l.ns, l.cores)
		}
	}
	add("wakeful-block", "champion", latency.Arrival, latency.Params{Gap: time.Millisecond, Procs: 1}, 7_000, 0.01)
	add("wakeful-spin", "champion", latency.Arrival, latency.Params{Gap: time.Millisecond, CPUs: 0.5}, 9_000, 0.5)
	add("wakeful-block", "champion", latency.Idle, latency.Params{}, 0, 0.0001)
	add("wakeful-spin", "champion", latency.Pauses, latency.Params{}, 120_000, 1)
	doc.Contestants = append(doc.Contestants, result.Contestant{Name: "rust-std-udp-sleep", Kind: "floor"}, result.Contestant{Name: "go-tcp-spin", Kind: "floor"})
	p := latency.Params{Gap: latency.FoundingGap}.Map()
	doc.Cells = append(doc.Cells,
		result.Cell{Contestant: "rust-std-udp-sleep", Workload: latency.Arrival, Params: p, Missing: "cargo is not on the PATH"},
		result.Cell{Contestant: "go-tcp-spin", Workload: latency.Arrival, Params: p, Failures: []result.Failure{{Reason: "message 3 came twice"}}})
	if err := doc.Validate(); err != nil {
		t.Fatal(err)
	}
	return doc
}

// line returns the line of a table that begins with the word.
func line(t *testing.T, text, word string) string {
	t.Helper()
	for l := range strings.Lines(text) {
		if strings.HasPrefix(l, word+"  ") {
			return l
		}
	}
	t.Fatalf("no line begins with %q:\n%s", word, text)
	return ""
}

func TestTheTableOfLanes(t *testing.T) {
	var out bytes.Buffer
	if err := report.Lanes(&out, waited(t)); err != nil {
		t.Fatal(err)
	}
	text := out.String()
	for lane, words := range map[string][]string{
		"wakeful-block":                          {"83.6 µs", "0.0040", "waking a thread"},
		"wakeful-spin":                           {"400×", "0.990", "99.0 ms", "200", "neither"},
		"go-channel-handover":                    {"handing over"},
		"rust-std-mpsc-spin":                     {"200×"},
		"rust-futex-spin10us":                    {"0.98×", "waking a thread"},
		"rust-std-udp-sleep":                     {"–", "cargo is not on the PATH"},
		"go-tcp-spin":                            {"–", "1 of 1 round failed: message 3 came twice"},
		"wakeful-block, arrival gap=1ms procs=1": {"7.32 µs", "7.65 µs", "0.010", "1.00 ms"},
		"wakeful-spin, arrival cpus=0.5 gap=1ms": {"9.40 µs"},
		"wakeful-block, idle":                    {"0.00010"},
		"wakeful-spin, gc-pause":                 {"125 µs"},
	} {
		l := line(t, text, lane)
		for _, w := range words {
			if !strings.Contains(l, w) {
				t.Errorf("%s: no %q in %q", lane, w, l)
			}
		}
	}
	for _, want := range []string{"every 100ms", "every 50us", "Under other conditions", "procs is GOMAXPROCS", "warning: it was warm"} {
		if !strings.Contains(text, want) {
			t.Errorf("the table does not say %q:\n%s", want, text)
		}
	}
	if strings.Contains(text, "\x1b") {
		t.Error("there are escape sequences in the table without colour")
	}
	if strings.Contains(text, " \n") {
		t.Errorf("a line ends with a blank:\n%s", text)
	}
	out.Reset()
	if err := report.Lanes(&out, resulttest.Example()); err != nil || out.Len() > 0 {
		t.Errorf("of a document without lanes: %v, %q", err, out.String())
	}
}

// A run without the founding document's gap has a table for each gap.
func TestTablesOfOtherGaps(t *testing.T) {
	doc := waited(t)
	var few []result.Cell
	for _, c := range doc.Cells {
		if c.Params["gap"] == "50us" {
			few = append(few, c)
		}
	}
	doc.Cells = few
	var out bytes.Buffer
	if err := report.Lanes(&out, doc); err != nil {
		t.Fatal(err)
	}
	if text := out.String(); !strings.Contains(text, "every 50us") || strings.Contains(text, "every 100ms") {
		t.Errorf("the table is\n%s", text)
	}
}

func TestThePageOfLanes(t *testing.T) {
	doc := waited(t)
	both := resulttest.Example()
	both = latency.Merge(both, doc)
	for name, c := range map[string]struct {
		doc           *result.Document
		have, havenot []string
	}{
		"lanes alone":           {doc, []string{"Sleeping against spinning", `id="lanes"`, `id="legend-lanes"`, "(lower is better)"}, []string{`id="heat"`, `id="workloads"`}},
		"lanes and contestants": {both, []string{`id="heat"`, `id="lanes"`, "rust-futex-spin10us"}, []string{`>rust-futex-spin</span></th>`}},
		"contestants alone":     {resulttest.Example(), []string{`id="heat"`}, []string{`id="lanes"`}},
	} {
		page := withFindings(t, c.doc, report.Findings{})
		for _, want := range c.have {
			if !strings.Contains(page, want) {
				t.Errorf("%s: the page has no %q", name, want)
			}
		}
		for _, no := range c.havenot {
			if strings.Contains(page, no) {
				t.Errorf("%s: the page has %q", name, no)
			}
		}
	}
}
