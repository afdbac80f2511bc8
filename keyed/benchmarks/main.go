// Command benchmarks compares package keyed with hand-written consumers on the same engine:
// a NATS server in a process of its own, and Kafka or franz-go's fake of it. They have a goroutine
// and a map for each partition or, in the rows whose name has per-key, a goroutine for each key.
//
//	go run ./keyed/benchmarks                    all rows, ten rounds each
//	go run ./keyed/benchmarks -row kafka         one of them
//	go run ./keyed/benchmarks -real              with Kafka, also in a process of its own
//	go run ./keyed/benchmarks -order 100000000   checks the order of so many records
//
// The figure is the time of keyed over that of the other, from the first record until all are
// acknowledged and the consumer has left its group. The processor time is that of this process: of the
// consumer alone, unless the fake is in it. Both decode an order in JSON. The rows whose name
// ends in -empty do nothing with a record, and those with -wait wait for 10 ms. In kafka-exactly-once
// both copy records to a topic with package keyed, the other one at least once. There are so many
// records that the client fetches several times: 200,000 of them arrive in one fetch, before the first
// one is handled, and then the engine has no part in the time. Package rows takes the samples and
// judges them.
package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"slices"
	"strings"
	"syscall"
	"time"

	"github.com/wakeful-go/wakeful/tournament/result"
	"github.com/wakeful-go/wakeful/tournament/rows"
)

// A side consumes all records once.
type side func() (cost, error)

// A row compares two sides. Its bound is the largest ratio of the times. A row with 0 has none.
type row struct {
	name    string
	records int
	atMost  float64
	prepare func(ctx context.Context, records int) (ours, theirs side, cleanup func(), err error)
}

// consumer consumes n records of a topic.
type consumer func(ctx context.Context, b *kafkaBroker, n int) (cost, error)

// kafka compares consumers of a topic that has the records.
func kafka(ours, theirs consumer) func(context.Context, int) (side, side, func(), error) {
	return func(ctx context.Context, n int) (side, side, func(), error) {
		b, err := startKafka(ctx)
		if err != nil {
			return nil, nil, nil, err
		}
		if err := b.fill(ctx, n); err != nil {
			b.close()
			return nil, nil, nil, err
		}
		return func() (cost, error) { return ours(ctx, b, n) },
			func() (cost, error) { return theirs(ctx, b, n) }, b.close, nil
	}
}

// byHand compares package keyed with a consumer by hand, whose handlers do the same.
func byHand(consume func(context.Context, *kafkaBroker, int, work) (cost, error), do work) func(context.Context, int) (side, side, func(), error) {
	return kafka(func(ctx context.Context, b *kafkaBroker, n int) (cost, error) { return keyedKafka(ctx, b, n, do) },
		func(ctx context.Context, b *kafkaBroker, n int) (cost, error) { return consume(ctx, b, n, do) })
}

func jetStream(hand func(*natsBroker, context.Context, int, work) (cost, error), do work) func(context.Context, int) (side, side, func(), error) {
	return func(ctx context.Context, n int) (side, side, func(), error) {
		b, err := fillNATS(ctx, n)
		if err != nil {
			return nil, nil, nil, err
		}
		return func() (cost, error) { return b.keyedNATS(ctx, n, do) },
			func() (cost, error) { return hand(b, ctx, n, do) }, b.close, nil
	}
}

var all = []row{
	{"kafka", 1_000_000, 1 / 0.9, byHand(handKafka, decoding)},
	{"kafka-per-key", 1_000_000, 0.85, byHand(handPerKey, decoding)},
	{"kafka-per-key-empty", 1_000_000, 1, byHand(handPerKey, nothing)},
	{"kafka-wait", 1_000, 0.2, byHand(handKafka, waiting)},
	{"kafka-exactly-once", 200_000, 1 / 0.7, kafka(copyOnce, copyAtLeastOnce)},
	{"kafka-states", 200_000, 1 / 0.7, kafka(copyWithStates, copyAtLeastOnce)},
	{"jetstream", 200_000, 1 / 0.9, jetStream((*natsBroker).handNATS, decoding)},
	{"jetstream-per-key", 200_000, 0.85, jetStream((*natsBroker).handNATSPerKey, decoding)},
	{"jetstream-per-key-empty", 200_000, 1, jetStream((*natsBroker).handNATSPerKey, nothing)},
	{"kafka-empty", 1_000_000, 0, byHand(handKafka, nothing)},
	{"jetstream-empty", 200_000, 0, jetStream((*natsBroker).handNATS, nothing)},
	{"kafka-one-fetch", 200_000, 0, byHand(handKafka, decoding)},
}

var realKafka = flag.Bool("real", false, "use Kafka, which Maven gets and Java 17 runs, instead of the fake broker")

var inFlight = flag.Int("inflight", 1<<16, "keyed.WithMaxInFlight; the other side has no limit")

func main() {
	if len(os.Args) == 2 && os.Args[1] == serveNATSArgument {
		if err := serveNATS(); err != nil {
			fmt.Fprintln(os.Stderr, "benchmarks:", err)
			os.Exit(1)
		}
		return
	}
	os.Exit(run())
}

// run returns the exit status.
func run() int {
	order := flag.Int("order", 0, "instead of the rows, check the order of each key in as many records as this")
	rounds := flag.Int("rounds", rows.LeastRounds, "rounds of each row")
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
	kept, err := measure(ctx, *rounds, *only)
	switch {
	case err != nil:
		fmt.Fprintln(os.Stderr, "benchmarks:", err)
		return 2
	case *check && !kept:
		return 1
	}
	return 0
}

// measure prints the rows. It reports whether no bound was broken.
func measure(ctx context.Context, rounds int, only string) (kept bool, err error) {
	var selected []rows.Row
	for _, r := range all {
		if only == "" || slices.Contains(strings.Split(only, ","), r.name) {
			selected = append(selected, r.comparison())
		}
	}
	if len(selected) == 0 {
		return false, fmt.Errorf("there is no row %q", only)
	}
	return rows.Measure(ctx, selected, rows.Options{Rounds: rounds, Out: os.Stdout, Progress: os.Stderr})
}

// comparison returns the row as package rows has it, with the time for a record.
func (r row) comparison() rows.Row {
	sampled := func(name string, take side) rows.Side {
		return rows.Side{Name: name, Take: func(context.Context) (result.Sample, error) {
			c, err := take()
			return result.Sample{
				Value: float64(c.time.Nanoseconds()) / float64(r.records), Ops: int64(r.records),
				WallSeconds: c.time.Seconds(), CPUSeconds: c.processor.Seconds(),
			}, err
		}}
	}
	return rows.Row{
		Name: r.name, What: fmt.Sprintf("%d records of %d keys, time for each", r.records, keys), Unit: rows.Nanoseconds, AtMost: r.atMost,
		Expected: time.Second,
		Prepare: func(ctx context.Context) ([]rows.Side, func(), error) {
			ours, theirs, cleanup, err := r.prepare(ctx, r.records)
			return []rows.Side{sampled("keyed", ours), sampled("by hand", theirs)}, cleanup, err
		},
	}
}
