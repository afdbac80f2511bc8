package report

import (
	"cmp"
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/wakeful-go/wakeful/tournament/figures"
	"github.com/wakeful-go/wakeful/tournament/result"
	"github.com/wakeful-go/wakeful/tournament/stats"
)

// This file describes a run and its machine in words, and owns the machine's profile: what it is, and
// what the operations cost that decide between designs of loops.

const interruptedText = "The run was interrupted. What is shown was measured, but some cells have fewer rounds than others, or none."

func tooFewRounds(rounds int) string {
	return fmt.Sprintf("This run has %s. An interval needs at least %d, so no row has a winner, and the figures show only a direction.",
		figures.Counted(rounds, "round"), stats.MinSamples(stats.Confidence))
}

// runFacts returns short statements about the run.
func runFacts(doc *result.Document) []string {
	facts := []string{
		doc.Mode + " run",
		roundsOf(doc),
		doc.Started.UTC().Format("2006-01-02 15:04 UTC"),
		"took " + doc.Finished.Sub(doc.Started).Round(time.Second).String(),
	}
	if n := len(doc.Repeated); n > 0 {
		facts = append(facts, figures.Counted(n, "round")+" measured again")
	}
	return facts
}

// roundsOf says how many rounds a run has. One that looks at its figures has more of what
// took more to show.
func roundsOf(doc *result.Document) string {
	if len(doc.Looks) > 0 && doc.Looks[0] < doc.Rounds {
		return fmt.Sprintf("%d to %s", doc.Looks[0], figures.Counted(doc.Rounds, "round"))
	}
	return figures.Counted(doc.Rounds, "round")
}

// machineFacts returns short statements about the machine and the code. It omits what is unknown.
func machineFacts(e result.Environment) (short []string) {
	for _, f := range environmentFacts(e) {
		switch f.Name {
		case "Processor", "System", "Go":
			short = append(short, f.Value)
		case "Cores":
			short = append(short, figures.Counted(e.Cores, "core"))
		case "GOMAXPROCS":
			short = append(short, f.Name+" "+f.Value)
		case "Commit":
			short = append(short, "commit "+f.Value)
		}
	}
	return short
}

func commit(e result.Environment) string {
	const short = 10
	text := e.Commit[:min(short, len(e.Commit))]
	if e.Dirty {
		text += " with changes"
	}
	return text
}

// fact is a line of the machine's description.
type fact struct{ Name, Value string }

// environmentFacts returns everything that is known about the machine and the code.
func environmentFacts(e result.Environment) []fact {
	var facts []fact
	add := func(name, value string) {
		if value != "" {
			facts = append(facts, fact{name, value})
		}
	}
	number := func(n float64) string {
		if n == 0 {
			return ""
		}
		return strconv.FormatFloat(n, 'f', -1, 64)
	}
	add("Processor", e.CPU)
	add("Cores", number(float64(e.Cores)))
	if e.MemoryBytes > 0 {
		add("Memory", strconv.FormatFloat(float64(e.MemoryBytes)/(1<<30), 'f', 1, 64)+" GiB")
	}
	add("Frequency governor", e.Governor)
	add("System", strings.Trim(e.OS+"/"+e.Arch, "/"))
	add("Kernel", e.Kernel)
	add("Go", e.GoVersion)
	add("GOMAXPROCS", number(float64(e.GOMAXPROCS)))
	if e.CPUQuota > 0 {
		add("CPU quota", number(e.CPUQuota)+" cores")
	}
	add("Container", e.Container)
	add("Virtualization", e.Virtualization)
	add("Load at the start", strconv.FormatFloat(e.LoadAtStart, 'f', 2, 64))
	if e.Commit != "" {
		add("Commit", commit(e))
	}
	return facts
}

// profile describes a machine. Its facts are those by which a reader chooses machines, and the costs.
type profile struct {
	Name  string
	Facts []fact
}

const nsPerOp = "ns/op"

// basicCosts are the rows of a document whose figure is a property of the machine.
var basicCosts = []struct {
	name, contestant, workload string
	params                     map[string]string
}{
	{"compare-and-swap, contended", "machine", "primitive-cost", map[string]string{"primitive": "cas", "cells": "unpadded"}},
	{"wake-up of a thread", "machine", "primitive-cost", map[string]string{"primitive": "eventfd-wake", "waiter": "asleep"}},
	{"wake-up of a goroutine on an idle processor", "machine", "primitive-cost",
		map[string]string{"primitive": "channel-wake", "waiter": "asleep"}},
	{"round trip of two goroutines", "control-channels", "ping-pong-latency", map[string]string{"waiter": "blocks"}},
	{"read of the clock", "machine", "primitive-cost", map[string]string{"primitive": "clock"}},
}

// profileFacts are the facts of a machine by which readers choose.
var profileFacts = []string{"Processor", "Cores", "GOMAXPROCS", "Virtualization", "System", "Kernel", "Go"}

func newProfile(m *matrix) profile {
	e := m.doc.Environment
	p := profile{Name: cmp.Or(e.Processor(), "unknown processor")}
	known := map[string]string{}
	for _, f := range environmentFacts(e) {
		known[f.Name] = f.Value
	}
	for _, name := range profileFacts {
		p.Facts = append(p.Facts, fact{name, cmp.Or(known[name], "unknown")})
	}
	for _, b := range basicCosts {
		cost := fact{b.name, "not measured"}
		if source := m.source(b.contestant, b.workload, b.params); source != nil && len(source.Samples) > 0 && !source.Failed() {
			e := newCell(source).estimate
			cost.Value = figures.WithUnit(e.Value, nsPerOp)
			if e.Bounded() {
				cost.Value += fmt.Sprintf(" (%s to %s)", figures.WithUnit(e.Low, nsPerOp), figures.WithUnit(e.High, nsPerOp))
			}
		}
		p.Facts = append(p.Facts, cost)
	}
	return p
}

// names returns a name for each machine. Machines with the same processor also have a letter.
func names(profiles []profile) []string {
	seen := map[string]int{}
	for _, p := range profiles {
		seen[p.Name]++
	}
	count := map[string]int{}
	var all []string
	for _, p := range profiles {
		name := p.Name
		if seen[name] > 1 {
			count[name]++
			name += " " + string(rune('A'+count[name]-1))
		}
		all = append(all, name)
	}
	return all
}
