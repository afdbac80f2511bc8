package latency

import (
	"context"
	"fmt"
	"time"

	"github.com/wakeful-go/wakeful/tournament/result"
)

// TakeDocument takes one sample as [Take] does, and returns its document. The process of a sample
// writes it. Programs in other languages write the same form.
func TakeDocument(ctx context.Context, o Order) (*result.Document, error) {
	started := time.Now().UTC()
	sample, err := Take(ctx, o)
	if err != nil {
		return nil, err
	}
	lane, err := Find(o.Lane)
	if err != nil {
		return nil, err
	}
	// A sample is filed under the parameters of its process, such as the quota. Only the gap can differ
	// between samples of one process.
	params := Params{}
	if o.Workload == Arrival {
		params.Gap = o.Gap
	}
	doc := &result.Document{
		Format: result.Format, Version: result.Version, Mode: "quick", Rounds: 1, Complete: true,
		Started: started, Finished: time.Now().UTC(),
		Contestants: []result.Contestant{lane.contestant()},
		Workloads:   []result.Workload{workloadOf(o.Workload)},
		Cells:       []result.Cell{{Contestant: lane.Name, Workload: o.Workload, Params: params.Map(), Samples: []result.Sample{sample}}},
	}
	if err := doc.Validate(); err != nil {
		return nil, fmt.Errorf("the sample makes no valid document: %w", err)
	}
	return doc, nil
}

// contestant returns the lane as documents list it.
func (l Lane) contestant() result.Contestant {
	return result.Contestant{Name: l.Name, Kind: string(l.Kind), Summary: l.Summary}
}
