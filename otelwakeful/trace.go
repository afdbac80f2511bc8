package otelwakeful

import (
	"context"
	"fmt"
	"time"

	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/codes"
	"go.opentelemetry.io/otel/trace"

	"github.com/wakeful-go/wakeful"
)

// This file owns the spans of submitted functions.

// The attributes of spans, in seconds.
const (
	// QueueTimeKey is the time for which the function waited in the loop's queue.
	QueueTimeKey = attribute.Key("wakeful.loop.queue_time")
	// RunTimeKey is the time for which it ran.
	RunTimeKey = attribute.Key("wakeful.loop.run_time")
)

// StartedEvent is the event of a span when the loop calls the function.
const StartedEvent = "wakeful.loop.started"

// Submit submits fn to the loop, as loop.Submit does, and makes a span that lasts from the call
// until fn has returned. The time in the queue and the running time are attributes. fn gets ctx
// with the span, so that spans that it starts have this span as their parent. ctx does not limit
// anything else. Any goroutine may call it.
//
// Submit returns an error that matches wakeful.ErrInvalidOption for a nil argument, and otherwise
// the error of loop.Submit. The span then ends with that error. If the loop accepts and then
// discards the function (Close), the span never ends, so it is not exported. A panic of fn is
// recorded and propagates to the loop.
func Submit(ctx context.Context, tracer trace.Tracer, loop *wakeful.Loop, name string, fn func(context.Context)) error {
	if ctx == nil || tracer == nil || loop == nil || fn == nil {
		return errNilArgument
	}
	s := start(ctx, tracer, loop, name)
	err := loop.Submit(func() {
		defer s.span.End() // also after a panic
		s.run(fn)
	})
	if err != nil {
		s.fail(err)
		s.span.End()
	}
	return err
}

// Call calls fn on the loop and waits for its result, as wakeful.Loop.Call does, and makes a span
// that lasts from the call until the result has arrived. The time in the queue and the running time
// are attributes. fn gets ctx with the span. The span records an error of fn or of the call. Any
// goroutine may call it. It returns an error that matches wakeful.ErrInvalidOption for a nil
// argument.
func Call[T any](ctx context.Context, tracer trace.Tracer, loop *wakeful.Loop, name string, fn func(context.Context) (T, error)) (result T, err error) {
	if ctx == nil || tracer == nil || loop == nil || fn == nil {
		return result, errNilArgument
	}
	s := start(ctx, tracer, loop, name)
	defer s.span.End()
	result, err = loop.Call(ctx, func() (result T, err error) {
		s.run(func(ctx context.Context) { result, err = fn(ctx) })
		return result, err
	})
	if err != nil {
		s.fail(err)
	}
	return result, err
}

var errNilArgument = fmt.Errorf("%w: otelwakeful: the context, the tracer, the loop or the function is nil", wakeful.ErrInvalidOption)

// submission is a submitted function and its span.
type submission struct {
	ctx     context.Context // with the span; for the function
	span    trace.Span
	created time.Time
}

func start(ctx context.Context, tracer trace.Tracer, loop *wakeful.Loop, name string) *submission {
	ctx, span := tracer.Start(ctx, name)
	if loop.Name() != "" {
		span.SetAttributes(LoopNameKey.String(loop.Name()))
	}
	return &submission{ctx, span, time.Now()}
}

// run calls the function, on the loop.
func (s *submission) run(fn func(context.Context)) {
	began := time.Now()
	s.span.SetAttributes(QueueTimeKey.Float64(began.Sub(s.created).Seconds()))
	s.span.AddEvent(StartedEvent, trace.WithTimestamp(began))
	returned := false
	defer func() {
		s.span.SetAttributes(RunTimeKey.Float64(time.Since(began).Seconds()))
		if !returned {
			s.span.SetStatus(codes.Error, "the function has panicked, or called runtime.Goexit")
		}
	}()
	fn(s.ctx)
	returned = true
}

func (s *submission) fail(err error) {
	s.span.RecordError(err)
	s.span.SetStatus(codes.Error, err.Error())
}
