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
// loop, with 10,000 keys. The servers of a round run one after the other, in another order each time. Row idle
// has 5,000 idle WebSockets over TLS, once, against gorilla.
//
// It needs Linux, for the processor time and memory of another process, and the rows resp-1 and resp-16
// need redis-server and redis-benchmark.
package main

import (
	"errors"
	"flag"
	"fmt"
	"os"
	"runtime"
	"slices"

	"github.com/wakeful-go/wakeful/tournament/stats"
)

// A row compares servers; the first one is wakeful's.
type row struct {
	name    string
	servers []string
	sample  func(server string) (figures, error)
}

// figures are what a sample has measured.
type figures struct {
	rate float64 // deliveries or commands per second
	cpu  float64 // the server's processor time for each, in microseconds
}

var rows = []row{
	{"prepared", []string{"ws-wakeful", "ws-gorilla"}, samplePrepared(1000, 300)},
	{"resp-1", []string{"resp-wakeful", "resp-gnet", "resp-net", "resp-redis"}, sampleRESP(1, 1)},
	{"resp-16", []string{"resp-wakeful", "resp-gnet", "resp-net", "resp-redis"}, sampleRESP(16, 1)},
	{"resp-sharded", []string{"resp-sharded", "resp-wakeful"}, sampleRESP(16, 10_000)},
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
		err = measure(*rounds, *only)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "benchmarks:", err)
		os.Exit(1)
	}
}

// measure prints the rows, with ratios to wakeful's server and their 95 % intervals.
func measure(rounds int, only string) error {
	fmt.Printf("%s, %d processors, %d rounds\n", runtime.Version(), runtime.NumCPU(), rounds)
	known := only == "idle"
	if only == "" || known {
		if err := measureIdle(5000); err != nil {
			return fmt.Errorf("idle: %w", err)
		}
	}
	for _, r := range rows {
		if only != "" && only != r.name {
			continue
		}
		known = true
		if err := r.measure(rounds); err != nil {
			return fmt.Errorf("%s: %w", r.name, err)
		}
	}
	if !known {
		return errors.New("there is no row with this name")
	}
	return nil
}

func (r row) measure(rounds int) error {
	rates, costs := map[string][]float64{}, map[string][]float64{}
	for round := range rounds {
		order := slices.Concat(r.servers[round%len(r.servers):], r.servers[:round%len(r.servers)])
		for _, server := range order {
			f, err := r.sample(server)
			if err != nil {
				return fmt.Errorf("%s: %w", server, err)
			}
			rates[server] = append(rates[server], f.rate)
			costs[server] = append(costs[server], f.cpu)
			fmt.Fprintf(os.Stderr, "%s, round %d of %d: %s %.0f/s, %.2f us\n", r.name, round+1, rounds, server, f.rate, f.cpu)
		}
	}
	ours := r.servers[0]
	for _, server := range r.servers {
		rate, cost := stats.Ratio(rates[ours], rates[server]), stats.Ratio(costs[ours], costs[server])
		fmt.Printf("%-10s %-13s %9.0f/s  %6.2f us", r.name, server, stats.Median(rates[server]), stats.Median(costs[server]))
		if server != ours {
			fmt.Printf("  wakeful to it: rate %.2f (%.2f to %.2f), processor time %.2f (%.2f to %.2f)",
				rate.Value, rate.Low, rate.High, cost.Value, cost.Low, cost.High)
		}
		fmt.Println()
	}
	return nil
}
