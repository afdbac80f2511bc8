package latency

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"slices"
	"time"

	"github.com/wakeful-go/wakeful/tournament/internal/stopworld"
	"github.com/wakeful-go/wakeful/tournament/result"
)

// This file owns one sample: what happens before and after the timed part.

// Order describes one sample.
type Order struct {
	Lane, Workload string
	Gap            time.Duration
	// Iterations is the least number of messages to time, Length the least duration of the timed
	// part.
	Iterations int
	Length     time.Duration
	// Pin pins the sender and the receiver to a processor each.
	Pin bool
	// Together starts the process of the sample on one processor, if the system supports it. Run
	// does that. Take cannot: a thread that is being created while a process moves its threads
	// keeps the old processors.
	Together bool
	// Force lets a receiver spin even without a processor of its own.
	Force bool
	// Quota is how many processors' worth of time the control group of the process allows, or 0 for
	// no limit.
	Quota float64
}

// The warm-up sends this many messages, with this gap or the sample's own if that is shorter.
const (
	warmups   = 32
	warmUpGap = time.Millisecond
)

// MostArrivals is the largest number of messages in a sample. It bounds the sample's memory.
const MostArrivals = 1 << 20

// Take takes one sample in this process. Take only one sample in a process. It returns an error
// when a message is lost or arrives twice, and when ctx ends.
func Take(ctx context.Context, o Order) (result.Sample, error) {
	lane, err := Find(o.Lane)
	if err != nil {
		return result.Sample{}, err
	}
	if reason := lane.Missing(UsableProcessors(o.Quota), o.Force); reason != "" {
		return result.Sample{}, fmt.Errorf("%s: %s", lane.Name, reason)
	}
	perform, ok := map[string]func(*sender, Order) (result.Sample, error){Arrival: arrivals, Idle: idle, Pauses: pauses}[o.Workload]
	switch {
	case !ok:
		return result.Sample{}, fmt.Errorf("there is no workload %q; there are %s, %s and %s", o.Workload, Arrival, Idle, Pauses)
	case o.Iterations < 1 || o.Iterations > MostArrivals:
		return result.Sample{}, fmt.Errorf("%d messages; a sample has 1 to %d", o.Iterations, MostArrivals)
	case o.Pin && o.Together:
		return result.Sample{}, errors.New("sender and receiver cannot be kept on a processor each and on one together")
	case o.Workload == Arrival && o.Gap <= 0:
		return result.Sample{}, fmt.Errorf("the gap is %v; it must be positive", o.Gap)
	}
	sample, err := takeFromLane(ctx, lane, o, perform)
	if err != nil {
		return result.Sample{}, fmt.Errorf("%s: %w", lane.Name, err)
	}
	return sample, nil
}

// takeFromLane opens the lane and takes the sample. The sender has its own thread, except in a
// handover.
func takeFromLane(ctx context.Context, lane Lane, o Order, perform func(*sender, Order) (result.Sample, error)) (sample result.Sample, err error) {
	pinSender := func() error { return nil }
	if o.Pin {
		if lane.Handover {
			return sample, errors.New("a handover has one thread, which --pin cannot take apart")
		}
		if pinSender, err = pinReceiver(); err != nil {
			return sample, err
		}
	}
	b := &board{start: time.Now()}
	// A goroutine that only watches the receiver needs no thread of its own. A thread that sleeps
	// in the system would keep the runtime's monitor awake.
	ownThread := !lane.Handover && o.Workload == Arrival
	if !ownThread {
		b.ack = make(chan struct{}, 1)
	}
	w, err := lane.open(b)
	if err != nil {
		return sample, err
	}
	s := &sender{ctx: ctx, board: b, wire: w, ownThread: ownThread, alone: UsableProcessors(0) < 2}
	type outcome struct {
		sample result.Sample
		err    error
	}
	done := make(chan outcome)
	go func() {
		if ownThread {
			// Never unlocked: the thread ends with the goroutine, and so does its processor mask.
			runtime.LockOSThread()
			if err := pinSender(); err != nil {
				done <- outcome{err: err}
				return
			}
		}
		sample, err := perform(s, o)
		done <- outcome{sample, err}
	}()
	came := <-done
	sample, err = came.sample, came.err
	if err != nil && ctx.Err() != nil {
		return result.Sample{}, err // a receiver that is stuck cannot be closed; it ends with the process
	}
	return sample, errors.Join(err, w.close())
}

func arrivals(s *sender, o Order) (result.Sample, error) {
	into := make([]int64, MostArrivals)
	if _, err := s.burst(min(o.Gap, warmUpGap), warmups, 0, into[:0:warmups]); err != nil {
		return result.Sample{}, err
	}
	var before, after runtime.MemStats
	stopworld.Bounded(func() {
		runtime.GC()
		runtime.ReadMemStats(&before)
	})
	timed, err := s.burst(o.Gap, o.Iterations, o.Length, into)
	if err != nil {
		return result.Sample{}, err
	}
	stopworld.Bounded(func() { runtime.ReadMemStats(&after) })
	latency, err := result.HistogramOf(timed.latencies)
	if err != nil {
		return result.Sample{}, err
	}
	ops := len(timed.latencies)
	sorted := slices.Sorted(slices.Values(timed.latencies))
	return result.Sample{
		Value:       float64(sorted[(ops-1)/2]+sorted[ops/2]) / 2,
		Ops:         int64(ops),
		WallSeconds: timed.wall.Seconds(),
		CPUSeconds:  max(0, timed.cpu.Seconds()),
		AllocsPerOp: float64(after.Mallocs-before.Mallocs) / float64(ops),
		BytesPerOp:  float64(after.TotalAlloc-before.TotalAlloc) / float64(ops),
		Latency:     latency,
	}.Rounded(), nil
}

// quietTime is the time that a receiver gets to notice that no message follows.
const quietTime = 20 * time.Millisecond

// idle sends one message, and then measures the receiver while it waits for another.
func idle(s *sender, o Order) (result.Sample, error) {
	if _, err := s.burst(warmUpGap, 1, 0, make([]int64, 1)); err != nil {
		return result.Sample{}, err
	}
	s.due = s.board.now() + int64(quietTime)
	s.gap = max(o.Length, quietTime)
	if err := s.wait(); err != nil {
		return result.Sample{}, err
	}
	before, began := s.spent(), s.board.now()
	s.due = began + int64(o.Length)
	if err := s.wait(); err != nil {
		return result.Sample{}, err
	}
	cpu, wall := max(0, (s.spent()-before).Seconds()), time.Duration(s.board.now()-began).Seconds()
	if wall <= 0 {
		return result.Sample{}, errors.New("nothing was timed; the sample's length must be positive")
	}
	return result.Sample{Value: cpu / wall, Ops: 1, WallSeconds: wall, CPUSeconds: cpu}.Rounded(), nil
}
