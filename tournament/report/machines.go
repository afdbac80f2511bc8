package report

import (
	"bufio"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/wakeful-go/wakeful/tournament/figures"
	"github.com/wakeful-go/wakeful/tournament/result"
)

// This file compares runs of several machines: in how many of them the default strategy is ahead, row
// by row, and which verdict each claim has on each. A verdict of a row is that of its own machine:
// samples of different machines are never put together.

// MachineRun is the run of one machine: its document, and the verdicts of its claims.
type MachineRun struct {
	Doc   *result.Document
	Found Findings
}

// machines is what the texts about several machines are written from. Their outcomes are against
// other people's loops.
type machines struct {
	Profiles []profile
	Names    []string
	Groups   outcomes
	Claims   []machineClaim
}

// machineClaim is a claim with its verdict on each machine.
type machineClaim struct {
	ID, Statement string
	Verdicts      []string
}

func newMachines(runs []MachineRun) *machines {
	all := &machines{}
	for at, run := range runs {
		m := newMatrix(run.Doc)
		all.Profiles = append(all.Profiles, newProfile(m))
		all.Groups.add(m, inPeers, at, len(runs))
		for _, c := range run.Found.Claims {
			i := slices.IndexFunc(all.Claims, func(have machineClaim) bool { return have.ID == c.ID })
			if i < 0 {
				i = len(all.Claims)
				claim := machineClaim{ID: c.ID, Statement: c.Statement, Verdicts: make([]string, len(runs))}
				all.Claims = append(all.Claims, claim)
			}
			all.Claims[i].Verdicts[at] = c.Verdict
		}
	}
	all.Names = names(all.Profiles)
	return all
}

// ahead returns on how many machines the default strategy is ahead, and on how many it is compared.
func (r outcomeRow) ahead() (ahead, compared int) {
	for _, c := range r.Cells {
		if c.Outcome == won {
			ahead++
		}
		if c.Outcome != unfought {
			compared++
		}
	}
	return ahead, compared
}

// Ahead is the number of machines on which the default strategy is ahead: "2 of 3".
func (r outcomeRow) Ahead() string {
	ahead, compared := r.ahead()
	return fmt.Sprintf("%d of %d", ahead, compared)
}

// Whole is the verdict of a claim on all machines together: one verdict where all that can test the
// claim agree, and else that it depends on the machine.
func (c machineClaim) Whole() string {
	whole := notTestable
	for _, v := range c.Verdicts {
		switch {
		case v == "" || v == notTestable || v == whole:
		case whole == notTestable:
			whole = v
		default:
			return "depends on the machine"
		}
	}
	return whole
}

// notTestable is the verdict of a run that lacks what a claim is about.
const notTestable = "not testable here"

// MachinesSentence says in one sentence in how many rows the default strategy is ahead of other
// people's loops on all, on some and on none of the machines.
func MachinesSentence(runs ...MachineRun) string {
	return newMachines(runs).sentence()
}

func (all *machines) sentence() string {
	every, some, none := 0, 0, 0
	for _, g := range all.Groups {
		for _, r := range g.Rows {
			switch ahead, compared := r.ahead(); ahead {
			case compared:
				every++
			case 0:
				none++
			default:
				some++
			}
		}
	}
	return fmt.Sprintf("Of %s on %s, wakeful is ahead of every peer on all machines in %d, on some in %d, and on none in %d.",
		figures.Counted(every+some+none, "row"), figures.Counted(len(all.Names), "machine"), every, some, none)
}

// Machines writes the comparison of several machines in Markdown: their profiles, and for each
// workload in how many rows the default strategy is ahead on each machine.
func Machines(w io.Writer, runs ...MachineRun) error {
	all := newMachines(runs)
	out := bufio.NewWriter(w)
	line := func(cells ...string) {
		fmt.Fprintf(out, "| %s |\n", strings.ReplaceAll(strings.Join(cells, " | "), "\n", " "))
	}
	head := func(first string, more ...string) {
		line(append(append([]string{first}, all.Names...), more...)...)
		fmt.Fprintln(out, strings.Repeat("|---", 1+len(all.Names)+len(more))+"|")
	}
	fmt.Fprintf(out, "# Machines: on which of them wakeful is ahead\n\n%s\n\n%s\n\n", wrapped(all.sentence()), wrapped(
		"A row is a workload with its parameters. Each machine judges it with its own samples, against other people's loops and loops "+
			"written by hand: wakeful is ahead if it is ahead of each of them at 95 %. [Benchmarking](benchmarking.md) says how a machine is added."))
	head("machine")
	for i, f := range all.Profiles[0].Facts[1:] {
		cells := []string{f.Name}
		for _, p := range all.Profiles {
			cells = append(cells, p.Facts[1+i].Value)
		}
		line(cells...)
	}
	fmt.Fprintln(out)
	head("ahead in rows of", "on all")
	for _, g := range all.Groups {
		cells := []string{g.Name}
		for i := range all.Names {
			cells = append(cells, g.count(func(r outcomeRow) (ahead, compared bool) {
				return r.Cells[i].Outcome == won, r.Cells[i].Outcome != unfought
			}))
		}
		line(append(cells, g.count(func(r outcomeRow) (bool, bool) {
			ahead, compared := r.ahead()
			return ahead == compared, true
		}))...)
	}
	if err := out.Flush(); err != nil {
		return fmt.Errorf("report: writing the comparison of machines: %w", err)
	}
	return nil
}

// wrapped breaks a paragraph into lines of at most a hundred characters.
func wrapped(text string) string { return strings.Join(figures.Wrapped(text, 100), "\n") }

// count returns in how many of a workload's rows something holds: "3 of 4".
func (g *outcomeGroup) count(of func(outcomeRow) (holds, counts bool)) string {
	n, all := 0, 0
	for _, r := range g.Rows {
		holds, counts := of(r)
		if counts {
			all++
		}
		if holds {
			n++
		}
	}
	if all == 0 {
		return "-"
	}
	return fmt.Sprintf("%d of %d", n, all)
}

// MachinesHTML writes the comparison of several machines as one page that opens from a disk and makes
// no requests. A reader chooses machines by their profiles. The counts are then of these.
func MachinesHTML(w io.Writer, runs ...MachineRun) error {
	all := newMachines(runs)
	return render(w, "machines.html", []string{"machines.js"}, func(own frame) any {
		return struct {
			*machines
			frame
			Sentence string
		}{all, own, all.sentence()}
	})
}
