package claims

import (
	"bufio"
	"fmt"
	"io"
	"strings"

	"github.com/wakeful-go/wakeful/tournament/internal/figures"
	"github.com/wakeful-go/wakeful/tournament/result"
)

// This file owns the page that explains the founding documents to a reader who does not
// know them.

// foundingDocuments lists the documents of the claims, with a description of each.
var foundingDocuments = [][2]string{
	{microSummary, "Benchmarks of five designs of one event loop and of goja_nodejs's loop, called baseline there, on macOS. Its Main is the lock-free one of that day."},
	{threeInvestigation, "Why one of the designs, alternatethree, was several times slower on Linux than on macOS, and a proposal to repair it."},
	{runningAnalysis, "Why Submit to a running loop seemed dearer than to a sleeping one."},
	{finalSummary, "A ranking of the designs by category, with causes, and two more designs that were projected and not built."},
	{sleepingSpinning, "An article with a program in Rust: how much sooner a thread that spins sees a message than one that sleeps."},
}

// foundingDesigns lists the designs, with the purpose of each.
var foundingDesigns = [][3]string{
	{"main", "a mutex and a slice that is swapped whole", "the balanced one, meant for production. It parks on a channel while no descriptor is registered, else in the poller."},
	{"mainlockfree", "a list built with compare-and-swap", "Main as it was one day earlier. It parks in the poller always."},
	{"alternateone", "one mutex around everything", "the safest one: every change of state is checked."},
	{"alternatetwo", "an arena of 65,536 slots, without locks", "the fastest one, with few allocations."},
	{"alternatethree", "a mutex and chunks of 128 tasks", "the middle way, and the first Main."},
	{"alternatethreeplus", "as alternatethree", "the repair that was proposed: the channel of main added. Built here first."},
	{"alternatetwoplus", "as alternatetwo", "the hybrid that was projected to win everywhere: the arena with main's ways to park. Built here first."},
	{"alternatetwomini", "as alternatetwo", "the short version of the hybrid. Built here first."},
}

// ChartOf returns the path of a claim's chart, relative to the page.
func ChartOf(id string) string { return "claims/" + id + ".svg" }

// Founding writes a page in Markdown that explains the founding documents and the result of each of
// their claims, with a chart for each. The charts are written by [Judgement.Chart] to [ChartOf].
// The same document always gives the same page.
func Founding(w io.Writer, doc *result.Document) error {
	p := &page{out: bufio.NewWriter(w), bench: newBench(doc), judged: Judge(doc)}
	p.say("# The founding documents")
	p.say("wakeful began with five documents about event loops in Go. They describe designs of one loop, report benchmarks of them on two machines, and draw conclusions. " +
		"Some conclusions contradict each other. This page says what the documents are, what they claimed, and what a run of the tournament shows about each claim. " +
		"The page is generated from the run in [findings.json.gz](findings.json.gz). [findings.md](findings.md) has every figure.")
	p.say("## The documents")
	var rows [][]string
	for _, d := range foundingDocuments {
		name, _, _ := strings.Cut(d[0], " (Main")
		rows = append(rows, []string{name, d[1], fmt.Sprint(p.claimsOf(d[0]))})
	}
	p.table([]string{"document", "what it is", "claims"}, rows)
	p.say("The documents themselves are not part of this repository. Their figures are, in [reported.csv](../tournament/claims/reported.csv), each with its source.")
	p.say("## The designs")
	p.say("The documents compare five designs and project three more. All of them are built here from shared parts, and take part in the tournament under their old names.")
	rows = nil
	for _, d := range foundingDesigns {
		rows = append(rows, d[:])
	}
	p.table([]string{"design", "queue", "what it is for"}, rows)
	p.say("## How to read a verdict")
	p.list("A claim is *confirmed* when the whole interval of the measured figure lies where the claim puts it.",
		"It is *refuted* when no part of the interval does. A claim of being first is also refuted by a tie, that is when a difference above 10 % is excluded.",
		"It is *undecided* when the interval lies on both sides. A table says how many rounds would decide.")
	p.say("A chart has one line for each figure, each on a scale of its own. The band is where the claim puts the figure. The diamond is what was reported. The dot with its line " +
		"is what was measured.")
	n := map[Verdict][]string{}
	for _, j := range p.judged {
		n[j.Verdict] = append(n[j.Verdict], "["+j.ID+"](#"+strings.ToLower(j.ID)+"-"+strings.ReplaceAll(string(j.Verdict), " ", "-")+")")
	}
	p.say("## The claims")
	rows = nil
	for _, v := range Verdicts {
		rows = append(rows, []string{string(v), fmt.Sprint(len(n[v])), strings.Join(n[v], " ")})
	}
	fmt.Fprintf(p.out, "| verdict | | claims |\n|---|---|---|\n")
	for _, row := range rows {
		fmt.Fprintf(p.out, "| %s | %s | %s |\n", row[0], row[1], row[2])
	}
	fmt.Fprintln(p.out)
	if undecided := p.undecided(); len(undecided) > 0 {
		p.say("What would decide the undecided ones:")
		p.table([]string{"claim", "figure", "measured", "rounds so far", "rounds that would decide"}, undecided)
	}
	for _, j := range p.judged {
		p.claim(j)
		if len(j.drawnFigures()) > 0 {
			p.say("![%s](%s)", escaped(j.ID+" is "+string(j.Verdict)+"; the figures are in findings.md"), ChartOf(j.ID))
		}
		p.say("Measured:")
		p.list(j.gist()...)
	}
	if err := p.out.Flush(); err != nil {
		return fmt.Errorf("claims: writing the page about the founding documents: %w", err)
	}
	return nil
}

// claimsOf counts the claims of a document.
func (p *page) claimsOf(source string) (n int) {
	for _, j := range p.judged {
		if strings.Contains(j.Source, source) {
			n++
		}
	}
	return n
}

// undecided writes the power calculation for the undecided figures of the undecided claims.
func (p *page) undecided() (rows [][]string) {
	for _, j := range p.judged {
		if j.Verdict != Undecided {
			continue
		}
		for _, leaf := range j.Leaves() {
			if leaf.Verdict != Undecided {
				continue
			}
			clear(p.bench.read)
			for _, key := range leaf.cells {
				p.bench.read[key] = true
			}
			rounds, takes := "", "not known"
			if len(leaf.cells) > 0 {
				rounds = fmt.Sprint(p.bench.rounds())
			}
			if leaf.RoundsNeeded > 0 && leaf.RoundsNeeded < mostTaken {
				takes = figures.Grouped(int64(leaf.RoundsNeeded + 1))
			} else if leaf.RoundsNeeded >= mostTaken {
				takes = "more than " + figures.Grouped(mostTaken)
			}
			rows = append(rows, []string{j.ID, leaf.What, leaf.MeasuredText(), rounds, takes})
		}
	}
	return rows
}
