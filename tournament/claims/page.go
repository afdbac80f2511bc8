package claims

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/wakeful-go/wakeful/tournament/figures"
	"github.com/wakeful-go/wakeful/tournament/result"
)

// This file owns the page of findings: the verdicts of several machines side by side, or every figure
// of one. wording.go formats figures.

// A Run is the document of one machine.
type Run struct {
	// File is the name of the document, relative to the page. It is not needed for one run.
	File string
	Doc  *result.Document
}

// ChartOf returns the path of a claim's chart, relative to the page. [Judgement.Chart] writes it.
func ChartOf(id string) string { return "claims/" + id + ".svg" }

// Findings writes a page in Markdown with the verdict of every claim in every run. For one run it also
// writes every figure. For several, the first run is the one whose charts are beside the page. The same
// documents always give the same page. The documents must be valid, and are not changed.
func Findings(w io.Writer, runs ...Run) error {
	p := &page{}
	fmt.Fprint(p, "# Findings: which claims of the founding documents hold, by machine\n\n")
	documents := "[five documents](results.md#the-founding-documents)"
	if len(runs) == 1 { // the page may be anywhere
		documents = "five documents"
	}
	p.say("", "wakeful grew from "+documents+" with conclusions about event loops. "+
		"A full run of the tournament tests them, one run for each machine. "+
		"This page is generated from the runs.")
	var machines []string
	judged := make([][]Judgement, len(runs))
	for i, r := range runs {
		judged[i] = Judge(r.Doc)
		machines = append(machines, r.describe(judged[i]))
	}
	p.list(machines)
	p.say("", "A claim is *confirmed* when the whole interval of the measured figure lies where the claim puts it, "+
		"*refuted* when no part of it does, and else *undecided*. "+
		"A claim of being first is also refuted by a tie. "+
		"Beside a verdict is the first figure that decided it.")
	if len(runs) == 1 {
		p.verdicts(runs, judged, false)
		p.everyClaim(judged[0])
	} else {
		p.say("", "The charts are of the first machine. "+
			"This command writes every figure, test and experiment of one machine:")
		fmt.Fprintf(p, "```sh\nwakeful findings docs/%s\n```\n\n", runs[0].File)
		p.list(agreement(judged))
		p.verdicts(runs, judged, true)
	}
	if _, err := io.WriteString(w, strings.TrimSuffix(p.String(), "\n")); err != nil {
		return fmt.Errorf("claims: writing the findings: %w", err)
	}
	return nil
}

// describe returns an item of the list of machines.
func (r Run) describe(judged []Judgement) string {
	e := r.Doc.Environment
	completeness := "complete"
	if !r.Doc.Complete {
		completeness = "interrupted before its end"
	}
	var facts []string
	if e.Cores > 0 {
		facts = append(facts, figures.Counted(e.Cores, "core"))
	}
	for _, known := range []string{strings.Trim(e.OS+"/"+e.Arch, "/"), e.Kernel, e.GoVersion} {
		if known != "" {
			facts = append(facts, escaped(known))
		}
	}
	machine := "**" + r.processor() + "**: "
	if len(facts) > 0 {
		machine += strings.Join(facts, ", ") + "; "
	}
	text := fmt.Sprintf("%s%s, %s, %s.", machine, r.Doc.Started.UTC().Format("2006-01-02"),
		figures.Counted(r.Doc.Rounds, "round"), completeness)
	if r.File != "" {
		text += " [Document](" + r.File + ")."
	}
	text += " " + Counts(judged) + "."
	var warnings []string
	for _, w := range r.Doc.Warnings {
		first, _, _ := strings.Cut(w, ". ")
		first, _, _ = strings.Cut(first, ": ")
		if first = strings.TrimSuffix(figures.Plain(first), "."); !slices.Contains(warnings, first) {
			warnings = append(warnings, first)
		}
	}
	if len(warnings) > 0 {
		text += " Warnings: " + escaped(strings.Join(warnings, "; ")) + "."
	}
	return text
}

// processor returns the name of the machine.
func (r Run) processor() string {
	return escaped(cmp.Or(r.Doc.Environment.Processor(), "unknown processor"))
}

// agreement says which claims have the same verdict on all machines.
func agreement(judged [][]Judgement) (items []string) {
	same := map[Verdict][]string{}
	var differ []string
	for c, j := range judged[0] {
		if slices.ContainsFunc(judged, func(all []Judgement) bool { return all[c].Verdict != j.Verdict }) {
			differ = append(differ, j.ID)
			continue
		}
		same[j.Verdict] = append(same[j.Verdict], j.ID)
	}
	for _, v := range Verdicts {
		if len(same[v]) > 0 {
			items = append(items, fmt.Sprintf("%s on every machine: %s", v, strings.Join(same[v], ", ")))
		}
	}
	if len(differ) > 0 {
		items = append(items, "different verdicts: "+strings.Join(differ, ", "))
	}
	return items
}

// page is the text of a page.
type page struct{ strings.Builder }

// verdicts writes the table of the verdicts, with links to the charts if there are any.
func (p *page) verdicts(runs []Run, judged [][]Judgement, charts bool) {
	header := []string{"id", "claim"}
	for _, r := range runs {
		header = append(header, r.processor())
	}
	var rows [][]string
	for c, j := range judged[0] {
		cells := []string{j.ID, escaped(j.Title)}
		if charts && len(j.drawnFigures()) > 0 {
			cells[0] = "[" + j.ID + "](" + ChartOf(j.ID) + ")"
		}
		for _, of := range judged {
			cells = append(cells, escaped(of[c].short()))
		}
		rows = append(rows, cells)
	}
	p.table(header, rows)
}

// everyClaim writes what each claim says, how it was tested, and all of its figures.
func (p *page) everyClaim(judged []Judgement) {
	p.say("", "A figure that was reported for another machine counts as near within half to twice. "+
		"Of a ratio, that is the part above 1. "+
		"A part is what one exchange changes, in percent of what separates two other figures. "+
		"A figure without a verdict is shown beside the others and decides nothing.")
	for _, j := range judged {
		fmt.Fprintf(p, "## %s: %s\n\n", j.ID, j.Verdict)
		p.say("> ", escaped(j.Statement))
		p.say("", "Claimed in: "+escaped(j.Source)+".")
		p.say("", "Test: "+escaped(j.Test))
		if j.Experiment != "" {
			p.say("", "Experiment: "+escaped(j.Experiment))
		}
		var rows [][]string
		for _, leaf := range j.Leaves() {
			row := []string{leaf.What, leaf.ReportedText(), leaf.Expected, leaf.MeasuredText(), string(leaf.Verdict), leaf.Reason}
			for i, cell := range row {
				row[i] = escaped(cell)
			}
			rows = append(rows, row)
		}
		p.table([]string{"figure", "reported", "expected", "measured", "verdict", "remark"}, rows)
	}
}

// say writes a paragraph with a lead before each line.
func (p *page) say(lead, text string) {
	p.wrapped(lead, lead, text)
	fmt.Fprintln(p)
}

// list writes a list.
func (p *page) list(items []string) {
	for _, item := range items {
		p.wrapped("- ", "  ", item)
	}
	fmt.Fprintln(p)
}

// table writes a table of cells in Markdown.
func (p *page) table(header []string, rows [][]string) {
	fmt.Fprintf(p, "| %s |\n%s|\n", strings.Join(header, " | "), strings.Repeat("|---", len(header)))
	for _, row := range rows {
		fmt.Fprintf(p, "| %s |\n", strings.Join(row, " | "))
	}
	fmt.Fprintln(p)
}

// columns is the width of the pages' paragraphs.
const columns = 100

// wrapped writes text in lines of at most so many columns, with a lead before the first and one
// before the others. A word that is longer has a line of its own.
func (p *page) wrapped(first, others, text string) {
	line, lead := first, ""
	for word := range strings.FieldsSeq(text) {
		if lead != "" && !beginsBlock(word) && utf8.RuneCountInString(line)+1+utf8.RuneCountInString(word) > columns {
			fmt.Fprintln(p, line)
			line, lead = others, ""
		}
		line += lead + word
		lead = " "
	}
	fmt.Fprintln(p, line)
}

// beginsBlock reports whether a word at the beginning of a line would begin a list, a heading or a
// quotation.
func beginsBlock(word string) bool {
	number := strings.TrimRight(word, ".)")
	return strings.Trim(word, "-+*#>=") == "" || number != word && strings.Trim(number, "0123456789") == ""
}
