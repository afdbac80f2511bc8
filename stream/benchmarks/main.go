// Command benchmarks compares servers on package stream with the same servers on other libraries. Each
// server is a process of its own, and so are its clients.
//
//	go run ./stream/benchmarks                  all rows, ten rounds each
//	go run ./stream/benchmarks -row prepared    one of them
//
// Row prepared sends one message to 1,000 WebSockets over TLS with compression, against gorilla's
// PreparedMessage. Rows resp-1 and resp-16 are a server with Redis' protocol and 50 connections, one
// and 16 commands at once, against gnet, package net with a mutex, and Redis. Their load is
// redis-benchmark. Row resp-sharded is that server on two loops that divide the keys, against one
// loop, with 10,000 keys. The servers of a round run one after the other, in another order each time. Package rows judges them. Row idle
// has 5,000 idle WebSockets over TLS, once, against gorilla.
//
// Rows http-goroutine, http-loop and http-bare are package stream/http against net/http, with a handler
// on a goroutine, on the loop, and without HTTP. Row http-idle, which only its name asks for, has up to
// 19,000 idle connections with TLS: their memory, and the times of new connections and requests beside
// them.
//
// It needs Linux, for the processor time and memory of another process. The rows resp-1 and resp-16 need
// redis-server and redis-benchmark, and those of http need wrk and taskset.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"time"

	"github.com/wakeful-go/wakeful/tournament/result"
	"github.com/wakeful-go/wakeful/tournament/rows"
)

// A row compares servers; the first one is wakeful's.
type row struct {
	name, what string
	servers    []string
	sample     func(server string) (figures, error)
}

// figures are what a sample has measured.
type figures struct {
	rate float64 // deliveries or commands per second
	cpu  float64 // the server's processor time for each, in microseconds
}

var all = []row{
	{"prepared", "a message to 1,000 WebSockets over TLS, for each delivery", []string{"ws-wakeful", "ws-gorilla"}, samplePrepared(1000, 300)},
	{"resp-1", "a command on each of 50 connections", []string{"resp-wakeful", "resp-gnet", "resp-net", "resp-redis"}, sampleRESP(1, 1)},
	{"resp-16", "16 commands at once on each of 50 connections", []string{"resp-wakeful", "resp-gnet", "resp-net", "resp-redis"}, sampleRESP(16, 1)},
	{"resp-sharded", "two loops against one, 16 commands at once, 10,000 keys", []string{"resp-sharded", "resp-wakeful"}, sampleRESP(16, 10_000)},
	{"http-goroutine", "a request of wrk on one of 50 connections", []string{"http-goroutine", "http-net"}, sampleHTTP},
	{"http-loop", "a request of wrk on one of 50 connections", []string{"http-loop", "http-net"}, sampleHTTP},
	{"http-bare", "a request of wrk on one of 50 connections", []string{"http-bare", "http-net"}, sampleHTTP},
}

func main() {
	rounds := flag.Int("rounds", 10, "rounds of each row")
	only := flag.String("row", "", "measure this row alone")
	server := flag.String("serve", "", "be the server with this name, for the rows")
	flag.Parse()
	var err error
	if *server != "" {
		err = serve(*server)
	} else {
		err = measure(context.Background(), *rounds, *only)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "benchmarks:", err)
		os.Exit(1)
	}
}

// measure prints the rows.
func measure(ctx context.Context, rounds int, only string) error {
	if only == "http-idle" {
		for _, n := range []int{2000, 5000, 10_000, 19_000} {
			if err := measureIdleHTTP(n); err != nil {
				return fmt.Errorf("http-idle: %w", err)
			}
		}
		return nil
	}
	known := only == "idle"
	if only == "" || known {
		if err := measureIdle(5000); err != nil {
			return fmt.Errorf("idle: %w", err)
		}
	}
	var selected []rows.Row
	for _, r := range all {
		if only == "" || only == r.name {
			selected, known = append(selected, r.comparison()), true
		}
	}
	if !known {
		return errors.New("there is no row with this name")
	}
	_, err := rows.Measure(ctx, selected, rows.Options{Rounds: rounds, Out: os.Stdout, Progress: os.Stderr})
	return err
}

// comparison returns the row as package rows has it, with the time for a delivery or a command.
func (r row) comparison() rows.Row {
	return rows.Row{
		Name: r.name, What: r.what, Unit: rows.Nanoseconds, Expected: 2 * time.Second,
		Prepare: func(context.Context) (sides []rows.Side, cleanup func(), err error) {
			for _, server := range r.servers {
				sides = append(sides, rows.Side{Name: server, Take: func(context.Context) (result.Sample, error) {
					f, err := r.sample(server)
					return result.Sample{Value: 1e9 / f.rate, Ops: 1, CPUSeconds: f.cpu / 1e6}, err
				}})
			}
			return sides, func() {}, nil
		},
	}
}
