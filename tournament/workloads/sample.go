package workloads

import (
	"context"
	"fmt"
	"runtime"
	"time"

	"github.com/wakeful-go/wakeful/tournament/contest"
	"github.com/wakeful-go/wakeful/tournament/internal/stopworld"
	"github.com/wakeful-go/wakeful/tournament/result"
)

// Lengths are the durations of the parts of a sample.
type Lengths struct {
	// Warmup runs first and is not reported. Caches, branch predictors and the contestant's queues
	// reach their steady state, and the number of operations is calibrated.
	Warmup time.Duration
	// Timed is the target for the reported part. A slow contestant may take longer, because a pass
	// has a minimum number of operations.
	Timed time.Duration
}

// Take makes one sample of one cell in this process. It fails if the contestant loses, duplicates
// or miscounts a task, or does not end before ctx does. When it returns without an error, its
// goroutines have ended. After an error they have ended if the contestant can be closed.
func Take(ctx context.Context, entry contest.Entry, w *Workload, params map[string]string, lengths Lengths) (result.Sample, error) {
	if reason := w.Missing(entry, params); reason != "" {
		return result.Sample{}, fmt.Errorf("%s does not run %s: %s", entry.Name, w.Name, reason)
	}
	if !w.Has(params) {
		return result.Sample{}, fmt.Errorf("the workload %s has no variant %q", w.Name, result.FormatParams(params))
	}
	s, err := open(ctx, entry, w, params)
	if err != nil {
		return result.Sample{}, err
	}
	defer s.release()
	timed, err := s.take(w, lengths)
	if err == nil {
		err = s.close()
	}
	if err != nil {
		s.abandon()
		return result.Sample{}, err
	}
	return s.sample(w, timed)
}

// take warms up, settles the heap, and performs the timed pass.
func (s *session) take(w *Workload, lengths Lengths) (timing, error) {
	perform, err := w.prepare(s)
	if err != nil {
		return timing{}, err
	}
	if _, err := perform(lengths.Warmup); err != nil {
		return timing{}, fmt.Errorf("warming up: %w", err)
	}
	// Collect the garbage of the warm-up now, before the timed part.
	stopworld.Bounded(runtime.GC)
	return perform(lengths.Timed)
}

// sample converts the readings of the watch to the form of the document.
func (s *session) sample(w *Workload, t timing) (result.Sample, error) {
	if s.watch.wall <= 0 || t.ops <= 0 {
		return result.Sample{}, fmt.Errorf("nothing was timed: %d operations in %v", t.ops, s.watch.wall)
	}
	ops := float64(t.ops)
	sample := result.Sample{
		Ops:         int64(t.ops),
		WallSeconds: s.watch.wall.Seconds(),
		CPUSeconds:  s.watch.cpu.Seconds(),
		AllocsPerOp: float64(s.watch.allocations) / ops,
		BytesPerOp:  float64(s.watch.bytes) / ops,
	}
	switch w.Unit {
	case nsPerOp:
		sample.Value = float64(s.watch.wall) / ops
	case cores:
		sample.Value = sample.CPUSeconds / sample.WallSeconds
	default:
		sample.Value = t.figure
	}
	if len(t.latencies) == 0 {
		return sample, nil
	}
	var err error
	sample.Latency, err = result.HistogramOf(t.latencies)
	return sample, err
}

// The units of sample values.
const (
	nsPerOp    = "ns/op"
	cores      = "cores"
	proportion = "share"
	wakeups    = "wake-ups/s"

	bytesPerConnection = "B/connection"
	goroutines         = "goroutines"
)
