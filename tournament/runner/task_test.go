package runner_test

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/wakeful-go/wakeful/tournament/result"
	"github.com/wakeful-go/wakeful/tournament/runner"
)

// task is a cell whose samples are made up.
func task(name string, take func() (result.Sample, error)) runner.Task {
	return runner.Task{
		Contestant: result.Contestant{Name: name, Kind: "floor"}, Workload: result.Workload{Name: "w", Unit: "ns/op"}, Expected: time.Hour,
		Take: func(_ context.Context, c *result.Contestant) (result.Sample, error) {
			c.Summary = "described by " + name
			return take()
		},
	}
}

func TestTasks(t *testing.T) {
	var told []runner.Progress
	absent := task("absent", func() (result.Sample, error) { panic("a missing cell is not measured") })
	absent.Missing = "not here"
	o := runner.Options{
		Mode: runner.Quick, Rounds: 3, Seed: 1,
		Progress: func(p runner.Progress) { told = append(told, p) },
		Tasks: []runner.Task{
			task("good", func() (result.Sample, error) { return result.Sample{Value: 2, Ops: 1}, nil }),
			task("bad", func() (result.Sample, error) {
				return result.Sample{}, &runner.FailedSampleError{Reason: "lost a message"}
			}),
			absent,
		},
	}
	doc, err := runner.Run(t.Context(), o)
	if err != nil || !doc.Complete {
		t.Fatalf("%v, complete %v", err, doc.Complete)
	}
	if err := doc.Validate(); err != nil {
		t.Error(err)
	}
	good, bad, missing := doc.Cells[0], doc.Cells[1], doc.Cells[2]
	if len(good.Samples) != 3 || len(bad.Failures) != 1 || bad.Failures[0].Reason != "lost a message" || missing.Missing != "not here" {
		t.Errorf("the cells are %+v", doc.Cells)
	}
	if got := doc.Contestants[0].Summary; got != "described by good" {
		t.Errorf("the contestant is described as %q", got)
	}
	if first := told[0]; first.Left != 6*time.Hour || first.Total != 6 {
		t.Errorf("at first %v and %d samples are left, want what is expected of both cells", first.Left, first.Total)
	}
	if last := told[len(told)-1]; last.Done != 6 || last.Left != 0 {
		t.Errorf("at the end it told %+v", last)
	}
}

func TestAnErrorOfATaskEndsTheRun(t *testing.T) {
	broken := errors.New("there is no such program")
	doc, err := runner.Run(t.Context(), runner.Options{Mode: runner.Quick, Rounds: 2,
		Tasks: []runner.Task{task("a", func() (result.Sample, error) { return result.Sample{}, broken })}})
	if !errors.Is(err, broken) || doc.Complete || doc.Cells[0].Missing == "" {
		t.Errorf("the error is %v, the document %+v", err, doc)
	}
}

func TestTheHeadOfALongReasonIsKept(t *testing.T) {
	if got := runner.FailedSample("", " a\n", strings.Repeat("ü", 5000)).Error(); len(got) > 1510 || !strings.HasPrefix(got, "a: ü") || !strings.HasSuffix(got, "...") {
		t.Errorf("the reason has %d bytes: %.20q", len(got), got)
	}
}
