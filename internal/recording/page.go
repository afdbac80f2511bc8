package recording

import (
	"bytes"
	"compress/gzip"
	_ "embed" // the page
	"encoding/base64"
	"encoding/binary"
	"encoding/json"
	"html"
	"io"
	"math"
	"strings"
)

// This file owns the page that shows a recording. It is one file that needs no network: the events are
// columns of numbers, compressed, which its script draws on a canvas.

//go:embed page.html
var pageHTML string

// pageData is what the page gets besides the columns of the events.
type pageData struct {
	Recording *Recording
	Base      int64 // starts are relative to this time, in nanoseconds
	End       int64 // the end of the recording, in the same way
	Loops     []Loop
	Counts    []int
	Findings  []Finding
	Phases    []string
	Reasons   []string
}

// Page writes the page.
func (r *Recording) Page(w io.Writer) error {
	d := pageData{Base: r.Time.UnixNano(), Loops: r.Loops, Findings: r.Findings(), Phases: Phases, Reasons: Reasons}
	head := *r
	head.Loops = nil
	d.Recording = &head
	for i := range r.Loops {
		l := &r.Loops[i]
		d.Counts = append(d.Counts, len(l.Events))
		if len(l.Events) > 0 {
			d.Base = min(d.Base, l.Events[0].Start)
		}
	}
	d.End = max(1, r.Time.UnixNano()-d.Base)
	text, err := json.Marshal(d) // it escapes < and >
	if err != nil {
		return err
	}
	var columns bytes.Buffer
	z := gzip.NewWriter(&columns)
	for i := range r.Loops {
		if _, err := z.Write(r.columns(&r.Loops[i], d.Base)); err != nil {
			return err
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
		"{{events}}", base64.StdEncoding.EncodeToString(columns.Bytes()),
	).WriteString(w, pageHTML)
	return err
}

// columns returns the events of a loop, one column after the other: start and duration as 8 bytes,
// A, B and C as 4, kind and detail as 1. The length of each is a multiple of 8.
func (r *Recording) columns(l *Loop, base int64) []byte {
	var b []byte
	for _, value := range []func(e *Event) int64{
		func(e *Event) int64 { return e.Start - base },
		func(e *Event) int64 { return r.End(e) - e.Start },
	} {
		for i := range l.Events {
			b = binary.LittleEndian.AppendUint64(b, math.Float64bits(float64(value(&l.Events[i]))))
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
		for i := range l.Events {
			b = binary.LittleEndian.AppendUint32(b, value(&l.Events[i]))
		}
		pad()
	}
	for _, value := range []func(e *Event) uint8{
		func(e *Event) uint8 { return uint8(e.Kind) }, func(e *Event) uint8 { return e.Detail },
	} {
		for i := range l.Events {
			b = append(b, value(&l.Events[i]))
		}
		pad()
	}
	return b
}
