// Package benchformat writes a tournament's document in the text format of Go benchmarks, which
// benchstat reads: one line for each sample, named like a benchmark.
//
//	BenchmarkMultiProducer/contestant=wakeful/producers=10-2 1000000 27.1 ns/op 0 B/op 0 allocs/op 41 cpu-ns/op
//
// The machine becomes configuration lines. What differs between two runs of one machine, the code and
// the time, becomes comments: benchstat compares only lines of the same configuration. Percentiles of
// latencies have units of their own, p50-ns to max-ns. The lines of a cell are samples of different rounds, as benchstat expects. The
// pairing of samples in a round is lost, so benchstat's intervals of comparisons are wider than the
// tournament's own.
package benchformat

import (
	"bufio"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"golang.org/x/perf/benchfmt"

	"github.com/wakeful-go/wakeful/tournament/figures"
	"github.com/wakeful-go/wakeful/tournament/result"
)

// Write writes the document, which must be valid and is not changed. For a cell without a figure it
// writes a comment with the reason.
func Write(w io.Writer, doc *result.Document) error {
	out := bufio.NewWriter(w)
	if err := write(out, doc); err != nil {
		return fmt.Errorf("benchformat: %w", err)
	}
	if err := out.Flush(); err != nil {
		return fmt.Errorf("benchformat: %w", err)
	}
	return nil
}

func write(out io.Writer, doc *result.Document) error {
	format := benchfmt.NewWriter(out)
	for _, f := range runFacts(doc) {
		if _, err := fmt.Fprintf(out, "# %s: %s\n", f.Key, f.Value); err != nil {
			return err
		}
	}
	config := machineFacts(doc)
	for _, unit := range units(doc) {
		better := &benchfmt.UnitMetadata{OrigUnit: unit, Value: "lower"}
		better.Key = "better"
		if err := format.Write(better); err != nil {
			return err
		}
	}
	unit := make(map[string]string, len(doc.Workloads))
	for _, w := range doc.Workloads {
		unit[w.Name] = w.Unit
	}
	for i := range doc.Cells {
		cell := &doc.Cells[i]
		if reason := without(cell); reason != "" {
			if _, err := fmt.Fprintf(out, "# %s: %s\n", cell.Key(), figures.Plain(reason)); err != nil {
				return err
			}
			continue
		}
		name := benchfmt.Name(Name(cell, doc.Environment.GOMAXPROCS))
		for _, s := range cell.Samples {
			line := &benchfmt.Result{Config: config, Name: name, Iters: int(s.Ops), Values: values(s, unit[cell.Workload])}
			if err := format.Write(line); err != nil {
				return err
			}
		}
	}
	return nil
}

// without returns the reason why a cell has no figure, or "" if it has one.
func without(cell *result.Cell) string {
	if cell.Failed() {
		return "failed: " + cell.Failures[0].Reason
	}
	return cell.Missing
}

// Name returns the name of a cell's benchmark, without "Benchmark": the workload in one word, the
// contestant, the parameters sorted by name, and GOMAXPROCS.
func Name(cell *result.Cell, procs int) string {
	var b strings.Builder
	for word := range strings.FieldsFuncSeq(cell.Workload, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) }) {
		b.WriteString(strings.ToUpper(word[:1]) + word[1:]) // names have ASCII letters
	}
	b.WriteString("/contestant=" + cell.Contestant)
	if len(cell.Params) > 0 {
		b.WriteString("/" + result.FormatParams(cell.Params))
	}
	// Always append it. Without it, a parameter that ends with a hyphen and a number would be taken
	// for GOMAXPROCS.
	b.WriteString("-" + strconv.Itoa(max(procs, 1)))
	return b.String()
}

// values returns the measurements of one sample.
func values(s result.Sample, unit string) []benchfmt.Value {
	all := []benchfmt.Value{{Value: s.Value, Unit: unit}}
	add := func(v float64, unit string) { all = append(all, benchfmt.Value{Value: v, Unit: unit}) }
	if unit == timePerOp {
		add(s.BytesPerOp, "B/op")
		add(s.AllocsPerOp, "allocs/op")
		add(s.CPUSeconds*1e9/float64(max(s.Ops, 1)), cpuPerOp)
	}
	if l := s.Latency; l != nil {
		for i, v := range []int64{l.P50, l.P90, l.P99, l.P999, l.Max} {
			add(float64(v), percentiles[i])
		}
	}
	return all
}

const (
	timePerOp = "ns/op"
	cpuPerOp  = "cpu-ns/op"
)

// percentiles are the units of a sample's latencies.
var percentiles = []string{"p50-ns", "p90-ns", "p99-ns", "p999-ns", "max-ns"}

// units returns the units that benchstat does not know, to declare that lower is better in all of
// them.
func units(doc *result.Document) []string {
	all := append([]string{cpuPerOp}, percentiles...)
	for _, w := range doc.Workloads {
		if w.Unit != timePerOp && !slices.Contains(all, w.Unit) {
			all = append(all, w.Unit)
		}
	}
	return all
}

// facts are lines about a document, without what is unknown.
type facts []benchfmt.Config

func (all *facts) add(key, value string) {
	if value = figures.Plain(value); value != "" {
		*all = append(*all, benchfmt.Config{Key: key, Value: []byte(value), File: true})
	}
}

func (all *facts) number(key string, value float64) {
	if value != 0 {
		all.add(key, strconv.FormatFloat(value, 'f', -1, 64))
	}
}

// machineFacts are the same in each run of one machine.
func machineFacts(doc *result.Document) (all facts) {
	e := doc.Environment
	all.add("goos", e.OS)
	all.add("goarch", e.Arch)
	all.add("pkg", "github.com/wakeful-go/wakeful/tournament")
	all.add("cpu", e.CPU)
	all.number("cores", float64(e.Cores))
	all.number("memory-bytes", float64(e.MemoryBytes))
	all.add("governor", e.Governor)
	all.add("kernel", e.Kernel)
	all.number("cpu-quota", e.CPUQuota)
	all.add("container", e.Container)
	return all
}

// runFacts are those of this run.
func runFacts(doc *result.Document) (all facts) {
	e := doc.Environment
	all.add("go-version", e.GoVersion)
	all.add("commit", e.Commit)
	if e.Dirty {
		all.add("dirty", "true")
	}
	all.add("mode", doc.Mode)
	all.number("rounds", float64(doc.Rounds))
	all.add("started", doc.Started.UTC().Format("2006-01-02T15:04:05Z"))
	if !doc.Complete {
		all.add("complete", "false")
	}
	return all
}
