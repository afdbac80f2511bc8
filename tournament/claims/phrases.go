package claims

import (
	"fmt"
	"slices"
	"strings"

	"github.com/wakeful-go/wakeful/tournament/figures"
	"github.com/wakeful-go/wakeful/tournament/stats"
)

// This file owns the wording of findings.

// unitText formats a value of a unit.
func unitText(v float64, unit string) string {
	switch unit {
	case times:
		return figures.Factor(v)
	case percent:
		return fmt.Sprintf("%.0f %%", v)
	case "share":
		return fmt.Sprintf("%.2g %%", 100*v)
	}
	return figures.WithUnit(v, unit)
}

// MeasuredText formats the measured figure with its interval: "1.04× (1.02× to 1.07×)". It is empty
// without a value.
func (f Finding) MeasuredText() string { return measuredText(f.Measured, f.Unit) }

// ReportedText formats the reported figures with the platforms: "23× (darwin), 103× (linux)". It is
// empty if there are none.
func (f Finding) ReportedText() string { return reportedText(f.Reported) }

func measuredText(e stats.Estimate, unit string) string {
	switch {
	case unit == "" || !e.Known():
		return ""
	case !e.Bounded():
		return unitText(e.Value, unit)
	}
	return fmt.Sprintf("%s (%s to %s)", unitText(e.Value, unit), unitText(e.Low, unit), unitText(e.High, unit))
}

// reportedText formats the reported figures with the platforms.
func reportedText(all []Reported) string {
	var words []string
	for _, r := range all {
		text := unitText(r.Low, r.Unit)
		if r.High != r.Low {
			text += " to " + unitText(r.High, r.Unit)
		}
		if r.Platform != anyPlatform {
			text += " (" + r.Platform + ")"
		}
		words = append(words, text)
	}
	slices.Sort(words)
	return strings.Join(words, ", ")
}

// sentence describes a finding that has no parts, in Markdown: its figures in a sentence, and the
// reason of its verdict in one or more.
func (f Finding) sentence() string {
	measured := f.MeasuredText()
	if measured == "" {
		if f.What == "" || f.Verdict == NotTestable {
			return escaped(sentences(brief(f.Reason)))
		}
		return escaped(f.What + ": " + brief(f.Reason) + ".")
	}
	text := fmt.Sprintf("%s: measured %s", f.What, measured)
	if reported := f.ReportedText(); reported != "" {
		text += ", reported " + reported
	}
	switch {
	case f.Reason != "":
		return escaped(text + ". " + sentences(brief(f.Reason)))
	case f.Expected != "" && len(f.Reported) == 0:
		text += ", claimed " + f.Expected
	}
	return escaped(text + ".")
}

// sentences makes sentences of the clauses of a reason. A clause that begins with a name keeps it.
func sentences(reason string) string {
	clauses := strings.Split(reason, "; ")
	for i, clause := range clauses {
		word, _, _ := strings.Cut(clause, " ")
		if word != "" && !strings.ContainsAny(word, "-/=_0123456789") {
			clauses[i] = strings.ToUpper(word[:1]) + clause[1:]
		}
	}
	return strings.Join(clauses, ". ") + "."
}

// brief returns the first line of a reason. The reason of a crash continues with a trace.
func brief(reason string) string {
	first, _, _ := strings.Cut(reason, "\n")
	return first
}

// escaped makes text safe within a Markdown paragraph or a cell of a table.
func escaped(s string) string {
	return markdown.Replace(figures.Plain(s))
}

var markdown = strings.NewReplacer(`\`, `\\`, "|", `\|`, "<", "&lt;", "&", "&amp;", "*", `\*`, "`", "\\`", "[", `\[`, "]", `\]`)
