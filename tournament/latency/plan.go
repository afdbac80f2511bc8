package latency

import (
	"errors"
	"slices"
	"strings"
	"time"

	"github.com/wakeful-go/wakeful/tournament/measure"
	"github.com/wakeful-go/wakeful/tournament/result"
)

// This file owns which cells a run has.

// FoundingGap is the gap of the founding document: long enough for a receiver to
// be surely asleep, and for a processor to slow down.
const FoundingGap = 100 * time.Millisecond

// ShortGap is one within a stream of messages. A full run measures all lanes with
// it, as with the founding gap.
const ShortGap = 50 * time.Microsecond

// Gaps are those over which curves are drawn.
func Gaps(mode measure.Mode) []time.Duration {
	gaps := []time.Duration{
		time.Microsecond, 5 * time.Microsecond, 10 * time.Microsecond, ShortGap, 100 * time.Microsecond,
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

// closely are the lanes that are measured over all gaps in a quick run too.
var closely = []string{"go-channel-sleep", "go-channel-spin", "wakeful-block", "wakeful-spin", "wakeful-adaptive"}

// throughout are those with the longest gap too: it shows what the gap before it
// does, and each lane takes ten seconds of a full run for it.
var throughout = append([]string{"rust-std-mpsc-sleep", "rust-std-mpsc-spin"}, closely...)

// hasCurve reports whether a full run measures the lane over all gaps. Those that
// have none differ from one that has by the pause hint, or by how long a thread
// spins before it parks, which the futex shows.
func hasCurve(name string) bool {
	lane, err := Find(name)
	switch {
	case err == nil:
		return !lane.Handover
	case strings.HasSuffix(name, "-spin-pause"):
		return false
	case strings.HasPrefix(name, "rust-futex-"):
		return true
	}
	return strings.HasSuffix(name, "-sleep") || strings.HasSuffix(name, "-spin")
}

// Narrow are the conditions of machines with less than two processors, besides
// those of this one. Under a quota the sender must sleep through its gaps: what it
// burned would be the receiver's loss.
func Narrow() []Params {
	return []Params{
		{Gap: ShortGap, Procs: 1}, {Gap: time.Millisecond, Procs: 1},
		{Gap: time.Millisecond, CPUs: 0.5}, {Gap: 10 * time.Millisecond, CPUs: 0.5},
	}
}

// Kept are the conditions of a machine that keeps a processor for the loop, as far
// as this one can: sender and receiver have one each, which they share with
// whatever else runs there.
func Kept() []Params {
	return []Params{{Gap: ShortGap, Pin: true}, {Gap: 10 * time.Millisecond, Pin: true}}
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
	// Pin: sender and receiver of every cell are kept on a processor each.
	Pin bool
	// Usable is how many processors' worth of time there is, see [Usable].
	Usable float64
	// NoGroup is why no cell can be measured under a quota, empty when they can.
	NoGroup string
	// Absent are lanes that are not there, with the reason for each.
	Absent map[string]string
}

// Cells returns the cells of the plan: every lane with the founding gap, the most
// telling ones (in a full run most) with every gap, and the project's loops also
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
		if err != nil {
			continue // another program's lanes have none of the rest
		}
		if slices.Contains(strategies, lane.Name) {
			for _, params := range Kept() {
				add(name, Arrival, params, false)
			}
		}
		if !slices.Contains(strategies, lane.Name) {
			continue
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
	switch {
	case p.Mode == measure.Quick && !slices.Contains(closely, name):
		return nil
	case !hasCurve(name):
		return []time.Duration{ShortGap}
	}
	return slices.DeleteFunc(Gaps(p.Mode), func(gap time.Duration) bool {
		return gap > FoundingGap && !slices.Contains(throughout, name)
	})
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
	pin := c.Params.Pin || p.Pin
	switch {
	case pin && unpinnable != "":
		return unpinnable
	case pin && p.Usable < 2:
		return "pinning takes a processor for the sender and one for the receiver"
	case pin && lane.Handover:
		return "a handover has one thread, which cannot be kept on two processors"
	}
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
