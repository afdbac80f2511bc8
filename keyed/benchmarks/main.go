// Command benchmarks compares package keyed with hand-written consumers on the same engine:
// franz-go's fake of Kafka and a NATS server, both in this process, or Kafka. They have a goroutine
// and a map for each partition or, in the rows whose name has per-key, a goroutine for each key.
//
//	go run ./keyed/benchmarks                    all rows, ten pairs each
//	go run ./keyed/benchmarks -row kafka         one of them
//	go run ./keyed/benchmarks -real              with Kafka in a process of its own
//	go run ./keyed/benchmarks -order 100000000   checks the order of so many records
//
// The figure is records per second of keyed over those of the other, from the first record until
// all are acknowledged and the consumer has left its group. Both decode an order in JSON. The rows
// whose name ends in -empty do nothing with a record, and those with -wait wait for 10 ms. There are
// so many records that the client fetches several times: 200,000 of them arrive in one fetch, before
// the first one is handled, and then the engine has no part in the time. The two sides of a pair run
// one after the other, in alternating order.
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
	"syscall"

	"github.com/wakeful-go/wakeful/tournament/stats"
)

// A side consumes all records once.
type side func() (cost, error)

// A row compares two sides. Its bound is the smallest ratio of the records per second. A row with 0
// has none.
type row struct {
	name    string
	records int
	bound   float64
	prepare func(ctx context.Context, records int) (ours, theirs side, cleanup func(), err error)
}

// consumer consumes n records of a topic.
type consumer func(ctx context.Context, b *kafkaBroker, n int, do work) (cost, error)

func kafka(byHand consumer, do work) func(context.Context, int) (side, side, func(), error) {
	return func(ctx context.Context, n int) (side, side, func(), error) {
		b, err := startKafka(ctx)
		if err != nil {
			return nil, nil, nil, err
		}
		if err := b.fill(ctx, n); err != nil {
			b.close()
			return nil, nil, nil, err
		}
		return func() (cost, error) { return keyedKafka(ctx, b, n, do) },
			func() (cost, error) { return byHand(ctx, b, n, do) }, b.close, nil
	}
}

func jetStream(do work) func(context.Context, int) (side, side, func(), error) {
	return func(ctx context.Context, n int) (side, side, func(), error) {
		b, err := fillNATS(ctx, n)
		if err != nil {
			return nil, nil, nil, err
		}
		return func() (cost, error) { return b.keyedNATS(ctx, n, do) },
			func() (cost, error) { return b.handNATS(ctx, n, do) }, b.close, nil
	}
}

var rows = []row{
	{"kafka", 1_000_000, 0.9, kafka(handKafka, decoding)},
	{"kafka-per-key", 1_000_000, 1 / 0.85, kafka(handPerKey, decoding)},
	{"kafka-per-key-empty", 1_000_000, 1, kafka(handPerKey, nothing)},
	{"kafka-wait", 1_000, 5, kafka(handKafka, waiting)},
	{"jetstream", 200_000, 0.9, jetStream(decoding)},
	{"kafka-empty", 1_000_000, 0, kafka(handKafka, nothing)},
	{"jetstream-empty", 200_000, 0, jetStream(nothing)},
	{"kafka-one-fetch", 200_000, 0, kafka(handKafka, decoding)},
}

var realKafka = flag.Bool("real", false, "use Kafka, which Maven gets and Java 17 runs, instead of the fake broker")

var inFlight = flag.Int("inflight", 1<<16, "keyed.WithMaxInFlight; the other side has no limit")

func main() { os.Exit(run()) }

// run returns the exit status.
func run() int {
	order := flag.Int("order", 0, "instead of the rows, check the order of each key in as many records as this")
	pairs := flag.Int("pairs", 10, "pairs of each row, at least ten")
	only := flag.String("row", "", "measure these rows alone, with commas between them")
	check := flag.Bool("check", false, "exit with status 1 when a bound is broken")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	defer stopKafka()
	if *order > 0 {
		if err := checkOrder(ctx, *order); err != nil {
			fmt.Fprintln(os.Stderr, "benchmarks:", err)
			return 1
		}
		return 0
	}
	kept, err := measure(ctx, max(10, *pairs), *only)
	switch {
	case err != nil:
		fmt.Fprintln(os.Stderr, "benchmarks:", err)
		return 2
	case *check && !kept:
		return 1
	}
	return 0
}

// measure prints the rows. The interval decides: a bound is broken when all of it is below the
// bound. It reports whether none is broken.
func measure(ctx context.Context, pairs int, only string) (kept bool, err error) {
	fmt.Printf("%s, GOMAXPROCS %d, %d pairs\n", runtime.Version(), runtime.GOMAXPROCS(0), pairs)
	kept = true
	for _, r := range rows {
		if only != "" && !slices.Contains(strings.Split(only, ","), r.name) {
			continue
		}
		ours, theirs, err := r.sample(ctx, pairs)
		if err != nil {
			return false, fmt.Errorf("%s: %w", r.name, err)
		}
		ratio, processor := stats.Ratio(ours.rates, theirs.rates), stats.Ratio(ours.processor, theirs.processor)
		verdict := "no bound"
		if r.bound > 0 {
			verdict = "kept"
			switch {
			case ratio.High < r.bound:
				verdict, kept = "BROKEN", false
			case ratio.Low < r.bound:
				verdict = "inconclusive"
			}
			verdict = fmt.Sprintf("at least %.2f: %s", r.bound, verdict)
		}
		fmt.Printf("%-19s keyed %8.0f/s  by hand %8.0f/s  ratio %.2f (%.2f to %.2f)  processor time %.2f and %.2f us, ratio %.2f (%.2f to %.2f)  %s\n",
			r.name, stats.Median(ours.rates), stats.Median(theirs.rates), ratio.Value, ratio.Low, ratio.High,
			stats.Median(ours.processor), stats.Median(theirs.processor), processor.Value, processor.Low, processor.High, verdict)
	}
	return kept, nil
}

// figures are records per second, and microseconds of processor time for each record.
type figures struct{ rates, processor []float64 }

// sample returns the figures of both sides, after one pair that does not count.
func (r row) sample(ctx context.Context, pairs int) (ours, theirs figures, err error) {
	a, b, cleanup, err := r.prepare(ctx, r.records)
	if err != nil {
		return ours, theirs, err
	}
	defer cleanup()
	for n := range pairs + 1 {
		pair := []struct {
			take side
			to   *figures
		}{{a, &ours}, {b, &theirs}}
		if n%2 == 1 {
			slices.Reverse(pair)
		}
		for _, s := range pair {
			runtime.GC()
			d, err := s.take()
			if err != nil {
				return ours, theirs, err
			}
			if n > 0 {
				s.to.rates = append(s.to.rates, float64(r.records)/d.time.Seconds())
				s.to.processor = append(s.to.processor, float64(d.processor.Nanoseconds())/1000/float64(r.records))
			}
		}
	}
	return ours, theirs, nil
}
