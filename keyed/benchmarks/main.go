// Command benchmarks compares package keyed with hand-written consumers on the same engine: Kafka's
// fake broker kfake, and a NATS server, both in this process. They have a goroutine and a map for each
// partition or, in the rows whose name has per-key, a goroutine for each key.
//
//	go run ./keyed/benchmarks             all rows, ten rounds each
//	go run ./keyed/benchmarks -row kafka  one of them
//
// The figure is the time of keyed over that of the other, from the first record until all are
// acknowledged and the consumer has left its group. Both decode an order in JSON; the rows
// whose name ends in -empty do nothing with a record. There are so many records that the client
// fetches several times: 200,000 of them arrive in one fetch, before the first one is handled, and
// then the engine has no part in the time. Package rows takes the samples and judges them.
package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"time"

	"github.com/twmb/franz-go/pkg/kfake"
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
type consumer func(ctx context.Context, cluster *kfake.Cluster, n int, decode bool) (cost, error)

func kafka(byHand consumer, decode bool) func(context.Context, int) (side, side, func(), error) {
	return func(ctx context.Context, n int) (side, side, func(), error) {
		cluster, err := fillKafka(ctx, n)
		if err != nil {
			return nil, nil, nil, err
		}
		return func() (cost, error) { return keyedKafka(ctx, cluster, n, decode) },
			func() (cost, error) { return byHand(ctx, cluster, n, decode) }, cluster.Close, nil
	}
}

func jetStream(decode bool) func(context.Context, int) (side, side, func(), error) {
	return func(ctx context.Context, n int) (side, side, func(), error) {
		b, err := fillNATS(ctx, n)
		if err != nil {
			return nil, nil, nil, err
		}
		return func() (cost, error) { return b.keyedNATS(ctx, n, decode) },
			func() (cost, error) { return b.handNATS(ctx, n, decode) }, b.close, nil
	}
}

var all = []row{
	{"kafka", 1_000_000, 1 / 0.9, kafka(handKafka, true)},
	{"kafka-per-key", 1_000_000, 0.85, kafka(handPerKey, true)},
	{"kafka-per-key-empty", 1_000_000, 1, kafka(handPerKey, false)},
	{"jetstream", 200_000, 1 / 0.9, jetStream(true)},
	{"kafka-empty", 1_000_000, 0, kafka(handKafka, false)},
	{"jetstream-empty", 200_000, 0, jetStream(false)},
	{"kafka-one-fetch", 200_000, 0, kafka(handKafka, true)},
}

var inFlight = flag.Int("inflight", 1<<16, "keyed.WithMaxInFlight; the other side has no limit")

func main() {
	rounds := flag.Int("rounds", rows.LeastRounds, "rounds of each row")
	only := flag.String("row", "", "measure this row alone")
	check := flag.Bool("check", false, "exit with status 1 when a bound is broken")
	flag.Parse()
	kept, err := measure(context.Background(), *rounds, *only)
	if err != nil {
		fmt.Fprintln(os.Stderr, "benchmarks:", err)
		os.Exit(2)
	}
	if *check && !kept {
		os.Exit(1)
	}
}

// measure prints the rows. It reports whether no bound was broken.
func measure(ctx context.Context, rounds int, only string) (kept bool, err error) {
	var selected []rows.Row
	for _, r := range all {
		if only == "" || only == r.name {
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
