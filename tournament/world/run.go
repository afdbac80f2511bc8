package world

import (
	"context"
	"errors"
	"fmt"
	"path"
	"slices"
	"strings"
	"time"

	"github.com/wakeful-go/wakeful/tournament/result"
	"github.com/wakeful-go/wakeful/tournament/runner"
)

// This file owns a run: the builds, then the rounds.
//
// Package runner has the order of the samples and reports the progress. The document is one of this
// package, because a sample has several figures, and a peer may refuse a workload.

// Contestant is a peer in a run: a recipe, or a given command.
type Contestant struct {
	PeerInfo
	// Command runs the peer. It is empty if the peer is missing.
	Command []string
	Env     []string
}

// Options describe a run.
type Options struct {
	Contestants []Contestant
	Workloads   []Workload
	// Only are patterns of cells, PEER, WORKLOAD or PEER/WORKLOAD, with * for any letters. None
	// selects all cells.
	Only []string
	// Rounds is the number of samples per cell.
	Rounds int
	// Limit, when set, bounds the time: no round but the first starts that would end after it, if
	// it takes as long as the rounds before.
	Limit   time.Duration
	Seed    uint64
	Lengths Lengths
	// Environment is stored in the document.
	Environment result.Environment
	// Document, if not nil, is continued: its samples are kept. Its machine and its code must be those
	// of Environment.
	Document *Document
	// Progress, if not nil, is called before each sample and once at the end.
	Progress func(runner.Progress)
	// Checkpoint, if not nil, is called after each round.
	Checkpoint func(*Document) error
}

// Prepare builds the peers that patterns select and this machine can build. It calls tell with
// lines about the builds. A peer whose build fails is missing, with the build's reason. Only the
// end of ctx is an error.
func Prepare(ctx context.Context, recipes []Recipe, cache string, tell func(line string)) ([]Contestant, error) {
	var all []Contestant
	var builds []int
	seen := map[string]bool{}
	var left time.Duration
	for _, r := range recipes {
		c := Contestant{Name: r.Name, Title: r.Title, Summary: r.Summary, Missing: r.Missing()}
		if c.Missing != "" {
			tell("not here: " + r.Name + ": " + c.Missing)
		} else if dir, built, err := r.Built(cache); err == nil && !built && !seen[dir] {
			builds, left = append(builds, len(all)), left+r.expected
			seen[dir] = true
		}
		all = append(all, c)
	}
	for i, r := range recipes {
		if all[i].Missing != "" {
			continue
		}
		if at := slices.Index(builds, i); at >= 0 {
			tell(fmt.Sprintf("building %s, %d of %d, about %s left", r.Name, at+1, len(builds), left))
			left -= r.expected
		}
		command, err := r.Build(ctx, cache)
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		if err != nil {
			all[i].Missing = err.Error()
			first, _, _ := strings.Cut(all[i].Missing, "\n")
			tell("not here: " + first)
			continue
		}
		all[i].Command = command
	}
	return all, nil
}

// planned is one cell of a run.
type planned struct {
	contestant Contestant
	workload   Workload
	cell       *Cell
}

// matches reports whether a cell matches one of the patterns.
func matches(patterns []string, peer, workload string) (bool, error) {
	for _, pattern := range patterns {
		name, load, both := strings.Cut(pattern, "/")
		kind, _, _ := strings.Cut(workload, "/")
		byPeer, err := path.Match(name, peer)
		if err != nil {
			return false, fmt.Errorf("the pattern %q cannot be read: %w", pattern, err)
		}
		byKind, _ := path.Match(name, kind)
		if !both && (byPeer || byKind) || both && (byPeer || name == "") && (load == kind || load == workload) {
			return true, nil
		}
		if name == kind && pattern == workload {
			return true, nil
		}
	}
	return len(patterns) == 0, nil
}

// Run measures. The document is valid at any time. When ctx ends, Run returns its error with the
// document.
func Run(ctx context.Context, o Options) (*Document, error) {
	if o.Rounds < 1 {
		return nil, fmt.Errorf("world: %d rounds; a run has at least one", o.Rounds)
	}
	doc := o.Document
	if doc == nil {
		doc = &Document{Format: Format, Started: time.Now().UTC().Truncate(time.Second), Environment: o.Environment}
	} else if err := runner.SameConditions(doc.Environment, o.Environment); err != nil {
		return nil, err // a ratio is of samples of one round, which two machines do not share
	}
	var cells []planned
	for _, w := range o.Workloads {
		for _, c := range o.Contestants {
			wanted, err := matches(o.Only, c.Name, w.String())
			if err != nil {
				return nil, err
			}
			if !wanted {
				continue
			}
			doc.setPeer(c.PeerInfo)
			cell := doc.cell(c.Name, w.String())
			if cell == nil {
				cell = &Cell{Peer: c.Name, Workload: w.String()}
				doc.Cells = append(doc.Cells, cell)
			}
			cell.Missing = c.Missing
			if c.Missing == "" {
				cells = append(cells, planned{c, w, cell})
			}
		}
	}
	if len(cells) == 0 {
		return doc, errors.New("no cell can be measured: --only matches none, or the peers are not here")
	}
	return doc, (&run{Options: o, doc: doc, cells: cells, meter: runner.NewMeter(o.Progress)}).measure(ctx)
}

type run struct {
	Options
	doc   *Document
	cells []planned
	meter *runner.Meter
}

// sampleTime is what every sample is expected to take, for the time left.
const sampleTime = time.Second

// errLate ends the rounds when another one would go beyond the limit.
var errLate = errors.New("the time is over")

func (r *run) measure(ctx context.Context) error {
	rounds := r.Rounds
	r.meter.Plan(len(r.cells)*rounds, sampleTime*time.Duration(len(r.cells)*rounds))
	err := runner.Interleave(ctx, r.Seed, len(r.cells), 0, rounds, func(round, i int) error {
		r.sample(ctx, round, r.cells[i])
		return nil
	}, func(round int) error {
		if r.Checkpoint != nil {
			if err := r.Checkpoint(r.doc); err != nil {
				return err
			}
		}
		if round+1 < rounds && r.meter.Late(r.measurable(), r.Limit) {
			rounds = round + 1
			return errLate
		}
		return nil
	})
	if errors.Is(err, errLate) {
		err = nil
	}
	if err == nil {
		r.meter.End(rounds, rounds)
	}
	return err
}

// measurable returns how many cells have not failed and were not refused.
func (r *run) measurable() (n int) {
	for _, p := range r.cells {
		if p.cell.Missing == "" && p.cell.Failure == "" {
			n++
		}
	}
	return n
}

// sample measures one cell once, unless its sample exists, or the cell was refused or has failed.
func (r *run) sample(ctx context.Context, round int, p planned) {
	defer r.meter.Pass(sampleTime)
	has := slices.ContainsFunc(p.cell.Samples, func(s Sample) bool { return s.Round == round })
	if has || p.cell.Missing != "" || p.cell.Failure != "" {
		return
	}
	name := p.contestant.Name + "/" + p.workload.String()
	r.meter.Begin(round, r.Rounds, name)
	defer r.meter.Took(sampleTime)
	figures, err := Take(ctx, p.contestant.Command, p.contestant.Env, p.workload, r.Lengths)
	var refusal *RefusedError
	switch {
	case errors.As(err, &refusal):
		p.cell.Missing = refusal.Reason
	case ctx.Err() != nil:
	case err != nil:
		p.cell.Failure, p.cell.Samples = err.Error(), nil // it has lost a task
		r.meter.Fail(name, err.Error())
	default:
		p.cell.Samples = append(p.cell.Samples, Sample{round, figures})
	}
}

// Failures returns the number of failed cells.
func (d *Document) Failures() int {
	n := 0
	for _, c := range d.Cells {
		if c.Failure != "" {
			n++
		}
	}
	return n
}
