package report

import (
	"encoding/xml"
	"fmt"
	"strings"

	"github.com/wakeful-go/wakeful/tournament/figures"
)

// This file positions everything in the picture and chooses its colours.
//
// The picture is a grid of two columns. The first cell is the key: the names of the contestants,
// each at the height of its bar in the other cells. The notes are below, at full width.

// Sizes are in pixels at the picture's full width. A telephone shows the picture at half the width,
// so no font is smaller than textSize.
const (
	pictureWidth = 720.0
	margin       = 20.0
	columnWidth  = (pictureWidth - 3*margin) / 2

	titleSize   = 29.0
	headingSize = 24.0
	textSize    = 22.0
	lineHeight  = 28.0

	barHeight = 22.0
	barPitch  = 30.0 // from bar to bar
	barsTop   = 14.0 // from a heading's baseline to the first bar
	groupGap  = 44.0 // from the last bar to the next heading's baseline
	capHeight = 10.0 // at the ends of an interval
	swatch    = 20.0
	// valueRoom is the width of the longest value beside a bar.
	valueRoom = 92.0
	barRoom   = columnWidth - valueRoom
	// noteColumns is how many letters of a note fit into a line in every common font.
	noteColumns = 54
)

// palette holds a theme's colours. ink and soft are readable as text on page, and every bar
// contrasts with page.
type palette struct {
	page, border, ink, soft string
	bars                    []string // one for each of pictured
}

var themes = map[Theme]palette{
	Light: {page: "#ffffff", border: "#d0d7de", ink: "#1b1d21", soft: "#4f5661", bars: []string{"#0a5ea8", "#c04a00", "#007a57", "#7a7f87"}},
	Dark:  {page: "#0d1117", border: "#30363d", ink: "#e6edf3", soft: "#a9b2bc", bars: []string{"#62b3ff", "#ff8f52", "#3fcb98", "#8b919b"}},
}

const pictureFonts = "system-ui, -apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', Arial, sans-serif"

// canvas collects the elements of an SVG image.
type canvas struct {
	strings.Builder
	colors palette
}

// element adds an element with a text. attributes are pairs of a name and a value, which is a text or
// a length.
func (c *canvas) element(name, text string, attributes ...any) {
	fmt.Fprintf(c, "<%s", name)
	for i := 0; i+1 < len(attributes); i += 2 {
		value := attributes[i+1]
		if length, ok := value.(float64); ok {
			value = pixels(length)
		}
		fmt.Fprintf(c, ` %v="`, attributes[i])
		c.escape(fmt.Sprint(value))
		c.WriteByte('"')
	}
	c.WriteByte('>')
	c.escape(text)
	fmt.Fprintf(c, "</%s>\n", name)
}

// escape adds s as a text, without the characters that XML does not allow.
func (c *canvas) escape(s string) { _ = xml.EscapeText(c, []byte(s)) } // a strings.Builder never fails

// text adds a text that starts at x, y on its baseline.
func (c *canvas) text(x, y float64, text string, attributes ...any) {
	c.element("text", text, append([]any{"x", x, "y", y}, attributes...)...)
}

// soft adds a text of less weight.
func (c *canvas) soft(x, y float64, text string) { c.text(x, y, text, "fill", c.colors.soft) }

func (c *canvas) heading(x, y float64, text string) {
	c.text(x, y, text, "font-size", headingSize, "font-weight", "bold")
}

// draw returns the whole picture.
func (p *picture) draw(colors palette) string {
	const title, subtitle = "The cost of a function on the loop", "Nanoseconds per function; lower is better"
	c := &canvas{colors: colors}
	y := margin + titleSize
	c.text(margin, y, title, "font-size", titleSize, "font-weight", "bold")
	y += lineHeight + 4
	c.soft(margin, y, subtitle)

	y += groupGap
	common := p.most(func(r picturedRow) bool { return !r.apart })
	for place := range len(picturedRows) + 1 {
		x := margin + float64(place%2)*(columnWidth+margin)
		if place == 0 {
			p.key(c, x, y)
		} else {
			at := place - 1
			scale := common
			if r := picturedRows[at]; r.apart {
				scale = p.most(func(other picturedRow) bool { return other.name == r.name })
			}
			p.group(c, x, y, at, scale)
		}
		if place%2 == 1 {
			y += barsTop + float64(len(p.pictured)-1)*barPitch + barHeight + groupGap
		}
	}
	for _, note := range p.notes() {
		for _, line := range figures.Wrapped(note, noteColumns) {
			c.soft(margin, y, line)
			y += lineHeight
		}
	}
	height := y - lineHeight + margin

	whole := &canvas{}
	fmt.Fprint(whole, `<svg xmlns="http://www.w3.org/2000/svg" role="img" aria-labelledby="title desc"`)
	fmt.Fprintf(whole, ` width="%[1]v" height="%[2]s" viewBox="0 0 %[1]v %[2]s">`+"\n", pictureWidth, pixels(height))
	whole.element("title", title+". "+subtitle+".", "id", "title")
	whole.element("desc", p.description(), "id", "desc")
	whole.element("rect", "", "class", "page", "x", 0.5, "y", 0.5, "width", pictureWidth-1, "height", height-1,
		"rx", 8.0, "fill", colors.page, "stroke", colors.border)
	fmt.Fprintf(whole, `<g font-family="%s" font-size="%v" fill="%s">`+"\n%s</g>\n</svg>\n", pictureFonts, textSize, colors.ink, c)
	return whole.String()
}

// key adds the names of the contestants. y is the baseline of the heading.
func (p *picture) key(c *canvas, x, y float64) {
	c.heading(x, y, "From top to bottom")
	for i, who := range p.pictured {
		top := y + barsTop + float64(i)*barPitch
		c.element("rect", "", "class", "swatch", "x", x, "y", top+(barHeight-swatch)/2,
			"width", swatch, "height", swatch, "fill", c.colors.bars[i])
		c.text(x+swatch+8, baseline(top), who.name, weight(i)...)
	}
}

// weight returns the attributes of a contestant's texts. Those of the first are bold.
func weight(contestant int) []any {
	if contestant == 0 {
		return []any{"font-weight", "bold"}
	}
	return nil
}

// group adds one row of the tournament. scale is the value at the end of the longest bar or interval.
func (p *picture) group(c *canvas, x, y float64, at int, scale float64) {
	c.heading(x, y, picturedRows[at].name)
	if picturedRows[at].apart {
		c.text(x+columnWidth, y, "own scale", "text-anchor", "end", "fill", c.colors.soft)
	}
	for i, measured := range p.rows[at] {
		top := y + barsTop + float64(i)*barPitch
		if measured.state != figure {
			c.soft(x, baseline(top), noFigure)
			continue
		}
		length := func(v float64) float64 { return barRoom * v / scale }
		e := measured.estimate
		c.element("rect", "", "class", "bar", "x", x, "y", top,
			"width", length(e.Value), "height", barHeight, "fill", c.colors.bars[i])
		if e.Bounded() {
			line := interval(x+length(e.Low), x+length(e.High), top+barHeight/2)
			// An outline in the page's colour separates the line from its bar.
			c.element("path", "", "d", line, "stroke", c.colors.page, "stroke-width", 6.0, "stroke-linecap", "square")
			c.element("path", "", "class", "interval", "d", line, "stroke", c.colors.ink, "stroke-width", 2.5)
		}
		c.text(x+length(reach(e))+10, baseline(top), nanoseconds(e.Value), weight(i)...)
	}
}

// baseline returns the baseline of a text that is centred on the bar that begins at top.
func baseline(top float64) float64 { return top + barHeight/2 + 0.36*textSize }

// interval returns the path of a line from low to high with a cap at both ends.
func interval(low, high, y float64) string {
	from, to, top, bottom := pixels(low), pixels(high), pixels(y-capHeight/2), pixels(y+capHeight/2)
	return "M" + from + " " + pixels(y) + "H" + to + "M" + from + " " + top + "V" + bottom + "M" + to + " " + top + "V" + bottom
}
