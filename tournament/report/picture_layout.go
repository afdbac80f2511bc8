package report

import "github.com/wakeful-go/wakeful/tournament/figures"

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

const pictureFonts = `system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif`

// draw returns the whole picture.
func (p *picture) draw(colors palette) element {
	const title, subtitle = "The cost of a function on the loop", "Nanoseconds per function; lower is better"
	y := margin + titleSize
	body := []element{write(margin, y, title, "font-size", titleSize, "font-weight", "bold")}
	y += lineHeight + 4
	body = append(body, write(margin, y, subtitle, "fill", colors.soft))

	y += groupGap
	common := p.most(func(r picturedRow) bool { return !r.apart })
	for place := range len(picturedRows) + 1 {
		x := margin + float64(place%2)*(columnWidth+margin)
		if place == 0 {
			body = append(body, p.key(x, y, colors)...)
		} else {
			at := place - 1
			scale := common
			if r := picturedRows[at]; r.apart {
				scale = p.most(func(other picturedRow) bool { return other.name == r.name })
			}
			body = append(body, p.group(x, y, at, scale, colors)...)
		}
		if place%2 == 1 {
			y += barsTop + float64(len(p.pictured)-1)*barPitch + barHeight + groupGap
		}
	}
	for _, note := range p.notes() {
		for _, line := range figures.Wrapped(note, noteColumns) {
			body = append(body, write(margin, y, line, "fill", colors.soft))
			y += lineHeight
		}
	}
	height := y - lineHeight + margin

	root := tag("svg", "xmlns", "http://www.w3.org/2000/svg", "role", "img", "aria-labelledby", "title desc",
		"width", pictureWidth, "height", height, "viewBox", "0 0 "+pixels(pictureWidth)+" "+pixels(height))
	return root.with(
		tag("title", "id", "title").saying(title+". "+subtitle+"."),
		tag("desc", "id", "desc").saying(p.description()),
		tag("rect", "class", "page", "x", 0.5, "y", 0.5, "width", pictureWidth-1, "height", height-1, "rx", 8.0, "fill", colors.page, "stroke", colors.border),
		tag("g", "font-family", pictureFonts, "font-size", textSize, "fill", colors.ink).with(body...),
	)
}

// write makes a text element that starts at x, y on its baseline.
func write(x, y float64, text string, attributes ...any) element {
	return tag("text", append([]any{"x", x, "y", y}, attributes...)...).saying(text)
}

// key makes the names of the contestants. y is the baseline of the heading.
func (p *picture) key(x, y float64, colors palette) []element {
	drawn := []element{heading(x, y, "From top to bottom")}
	for i, who := range p.pictured {
		top := y + barsTop + float64(i)*barPitch
		name := write(x+swatch+8, baseline(top), who.name)
		if i == 0 {
			name = write(x+swatch+8, baseline(top), who.name, "font-weight", "bold")
		}
		drawn = append(drawn, tag("rect", "class", "swatch", "x", x, "y", top+(barHeight-swatch)/2, "width", swatch, "height", swatch, "fill", colors.bars[i]), name)
	}
	return drawn
}

// group makes one row of the tournament. scale is the value at the end of the longest bar or
// interval.
func (p *picture) group(x, y float64, at int, scale float64, colors palette) []element {
	drawn := []element{heading(x, y, picturedRows[at].name)}
	if picturedRows[at].apart {
		drawn = append(drawn, write(x+columnWidth, y, "own scale", "text-anchor", "end", "fill", colors.soft))
	}
	for i, c := range p.rows[at] {
		top := y + barsTop + float64(i)*barPitch
		if c.state != figure {
			drawn = append(drawn, write(x, baseline(top), noFigure, "fill", colors.soft))
			continue
		}
		length := func(v float64) float64 { return barRoom * v / scale }
		e := c.estimate
		drawn = append(drawn, tag("rect", "class", "bar", "x", x, "y", top, "width", length(e.Value), "height", barHeight, "fill", colors.bars[i]))
		if e.Bounded() {
			middle := top + barHeight/2
			line := interval(x+length(e.Low), x+length(e.High), middle)
			drawn = append(drawn,
				// An outline in the page's colour separates the line from its bar.
				tag("path", "d", line, "stroke", colors.page, "stroke-width", 6.0, "stroke-linecap", "square"),
				tag("path", "class", "interval", "d", line, "stroke", colors.ink, "stroke-width", 2.5))
		}
		value := []any{}
		if i == 0 {
			value = []any{"font-weight", "bold"}
		}
		drawn = append(drawn, write(x+length(reach(e))+10, baseline(top), nanoseconds(e.Value), value...))
	}
	return drawn
}

func heading(x, y float64, text string) element {
	return write(x, y, text, "font-size", headingSize, "font-weight", "bold")
}

// baseline returns the baseline of a text that is centred on the bar that begins at top.
func baseline(top float64) float64 { return top + barHeight/2 + 0.36*textSize }

// interval returns the path of a line from low to high with a cap at both ends.
func interval(low, high, y float64) string {
	from, to, top, bottom := pixels(low), pixels(high), pixels(y-capHeight/2), pixels(y+capHeight/2)
	return "M" + from + " " + pixels(y) + "H" + to + "M" + from + " " + top + "V" + bottom + "M" + to + " " + top + "V" + bottom
}
