package report_test

import (
	"bytes"
	"strings"
	"testing"

	"github.com/wakeful-go/wakeful/tournament/report"
	"github.com/wakeful-go/wakeful/tournament/result"
)

func TestTheRecommendation(t *testing.T) {
	quick := func(doc *result.Document) { // Adaptive spins within the short gap
		for i := range doc.Cells {
			if c := &doc.Cells[i]; c.Contestant == "wakeful-adaptive" && c.Params["gap"] == "50us" {
				for j := range c.Samples {
					c.Samples[j].Value = 300 + float64(j)
				}
			}
		}
	}
	for name, c := range map[string]struct {
		change func(*result.Document)
		wants  []string
	}{
		"no gain":       {func(*result.Document) {}, []string{"For this machine: Block.", "With a message every 50us, the shortest gap of this run, Adaptive is not shown to be faster", "83.6 µs after it was sent"}},
		"a gain":        {quick, []string{"For this machine: Adaptive.", "every 50us or more often", "every 100ms, it is not shown to be faster", "only Spin is faster (209 ns instead of 83.6 µs)"}},
		"a quota":       {func(doc *result.Document) { quick(doc); doc.Environment.CPUQuota = 0.5 }, []string{"For this machine: Block.", "less than two processors", "uses up the quota"}},
		"one processor": {func(doc *result.Document) { quick(doc); doc.Environment.GOMAXPROCS = 1 }, []string{"For this machine: Block.", "less than two processors"}},
	} {
		doc := waited(t)
		doc.Environment.CPUQuota, doc.Environment.GOMAXPROCS, doc.Environment.Cores = 0, 2, 2
		c.change(doc)
		var out bytes.Buffer
		if err := report.Lanes(&out, doc); err != nil {
			t.Fatal(err)
		}
		for _, want := range c.wants {
			if text := strings.Join(strings.Fields(out.String()), " "); !strings.Contains(text, want) {
				t.Errorf("%s: the end is %q, want %q", name, text[max(0, len(text)-500):], want)
			}
		}
		page := rendered(t, doc)
		if !strings.Contains(page, "<strong>"+strings.TrimSuffix(c.wants[0], ".")) {
			t.Errorf("%s: the page has no %q", name, c.wants[0])
		}
		if chart, rows := strings.Index(page, `id="chart-lanes-0"`), strings.Index(page, "<h3>A message every"); chart < 0 || chart > rows {
			t.Errorf("%s: the main chart is not above the tables", name)
		}
	}
	doc := waited(t)
	doc.Cells = doc.Cells[:1]
	var out bytes.Buffer
	if err := report.Lanes(&out, doc); err != nil || strings.Contains(out.String(), "For this machine") {
		t.Errorf("without the strategies: %v\n%s", err, &out)
	}
}
