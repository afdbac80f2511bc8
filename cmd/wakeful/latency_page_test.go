package main

import (
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/wakeful-go/wakeful/tournament/latency"
	"github.com/wakeful-go/wakeful/tournament/result"
	"github.com/wakeful-go/wakeful/tournament/stats"
)

// The page about wait strategies shows the lanes of the committed full run, which is also the run
// of the findings. This command writes the text between the page's marks:
//
//	cd cmd && go test ./wakeful -run TestThePageAboutStrategies -update

const (
	strategiesPage = "../../docs/choosing-a-wait-strategy.md"
	committedRun   = "../../docs/results/intel-xeon-processor-2-cores-2026-11-27.json.gz"
)

// committedLanes returns the lanes of the committed run.
func committedLanes(t *testing.T) *result.Document {
	t.Helper()
	doc, err := result.ReadFile(committedRun)
	if err != nil {
		t.Fatal(err)
	}
	lanes, _ := latency.Split(doc)
	if lanes == nil {
		t.Fatalf("%s has no lanes; it must be the document of wakeful tournament --full", committedRun)
	}
	return lanes
}

func TestThePageAboutStrategiesHasTheFiguresOfItsRun(t *testing.T) {
	updating := *update
	doc := committedLanes(t)
	text, err := os.ReadFile(strategiesPage)
	if err != nil {
		t.Fatal(err)
	}
	page := string(text)
	for name, figures := range pageFigures(t, doc) {
		begin, end := "<!-- figures: "+name+" -->\n", "<!-- end of "+name+" -->\n"
		before, rest, ok := strings.Cut(page, begin)
		shown, after, ok2 := strings.Cut(rest, end)
		if !ok || !ok2 {
			t.Fatalf("%s does not have the two marks %q and %q", strategiesPage, begin, end)
		}
		if shown != figures && !updating {
			t.Errorf("%s: %s are not those of its run; write the page again with: go test ./wakeful -run TestThePageAboutStrategies -update", strategiesPage, name)
		}
		page = before + begin + figures + end + after
	}
	if updating {
		if err := os.WriteFile(strategiesPage, []byte(page), 0o600); err != nil {
			t.Fatal(err)
		}
	}
}

// pageStrategies are the strategies in the order of the page's tables.
var pageStrategies = []string{"wakeful-block", "wakeful-adaptive", "wakeful-spin"}

// pageGaps are the gaps of the page's table. wakeful report shows the others.
var pageGaps = []time.Duration{5 * time.Microsecond, 50 * time.Microsecond, time.Millisecond, latency.FoundingGap}

// pageFigures returns the generated parts of the page by name.
func pageFigures(t *testing.T, doc *result.Document) map[string]string {
	t.Helper()
	var quota, single, stream []latency.Params
	for _, p := range latency.FewProcessors() {
		if p.CPUs > 0 {
			quota = append(quota, p)
		} else {
			single = append(single, p)
		}
	}
	for _, gap := range latency.Gaps("full") {
		if slices.Contains(pageGaps, gap) {
			stream = append(stream, latency.Params{Gap: gap})
		}
	}
	return map[string]string{
		"the machine":    machineFigures(doc),
		"kept processor": tableOf(t, doc, pageStrategies, latency.Pinned()),
		"shared machine": tableOf(t, doc, append(slices.Clone(pageStrategies), "go-channel-sleep"), stream) + restFigures(doc),
		"half a CPU":     tableOf(t, doc, pageStrategies, quota),
		"one P":          tableOf(t, doc, pageStrategies, single),
	}
}

func machineFigures(doc *result.Document) string {
	e := doc.Environment
	text := fmt.Sprintf("%d cores (%s, %s/%s, Linux %s), a virtual machine that other programs use as well; %s; a %s run of %d rounds, started %s. All samples are in [the document of the run](%s).\n",
		e.Cores, e.CPU, e.OS, e.Arch, e.Kernel, e.GoVersion, doc.Mode, doc.Rounds, doc.Started.UTC().Format("2006-01-02 15:04 MST"), strings.TrimPrefix(committedRun, "../../docs/"))
	if len(doc.Warnings) > 0 {
		text += " The machine was busy when the run started, or a control drifted: [findings](findings.md) has the run's warnings."
	}
	return wrapped(text)
}

// wrapped is a paragraph in lines of at most 100 bytes.
func wrapped(paragraph string) string {
	var text strings.Builder
	width := 0
	for i, word := range strings.Fields(paragraph) {
		switch {
		case i == 0:
		case width+1+len(word) > 100:
			text.WriteByte('\n')
			width = 0
		default:
			text.WriteByte(' ')
			width++
		}
		text.WriteString(word)
		width += len(word)
	}
	return text.String() + "\n"
}

func find(doc *result.Document, lane, workload string, p latency.Params) *result.Cell {
	wanted := result.Cell{Contestant: lane, Workload: workload, Params: p.Map()}
	i := slices.IndexFunc(doc.Cells, func(c result.Cell) bool { return c.Key() == wanted.Key() })
	if i < 0 || len(doc.Cells[i].Samples) == 0 {
		return nil
	}
	return &doc.Cells[i]
}

// tableOf formats a line for each condition: median, 99th percentile and processor time.
func tableOf(t *testing.T, doc *result.Document, lanes []string, conditions []latency.Params) string {
	t.Helper()
	var text strings.Builder
	fmt.Fprintf(&text, "\n| a message every | %s |\n|---%s|\n", strings.Join(lanes, " | "), strings.Repeat("|---", len(lanes)))
	for _, p := range conditions {
		cells, known := make([]string, len(lanes)), false
		for i, lane := range lanes {
			cells[i] = "–"
			cell := find(doc, lane, latency.Arrival, p)
			if cell == nil {
				continue
			}
			h, err := result.MergeLatency(cell.Samples)
			if err != nil || h == nil {
				t.Fatalf("%s: no latency: %v", cell.Key(), err)
			}
			known = true
			cells[i] = fmt.Sprintf("%s, %s, %.2g", inTime(stats.Median(cell.Values())), inTime(float64(h.ValueAtPercentile(99))), medianOf(cell, perSecond))
		}
		if known {
			fmt.Fprintf(&text, "| %s | %s |\n", latency.GapText(p.Gap), strings.Join(cells, " | "))
		}
	}
	return text.String() + "\n"
}

// restFigures formats the conditions without messages.
func restFigures(doc *result.Document) string {
	var text strings.Builder
	fmt.Fprintf(&text, "| | %s |\n|---%s|\n", strings.Join(pageStrategies, " | "), strings.Repeat("|---", len(pageStrategies)))
	for _, row := range []struct {
		what, workload string
		figure         func(*result.Cell) string
	}{
		{"nothing is sent: CPU s/s", latency.Idle, func(c *result.Cell) string { return fmt.Sprintf("%.2g", medianOf(c, perSecond)) }},
		{"forced collections: p99 of the pauses", latency.Pauses, func(c *result.Cell) string { return inTime(stats.Median(c.Values())) }},
	} {
		fmt.Fprintf(&text, "| %s |", row.what)
		for _, lane := range pageStrategies {
			figure := "–"
			if cell := find(doc, lane, row.workload, latency.Params{}); cell != nil {
				figure = row.figure(cell)
			}
			fmt.Fprintf(&text, " %s |", figure)
		}
		text.WriteString("\n")
	}
	return text.String() + "\n"
}

func perSecond(s result.Sample) float64 { return s.CPUSeconds / s.WallSeconds }

func medianOf(cell *result.Cell, of func(result.Sample) float64) float64 {
	var all []float64
	for _, s := range cell.Samples {
		all = append(all, of(s))
	}
	return stats.Median(all)
}

// inTime formats nanoseconds with three digits.
func inTime(ns float64) string {
	for _, u := range []struct {
		unit float64
		name string
	}{{1e9, "s"}, {1e6, "ms"}, {1e3, "us"}} {
		if ns >= 0.9995*u.unit {
			return fmt.Sprintf("%.3g %s", ns/u.unit, u.name)
		}
	}
	return fmt.Sprintf("%.3g ns", ns)
}

// The committed run has all lanes of the founding document, sleeping and spinning, each with its
// histogram, and it was not interrupted.
func TestTheCommittedRunHasTheFoundingLanes(t *testing.T) {
	doc := committedLanes(t)
	if !doc.Complete {
		t.Error("the run was interrupted")
	}
	for _, lane := range latency.Founding() {
		cell := find(doc, lane, latency.Arrival, latency.Params{Gap: latency.FoundingGap})
		if cell == nil || cell.Failed() {
			t.Errorf("%s is not there", lane)
			continue
		}
		if h, err := result.MergeLatency(cell.Samples); err != nil || h == nil {
			t.Errorf("%s has no histogram: %v", lane, err)
		}
	}
}

// The statements of the page hold in its run. If this test fails, change the page's text. The
// factors leave room for another run.
func TestThePageAboutStrategiesAgreesWithItsRun(t *testing.T) {
	doc := committedLanes(t)
	type figure struct {
		lane string
		at   latency.Params
	}
	short, long := latency.Params{Gap: latency.ShortGap}, latency.Params{Gap: latency.FoundingGap}
	half, single := latency.Params{Gap: 10 * time.Millisecond, CPUs: 0.5}, latency.Params{Gap: time.Millisecond, Procs: 1}
	for _, c := range []struct {
		says         string
		of           func(*result.Cell) float64
		factor       float64
		small, large figure
	}{
		{"in a stream Spin acts many times sooner than Block", p50, 5, figure{"wakeful-spin", short}, figure{"wakeful-block", short}},
		{"Adaptive does too", p50, 5, figure{"wakeful-adaptive", short}, figure{"wakeful-block", short}},
		{"after a long gap Spin is sooner than Block", p50, 2, figure{"wakeful-spin", long}, figure{"wakeful-block", long}},
		{"it is later than in a stream", p50, 3, figure{"wakeful-spin", short}, figure{"wakeful-spin", long}},
		{"it burns a processor for that", burns, 20, figure{"wakeful-block", long}, figure{"wakeful-spin", long}},
		{"Adaptive does not", burns, 20, figure{"wakeful-adaptive", long}, figure{"wakeful-spin", long}},
		{"who spins on half a CPU is throttled", p99, 20, figure{"wakeful-block", half}, figure{"wakeful-spin", half}},
		{"and burns the quota", burns, 3, figure{"wakeful-adaptive", half}, figure{"wakeful-spin", half}},
		{"with one P Spin burns the processor", burns, 3, figure{"wakeful-adaptive", single}, figure{"wakeful-spin", single}},
	} {
		small, large := find(doc, c.small.lane, latency.Arrival, c.small.at), find(doc, c.large.lane, latency.Arrival, c.large.at)
		if small == nil || large == nil {
			t.Errorf("the page says: %s; but its run lacks %+v or %+v", c.says, c.small, c.large)
			continue
		}
		if a, b := c.of(small), c.of(large); c.factor*a > b {
			t.Errorf("the page says: %s; but %+v has %.3g, %+v %.3g", c.says, c.small, a, c.large, b)
		}
	}
}

func p50(cell *result.Cell) float64 { return percentile(cell, 50) }

func p99(cell *result.Cell) float64 { return percentile(cell, 99) }

func burns(cell *result.Cell) float64 { return medianOf(cell, perSecond) }

func percentile(cell *result.Cell, q float64) float64 {
	h, err := result.MergeLatency(cell.Samples)
	if err != nil || h == nil {
		return 0
	}
	return float64(h.ValueAtPercentile(q))
}
