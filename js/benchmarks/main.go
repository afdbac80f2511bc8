// Command benchmarks measures the cost of JavaScript on a wakeful loop, as ratios to other ways of
// running the same script on the same engine in this process. It also measures `wakeful run` as a
// process, as ratios to Node and to a program made with goja_nodejs.
//
//	go run ./js/benchmarks            all rows, twelve samples each
//	go run ./js/benchmarks -row ticks one of them
//
// A sample is a pair of runs, one directly after the other and in alternating order, on fresh
// runtimes and after a garbage collection. The ratio of a row is the median of its pairs' ratios.
// Its interval of at least 95 % lies between two of them, by the binomial distribution. Both are
// valid for any distribution of times. Every script counts its operations, and a wrong count is an
// error.
//
// It is made for goja, because the other programs are made for goja too.
package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"runtime"
	"slices"
	"strings"
	"time"

	"github.com/jedib0t/go-pretty/v6/table"
	"github.com/jedib0t/go-pretty/v6/text"
)

func main() {
	rounds := flag.Int("rounds", 12, "samples of each row, at least ten")
	only := flag.String("row", "", "measure this row alone: "+strings.Join(names(), ", "))
	wakefulPath := flag.String("wakeful", "", "the `path` of the command wakeful; without it, it is built first")
	check := flag.Bool("check", false, "exit with status 1 when a bound was not kept")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	kept, err := measure(ctx, *rounds, *only, *wakefulPath)
	stop()
	if err != nil {
		fmt.Fprintln(os.Stderr, "benchmarks:", err)
		os.Exit(2)
	}
	if *check && !kept {
		os.Exit(1)
	}
}

// A side takes one sample and returns the time that it took.
type side func(ctx context.Context) (time.Duration, error)

// A row is one line of the table.
type row struct {
	name, what, against string
	// atMost is the bound, 0 for none.
	atMost float64
	// missed is the page that says why the bound is out of reach. Such a row does not fail -check.
	missed  string
	prepare func(ctx context.Context, wakefulPath string) (ours, theirs side, cleanup func(), err error)
}

func rows() []row { return slices.Concat(scriptRows(), poolRows(), processRows(), webRows()) }

func names() []string {
	var names []string
	for _, r := range rows() {
		names = append(names, r.name)
	}
	for _, f := range figures() {
		names = append(names, f.name)
	}
	return names
}

// measure prints the table. It reports whether all its bounds were kept.
func measure(ctx context.Context, rounds int, only, wakefulPath string) (kept bool, err error) {
	if rounds < 10 {
		return false, fmt.Errorf("-rounds %d: a median with an interval needs at least ten samples", rounds)
	}
	if only != "" && !slices.Contains(names(), only) {
		return false, fmt.Errorf("-row %q: the rows are %s", only, strings.Join(names(), ", "))
	}
	fmt.Printf("%s, %s/%s, GOMAXPROCS %d, %d samples, medians\n", runtime.Version(), runtime.GOOS, runtime.GOARCH, runtime.GOMAXPROCS(0), rounds)
	lines := newTable()
	lines.AppendHeader(table.Row{"row", "what", "against", "wakeful", "other", "ratio", "95 %", "bound", "kept"})
	kept = true
	for _, r := range rows() {
		if only != "" && r.name != only {
			continue
		}
		ours, theirs, err := r.sample(ctx, rounds, wakefulPath)
		if err != nil {
			return false, fmt.Errorf("row %s: %w", r.name, err)
		}
		ratio := ratioOf(ours, theirs)
		verdict, bound := "yes", fmt.Sprintf("at most %.2f", r.atMost)
		switch {
		case r.atMost == 0:
			verdict, bound = "", "-"
		case ratio.median <= r.atMost:
		case r.missed != "":
			verdict = "no, see " + r.missed
		default:
			verdict, kept = "NO", false
		}
		lines.AppendRow(table.Row{
			r.name, r.what, r.against, shown(median(ours)), shown(median(theirs)), fmt.Sprintf("%.2f", ratio.median),
			fmt.Sprintf("%.2f to %.2f", ratio.low, ratio.high), bound, verdict,
		})
	}
	if lines.Length() > 0 {
		fmt.Println(lines.Render())
	}
	figuresKept, err := measureFigures(ctx, rounds, only)
	return kept && figuresKept, err
}

// newTable returns a table whose columns are separated only by blanks.
func newTable() table.Writer {
	style := table.StyleDefault
	style.Options = table.OptionsNoBordersAndSeparators
	style.Format.Header = text.FormatDefault
	style.Box.PaddingLeft, style.Box.PaddingRight = "", "  "
	w := table.NewWriter()
	w.SetStyle(style)
	return w
}

// sample takes the pairs of a row, after one pair that does not count.
func (r row) sample(ctx context.Context, rounds int, wakefulPath string) (ours, theirs []time.Duration, err error) {
	a, b, cleanup, err := r.prepare(ctx, wakefulPath)
	if err != nil {
		return nil, nil, err
	}
	defer cleanup()
	for round := range rounds + 1 {
		pair := []struct {
			take side
			to   *[]time.Duration
		}{{a, &ours}, {b, &theirs}}
		if round%2 == 1 {
			slices.Reverse(pair)
		}
		for _, s := range pair {
			runtime.GC()
			d, err := s.take(ctx)
			if err != nil {
				return nil, nil, err
			}
			if round > 0 {
				*s.to = append(*s.to, d)
			}
		}
	}
	return ours, theirs, nil
}

func shown(d time.Duration) string {
	if d < time.Second {
		return fmt.Sprintf("%.1f ms", float64(d)/float64(time.Millisecond))
	}
	return fmt.Sprintf("%.2f s", d.Seconds())
}
