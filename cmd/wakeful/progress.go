package main

import (
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/schollz/progressbar/v3"

	"github.com/wakeful-go/wakeful/tournament/runner"
)

// newProgress returns a function that shows on w how far a run has come: a bar on a terminal,
// otherwise a line for each round and each failure. Neither runs between two calls, because then
// the machine measures.
func newProgress(w io.Writer) func(runner.Progress) {
	if width := terminalWidth(w); width > 0 {
		return newProgressBar(w, width)
	}
	return lines(w)
}

func lines(w io.Writer) func(runner.Progress) {
	round := 0
	return func(p runner.Progress) {
		tellFailure(w, p)
		if p.Cell == "" {
			fmt.Fprintf(w, "%d of %d samples taken\n", p.Done, p.Total)
			return
		}
		if p.Round == round {
			return
		}
		round = p.Round
		fmt.Fprintf(w, "round %d of %d%s\n", p.Round, p.Rounds, timeLeftText(p.Left))
	}
}

// besideBar is about the width of the text beside the bar. The line must not wrap, because the next
// line could then not overwrite it.
const besideBar = 44

func newProgressBar(w io.Writer, width int) func(runner.Progress) {
	var b *progressbar.ProgressBar
	return func(p runner.Progress) {
		if b == nil {
			b = progressbar.NewOptions(p.Total,
				progressbar.OptionSetWriter(w),
				progressbar.OptionSetPredictTime(false), // the run's own estimate is better
				progressbar.OptionSetElapsedTime(false),
				progressbar.OptionSetWidth(min(20, max(1, width-besideBar))),
				progressbar.OptionClearOnFinish(),
			)
		}
		if p.Failure != "" {
			_ = b.Clear()
			tellFailure(w, p)
		}
		b.Describe(fmt.Sprintf("round %d of %d%s", p.Round, p.Rounds, timeLeftText(p.Left)))
		_ = b.Set(p.Done)
		if p.Cell == "" {
			_ = b.Finish()
		}
	}
}

func timeLeftText(d time.Duration) string {
	if d <= 0 {
		return ""
	}
	return fmt.Sprintf(", %s left", d.Round(time.Second))
}

// tellFailure writes the first line of a reason. The report has the whole reason.
func tellFailure(w io.Writer, p runner.Progress) {
	if p.Failure == "" {
		return
	}
	first, _, _ := strings.Cut(p.Failure, "\n")
	fmt.Fprintf(w, "failed: %s: %s\n", p.FailedCell, first)
}
