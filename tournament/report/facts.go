package report

import (
	"fmt"
	"strconv"
	"time"

	"github.com/wakeful-go/wakeful/tournament/figures"
	"github.com/wakeful-go/wakeful/tournament/result"
	"github.com/wakeful-go/wakeful/tournament/stats"
)

// This file describes a run and its machine in words.

const interruptedText = "The run was interrupted. What is shown was measured, but some cells have fewer rounds than others, or none."

func tooFewRounds(rounds int) string {
	return fmt.Sprintf("This run has %s. An interval needs at least %d, so no row has a winner, and the figures show only a direction.",
		figures.Counted(rounds, "round"), stats.MinSamples(stats.Confidence))
}

// runFacts returns short statements about the run.
func runFacts(doc *result.Document) []string {
	facts := []string{
		doc.Mode + " run",
		roundsOf(doc),
		doc.Started.UTC().Format("2006-01-02 15:04 UTC"),
		"took " + doc.Finished.Sub(doc.Started).Round(time.Second).String(),
	}
	if n := len(doc.Repeated); n > 0 {
		facts = append(facts, figures.Counted(n, "round")+" measured again")
	}
	return facts
}

// roundsOf says how many rounds a run has. One that looks at its figures has more of what
// took more to show.
func roundsOf(doc *result.Document) string {
	if len(doc.Looks) > 0 && doc.Looks[0] < doc.Rounds {
		return fmt.Sprintf("%d to %s", doc.Looks[0], figures.Counted(doc.Rounds, "round"))
	}
	return figures.Counted(doc.Rounds, "round")
}

// machineFacts returns short statements about the machine and the code. It omits what is unknown.
func machineFacts(e result.Environment) []string {
	var facts []string
	add := func(known bool, format string, args ...any) {
		if known {
			facts = append(facts, fmt.Sprintf(format, args...))
		}
	}
	add(e.CPU != "", "%s", e.CPU)
	add(e.Cores > 0, "%s", figures.Counted(e.Cores, "core"))
	add(e.OS != "", "%s/%s", e.OS, e.Arch)
	add(e.GoVersion != "", "%s", e.GoVersion)
	add(e.GOMAXPROCS > 0, "GOMAXPROCS %d", e.GOMAXPROCS)
	add(e.Commit != "", "commit %s", commit(e))
	return facts
}

func commit(e result.Environment) string {
	const short = 10
	text := e.Commit[:min(short, len(e.Commit))]
	if e.Dirty {
		text += " with changes"
	}
	return text
}

// fact is a line of the machine's description.
type fact struct{ Name, Value string }

// environmentFacts returns everything that is known about the machine and the code.
func environmentFacts(e result.Environment) []fact {
	var facts []fact
	add := func(name, value string) {
		if value != "" {
			facts = append(facts, fact{name, value})
		}
	}
	number := func(n float64) string {
		if n == 0 {
			return ""
		}
		return strconv.FormatFloat(n, 'f', -1, 64)
	}
	add("Processor", e.CPU)
	add("Cores", number(float64(e.Cores)))
	if e.MemoryBytes > 0 {
		add("Memory", strconv.FormatFloat(float64(e.MemoryBytes)/(1<<30), 'f', 1, 64)+" GiB")
	}
	add("Frequency governor", e.Governor)
	add("System", e.OS+"/"+e.Arch)
	add("Kernel", e.Kernel)
	add("Go", e.GoVersion)
	add("GOMAXPROCS", number(float64(e.GOMAXPROCS)))
	if e.CPUQuota > 0 {
		add("CPU quota", number(e.CPUQuota)+" cores")
	}
	add("Container", e.Container)
	add("Virtualization", e.Virtualization)
	add("Load at the start", strconv.FormatFloat(e.LoadAtStart, 'f', 2, 64))
	if e.Commit != "" {
		add("Commit", commit(e))
	}
	return facts
}
