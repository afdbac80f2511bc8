package latency

import (
	"time"

	"github.com/wakeful-go/wakeful/tournament/result"
)

// SampleDocument returns the document of one sample. The process of a sample writes it. Programs in
// other languages write the same form.
func SampleDocument(o Order, p Params, started time.Time, sample result.Sample) (*result.Document, error) {
	lane, err := Find(o.Lane)
	if err != nil {
		return nil, err
	}
	doc := &result.Document{
		Format: result.Format, Version: result.Version, Mode: "quick", Rounds: 1, Complete: true,
		Started: started.UTC(), Finished: time.Now().UTC(),
		Contestants: []result.Contestant{lane.contestant()},
		Workloads:   []result.Workload{workloadOf(o.Workload)},
		Cells:       []result.Cell{{Contestant: lane.Name, Workload: o.Workload, Params: p.Map(), Samples: []result.Sample{sample}}},
	}
	return doc, doc.Validate()
}

// contestant returns the lane as documents list it.
func (l Lane) contestant() result.Contestant {
	return result.Contestant{Name: l.Name, Kind: string(l.Kind), Summary: l.Summary}
}
