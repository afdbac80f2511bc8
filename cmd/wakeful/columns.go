package main

import (
	"fmt"
	"io"
	"strings"

	pretty "github.com/jedib0t/go-pretty/v6/table"
	"github.com/jedib0t/go-pretty/v6/text"
)

// columns prints text in columns that are separated by blanks. The commands use it for lists and
// tables on standard output. The tables of documents are in package report.
type columns struct{ w pretty.Writer }

func newColumns(header ...string) columns {
	w := pretty.NewWriter()
	style := pretty.StyleDefault
	style.Options = pretty.OptionsNoBordersAndSeparators
	style.Format.Header = text.FormatDefault
	style.Box.PaddingLeft, style.Box.PaddingRight = "", "  "
	w.SetStyle(style)
	c := columns{w}
	if len(header) > 0 {
		w.AppendHeader(row(header))
	}
	return c
}

func (c columns) add(cells ...string) { c.w.AppendRow(row(cells)) }

func row(cells []string) pretty.Row {
	r := make(pretty.Row, len(cells))
	for i, cell := range cells {
		r[i] = cell
	}
	return r
}

// write writes the lines without trailing blanks.
func (c columns) write(out io.Writer) error {
	for line := range strings.Lines(c.w.Render()) {
		if _, err := fmt.Fprintln(out, strings.TrimRight(line, " \n")); err != nil {
			return fmt.Errorf("writing a table: %w", err)
		}
	}
	return nil
}
