// Package rows measures programs that do the same work. A row has sides. The first side is compared
// with each other one. Package runner takes the samples, in rounds of an order of their own, and
// package stats computes the ratios. The interval of a ratio decides whether a bound is kept.
package rows

import (
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
	m := &measurement{rows: all, rounds: o.Rounds}
	m.meter = runner.NewMeter(func(p runner.Progress) { m.tell(o.Progress, p) })
	samples, expected := 0, time.Duration(0)
	for _, r := range all {
		n := 2 * r.rounds(o.Rounds) // most rows have two sides
		samples, expected = samples+n, expected+time.Duration(n)*r.Expected
	}
	m.meter.Plan(samples, expected)
	counts := map[verdict]int{}
	for i, r := range all {
		m.at, m.told = i, time.Time{}
		cells, err := m.measure(ctx, r)
		if missing, ok := errors.AsType[MissingError](err); ok {
			fmt.Fprintf(o.Out, "NOT RUN: %s: %s\n", r.Name, missing)
			for range 2 * r.rounds(o.Rounds) {
				m.meter.Pass(r.Expected)
			}
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

// measurement is what Measure is doing.
type measurement struct {
	rows   []Row
	rounds int
	at     int // the current row
	told   time.Time
	meter  *runner.Meter
}

// measure returns the samples of a row, a cell for each side. One sample of each side comes before them
// and does not count.
func (m *measurement) measure(ctx context.Context, r Row) ([]result.Cell, error) {
	sides, cleanup, err := r.Prepare(ctx)
	if err != nil {
		return nil, err
	}
	defer cleanup()
	cells := make([]result.Cell, len(sides))
	for i, s := range sides {
		cells[i].Contestant = s.Name
		if len(sides) > 1 {
			if _, err := s.Take(ctx); err != nil {
				return nil, err
			}
		}
	}
	rounds := r.rounds(m.rounds)
	return cells, runner.Interleave(ctx, rand.Uint64(), len(sides), 0, rounds, func(round, i int) error {
		m.meter.Begin(round, rounds, r.Name)
		runtime.GC()
		sample, err := sides[i].Take(ctx)
		if err != nil {
			return err
		}
		sample.Round = round
		cells[i].Samples = append(cells[i].Samples, sample)
		m.meter.Took(r.Expected)
		m.meter.Pass(r.Expected)
		return nil
	}, nil)
}

// between is the least time between two lines about a row.
const between = 2 * time.Second

// tell says how far the rows have come and about how much time is left. Nothing runs between two samples
// but the line itself.
func (m *measurement) tell(out io.Writer, p runner.Progress) {
	if time.Since(m.told) >= between {
		m.told = time.Now()
		fmt.Fprintf(out, "%d of %d, %s: round %d of %d, about %s left\n", m.at+1, len(m.rows), p.Cell, p.Round, p.Rounds, p.Left.Round(time.Second))
	}
}

func (r Row) rounds(all int) int {
	if r.Rounds > 0 {
		return r.Rounds
	}
	return all
}
