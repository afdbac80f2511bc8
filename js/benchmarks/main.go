// Command benchmarks measures the cost of JavaScript on a wakeful loop, as ratios to other ways of
// running the same script on the same engine in this process. It also measures `wakeful run` as a
// process, as a ratio to Node.
//
//	go run ./js/benchmarks            all rows, ten samples each
//	go run ./js/benchmarks -row rules one of them
//	go run ./js/benchmarks -check     fails when a bound is broken
//
// Each sample is taken on fresh runtimes and after a garbage collection. Package rows takes the samples
// and judges them. Every script counts its operations, and a wrong count is an error.
//
// With -check, scripts with a million operations run a quarter of them.
//
// It is made for goja, because the other programs are made for goja too.
package main

import (
	"cmp"
	"context"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"slices"
	"strings"
	"time"

	"github.com/wakeful-go/wakeful/tournament/result"
	"github.com/wakeful-go/wakeful/tournament/rows"
)

func main() {
	rounds := flag.Int("rounds", 10, "samples of each row, at least ten")
	only := flag.String("row", "", "measure this row alone, or those whose names begin with it and a hyphen")
	check := flag.Bool("check", false, "exit with status 1 when a bound is broken")
	load := flag.String("load", "", "run the virtual users of the rows load-cpu and load-memory, on `wakeful or plain`, as these rows do")
	address := flag.String("address", "", "the `URL` that these users request")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	var ok bool
	var err error
	if *load != "" {
		err = runLoad(ctx, *load, *address)
	} else {
		ok, err = measure(ctx, *rounds, *only, *check)
	}
	stop()
	if err != nil {
		fmt.Fprintln(os.Stderr, "benchmarks:", err)
		os.Exit(2)
	}
	if *check && !ok {
		os.Exit(1)
	}
}

// checkShare is the share of scriptRows with -check.
const checkShare = 4

// measure prints the rows. It reports whether no bound was broken.
func measure(ctx context.Context, rounds int, only string, check bool) (ok bool, err error) {
	share := 1
	if check && only == "" {
		share = checkShare
	}
	all := allRows(share)
	selected := slices.DeleteFunc(slices.Clone(all), func(r rows.Row) bool {
		return only != "" && r.Name != only && !strings.HasPrefix(r.Name, only+"-")
	})
	if len(selected) == 0 {
		var names []string
		for _, r := range all {
			names = append(names, r.Name)
		}
		return false, fmt.Errorf("-row %q: the rows are %s", only, strings.Join(names, ", "))
	}
	return rows.Measure(ctx, selected, rows.Options{Rounds: rounds, Out: os.Stdout, Progress: os.Stderr})
}

// allRows are all rows. share is that of scriptRows.
func allRows(share int) []rows.Row {
	all := slices.Concat(embedRows(), ruleRows(), scriptRows(share), []rows.Row{processRow()}, webRows(), loadRows(), sandboxRows(), figures())
	for i := range all {
		all[i].Unit = cmp.Or(all[i].Unit, rows.Nanoseconds)
	}
	return all
}

// A side takes one sample and returns the time that it took, or for a row of memory the bytes.
type side func(ctx context.Context) (time.Duration, error)

// A pair has the sides of a row. End ends them.
type pair struct {
	ours, theirs side
	end          func()
}

// against prepares a row with two sides.
func against(other string, prepare func(ctx context.Context) (pair, error)) func(context.Context) ([]rows.Side, func(), error) {
	return func(ctx context.Context) ([]rows.Side, func(), error) {
		p, err := prepare(ctx)
		return []rows.Side{rows.Timed("wakeful", p.ours), rows.Timed(other, p.theirs)}, p.end, err
	}
}

// alone prepares a row with one side, which has a bound of its own because there is nothing to compare
// it with.
func alone(take func(ctx context.Context) (float64, error)) func(context.Context) ([]rows.Side, func(), error) {
	sample := func(ctx context.Context) (result.Sample, error) {
		v, err := take(ctx)
		return result.Sample{Value: v, Ops: 1}, err
	}
	return func(context.Context) ([]rows.Side, func(), error) {
		return []rows.Side{{Name: "wakeful", Take: sample}}, func() {}, nil
	}
}

// repeat is a side that calls fn n times, and checks what it returns.
func repeat(n int, check func(any, error) error, fn func(ctx context.Context) (any, error)) side {
	return func(ctx context.Context) (time.Duration, error) {
		began := time.Now()
		for range n {
			if err := check(fn(ctx)); err != nil {
				return 0, err
			}
		}
		return time.Since(began), nil
	}
}

// is checks that a result is the wanted one.
func is(want any) func(any, error) error {
	return func(got any, err error) error {
		if err == nil && got != want {
			err = fmt.Errorf("got %v (%T), want %v", got, got, want)
		}
		return err
	}
}

// missing says what a user does about a row that cannot be measured.
type missing = rows.MissingError
