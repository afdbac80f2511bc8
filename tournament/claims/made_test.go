package claims

import (
	"cmp"
	"maps"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/HdrHistogram/hdrhistogram-go"

	"github.com/wakeful-go/wakeful/tournament/contest"
	"github.com/wakeful-go/wakeful/tournament/result"
)

// This file makes documents for the tests. The figures are chosen, not measured.

// made is a document under construction: the values of each cell, round by round.
type made struct {
	os     string
	cores  int
	cells  map[string][]float64 // by key
	failed map[string]string
}

func onLinux() *made {
	return &made{os: "linux", cores: 8, cells: map[string][]float64{}, failed: map[string]string{}}
}

// around returns ten rounds near a value, up to 2 % to either side.
func around(v float64) []float64 {
	var values []float64
	for _, percent := range []float64{-2, -1.5, -1, -0.5, 0, 0, 0.5, 1, 1.5, 2} {
		values = append(values, v*(1+percent/100))
	}
	return values
}

// against is around in the reverse order of rounds, so that it is not correlated with other values
// from around.
func against(v float64) []float64 {
	values := around(v)
	slices.Reverse(values)
	return values
}

// wide returns ten rounds from half to twice a value, in a different order.
func wide(v float64) []float64 {
	return []float64{v, v / 2, 2 * v, v / 1.5, 1.5 * v, v / 1.8, 1.8 * v, v / 1.2, 1.2 * v, v}
}

func (m *made) set(r ref, values []float64) *made {
	m.cells[r.key()] = values
	return m
}

func (m *made) fail(r ref, reason string) *made {
	m.failed[r.key()] = reason
	return m
}

// document makes a valid document.
func (m *made) document(t *testing.T) *result.Document {
	t.Helper()
	at := time.Date(2026, time.May, 1, 12, 0, 0, 0, time.UTC)
	doc := &result.Document{
		Format: result.Format, Version: result.Version, Mode: "full", Command: []string{"made", "up"},
		Started: at, Finished: at, Complete: true, Rounds: 10,
		Environment: result.Environment{CPU: "made up", OS: m.os, Arch: "amd64", Cores: m.cores, GOMAXPROCS: m.cores, GoVersion: "go1.26.8"},
	}
	for _, key := range slices.Sorted(maps.Keys(m.cells)) {
		cell := named(key)
		for round, v := range m.cells[key] {
			s := result.Sample{Round: round, Value: v, Ops: 1, WallSeconds: v, AllocsPerOp: v, BytesPerOp: v}
			if v >= 1 {
				s.Latency = latencies(t, v)
			}
			cell.Samples = append(cell.Samples, s)
		}
		doc.Cells = append(doc.Cells, cell)
	}
	for _, key := range slices.Sorted(maps.Keys(m.failed)) {
		cell := named(key)
		cell.Failures = []result.Failure{{Round: 0, Reason: m.failed[key]}}
		doc.Cells = append(doc.Cells, cell)
	}
	for _, c := range doc.Cells {
		if !slices.ContainsFunc(doc.Contestants, func(have result.Contestant) bool { return have.Name == c.Contestant }) {
			doc.Contestants = append(doc.Contestants, result.Contestant{Name: c.Contestant, Kind: string(contest.Design)})
		}
		if !slices.ContainsFunc(doc.Workloads, func(have result.Workload) bool { return have.Name == c.Workload }) {
			unit := "ns/op"
			if c.Workload == "cas-failures" {
				unit = "share"
			}
			doc.Workloads = append(doc.Workloads, result.Workload{Name: c.Workload, Unit: unit})
		}
	}
	slices.SortFunc(doc.Contestants, func(a, b result.Contestant) int { return cmp.Compare(a.Name, b.Name) })
	if err := doc.Validate(); err != nil {
		t.Fatal(err)
	}
	return doc
}

// named makes an empty cell from a key.
func named(key string) result.Cell {
	parts := strings.Split(key, "/")
	c := result.Cell{Workload: parts[0], Contestant: strings.TrimPrefix(parts[1], "impl="), Params: map[string]string{}}
	for _, p := range parts[2:] {
		name, value, _ := strings.Cut(p, "=")
		c.Params[name] = value
	}
	return c
}

// latencies returns a few latencies with the value as their median.
func latencies(t *testing.T, v float64) *result.Histogram {
	t.Helper()
	h := hdrhistogram.New(1, int64(time.Hour), 3)
	for _, of := range []float64{0.8 * v, v, v, v, 1.5 * v} {
		if err := h.RecordValue(int64(of)); err != nil {
			t.Fatal(err)
		}
	}
	out, err := result.NewHistogram(h)
	if err != nil {
		t.Fatal(err)
	}
	return out
}

func (m *made) evaluate(t *testing.T, p predicate) Finding {
	t.Helper()
	return p(newBench(m.document(t)))
}
