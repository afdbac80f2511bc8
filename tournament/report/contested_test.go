package report_test

import (
	"bytes"
	"strings"
	"testing"

	"github.com/wakeful-go/wakeful/tournament/report"
	"github.com/wakeful-go/wakeful/tournament/result"
	"github.com/wakeful-go/wakeful/tournament/result/resulttest"
)

// The cells that a full run measures for its claims change no ranking: the table is the same with
// and without them.
func TestExperimentsAreInNoTable(t *testing.T) {
	shown := func(doc *result.Document) string {
		var b bytes.Buffer
		if err := report.Table(&b, doc, 200, false); err != nil {
			t.Fatal(err)
		}
		return b.String()
	}
	plain, full := resulttest.Example(), resulttest.Example()
	full.Contestants = append(full.Contestants,
		result.Contestant{Name: "main-padding-off", Kind: "ablation"}, result.Contestant{Name: "machine", Kind: "control"})
	full.Workloads = append(full.Workloads, result.Workload{Name: "primitive-cost", Unit: "ns/op"})
	fast := full.Cells[0] // faster than everybody
	fast.Contestant = "main-padding-off"
	fast.Samples = append([]result.Sample{}, fast.Samples...)
	for i := range fast.Samples {
		fast.Samples[i].Value /= 100
	}
	clock := fast
	clock.Contestant, clock.Workload, clock.Params = "machine", "primitive-cost", map[string]string{"primitive": "clock"}
	full.Cells = append(full.Cells, fast, clock)
	if err := full.Validate(); err != nil {
		t.Fatal(err)
	}
	if shown(full) != shown(plain) {
		t.Errorf("the experiments show in the table:\n%s", shown(full))
	}
	full.Cells = full.Cells[len(full.Cells)-2:]
	if text := shown(full); !strings.Contains(text, "main-padding-off") || !strings.Contains(text, "This run compares nothing") || strings.Contains(text, "100 times") {
		t.Errorf("a run of experiments alone is shown as it is:\n%s", text)
	}
}
