// Package resulttest generates tournament documents for the tests of their readers. The figures
// resemble a run's but were not measured. They must not appear in any documentation.
package resulttest

import (
	"encoding/json"
	"fmt"
	"math"
	"math/rand/v2"
	"strconv"
	"sync"
	"time"

	"github.com/HdrHistogram/hdrhistogram-go"

	"github.com/wakeful-go/wakeful/tournament/contest"
	"github.com/wakeful-go/wakeful/tournament/result"
)

// Example is a full run of the first tournament: eight contestants, six workloads, ten rounds, with
// every case that a reader must show: wins, ties, missing cells, a failed cell, and a warning.
// Every call returns an equal document, which the caller owns.
func Example() *result.Document { return decoded(example()) }

// Sparse is an interrupted run of three rounds, too few for any interval.
func Sparse() *result.Document { return decoded(sparse()) }

// Contribution is the example with what the rules for contributions ask for.
func Contribution() *result.Document {
	doc := Example()
	doc.Environment.Commit, doc.Environment.Dirty = "0123456789012345678901234567890123456789", false
	doc.Environment.Kernel = "6.18.0"
	total := 0.0
	for i := range doc.Cells {
		samples := doc.Cells[i].Samples
		for j := range samples {
			samples[j].WallSeconds = samples[j].Value * float64(samples[j].Ops) / 1e9
			total += samples[j].WallSeconds
		}
	}
	doc.Finished = doc.Started.Add(time.Duration(total*1e9) + time.Minute)
	return doc
}

// The documents are kept as JSON: generating one takes much longer than reading it, above all under
// the race detector.
var (
	example = sync.OnceValue(func() []byte { return encoded(generate(10, workloads)) })
	sparse  = sync.OnceValue(func() []byte {
		doc := generate(3, workloads[:3])
		doc.Mode, doc.Complete = "quick", false
		return encoded(doc)
	})
)

func encoded(doc *result.Document) []byte {
	text, err := json.Marshal(doc)
	if err != nil {
		panic(fmt.Sprintf("resulttest: %v", err)) // every value has a JSON form
	}
	return text
}

func decoded(text []byte) *result.Document {
	var doc result.Document
	if err := json.Unmarshal(text, &doc); err != nil {
		panic(fmt.Sprintf("resulttest: %v", err)) // encoded wrote it
	}
	return &doc
}

// contestant has a factor for each kind of cost. It is multiplied with a workload's base figure.
type contestant struct {
	result.Contestant
	throughput, latency, contention, idle float64
}

type workload struct {
	result.Workload
	rows []row
	// cost returns the cost of a contestant in a row, in the workload's unit, or a negative number
	// if the contestant cannot do it.
	cost    func(contestant, row) float64
	latency bool
}

type row struct {
	params map[string]string
	x      float64
}

func entry(name string, kind contest.Kind, summary string, throughput, latency, contention, idle float64) contestant {
	return contestant{result.Contestant{Name: name, Kind: string(kind), Summary: summary}, throughput, latency, contention, idle}
}

var contestants = []contestant{
	entry("wakeful", contest.Champion, "The project's loop; it parks as soon as there is nothing to do.", 1, 1, 1, 0.0001),
	entry("wakeful-spin", contest.Champion, "The project's loop; it never parks.", 1.01, 0.33, 1.06, 1),
	entry("wakeful-adaptive", contest.Champion, "The project's loop; it spins for a calibrated time before it parks.", 1.02, 0.62, 1.01, 0.0004),
	entry("main", contest.Design, "Two tiers: a channel while no descriptor is registered, the poller otherwise.", 3.1, 1.9, 2.9, 0.0002),
	entry("goja_nodejs", contest.Peer, "goja_nodejs's event loop, wrapped.", 5.9, 1.35, 6.4, 0.0001),
	entry("channel", contest.Floor, "A bare channel of functions with room for 1,024.", 3.0, 1.01, 4.1, 0.0001),
	entry("control-channels", contest.Control, "Two goroutines that hand a token back and forth over two channels.", -1, 0.93, -1, -1),
	entry("control-flags", contest.Control, "Two goroutines that hand a token back and forth by spinning on two flags.", -1, 0.27, -1, -1),
}

var workloads = []workload{
	{Workload: named("ping-pong", "ns/op", "One goroutine submits tasks until the last has run; time per task."),
		rows: plain(), cost: throughput(18)},
	{Workload: named("ping-pong-latency", "ns/op", "Submit one task, wait until it ran, repeat; time per round trip."),
		rows: words("waiter", "blocks", "spins"), latency: true,
		cost: func(c contestant, r row) float64 {
			if r.params["waiter"] == "spins" {
				return 420 * (0.35*c.latency + 0.1)
			}
			return 420 * c.latency
		}},
	{Workload: named("multi-producer", "ns/op", "Several goroutines submit tasks until the last has run; time per task."),
		rows: numbers("producers", 10, 100),
		cost: func(c contestant, r row) float64 { return 27 * c.contention * (1 + math.Log10(r.x)/9) }},
	{Workload: named("cas-contention", "ns/op", "Cost of Submit alone while several goroutines submit and the loop drains."),
		rows: numbers("producers", 1, 2, 4, 8, 16, 32),
		cost: func(c contestant, r row) float64 {
			cost := 12 * math.Pow(c.contention, 0.55+0.11*math.Log2(r.x)) * (1 + 0.35*math.Log2(r.x))
			if c.Name == "main" && r.x <= 2 {
				cost *= 0.34 + 0.15*r.x // fast with one producer, equal with two
			}
			return cost
		}},
	{Workload: named("gc-pressure", "ns/op", "ping-pong while collections are forced, or while every task allocates."),
		rows: words("kind", "forced", "allocations"), cost: throughput(46)},
	{Workload: named("idle-cost", "cores", "CPU used by a loop that has nothing to do."),
		rows: plain(), cost: func(c contestant, _ row) float64 { return c.idle }},
}

func named(name, unit, summary string) result.Workload {
	return result.Workload{Name: name, Unit: unit, Summary: summary}
}

func plain() []row { return []row{{}} }

func words(name string, values ...string) (rows []row) {
	for _, v := range values {
		rows = append(rows, row{params: map[string]string{name: v}})
	}
	return rows
}

func numbers(name string, values ...float64) (rows []row) {
	for _, v := range values {
		rows = append(rows, row{params: map[string]string{name: strconv.FormatFloat(v, 'f', -1, 64)}, x: v})
	}
	return rows
}

func throughput(base float64) func(contestant, row) float64 {
	return func(c contestant, _ row) float64 { return base * c.throughput }
}

func generate(rounds int, workloads []workload) *result.Document {
	const seed = 20
	random := rand.New(rand.NewPCG(seed, 0))
	started := time.Date(2026, time.March, 14, 9, 26, 53, 0, time.UTC)
	doc := &result.Document{
		Format: result.Format, Version: result.Version, Mode: "full",
		Command: []string{"wakeful", "tournament", "--json", "results/run.json"},
		Seed:    seed, Started: started, Finished: started.Add(37*time.Minute + 12*time.Second),
		Complete: true, Rounds: rounds,
		Environment: result.Environment{
			CPU: "Example CPU 2.40GHz", Cores: 2, MemoryBytes: 8 << 30, Governor: "performance",
			OS: "linux", Arch: "amd64", Kernel: "6.1.0", GoVersion: "go1.26.8", GOMAXPROCS: 2,
			Container: "docker", CPUQuota: 2, LoadAtStart: 0.31, Commit: "0123456789abcdef0123456789abcdef01234567", Dirty: true,
			Modules: map[string]string{"github.com/dop251/goja_nodejs": "v0.0.0-20260212111938-1f56ff5bcf14"},
		},
		Warnings: []string{"The control of two goroutines on two channels drifted by 11 % between round 2 and round 7: something else was using the machine."},
	}
	for _, c := range contestants {
		doc.Contestants = append(doc.Contestants, c.Contestant)
	}
	for _, w := range workloads {
		doc.Workloads = append(doc.Workloads, w.Workload)
		for _, r := range w.rows {
			for _, c := range contestants {
				doc.Cells = append(doc.Cells, measure(random, rounds, c, w, r))
			}
		}
	}
	return doc
}

func measure(random *rand.Rand, rounds int, c contestant, w workload, r row) result.Cell {
	cell := result.Cell{Contestant: c.Name, Workload: w.Name, Params: r.params}
	cost := w.cost(c, r)
	if c.Kind == string(contest.Control) && (!w.latency || w.Name != "ping-pong-latency") || cost < 0 {
		cell.Missing = "it only performs round trips"
		return cell
	}
	for round := range rounds {
		if c.Name == "main" && w.Name == "cas-contention" && r.x == 32 && round%4 == 3 {
			cell.Failures = append(cell.Failures, result.Failure{Round: round, Reason: "it made no progress for 20 s and was ended: 999,488 of 1,000,000 tasks had run"})
			continue
		}
		cell.Samples = append(cell.Samples, sample(random, round, cost, w))
	}
	return cell
}

// sample varies a cost by some percent, mostly upwards, as a shared machine does.
func sample(random *rand.Rand, round int, cost float64, w workload) result.Sample {
	value := cost * math.Exp(0.015*random.NormFloat64()+0.02*random.ExpFloat64())
	s := result.Sample{Round: round, Value: value, Ops: 1_000_000}
	if w.Unit == "cores" {
		s.Ops, s.WallSeconds, s.CPUSeconds = 1, 10, 10*value
		return s
	}
	s.WallSeconds = value * float64(s.Ops) / 1e9
	s.CPUSeconds = s.WallSeconds * (1.2 + 0.3*random.Float64())
	s.AllocsPerOp, s.BytesPerOp = math.Round(random.Float64()), math.Round(24*random.Float64())
	if !w.latency {
		return s
	}
	const values = 1500
	// Two digits where a run records three: generating a document is then eight times faster.
	h := hdrhistogram.New(1, int64(time.Minute), 2)
	for range values {
		latency := value * math.Exp(0.08*random.NormFloat64())
		switch p := random.Float64(); {
		case p < 0.002:
			latency += 60_000 * random.ExpFloat64()
		case p < 0.03:
			latency *= 2 + 3*random.Float64()
		}
		if err := h.RecordValue(int64(latency)); err != nil {
			panic(fmt.Sprintf("resulttest: %v", err)) // the bounds include every latency
		}
	}
	encoded, err := result.NewHistogram(h)
	if err != nil {
		panic(fmt.Sprintf("resulttest: %v", err))
	}
	s.Latency, s.Ops = encoded, values
	s.WallSeconds = value * values / 1e9
	return s
}
