package latency

import (
	"errors"
	"slices"
	"strings"
	"time"

	"github.com/wakeful-go/wakeful/tournament/measure"
	"github.com/wakeful-go/wakeful/tournament/result"
)

// This file owns which cells a run has, and how long their samples are.

// FoundingGap is the gap of the founding document: long enough for a receiver to
// be surely asleep, and for a processor to slow down.
const FoundingGap = 100 * time.Millisecond

// Gaps are those over which curves are drawn.
func Gaps(mode measure.Mode) []time.Duration {
	gaps := []time.Duration{
		time.Microsecond, 5 * time.Microsecond, 10 * time.Microsecond, 50 * time.Microsecond, 100 * time.Microsecond,
		time.Millisecond, 10 * time.Millisecond, FoundingGap, time.Second,
	}
	if mode == measure.Quick {
		return []time.Duration{gaps[0], gaps[1], gaps[3], gaps[5], gaps[6], gaps[7]}
	}
	return gaps
}

// Rounds of a run, when none are asked for: as many as a good interval takes, or
// as few as one can be made of.
func Rounds(mode measure.Mode) int {
	if mode == measure.Full {
		return 10
	}
	return 6
}

// effort is how many messages a sample of the cell times, and how long at least.
// In a full run the ten rounds of the founding gap are its 99 messages and one.
func effort(mode measure.Mode, c Cell) (iterations int, length time.Duration) {
	length, least := 60*time.Millisecond, 3
	if mode == measure.Full {
		length, least = 150*time.Millisecond, 10
	}
	switch {
	case c.Workload == Idle:
		return 1, time.Second
	case c.Workload == Pauses:
		return 200, length
	case c.Params.Gap >= time.Second:
		return 2, 0
	case c.Params.Gap >= FoundingGap:
		return least, 0
	}
	if c.Params.Gap >= 5*time.Millisecond {
		least *= 3
	}
	// As many as the slowest receivers get in that time; others are given more.
	return max(int(length/(c.Params.Gap+100*time.Microsecond)), least), length
}

// expected is about how long a sample of the cell takes, its process included.
func (r *run) expected(c Cell) time.Duration {
	const process = 25 * time.Millisecond
	o := r.order(c)
	timed := max(o.Length, time.Duration(o.Iterations)*c.Params.Gap)
	switch {
	case c.Workload == Pauses:
		timed = max(o.Length, time.Duration(o.Iterations)*500*time.Microsecond)
	case c.Params.Gap > 0 && c.Params.Gap < time.Millisecond:
		// A receiver that has to be woken takes longer than the gap.
		timed = max(o.Length, time.Duration(o.Iterations)*(c.Params.Gap+50*time.Microsecond))
	}
	warmup := warmups * min(c.Params.Gap, warmUpGap)
	if p := r.program(c.Lane); p != nil && p.Arrivals {
		warmup = max(20*time.Millisecond, 3*c.Params.Gap) // it warms up at the gap itself
	}
	return process + warmup + timed
}

// Expected is about how long a run takes when nobody disturbs it.
func Expected(o Options) time.Duration {
	r := &run{Options: o}
	var all time.Duration
	for _, c := range o.Cells {
		if c.Missing == "" {
			all += r.expected(c)
		}
	}
	return all * time.Duration(o.Rounds)
}

// curved are the lanes that are measured over all gaps in a quick run too.
var curved = []string{"go-channel-sleep", "go-channel-spin", "wakeful-block", "wakeful-spin", "wakeful-adaptive"}

// Narrow are the conditions of machines with less than two processors, besides
// those of this one. Under a quota the sender must sleep through its gaps: what it
// burned would be the receiver's loss.
func Narrow() []Params {
	return []Params{
		{Gap: 50 * time.Microsecond, Procs: 1}, {Gap: time.Millisecond, Procs: 1},
		{Gap: time.Millisecond, CPUs: 0.5}, {Gap: 10 * time.Millisecond, CPUs: 0.5},
	}
}

// strategies are the lanes of the loop's strategies, which are looked at more
// closely.
var strategies = []string{"wakeful-block", "wakeful-spin", "wakeful-adaptive"}

// A Plan is what a run is made for.
type Plan struct {
	Mode     measure.Mode
	Programs []*Program
	// Patterns select lanes by their names; none stands for all.
	Patterns []string
	// Gaps, when not nil, are the only ones: each lane is then measured with each.
	Gaps  []time.Duration
	Force bool
	// Usable is how many processors' worth of time there is, see [Usable].
	Usable float64
	// NoGroup is why no cell can be measured under a quota, empty when they can.
	NoGroup string
	// Absent are lanes that are not there, with the reason for each.
	Absent map[string]string
}

// Cells returns the cells of the plan: every lane with the founding gap, the most
// telling ones (in a full run all) with every gap, and the project's loops also
// under narrow conditions, with nothing sent at all, and under collections.
func (p Plan) Cells() ([]Cell, error) {
	var cells []Cell
	add := func(lane, workload string, params Params, force bool) {
		c := Cell{Lane: lane, Workload: workload, Params: params, Force: force}
		c.Missing = p.missing(c)
		if !slices.ContainsFunc(cells, func(have Cell) bool { return have.String() == c.String() }) {
			cells = append(cells, c)
		}
	}
	names, err := p.names()
	if err != nil {
		return nil, err
	}
	if p.Gaps != nil {
		for _, name := range names {
			for _, gap := range p.Gaps {
				add(name, Arrival, Params{Gap: gap}, false)
			}
		}
		return cells, nil
	}
	for _, name := range names {
		add(name, Arrival, Params{Gap: FoundingGap}, false)
		for _, gap := range p.gaps(name) {
			add(name, Arrival, Params{Gap: gap}, false)
		}
		lane, err := Find(name)
		if err != nil || !slices.Contains(strategies, lane.Name) {
			continue // another program's lanes have none of the rest
		}
		add(name, Pauses, Params{}, false)
		for _, params := range Narrow() {
			// Forced, because what a loop costs that should not spin is the point.
			add(name, Arrival, params, true)
		}
		if p.Mode == measure.Full || !lane.Spins { // what spins burns one processor, and takes a second to say so
			add(name, Idle, Params{}, false)
		}
		if p.Mode == measure.Full {
			add(name, Idle, Params{Procs: 1}, true)
			add(name, Idle, Params{CPUs: 0.5}, true)
		}
	}
	return cells, nil
}

// Resumed returns the cells of an interrupted run, with the reasons of those that
// cannot be measured. It fails when the run is complete, or has cells of another
// kind.
func (p Plan) Resumed(doc *result.Document) ([]Cell, error) {
	if doc.Complete {
		return nil, errors.New("the run is complete; there is nothing to go on with")
	}
	var cells []Cell
	for i := range doc.Cells {
		of := &doc.Cells[i]
		if !Owns(of.Workload) {
			continue
		}
		params, err := ParseParams(of.Params)
		if err != nil {
			return nil, err
		}
		// What is measured under narrow conditions is forced to spin, see Cells.
		cells = append(cells, Cell{Lane: of.Contestant, Workload: of.Workload, Params: params, Force: params.Procs > 0 || params.CPUs > 0})
	}
	cells = p.Judged(cells)
	for i, c := range cells {
		if c.Missing == "" && !slices.ContainsFunc(p.Programs, func(program *Program) bool { return program.Has(c.Lane) }) {
			cells[i].Missing = "no program has this lane any more"
		}
	}
	return cells, nil
}

// Judged returns cells with the reasons of those that cannot be measured.
func (p Plan) Judged(cells []Cell) []Cell {
	judged := slices.Clone(cells)
	for i := range judged {
		judged[i].Missing = p.missing(judged[i])
	}
	return judged
}

// gaps are those that a lane is measured with.
func (p Plan) gaps(name string) []time.Duration {
	lane, err := Find(name)
	switch {
	case slices.Contains(curved, name):
		return Gaps(p.Mode)
	case p.Mode == measure.Quick, err == nil && lane.Handover:
		return nil
	}
	// The longest gap takes half of a full run, and shows what the one before it
	// does.
	return slices.DeleteFunc(Gaps(p.Mode), func(gap time.Duration) bool { return gap > FoundingGap })
}

// names are the lanes that the patterns select.
func (p Plan) names() ([]string, error) {
	var all []string
	for _, program := range p.Programs {
		for _, l := range program.Lanes {
			all = append(all, l.Name)
		}
	}
	for name := range p.Absent {
		if !slices.Contains(all, name) {
			all = append(all, name)
		}
	}
	if len(p.Patterns) == 0 && p.Mode == measure.Quick && p.Gaps == nil {
		// Two minutes are not enough for those that nobody has asked about.
		all = slices.DeleteFunc(all, func(name string) bool { return strings.HasPrefix(name, "rust-") && !slices.Contains(Founding(), name) })
	}
	return selected(all, p.Patterns)
}

func selected(all, patterns []string) ([]string, error) {
	for _, pattern := range patterns {
		if !slices.ContainsFunc(all, func(name string) bool { ok, _ := Matches(name, []string{pattern}); return ok }) {
			return nil, unmatched(all, pattern)
		}
	}
	var chosen []string
	for _, name := range all {
		ok, err := Matches(name, patterns)
		if err != nil {
			return nil, err
		}
		if ok {
			chosen = append(chosen, name)
		}
	}
	return chosen, nil
}

// missing is why a cell cannot be measured.
func (p Plan) missing(c Cell) string {
	switch {
	case p.Absent[c.Lane] != "":
		return p.Absent[c.Lane]
	case c.Params.CPUs > 0 && p.NoGroup != "":
		return p.NoGroup
	}
	lane, err := Find(c.Lane)
	if err != nil {
		if strings.Contains(c.Lane, "-spin") && !p.Force {
			return spinningRefused(p.Usable)
		}
		return ""
	}
	return lane.Missing(p.Usable, p.Force || c.Force)
}

// Own is this program as one that takes samples: the command is what starts its
// own file with the arguments of package latency's samples.
func Own(command []string) *Program {
	p := &Program{Command: command}
	for _, l := range Lanes() {
		p.Lanes = append(p.Lanes, result.Contestant{Name: l.Name, Kind: string(l.Kind), Summary: l.Summary})
	}
	return p
}
