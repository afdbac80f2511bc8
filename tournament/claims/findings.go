package claims

import (
	"bufio"
	"fmt"
	"io"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/wakeful-go/wakeful/tournament/figures"
	"github.com/wakeful-go/wakeful/tournament/result"
	"github.com/wakeful-go/wakeful/tournament/stats"
)

// This file owns the content and order of the page of findings. phrases.go formats single findings.

// Findings writes a page in Markdown with the result of every claim and every figure. The same
// document always gives the same page. The document must be valid, and is not changed.
func Findings(w io.Writer, doc *result.Document) error {
	p := &page{out: bufio.NewWriter(w), bench: newBench(doc), judged: Judge(doc)}
	p.head()
	p.summary()
	p.every()
	p.method()
	if err := p.out.Flush(); err != nil {
		return fmt.Errorf("claims: writing the findings: %w", err)
	}
	return nil
}

type page struct {
	out    *bufio.Writer
	bench  *bench
	judged []Judgement
}

// say writes a paragraph, wrapped. A heading and a picture are one line.
func (p *page) say(format string, values ...any) {
	text := fmt.Sprintf(format, values...)
	switch {
	case strings.HasPrefix(text, "#") || strings.HasPrefix(text, "!"):
		fmt.Fprintln(p.out, text)
	case strings.HasPrefix(text, "> "):
		p.wrapped("> ", "> ", text[len("> "):])
	default:
		p.wrapped("", "", text)
	}
	fmt.Fprintln(p.out)
}

// list writes a list.
func (p *page) list(items ...string) {
	for _, item := range items {
		p.wrapped("- ", "  ", item)
	}
	fmt.Fprintln(p.out)
}

// columns is the width of the pages' paragraphs.
const columns = 100

// wrapped writes text in lines of at most so many columns, with a lead before the first and one
// before the others. A word that is longer has a line of its own.
func (p *page) wrapped(first, others, text string) {
	line, lead := first, ""
	for word := range strings.FieldsSeq(text) {
		if lead != "" && !beginsBlock(word) && utf8.RuneCountInString(line)+1+utf8.RuneCountInString(word) > columns {
			fmt.Fprintln(p.out, line)
			line, lead = others, ""
		}
		line += lead + word
		lead = " "
	}
	fmt.Fprintln(p.out, line)
}

// beginsBlock reports whether a word at the beginning of a line would begin a list, a heading or a
// quotation.
func beginsBlock(word string) bool {
	number := strings.TrimRight(word, ".)")
	return strings.Trim(word, "-+*#>=") == "" || number != word && strings.Trim(number, "0123456789") == ""
}

func (p *page) head() {
	doc := p.bench.doc
	e := doc.Environment
	p.say("# Findings")
	p.say("This project grew from documents that drew conclusions from benchmarks. This page tests them on one machine. " +
		"It is generated from the document of a run, which is beside it. A test compares the two.")
	facts := []string{e.CPU, figures.Counted(e.Cores, "core"), fmt.Sprintf("GOMAXPROCS %d", e.GOMAXPROCS), e.OS + "/" + e.Arch, e.Kernel, e.GoVersion}
	if e.CPUQuota > 0 {
		facts = append(facts, fmt.Sprintf("a quota of %s", figures.Counted(int(e.CPUQuota), "core")))
	}
	items := []string{
		"Machine: " + escaped(strings.Join(nonEmpty(facts), ", ")),
		fmt.Sprintf("Run: %s, %s, %s; started %s; commit %s", doc.Mode, figures.Counted(doc.Rounds, "round"), completeness(doc),
			doc.Started.UTC().Format("2006-01-02 15:04 MST"), commit(e)),
		fmt.Sprintf("Command: `wakeful %s`", strings.ReplaceAll(figures.Plain(strings.Join(doc.Command, " ")), "`", "'")),
	}
	for _, warning := range doc.Warnings {
		items = append(items, "Warning: "+escaped(warning))
	}
	p.list(items...)
}

func completeness(doc *result.Document) string {
	if doc.Complete {
		return "complete"
	}
	return "interrupted before its end"
}

func commit(e result.Environment) string {
	switch {
	case e.Commit == "":
		return "unknown"
	case e.Dirty:
		return escaped(e.Commit) + " with uncommitted changes"
	}
	return escaped(e.Commit)
}

func nonEmpty(words []string) []string {
	var some []string
	for _, w := range words {
		if w != "" {
			some = append(some, w)
		}
	}
	return some
}

// headings of the verdicts in the summary.
var headings = map[Verdict]string{
	Confirmed: "What held", Refuted: "What did not hold", Undecided: "What stayed undecided", NotTestable: "What cannot be tested by this run",
}

func (p *page) summary() {
	n := map[Verdict][]Judgement{}
	for _, j := range p.judged {
		n[j.Verdict] = append(n[j.Verdict], j)
	}
	var words []string
	for _, v := range Verdicts {
		words = append(words, fmt.Sprintf("%d %s", len(n[v]), v))
	}
	p.say("Of %s, %s.", figures.Counted(len(p.judged), "claim"), figures.Listed(words))
	for _, v := range Verdicts {
		if len(n[v]) == 0 {
			continue
		}
		p.say("## %s", headings[v])
		for _, j := range n[v] {
			p.wrapped("- ", "  ", fmt.Sprintf("**%s** %s", j.ID, escaped(j.Statement)))
			for _, figure := range j.gist() {
				p.wrapped("  - ", "    ", figure)
			}
		}
		fmt.Fprintln(p.out)
	}
}

// gistFigures is the number of figures per claim in the summary.
const gistFigures = 3

// gist returns the figures that decided a claim, in one or more sentences each.
func (j Judgement) gist() []string {
	var told []string
	more := 0
	for _, leaf := range j.Leaves() {
		// For a refuted claim, select the figures that refuted it.
		if leaf.Verdict == "" || leaf.Verdict != j.Verdict {
			continue
		}
		switch sentence := leaf.sentence(); {
		case slices.Contains(told, sentence):
		case len(told) == gistFigures:
			more++
		default:
			told = append(told, sentence)
		}
	}
	if more > 0 {
		told = append(told, fmt.Sprintf("And %d more.", more))
	}
	if len(told) == 0 {
		told = []string{escaped(j.What) + "."}
	}
	return told
}

// every writes each claim with all of its figures.
func (p *page) every() {
	p.say("## Every claim")
	for _, j := range p.judged {
		p.claim(j)
		var rows [][]string
		for _, leaf := range j.Leaves() {
			rows = append(rows, []string{leaf.What, leaf.ReportedText(), leaf.Expected, leaf.MeasuredText(), string(leaf.Verdict), leaf.Reason})
		}
		p.table([]string{"figure", "reported", "expected", "measured", "verdict", "remark"}, rows)
	}
}

// claim writes what a claim says, where, and how it was tested.
func (p *page) claim(j Judgement) {
	p.say("### %s: %s", j.ID, j.Verdict)
	p.say("> %s", escaped(j.Statement))
	p.say("Claimed in: %s.", escaped(j.Source))
	p.say("Test: %s", escaped(j.Test))
	if j.Experiment != "" {
		p.say("Experiment: %s", escaped(j.Experiment))
	}
}

func (p *page) method() {
	p.say("## How this was decided")
	p.say("A figure is the median over the rounds with its distribution-free interval at %.0f %%. A ratio is the median of one ratio for each round, with "+
		"its exact interval.", 100*stats.Confidence)
	p.list("A claim is confirmed when the whole interval lies where the claim puts it. It is refuted when no part of the interval does, and undecided when the "+
		"interval lies on both sides.",
		"A figure that was reported for another machine counts as near within half to twice. Of a ratio, that is the part above 1.",
		"A part is what one exchange changes, in percent of what separates two other figures.",
		"A figure without a verdict is shown beside the others and decides nothing.")
	p.say("The documents' method had flaws. This run does not repeat them:")
	p.list("Percentiles are of one histogram, not of separate runs.",
		"Nothing waits without a deadline.",
		"Cells are interleaved. The documents report one cell as 126.6 and as 86.85 ns.",
		"The cost of Submit is kept apart from the time of a round trip. The documents mix the two, which made the running loop look like an anomaly.")
}

// table writes a table.
func (p *page) table(header []string, rows [][]string) {
	line := func(cells []string) {
		for _, c := range cells {
			fmt.Fprintf(p.out, "| %s ", escaped(c))
		}
		fmt.Fprintln(p.out, "|")
	}
	line(header)
	fmt.Fprintln(p.out, strings.Repeat("|---", len(header))+"|")
	for _, row := range rows {
		line(row)
	}
	fmt.Fprintln(p.out)
}
