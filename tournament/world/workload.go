package world

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/wakeful-go/wakeful/tournament/internal/echoclient"
	"github.com/wakeful-go/wakeful/tournament/world/peer"
)

// This file owns the workloads: what the runner asks for, and what becomes of the answers.

// Workload is one workload with its parameters, as a peer is asked to start it.
type Workload struct {
	// Kind is its name in the protocol.
	Kind string
	// Params are fields of the request, KEY=VALUE; connections, idle and count are the
	// runner's own and not sent.
	Params []string
	// Summary says what one operation is.
	Summary string
}

// String is how the workload is filed: KIND/KEY=VALUE/KEY=VALUE.
func (w Workload) String() string { return strings.Join(append([]string{w.Kind}, w.Params...), "/") }

func (w Workload) param(key string, otherwise int) int {
	for _, param := range w.Params {
		if value, ok := strings.CutPrefix(param, key+"="); ok {
			if n, err := strconv.Atoi(value); err == nil {
				return n
			}
		}
	}
	return otherwise
}

// request is the line that starts the workload.
func (w Workload) request() string {
	words := []string{"start", "workload=" + w.Kind}
	for _, param := range w.Params {
		if !slices.ContainsFunc([]string{"connections=", "count=", "idle="}, func(own string) bool { return strings.HasPrefix(param, own) }) {
			words = append(words, param)
		}
	}
	return strings.Join(words, " ")
}

// Workloads are those of a run, in the order of the table.
func Workloads() []Workload {
	return []Workload{
		{"submit", []string{"producers=1"}, "one thread submits functions; per function"},
		{"submit", []string{"producers=8"}, "eight threads submit at once; per function"},
		{"submit", []string{"producers=32"}, "thirty-two threads submit at once; per function"},
		{"trip", []string{"wait=block"}, "submit, wait until it ran, repeat; both sides block; per round trip"},
		{"trip", []string{"wait=spin"}, "the same, both sides spin"},
		{"timers", []string{"count=100000"}, "100,000 timers: schedule, cancel, fire; per timer"},
		{"echo", []string{"connections=1"}, "64 bytes there and back; per request, over all connections"},
		{"echo", []string{"connections=100"}, "the same with 100 connections"},
		{"echo", []string{"connections=1000"}, "the same with 1,000 connections"},
		{"idle", nil, "processor time of a loop with nothing to do, per second"},
		{"loops", []string{"count=1000"}, "resident memory of 1,000 idle loops; per loop"},
	}
}

// Lengths say how long the parts of a sample are.
type Lengths struct {
	// WarmUp is how long a peer runs at least before it is measured.
	WarmUp time.Duration
	// Measured is how long the measured run is meant to be.
	Measured time.Duration
	// Idle is how long an idle loop is watched.
	Idle time.Duration
	// Limit is how long the peer may take for one answer.
	Limit time.Duration
}

// Standard are the lengths of a run whose figures count. Tests use shorter ones.
var Standard = Lengths{WarmUp: 200 * time.Millisecond, Measured: 100 * time.Millisecond, Idle: 400 * time.Millisecond, Limit: time.Minute}

// Figures are the results of one sample by their names, smaller being better. Nanoseconds
// but for idle (microseconds of processor time per second) and loops (KiB per loop).
type Figures map[string]float64

// Take takes one sample of a peer: a process that lives for it alone.
func Take(ctx context.Context, argv, env []string, w Workload, lengths Lengths) (Figures, error) {
	if unusable != "" && (w.Kind == "idle" || w.Kind == "loops") {
		return nil, &RefusedError{unusable}
	}
	process, err := Start(ctx, argv, env, lengths.Limit)
	if err != nil {
		return nil, err
	}
	defer process.Kill()
	started, err := process.Ask(w.request())
	if err != nil {
		return nil, err
	}
	p := &performer{process: process, kind: w.Kind, parties: w.param("producers", 1)}
	var figures Figures
	switch w.Kind {
	case "submit":
		figures, err = p.submit(lengths)
	case "trip":
		figures, err = p.trip(lengths)
	case "timers":
		figures, err = p.timers(w.param("count", 100_000), lengths)
	case "echo":
		figures, err = takeEcho(started["address"], w.param("connections", 1), w.param("idle", 0), lengths)
	case "idle":
		figures, err = p.idle(ctx, lengths)
	case "loops":
		most := w.param("count", 1000)
		if limit, err := started.Number("most"); err == nil {
			most = min(most, int(limit))
		}
		figures, err = p.loops(most)
	default:
		err = fmt.Errorf("there is no workload %q", w.Kind)
	}
	if err != nil {
		return nil, err
	}
	return figures, p.stop()
}

// warmUp runs more and more operations until the time is over, and returns how many
// operations fit into the measured run.
func warmUp(lengths Lengths, run func(n int) (time.Duration, error)) (int, error) {
	begin := time.Now()
	for n := 64; ; n *= 2 {
		took, err := run(n)
		if err != nil {
			return 0, err
		}
		// A run of a fifth of the length tells how many operations fit.
		if time.Since(begin) >= lengths.WarmUp && took >= lengths.Measured/5 || n >= 1<<28 {
			return max(1, int(float64(n)*float64(lengths.Measured)/float64(took))), nil
		}
		if took >= lengths.Measured {
			n /= 2
		}
	}
}

func (p *performer) elapsed(n int) (time.Duration, error) {
	o, err := p.run("run", n)
	return o.elapsed, err
}

func (p *performer) submit(lengths Lengths) (Figures, error) {
	n, err := warmUp(lengths, p.elapsed)
	if err != nil {
		return nil, err
	}
	n = max(n, p.parties)
	took, err := p.elapsed(n)
	return Figures{"mean": perOp(took, n)}, err
}

func (p *performer) trip(lengths Lengths) (Figures, error) {
	n, err := warmUp(lengths, p.elapsed)
	if err != nil {
		return nil, err
	}
	took, err := p.elapsed(n)
	if err != nil {
		return nil, err
	}
	stamped := min(max(1, n/2), 1<<17)
	o, err := p.run("histogram", stamped)
	if err != nil {
		return nil, err
	}
	return Figures{"mean": perOp(took, n), "p50": quantile(o.histogram, 0.5), "p99": quantile(o.histogram, 0.99)}, nil
}

// timersAtOnce is how many timers a sample has at least, over all of its runs.
const timersAtOnce = 2_000

// timers warms up with one round, and measures as many rounds as a sample needs.
func (p *performer) timers(n int, lengths Lengths) (Figures, error) {
	figures := Figures{}
	rounds := max(1, timersAtOnce/n)
	for begin, warm := time.Now(), false; ; {
		clear(figures)
		for range rounds {
			o, err := p.run("run", n)
			if err != nil {
				return nil, err
			}
			for _, part := range []string{"schedule", "cancel", "fire"} {
				ns, err := o.answer.Number(part + "_ns")
				if err != nil {
					return nil, err
				}
				figures[part] += perOp(time.Duration(ns), n) / float64(rounds)
			}
		}
		if warm {
			return figures, nil
		}
		warm = time.Since(begin) >= lengths.WarmUp
	}
}

// takeEcho has clients send over so many connections, beside others that are idle.
func takeEcho(address string, connections, idle int, lengths Lengths) (Figures, error) {
	if address == "" {
		return nil, errors.New("the answer to start has no address")
	}
	if most := mostConnections(); connections+idle > most {
		return nil, &RefusedError{fmt.Sprintf("a process may have %d connections here (ulimit -n, and the ports of one address)", most)}
	}
	others, err := echoclient.Connect(address, idle, echoLimit)
	if err != nil {
		return nil, err
	}
	defer others.Close()
	clients, err := echoclient.Connect(address, connections, echoLimit)
	if err != nil {
		return nil, err
	}
	defer clients.Close()
	request := func(n int) (time.Duration, error) {
		start := time.Now()
		err := clients.Request(n)
		return time.Since(start), err
	}
	n, err := warmUp(lengths, request)
	if err != nil {
		return nil, err
	}
	n = max(n, connections)
	took, err := request(n)
	if err != nil {
		return nil, err
	}
	return Figures{"mean": perOp(took, n)}, clients.Part()
}

// idle watches a loop that has run some tasks and has nothing more to do.
func (p *performer) idle(ctx context.Context, lengths Lengths) (Figures, error) {
	if _, err := p.run("run", 1000); err != nil {
		return nil, err
	}
	pause(ctx, lengths.Idle/5) // whatever the runtime does after work is over then
	before, err := processorTime(p.process.ID())
	if err != nil {
		return nil, err
	}
	start := time.Now()
	pause(ctx, lengths.Idle)
	length := time.Since(start)
	after, err := processorTime(p.process.ID())
	if err != nil {
		return nil, err
	}
	return Figures{"processor": max(0, float64((after-before).Microseconds())/length.Seconds())}, ctx.Err()
}

func pause(ctx context.Context, d time.Duration) {
	select {
	case <-time.After(d):
	case <-ctx.Done():
	}
}

// loops measures what a process grows by with so many idle loops.
func (p *performer) loops(n int) (Figures, error) {
	if _, err := p.run("run", 1); err != nil { // what the first loop alone needs
		return nil, err
	}
	before, err := residentMemory(p.process.ID())
	if err != nil {
		return nil, err
	}
	if _, err := p.run("run", n); err != nil {
		return nil, err
	}
	after, err := residentMemory(p.process.ID())
	if err != nil {
		return nil, err
	}
	return Figures{"memory": float64(after-before) / 1024 / float64(n)}, nil
}

func perOp(d time.Duration, n int) float64 { return float64(d.Nanoseconds()) / float64(n) }

// quantile is the lowest value of the bucket that holds the quantile.
func quantile(h peer.Histogram, q float64) float64 {
	var buckets []int64
	total := int64(0)
	for low, n := range h {
		buckets, total = append(buckets, low), total+n
	}
	slices.Sort(buckets)
	seen := int64(0)
	for _, low := range buckets {
		if seen += h[low]; float64(seen) >= q*float64(total) {
			return float64(low)
		}
	}
	return 0
}
