package main

import (
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/wakeful-go/wakeful/tournament/runner"
)

// newProgress returns a function that says on w how far a run has come: a line for each round, for
// each failure, and for each half minute of a long round. Nothing runs between two calls, because
// then the machine measures.
func newProgress(w io.Writer) func(runner.Progress) {
	const silence = 30 * time.Second
	round := 0
	var said time.Time
	return func(p runner.Progress) {
		if p.Failure != "" { // its first line; the report has the whole reason
			first, _, _ := strings.Cut(p.Failure, "\n")
			fmt.Fprintf(w, "failed: %s: %s\n", p.FailedCell, first)
		}
		switch {
		case p.Cell == "":
			fmt.Fprintf(w, "%d of %d samples taken\n", p.Done, p.Total)
			return
		case p.Round != round:
			fmt.Fprintf(w, "round %d of %d%s\n", p.Round, p.Rounds, timeLeftText(p.Left))
		case time.Since(said) >= silence:
			fmt.Fprintf(w, "round %d of %d, sample %d of %d%s\n", p.Round, p.Rounds, p.Done+1, p.Total, timeLeftText(p.Left))
		default:
			return
		}
		round, said = p.Round, time.Now()
	}
}

func timeLeftText(d time.Duration) string {
	if d <= 0 {
		return ""
	}
	return fmt.Sprintf(", %s left", d.Round(time.Second))
}
