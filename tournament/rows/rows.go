// Package rows measures programs that do the same work. A row has sides. The first side is compared
// with each other one. Package runner takes the samples, in rounds of an order of their own, and
// package stats computes the ratios. The interval of a ratio decides whether a bound is kept.
package rows

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"runtime"
	"time"

	"github.com/wakeful-go/wakeful/tournament/result"
	"github.com/wakeful-go/wakeful/tournament/runner"
)

// Units of samples.
const (
	Nanoseconds = "ns"
	Bytes       = "B"
)

// A Row is a comparison, or a figure if it has one side only.
type Row struct {
	Name, What string
	// Unit is that of the samples' values.
	Unit string
	// AtMost is the bound, and 0 stands for none: of the ratio of the first side to each other one, or
	// of the value of the only side.
	AtMost float64
	// Missed is the page that says why the bound is out of reach. Such a row breaks nothing.
	Missed string
	// Rounds replaces that of the options if it is not 0.
	Rounds int
	// Expected is about what a sample takes. It serves the progress only.
	Expected time.Duration
	// Prepare returns the sides. After a [MissingError] the row is left out, and the output says why.
	Prepare func(ctx context.Context) (sides []Side, cleanup func(), err error)
}

// A Side takes samples of one program. A sample with processor time must have its operations.
type Side struct {
	Name string
	Take func(ctx context.Context) (result.Sample, error)
}

// Timed returns a side whose samples are durations.
func Timed(name string, take func(ctx context.Context) (time.Duration, error)) Side {
	return Side{name, func(ctx context.Context) (result.Sample, error) {
		d, err := take(ctx)
		return result.Sample{Value: float64(d.Nanoseconds()), Ops: 1}, err
	}}
}

// A MissingError says why a row cannot be measured on this machine.
type MissingError string

func (m MissingError) Error() string { return string(m) }

// LeastRounds is the least number of rounds of a comparison.
const LeastRounds = 10

// Options are those of all rows.
type Options struct {
	Rounds int
	// Out gets the results, and Progress how far the measurement has come.
	Out, Progress io.Writer
}

// Measure measures one row after the other and writes each result when it is there. It reports whether
// no bound was broken.
func Measure(ctx context.Context, all []Row, o Options) (ok bool, err error) {
	if o.Rounds < LeastRounds {
		return false, fmt.Errorf("%d rounds: a median with an interval needs at least %d", o.Rounds, LeastRounds)
	}
	fmt.Fprintf(o.Out, "%s, %s/%s, GOMAXPROCS %d, %d rounds, medians and intervals of 95 %%\n",
		runtime.Version(), runtime.GOOS, runtime.GOARCH, runtime.GOMAXPROCS(0), o.Rounds)
	counts := map[string]int{}
	for i, r := range all {
		told := time.Time{}
		cells, err := r.measure(ctx, o.Rounds, func(p runner.Progress) {
			if p.Cell == "" || time.Since(told) < between {
				return
			}
			told = time.Now()
			left := p.Left + expected(all[i+1:], o.Rounds)
			fmt.Fprintf(o.Progress, "%d of %d, %s: round %d of %d, about %s left\n",
				i+1, len(all), r.Name, p.Round, p.Rounds, left.Round(time.Second))
		})
		if missing, ok := errors.AsType[MissingError](err); ok {
			fmt.Fprintf(o.Out, "NOT RUN: %s: %s\n", r.Name, missing)
			continue
		}
		if err != nil {
			return false, fmt.Errorf("row %s: %w", r.Name, err)
		}
		fmt.Fprintf(o.Out, "%s: %s\n", r.Name, r.What)
		for _, l := range r.judge(cells) {
			counts[l.verdict]++
			fmt.Fprintf(o.Out, "  %s\n", l.text)
		}
	}
	if n := counts[kept] + counts[inconclusive] + counts[broken] + counts[outOfReach]; n > 0 {
		fmt.Fprintf(o.Out, "%d bounds: %d kept, %d inconclusive, %d broken, %d out of reach\n",
			n, counts[kept], counts[inconclusive], counts[broken], counts[outOfReach])
	}
	return counts[broken] == 0, nil
}

// between is the least time between two lines about a row.
const between = 2 * time.Second

// expected is about what rows take. Most have two sides.
func expected(all []Row, rounds int) (left time.Duration) {
	for _, r := range all {
		left += 2 * time.Duration(cmp.Or(r.Rounds, rounds)) * r.Expected
	}
	return left
}

// measure returns the samples of a row, a cell for each side. One sample of each side comes before them
// and does not count.
func (r Row) measure(ctx context.Context, rounds int, progress func(runner.Progress)) ([]result.Cell, error) {
	sides, cleanup, err := r.Prepare(ctx)
	if err != nil {
		return nil, err
	}
	defer cleanup()
	var tasks []runner.Task
	for _, s := range sides {
		if len(sides) > 1 {
			if _, err := s.Take(ctx); err != nil {
				return nil, err
			}
		}
		tasks = append(tasks, runner.Task{
			Contestant: result.Contestant{Name: s.Name}, Workload: result.Workload{Name: r.Name}, Expected: r.Expected,
			Take: func(ctx context.Context, _ *result.Contestant) (result.Sample, error) {
				runtime.GC()
				return s.Take(ctx)
			},
		})
	}
	doc, err := runner.Run(ctx, runner.Options{
		Tasks: tasks, Rounds: cmp.Or(r.Rounds, rounds), Seed: rand.Uint64(), Progress: progress,
	})
	if err != nil {
		return nil, err
	}
	return doc.Cells, ctx.Err()
}
