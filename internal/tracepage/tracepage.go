// Package tracepage draws the trace of a simulated run as a page that needs no network: machines as
// lanes, messages as arrows, faults marked. Package sim writes the trace; the command draws it.
package tracepage

import (
	"bufio"
	_ "embed" // the style
	"errors"
	"fmt"
	"html"
	"io"
	"slices"
	"strconv"
	"strings"
)

// Options say which part of a trace is drawn.
type Options struct {
	From, To float64 // in seconds; a To of 0 is the end
	Last     int     // at most so many rows, the last ones
}

// A row is something that is drawn: a line of the trace, and the turns right after it.
type row struct {
	at, sent   float64
	lane, from int // -1 for none
	what, text string
	turns      []string
}

// trace is a trace that was read.
type trace struct {
	seed    string
	lanes   []string
	rows    []row
	omitted int
	right   int // where the labels that were drawn end
}

// Magic is what a trace begins with.
const Magic = "wakeful sim trace 1\t"

// Draw reads a trace and writes the page.
func Draw(to io.Writer, from io.Reader, options Options) error {
	t, err := read(from, options)
	if err != nil {
		return err
	}
	_, err = io.WriteString(to, t.page())
	return err
}

// quiet are the lines that have no row of their own.
var quiet = []string{"write", "read", "listen"}

func read(from io.Reader, options Options) (*trace, error) {
	lines := bufio.NewScanner(from)
	lines.Buffer(nil, 1<<20)
	t := &trace{}
	if !lines.Scan() || !strings.HasPrefix(lines.Text(), Magic) {
		return nil, errors.New("this is no trace of a simulation; WAKEFUL_SIM_TRACE=file writes one")
	}
	_, t.seed, _ = strings.Cut(lines.Text(), "\tseed ")
	lane := map[string]int{"-": -1}
	for number := 2; lines.Scan(); number++ {
		fields := strings.Split(lines.Text(), "\t")
		if len(fields) == 3 && fields[0] == "machine" {
			lane[fields[2]] = len(t.lanes)
			t.lanes = append(t.lanes, fields[2])
			continue
		}
		if len(fields) != 6 {
			return nil, fmt.Errorf("line %d of the trace has %d fields instead of 6", number, len(fields))
		}
		at, err := strconv.ParseFloat(fields[0], 64)
		if err != nil {
			return nil, fmt.Errorf("line %d of the trace has no time: %w", number, err)
		}
		on, known := lane[fields[1]]
		other, known2 := lane[fields[3]]
		if !known || !known2 {
			return nil, fmt.Errorf("line %d of the trace has an unknown machine", number)
		}
		if at < options.From || options.To > 0 && at > options.To || slices.Contains(quiet, fields[2]) {
			continue
		}
		r := row{at: at, sent: at, lane: on, from: other, what: fields[2], text: fields[5]}
		if fields[4] != "-" {
			if r.sent, err = strconv.ParseFloat(fields[4], 64); err != nil {
				return nil, fmt.Errorf("line %d of the trace: %w", number, err)
			}
		}
		if n := len(t.rows); r.what == "turn" && n > 0 && t.rows[n-1].lane == on && t.rows[n-1].at == at {
			t.rows[n-1].turns = append(t.rows[n-1].turns, r.text)
			continue
		}
		t.rows = append(t.rows, r)
	}
	if err := lines.Err(); err != nil {
		return nil, err
	}
	if options.Last > 0 && len(t.rows) > options.Last {
		t.omitted = len(t.rows) - options.Last
		t.rows = t.rows[t.omitted:]
	}
	return t, nil
}

// Sizes in pixels.
const (
	times     = 92  // width of the column of times
	laneWidth = 190 // of each lane
	rowHeight = 20
	letter    = 7.5 // width of a letter of a label in a wide font
)

//go:embed page.css
var style string

func (t *trace) page() string {
	var b, drawing strings.Builder
	t.draw(&drawing, "", 0)
	fmt.Fprintf(&b, "<!doctype html>\n<html lang=\"en\"><meta charset=\"utf-8\"><meta name=\"viewport\" content=\"width=device-width\">\n<title>Seed %s</title>\n<style>\n%s</style>\n",
		html.EscapeString(t.seed), style)
	fmt.Fprintf(&b, "<header><h1>Seed %s</h1><p>%d machines, %d rows", html.EscapeString(t.seed), len(t.lanes), len(t.rows))
	if t.omitted > 0 {
		fmt.Fprintf(&b, "; %d earlier rows are left out", t.omitted)
	}
	b.WriteString(". Each lane is a machine, time goes down, an arrow is a message, and what went wrong is red. Point at something to read its line.</p>\n")
	b.WriteString(`<ul><li class="turn">a turn of a loop<li class="message">a message<li class="fault">a fault<li class="note">a line of the program</ul></header>` + "\n")
	fmt.Fprintf(&b, "<main tabindex=\"0\"><div class=\"sheet\" style=\"width:%dpx\"><div class=\"lanes\">", t.width())
	for _, name := range t.lanes {
		fmt.Fprintf(&b, "<b style=\"width:%dpx\">%s</b>", laneWidth, html.EscapeString(name))
	}
	b.WriteString("</div>\n")
	b.WriteString(drawing.String())
	b.WriteString("</div></main>\n</html>\n")
	return b.String()
}

// Picture is Draw for an SVG file.
func Picture(to io.Writer, from io.Reader, options Options) error {
	t, err := read(from, options)
	if err != nil {
		return err
	}
	var b strings.Builder
	t.draw(&b, ` xmlns="http://www.w3.org/2000/svg"`, rowHeight)
	_, err = io.WriteString(to, b.String())
	return err
}

// draw draws the trace as SVG. For a file of its own, attributes are those that it needs besides,
// and the drawing has the style, a background, and the names of the lanes in the room at the top.
func (t *trace) draw(b *strings.Builder, attributes string, top int) {
	var rows strings.Builder
	t.drawRows(&rows)
	width, height := t.width(), rowHeight*(len(t.rows)+1)
	fmt.Fprintf(b, "<svg%s width=\"%d\" height=\"%d\" viewBox=\"0 %d %d %d\" role=\"img\" aria-label=\"The trace\">\n",
		attributes, width, height+top, -top, width, height+top)
	if top > 0 {
		fmt.Fprintf(b, "<style>\n%s</style>\n<rect class=\"sheet\" y=\"%d\" width=\"100%%\" height=\"100%%\"/>\n", style, -top)
		for i, name := range t.lanes {
			fmt.Fprintf(b, "<text class=\"name\" x=\"%d\" y=\"-4\">%s</text>\n", x(i), html.EscapeString(name))
		}
	}
	b.WriteString(`<defs><marker id="tip" viewBox="0 0 8 8" refX="8" refY="4" markerWidth="7" markerHeight="7" orient="auto"><path d="M0 0 8 4 0 8z"/></marker></defs>` + "\n")
	for i := range t.lanes {
		fmt.Fprintf(b, "<line class=\"lane\" x1=\"%d\" x2=\"%d\" y1=\"0\" y2=\"%d\"/>\n", x(i), x(i), height)
	}
	b.WriteString(rows.String())
	b.WriteString("</svg>\n")
}

func (t *trace) drawRows(b *strings.Builder) {
	before := -1.0
	for i := range t.rows {
		r := &t.rows[i]
		y := rowHeight * (i + 1)
		if r.at != before {
			fmt.Fprintf(b, "<text class=\"time\" x=\"%d\" y=\"%d\">%s</text>\n", times-22, y+4, timeOf(r.at))
			before = r.at
		}
		t.drawRow(b, r, y)
	}
}

// timeOf writes a time in seconds with as many digits as the column has room for.
func timeOf(at float64) string {
	text := fmt.Sprintf("%.6f", at)
	if point := strings.IndexByte(text, '.'); point < 10 {
		return text[:min(len(text), 10)]
	}
	return text
}

// width is that of the drawing, with room for all lanes and labels.
func (t *trace) width() int { return max(times+laneWidth*max(1, len(t.lanes)), t.right) }

// x is the middle of a lane.
func x(lane int) int { return times + laneWidth*lane + laneWidth/2 - 30 }

// rowAt is the vertical place of a time: that of the last row that is not later.
func (t *trace) rowAt(at float64) int {
	n, _ := slices.BinarySearchFunc(t.rows, at, func(r row, at float64) int {
		if r.at <= at {
			return -1
		}
		return 1
	})
	return rowHeight * max(0, n)
}

func (t *trace) drawRow(b *strings.Builder, r *row, y int) {
	line := fmt.Sprintf("%.6f %s %s", r.at, r.what, r.text)
	if r.from >= 0 && r.lane >= 0 {
		line = fmt.Sprintf("%.6f %s from %s: %s %s", r.at, t.lanes[r.lane], t.lanes[r.from], r.what, r.text)
	}
	for _, turn := range r.turns {
		line += "\n" + turn
	}
	fmt.Fprintf(b, "<g class=\"%s\"><title>%s</title>", class(r.what), html.EscapeString(line))
	defer b.WriteString("</g>\n")
	label := func(at int, text string) {
		if text = strings.TrimSpace(text); len(text) > 120 {
			text = text[:117] + "..."
		}
		t.right = max(t.right, at+int(letter*float64(len(text)))+10)
		fmt.Fprintf(b, "<text x=\"%d\" y=\"%d\">%s</text>", at, y+4, html.EscapeString(text))
	}
	switch {
	case r.lane < 0: // a line of the program, or the failure
		fmt.Fprintf(b, "<line x1=\"%d\" x2=\"100%%\" y1=\"%d\" y2=\"%d\"/>", times-14, y+8, y+8)
		label(times-10, r.text)
	case r.from >= 0 && r.from != r.lane && r.what != "connect" && r.what != "fault" && r.what != "open":
		start := min(y, max(t.rowAt(r.sent), y-40*rowHeight))
		fmt.Fprintf(b, "<line class=\"arrow\" marker-end=\"url(#tip)\" x1=\"%d\" y1=\"%d\" x2=\"%d\" y2=\"%d\"/>", x(r.from), start, x(r.lane), y)
		label(x(r.lane)+9, shorten(r))
	case r.what == "turn":
	case class(r.what) == "fault":
		fmt.Fprintf(b, "<path d=\"M%d %dl6 6-6 6-6-6z\"/>", x(r.lane), y-6)
		label(x(r.lane)+9, r.what+" "+r.text)
	default:
		fmt.Fprintf(b, "<circle cx=\"%d\" cy=\"%d\" r=\"3\"/>", x(r.lane), y)
		label(x(r.lane)+9, r.what+" "+shorten(r))
	}
	if r.what == "turn" || len(r.turns) > 0 {
		left := x(r.lane) - 4
		if class(r.what) == "fault" {
			left -= 12 // beside the mark
		}
		fmt.Fprintf(b, "<rect class=\"block\" x=\"%d\" y=\"%d\" width=\"8\" height=\"12\" rx=\"2\"/>", left, y-6)
	}
}

// shorten returns the text of a row for the drawing.
func shorten(r *row) string {
	text := strings.NewReplacer("connection ", "#", " bytes", " B").Replace(r.text)
	if r.what == "end" || r.what == "reset" || r.what == "accept" {
		text = r.what + " " + text
	}
	return text
}

// class is the style of a row.
func class(what string) string {
	switch what {
	case "fault", "pause", "skew", "partition", "heal", "crash", "restart", "reset", "failed":
		return "fault"
	case "failure":
		return "failure"
	case "log":
		return "note"
	case "turn":
		return "turn"
	}
	return "message"
}
