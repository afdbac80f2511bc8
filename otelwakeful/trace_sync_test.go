package otelwakeful_test

import (
	"context"
	"errors"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"go.opentelemetry.io/otel/codes"
	"go.opentelemetry.io/otel/sdk/trace"
	"go.opentelemetry.io/otel/sdk/trace/tracetest"
	api "go.opentelemetry.io/otel/trace"

	"github.com/wakeful-go/wakeful"
	"github.com/wakeful-go/wakeful/otelwakeful"
)

// traced runs a function with a loop and a tracer in fake time, and returns the ended spans by
// name.
func traced(t *testing.T, run func(t *testing.T, loop *wakeful.Loop, tracer api.Tracer)) map[string]trace.ReadOnlySpan {
	spans := map[string]trace.ReadOnlySpan{}
	synctest.Test(t, func(t *testing.T) {
		recorder := tracetest.NewSpanRecorder()
		tracer := trace.NewTracerProvider(trace.WithSpanProcessor(recorder)).Tracer("test")
		loop, end := start(t, wakeful.WithName("orders"), wakeful.WithPanicHandler(func(*wakeful.PanicError) {}))
		run(t, loop, tracer)
		end()
		for _, s := range recorder.Ended() {
			spans[s.Name()] = s
		}
	})
	return spans
}

// sleep advances the bubble's clock.
func sleep(d time.Duration) {
	time.Sleep(d) //nolint:forbidigo // the bubble's clock
}

// figure returns an attribute in seconds, -1 if the span has none.
func figure(s trace.ReadOnlySpan, key string) float64 {
	for _, a := range s.Attributes() {
		if string(a.Key) == key {
			return a.Value.AsFloat64()
		}
	}
	return -1
}

// TestSpans: a function waits three seconds behind another one and runs for two.
func TestSpans(t *testing.T) {
	spans := traced(t, func(t *testing.T, loop *wakeful.Loop, tracer api.Tracer) {
		ctx, parent := tracer.Start(t.Context(), "parent")
		if err := loop.Submit(func() { sleep(3 * time.Second) }); err != nil {
			t.Error(err)
		}
		if err := otelwakeful.Submit(ctx, tracer, loop, "submitted", func(ctx context.Context) {
			_, child := tracer.Start(ctx, "child")
			sleep(2 * time.Second)
			child.End()
		}); err != nil {
			t.Error(err)
		}
		got, err := otelwakeful.Call(ctx, tracer, loop, "called", func(context.Context) (int, error) {
			sleep(time.Second)
			return 7, nil
		})
		if got != 7 || err != nil {
			t.Errorf("%v, %v", got, err)
		}
		parent.End()
	})
	for _, want := range []struct {
		name            string
		queued, running float64
	}{{"submitted", 3, 2}, {"called", 5, 1}} {
		s := spans[want.name]
		if s == nil {
			t.Fatalf("there is no span %s: %v", want.name, spans)
		}
		if queued, running := figure(s, "wakeful.loop.queue_time"), figure(s, "wakeful.loop.run_time"); queued != want.queued || running != want.running {
			t.Errorf("%s: queued %v, running %v, want %v and %v", want.name, queued, running, want.queued, want.running)
		}
		if took := s.EndTime().Sub(s.StartTime()).Seconds(); took != want.queued+want.running {
			t.Errorf("%s took %v s", want.name, took)
		}
		if s.Parent().SpanID() != spans["parent"].SpanContext().SpanID() {
			t.Errorf("%s: the parent is not the span of the context", want.name)
		}
		if events := s.Events(); len(events) != 1 || events[0].Name != otelwakeful.StartedEvent || events[0].Time.Sub(s.StartTime()).Seconds() != want.queued {
			t.Errorf("%s: events %v", want.name, events)
		}
		if s.Status().Code != codes.Unset {
			t.Errorf("%s: status %v", want.name, s.Status())
		}
	}
	if spans["child"].Parent().SpanID() != spans["submitted"].SpanContext().SpanID() {
		t.Error("what the function began is no child of its span")
	}
}

// TestSpansOfFailures: the status of each span describes the failure.
func TestSpansOfFailures(t *testing.T) {
	failed := errors.New("it has failed")
	spans := traced(t, func(t *testing.T, loop *wakeful.Loop, tracer api.Tracer) {
		ctx := t.Context()
		if _, err := otelwakeful.Call(ctx, tracer, loop, "an error", func(context.Context) (int, error) { return 0, failed }); !errors.Is(err, failed) {
			t.Error(err)
		}
		var panicked *wakeful.PanicError
		if _, err := otelwakeful.Call(ctx, tracer, loop, "a panic in Call", func(context.Context) (int, error) { panic("no") }); !errors.As(err, &panicked) {
			t.Error(err)
		}
		if err := otelwakeful.Submit(ctx, tracer, loop, "a panic in Submit", func(context.Context) { panic("no") }); err != nil {
			t.Error(err)
		}
		short, cancel := context.WithTimeout(ctx, time.Second)
		defer cancel()
		if _, err := otelwakeful.Call(short, tracer, loop, "given up", func(context.Context) (int, error) { sleep(time.Minute); return 0, nil }); !errors.Is(err, context.DeadlineExceeded) {
			t.Error(err)
		}
		if err := loop.Close(); err != nil {
			t.Error(err)
		}
		if err := otelwakeful.Submit(ctx, tracer, loop, "refused", func(context.Context) {}); !errors.Is(err, wakeful.ErrClosed) {
			t.Error(err)
		}
	})
	for name, want := range map[string]string{
		"an error": "it has failed", "a panic in Call": "no", "a panic in Submit": "panicked", "given up": "deadline", "refused": "clos",
	} {
		s := spans[name]
		if s == nil || s.Status().Code != codes.Error || !strings.Contains(s.Status().Description, want) {
			t.Errorf("%s: %v, want a status with %q", name, s, want)
		}
	}
}

func TestInvalidSubmissions(t *testing.T) {
	loop, end := start(t)
	defer end()
	tracer := trace.NewTracerProvider().Tracer("test")
	fn := func(context.Context) {}
	var none context.Context
	for i, err := range []error{
		otelwakeful.Submit(none, tracer, loop, "", fn), otelwakeful.Submit(t.Context(), nil, loop, "", fn),
		otelwakeful.Submit(t.Context(), tracer, nil, "", fn), otelwakeful.Submit(t.Context(), tracer, loop, "", nil),
	} {
		if !errors.Is(err, wakeful.ErrInvalidOption) {
			t.Errorf("%d: %v", i, err)
		}
	}
	if _, err := otelwakeful.Call[int](t.Context(), tracer, loop, "", nil); !errors.Is(err, wakeful.ErrInvalidOption) {
		t.Error(err)
	}
}
