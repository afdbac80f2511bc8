package recording

import (
	"bytes"
	"cmp"
	"compress/gzip"
	_ "embed" // the page
	"encoding/base64"
	"encoding/binary"
	"encoding/json"
	"html"
	"io"
	"math"
	"slices"
	"strings"
)

// This file owns the page that shows a recording. It is one file that needs no network: the events are
// columns of numbers, compressed, which its script draws on a canvas.

//go:embed page.html
var pageHTML string

//go:embed page.js
var pageScript string

//go:embed path.js
var pathScript string

// pageData is what the page gets besides the columns of the events.
type pageData struct {
	Recording *Recording
	Base      int64 // starts are relative to this time, in nanoseconds
	End       int64 // the end of the recording, in the same way
	Loops     []Loop
	Counts    [][2]int // of the events of each loop: those of its goroutine, and the others
	Findings  []Finding
	Phases    []string
	Reasons   []string
}

// Page writes the page.
func (r *Recording) Page(w io.Writer) error {
	d := pageData{Base: r.Time.UnixNano(), Loops: r.Loops, Findings: r.Findings(), Phases: Phases, Reasons: Reasons}
	head := *r
	head.Loops, head.Trace = nil, nil
	d.Recording = &head
	parts := make([][2][]*Event, len(r.Loops))
	for i := range r.Loops {
		parts[i] = r.parts(&r.Loops[i])
		d.Counts = append(d.Counts, [2]int{len(parts[i][0]), len(parts[i][1])})
		if len(parts[i][0]) > 0 {
			d.Base = min(d.Base, parts[i][0][0].Start)
		}
	}
	d.End = max(1, r.Time.UnixNano()-d.Base)
	text, err := json.Marshal(d) // it escapes < and >
	if err != nil {
		return err
	}
	var columns bytes.Buffer
	z := gzip.NewWriter(&columns)
	for _, part := range parts {
		for _, events := range part {
			if _, err := z.Write(r.columns(events, d.Base)); err != nil {
				return err
			}
		}
	}
	if err := z.Close(); err != nil {
		return err
	}
	title := r.Program
	if title == "" {
		title = "recording"
	}
	_, err = strings.NewReplacer(
		"{{title}}", html.EscapeString(title),
		"{{data}}", string(text),
		"{{script}}", pageScript+pathScript,
		"{{events}}", base64.StdEncoding.EncodeToString(columns.Bytes()),
	).WriteString(w, pageHTML)
	return err
}

// parts returns the events of the loop's goroutine, which do not overlap, and the others, by their ends.
func (r *Recording) parts(l *Loop) (parts [2][]*Event) {
	for i := range l.Events {
		e := &l.Events[i]
		part := &parts[1]
		if e.onLoop() {
			part = &parts[0]
		}
		*part = append(*part, e)
	}
	slices.SortStableFunc(parts[1], func(a, b *Event) int { return cmp.Compare(r.End(a), r.End(b)) })
	return parts
}

// columns returns events, one column after the other: start and duration as 8 bytes, A, B and C as 4,
// kind and detail as 1. The length of each is a multiple of 8.
func (r *Recording) columns(events []*Event, base int64) []byte {
	var b []byte
	for _, value := range []func(e *Event) int64{
		func(e *Event) int64 { return e.Start - base },
		func(e *Event) int64 { return r.End(e) - e.Start },
	} {
		for _, e := range events {
			b = binary.LittleEndian.AppendUint64(b, math.Float64bits(float64(value(e))))
		}
	}
	pad := func() {
		for len(b)%8 != 0 {
			b = append(b, 0)
		}
	}
	for _, value := range []func(e *Event) uint32{
		func(e *Event) uint32 { return e.A }, func(e *Event) uint32 { return e.B }, func(e *Event) uint32 { return e.C },
	} {
		for _, e := range events {
			b = binary.LittleEndian.AppendUint32(b, value(e))
		}
		pad()
	}
	for _, value := range []func(e *Event) uint8{
		func(e *Event) uint8 { return uint8(e.Kind) }, func(e *Event) uint8 { return e.Detail },
	} {
		for _, e := range events {
			b = append(b, value(e))
		}
		pad()
	}
	return b
}
