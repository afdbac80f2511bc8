package report

import (
	"bufio"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/jedib0t/go-pretty/v6/text"

	"github.com/wakeful-go/wakeful/tournament/figures"
	"github.com/wakeful-go/wakeful/tournament/result"
	"github.com/wakeful-go/wakeful/tournament/stats"
)

// This file owns the table for a terminal.

// The marks behind a figure are text, so that output to a pipe keeps them.
const (
	markBest  = " *"
	markTied  = " ~"
	markOpen  = " ?"
	markOther = "  "
)

// columnGap is the number of blanks between two columns.
const columnGap = 2

// Table writes the matrix for a terminal with the given width in columns (80 if it is not
// positive). Contestants are columns, and each workload with its parameters is a row. A cell has
// the median and the half-width of its interval, with marks for the best of the row and for cells
// tied with it. Below are the outcomes, the reasons for missing figures, and warnings. If not all
// contestants fit into the width, further blocks follow. Without color the text has no escape
// sequences.
func Table(w io.Writer, doc *result.Document, width int, color bool) error {
	if width <= 0 {
		width = 80
	}
	t := &terminal{matrix: newMatrix(doc), out: bufio.NewWriter(w), width: width, color: color}
	t.header()
	t.blocks()
	t.legend()
	t.verdicts()
	t.reasons()
	if err := t.out.Flush(); err != nil {
		return fmt.Errorf("report: writing the table: %w", err)
	}
	return nil
}

type terminal struct {
	*matrix
	out   *bufio.Writer
	width int
	color bool
}

// Escape sequences of the table's styles.
const (
	bold   = "\x1b[1m"
	dim    = "\x1b[2m"
	red    = "\x1b[31m"
	green  = "\x1b[32m"
	yellow = "\x1b[33m"
	reset  = "\x1b[0m"
)

func (t *terminal) paint(s string, styles ...string) string {
	if !t.color || s == "" {
		return s
	}
	return strings.Join(styles, "") + s + reset
}

// writeParagraph writes a paragraph wrapped to the width. The following lines are indented below
// the text of the first line.
func (t *terminal) writeParagraph(indent int, s string, looks ...string) {
	room := max(t.width-indent, 20)
	for i, line := range figures.Wrapped(figures.Plain(s), room) {
		lead := ""
		if i > 0 {
			lead = strings.Repeat(" ", indent)
		}
		fmt.Fprintln(t.out, lead+t.paint(line, looks...))
	}
}

func (t *terminal) header() {
	t.writeParagraph(0, strings.Join(append([]string{"wakeful tournament"}, runFacts(t.doc)...), ", "), bold)
	t.writeParagraph(0, strings.Join(machineFacts(t.doc.Environment), ", "), dim)
	if !t.doc.Complete {
		t.writeParagraph(2, "! "+interruptedText, yellow)
	}
	for _, warning := range t.doc.Warnings {
		t.writeParagraph(2, "! "+warning, yellow)
	}
	fmt.Fprintln(t.out)
}

// line is a row of the printed table: a label and a text for each column.
type line struct {
	label string
	cells []string
}

func (t *terminal) lines() []line {
	var lines []line
	for _, g := range t.groups {
		name := figures.Plain(g.Name)
		if !figures.Timed(g.Unit) {
			name += " (" + figures.Plain(g.Unit) + ")"
		}
		if len(g.rows) == 1 && len(g.rows[0].params) == 0 {
			lines = append(lines, line{name, t.cells(g.rows[0])})
			continue
		}
		lines = append(lines, line{name, make([]string, len(t.columns))})
		for _, r := range g.rows {
			lines = append(lines, line{"  " + figures.Plain(r.label()), t.cells(r)})
		}
	}
	return lines
}

func (t *terminal) cells(r row) []string {
	texts := make([]string, len(r.cells))
	for i, c := range r.cells {
		texts[i] = t.cell(r, i, c)
	}
	return texts
}

func (t *terminal) cell(r row, at int, c cell) string {
	switch c.state {
	case absent:
		return t.paint("·", dim) + markOther
	case missing:
		return t.paint(fmt.Sprintf("– [%d]", c.gap), dim) + markOther
	case failed:
		return t.paint(fmt.Sprintf("FAILED [%d]", c.gap), red) + markOther
	}
	value := figures.Value(c.estimate.Value, r.unit) + " " + figures.Spread(c.estimate)
	switch {
	case at == r.best:
		return t.paint(value+markBest, bold, green)
	case r.tied(at):
		return t.paint(value+markTied, green)
	case r.open(at):
		return t.paint(value+markOpen, yellow)
	}
	return value + markOther
}

// blocks prints the matrix in blocks with as many contestants side by side as fit.
func (t *terminal) blocks() {
	lines := t.lines()
	labels := 0
	widths := make([]int, len(t.columns))
	for i, c := range t.columns {
		widths[i] = text.StringWidthWithoutEscSequences(figures.Plain(c.Name) + markOther)
	}
	for _, l := range lines {
		labels = max(labels, text.StringWidthWithoutEscSequences(l.label))
		for i, s := range l.cells {
			widths[i] = max(widths[i], text.StringWidthWithoutEscSequences(s))
		}
	}
	for from := 0; from < len(t.columns); {
		used, to := labels, from
		for to < len(t.columns) && (to == from || used+columnGap+widths[to] <= t.width) {
			used += columnGap + widths[to]
			to++
		}
		t.block(lines, from, to)
		from = to
	}
}

func (t *terminal) block(lines []line, from, to int) {
	shown := figures.Table{Header: []string{""}, Align: "l" + strings.Repeat("r", to-from), Ruled: true}
	for i := from; i < to; i++ {
		name := figures.Plain(t.columns[i].Name)
		switch {
		case t.columns[i].Champion:
			name = t.paint(name, bold)
		case !t.columns[i].Ranked:
			name = t.paint(name, dim)
		}
		shown.Header = append(shown.Header, name+markOther)
	}
	for _, l := range lines {
		shown.Add(append([]string{l.label}, l.cells[from:to]...)...)
	}
	fmt.Fprintln(t.out, shown.Text())
}

func (t *terminal) legend() {
	t.writeParagraph(0, fmt.Sprintf("Lower is better. Medians over the rounds, ± how far the interval at %.0f %% reaches.", 100*stats.Confidence))
	t.writeParagraph(0, "* lowest median of the row; ~ tied with it: a difference above 10 % is excluded; ? no difference shown")
	if slices.ContainsFunc(t.columns, func(c column) bool { return !c.Ranked }) {
		t.writeParagraph(0, "Controls show what the machine itself costs. They are not ranked.")
	}
	if t.doc.Rounds < stats.MinSamples(stats.Confidence) {
		t.writeParagraph(0, tooFewRounds(t.doc.Rounds))
	}
	fmt.Fprintln(t.out)
}

func (t *terminal) verdicts() {
	t.writeParagraph(0, t.headline()+" "+t.subline(), bold)
	var all outcomes
	all.add(t.matrix, everybody, 0, 1)
	for _, g := range all {
		var rows []string
		for _, r := range g.Rows {
			rows = append(rows, r.String())
		}
		t.writeParagraph(2, "- "+g.Name+": "+strings.Join(rows, "; "))
	}
	if len(all) > 0 {
		t.writeParagraph(0, "A factor is the median of the rival in brackets, divided by that of the default strategy.")
	}
}

func (t *terminal) reasons() {
	if len(t.gaps) > 0 {
		fmt.Fprintln(t.out)
	}
	for i, gap := range t.gaps {
		mark := fmt.Sprintf("[%d] ", i+1)
		t.writeParagraph(len(mark), mark+gap.Reason)
	}
}
