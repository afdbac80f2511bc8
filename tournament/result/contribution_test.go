package result_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/wakeful-go/wakeful/tournament/result"
	"github.com/wakeful-go/wakeful/tournament/result/resulttest"
)

func TestCheckContribution(t *testing.T) {
	if err := resulttest.Contribution().CheckContribution(); err != nil {
		t.Fatalf("a document that follows the rules is refused: %v", err)
	}
	first := func(d *result.Document) *result.Cell {
		for i := range d.Cells {
			if len(d.Cells[i].Samples) > 0 && d.Cells[i].Workload == "ping-pong" && !d.Cells[i].Failed() {
				return &d.Cells[i]
			}
		}
		t.Fatal("there is no cell with samples")
		return nil
	}
	for _, c := range []struct {
		want   string
		tamper func(d *result.Document)
	}{
		{"make one with --full", func(d *result.Document) { d.Mode = "quick" }},
		{"continue it with --resume", func(d *result.Document) { d.Complete = false }},
		{"it has no commit", func(d *result.Document) { d.Environment.Commit = "" }},
		{"the clone had changes", func(d *result.Document) { d.Environment.Dirty = true }},
		{"does not say the processor", func(d *result.Document) { d.Environment.CPU = "" }},
		{"does not say the kernel", func(d *result.Document) { d.Environment.Kernel = "" }},
		{"does not say the version of Go", func(d *result.Document) { d.Environment.GoVersion = "" }},
		{"no samples of controls", func(d *result.Document) {
			for i := range d.Contestants {
				d.Contestants[i].Kind = "peer"
			}
		}},
		{"do not take the", func(d *result.Document) { first(d).Samples[2].Value *= 0.9 }},
		{"no operations, no time", func(d *result.Document) { first(d).Samples[2].Ops = 0 }},
		{"no operations, no time", func(d *result.Document) { first(d).Samples[2].WallSeconds = 0 }},
		{"no time or no value", func(d *result.Document) {
			lane := *first(d)
			lane.Workload, lane.Samples = "arrival", slices.Clone(lane.Samples)
			for i := range lane.Samples {
				lane.Samples[i].Value *= 2 // it has a clock of its own
			}
			lane.Samples[2].Value = 0
			d.Workloads = append(d.Workloads, result.Workload{Name: lane.Workload, Unit: "ns"})
			d.Cells = append(d.Cells, lane)
		}},
		{"and the run took", func(d *result.Document) { d.Finished = d.Started.Add(time.Microsecond) }},
		{"an interval needs 6", func(d *result.Document) { c := first(d); c.Samples = c.Samples[:5] }},
		{"has the samples of", func(d *result.Document) {
			c := first(d)
			for i := range d.Cells {
				if other := &d.Cells[i]; other != c && other.Workload == c.Workload && len(other.Samples) > 0 {
					other.Samples = c.Samples
					return
				}
			}
		}},
		{"in each of", func(d *result.Document) {
			c := first(d)
			for i := range c.Samples {
				c.Samples[i] = c.Samples[0]
			}
		}},
	} {
		d := resulttest.Contribution()
		c.tamper(d)
		err := d.CheckContribution()
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("the error is %v; want one with %q", err, c.want)
			continue
		}
		if lines := strings.Split(err.Error(), "\n"); len(lines) != 1 {
			t.Errorf("%q: there are further rules broken: %v", c.want, err)
		}
	}
	if err := resulttest.Sparse().CheckContribution(); err == nil || len(strings.Split(err.Error(), "\n")) < 3 {
		t.Errorf("a short run breaks several rules, and the error is %v", err)
	}
}
