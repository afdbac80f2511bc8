package report

import (
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/wakeful-go/wakeful/tournament/figures"
	"github.com/wakeful-go/wakeful/tournament/result"
	"github.com/wakeful-go/wakeful/tournament/stats"
)

// This file owns the picture of a tournament for a README: some workloads and contestants as
// horizontal bars in one SVG file. picture_layout.go positions the elements.

// Theme is the background that a picture is drawn for.
type Theme string

// The themes of a picture.
const (
	Light Theme = "light"
	Dark  Theme = "dark"
)

// Themes has all themes.
var Themes = []Theme{Light, Dark}

// pictured is a contestant of the picture, with a name for readers who do not know the tournament.
type pictured struct{ contestant, name string }

// picturedIn are the contestants of the picture from top to bottom. The others are compared with the
// first. Documents from before the loop by hand was a contestant show the founding design.
func picturedIn(doc *result.Document) []pictured {
	byHand := pictured{"main", "founding design Main"}
	if slices.ContainsFunc(doc.Contestants, func(c result.Contestant) bool { return c.Name == "slice" }) {
		byHand = pictured{"slice", "mutex and a swapped slice"}
	}
	return []pictured{{"wakeful", "wakeful"}, byHand, {"channel", "bare channel of 1,024"}, {"goja_nodejs", "goja_nodejs's loop"}}
}

// picturedRow is a row of the tournament in the picture. All units are nanoseconds per operation.
type picturedRow struct {
	name, workload string
	params         map[string]string
	// apart: the row has a scale of its own, because its values have another magnitude.
	apart bool
}

var picturedRows = []picturedRow{
	{name: "One producer", workload: "ping-pong"},
	{name: "Ten producers", workload: "multi-producer", params: map[string]string{"producers": "10"}},
	{name: "A hundred producers", workload: "multi-producer", params: map[string]string{"producers": "100"}},
	{name: "Bursts of 1,024", workload: "batch-throughput", params: map[string]string{"burst": "1024"}},
	{name: "Round trip", workload: "ping-pong-latency", params: map[string]string{"waiter": "blocks"}, apart: true},
}

// picture holds the cells to draw: one for each row and contestant, in the order of picturedRows
// and of pictured.
type picture struct {
	doc      *result.Document
	pictured []pictured
	rows     [][]cell
}

// Picture writes the tournament's main figures as an SVG image 720 pixels wide: medians as bars,
// their intervals as lines over the bars, and the machine. It has no script and no references to
// other files. The same document always gives the same bytes. Picture fails when the document has
// none of the figures or w fails.
func Picture(w io.Writer, doc *result.Document, theme Theme) error {
	colors, ok := themes[theme]
	if !ok {
		return fmt.Errorf("report: there is no theme %q", theme)
	}
	p := newPicture(doc)
	if p.most(func(picturedRow) bool { return true }) == 0 {
		return errors.New("report: the document has none of the figures that the picture shows")
	}
	if _, err := io.WriteString(w, p.draw(colors)); err != nil {
		return fmt.Errorf("report: writing the picture: %w", err)
	}
	return nil
}

func newPicture(doc *result.Document) *picture {
	p := &picture{doc: doc, pictured: picturedIn(doc)}
	m := &matrix{doc: doc}
	for _, r := range picturedRows {
		cells := make([]cell, len(p.pictured))
		for i, who := range p.pictured {
			cells[i] = cell{state: absent, estimate: stats.Interval(nil, stats.Confidence)}
			if source := m.source(who.contestant, r.workload, r.params); source != nil {
				cells[i] = newCell(source)
			}
		}
		p.rows = append(p.rows, cells)
	}
	return p
}

// most returns the largest value in the wanted rows, including intervals, or 0 if there is no
// figure.
func (p *picture) most(wanted func(picturedRow) bool) (most float64) {
	for i, cells := range p.rows {
		if !wanted(picturedRows[i]) {
			continue
		}
		for _, c := range cells {
			if c.state == figure {
				most = max(most, reach(c.estimate))
			}
		}
	}
	return most
}

// reach returns the largest value at which the estimate is drawn.
func reach(e stats.Estimate) float64 {
	if e.Bounded() {
		return e.High
	}
	return e.Value
}

// nanoseconds formats a value. The title of the picture names the unit.
func nanoseconds(v float64) string {
	if v >= 10000 {
		return figures.Value(v, "ns")
	}
	return figures.Significant(v)
}

// faster lists the contestants that are shown to be faster than the first: the whole of their
// interval lies below the whole of its interval.
func (p *picture) faster() (listed []string) {
	for i, who := range p.pictured[1:] {
		var where []string
		for at, cells := range p.rows {
			own, other := cells[0].estimate, cells[i+1].estimate
			if own.Bounded() && other.Bounded() && other.High < own.Low {
				where = append(where, strings.ToLower(picturedRows[at].name))
			}
		}
		if len(where) > 0 {
			listed = append(listed, who.name+" ("+figures.Listed(where)+")")
		}
	}
	return listed
}

// comparison states in which rows the first contestant is slower.
func (p *picture) comparison() string {
	if faster := p.faster(); len(faster) > 0 {
		return "Faster than " + p.pictured[0].name + " beyond the intervals: " + figures.Listed(faster) + "."
	}
	return "None is faster than " + p.pictured[0].name + " beyond the intervals."
}

// intervals explains the lines over the bars.
func (p *picture) intervals() string {
	if p.doc.Rounds < stats.MinSamples(stats.Confidence) {
		return fmt.Sprintf("Bars: medians of %s, too few for intervals.", figures.Counted(p.doc.Rounds, "round"))
	}
	return fmt.Sprintf("Bars: medians of %s. Lines: %.0f %% intervals.", figures.Counted(p.doc.Rounds, "round"), 100*stats.Confidence)
}

// machine describes where and when the document was measured.
func (p *picture) machine() string {
	e := p.doc.Environment
	facts := []string{
		figures.Plain(e.CPU), figures.Counted(e.Cores, "core"), figures.Plain(e.OS + "/" + e.Arch), figures.Plain(e.GoVersion),
		"load " + strconv.FormatFloat(e.LoadAtStart, 'f', 1, 64) + " at the start", p.doc.Started.UTC().Format("2 January 2006"),
	}
	return strings.Join(facts, ", ") + "."
}

// notes returns the paragraphs below the bars.
func (p *picture) notes() []string {
	return []string{
		"Producer: a goroutine that submits functions.",
		"Bursts: submit 1,024, wait for the last, repeat.",
		"Round trip: submit one, wait for it, repeat.",
		p.intervals(),
		p.comparison(),
		p.machine(),
	}
}

// description describes the bars in words.
func (p *picture) description() string {
	var b strings.Builder
	for i, cells := range p.rows {
		var values []string
		for at, c := range cells {
			values = append(values, p.pictured[at].name+" "+spoken(c))
		}
		fmt.Fprintf(&b, "%s: %s. ", picturedRows[i].name, strings.Join(values, "; "))
	}
	return b.String() + strings.Join(p.notes(), " ")
}

func spoken(c cell) string {
	switch {
	case c.state != figure:
		return noFigure
	case !c.estimate.Bounded():
		return nanoseconds(c.estimate.Value)
	}
	return fmt.Sprintf("%s (%s to %s)", nanoseconds(c.estimate.Value), nanoseconds(c.estimate.Low), nanoseconds(c.estimate.High))
}

const noFigure = "no figure"

// pixels formats a length with at most one decimal, so that the text is the same on every
// processor.
func pixels(v float64) string { return strconv.FormatFloat(math.Round(10*v)/10, 'f', -1, 64) }
