package telemetry_test

import (
	"bytes"
	"context"
	"errors"
	"io"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/wakeful-go/wakeful"
	"github.com/wakeful-go/wakeful/internal/recording"
	"github.com/wakeful-go/wakeful/telemetry"
)

// read returns what r has recorded of its loop.
func read(t testing.TB, r *telemetry.Recorder) (*recording.Recording, *recording.Loop) {
	t.Helper()
	var b bytes.Buffer
	n, err := r.WriteTo(&b)
	check(t, err)
	if n != int64(b.Len()) {
		t.Errorf("WriteTo returned %d for %d bytes", n, b.Len())
	}
	all, err := recording.Read(&b)
	check(t, err)
	if len(all.Loops) != 1 {
		t.Fatalf("%d loops in the recording, want 1", len(all.Loops))
	}
	return all, &all.Loops[0]
}

// called returns the events of callbacks whose function's name ends with name.
func called(l *recording.Loop, name string) (events []recording.Event) {
	for _, e := range l.Events {
		if e.Kind == recording.Callback && strings.HasSuffix(l.Functions[e.A].Name, name) {
			events = append(events, e)
		}
	}
	return events
}

func recordedTask()  { time.Sleep(5 * ms) }
func recordedTimer() {}
func recordedPanic() { panic("planted") }
func recordedFirst() {}

// TestRecordEvents shows each kind of event that has a place in fake time.
func TestRecordEvents(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := unrun(t, wakeful.WithName("orders"), wakeful.WithPanicHandler(func(*wakeful.PanicError) {}))
		watch(t, l, telemetry.WithLogger(nil))
		r, err := telemetry.Record(l, 64<<10)
		check(t, err)
		launch(t, l)
		on(t, l, recordedFirst)
		time.Sleep(ms)
		began := time.Now()
		_, err = l.AfterFunc(12*ms, recordedTimer)
		check(t, err)
		time.Sleep(10 * ms)
		check(t, l.SubmitBatch([]func(){recordedTask, recordedPanic, telemetry.Named("load prices", func() { time.Sleep(ms) })}))
		time.Sleep(50 * ms)
		synctest.Wait()
		all, loop := read(t, r)
		if loop.Name != "orders" || loop.State != "parked" || loop.Current.Name != "" || !all.Time.Equal(time.Now()) {
			t.Errorf("the recording is of %q, %s in %q at %v", loop.Name, loop.State, loop.Current.Name, all.Time)
		}
		for _, want := range []struct {
			name     string
			at, took time.Duration
			phase    string
			lateUs   uint32
		}{
			{".recordedTask", 10 * ms, 5 * ms, "submitted", 0},
			{"load prices", 15 * ms, ms, "submitted", 0},
			{".recordedTimer", 16 * ms, 0, "timers", 4000},
		} {
			events := called(loop, want.name)
			if len(events) != 1 {
				t.Errorf("%s was recorded %d times, want once", want.name, len(events))
				continue
			}
			e := events[0]
			at := time.Duration(e.Start - began.UnixNano())
			if at != want.at || time.Duration(e.Duration) != want.took || e.Phase() != want.phase || e.C != want.lateUs || e.Detail&recording.Panicked != 0 {
				t.Errorf("%s: at %v for %v, %+v, want %+v", want.name, at, time.Duration(e.Duration), e, want)
			}
		}
		// A batch is one entry. A panic is recorded for the function that the loop called.
		panicked := 0
		for _, e := range loop.Events {
			if e.Kind == recording.Callback && e.Detail&recording.Panicked != 0 {
				panicked++
			}
		}
		if panicked != 1 {
			t.Errorf("%d callbacks have panicked, want 1", panicked)
		}
		// AfterFunc wakes the loop to set its clock, then the batch does.
		var reasons []string
		for _, e := range loop.Events {
			if e.Kind != recording.Park || e.Duration == recording.Unfinished || e.Start+e.Duration < began.UnixNano() {
				continue
			}
			reasons = append(reasons, e.Reason())
			if e.A == 0 {
				t.Error("the park has no stack of the goroutine that woke the loop")
			} else if f := loop.Stacks[e.A-1][1]; !strings.Contains(f.Name, ".TestRecordEvents") || f.Line == 0 {
				t.Errorf("the loop was woken by %v", f)
			}
		}
		// A probe of the watcher may be in the queue when the loop looks why it was woken.
		first := len(reasons) > 0 && (reasons[0] == "other" || reasons[0] == "submitted function")
		if len(reasons) != 2 || !first || reasons[1] != "submitted function" {
			t.Errorf("parks ended by %q, want AfterFunc and the batch", reasons)
		}
		check(t, r.Close())
	})
}

// TestRecordHang: a loop that is blocked in a callback can be dumped from outside.
func TestRecordHang(t *testing.T) {
	l := unrun(t)
	r := record(t, l)
	launch(t, l)
	on(t, l, func() {})
	entered, release := make(chan struct{}), make(chan struct{})
	check(t, l.Submit(func() { blockedCallback(entered, release) }))
	<-entered
	all, loop := read(t, r)
	last := loop.Events[len(loop.Events)-1]
	if last.Kind != recording.Callback {
		t.Fatalf("the last event is %+v", last)
	}
	name := loop.Functions[last.A].Name
	if last.Kind != recording.Callback || last.Duration != recording.Unfinished || !strings.Contains(name, "TestRecordHang") {
		t.Errorf("the last event is %+v of %s, want an unfinished one of this test", last, name)
	}
	if all.End(&last) != all.Time.UnixNano() {
		t.Errorf("it ends at %d, the recording at %d", all.End(&last), all.Time.UnixNano())
	}
	if loop.State != "running" || !strings.Contains(loop.Current.Name, "TestRecordHang") || loop.Current.Line == 0 || !strings.Contains(loop.Stack, "blockedCallback") {
		t.Errorf("the loop is %s in %v, stack\n%s", loop.State, loop.Current, loop.Stack)
	}
	for range 3 {
		check(t, l.Submit(recordedFirst))
	}
	close(release)
	on(t, l, func() {})
	_, loop = read(t, r)
	if events := called(loop, name); len(events) != 1 || events[0].Duration == recording.Unfinished {
		t.Errorf("it was recorded as %+v", events)
	}
	// Three functions were waiting behind it, and the one that waits for them.
	if events := called(loop, ".recordedFirst"); len(events) != 3 || events[0].B < 2 || events[0].B > 3 || events[2].B > 1 {
		t.Errorf("the functions behind it: %+v", events)
	}
}

func blockedCallback(entered, release chan struct{}) {
	close(entered)
	<-release
}

// TestRecordCountsAll: every callback is an event of its own or counted in an event Untimed. Meanwhile
// a goroutine takes recordings.
func TestRecordCountsAll(t *testing.T) {
	l, err := wakeful.New()
	check(t, err)
	r, err := telemetry.Record(l, 8<<20)
	check(t, err)
	w := watch(t, l, telemetry.WithSampling(8))
	ran, ended := make(chan struct{}), make(chan error)
	check(t, l.Submit(func() { close(ran) }))
	go func() { ended <- l.Run(context.Background()) }()
	<-ran
	on(t, l, func() {}) // the loop records now
	executed := func(m wakeful.Metrics) uint64 { return m.Executed + m.TimersFired + m.Microtasks }
	before := executed(l.Metrics())
	var stop atomic.Bool
	dumped := make(chan struct{})
	go func() {
		defer close(dumped)
		for !stop.Load() {
			if err := telemetry.Dump(io.Discard); err != nil {
				t.Error(err)
			}
		}
	}()
	spin := func(n int) func() {
		return func() {
			for began := time.Now(); time.Since(began) < time.Duration(n)*time.Microsecond; {
			}
		}
	}
	m, err := wakeful.NewMailbox(l, func(int) {})
	check(t, err)
	for i := range 3000 {
		check(t, l.Submit(func() {
			if i%7 == 0 {
				check(t, l.QueueMicrotask(func() {}))
				check(t, l.AfterSubmitted(func() {}))
			}
		}))
		switch {
		case i%500 == 0:
			check(t, l.Submit(spin(50)))
			_, err := l.AfterFunc(0, func() {})
			check(t, err)
		case i%100 == 0:
			check(t, l.SubmitBatch([]func(){func() {}, spin(2), func() {}}))
			check(t, m.Send(1))
			on(t, l, func() {})
		}
	}
	on(t, l, func() {})
	stop.Store(true)
	<-dumped
	check(t, l.Shutdown(context.Background()))
	check(t, <-ended)
	_, loop := read(t, r)
	count := uint64(0)
	for i, e := range loop.Events {
		switch e.Kind {
		case recording.Callback:
			count++
		case recording.Untimed:
			count += uint64(e.A)
			if e.C > e.A {
				t.Errorf("%d of %d callbacks are microtasks", e.C, e.A)
			}
		}
		if e.Duration == recording.Unfinished && i < len(loop.Events)-1 {
			t.Errorf("event %d of %d is unfinished", i, len(loop.Events))
		}
	}
	m2 := l.Metrics()
	// Entries of batches and mailboxes, and probes, are counted in Untimed too.
	if after := executed(m2); count < after-before || loop.Lost != 0 {
		t.Errorf("%d of %d callbacks are recorded, %d events lost", count, after-before, loop.Lost)
	}
	if w.Snapshot().Durations == nil {
		t.Error("a recorded loop has no samples")
	}
	check(t, r.Close())
}

// TestRecordWork records work on goroutines.
func TestRecordWork(t *testing.T) {
	l := unrun(t, wakeful.WithMaxWorkers(1))
	r := record(t, l)
	launch(t, l)
	on(t, l, func() {})
	done := make(chan struct{}, 2)
	for range 2 {
		check(t, l.RunBlocking(context.Background(), recordedWork, func(int, error) { done <- struct{}{} }))
	}
	<-done
	<-done
	_, loop := read(t, r)
	found := 0
	for _, e := range loop.Events {
		if e.Kind == recording.Work {
			found++
			if f := loop.Functions[e.A]; !strings.HasSuffix(f.Name, ".recordedWork") || e.Duration <= 0 {
				t.Errorf("work %v, %+v", f, e)
			}
		}
	}
	if found != 2 {
		t.Errorf("%d works are recorded, want 2", found)
	}
}

func recordedWork(context.Context) (int, error) { return 1, nil }

func TestRecordArguments(t *testing.T) {
	l := unrun(t)
	for _, test := range []struct {
		name string
		loop *wakeful.Loop
		size int
		want error
		text string
	}{
		{"no loop", nil, 1 << 20, wakeful.ErrInvalidOption, "the loop is nil"},
		{"small", l, 4095, wakeful.ErrInvalidOption, "Record(4095)"},
		{"large", l, 1<<30 + 1, wakeful.ErrInvalidOption, "from 4096 to 1073741824"},
	} {
		if _, err := telemetry.Record(test.loop, test.size); !errors.Is(err, test.want) || !strings.Contains(err.Error(), test.text) {
			t.Errorf("%s: error %v, want one with %q", test.name, err, test.text)
		}
	}
	r := record(t, l)
	if r.Loop() != l {
		t.Error("Loop returns another loop")
	}
	if _, err := telemetry.Record(l, 1<<20); !errors.Is(err, telemetry.ErrRecorded) {
		t.Errorf("a second Record returned %v", err)
	}
	var b bytes.Buffer
	check(t, telemetry.Dump(&b))
	if all, err := recording.Read(&b); err != nil || len(all.Loops) != 1 || all.Loops[0].State != "not run" {
		t.Errorf("Dump wrote %+v, error %v", all, err)
	}
	check(t, r.Close())
	check(t, r.Close())
	again := record(t, l)
	check(t, r.Close()) // is not the loop's recorder
	if _, err := telemetry.Record(l, 1<<20); !errors.Is(err, telemetry.ErrRecorded) {
		t.Errorf("Close of an old Recorder has stopped the new one: %v", err)
	}
	check(t, again.Close())
	check(t, l.Close())
	_, loop := read(t, r)
	if loop.State != "ended" || len(loop.Events) != 0 {
		t.Errorf("the loop is %s with %d events", loop.State, len(loop.Events))
	}
	if _, err := r.WriteTo(failingWriter{}); !errors.Is(err, io.ErrShortWrite) {
		t.Errorf("a writer that fails: %v", err)
	}
}

type failingWriter struct{}

func (failingWriter) Write([]byte) (int, error) { return 0, io.ErrShortWrite }

// TestRecordFromACallback: a callback that writes the recording is in it, as any other that has not returned.
func TestRecordFromACallback(t *testing.T) {
	l := unrun(t)
	r := record(t, l)
	launch(t, l)
	on(t, l, func() {
		_, loop := read(t, r)
		if !strings.HasSuffix(loop.Current.Name, "telemetry_test.on.func1") || !strings.Contains(loop.Stack, "TestRecordFromACallback") {
			t.Errorf("the callback is %+v, its stack %q", loop.Current, loop.Stack)
		}
	})
}
