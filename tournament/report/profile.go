package report

import (
	"cmp"
	"fmt"

	"github.com/wakeful-go/wakeful/tournament/figures"
)

// This file owns a machine's profile: what it is, and what the operations cost that decide between
// designs of loops.

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
	{"wake-up of a goroutine on an idle processor", "machine", "primitive-cost", map[string]string{"primitive": "channel-wake", "waiter": "asleep"}},
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

// names returns a name for each machine. Machines with the same processor also have a number.
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
