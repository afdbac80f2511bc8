package report_test

import (
	"bytes"
	"encoding/xml"
	"fmt"
	"maps"
	"math"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/wakeful-go/wakeful/tournament/report"
	"github.com/wakeful-go/wakeful/tournament/result"
	"github.com/wakeful-go/wakeful/tournament/result/resulttest"
)

// svgElement is an element of a picture as parsed from the file.
type svgElement struct {
	XMLName  xml.Name
	Attrs    []xml.Attr   `xml:",any,attr"`
	Text     string       `xml:",chardata"`
	Children []svgElement `xml:",any"`
}

func (e svgElement) attribute(name string) string {
	for _, a := range e.Attrs {
		if a.Name.Local == name {
			return a.Value
		}
	}
	return ""
}

func (e svgElement) number(t *testing.T, name string) float64 {
	t.Helper()
	v, err := strconv.ParseFloat(e.attribute(name), 64)
	if err != nil {
		t.Fatalf("<%s> has %s=%q", e.XMLName.Local, name, e.attribute(name))
	}
	return v
}

// all returns the elements with a name and a class. An empty class matches any.
func (e svgElement) all(name, class string) (found []svgElement) {
	if e.XMLName.Local == name && (class == "" || e.attribute("class") == class) {
		found = append(found, e)
	}
	for _, child := range e.Children {
		found = append(found, child.all(name, class)...)
	}
	return found
}

func drawn(t *testing.T, doc *result.Document, theme report.Theme) (string, svgElement) {
	t.Helper()
	var text bytes.Buffer
	if err := report.Picture(&text, doc, theme); err != nil {
		t.Fatal(err)
	}
	var root svgElement
	if err := xml.Unmarshal(text.Bytes(), &root); err != nil {
		t.Fatal(err)
	}
	return text.String(), root
}

func textOf(e svgElement) string { return strings.TrimSpace(e.Text) }

// scaled returns the example with the values of one contestant multiplied.
func scaled(contestant string, factor float64) *result.Document {
	doc := resulttest.Example()
	for i := range doc.Cells {
		for j := range doc.Cells[i].Samples {
			if doc.Cells[i].Contestant == contestant {
				doc.Cells[i].Samples[j].Value *= factor
			}
		}
	}
	return doc
}

// picturedDocuments returns runs of different form: the committed one; one without bursts and with
// a missing cell; one too short for intervals; and two whose values differ widely.
func picturedDocuments(t *testing.T) map[string]*result.Document {
	t.Helper()
	committed, err := result.ReadFile(filepath.Join("..", "..", "docs", "results", "intel-xeon-processor-2-cores-2026-11-27.json.gz"))
	if err != nil {
		t.Fatal(err)
	}
	return map[string]*result.Document{
		"committed": committed, "example": resulttest.Example(), "sparse": resulttest.Sparse(),
		"one is huge": scaled("goja_nodejs", 3e7), "one is tiny": scaled("wakeful", 1e-4),
	}
}

// box is the area of an element in pixels.
type box struct {
	what                     string
	left, top, right, bottom float64
}

func (b box) meets(o box) bool {
	return b.left < o.right && o.left < b.right && b.top < o.bottom && o.top < b.bottom
}

// textWidth estimates the width of a text from above, by classes of letters, for DejaVu Sans. It is
// the widest font that systems use for their interface.
func textWidth(text string, size float64) float64 {
	width := 0.0
	for _, r := range text {
		switch {
		case strings.ContainsRune("ijl.,:;'| ", r):
			width += 0.34
		case strings.ContainsRune("frtI()/-", r):
			width += 0.42
		case strings.ContainsRune("cszJ", r):
			width += 0.56
		case strings.ContainsRune("mwMW%@", r):
			width += 1
		case r >= 'A' && r <= 'Z' || r >= 0x80:
			width += 0.79
		default:
			width += 0.64
		}
	}
	return width * size
}

// boxes returns the areas of the labels and the bars of a picture. A bar ends where its interval
// ends.
func boxes(t *testing.T, root svgElement) (labels, bars []box) {
	t.Helper()
	const ascent, descent = 0.76, 0.24
	for _, e := range root.all("text", "") {
		size := 22.0
		if e.attribute("font-size") != "" {
			size = e.number(t, "font-size")
		}
		width := textWidth(textOf(e), size)
		x, y := e.number(t, "x"), e.number(t, "y")
		if e.attribute("text-anchor") == "end" {
			x -= width
		}
		labels = append(labels, box{textOf(e), x, y - ascent*size, x + width, y + descent*size})
	}
	for _, class := range []string{"bar", "swatch"} {
		for _, e := range root.all("rect", class) {
			x, y := e.number(t, "x"), e.number(t, "y")
			bars = append(bars, box{fmt.Sprintf("%s at %v, %v", class, x, y), x, y, x + e.number(t, "width"), y + e.number(t, "height")})
		}
	}
	for _, e := range root.all("path", "interval") {
		var low, y, high float64
		if _, err := fmt.Sscanf(strings.NewReplacer("M", " ", "H", " ").Replace(e.attribute("d")), "%g %g %g", &low, &y, &high); err != nil {
			t.Fatalf("the interval %q: %v", e.attribute("d"), err)
		}
		for i, b := range bars {
			if strings.HasPrefix(b.what, "bar") && b.left <= low && low-1 < b.right && b.top < y && y < b.bottom {
				bars[i].right = max(b.right, high)
			}
		}
	}
	return labels, bars
}

func TestNothingOverlapsInThePicture(t *testing.T) {
	for name, doc := range picturedDocuments(t) {
		text, root := drawn(t, doc, report.Light)
		if len(text) > 30_000 {
			t.Errorf("%s: the picture has %d bytes", name, len(text))
		}
		labels, bars := boxes(t, root)
		if len(labels) < 30 || len(bars) < 12 {
			t.Errorf("%s: the picture has %d labels and %d bars", name, len(labels), len(bars))
		}
		for _, e := range append(root.all("text", ""), root.all("g", "")...) {
			// 390 pixels are a telephone's width.
			if e.attribute("font-size") != "" && e.number(t, "font-size")*390/root.number(t, "width") < 11 {
				t.Errorf("%s: %q is too small on a telephone", name, textOf(e))
			}
		}
		for _, complaint := range overlaps(labels, bars, root.number(t, "width"), root.number(t, "height")) {
			t.Errorf("%s: %s", name, complaint)
		}
	}
	// The test of overlaps.
	label, below := box{"label", 10, 10, 60, 30}, box{"below", 10, 31, 60, 50}
	if got := overlaps([]box{label, below}, nil, 100, 100); len(got) != 0 {
		t.Errorf("of what does not overlap there is %q", got)
	}
	if got := overlaps([]box{label, {"wide", 50, 20, 101, 40}}, []box{{"bar", 0, 5, 11, 15}}, 100, 100); len(got) != 3 {
		t.Errorf("of two that overlap and one that leaves the picture there is %q", got)
	}
}

// overlaps returns a complaint for each label that overlaps another or a bar, for each bar that
// overlaps another, and for each element outside the picture.
func overlaps(labels, bars []box, width, height float64) (complaints []string) {
	all := slices.Concat(labels, bars)
	for i, b := range all {
		if b.left < 0 || b.top < 0 || b.right > width || b.bottom > height {
			complaints = append(complaints, fmt.Sprintf("%s leaves the picture: %+v", b.what, b))
		}
		for _, other := range all[:i] {
			if b.meets(other) {
				complaints = append(complaints, fmt.Sprintf("%q covers %q", b.what, other.what))
			}
		}
	}
	return complaints
}

// Bars of one scale have lengths in proportion to their values, and the value is beside the bar.
func TestBarsAreAsLongAsTheirValues(t *testing.T) {
	doc := resulttest.Example()
	_, root := drawn(t, doc, report.Light)
	labels, bars := boxes(t, root)
	perNanosecond := map[string]float64{}
	for _, e := range root.all("rect", "bar") {
		x, y, length := e.number(t, "x"), e.number(t, "y"), e.number(t, "width")
		i := slices.IndexFunc(bars, func(b box) bool { return b.left == x && b.top == y })
		beside := slices.IndexFunc(labels, func(l box) bool { return l.left > x && l.left < bars[i].right+20 && l.top < y+11 && l.bottom > y+11 })
		if beside < 0 {
			t.Fatalf("the bar at %v, %v has no value beside it", x, y)
		}
		value, err := strconv.ParseFloat(strings.ReplaceAll(labels[beside].what, ",", ""), 64)
		if err != nil {
			t.Fatal(err)
		}
		scale := "common"
		if value > 300 {
			scale = "round trips"
		}
		if per := perNanosecond[scale]; per == 0 {
			perNanosecond[scale] = length / value
		} else if math.Abs(length-per*value) > 1 {
			t.Errorf("%s: %v ns are %v pixels long, want %v", scale, value, length, per*value)
		}
	}
	if len(perNanosecond) != 2 {
		t.Errorf("the scales are %v, want two", slices.Collect(maps.Keys(perNanosecond)))
	}
}

// The picture says where the project's own loop is slower.
func TestThePictureSaysWhoIsFaster(t *testing.T) {
	for _, c := range []struct {
		doc  *result.Document
		want string
	}{
		{resulttest.Example(), "None is faster than wakeful beyond the intervals."},
		{scaled("main", 0.1), "Faster than wakeful beyond the intervals: founding design Main (one producer, ten producers, a hundred producers and round trip)."},
		{resulttest.Sparse(), "Bars: medians of 3 rounds, too few for intervals."},
		{resulttest.Example(), "Bars: medians of 10 rounds. Lines: 95 % intervals."},
	} {
		_, root := drawn(t, c.doc, report.Dark)
		var lines []string
		for _, e := range root.all("text", "") {
			lines = append(lines, textOf(e))
		}
		if all := strings.Join(lines, " "); !strings.Contains(all, c.want) {
			t.Errorf("the picture says %q, want %q", all, c.want)
		}
		if desc := root.all("desc", ""); len(desc) != 1 || !strings.Contains(textOf(desc[0]), c.want) {
			t.Errorf("the description is %q, want %q in it", desc, c.want)
		}
	}
	if _, root := drawn(t, resulttest.Sparse(), report.Light); len(root.all("path", "interval")) != 0 {
		t.Error("a run of three rounds has intervals")
	}
}

func TestThePictureNeedsNothingElse(t *testing.T) {
	for _, theme := range report.Themes {
		text, root := drawn(t, resulttest.Example(), theme)
		if again, _ := drawn(t, resulttest.Example(), theme); again != text {
			t.Error("the same document was drawn in two ways")
		}
		if root.attribute("role") != "img" || root.attribute("aria-labelledby") != "title desc" {
			t.Errorf("%s: the picture is %v", theme, root.Attrs)
		}
		for _, name := range []string{"title", "desc"} {
			if found := root.all(name, ""); len(found) != 1 || found[0].attribute("id") != name || textOf(found[0]) == "" {
				t.Errorf("%s: the %s is %v", theme, name, found)
			}
		}
		var walk func(e svgElement)
		walk = func(e svgElement) {
			if !slices.Contains([]string{"svg", "title", "desc", "g", "rect", "path", "text"}, e.XMLName.Local) {
				t.Errorf("%s: there is a <%s>", theme, e.XMLName.Local)
			}
			for _, a := range e.Attrs {
				if strings.HasPrefix(a.Name.Local, "on") || strings.Contains(a.Name.Local, "href") || strings.Contains(a.Value, "url(") {
					t.Errorf("%s: <%s> has %s=%q", theme, e.XMLName.Local, a.Name.Local, a.Value)
				}
			}
			for _, child := range e.Children {
				walk(child)
			}
		}
		walk(root)
	}
}

// luminance returns WCAG's relative luminance of a colour such as #0a5ea8.
func luminance(t *testing.T, color string) float64 {
	t.Helper()
	n, err := strconv.ParseUint(strings.TrimPrefix(color, "#"), 16, 24)
	if err != nil || len(color) != 7 {
		t.Fatalf("the colour %q", color)
	}
	linear := func(shift int) float64 {
		c := float64(n>>shift&0xff) / 255
		if c <= 0.04045 {
			return c / 12.92
		}
		return math.Pow((c+0.055)/1.055, 2.4)
	}
	return 0.2126*linear(16) + 0.7152*linear(8) + 0.0722*linear(0)
}

func contrast(t *testing.T, a, b string) float64 {
	t.Helper()
	x, y := luminance(t, a), luminance(t, b)
	return (max(x, y) + 0.05) / (min(x, y) + 0.05)
}

// WCAG 2.2, level AA: a contrast of 4.5 for text, and of 3 for shapes against their background.
func TestThePictureHasContrast(t *testing.T) {
	if got := contrast(t, "#767676", "#ffffff"); math.Abs(got-4.54) > 0.01 {
		t.Fatalf("the contrast of #767676 on white is %v, want 4.54", got)
	}
	for _, theme := range report.Themes {
		_, root := drawn(t, resulttest.Example(), theme)
		page := root.all("rect", "page")[0].attribute("fill")
		ink := root.all("g", "")[0].attribute("fill")
		for _, e := range root.all("text", "") {
			color := e.attribute("fill")
			if color == "" {
				color = ink
			}
			if got := contrast(t, color, page); got < 4.5 {
				t.Errorf("%s: the text %q has a contrast of %.2f", theme, textOf(e), got)
			}
		}
		for _, e := range slices.Concat(root.all("rect", "bar"), root.all("rect", "swatch")) {
			if got := contrast(t, e.attribute("fill"), page); got < 3 {
				t.Errorf("%s: the bar %s has a contrast of %.2f", theme, e.attribute("fill"), got)
			}
		}
	}
}

// Texts from the document stay text, and the picture stays well formed.
func TestHostileMachinesStayText(t *testing.T) {
	doc := resulttest.Example()
	doc.Environment = hostile().Environment
	doc.Environment.GoVersion = "go\x00\x1b[31m\uffff"
	text, root := drawn(t, doc, report.Light)
	if strings.Contains(text, payload) || strings.ContainsAny(text, "\x00\x1b") {
		t.Error("the payload is in the picture unescaped")
	}
	if len(root.all("img", ""))+len(root.all("script", "")) > 0 {
		t.Error("the payload brought in an element")
	}
	if desc := textOf(root.all("desc", "")[0]); !strings.Contains(desc, payload) {
		t.Errorf("the machine is not described: %q", desc)
	}
}

func TestEmptyPictureIsAnError(t *testing.T) {
	nothing := hostile() // no known workload
	if err := report.Picture(&bytes.Buffer{}, nothing, report.Light); err == nil || !strings.Contains(err.Error(), "none of the figures") {
		t.Errorf("of a document without the figures: %v", err)
	}
	if err := report.Picture(&bytes.Buffer{}, resulttest.Example(), "sepia"); err == nil || !strings.Contains(err.Error(), "sepia") {
		t.Errorf("of a theme that does not exist: %v", err)
	}
}
