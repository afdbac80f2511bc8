package world

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"path"
	"slices"
	"strings"
	"time"

	"github.com/wakeful-go/wakeful/tournament/result"
	"github.com/wakeful-go/wakeful/tournament/runner"
)

// This file owns a run: the builds, then the rounds.
//
// The rounds are not those of package runner: a sample has several figures, a peer may refuse a
// workload, and a limit of time leaves whole rounds. Converting both documents, before a run that
// continues and at each checkpoint, would take more lines than the rounds do.

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
	// Document, if not nil, is continued: its samples are kept.
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
	return doc, (&run{Options: o, doc: doc, cells: cells, started: time.Now()}).measure(ctx)
}

type run struct {
	Options
	doc     *Document
	cells   []planned
	started time.Time
	done    int
	failed  runner.Progress
}

func (r *run) measure(ctx context.Context) error {
	for round := range r.Rounds {
		if r.late(round) {
			r.Rounds = round
			break
		}
		for _, i := range rand.New(rand.NewPCG(r.Seed, uint64(round))).Perm(len(r.cells)) {
			if err := ctx.Err(); err != nil {
				return err
			}
			r.sample(ctx, round, r.cells[i])
			r.done++
		}
		if r.Checkpoint != nil {
			if err := r.Checkpoint(r.doc); err != nil {
				return err
			}
		}
	}
	r.report(runner.Progress{Round: r.Rounds})
	return ctx.Err()
}

// late reports whether another round would go beyond the limit. The first is measured in any case.
func (r *run) late(round int) bool {
	if r.Limit == 0 || round == 0 {
		return false
	}
	spent := time.Since(r.started)
	return spent+spent/time.Duration(round) > r.Limit
}

// sample measures one cell once, unless its sample exists, or the cell was refused or has failed.
func (r *run) sample(ctx context.Context, round int, p planned) {
	has := slices.ContainsFunc(p.cell.Samples, func(s Sample) bool { return s.Round == round })
	if has || p.cell.Missing != "" || p.cell.Failure != "" {
		return
	}
	r.report(runner.Progress{Round: round + 1, Cell: p.contestant.Name + "/" + p.workload.String()})
	figures, err := Take(ctx, p.contestant.Command, p.contestant.Env, p.workload, r.Lengths)
	var refusal *RefusedError
	switch {
	case errors.As(err, &refusal):
		p.cell.Missing = refusal.Reason
	case ctx.Err() != nil:
	case err != nil:
		p.cell.Failure, p.cell.Samples = err.Error(), nil // it has lost a task
		r.failed = runner.Progress{Failure: err.Error(), FailedCell: p.contestant.Name + "/" + p.workload.String()}
	default:
		p.cell.Samples = append(p.cell.Samples, Sample{round, figures})
	}
}

func (r *run) report(p runner.Progress) {
	if r.Progress == nil {
		return
	}
	p.Done, p.Total, p.Rounds = r.done, len(r.cells)*r.Rounds, r.Rounds
	p.Failure, p.FailedCell = r.failed.Failure, r.failed.FailedCell
	r.failed = runner.Progress{}
	if r.done > 0 {
		p.Left = time.Since(r.started) / time.Duration(r.done) * time.Duration(p.Total-r.done)
	}
	r.Progress(p)
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
