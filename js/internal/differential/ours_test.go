package differential

// This file runs programs on this project's runtime with testing/synctest's clock.

import (
	"context"
	"errors"
	"io"
	"log/slog"
	"testing"
	"testing/synctest"
	"time"

	"github.com/wakeful-go/wakeful"
	"github.com/wakeful-go/wakeful/js"
	_ "github.com/wakeful-go/wakeful/js/esbuild" // TypeScript and ES modules
)

// tooMany lines mean a fault of the generator, or an endless loop. The server in Node then exits
// with tooManyCode.
const (
	tooMany     = 5000
	tooManyCode = 99
)

// runOurs runs a program whose files are in the folder dir. Like the server in Node, it starts the
// program in an immediate.
func runOurs(t *testing.T, dir, source string) (outcome, error) {
	t.Helper()
	var o outcome
	var failure error
	synctest.Test(t, func(t *testing.T) { o, failure = runInBubble(t.Context(), dir, source) })
	return o, failure
}

func runInBubble(ctx context.Context, dir, source string) (o outcome, err error) {
	loop, err := wakeful.New()
	if err != nil {
		return o, err
	}
	rt, err := js.New(loop, js.WithFullAccess(), js.WithStdout(io.Discard), js.WithStderr(io.Discard), js.WithFileWorkers(0), js.WithLogger(slog.New(slog.DiscardHandler)))
	if err != nil {
		return o, err
	}
	began := time.Now()
	err = errors.Join(
		rt.Set("DIR", dir),
		rt.Set("emit", func(c js.FunctionCall) js.Value {
			o.trace = append(o.trace, c.Argument(0).String())
			if len(o.trace) == tooMany {
				rt.Close()
			}
			return nil
		}),
		rt.Set("keep", func(c js.FunctionCall) js.Value { return c.Argument(0) }),
		rt.Set("now", func() float64 { return float64(time.Since(began)) / 1e6 }),
		// It sleeps on the loop's goroutine on purpose: the loop is busy for that time.
		rt.Set("burn", func(c js.FunctionCall) js.Value {
			time.Sleep(time.Duration(c.Argument(0).ToFloat() * float64(time.Millisecond))) //nolint:forbidigo // the fake clock advances only while all goroutines are blocked
			return nil
		}),
	)
	if err != nil {
		return o, err
	}
	ran := make(chan error, 1)
	go func() { ran <- loop.Run(ctx) }()
	defer func() {
		err = errors.Join(err, rt.Close(), loop.Shutdown(ctx), <-ran)
	}()
	if _, err := rt.RunString(ctx, "setImmediate(() => {\n"+prelude+source+"\n});"); err != nil {
		return o, err
	}
	// An uncaught error is an outcome, and the exit code shows it.
	var uncaught *js.Error
	if o.code, err = rt.Wait(ctx); errors.As(err, &uncaught) {
		err = nil
	}
	return o, err
}
