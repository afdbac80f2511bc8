//go:build linux

// Command benchmarks compares package stream/http with net/http. Each server is a process of its own.
//
//	go run ./stream/http/benchmarks -row wrk    # throughput, needs wrk and taskset
//	go run ./stream/http/benchmarks -row idle   # memory and latency beside idle TLS connections
package main

import (
	"bufio"
	"cmp"
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"log"
	"os"
	"os/exec"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"
)

func main() {
	row := flag.String("row", "wrk", "what is measured: wrk or idle")
	rounds := flag.Int("rounds", 10, "rounds of wrk, in turns over the servers")
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
	case *row == "wrk":
		measureThroughput(*rounds, *length)
	case *row == "idle":
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
		log.Fatalf("there is no row %q", *row)
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

// measureThroughput prints the requests per second with 50 connections of wrk. The server has
// processor 0 and wrk processor 1.
func measureThroughput(rounds int, length time.Duration) {
	impls := []string{"net", "goroutine", "loop", "bare"}
	rates, costs := map[string][]float64{}, map[string][]float64{}
	for round := range rounds {
		for i := range impls {
			impl := impls[(i+round)%len(impls)]
			server := start("0", "-serve", impl)
			address := ask[string](server, "")
			before := ask[usage](server, "usage").Processor
			out, err := exec.Command("taskset", "-c", "1", "wrk", "-t1", "-c50", "-d", fmt.Sprintf("%.0fs", length.Seconds()), "http://"+address+"/hello").Output()
			if err != nil {
				log.Fatalf("wrk: %v", err)
			}
			found := rate.FindSubmatch(out)
			if found == nil || strings.Contains(string(out), "Non-2xx") || strings.Contains(string(out), "Socket errors") {
				log.Fatalf("wrk: %s", out)
			}
			n, _ := strconv.ParseFloat(string(found[1]), 64) // the pattern matches numbers
			rates[impl] = append(rates[impl], n)
			requests, _ := strconv.ParseFloat(string(total.FindSubmatch(out)[1]), 64)
			costs[impl] = append(costs[impl], (ask[usage](server, "usage").Processor-before)/requests)
			server.end()
		}
		fmt.Printf("round %d: net/http %.0f, goroutine %.0f, loop %.0f, bare %.0f requests per second\n", round+1, rates["net"][round], rates["goroutine"][round], rates["loop"][round], rates["bare"][round])
	}
	for _, impl := range impls {
		compare(impl, "requests per second", rates[impl], rates["net"])
		compare(impl, "us of the server's processor for each", costs[impl], costs["net"])
	}
}

// compare prints the median of the samples, and of their ratios to the others.
func compare(impl, what string, samples, others []float64) {
	var ratios []float64
	for i, n := range samples {
		ratios = append(ratios, n/others[i])
	}
	low, middle, high := interval(ratios)
	_, median, _ := interval(samples)
	fmt.Printf("%s: median %.1f %s, %.2f (%.2f to %.2f) of net/http\n", impl, median, what, middle, low, high)
}

// interval returns the median and its interval, of 95 % or more, from the order of the samples.
func interval[T cmp.Ordered](samples []T) (low, median, high T) {
	s := slices.Sorted(slices.Values(samples))
	n := len(s)
	// The number of samples below the median is binomial. Drop from each end while at most 2.5 % are
	// beyond.
	drop, tail, term := 0, 0.0, 1.0
	for range n {
		term /= 2
	}
	for drop < (n-1)/2 && tail+term <= 0.025 {
		tail += term
		term *= float64(n-drop) / float64(drop+1)
		drop++
	}
	drop = max(0, drop-1)
	return s[drop], s[n/2], s[n-1-drop]
}
