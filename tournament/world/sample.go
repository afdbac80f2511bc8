package world

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/wakeful-go/wakeful/tournament/internal/echoclient"
	"github.com/wakeful-go/wakeful/tournament/internal/system"
	"github.com/wakeful-go/wakeful/tournament/runner"
	"github.com/wakeful-go/wakeful/tournament/world/peer"
)

// This file owns how a sample is taken: what the runner asks for, and what becomes of the answers.

// timerParts are the figures of the workload timers.
var timerParts = []string{"schedule", "cancel", "fire"}

// Figures are the results of one sample by the parameter figure, smaller being better. Nanoseconds
// but for idle (microseconds of processor time per second) and loops (KiB per loop).
type Figures map[string]float64

// single returns the only figure of a workload.
func single(v float64) Figures { return Figures{"": v} }

// Take takes one sample of a peer: a process that lives for it alone.
func Take(ctx context.Context, argv []string, l Load, lengths Lengths) (Figures, error) {
	if Unusable != "" && (l.Workload == idleLoop || l.Workload == "loops") {
		return nil, &runner.MissingError{Reason: Unusable}
	}
	process, err := Start(ctx, argv, lengths.Limit)
	if err != nil {
		return nil, err
	}
	defer process.Kill()
	started, err := process.Ask(l.request())
	if err != nil {
		return nil, err
	}
	p := &performer{process: process, workload: l.Workload, parties: l.number("producers", 1)}
	var figures Figures
	switch l.Workload {
	case "submit":
		figures, err = p.submit(lengths)
	case "trip":
		figures, err = p.trip(lengths)
	case "timers":
		figures, err = p.timers(l.number(countParam, 1), lengths)
	case "echo":
		figures, err = takeEcho(started["address"], l.number(connectionsParam, 1), l.number(idleParam, 0), lengths)
	case idleLoop:
		figures, err = p.idle(ctx, lengths)
	case "loops":
		most := l.number(countParam, 1)
		if limit, err := started.Number("most"); err == nil {
			most = min(most, int(limit))
		}
		figures, err = p.loops(most)
	default:
		err = fmt.Errorf("there is no workload %q", l.Workload)
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
	return single(perOp(took, n)), err
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
			for _, part := range timerParts {
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

// echoLimit is the time limit for an answer of the server.
const echoLimit = 60 * time.Second

// portsOfAddress is the number of connections from one address to the same address and port. It is
// less than the number of ports that Linux assigns.
const portsOfAddress = 28_000

// keptDescriptors is the number of descriptors that a process has besides its connections.
const keptDescriptors = 100

// mostConnections returns how many connections a peer and the runner can have.
func mostConnections() int { return min(portsOfAddress, system.DescriptorLimit()-keptDescriptors) }

// takeEcho has clients send over so many connections, beside others that are idle.
func takeEcho(address string, connections, idle int, lengths Lengths) (Figures, error) {
	if address == "" {
		return nil, errors.New("the answer to start has no address")
	}
	if most := mostConnections(); connections+idle > most {
		return nil, &runner.MissingError{Reason: fmt.Sprintf("a process may have %d connections here (ulimit -n, and the ports of one address)", most)}
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
	return single(perOp(took, n)), clients.Part()
}

// idle watches a loop that has run some tasks and has nothing more to do.
func (p *performer) idle(ctx context.Context, lengths Lengths) (Figures, error) {
	if _, err := p.run("run", 1000); err != nil {
		return nil, err
	}
	pause(ctx, lengths.Idle/5) // whatever the runtime does after work is over then
	before, err := p.process.ProcessorTime()
	if err != nil {
		return nil, err
	}
	start := time.Now()
	pause(ctx, lengths.Idle)
	length := time.Since(start)
	after, err := p.process.ProcessorTime()
	if err != nil {
		return nil, err
	}
	return single(max(0, float64((after-before).Microseconds())/length.Seconds())), ctx.Err()
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
	before, err := p.process.residentMemory()
	if err != nil {
		return nil, err
	}
	if _, err := p.run("run", n); err != nil {
		return nil, err
	}
	after, err := p.process.residentMemory()
	if err != nil {
		return nil, err
	}
	return single(max(0, float64(after-before)/1024/float64(n))), nil
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
