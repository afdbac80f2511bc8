// Command benchmarks measures the cost of JavaScript on a wakeful loop, as ratios to other ways of
// running the same script on the same engine in this process. It also measures `wakeful run` as a
// process, as ratios to Node and to a program made with goja_nodejs.
//
//	go run ./js/benchmarks            all rows, ten samples each
//	go run ./js/benchmarks -row ticks one of them
//	go run ./js/benchmarks -check     those with a bound, and whether it is kept
//
// Each sample is taken on fresh runtimes and after a garbage collection. Package rows takes the samples
// and judges them. Every script counts its operations, and a wrong count is an error.
//
// With -check, scripts with a million operations run a quarter of them, and rows without a bound are
// left out.
//
// It is made for goja, because the other programs are made for goja too.
package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"slices"
	"strings"
	"time"

	"github.com/wakeful-go/wakeful/tournament/rows"
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

// allRows are all rows. share is that of scriptRows.
func allRows(share int) []row {
	return slices.Concat(embedRows(), ruleRows(), scriptRows(share), processRows(), webRows(), loadRows(), sandboxRows())
}

func names() []string {
	var names []string
	for _, r := range allRows(1) {
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
	r := slices.DeleteFunc(allRows(share), func(r row) bool {
		return !o.names(r.name) || o.only == "" && o.check && r.atMost == 0
	})
	f := slices.DeleteFunc(figures(), func(f figure) bool { return !o.names(f.name) })
	return r, f
}

// names reports whether the option -row is this row, or a group that the row is of.
func (o options) names(row string) bool {
	return o.only == "" || row == o.only || strings.HasPrefix(row, o.only+"-")
}

// measure prints the rows. It reports whether no bound was broken.
func measure(ctx context.Context, o options) (ok bool, err error) {
	if o.only != "" && !slices.ContainsFunc(names(), o.names) {
		return false, fmt.Errorf("-row %q: the rows are %s", o.only, strings.Join(names(), ", "))
	}
	selected, figures := o.selected()
	var all []rows.Row
	for _, r := range selected {
		all = append(all, r.comparison(o.wakefulPath))
	}
	for _, f := range figures {
		all = append(all, f.row())
	}
	return rows.Measure(ctx, all, rows.Options{Rounds: o.rounds, Out: os.Stdout, Progress: os.Stderr})
}

// comparison returns the row as package rows has it.
func (r row) comparison(wakefulPath string) rows.Row {
	unit := rows.Nanoseconds
	if r.memory {
		unit = rows.Bytes
	}
	return rows.Row{
		Name: r.name, What: r.what, Unit: unit, AtMost: r.atMost, Missed: r.missed, Expected: r.each / 2,
		Prepare: func(ctx context.Context) ([]rows.Side, func(), error) {
			ours, theirs, cleanup, err := r.prepare(ctx, wakefulPath)
			return []rows.Side{rows.Timed("wakeful", ours), rows.Timed(r.against, theirs)}, cleanup, err
		},
	}
}

// missing says what a user does about a row that cannot be measured.
type missing = rows.MissingError
