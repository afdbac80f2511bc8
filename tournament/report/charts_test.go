package report_test

import (
	"fmt"
	"slices"
	"testing"

	"github.com/wakeful-go/wakeful/tournament/report"
	"github.com/wakeful-go/wakeful/tournament/result"
	"github.com/wakeful-go/wakeful/tournament/result/resulttest"
)

func TestChartsFollowFromTheRows(t *testing.T) {
	kinds, titles, lines := report.ChartTitles(resulttest.Example())
	var got []string
	for i := range kinds {
		got = append(got, fmt.Sprintf("%s: %s (%d)", kinds[i], titles[i], lines[i]))
	}
	want := []string{
		"dots: ping-pong (6)",
		"dots: ping-pong-latency, waiter=blocks (8)",
		"dots: ping-pong-latency, waiter=spins (8)",
		"curve: multi-producer over producers (6)",
		"curve: cas-contention over producers (6)",
		"dots: gc-pressure, kind=allocations (6)",
		"dots: gc-pressure, kind=forced (6)",
		"dots: idle-cost (6)",
	}
	if !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestCurvesAreSplitByTheOtherParameters(t *testing.T) {
	doc := run("ns/op", medians{"ours": 20})
	doc.Cells = nil
	for _, kind := range []string{"forced", "none"} {
		for _, burst := range []string{"64", "128", "256"} {
			for _, budget := range []string{"64", "1024"} {
				doc.Cells = append(doc.Cells, result.Cell{
					Contestant: "ours", Workload: "work", Samples: []result.Sample{{Value: 1}},
					Params: map[string]string{"kind": kind, "burst": burst, "budget": budget},
				})
			}
		}
	}
	kinds, titles, _ := report.ChartTitles(doc)
	want := []string{
		"work over burst, budget=64, kind=forced", "work over burst, budget=64, kind=none",
		"work over burst, budget=1024, kind=forced", "work over burst, budget=1024, kind=none",
	}
	if !slices.Equal(titles, want) || !slices.Equal(kinds, []string{"curve", "curve", "curve", "curve"}) {
		t.Errorf("got %q %q, want %q", kinds, titles, want)
	}
}

func TestARowOffTheAxisIsAChartOfItsOwn(t *testing.T) {
	doc := run("ns/op", medians{"ours": 20})
	doc.Cells = nil
	for _, params := range []map[string]string{{"gap": "10us"}, {"gap": "1ms"}, {"other": "x"}, nil} {
		doc.Cells = append(doc.Cells, result.Cell{Contestant: "ours", Workload: "work", Params: params, Samples: []result.Sample{{Value: 1}}})
	}
	kinds, titles, _ := report.ChartTitles(doc)
	if want := []string{"dots", "curve", "dots"}; !slices.Equal(kinds, want) {
		t.Errorf("got %q %q, want %q", kinds, titles, want)
	}
}
