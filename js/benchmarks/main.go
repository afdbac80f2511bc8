// Command benchmarks measures the cost of JavaScript on a wakeful loop, as ratios to other ways of
// running the same script on the same engine in this process. It also measures `wakeful run` as a
// process, as ratios to Node and to a program made with goja_nodejs.
//
//	go run ./js/benchmarks            all rows, ten samples each
//	go run ./js/benchmarks -row ticks one of them
//	go run ./js/benchmarks -check     those with a bound, and whether it is kept
//
// A sample is a pair of runs, one directly after the other and in alternating order, on fresh
// runtimes and after a garbage collection. The ratio of a row is the median of its pairs' ratios.
// Its interval of at least 95 % lies between two of them, by the binomial distribution. Both are
// valid for any distribution of times. Every script counts its operations, and a wrong count is an
// error.
//
// The interval decides. A bound is kept when the whole interval is within it, broken when the whole
// interval is beyond it, and inconclusive otherwise. With -check, scripts with a million operations
// run a quarter of them, and rows without a bound are left out.
//
// It is made for goja, because the other programs are made for goja too.
package main

import (
	"context"
	"errors"
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
	var o options
	flag.IntVar(&o.rounds, "rounds", 10, "samples of each row, at least ten")
	flag.StringVar(&o.only, "row", "", "measure this row alone, or those whose names begin with it and a hyphen: "+strings.Join(names(), ", "))
	flag.StringVar(&o.wakefulPath, "wakeful", "", "the `path` of the command wakeful; without it, it is built first")
	flag.BoolVar(&o.check, "check", false, "only rows with a bound; exit with status 1 when one is broken")
	load := flag.String("load", "", "run the virtual users of the rows load-cpu and load-memory, on `wakeful or plain`, as these rows do")
	address := flag.String("address", "", "the `URL` that these users request")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	if *load != "" {
		if err := runLoad(ctx, *load, *address); err != nil {
			fmt.Fprintln(os.Stderr, "benchmarks:", err)
			os.Exit(2)
		}
		return
	}
	ok, err := measure(ctx, o)
	stop()
	if err != nil {
		fmt.Fprintln(os.Stderr, "benchmarks:", err)
		os.Exit(2)
	}
	if o.check && !ok {
		os.Exit(1)
	}
}

// options are what the command line says.
type options struct {
	rounds            int
	only, wakefulPath string
	check             bool
}

// A side takes one sample and returns the time that it took, or for a row of memory the bytes.
type side func(ctx context.Context) (time.Duration, error)

// A row is one line of the table.
type row struct {
	name, what, against string
	// atMost is the bound, 0 for none.
	atMost float64
	// missed is the page that says why the bound is out of reach. Such a row does not fail -check.
	missed string
	memory bool // samples are bytes
	// each is about what a pair takes.
	each    time.Duration
	prepare func(ctx context.Context, wakefulPath string) (ours, theirs side, cleanup func(), err error)
}

// rows are all rows. share is that of scriptRows.
func rows(share int) []row {
	return slices.Concat(embedRows(), ruleRows(), scriptRows(share), processRows(), webRows(), loadRows(), sandboxRows())
}

func names() []string {
	var names []string
	for _, r := range rows(1) {
		names = append(names, r.name)
	}
	for _, f := range figures() {
		names = append(names, f.name)
	}
	return names
}

// checkShare is the share of scriptRows with -check.
const checkShare = 4

// selected returns what the options ask for.
func (o options) selected() ([]row, []figure) {
	share := 1
	if o.check && o.only == "" {
		share = checkShare
	}
	r := slices.DeleteFunc(rows(share), func(r row) bool {
		return !o.names(r.name) || o.only == "" && o.check && r.atMost == 0
	})
	f := slices.DeleteFunc(figures(), func(f figure) bool { return !o.names(f.name) })
	return r, f
}

// names reports whether the option -row is this row, or a group that the row is of.
func (o options) names(row string) bool {
	return o.only == "" || row == o.only || strings.HasPrefix(row, o.only+"-")
}

// measure prints the tables. It reports whether no bound was broken.
func measure(ctx context.Context, o options) (ok bool, err error) {
	if o.rounds < 10 {
		return false, fmt.Errorf("-rounds %d: a median with an interval needs at least ten samples", o.rounds)
	}
	if o.only != "" && !slices.ContainsFunc(names(), o.names) {
		return false, fmt.Errorf("-row %q: the rows are %s", o.only, strings.Join(names(), ", "))
	}
	fmt.Printf("%s, %s/%s, GOMAXPROCS %d, %d samples, medians\n", runtime.Version(), runtime.GOOS, runtime.GOARCH, runtime.GOMAXPROCS(0), o.rounds)
	all, figures := o.selected()
	var steps []step
	for _, r := range all {
		steps = append(steps, step{r.name, o.rounds + 1, r.each})
	}
	for _, f := range figures {
		steps = append(steps, step{f.name, f.count(o.rounds), f.each})
	}
	p := newProgress(os.Stderr, time.Now, steps)
	verdicts := map[verdict]int{}
	if err := measureRows(ctx, all, o, p, verdicts); err != nil {
		return false, err
	}
	if err := measureFigures(ctx, figures, o.rounds, p, verdicts); err != nil {
		return false, err
	}
	if bounds := verdicts[kept] + verdicts[inconclusive] + verdicts[broken] + verdicts[outOfReach]; bounds > 0 {
		fmt.Printf("%d bounds: %d kept, %d inconclusive, %d broken, %d out of reach\n",
			bounds, verdicts[kept], verdicts[inconclusive], verdicts[broken], verdicts[outOfReach])
	}
	return verdicts[broken] == 0, nil
}

// measureRows prints the table of the rows and counts their verdicts.
func measureRows(ctx context.Context, all []row, o options, p *progress, verdicts map[verdict]int) error {
	if len(all) == 0 {
		return nil
	}
	lines := newTable()
	lines.AppendHeader(table.Row{"row", "what", "against", "wakeful", "other", "ratio", "95 %", "bound", "verdict"})
	for _, r := range all {
		ours, theirs, err := r.sample(ctx, o, p)
		if absent, ok := errors.AsType[missing](err); ok {
			fmt.Printf("NOT RUN: %s: %s\n", r.name, absent)
			continue
		}
		if err != nil {
			return fmt.Errorf("row %s: %w", r.name, err)
		}
		ratio := ratioOf(ours, theirs)
		says, page, bound := ratio.verdictFor(r.atMost), "", "-"
		if r.atMost > 0 {
			bound = fmt.Sprintf("at most %.2f", r.atMost)
		}
		if says == broken && r.missed != "" {
			says, page = outOfReach, ", see "+r.missed
		}
		verdicts[says]++
		lines.AppendRow(table.Row{
			r.name, r.what, r.against, r.shown(median(ours)), r.shown(median(theirs)), fmt.Sprintf("%.2f", ratio.median),
			fmt.Sprintf("%.2f to %.2f", ratio.low, ratio.high), bound, string(says) + page,
		})
	}
	fmt.Println(lines.Render())
	return nil
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
func (r row) sample(ctx context.Context, o options, p *progress) (ours, theirs []time.Duration, err error) {
	p.beginStep()
	a, b, cleanup, err := r.prepare(ctx, o.wakefulPath)
	if err != nil {
		return nil, nil, err
	}
	defer cleanup()
	p.ready()
	for round := range o.rounds + 1 {
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
		p.sampled()
	}
	return ours, theirs, nil
}

func (r row) shown(d time.Duration) string {
	if r.memory {
		return fmt.Sprintf("%.1f MB", float64(d)/1e6)
	}
	return shown(d)
}

func shown(d time.Duration) string {
	if d < time.Second {
		return fmt.Sprintf("%.1f ms", float64(d)/float64(time.Millisecond))
	}
	return fmt.Sprintf("%.2f s", d.Seconds())
}
