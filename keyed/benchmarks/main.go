// Command benchmarks compares package keyed with a hand-written consumer that has a goroutine and a
// map for each partition, on the same engine: Kafka's fake broker kfake, and a NATS server, both in
// this process.
//
//	go run ./keyed/benchmarks             all rows, ten pairs each
//	go run ./keyed/benchmarks -row kafka  one of them
//
// The figure is records per second of keyed over those of the other, from the first record until
// all are acknowledged and the consumer has left its group. Both decode an order in JSON; the rows
// whose name ends in -empty do nothing with a record. There are so many records that the client
// fetches several times: 200,000 of them arrive in one fetch, before the first one is handled, and
// then the engine has no part in the time. The two sides of a pair run one after the other, in
// alternating order.
package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"runtime"
	"slices"
	"time"

	"github.com/wakeful-go/wakeful/tournament/stats"
)

const atLeast = 0.9

// A side consumes all records once.
type side func() (time.Duration, error)

// A row compares two sides. A row without a bound shows a cost.
type row struct {
	name    string
	records int
	bound   bool
	prepare func(ctx context.Context, records int) (ours, theirs side, cleanup func(), err error)
}

func kafka(decode bool) func(context.Context, int) (side, side, func(), error) {
	return func(ctx context.Context, n int) (side, side, func(), error) {
		cluster, err := fillKafka(ctx, n)
		if err != nil {
			return nil, nil, nil, err
		}
		return func() (time.Duration, error) { return keyedKafka(ctx, cluster, n, decode) },
			func() (time.Duration, error) { return handKafka(ctx, cluster, n, decode) }, cluster.Close, nil
	}
}

func jetStream(decode bool) func(context.Context, int) (side, side, func(), error) {
	return func(ctx context.Context, n int) (side, side, func(), error) {
		b, err := fillNATS(ctx, n)
		if err != nil {
			return nil, nil, nil, err
		}
		return func() (time.Duration, error) { return b.keyedNATS(ctx, n, decode) },
			func() (time.Duration, error) { return b.handNATS(ctx, n, decode) }, b.close, nil
	}
}

var rows = []row{
	{"kafka", 1_000_000, true, kafka(true)},
	{"jetstream", 200_000, true, jetStream(true)},
	{"kafka-empty", 1_000_000, false, kafka(false)},
	{"jetstream-empty", 200_000, false, jetStream(false)},
	{"kafka-one-fetch", 200_000, false, kafka(true)},
}

var inFlight = flag.Int("inflight", 1<<16, "keyed.WithMaxInFlight; the other side has no limit")

func main() {
	pairs := flag.Int("pairs", 10, "pairs of each row, at least ten")
	only := flag.String("row", "", "measure this row alone")
	check := flag.Bool("check", false, "exit with status 1 when a bound is broken")
	flag.Parse()
	kept, err := measure(context.Background(), max(10, *pairs), *only)
	if err != nil {
		fmt.Fprintln(os.Stderr, "benchmarks:", err)
		os.Exit(2)
	}
	if *check && !kept {
		os.Exit(1)
	}
}

// measure prints the rows. The interval decides: a bound is broken when all of it is below the
// bound. It reports whether none is broken.
func measure(ctx context.Context, pairs int, only string) (kept bool, err error) {
	fmt.Printf("%s, GOMAXPROCS %d, %d pairs\n", runtime.Version(), runtime.GOMAXPROCS(0), pairs)
	kept = true
	for _, r := range rows {
		if only != "" && only != r.name {
			continue
		}
		ours, theirs, err := r.sample(ctx, pairs)
		if err != nil {
			return false, fmt.Errorf("%s: %w", r.name, err)
		}
		ratio := stats.Ratio(ours, theirs)
		verdict := "no bound"
		if r.bound {
			verdict = "kept"
			switch {
			case ratio.High < atLeast:
				verdict, kept = "BROKEN", false
			case ratio.Low < atLeast:
				verdict = "inconclusive"
			}
			verdict = fmt.Sprintf("at least %.2f: %s", atLeast, verdict)
		}
		fmt.Printf("%-16s keyed %8.0f/s  by hand %8.0f/s  ratio %.2f (%.2f to %.2f)  %s\n",
			r.name, stats.Median(ours), stats.Median(theirs), ratio.Value, ratio.Low, ratio.High, verdict)
	}
	return kept, nil
}

// sample returns records per second of both sides, after one pair that does not count.
func (r row) sample(ctx context.Context, pairs int) (ours, theirs []float64, err error) {
	a, b, cleanup, err := r.prepare(ctx, r.records)
	if err != nil {
		return nil, nil, err
	}
	defer cleanup()
	for n := range pairs + 1 {
		pair := []struct {
			take side
			to   *[]float64
		}{{a, &ours}, {b, &theirs}}
		if n%2 == 1 {
			slices.Reverse(pair)
		}
		for _, s := range pair {
			runtime.GC()
			d, err := s.take()
			if err != nil {
				return nil, nil, err
			}
			if n > 0 {
				*s.to = append(*s.to, float64(r.records)/d.Seconds())
			}
		}
	}
	return ours, theirs, nil
}
