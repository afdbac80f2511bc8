package main

import (
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/wakeful-go/wakeful/tournament/runner"
)

// newProgress returns a function that says on w how far a run has come. On a terminal it rewrites
// one line at each sample. Otherwise it writes a line for each round, for each failure, and for each
// half minute of a long round. Nothing runs between two calls, because then the machine measures.
func newProgress(w io.Writer) func(runner.Progress) { return progressOf(w, terminalWidth(w)) }

// progressOf is newProgress for a terminal of a width, or 0 for anything else.
func progressOf(w io.Writer, width int) func(runner.Progress) {
	const silence = 30 * time.Second
	erase := ""
	if width > 0 {
		erase = "\r" + strings.Repeat(" ", width-1) + "\r"
	}
	round := 0
	var said time.Time
	return func(p runner.Progress) {
		if p.Failure != "" { // its first line; the report has the whole reason
			first, _, _ := strings.Cut(p.Failure, "\n")
			fmt.Fprintf(w, "%sfailed: %s: %s\n", erase, p.FailedCell, first)
		}
		line := fmt.Sprintf("round %d of %d, sample %d of %d%s", p.Round, p.Rounds, p.Done+1, p.Total, timeLeftText(p.Left))
		switch {
		case p.Cell == "":
			fmt.Fprintf(w, "%s%d of %d samples taken\n", erase, p.Done, p.Total)
		case width > 0:
			fmt.Fprint(w, erase+line[:min(len(line), width-1)]) // a line that wraps could not be erased
		case p.Round != round:
			fmt.Fprintf(w, "round %d of %d%s\n", p.Round, p.Rounds, timeLeftText(p.Left))
			round, said = p.Round, time.Now()
		case time.Since(said) >= silence:
			fmt.Fprintln(w, line)
			said = time.Now()
		}
	}
}

func timeLeftText(d time.Duration) string {
	if d <= 0 {
		return ""
	}
	return fmt.Sprintf(", %s left", d.Round(time.Second))
}
