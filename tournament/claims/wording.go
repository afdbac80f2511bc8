package claims

import (
	"fmt"
	"slices"
	"strings"

	"github.com/wakeful-go/wakeful/tournament/figures"
)

// This file owns how figures and verdicts are written.

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
func (f Finding) MeasuredText() string {
	switch e := f.Measured; {
	case f.Unit == "" || !e.Known():
		return ""
	case !e.Bounded():
		return unitText(e.Value, f.Unit)
	default:
		return fmt.Sprintf("%s (%s to %s)", unitText(e.Value, f.Unit), unitText(e.Low, f.Unit), unitText(e.High, f.Unit))
	}
}

// ReportedText formats the reported figures with the platforms: "23× (darwin), 103× (linux)". It is
// empty if there are none.
func (f Finding) ReportedText() string {
	var words []string
	for _, r := range f.Reported {
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

// Counts says how many claims have each verdict: "12 confirmed, 7 refuted, 8 undecided and 2 not
// testable here".
func Counts(judged []Judgement) string {
	n := map[Verdict]int{}
	for _, j := range judged {
		n[j.Verdict]++
	}
	var counts []string
	for _, v := range Verdicts {
		counts = append(counts, fmt.Sprintf("%d %s", n[v], v))
	}
	return figures.Listed(counts)
}

// escaped makes text safe within a Markdown paragraph or a cell of a table.
func escaped(s string) string {
	return markdown.Replace(figures.Plain(s))
}

var markdown = strings.NewReplacer(`\`, `\\`, "|", `\|`, "<", "&lt;", "&", "&amp;", "*", `\*`, "`", "\\`", "[", `\[`, "]", `\]`)
