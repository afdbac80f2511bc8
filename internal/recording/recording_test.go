package recording_test

import (
	"bytes"
	"encoding/binary"
	"errors"
	"io"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/wakeful-go/wakeful/internal/recording"
)

// sample is a recording with every kind of event.
func sample() *recording.Recording {
	at := time.Unix(1700000000, 0).UTC()
	start := at.Add(-time.Second).UnixNano()
	return &recording.Recording{
		Trace: []byte("go 1.26 trace"), Sched: []recording.Latency{{Upper: 1e-6, Count: 3}, {Count: 1}},
		Time: at, Program: "orders", Go: "go1.27", Pauses: []recording.Pause{{Start: start, Duration: 50}},
		Loops: []recording.Loop{
			{
				Name: "orders", ID: 1, State: "running", Lost: 7, Stack: "goroutine 7 [sleep]:",
				Current:   recording.Function{Name: "main.price", File: "/src/main.go", Line: 12},
				Functions: []recording.Function{{Name: "main.load", File: "/src/main.go", Line: 7}, {Name: "load prices"}},
				Stacks:    [][]recording.Function{{{Name: "main.feed", File: "/src/main.go", Line: 30}}},
				Labels:    []string{"payments"},
				Stalls: []recording.Stall{{
					Callback: recording.Function{Name: "main.price", File: "/src/main.go", Line: 12},
					Start:    start, Duration: 5, State: "sleep", Stack: "goroutine 7 [sleep]:", Returned: true,
				}},
				Promises: []recording.Promise{{Made: start, Site: "main.load (/src/main.go:9)"}}, Pending: 2,
				Alive: []recording.Alive{{
					Kind: "timer", Detail: "main.tick", Count: 1, Made: start, Due: start + 1,
					Origin: []recording.Function{{Name: "main.main", File: "/src/main.go", Line: 3}}, Script: []string{"a.js:1"},
				}},
				Events: []recording.Event{
					{Start: start, Duration: 10_000, Kind: recording.Park, Detail: 1, A: 1, B: 700, C: recording.NotKnown},
					{Start: start + 9000, Duration: 1000, Kind: recording.Cause, A: 1, B: 2, C: 1},
					{Start: start + 10_000, Duration: 4000, Kind: recording.Callback, Detail: 4, A: 0, B: 3},
					{Start: start + 10_000, Kind: recording.Tag, Detail: recording.TagPartition, A: 7, B: 8, C: 1},
					{Start: start + 12_000, Kind: recording.Move, Detail: recording.TagKey, A: 7, B: 2, C: 9},
					{Start: start + 14_000, Duration: 9000, Kind: recording.Untimed, A: 700, B: 2, C: 5},
					{Start: start + 23_000, Duration: 500, Kind: recording.Spin, A: 3, B: 2, C: 9},
					{Start: start + 23_100, Duration: 9000, Kind: recording.Work, A: 1, B: 5, C: 6},
					{Start: start + 40_000, Duration: recording.Unfinished, Kind: recording.Callback, Detail: 1, A: 1, C: 20},
				},
			},
			{Name: "idle", ID: 2, State: "parked"},
		},
	}
}

func written(t testing.TB, r *recording.Recording) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := r.Write(&b); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func TestRoundTrip(t *testing.T) {
	want := sample()
	got, err := recording.Read(bytes.NewReader(written(t, want)))
	if err != nil {
		t.Fatal(err)
	}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("got\n%+v, want\n%+v", got, want)
	}
}

// TestDamaged cuts a recording at every byte, and changes what a reader could trust.
func TestDamaged(t *testing.T) {
	whole := written(t, sample())
	for n := range whole {
		if _, err := recording.Read(bytes.NewReader(whole[:n])); err == nil {
			t.Fatalf("no error for the first %d of %d bytes", n, len(whole))
		}
	}
	for _, test := range []struct {
		name   string
		change func(r *recording.Recording)
		want   string
	}{
		{"function", func(r *recording.Recording) { r.Loops[0].Events[2].A = 2 }, "function 2 of 2"},
		{"stack", func(r *recording.Recording) { r.Loops[0].Events[0].A = 2 }, "stack 2 of 1"},
		{"stack of a cause", func(r *recording.Recording) { r.Loops[0].Events[1].A = 2 }, "stack 2 of 1"},
		{"label of a cause", func(r *recording.Recording) { r.Loops[0].Events[1].C = 2 }, "label 2 of 1"},
		{"label of a tag", func(r *recording.Recording) { r.Loops[0].Events[3].C = 2 }, "label 2 of 1"},
		{"start", func(r *recording.Recording) { r.Loops[0].Events[0].Start = -1 }, "times -1"},
		{"duration", func(r *recording.Recording) { r.Loops[0].Events[0].Duration = -2 }, "and -2"},
		{"overflow", func(r *recording.Recording) { r.Loops[0].Events[0].Duration = 1<<63 - 1 }, "times"},
	} {
		r := sample()
		test.change(r)
		if _, err := recording.Read(bytes.NewReader(written(t, r))); err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s: error %v, want one with %q", test.name, err, test.want)
		}
	}
	huge := bytes.Clone(whole)
	binary.LittleEndian.PutUint32(huge[len("wakeful recording 1\n"):], 1<<32-1)
	if _, err := recording.Read(bytes.NewReader(huge)); err == nil || !strings.Contains(err.Error(), "header has 4294967295 bytes") {
		t.Errorf("a header of 4 GB: error %v", err)
	}
	if _, err := recording.Read(strings.NewReader("wakeful sim trace 1\tseed 7\n plus some more")); err == nil || !strings.Contains(err.Error(), "no recording") {
		t.Errorf("another file: error %v", err)
	}
}

// TestUnknownKind: a later version may add kinds.
func TestUnknownKind(t *testing.T) {
	r := sample()
	r.Loops[0].Events[3].Kind = 77
	got, err := recording.Read(bytes.NewReader(written(t, r)))
	if err != nil || len(got.Loops[0].Events) != 8 {
		t.Errorf("error %v, want eight events", err)
	}
}

// FuzzRead: what can be read is the same when it is written again, and can be shown.
func FuzzRead(f *testing.F) {
	f.Add(written(f, sample()))
	f.Add(written(f, &recording.Recording{}))
	for _, damage := range []func(l *recording.Loop){
		func(l *recording.Loop) { l.Stacks[0], l.Events[1].B = nil, 0 },
		func(l *recording.Loop) { l.Stack = "goroutine 7 [sleep]:\nmain.price)\n\t/src/main.go:12" },
		func(l *recording.Loop) { l.Events[5].Start, l.Events[5].Duration, l.Events[5].B = 0, 1<<63-1, 0 },
		func(l *recording.Loop) { l.Promises[0].Made = -1 << 63 },
	} {
		r := sample()
		damage(&r.Loops[0])
		f.Add(written(f, r))
	}
	f.Add([]byte("wakeful recording 1\n\x02\x00\x00\x00{}"))
	f.Fuzz(func(t *testing.T, data []byte) {
		r, err := recording.Read(bytes.NewReader(data))
		if err != nil {
			return
		}
		if again, err := recording.Read(bytes.NewReader(written(t, r))); err != nil || !reflect.DeepEqual(r, again) {
			t.Errorf("written again it is not the same: %v", err)
		}
		if err := errors.Join(r.Page(io.Discard), r.Chrome(io.Discard)); err != nil {
			t.Error(err)
		}
	})
}
