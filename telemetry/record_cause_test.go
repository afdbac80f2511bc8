package telemetry_test

import (
	"context"
	"strings"
	"testing"

	"github.com/wakeful-go/wakeful/internal/recording"
)

// causes returns the Cause events with a detail, each with the callback or work that it ends at.
func causes(t *testing.T, l *recording.Loop, detail uint8) (found [][2]recording.Event) {
	t.Helper()
	for _, cause := range l.Events {
		if cause.Kind != recording.Cause || cause.Detail != detail {
			continue
		}
		kind, matched := recording.Callback, false
		if detail == recording.CauseWork {
			kind = recording.Work
		}
		for _, e := range l.Events {
			if e.Kind == kind && e.Start == cause.Start+cause.Duration {
				found = append(found, [2]recording.Event{cause, e})
				matched = true
				break
			}
		}
		if !matched {
			t.Errorf("no event of kind %d begins where %+v ends", kind, cause)
		}
	}
	return found
}

func causedTask() {}
func causedPing() {}

// TestRecordSubmitters: the recording says which goroutine and which loop have submitted a callback.
func TestRecordSubmitters(t *testing.T) {
	l, other := unrun(t), unrun(t)
	r := record(t, l)
	s := record(t, other)
	launch(t, l)
	launch(t, other)
	on(t, l, func() {})
	on(t, other, func() {})
	ping := func() { causedPing(); check(t, l.Submit(causedPing)) }
	// Until both were seen: who is asked about is random.
	var byGoroutine, byLoop bool
	for range 500 {
		for range 50 {
			on(t, l, causedTask)
			on(t, other, ping)
		}
		on(t, l, func() {})
		_, loop := read(t, r)
		_, from := read(t, s)
		for _, c := range causes(t, loop, recording.CauseSubmitted) {
			cause, callback := c[0], c[1]
			name := loop.Functions[callback.A].Name
			if cause.A == 0 {
				t.Fatalf("%+v of %s has no stack", cause, name)
			}
			var stack []string
			for _, f := range loop.Stacks[cause.A-1] {
				stack = append(stack, f.Name)
			}
			where := strings.Join(stack, " ")
			switch {
			case strings.HasSuffix(name, ".causedPing"):
				byLoop = byLoop || uint64(cause.B) == from.ID && strings.Contains(where, ".Submit") && strings.Contains(where, ".TestRecordSubmitters.func")
				if uint64(cause.B) != from.ID {
					t.Fatalf("%s was submitted by loop %d, want %d; %s", name, cause.B, from.ID, where)
				}
			case strings.Contains(where, "telemetry_test.on"):
				byGoroutine = byGoroutine || cause.B == 0
			}
		}
		if byGoroutine && byLoop {
			return
		}
	}
	t.Errorf("no submitter was recorded: a goroutine %v, a loop %v", byGoroutine, byLoop)
}

// TestRecordBatchSubmitter: the cause of an entry is that of its first function.
func TestRecordBatchSubmitter(t *testing.T) {
	l := unrun(t)
	r := record(t, l)
	launch(t, l)
	on(t, l, func() {})
	for range 500 {
		for range 50 {
			done := make(chan struct{})
			check(t, l.SubmitBatch([]func(){causedTask, func() { close(done) }}))
			<-done
		}
		on(t, l, func() {})
		_, loop := read(t, r)
		for _, c := range causes(t, loop, recording.CauseSubmitted) {
			if strings.HasSuffix(loop.Functions[c[1].A].Name, ".causedTask") {
				if stack := loop.Stacks[c[0].A-1]; !strings.HasSuffix(stack[0].Name, ".SubmitBatch") {
					t.Errorf("the stack is %v", stack)
				}
				return
			}
		}
	}
	t.Error("no submitter of a batch was recorded")
}

// TestRecordTimerAndWork: a timer and a work are related to the callback that has started them.
func TestRecordTimerAndWork(t *testing.T) {
	l := unrun(t)
	r := record(t, l)
	launch(t, l)
	on(t, l, func() {})
	done := make(chan struct{}, 2)
	start := func() {
		_, err := l.AfterFunc(ms, func() { done <- struct{}{} })
		check(t, err)
		check(t, l.RunBlocking(context.Background(), recordedWork, func(int, error) { done <- struct{}{} }))
	}
	on(t, l, start)
	<-done
	<-done
	on(t, l, func() {})
	_, loop := read(t, r)
	begins := func(at int64) string {
		for _, e := range loop.Events {
			if e.Kind == recording.Callback && e.Start == at {
				return loop.Functions[e.A].Name
			}
		}
		return ""
	}
	timers, works, results := causes(t, loop, recording.CauseTimer), causes(t, loop, recording.CauseWork), causes(t, loop, recording.CauseResult)
	if len(timers) != 1 || len(works) != 1 || len(results) != 1 {
		t.Fatalf("%d timers, %d works, %d results have a cause, want 1 of each", len(timers), len(works), len(results))
	}
	if timers[0][1].Phase() != "timers" {
		t.Errorf("the timer's callback is %+v", timers[0][1])
	}
	by := begins(timers[0][0].Start)
	if by == "" || by != begins(works[0][0].Start) {
		t.Errorf("the timer was set in %q, the work started in %q", by, begins(works[0][0].Start))
	}
	work := works[0][1]
	if results[0][0].Start != work.Start+work.Duration {
		t.Errorf("the result is that of %+v, work %+v", results[0][0], work)
	}
	if f := loop.Functions[results[0][1].A]; !strings.Contains(f.Name, ".TestRecordTimerAndWork") {
		t.Errorf("the result went to %v", f)
	}
}
