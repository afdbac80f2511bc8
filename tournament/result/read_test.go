package result_test

import (
	"bytes"
	"compress/gzip"
	"errors"
	"io"
	"math"
	"math/rand/v2"
	"runtime"
	"strings"
	"testing"
	"testing/iotest"
	"time"

	"github.com/HdrHistogram/hdrhistogram-go"

	"github.com/wakeful-go/wakeful/tournament/result"
	"github.com/wakeful-go/wakeful/tournament/result/resulttest"
)

func written(t testing.TB, doc *result.Document) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := result.Write(&b, doc); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func TestReadReturnsTheWrittenDocument(t *testing.T) {
	for name, doc := range map[string]*result.Document{"example": resulttest.Example(), "sparse": resulttest.Sparse()} {
		first := written(t, doc)
		read, err := result.Read(bytes.NewReader(first))
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		if !bytes.Equal(first, written(t, read)) {
			t.Errorf("%s: writing what was read gives other bytes", name)
		}
	}
}

func TestReadNamesWhatIsWrongWithTheInput(t *testing.T) {
	valid := string(written(t, resulttest.Sparse()))
	for _, c := range []struct {
		name, input string
		want        error
		say         []string
	}{
		{"empty", "", result.ErrTruncated, []string{"empty", "give the JSON file"}},
		{"blank", " \n", result.ErrTruncated, []string{"empty"}},
		{"half", valid[:len(valid)/2], result.ErrTruncated, []string{"after", "run the tournament again"}},
		{"all but the last brace", strings.TrimSuffix(valid, "}\n"), result.ErrTruncated, nil},
		{"within a literal", `{"format": tru`, result.ErrTruncated, nil},
		{"html", "<!doctype html><title>report</title>", result.ErrForeign, []string{"HTML report"}},
		{"list", "[]", result.ErrForeign, []string{"JSON object"}},
		{"other json", `{"name": "left-pad"}`, result.ErrForeign, []string{`"format" is ""`, result.Format}},
		{"other format", `{"format": "k6", "version": 1}`, result.ErrForeign, []string{`"format" is "k6"`}},
		{"long other format", `{"format": "` + strings.Repeat("x", 500) + `", "version": 1}`, result.ErrForeign, []string{`"` + strings.Repeat("x", 40) + `" instead`}},
		{"format of another type", `{"format": {}, "version": 1}`, result.ErrForeign, nil},
		{"no version", `{"format": "wakeful-tournament"}`, result.ErrVersion, []string{"version 0"}},
		{"version of another type", `{"format": "wakeful-tournament", "version": "1"}`, result.ErrInvalid, []string{"version"}},
		{"future", strings.Replace(valid, `"version":1`, `"version":2`, 1), result.ErrVersion, []string{"version 2", "version 1", "update wakeful"}},
		{"future with unknown fields", `{"format": "wakeful-tournament", "version": 3, "galaxies": 7}`, result.ErrVersion, []string{"update wakeful"}},
		{"past", strings.Replace(valid, `"version":1`, `"version":0`, 1), result.ErrVersion, []string{"run the tournament again"}},
		{"unknown field", strings.Replace(valid, `"seed"`, `"sead"`, 1), result.ErrInvalid, []string{`"sead"`}},
		{"NaN", strings.Replace(valid, `"rounds":3`, `"rounds":NaN`, 1), result.ErrInvalid, []string{"line", "not JSON", "'N'"}},
		{"beyond a float", strings.Replace(valid, `"load_at_start":0.31`, `"load_at_start":1e999`, 1), result.ErrInvalid, []string{"1e999"}},
		{"two documents", valid + valid, result.ErrInvalid, []string{"after top-level value"}},
		{"null cell", strings.Replace(valid, `"cells":[`, `"cells":[null,`, 1), result.ErrInvalid, []string{`does not list the contestant ""`}},
		{"many nulls", strings.Replace(valid, `"cells":[`, `"cells":[`+strings.Repeat("null,", 20_000), 1), result.ErrInvalid, []string{"objects and nulls", "run the tournament again"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			doc, err := result.Read(strings.NewReader(c.input))
			if doc != nil || !errors.Is(err, c.want) {
				t.Fatalf("got document %v and error %v, want only %v", doc != nil, err, c.want)
			}
			for _, say := range c.say {
				if !strings.Contains(err.Error(), say) {
					t.Errorf("the error does not say %q: %v", say, err)
				}
			}
		})
	}
}

func TestReadAcceptsOptionalFields(t *testing.T) {
	doc := resulttest.Sparse()
	doc.Command, doc.Warnings = nil, nil
	text := string(written(t, doc))
	if !strings.Contains(text, `"command":null`) || strings.Contains(text, `"warnings"`) {
		t.Fatal("the document says what it was to leave out")
	}
	if _, err := result.Read(strings.NewReader(text)); err != nil {
		t.Error(err)
	}
}

func TestReadPassesOnTheReadersError(t *testing.T) {
	if _, err := result.Read(iotest.ErrReader(io.ErrNoProgress)); !errors.Is(err, io.ErrNoProgress) {
		t.Errorf("got %v, want the reader's error", err)
	}
}

func TestValidateNamesTheBrokenRule(t *testing.T) {
	latency := func(d *result.Document) *result.Histogram {
		for i := range d.Cells {
			if len(d.Cells[i].Samples) > 0 && d.Cells[i].Samples[0].Latency != nil {
				return d.Cells[i].Samples[0].Latency
			}
		}
		t.Fatal("the example has no latency")
		return nil
	}
	for _, c := range []struct {
		name   string
		change func(*result.Document)
		say    string
	}{
		{"mode", func(d *result.Document) { d.Mode = "long" }, "quick, full"},
		{"rounds", func(d *result.Document) { d.Rounds = 0 }, "rounds is 0"},
		{"times", func(d *result.Document) { d.Finished = d.Started.Add(-1) }, "before it started"},
		{"no time", func(d *result.Document) { d.Started = time.Time{} }, "must both be set"},
		{"cores", func(d *result.Document) { d.Environment.Cores = -1 }, "cores (-1)"},
		{"quota", func(d *result.Document) { d.Environment.CPUQuota = math.NaN() }, "cpu_quota is NaN"},
		{"load", func(d *result.Document) { d.Environment.LoadAtStart = -1 }, "load_at_start is -1"},
		{"contestant's name", func(d *result.Document) { d.Contestants[0].Name = "a</script>" }, "lower-case"},
		{"contestant twice", func(d *result.Document) { d.Contestants[1].Name = d.Contestants[0].Name }, "listed twice"},
		{"kind", func(d *result.Document) { d.Contestants[0].Kind = "hero" }, `"hero"`},
		{"workload's name", func(d *result.Document) { d.Workloads[0].Name = "" }, "lower-case"},
		{"workload twice", func(d *result.Document) { d.Workloads[1].Name = d.Workloads[0].Name }, "listed twice"},
		{"unit", func(d *result.Document) { d.Workloads[0].Unit = "" }, "no unit"},
		{"unknown contestant", func(d *result.Document) { d.Cells[0].Contestant = "wakefull" }, `did you mean "wakeful"?`},
		{"unknown contestant unlike any", func(d *result.Document) { d.Cells[0].Contestant = "zzzzzzzz" }, `does not list the contestant "zzzzzzzz"`},
		{"unknown workload", func(d *result.Document) { d.Cells[0].Workload = "pingpong" }, `did you mean "ping-pong"?`},
		{"parameter's name", func(d *result.Document) { d.Cells[0].Params = map[string]string{"a b": "1"} }, `parameter "a b"`},
		{"parameter called impl", func(d *result.Document) { d.Cells[0].Params = map[string]string{"impl": "1"} }, "impl"},
		{"parameter's value", func(d *result.Document) { d.Cells[0].Params = map[string]string{"a": "1/b=2"} }, `"1/b=2"`},
		{"cell twice", func(d *result.Document) { d.Cells[1] = d.Cells[0] }, "there twice"},
		{"missing with samples", func(d *result.Document) { d.Cells[0].Missing = "no reason" }, "called missing"},
		{"nothing at all", func(d *result.Document) { d.Cells[0].Samples = nil }, "neither samples nor a failure"},
		{"failure without a reason", func(d *result.Document) { d.Cells[0].Failures = []result.Failure{{Round: 1}} }, "without a reason"},
		{"failure of no round", func(d *result.Document) { d.Cells[0].Failures = []result.Failure{{Round: 3, Reason: "x"}} }, "round 3"},
		{"sample of no round", func(d *result.Document) { d.Cells[0].Samples[0].Round = -1 }, "round -1"},
		{"round twice", func(d *result.Document) { d.Cells[0].Samples[0].Round = 1 }, "two samples"},
		{"negative", func(d *result.Document) { d.Cells[0].Samples[0].Value = -1 }, "value is -1"},
		{"NaN", func(d *result.Document) { d.Cells[0].Samples[0].Value = math.NaN() }, "value is NaN"},
		{"huge value", func(d *result.Document) { d.Cells[0].Samples[0].Value = 1.7e308 }, "value is 1.7e+308; it must be at most 1e+18"},
		{"huge time", func(d *result.Document) { d.Cells[0].Samples[0].WallSeconds = 1.1e18 }, "wall_seconds is 1.1e+18"},
		{"huge drift", func(d *result.Document) { d.Repeated = []result.Repeat{{Round: 0, Drift: 1e300}} }, "repeated: drift is 1e+300"},
		{"too many rounds", func(d *result.Document) { d.Rounds = result.MostRounds + 1 }, "rounds is 1000001; it must be 1 to 1000000"},
		{"looks that fall", func(d *result.Document) { d.Looks = []int{8, 7} }, "looks[1] is 7 after 8"},
		{"a look after no round", func(d *result.Document) { d.Looks = []int{0} }, "looks[0] is 0"},
		{"a look after too many rounds", func(d *result.Document) { d.Looks = []int{8, math.MaxInt32} }, "looks[1] is 2147483647"},
		{"infinite", func(d *result.Document) { d.Cells[0].Samples[0].CPUSeconds = math.Inf(1) }, "cpu_seconds is +Inf"},
		{"ops", func(d *result.Document) { d.Cells[0].Samples[0].Ops = -1 }, "ops is -1"},
		{"percentiles fall", func(d *result.Document) { latency(d).P99 = latency(d).P50 - 1 }, "is below p90"},
		{"negative latency", func(d *result.Document) { latency(d).P50 = -1 }, "no latency is negative"},
		{"not base64", func(d *result.Document) { latency(d).Encoded = "!" }, "cannot be decoded"},
		{"other count", func(d *result.Document) { latency(d).Count++ }, "holds 1500 values"},
		{"other percentile", func(d *result.Document) { latency(d).Max *= 2 }, "the maximum is stated"},
	} {
		t.Run(c.name, func(t *testing.T) {
			doc := resulttest.Sparse()
			c.change(doc)
			err := doc.Validate()
			if !errors.Is(err, result.ErrInvalid) || !strings.Contains(err.Error(), c.say) {
				t.Fatalf("got %v, want an invalid document that says %q", err, c.say)
			}
			if err := result.Write(io.Discard, doc); !errors.Is(err, result.ErrInvalid) {
				t.Errorf("Write took the document: %v", err)
			}
		})
	}
}

func TestMergeLatencyAddsUpTheSamples(t *testing.T) {
	all := hdrhistogram.New(1, 1e9, 2) // at the resolution of a document
	var samples []result.Sample
	for _, values := range [][]int64{{100, 200, 300}, {400}, {1e6, 2e6}} {
		h := hdrhistogram.New(1, 1e9, 3)
		for _, v := range values {
			if err := errors.Join(h.RecordValue(v), all.RecordValue(v)); err != nil {
				t.Fatal(err)
			}
		}
		latency, err := result.NewHistogram(h)
		if err != nil {
			t.Fatal(err)
		}
		samples = append(samples, result.Sample{Latency: latency}, result.Sample{})
	}
	merged, err := result.MergeLatency(samples)
	if err != nil {
		t.Fatal(err)
	}
	if merged.TotalCount() != 6 {
		t.Errorf("merged %d values, want 6", merged.TotalCount())
	}
	for _, p := range []float64{0, 25, 50, 75, 90, 100} {
		if got, want := merged.ValueAtPercentile(p), all.ValueAtPercentile(p); got != want {
			t.Errorf("p%v is %d, want %d", p, got, want)
		}
	}
}

// A document keeps the percentiles at the recorded resolution, and the histogram in a coarser form
// that agrees with them.
func TestAHistogramIsKeptInTwoDigits(t *testing.T) {
	h := hdrhistogram.New(1, 1e9, 3)
	random := rand.New(rand.NewPCG(1, 2))
	for range 20_000 {
		if err := h.RecordValue(int64(20_000 * math.Exp(0.2*random.NormFloat64()))); err != nil {
			t.Fatal(err)
		}
	}
	fine, err := h.Encode(hdrhistogram.V2CompressedEncodingCookieBase)
	if err != nil {
		t.Fatal(err)
	}
	kept, err := result.NewHistogram(h)
	if err != nil {
		t.Fatal(err)
	}
	if kept.P50 != h.ValueAtPercentile(50) || kept.Max != h.ValueAtPercentile(100) {
		t.Errorf("p50 is %d and the maximum %d, want %d and %d", kept.P50, kept.Max, h.ValueAtPercentile(50), h.ValueAtPercentile(100))
	}
	if 3*len(kept.Encoded) > len(fine) {
		t.Errorf("the histogram takes %d bytes, in three digits %d", len(kept.Encoded), len(fine))
	}
	doc := resulttest.Sparse()
	for i := range doc.Cells {
		for j := range doc.Cells[i].Samples {
			if s := &doc.Cells[i].Samples[j]; s.Latency != nil {
				s.Latency = kept
			}
		}
	}
	if err := doc.Validate(); err != nil {
		t.Errorf("the histogram does not hold what is said about it: %v", err)
	}
}

func TestMergeLatencyRefusesToDropValues(t *testing.T) {
	var samples []result.Sample
	for _, bound := range []int64{1000, 1e9} {
		h := hdrhistogram.New(1, bound, 3)
		if err := h.RecordValue(bound); err != nil {
			t.Fatal(err)
		}
		latency, err := result.NewHistogram(h)
		if err != nil {
			t.Fatal(err)
		}
		samples = append(samples, result.Sample{Latency: latency})
	}
	if _, err := result.MergeLatency(samples); err == nil || !strings.Contains(err.Error(), "different ranges") {
		t.Errorf("got %v, want an error about different ranges", err)
	}
}

func TestLatencyWithoutSamples(t *testing.T) {
	if merged, err := result.MergeLatency([]result.Sample{{}, {}}); merged != nil || err != nil {
		t.Errorf("got %v, %v for samples without latencies, want nothing", merged, err)
	}
	if _, err := result.NewHistogram(hdrhistogram.New(1, 1000, 3)); err == nil {
		t.Error("an empty histogram was accepted")
	}
}

func FuzzRead(f *testing.F) {
	small := resulttest.Sparse()
	small.Cells = small.Cells[:1]
	valid := string(written(f, small))
	f.Add(valid)
	f.Add(valid[:len(valid)/2])
	f.Add(strings.ReplaceAll(valid, `"value":`, `"value":-`))
	f.Add(`{"format": "wakeful-tournament", "version": 2}`)
	withLatency := resulttest.Sparse()
	withLatency.Cells = withLatency.Cells[8:9]
	withLatency.Cells[0].Samples = withLatency.Cells[0].Samples[:1]
	f.Add(string(written(f, withLatency)))
	f.Fuzz(func(t *testing.T, input string) {
		doc, err := result.Read(strings.NewReader(input))
		if err != nil {
			if doc != nil {
				t.Fatal("a document that is not valid was returned")
			}
			known := false
			for _, sentinel := range []error{result.ErrForeign, result.ErrVersion, result.ErrTruncated, result.ErrInvalid} {
				known = known || errors.Is(err, sentinel)
			}
			if !known {
				t.Fatalf("the error is of no known kind: %v", err)
			}
			return
		}
		first := written(t, doc)
		again, err := result.Read(bytes.NewReader(first))
		if err != nil {
			t.Fatalf("what was written cannot be read: %v", err)
		}
		if !bytes.Equal(first, written(t, again)) {
			t.Fatal("writing is not stable")
		}
		for i := range doc.Cells {
			if _, err := result.MergeLatency(doc.Cells[i].Samples[:min(1, len(doc.Cells[i].Samples))]); err != nil {
				t.Fatalf("a valid document's histogram cannot be read: %v", err)
			}
		}
	})
}

// endless repeats a text, and counts how often it has begun.
type endless struct {
	text, rest []byte
	begun      int
}

func (e *endless) Read(b []byte) (int, error) {
	if len(e.rest) == 0 {
		e.rest = e.text
		e.begun++
	}
	n := copy(b, e.rest)
	e.rest = e.rest[n:]
	return n, nil
}

// An input is not read, and not decompressed, much further than the largest document is long.
func TestReadEndsAtTheLimit(t *testing.T) {
	megabyte := bytes.Repeat([]byte{' '}, 1<<20)
	var packed bytes.Buffer
	w := gzip.NewWriter(&packed)
	if _, err := w.Write(megabyte); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	for say, text := range map[string][]byte{": it is larger than 64 MiB": megabyte, ": decompressed, it is larger than 64 MiB": packed.Bytes()} {
		r := &endless{text: text}
		_, err := result.Read(r)
		if !errors.Is(err, result.ErrForeign) || !strings.Contains(err.Error(), say) {
			t.Errorf("got %v, want %q", err, say)
		}
		if r.begun > 70 {
			t.Errorf("%d MiB were read", r.begun)
		}
	}
}

// Lists that take a multiple of their text when they are decoded are refused before that, also if there
// are blanks or a long text beside them.
func TestReadRefusesEmptyObjectsInLittleMemory(t *testing.T) {
	const head = `{"format": "wakeful-tournament", "version": 1, `
	for name, text := range map[string]string{
		"cells":             head + `"cells": [` + strings.Repeat("{},", 1<<20) + `{}]}`,
		"blanks":            head + `"cells": [` + strings.Repeat("{}"+strings.Repeat(" ", 17)+",", 1<<19) + `{}]}`,
		"a long text":       head + `"mode": "` + strings.Repeat("x", 19<<19) + `", "cells": [` + strings.Repeat("{},", 1<<19) + `{}]}`,
		"samples":           head + `"cells": [{"samples": [` + strings.Repeat("null"+strings.Repeat(" ", 15)+",", 1<<19) + `null]}]}`,
		"as many as may be": head + `"cells": [` + strings.Repeat("{}"+strings.Repeat(" ", 61)+",", 1<<18) + `{}]}`,
	} {
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		_, err := result.Read(strings.NewReader(text))
		runtime.ReadMemStats(&after)
		if allowed := name == "as many as may be"; !errors.Is(err, result.ErrInvalid) || strings.Contains(err.Error(), "objects and nulls") == allowed {
			t.Errorf("%s: got %v", name, err)
		}
		if n := after.TotalAlloc - before.TotalAlloc; n > uint64(16*len(text)) {
			t.Errorf("%s: %d MB were allocated for a text of %d MB", name, n>>20, len(text)>>20)
		}
	}
}

// A document may be compressed. A truncated compressed document is an error too.
func TestReadOfACompressedDocument(t *testing.T) {
	var plain, packed bytes.Buffer
	if err := result.Write(&plain, resulttest.Sparse()); err != nil {
		t.Fatal(err)
	}
	w := gzip.NewWriter(&packed)
	if _, err := w.Write(plain.Bytes()); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	whole := packed.Bytes()
	doc, err := result.Read(bytes.NewReader(whole))
	if err != nil || len(doc.Cells) != len(resulttest.Sparse().Cells) {
		t.Errorf("read %+v, %v", doc, err)
	}
	if _, err := result.Read(bytes.NewReader(whole[:len(whole)/2])); err == nil {
		t.Error("half of a compressed document is read")
	}
}
