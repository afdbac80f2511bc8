package recording_test

import (
	"bytes"
	"compress/gzip"
	"encoding/base64"
	"encoding/binary"
	"encoding/json"
	"io"
	"math"
	"strings"
	"testing"

	"github.com/wakeful-go/wakeful/internal/recording"
)

// between returns the text between two marks, of which the first must be there once.
func between(t *testing.T, text, begin, end string) string {
	t.Helper()
	if n := strings.Count(text, begin); n != 1 {
		t.Fatalf("the page has %q %d times", begin, n)
	}
	_, rest, _ := strings.Cut(text, begin)
	inner, _, found := strings.Cut(rest, end)
	if !found {
		t.Fatalf("the page has no %q after %q", end, begin)
	}
	return inner
}

func TestPage(t *testing.T) {
	r := sample()
	r.Program = "<b>orders"
	r.Loops[0].Functions[0].Name = "</script>{{events}}"
	var b strings.Builder
	if err := r.Page(&b); err != nil {
		t.Fatal(err)
	}
	page := b.String()
	if title := between(t, page, "<title>", "</title>"); !strings.HasPrefix(title, "&lt;b&gt;orders") {
		t.Errorf("the title is %q", title)
	}
	for _, remote := range []string{"http://", "https://", "src=", "@import", "url("} {
		if strings.Contains(page, remote) {
			t.Errorf("the page contains %q, and must load nothing", remote)
		}
	}
	var data struct {
		Base, End int64
		Counts    [][2]int
		Loops     []recording.Loop
		Findings  []recording.Finding
	}
	if err := json.Unmarshal([]byte(between(t, page, `<script type="application/json" id="data">`, "</script>")), &data); err != nil {
		t.Fatal(err)
	}
	start := r.Loops[0].Events[0].Start
	if data.Base != start || data.End != 1e9 || len(data.Counts) != 2 || data.Counts[0] != [2]int{5, 4} || data.Counts[1] != [2]int{} || len(data.Findings) != 2 ||
		data.Loops[0].Functions[0].Name != "</script>{{events}}" {
		t.Errorf("the page has %+v", data)
	}
	packed, err := base64.StdEncoding.DecodeString(between(t, page, `<script type="application/octet-stream" id="events">`, "</script>"))
	if err != nil {
		t.Fatal(err)
	}
	z, err := gzip.NewReader(bytes.NewReader(packed))
	if err != nil {
		t.Fatal(err)
	}
	columns, err := io.ReadAll(z)
	const own, others = 2*5*8 + 3*24 + 2*8, 2*4*8 + 3*16 + 2*8 // a column is a multiple of 8 bytes
	if err != nil || len(columns) != own+others {
		t.Fatalf("%d bytes of events, error %v", len(columns), err)
	}
	number := func(at int) float64 { return math.Float64frombits(binary.LittleEndian.Uint64(columns[at:])) }
	// The last event has not returned, so it ends with the recording.
	if number(8) != 10_000 || number(5*8) != 10_000 || number(9*8) != 1e9-40_000 {
		t.Errorf("starts and durations %v %v %v", number(8), number(5*8), number(9*8))
	}
	if kinds := columns[2*5*8+3*24:][:5]; string(kinds) != "\x03\x01\x02\x04\x01" {
		t.Errorf("kinds %v", kinds)
	}
	// The others are in the order of their ends, the cause first.
	if start, took := number(own), number(own+4*8); start != 9000 || took != 1000 {
		t.Errorf("the cause is at %v for %v", start, took)
	}
	if kinds := columns[own+2*4*8+3*16:][:4]; string(kinds) != "\x06\x07\x08\x05" {
		t.Errorf("other kinds %v", kinds)
	}
}

func TestChrome(t *testing.T) {
	var b bytes.Buffer
	if err := sample().Chrome(&b); err != nil {
		t.Fatal(err)
	}
	var trace struct {
		TraceEvents []struct {
			Name, Ph string
			Ts, Dur  float64
			Tid      int
			Args     map[string]any
		}
	}
	if err := json.Unmarshal(b.Bytes(), &trace); err != nil {
		t.Fatal(err)
	}
	want := map[string]int{"M": 5, "X": 5, "C": 2, "b": 1, "e": 1, "s": 1, "f": 1}
	for _, e := range trace.TraceEvents {
		want[e.Ph]--
		if e.Ph == "s" && (e.Ts != 9 || e.Tid != 3) || e.Ph == "f" && (e.Ts != 10 || e.Tid != 1) {
			t.Errorf("an end of the arrow is %+v", e)
		}
		if e.Name == "main.load" && (e.Ts != 10 || e.Dur != 4 || e.Tid != 1 || e.Args["phase"] != "submitted" || e.Args["queue"] != 3.0) {
			t.Errorf("the callback is %+v", e)
		}
	}
	for phase, n := range want {
		if n != 0 {
			t.Errorf("%d events %q are missing", n, phase)
		}
	}
}
