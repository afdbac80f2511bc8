package figures

import (
	"strings"

	"github.com/jedib0t/go-pretty/v6/table"
	"github.com/jedib0t/go-pretty/v6/text"
)

// A Table is text in columns, for a terminal or a page.
type Table struct {
	Header []string
	Rows   [][]string
	// Align has a letter for each column: l, r, or a blank. Columns without a letter are on the left.
	Align string
	// Ruled: there is a line below the header.
	Ruled bool
}

// Add adds a row.
func (t *Table) Add(cells ...string) { t.Rows = append(t.Rows, cells) }

// Text returns the lines of the table, without trailing blanks and without lines between columns, so
// that text copied from a terminal stays readable.
func (t *Table) Text() string {
	w := t.writer()
	style := table.StyleDefault
	style.Format.Header = text.FormatDefault
	style.Options = table.OptionsNoBordersAndSeparators
	style.Box.PaddingLeft, style.Box.PaddingRight = "", "  "
	if t.Ruled {
		style.Box = table.BoxStyle{MiddleHorizontal: "─", MiddleSeparator: "──", MiddleVertical: "  "}
		style.Options = table.Options{SeparateColumns: true, SeparateHeader: true}
	}
	w.SetStyle(style)
	return trimmed(w.Render())
}

// Markdown returns the table as Markdown.
func (t *Table) Markdown() string { return trimmed(t.writer().RenderMarkdown()) }

// Right reports whether a column is on the right.
func (t *Table) Right(column int) bool { return column < len(t.Align) && t.Align[column] == 'r' }

func (t *Table) writer() table.Writer {
	w := table.NewWriter()
	var columns []table.ColumnConfig
	for i, letter := range t.Align {
		align := map[rune]text.Align{'l': text.AlignLeft, 'r': text.AlignRight}[letter]
		columns = append(columns, table.ColumnConfig{Number: i + 1, Align: align, AlignHeader: align})
	}
	w.SetColumnConfigs(columns)
	if len(t.Header) > 0 {
		w.AppendHeader(row(t.Header))
	}
	for _, r := range t.Rows {
		w.AppendRow(row(r))
	}
	return w
}

func row(cells []string) table.Row {
	r := make(table.Row, len(cells))
	for i, cell := range cells {
		r[i] = cell
	}
	return r
}

func trimmed(rendered string) string {
	var b strings.Builder
	for line := range strings.Lines(rendered) {
		b.WriteString(strings.TrimRight(line, " \n") + "\n")
	}
	return b.String()
}

// Wrapped breaks a text between words into lines of at most width columns, without trailing blanks.
func Wrapped(s string, width int) []string {
	lines := strings.Split(text.WrapSoft(s, width), "\n")
	for i, line := range lines {
		lines[i] = strings.TrimRight(line, " ")
	}
	return lines
}
