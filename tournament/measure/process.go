package measure

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os/exec"
	"strings"
	"time"

	"github.com/wakeful-go/wakeful/tournament/internal/system"
	"github.com/wakeful-go/wakeful/tournament/result"
	"github.com/wakeful-go/wakeful/tournament/runner"
)

// This file runs the process of one sample.

// A limit ends a sample that does not answer.
type limit struct {
	// expired ends when the process is asked to give up. cause is the text about it in the reason.
	expired context.Context
	cause   string
	// stacksAfter that, the process is asked for its stacks: its runtime writes them
	// even when no goroutine of it can run any more. After killAfter it is killed.
	stacksAfter, killAfter time.Duration
}

// newLimit is the limit of a sample that has d to answer.
func newLimit(ctx context.Context, d time.Duration) (limit, context.CancelFunc) {
	expired, cancel := context.WithTimeout(ctx, d)
	return limit{
		expired: expired, cause: fmt.Sprintf(runner.TimeOver+" %v", d),
		stacksAfter: 2 * time.Second, killAfter: 3 * time.Second,
	}, cancel
}

// keptOutput is how much of a process's error output is read for a reason: the stacks of some thousand
// goroutines.
const keptOutput = 1 << 20

// perform takes one sample in its own process. If the process does not answer within the limit, it
// is asked to give up, then for its stacks, and then killed. The end of ctx also kills it, and
// perform returns ctx's error.
func perform(ctx context.Context, command []string, within limit, o order) (result.Sample, error) {
	input, err := json.Marshal(o)
	if err != nil {
		return result.Sample{}, fmt.Errorf("measure: %w", err)
	}
	var out bytes.Buffer
	errOut := head{limit: keptOutput}
	cmd := exec.CommandContext(within.expired, command[0], command[1:]...)
	cmd.Stdin, cmd.Stdout, cmd.Stderr = bytes.NewReader(input), &out, &errOut
	cmd.WaitDelay = within.killAfter
	cmd.Cancel = func() error {
		if ctx.Err() != nil {
			return cmd.Process.Kill()
		}
		time.AfterFunc(within.stacksAfter, func() { askForStacks(cmd.Process) })
		return giveUp(cmd.Process)
	}
	system.SetApart(cmd)
	if err := cmd.Start(); err != nil {
		return result.Sample{}, fmt.Errorf("measure: starting the process of a sample: %w", err)
	}
	waitErr := cmd.Wait()
	if ctx.Err() != nil {
		return result.Sample{}, ctx.Err()
	}
	late := ""
	if within.expired.Err() != nil {
		late = within.cause
	}
	var a answer
	if err := json.Unmarshal(out.Bytes(), &a); err == nil && (a.Sample != nil || a.Failure != "") {
		if a.Sample != nil {
			return *a.Sample, nil
		}
		return result.Sample{}, runner.FailedSample(late, a.Failure)
	}
	said := strings.TrimSpace(errOut.String())
	switch exit := (*exec.ExitError)(nil); {
	case late != "":
		return result.Sample{}, runner.FailedSample(late, "the process was ended", stacks(said))
	case errors.As(waitErr, &exit):
		return result.Sample{}, runner.FailedSample("crashed, "+exit.Error(), said)
	case waitErr != nil:
		return result.Sample{}, fmt.Errorf("measure: waiting for the process of a sample: %w", waitErr)
	}
	return result.Sample{}, runner.FailedSample(fmt.Sprintf("ended without a result; it wrote %.1500q", out.String()), said)
}

// head keeps the beginning of what is written to it.
type head struct {
	bytes.Buffer
	limit int
}

func (h *head) Write(p []byte) (int, error) {
	h.Buffer.Write(p[:min(len(p), h.limit-h.Len())])
	return len(p), nil
}
