package report

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"github.com/wakeful-go/wakeful/tournament/internal/figures"
)

// This file owns the page's first picture: for each workload, how far the best
// of the champion's camp is ahead of the best of the others, one dot for each
// row on a logarithmic scale.

type stand struct {
	ID, Name, Sentence string
	Badges             []badge
	Lead               string // "1.29× to 4.7×"
	Dots               []dot
}

// badge is an outcome with how many rows have it, empty when all do.
type badge struct{ Outcome, Count string }

// Class is the outcome as a class of the style sheet.
func (b badge) Class() string { return class(b.Outcome) }

// Class is the outcome as a class of the style sheet.
func (d dot) Class() string { return class(d.Outcome) }

func class(s string) string { return strings.ReplaceAll(s, " ", "-") }

// dot stands at Left percent of the scale.
type dot struct{ Left, Outcome, Title string }

// leadScale is the axis above the dots.
type leadScale struct {
	Ticks []tick
	// Even is where both sides are equal.
	Even string
}

type tick struct{ Left, Label string }

func (m *matrix) stands() ([]stand, leadScale) {
	low, high := 0.5, 4.0
	for _, g := range m.groups {
		for _, r := range g.rows {
			if lead := m.judge(r).lead; lead > 0 && !math.IsInf(lead, 0) {
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
	scale := leadScale{Even: left(1)}
	for _, step := range steps {
		label := formatStep(step)
		scale.Ticks = append(scale.Ticks, tick{left(step), label})
	}
	var stands []stand
	for i, g := range m.groups {
		stands = append(stands, m.stand(g, workloadID(i), left))
	}
	return stands, scale
}

// standsTexts are the picture's heading and explanation.
func (m *matrix) standsTexts() (title, note string) {
	how := "A dot is one row of the workload: how many times the median of the best of the others is that of %s, on a logarithmic scale. Right of the line is ahead; a blue ring is a tie, a diamond is behind, a small grey ring is undecided."
	if names := m.champions(); len(names) > 0 {
		who := names[0]
		if len(names) > 1 {
			who = "the best of " + figures.Listed(names)
		}
		return "Who wins what, and by how much", fmt.Sprintf(how, who)
	}
	return "How far the first is ahead of the second", fmt.Sprintf(how, "the best")
}

// leadSteps are the powers of two, or of ten when there would be too many, from
// below low to above high.
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
		return "1/" + strconv.FormatFloat(1/step, 'f', 0, 64) + "×"
	}
	return figures.Grouped(int64(math.Round(step))) + "×"
}

func (m *matrix) stand(g group, id string, left func(float64) string) stand {
	s := stand{ID: id, Name: g.Name, Sentence: m.sentence(g)}
	low, high := math.Inf(1), math.Inf(-1)
	counts := map[outcome]int{}
	for _, r := range g.rows {
		v := m.judge(r)
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
	for _, o := range []outcome{won, tied, lost, open, unfought} {
		switch n := counts[o]; {
		case n == len(g.rows) && n > 0:
			s.Badges = append(s.Badges, badge{Outcome: o.String()})
		case n > 0:
			s.Badges = append(s.Badges, badge{o.String(), strconv.Itoa(n)})
		}
	}
	return s
}
