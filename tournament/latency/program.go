package latency

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"slices"
	"strconv"
	"time"

	"github.com/wakeful-go/wakeful/tournament/internal/system"
	"github.com/wakeful-go/wakeful/tournament/result"
	"github.com/wakeful-go/wakeful/tournament/runner"
)

// This file runs the process of one sample.

// Program takes samples of its lanes. It is started once for each sample, with the order as flags,
// and writes a document with the sample to its standard output.
type Program struct {
	// Command is the program with the arguments that precede the order's.
	Command []string
	// Lanes lists its lanes.
	Lanes []result.Contestant
	// Arrivals: the program has only the workload arrival, and no flag for the workload.
	Arrivals bool
}

// index returns the place of a lane among those of the program, or -1.
func (p *Program) index(lane string) int {
	return slices.IndexFunc(p.Lanes, func(l result.Contestant) bool { return l.Name == lane })
}

// arguments returns an order as flags.
func (p *Program) arguments(o Order) []string {
	args := append(p.Command[1:len(p.Command):len(p.Command)], "--lane", o.Lane, "--iterations", strconv.Itoa(o.Iterations), "--json", "-")
	if o.Gap > 0 {
		args = append(args, "--gap", GapText(o.Gap))
	}
	if o.Pin {
		args = append(args, "--pin")
	}
	if o.Force {
		args = append(args, "--force")
	}
	if !p.Arrivals {
		args = append(args, "--workload", o.Workload, "--length", o.Length.String())
	}
	return args
}

// killAfter is how long to wait for a process that was told to end.
const killAfter = 3 * time.Second

// perform takes one sample. It kills the process after limit or when ctx ends. In the latter case
// it returns the error of ctx.
func (p *Program) perform(ctx context.Context, limit time.Duration, o Order, params Params, group Group) (result.Sample, result.Contestant, error) {
	limited, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	command := append([]string{p.Command[0]}, p.arguments(o)...)
	if params.CPUs > 0 {
		command = group.run(command)
	}
	var out, said bytes.Buffer
	cmd := exec.CommandContext(limited, command[0], command[1:]...)
	cmd.Stdout, cmd.Stderr, cmd.WaitDelay = &out, &said, killAfter
	if params.Procs > 0 {
		cmd.Env = append(os.Environ(), "GOMAXPROCS="+strconv.Itoa(params.Procs))
	}
	system.SetApart(cmd)
	start := cmd.Start
	if o.Together {
		start = func() error { return startTogether(cmd) }
	}
	err := start()
	if err == nil {
		err = cmd.Wait()
	}
	var exit *exec.ExitError
	switch {
	case ctx.Err() != nil:
		return result.Sample{}, result.Contestant{}, ctx.Err()
	case err == nil: // it ended by itself, so its answer counts, even if the limit has passed since
	case limited.Err() != nil:
		return result.Sample{}, result.Contestant{}, runner.FailedSample(fmt.Sprintf(runner.TimeOver+" %v, the process was ended", limit), said.String())
	case errors.As(err, &exit):
		return result.Sample{}, result.Contestant{}, runner.FailedSample(exit.Error(), said.String())
	default:
		return result.Sample{}, result.Contestant{}, fmt.Errorf("latency: starting the process of a sample: %w", err)
	}
	doc, err := result.Read(&out)
	if err != nil {
		return result.Sample{}, result.Contestant{}, runner.FailedSample("its document cannot be read", err.Error(), said.String())
	}
	if len(doc.Cells) != 1 || len(doc.Cells[0].Samples) != 1 || doc.Cells[0].Contestant != o.Lane || doc.Cells[0].Workload != o.Workload {
		return result.Sample{}, result.Contestant{}, runner.FailedSample("its document does not have the one sample that was asked for", explained(doc), said.String())
	}
	return doc.Cells[0].Samples[0], doc.Contestants[0], nil
}

// explained returns the reason that a document gives for a missing sample, if any.
func explained(doc *result.Document) string {
	for _, cell := range doc.Cells {
		switch {
		case cell.Failed():
			return cell.Failures[0].Reason
		case cell.Missing != "":
			return cell.Missing
		}
	}
	return ""
}
