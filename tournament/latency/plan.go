package latency

import (
	"path"
	"slices"
	"strings"
	"time"

	"github.com/wakeful-go/wakeful/tournament/runner"
)

// This file decides which cells a run has.

// FoundingGap is the gap of the founding document. It is long enough that a receiver is certainly
// asleep and that a processor reduces its frequency.
const FoundingGap = 100 * time.Millisecond

// ShortGap is a typical gap within a stream of messages. A full run measures all lanes with it and
// with the founding gap.
const ShortGap = 50 * time.Microsecond

// Gaps returns the gaps over which curves are drawn.
func Gaps(mode runner.Mode) []time.Duration {
	if mode == runner.Quick {
		return []time.Duration{time.Microsecond, 5 * time.Microsecond, ShortGap, time.Millisecond, 10 * time.Millisecond, FoundingGap}
	}
	return []time.Duration{
		time.Microsecond, 5 * time.Microsecond, 10 * time.Microsecond, ShortGap, 100 * time.Microsecond,
		time.Millisecond, 10 * time.Millisecond, FoundingGap,
	}
}

// Rounds returns the default number of rounds: enough for a good interval, or, in a quick run, the
// least that give an interval.
func Rounds(mode runner.Mode) int {
	if mode == runner.Full {
		return 10
	}
	return 6
}

// closely lists the lanes that even a quick run measures over all gaps.
var closely = []string{"go-channel-sleep", "go-channel-spin", "wakeful-block", "wakeful-spin", "wakeful-adaptive"}

// hasCurve reports whether a full run measures the lane over all gaps. The other lanes differ from
// one with a curve only by the pause hint, or by how long a thread spins before it parks, which the
// futex lanes show.
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

// FewProcessors returns the conditions of machines with less than two processors, besides those of
// this machine. Under a quota the sender must sleep through its gaps, because spinning would use up
// the receiver's quota.
func FewProcessors() []Params {
	return []Params{
		{Gap: ShortGap, Procs: 1}, {Gap: time.Millisecond, Procs: 1},
		{Gap: time.Millisecond, CPUs: 0.5}, {Gap: 10 * time.Millisecond, CPUs: 0.5},
	}
}

// Pinned returns the conditions of a machine that reserves a processor for the loop, as far as this
// machine can: sender and receiver have one processor each, and share it with other programs.
func Pinned() []Params {
	return []Params{{Gap: ShortGap, Pin: true}, {Gap: 10 * time.Millisecond, Pin: true}}
}

// strategies lists the lanes of the loop's strategies, which are measured under more conditions.
var strategies = []string{"wakeful-block", "wakeful-spin", "wakeful-adaptive"}

// Plan describes the cells of a run.
type Plan struct {
	Mode     runner.Mode
	Programs []*Program
	// Patterns select lanes by name. None selects all.
	Patterns []string
	// Gaps, when not nil, replaces the gaps: each lane is measured with each of these. With Pin,
	// sender and receiver are then pinned to a processor each.
	Gaps []time.Duration
	Pin  bool
	// UsableProcessors is the result of [UsableProcessors].
	UsableProcessors float64
	// Group is for the cells with a quota.
	Group Group
	// Absent has the lanes that are not available, with the reason for each.
	Absent map[string]string
}

// Cells returns the cells of the plan: every lane with the founding gap; some lanes, in a full run
// most, with every gap; and the project's loops also under narrow conditions, without messages, and
// under collections.
func (p Plan) Cells() ([]Cell, error) {
	var cells []Cell
	add := func(lane, workload string, params Params) {
		c := Cell{Lane: lane, Workload: workload, Params: params}
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
				add(name, Arrival, Params{Gap: gap, Pin: p.Pin})
			}
		}
		return cells, nil
	}
	for _, name := range names {
		add(name, Arrival, Params{Gap: FoundingGap})
		for _, gap := range p.gaps(name) {
			add(name, Arrival, Params{Gap: gap})
		}
		if !slices.Contains(strategies, name) {
			continue
		}
		add(name, Pauses, Params{})
		for _, params := range slices.Concat(Pinned(), FewProcessors()) {
			add(name, Arrival, params)
		}
		if p.Mode == runner.Full || name != "wakeful-spin" { // a spinning lane uses one processor, and each such cell takes a second
			add(name, Idle, Params{})
		}
		if p.Mode == runner.Full {
			add(name, Idle, Params{Procs: 1})
			add(name, Idle, Params{CPUs: 0.5})
		}
	}
	return cells, nil
}

// Options returns the options of a run of cells, with the rounds of the plan's mode.
func (p Plan) Options(cells []Cell) Options {
	o := Options{Cells: cells, Programs: p.Programs, Group: p.Group}
	o.Mode, o.Rounds = p.Mode, Rounds(p.Mode)
	return o
}

// MarkMissing sets the reasons of the cells that cannot be measured.
func (p Plan) MarkMissing(cells []Cell) []Cell {
	judged := slices.Clone(cells)
	for i := range judged {
		judged[i].Missing = p.missing(judged[i])
	}
	return judged
}

// gaps returns the gaps that a lane is measured with.
func (p Plan) gaps(name string) []time.Duration {
	switch {
	case p.Mode == runner.Quick && !slices.Contains(closely, name):
		return nil
	case !hasCurve(name):
		return []time.Duration{ShortGap}
	}
	return Gaps(p.Mode)
}

// names returns the lanes that the patterns select.
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
	if len(p.Patterns) == 0 && p.Mode == runner.Quick && p.Gaps == nil {
		// A quick run lasts two minutes and leaves out lanes that were not asked for by name.
		all = slices.DeleteFunc(all, func(name string) bool { return strings.HasPrefix(name, "rust-") && !slices.Contains(Founding(), name) })
	}
	return selected(all, p.Patterns)
}

// selected returns the names that match one of the patterns, in which * stands for any letters, or all
// without patterns. Each pattern must match a name.
func selected(all, patterns []string) ([]string, error) {
	if len(patterns) == 0 {
		return all, nil
	}
	chosen := map[string]bool{}
	for _, pattern := range patterns {
		matching := slices.DeleteFunc(slices.Clone(all), func(name string) bool {
			ok, _ := path.Match(pattern, name) // a pattern that cannot be read matches nothing
			return !ok
		})
		if len(matching) == 0 {
			return nil, unmatched(all, pattern)
		}
		for _, name := range matching {
			chosen[name] = true
		}
	}
	return slices.DeleteFunc(slices.Clone(all), func(name string) bool { return !chosen[name] }), nil
}

// missing returns the reason why a cell cannot be measured.
func (p Plan) missing(c Cell) string {
	switch {
	case p.Absent[c.Lane] != "":
		return p.Absent[c.Lane]
	case c.Params.CPUs > 0 && p.Group.Missing != "":
		return p.Group.Missing
	}
	lane, err := Find(c.Lane)
	switch pin := c.Params.Pin; {
	case pin && unpinnable != "":
		return unpinnable
	case pin && p.UsableProcessors < 2:
		return "pinning takes a processor for the sender and one for the receiver"
	case pin && lane.Handover:
		return "a handover has one thread, which cannot be kept on two processors"
	}
	if err != nil { // a lane of another program
		lane = Lane{Spins: strings.Contains(c.Lane, "-spin")}
	}
	return lane.Missing(p.UsableProcessors, c.Params.narrow())
}

// ThisProgram returns this program as a program that takes samples. command starts it, and the
// arguments of a sample follow.
func ThisProgram(command []string) *Program {
	p := &Program{Command: command}
	for _, l := range Lanes() {
		p.Lanes = append(p.Lanes, l.contestant())
	}
	return p
}
