package report

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"github.com/wakeful-go/wakeful/tournament/figures"
)

// This file owns the page's first pictures: for each workload, how far the default
// strategy is ahead of a field, one dot for each row on a logarithmic scale. Peers and
// founding designs have a picture each.

// standsView is the picture of one field.
type standsView struct {
	Title, Note string
	Stands      []stand
	Scale       leadScale
}

type stand struct {
	ID, Name, Sentence string
	Badges             []badge
	Lead               string // "1.29× to 4.7×"
	Dots               []dot
}

// badge is an outcome with the number of rows that have it. The number is empty if all rows do.
type badge struct{ Outcome, Count string }

// Class is the outcome as a class of the style sheet.
func (b badge) Class() string { return class(b.Outcome) }

// Class is the outcome as a class of the style sheet.
func (d dot) Class() string { return class(d.Outcome) }

func class(s string) string { return strings.ReplaceAll(s, " ", "-") }

// dot is at Left percent of the scale.
type dot struct{ Left, Outcome, Title string }

// leadScale is the axis above the dots.
type leadScale struct {
	Ticks []tick
	// Even is the position where both sides are equal.
	Even string
}

type tick struct{ Left, Label string }

func (m *matrix) stands() (views []standsView) {
	fields := m.fields()
	if len(m.champions()) == 0 {
		fields = []field{everybody}
	}
	for _, f := range fields {
		views = append(views, m.standsAgainst(f))
	}
	return views
}

func (m *matrix) standsAgainst(f field) standsView {
	low, high := 0.5, 4.0
	for _, g := range m.groups {
		for _, r := range g.rows {
			if lead := m.verdictIn(r, f).lead; lead > 0 && !math.IsInf(lead, 0) {
				low, high = min(low, lead), max(high, lead)
			}
		}
	}
	steps := leadSteps(low, high)
	low, high = steps[0], steps[len(steps)-1]
	left := func(lead float64) string {
		share := math.Log(min(max(lead, low), high)/low) / math.Log(high/low)
		return strconv.FormatFloat(100*share, 'f', 2, 64)
	}
	v := standsView{Scale: leadScale{Even: left(1)}}
	v.Title, v.Note = m.standsTexts(f)
	for _, step := range steps {
		label := formatStep(step)
		v.Scale.Ticks = append(v.Scale.Ticks, tick{left(step), label})
	}
	for i, g := range m.groups {
		// A workload without a rival of this field is told where it has one.
		if s := m.stand(g, workloadID(i), f, left); len(s.Dots) > 0 || len(m.fields()) < 2 {
			v.Stands = append(v.Stands, s)
		}
	}
	return v
}

// standsTexts are the picture's heading and explanation.
func (m *matrix) standsTexts(f field) (title, note string) {
	who := "the lowest"
	title = "How far the first is ahead of the others"
	if names := m.champions(); len(names) > 0 {
		title, who = names[0]+" against "+f.String(), names[0]+", the default strategy"
	}
	return title, fmt.Sprintf("Each dot is a row of the workload: the median of the rival that decides the row, divided by that of %s. The scale is logarithmic. "+
		"To the right of the line, the rival is slower. A filled dot is ahead, a blue ring is tied, a diamond is behind, and a dashed violet ring is not shown.", who)
}

// leadSteps returns powers of two between low and high, with one beyond each end. If there would be
// too many, it returns powers of ten.
func leadSteps(low, high float64) []float64 {
	base := 2.0
	if math.Log2(high/low) > 7 {
		base = 10
	}
	var steps []float64
	for e := math.Floor(math.Log(low)/math.Log(base) + 1e-9); ; e++ {
		step := math.Pow(base, e)
		steps = append(steps, step)
		if step >= high*(1-1e-9) {
			return steps
		}
	}
}

func formatStep(step float64) string {
	if step < 1 {
		return "1/" + figures.Whole(1/step) + "×"
	}
	return figures.Whole(step) + "×"
}

func (m *matrix) stand(g group, id string, f field, left func(float64) string) stand {
	s := stand{ID: id, Name: g.Name, Sentence: m.sentenceAgainst(g, f)}
	low, high := math.Inf(1), math.Inf(-1)
	counts := map[outcome]int{}
	for _, r := range g.rows {
		v := m.verdictIn(r, f)
		counts[v.outcome]++
		if v.outcome == unfought {
			continue
		}
		low, high = min(low, v.lead), max(high, v.lead)
		name := g.Name
		if label := r.label(); label != "" {
			name += " " + label
		}
		s.Dots = append(s.Dots, dot{left(v.lead), v.outcome.String(), fmt.Sprintf("%s: %s %s, %s %s, %s",
			name, m.columns[v.ours].Name, m.median(r, v.ours), m.columns[v.rival].Name, m.median(r, v.rival), v.outcome)})
	}
	if len(s.Dots) > 0 {
		s.Lead = strings.ReplaceAll(factors(low, high), "× to ", "–")
	}
	for _, o := range outcomes {
		switch n := counts[o]; {
		case n == len(g.rows) && n > 0:
			s.Badges = append(s.Badges, badge{Outcome: o.String()})
		case n > 0:
			s.Badges = append(s.Badges, badge{o.String(), strconv.Itoa(n)})
		}
	}
	return s
}
