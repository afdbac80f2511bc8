package claims

import (
	"bufio"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/wakeful-go/wakeful/tournament/figures"
	"github.com/wakeful-go/wakeful/tournament/result"
)

// This file owns the page that shows the verdicts of several machines side by side.

// A Run is the document of one machine.
type Run struct {
	// File is the name of the document, relative to the page.
	File string
	Doc  *result.Document
}

// ChartOf returns the path of a claim's chart, relative to the page. [Judgement.Chart] writes it.
func ChartOf(id string) string { return "claims/" + id + ".svg" }

// Summary writes a page in Markdown with the verdict of every claim on every machine. The first
// run is the one whose charts are beside the page. [Findings] writes every figure of one run. The
// same documents always give the same page. The documents must be valid, and are not changed.
func Summary(w io.Writer, runs ...Run) error {
	p := &page{out: bufio.NewWriter(w)}
	p.say("# Findings: which claims of the founding documents hold, by machine")
	p.say("wakeful grew from [five documents](results.md#the-founding-documents) with conclusions about event loops. A full run of the tournament tests them, one run for each machine. " +
		"This page is generated from the runs.")
	var machines []string
	judged := make([][]Judgement, len(runs))
	for i, r := range runs {
		judged[i] = Judge(r.Doc)
		machines = append(machines, r.describe(judged[i]))
	}
	p.list(machines...)
	p.say("A claim is *confirmed* when the whole interval of the measured figure lies where the claim puts it, *refuted* when no part of it does, and else *undecided*. " +
		"A claim of being first is also refuted by a tie. Beside a verdict is the first figure that decided it.")
	p.say("The charts are of the first machine. This command writes every figure, test and experiment of one machine:")
	fmt.Fprintf(p.out, "```sh\nwakeful findings docs/%s\n```\n\n", runs[0].File)
	if len(runs) > 1 {
		p.agreement(judged)
	}
	header := []string{"chart", "claim"}
	for _, r := range runs {
		header = append(header, escaped(r.Doc.Environment.Processor()))
	}
	fmt.Fprintf(p.out, "| %s |\n%s|\n", strings.Join(header, " | "), strings.Repeat("|---", len(header)))
	for c, j := range judged[0] {
		cells := []string{j.ID, escaped(j.Title)}
		for i := range runs {
			if i == 0 && len(j.drawnFigures()) > 0 {
				cells[0] = "[" + j.ID + "](" + ChartOf(j.ID) + ")"
			}
			cells = append(cells, escaped(judged[i][c].short()))
		}
		fmt.Fprintf(p.out, "| %s |\n", strings.Join(cells, " | "))
	}
	if err := p.out.Flush(); err != nil {
		return fmt.Errorf("claims: writing the summary of the findings: %w", err)
	}
	return nil
}

// describe returns an item of the list of machines.
func (r Run) describe(judged []Judgement) string {
	e := r.Doc.Environment
	n := map[Verdict]int{}
	for _, j := range judged {
		n[j.Verdict]++
	}
	var counts []string
	for _, v := range Verdicts {
		counts = append(counts, fmt.Sprintf("%d %s", n[v], v))
	}
	text := fmt.Sprintf("**%s**: %s, %s/%s, %s, %s; %s, %s, %s. [Document](%s). %s.", escaped(r.Doc.Environment.Processor()),
		figures.Counted(e.Cores, "core"), escaped(e.OS), escaped(e.Arch), escaped(e.Kernel), escaped(e.GoVersion),
		r.Doc.Started.UTC().Format("2006-01-02"), figures.Counted(r.Doc.Rounds, "round"), completeness(r.Doc), r.File,
		figures.Listed(counts))
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

// short returns a verdict with the first figure that decided it.
func (j Judgement) short() string {
	if j.Verdict != NotTestable {
		for _, leaf := range j.Leaves() {
			if leaf.Verdict == j.Verdict && leaf.Measured.Known() && leaf.Unit != "" {
				return string(j.Verdict) + ", " + unitText(leaf.Measured.Value, leaf.Unit)
			}
		}
	}
	return strings.TrimSuffix(string(j.Verdict), " here")
}

// agreement writes which claims have the same verdict on all machines.
func (p *page) agreement(judged [][]Judgement) {
	same := map[Verdict][]string{}
	var differ []string
	for c, j := range judged[0] {
		if slices.ContainsFunc(judged, func(all []Judgement) bool { return all[c].Verdict != j.Verdict }) {
			differ = append(differ, j.ID)
			continue
		}
		same[j.Verdict] = append(same[j.Verdict], j.ID)
	}
	var items []string
	for _, v := range Verdicts {
		if len(same[v]) > 0 {
			items = append(items, fmt.Sprintf("%s on every machine: %s", v, strings.Join(same[v], ", ")))
		}
	}
	if len(differ) > 0 {
		items = append(items, "different verdicts: "+strings.Join(differ, ", "))
	}
	p.list(items...)
}
