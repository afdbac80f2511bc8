package claims

import (
	"fmt"
	"slices"
	"strconv"

	"github.com/wakeful-go/wakeful/tournament/contest"
	"github.com/wakeful-go/wakeful/tournament/decide"
	"github.com/wakeful-go/wakeful/tournament/designs"
	"github.com/wakeful-go/wakeful/tournament/measure"
	"github.com/wakeful-go/wakeful/tournament/result"
	"github.com/wakeful-go/wakeful/tournament/workloads"
)

// This file owns what a run measures for the claims: the experiments, which are cells in addition to
// the contestants under the workloads, and the cells that are measured more often.

// An Ablation is a design with one part exchanged, and the rows in which it is measured. The
// difference in cost between it and the design is the cost of the part.
type Ablation struct {
	// Name is the name of the design and of the part.
	Name string
	// Of is the design.
	Of string
	// Part describes in words what was exchanged.
	Part string
	// Rows are the rows in which it is measured.
	Rows []Row

	exchange func(*designs.Composition)
}

// A Row is a workload with one set of parameters.
type Row struct {
	Workload string
	Params   map[string]string
}

// Composition returns the design's parts with the exchanged one.
func (a Ablation) Composition() designs.Composition {
	c, _ := designs.Find(a.Of) // a test checks that each exists
	a.exchange(&c)
	c.Name, c.Summary = a.Name, fmt.Sprintf("%s with %s.", a.Of, a.Part)
	return c
}

// Ablations returns all ablations, grouped by claim.
func Ablations() []Ablation {
	var all []Ablation
	// L2, T3: the cost of a wake-up and the work of a turn.
	for _, of := range []string{"alternatethree", "alternatetwo", "mainlockfree"} {
		rows := []Row{blocking}
		if of == "alternatethree" {
			rows = append(rows, single, manyProducers)
		}
		all = append(all,
			Ablation{of + "-waker-channel", of, "a channel to sleep on instead of the poller", rows,
				func(c *designs.Composition) { c.Waker = designs.Channel }},
			Ablation{of + "-turn-tight", of, "a tight drain instead of a full tick", rows,
				func(c *designs.Composition) { c.Turn = designs.TightDrain }})
	}
	all = append(all,
		// T3: the flag that producers and the loop share.
		Ablation{"alternatethree-padding-on", "alternatethree",
			"its shared words in cache lines of their own", []Row{single, manyProducers},
			func(c *designs.Composition) { c.Padded = true }},
		// T5: the ingress.
		Ablation{"alternatethree-ingress-cas", "alternatethree",
			"a compare-and-swap list instead of the mutex and chunks", []Row{contended("1"), contended("32")},
			func(c *designs.Composition) { c.Ingress = designs.CASList }},
		Ablation{"mainlockfree-ingress-mutex", "mainlockfree",
			"a mutex and chunks instead of the compare-and-swap list", []Row{contended("1"), contended("32")},
			func(c *designs.Composition) { c.Ingress = designs.MutexChunks }},
		// G2: the source of the gain under collections.
		Ablation{"alternatetwo-ingress-cas", "alternatetwo",
			"a compare-and-swap list, which allocates, instead of the arena", []Row{collected},
			func(c *designs.Composition) { c.Ingress = designs.CASList }},
		Ablation{"alternatetwo-ingress-mutex", "alternatetwo",
			"a mutex and chunks instead of the arena", []Row{collected},
			func(c *designs.Composition) { c.Ingress = designs.MutexChunks }},
		Ablation{"alternatetwo-clearing-whole", "alternatetwo",
			"all slots cleared instead of the used ones", []Row{collected},
			func(c *designs.Composition) { c.Clearing = designs.ClearWhole }},
		// T7: the same loop, counting.
		Ablation{"mainlockfree-counted", "mainlockfree",
			"a count of its failed compare-and-swaps", failing(),
			func(c *designs.Composition) { c.CountRetries = true }})
	// B1: the number of tasks in a turn.
	for _, of := range budgetedDesigns {
		for _, budget := range budgets {
			if budget == designs.DefaultBudget {
				continue // the design itself
			}
			all = append(all, Ablation{budgeted(of, budget), of, fmt.Sprintf("a budget of %d tasks", budget), []Row{budgetRow},
				func(c *designs.Composition) { c.Budget = budget }})
		}
	}
	return all
}

// Rows in which several ablations are measured.
var (
	blocking      = Row{"ping-pong-latency", map[string]string{"waiter": "blocks"}}
	single        = Row{"ping-pong", nil}
	manyProducers = Row{"multi-producer", map[string]string{"producers": "10"}}
	collected     = Row{"gc-pressure", map[string]string{"kind": "forced"}}
)

func contended(producers string) Row {
	return Row{"cas-contention", map[string]string{"producers": producers}}
}

func failing() []Row {
	var rows []Row
	w, _ := workloads.Find("cas-failures") // a test checks that it exists
	for _, params := range w.Variants {
		rows = append(rows, Row{w.Name, params})
	}
	return rows
}

// budgetedDesigns are the designs with exchanged budgets.
var budgetedDesigns = []string{"alternatethree", "mainlockfree"}

// budgets are the compared budgets, with bursts larger than most of them.
var budgets = []int{64, 256, 512, 1024, 2048, 4096}

// budgetRow is the row in which the budgets are compared.
var budgetRow = Row{"batch-throughput", map[string]string{"burst": budgetBurst}}

const budgetBurst = "4096"

// budgeted returns the name of a design with a budget: the design itself if the budget is its own.
func budgeted(of string, budget int) string {
	if budget == designs.DefaultBudget {
		return of
	}
	return of + "-budget-" + strconv.Itoa(budget)
}

// overBudgets are a design's figures over its budgets.
func overBudgets(of string) places {
	p := places{name: fmt.Sprintf("%s, batch-throughput/burst=%s over budgets", of, budgetBurst)}
	for _, budget := range budgets {
		p.each = append(p.each, place{strconv.Itoa(budget), at(budgeted(of, budget), "batch-throughput", "burst="+budgetBurst)})
	}
	return p
}

// machine is the contestant of the primitives, the machine itself.
const machine = "machine"

var machineEntry = contest.Entry{
	Name:       machine,
	Kind:       contest.Control,
	Summary:    "The machine itself: what single operations of its processor, system and runtime cost.",
	Can:        contest.Primitives,
	NewControl: func() (contest.RoundTripper, error) { return alone{}, nil },
}

// alone is a control without a partner: only the primitives are measured on it.
type alone struct{}

func (alone) RoundTrip() {}
func (alone) Close()     {}

// Entries returns the contestants that exist only for the claims: the ablations and the machine. A
// program that takes samples of a full run must know them besides the line-up.
func Entries() []contest.Entry {
	entries := []contest.Entry{machineEntry}
	for _, a := range Ablations() {
		entries = append(entries, a.entry())
	}
	return entries
}

// Absent returns the ablations that cannot run on this system, each with the reason: those of the
// designs in absent.
func Absent(absent map[string]string) map[string]string {
	why := map[string]string{}
	for _, a := range Ablations() {
		if reason := absent[a.Of]; reason != "" {
			why[a.Name] = fmt.Sprintf("there is nothing to hold it against, %s: %s", a.Of, reason)
		}
	}
	return why
}

func (a Ablation) entry() contest.Entry {
	e := designs.EntryOf(a.Composition())
	e.Kind = contest.Ablation
	return e
}

// Cells returns the cells that a full run measures for the claims, in addition to all contestants
// under all workloads.
func Cells() []measure.Cell {
	var cells []measure.Cell
	w, _ := workloads.Find("primitive-cost") // a test checks that it exists
	for _, params := range w.Variants {
		cells = append(cells, measure.Cell{Entry: machineEntry, Workload: w, Params: params})
	}
	for _, a := range Ablations() {
		for _, row := range a.Rows {
			w, _ := workloads.Find(row.Workload)
			cells = append(cells, measure.Cell{Entry: a.entry(), Workload: w, Params: row.Params})
		}
	}
	return cells
}

// OpenCells returns the cells that keep claims undecided: those of each undecided figure of an
// undecided claim. They are few, and come before other comparisons. The document must be valid, and is
// not changed.
func OpenCells(doc *result.Document) []decide.OpenCell {
	var needs []decide.OpenCell
	for _, j := range Judge(doc) {
		if j.Verdict != Undecided {
			continue
		}
		for _, leaf := range j.Leaves() {
			if leaf.Verdict != Undecided {
				continue
			}
			need := decide.OpenCell{First: true}
			for _, r := range leaf.of {
				need.Keys = append(need.Keys, r.key())
			}
			needs = append(needs, need)
		}
	}
	return needs
}

// Lanes returns the keys of the document's lanes that claims are judged by, whatever their verdict.
func Lanes(doc *result.Document) []string {
	var keys []string
	measured := doc.ByKey()
	for _, name := range lanes {
		for mode := range laneModes {
			if key := lane(name, mode).key(); measured[key] != nil {
				keys = append(keys, key)
			}
		}
	}
	slices.Sort(keys)
	return keys
}
