package claims

import (
	"encoding/xml"
	"fmt"
	"io"
	"math"
	"slices"
	"strings"
	"unicode/utf8"
)

// This file owns the chart of a claim: an SVG image that shows for each figure the claimed range,
// the reported value and the measured value. It has no script, loads nothing, and follows the
// reader's light or dark theme.

// mostDrawn is the maximum number of figures in a chart. Figures that decided the claim come first.
const mostDrawn = 6

const (
	chartWidth = 720.0
	scaleLeft  = 20.0
	scaleRight = 470.0
	rowHeight  = 52.0
	headHeight = 34.0
	mostLabel  = 96 // characters
)

// drawnFigures returns the figures of a claim that have an interval. Figures with the claim's
// verdict come first.
func (j Judgement) drawnFigures() []Finding {
	var drawn []Finding
	for _, deciding := range []bool{true, false} {
		for _, leaf := range j.Leaves() {
			if leaf.Measured.Bounded() && leaf.Unit != "" && (leaf.Verdict == j.Verdict) == deciding && len(drawn) < mostDrawn {
				drawn = append(drawn, leaf)
			}
		}
	}
	return drawn
}

// Chart writes the image of a claim. If no figure of the claim has an interval, it writes nothing
// and returns false.
func (j Judgement) Chart(w io.Writer) (bool, error) {
	drawn := j.drawnFigures()
	if len(drawn) == 0 {
		return false, nil
	}
	var b strings.Builder
	height := headHeight + rowHeight*float64(len(drawn)) + 6
	fmt.Fprintf(&b, `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %g %g" width="%g" height="%g" role="img" aria-label="%s" font-family="system-ui, sans-serif" font-size="13">`+"\n",
		chartWidth, height, chartWidth, height, text(j.ID+": "+string(j.Verdict)+". "+j.Statement))
	b.WriteString(`<style>
:root { color-scheme: light dark }
.card { fill: #fff } .ink { fill: #1b1d21 } .soft { fill: #5a5f68 } .claim { fill: #dfe3ea } .line { stroke: #b9b5ab }
.confirmed { fill: #0a5ea8; stroke: #0a5ea8 } .refuted { fill: #b84700; stroke: #b84700 } .undecided { fill: #6b4ba8; stroke: #6b4ba8 } .none { fill: #5a5f68; stroke: #5a5f68 }
@media (prefers-color-scheme: dark) {
.card { fill: #1a1d23 } .ink { fill: #e8e6e1 } .soft { fill: #a3a8b1 } .claim { fill: #3a414d } .line { stroke: #4a505b }
.confirmed { fill: #62b3ff; stroke: #62b3ff } .refuted { fill: #ff9a57; stroke: #ff9a57 } .undecided { fill: #bda6f5; stroke: #bda6f5 } .none { fill: #a3a8b1; stroke: #a3a8b1 }
}
</style>
`)
	fmt.Fprintf(&b, `<rect class="card" width="%g" height="%g" rx="8"/>`+"\n", chartWidth, height)
	fmt.Fprintf(&b, `<text class="ink" x="20" y="22" font-weight="bold">%s: %s</text>`+"\n", text(j.ID), text(string(j.Verdict)))
	b.WriteString(`<rect class="claim" x="300" y="12" width="22" height="11"/><text class="soft" x="328" y="22">claimed</text>` +
		`<path class="none" d="M406 11 l6 6 l-6 6 l-6 -6 z" fill="none"/><text class="soft" x="418" y="22">reported</text>` +
		`<circle class="none" cx="496" cy="17" r="5"/><text class="soft" x="508" y="22">measured, with its interval</text>` + "\n")
	for i, f := range drawn {
		f.draw(&b, headHeight+rowHeight*float64(i))
	}
	b.WriteString("</svg>\n")
	_, err := io.WriteString(w, b.String())
	return true, err
}

// draw draws one figure on its own scale, because the figures of a claim have different units. The
// scale is logarithmic if all its values are positive.
func (f Finding) draw(b *strings.Builder, top float64) {
	values := []float64{f.Measured.Low, f.Measured.High}
	for _, r := range f.Reported {
		values = append(values, r.Low, r.High)
	}
	if f.claimed != nil {
		for _, v := range []float64{f.claimed.low, f.claimed.high} {
			if !math.IsInf(v, 0) {
				values = append(values, v)
			}
		}
	}
	low, high := slices.Min(values), slices.Max(values)
	scale := func(v float64) float64 { return v }
	if low > 0 {
		scale = math.Log
	}
	margin := max(0.08*(scale(high)-scale(low)), 1e-9)
	from, to := scale(low)-margin, scale(high)+margin
	x := func(v float64) float64 {
		if math.IsInf(v, -1) {
			return scaleLeft
		}
		if math.IsInf(v, 1) {
			return scaleRight
		}
		return scaleLeft + (scaleRight-scaleLeft)*(scale(v)-from)/(to-from)
	}
	class := string(f.Verdict)
	if f.Verdict == "" || f.Verdict == NotTestable {
		class = "none"
	}
	fmt.Fprintf(b, `<text class="soft" x="20" y="%g">%s</text>`+"\n", top+14, text(abridged(f.What)))
	y := top + 31
	if f.claimed != nil {
		a, z := x(max(f.claimed.low, math.Inf(-1))), x(f.claimed.high)
		fmt.Fprintf(b, `<rect class="claim" x="%.1f" y="%g" width="%.1f" height="18"/>`+"\n", a, y-9, max(z-a, 2))
	}
	fmt.Fprintf(b, `<path class="line" d="M%g %gH%g"/>`+"\n", scaleLeft, y, scaleRight)
	for _, r := range f.Reported {
		fmt.Fprintf(b, `<path class="none" d="M%.1f %g l6 6 l-6 6 l-6 -6 z" fill-opacity=".25"/>`+"\n", x((r.Low+r.High)/2), y-6)
	}
	fmt.Fprintf(b, `<path class="%s" d="M%.1f %gH%.1f" stroke-width="3"/><circle class="%s" cx="%.1f" cy="%g" r="5"/>`+"\n",
		class, x(f.Measured.Low), y, x(f.Measured.High), class, x(f.Measured.Value), y)
	fmt.Fprintf(b, `<text class="ink" x="%g" y="%g">%s</text>`+"\n", scaleRight+14, y+5, text(f.MeasuredText()))
}

func abridged(s string) string {
	if utf8.RuneCountInString(s) <= mostLabel {
		return s
	}
	return string([]rune(s)[:mostLabel-1]) + "…"
}

func text(s string) string {
	var b strings.Builder
	_ = xml.EscapeText(&b, []byte(s)) // a strings.Builder never fails
	return b.String()
}
