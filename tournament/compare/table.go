package compare

import (
	"bufio"
	"fmt"
	"io"
	"strings"

	"github.com/jedib0t/go-pretty/v6/text"

	"github.com/wakeful-go/wakeful/tournament/figures"
	"github.com/wakeful-go/wakeful/tournament/result"
	"github.com/wakeful-go/wakeful/tournament/stats"
)

// This file owns the comparison as text for a terminal.

// Table writes the differences between the runs, then their figures side by side: each run's median
// with its interval, and for every run but the first its ratio to the first with the interval and
// the outcome. The end says how many verdicts repeat. Only changed omits the rows in which nothing was
// shown. The text has no escape sequences.
func (c *Comparison) Table(w io.Writer, onlyChanged bool) error {
	out := bufio.NewWriter(w)
	c.header(out)
	left := c.figures(out, onlyChanged)
	c.footer(out, left)
	c.verdicts(out)
	if err := out.Flush(); err != nil {
		return fmt.Errorf("compare: writing the table: %w", err)
	}
	return nil
}

// letter is the short name of a run.
func letter(run int) string {
	if run < 26 {
		return string(rune('A' + run))
	}
	return fmt.Sprintf("#%d", run+1)
}

func (c *Comparison) header(out io.Writer) {
	for i, run := range c.Runs {
		e := run.Environment
		facts := []string{figures.Plain(run.Name), run.Mode + " run", figures.Counted(run.Rounds, "round"), run.Started.UTC().Format("2006-01-02 15:04")}
		for _, fact := range []string{e.CPU, e.OS + "/" + e.Arch, commit(e)} {
			if fact != "" {
				facts = append(facts, figures.Plain(fact))
			}
		}
		if !run.Complete {
			facts = append(facts, "interrupted")
		}
		fmt.Fprintf(out, "%s  %s\n", letter(i), strings.Join(facts, ", "))
	}
	fmt.Fprintln(out)
	for i, d := range c.Against {
		for _, part := range []struct {
			what string
			of   []Difference
		}{{"machine", d.Machine}, {"method", d.Method}, {"code", d.Code}} {
			for _, difference := range part.of {
				fmt.Fprintf(out, "%s and %s differ in their %s: %s is %s and %s\n", letter(0), letter(i), part.what,
					figures.Plain(difference.What), figures.Plain(difference.Was), figures.Plain(difference.Now))
			}
		}
		for _, drift := range d.Drift {
			fmt.Fprintf(out, "the machine itself changed between %s and %s: %s\n", letter(0), letter(i), figures.Plain(drift))
		}
	}
	fmt.Fprintln(out)
}

func commit(e result.Environment) string {
	short := e.Commit
	if len(short) > 12 {
		short = short[:12]
	}
	if short != "" && e.Dirty {
		short += " with changes"
	}
	return short
}

// figures writes the rows and returns how many were left out.
func (c *Comparison) figures(out io.Writer, onlyChanged bool) (left int) {
	shown := figures.Table{Header: []string{""}, Align: "l", Ruled: true}
	for i := range c.Runs {
		shown.Header = append(shown.Header, letter(i))
		shown.Align += "r"
		if i > 0 {
			shown.Header = append(shown.Header, letter(i)+" / "+letter(0), "")
			shown.Align += "rl"
		}
	}
	group := ""
	for _, r := range c.Rows {
		if onlyChanged && !r.changed() {
			left++
			continue
		}
		if row := (&result.Cell{Workload: r.Workload, Params: r.Params}).Row(); row != group {
			group = row
			title := figures.Plain(row)
			if !figures.Timed(r.Unit) {
				title += " (" + figures.Plain(r.Unit) + ")"
			}
			shown.Add(title)
		}
		shown.Add(r.line()...)
	}
	fmt.Fprint(out, shown.Text())
	return left
}

// changed reports whether at least one run shows a difference.
func (r *Row) changed() bool {
	for _, cell := range r.Cells {
		if cell.Outcome == Faster || cell.Outcome == Slower {
			return true
		}
	}
	return false
}

func (r *Row) line() []string {
	line := []string{"  " + figures.Plain(r.Contestant)}
	for i, cell := range r.Cells {
		value := "–"
		if cell.Known() {
			value = figures.Value(cell.Value, r.Unit) + " " + figures.Spread(cell.Estimate)
		}
		line = append(line, value)
		if i > 0 {
			line = append(line, ratio(cell.Ratio), r.word(i))
		}
	}
	return line
}

// ratio formats a ratio with its interval.
func ratio(e stats.Estimate) string {
	switch {
	case !e.Known():
		return "–"
	case !e.Bounded():
		return figures.Factor(e.Value)
	}
	return fmt.Sprintf("%s  %s to %s", figures.Factor(e.Value), figures.Factor(e.Low), figures.Factor(e.High))
}

// word names the outcome of a run's ratio, or the reason why there is none.
func (r *Row) word(run int) string {
	cell := r.Cells[run]
	switch {
	case cell.Regression:
		return "REGRESSION"
	case cell.Outcome != Open:
		return string(cell.Outcome)
	}
	for _, at := range []int{run, 0} {
		if reason := r.Cells[at].Reason; reason != "" {
			first, _, _ := strings.Cut(reason, "\n")
			return fmt.Sprintf("%s %s: %s", Open, letter(at), text.Snip(figures.Plain(first), 60, "…"))
		}
	}
	return string(Open) + " too few rounds for an interval"
}

func (c *Comparison) footer(out io.Writer, left int) {
	fmt.Fprintln(out)
	if left > 0 {
		fmt.Fprintf(out, "%s without a difference left out\n", figures.Counted(left, "row"))
	}
	fmt.Fprintf(out, "Lower is better. Medians, ± how far the interval at %.0f %% reaches; %s: nothing was shown, the interval of the ratio holds 1.\n",
		100*stats.Confidence, Same)
	for i := 1; i < len(c.Runs); i++ {
		fmt.Fprintf(out, "%s against %s: %s faster, %s slower, %s %s, %s without a ratio. %s\n", letter(i), letter(0),
			figures.Counted(c.Count(i, Faster), "cell"), figures.Grouped(int64(c.Count(i, Slower))), figures.Grouped(int64(c.Count(i, Same))), Same,
			figures.Grouped(int64(c.Count(i, Open))), c.sentence(i))
	}
	fmt.Fprintln(out, "About one ratio in twenty is taken for a difference by chance; a regression must exceed the tolerance with its whole interval.")
}

// sentence says whether there is a regression, or why that cannot be decided.
func (c *Comparison) sentence(run int) string {
	n := 0
	for _, r := range c.Rows {
		if r.Cells[run].Regression {
			n++
		}
	}
	switch d := c.Against[run]; {
	case n > 0:
		return figures.Counted(n, "regression") + "."
	case len(d.Machine) > 0:
		return "No difference is called a regression, since the runs are of different machines: " + named(d.Machine) + "."
	case len(d.Method) > 0:
		return "No difference is called a regression, since the runs were not made alike: " + named(d.Method) + "."
	case len(d.Drift) > 0:
		return "No difference is called a regression, since the controls changed as well."
	}
	return "No regression."
}

func named(differences []Difference) string {
	var names []string
	for _, d := range differences {
		names = append(names, figures.Plain(d.What))
	}
	return "they differ in " + figures.Listed(names)
}
