//go:build linux

// Command benchmarks compares package stream/http with net/http. Each server is a process of its own.
//
//	go run ./stream/benchmarks/http                  throughput, needs wrk and taskset
//	go run ./stream/benchmarks/http -row http-loop   one row of it
//	go run ./stream/benchmarks/http -row http-idle   memory and latency beside idle TLS connections
package main

import (
	"bufio"
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"log"
	"os"
	"os/exec"
	"regexp"
	"strconv"
	"strings"
	"time"

	"github.com/wakeful-go/wakeful/tournament/result"
	"github.com/wakeful-go/wakeful/tournament/rows"
)

func main() {
	row := flag.String("row", "", "measure this row alone: http-goroutine, http-loop, http-bare or http-idle")
	rounds := flag.Int("rounds", rows.LeastRounds, "rounds of wrk")
	length := flag.Duration("length", 2*time.Second, "length of one sample of wrk")
	sizes := flag.String("sizes", "2000,5000,10000,19000", "idle connections")
	impl := flag.String("serve", "", "internal: be a server")
	secure := flag.Bool("tls", false, "internal: with TLS")
	target := flag.String("connect", "", "internal: be the clients of an address")
	flag.Parse()
	switch {
	case *impl != "":
		serve(*impl, *secure)
	case *target != "":
		clients(*target)
	case *row == "http-idle":
		for text := range strings.SplitSeq(*sizes, ",") {
			n, err := strconv.Atoi(text)
			if err != nil {
				log.Fatal(err)
			}
			for _, impl := range []string{"net", "stream"} {
				measureIdle(impl, n)
			}
		}
	default:
		if err := measureThroughput(context.Background(), *row, *rounds, *length); err != nil {
			log.Fatal(err)
		}
	}
}

// A process is a server or the clients. It answers each line of its input with a line of JSON.
type process struct {
	cmd *exec.Cmd
	in  io.WriteCloser
	out *bufio.Reader
}

func start(processor string, args ...string) *process {
	self, err := os.Executable()
	if err != nil {
		log.Fatal(err)
	}
	if processor != "" {
		args = append([]string{"-c", processor, self}, args...)
		self = "taskset"
	}
	p := &process{cmd: exec.Command(self, args...)}
	p.cmd.Stderr = os.Stderr
	p.in, err = p.cmd.StdinPipe()
	if err != nil {
		log.Fatal(err)
	}
	out, err := p.cmd.StdoutPipe()
	if err != nil {
		log.Fatal(err)
	}
	p.out = bufio.NewReader(out)
	if err := p.cmd.Start(); err != nil {
		log.Fatal(err)
	}
	return p
}

// ask sends a line and returns the answer.
func ask[T any](p *process, line string) (answer T) {
	if line != "" {
		if _, err := io.WriteString(p.in, line+"\n"); err != nil {
			log.Fatal(err)
		}
	}
	text, err := p.out.ReadBytes('\n')
	if err == nil {
		err = json.Unmarshal(text, &answer)
	}
	if err != nil {
		log.Fatalf("the answer to %q: %v", line, err)
	}
	return answer
}

func (p *process) end() {
	_ = p.in.Close()
	_ = p.cmd.Wait() // the process ends at the end of its input
}

var (
	rate  = regexp.MustCompile(`Requests/sec:\s+([0-9.]+)`)
	total = regexp.MustCompile(`([0-9]+) requests in`)
)

// measureThroughput prints the time for a request with 50 connections of wrk. The server has
// processor 0 and wrk processor 1. Each server is compared with net/http.
func measureThroughput(ctx context.Context, only string, rounds int, length time.Duration) error {
	of := func(impl string) rows.Side {
		return rows.Side{Name: impl, Take: func(context.Context) (result.Sample, error) { return throughput(impl, length) }}
	}
	var all []rows.Row
	for _, impl := range []string{"goroutine", "loop", "bare"} {
		name := "http-" + impl
		if only != "" && only != name {
			continue
		}
		all = append(all, rows.Row{
			Name: name, What: "a request of wrk on one of 50 connections", Unit: rows.Nanoseconds, Expected: length + time.Second/2,
			Prepare: func(context.Context) ([]rows.Side, func(), error) {
				return []rows.Side{of(impl), of("net")}, func() {}, nil
			},
		})
	}
	if len(all) == 0 {
		return fmt.Errorf("there is no row %q", only)
	}
	_, err := rows.Measure(ctx, all, rows.Options{Rounds: rounds, Out: os.Stdout, Progress: os.Stderr})
	return err
}

func throughput(impl string, length time.Duration) (result.Sample, error) {
	server := start("0", "-serve", impl)
	defer server.end()
	address := ask[string](server, "")
	before := ask[usage](server, "usage").Processor
	out, err := exec.Command("taskset", "-c", "1", "wrk", "-t1", "-c50", "-d", fmt.Sprintf("%.0fs", length.Seconds()), "http://"+address+"/hello").Output()
	if err != nil {
		return result.Sample{}, fmt.Errorf("wrk: %w", err)
	}
	per, n := rate.FindSubmatch(out), total.FindSubmatch(out)
	if per == nil || n == nil || strings.Contains(string(out), "Non-2xx") || strings.Contains(string(out), "Socket errors") {
		return result.Sample{}, fmt.Errorf("wrk: %s", out)
	}
	second, _ := strconv.ParseFloat(string(per[1]), 64) // the pattern matches numbers
	requests, _ := strconv.ParseInt(string(n[1]), 10, 64)
	return result.Sample{
		Value: 1e9 / second, Ops: requests, CPUSeconds: (ask[usage](server, "usage").Processor - before) / 1e6,
	}, nil
}
