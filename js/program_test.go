package js_test

import (
	"errors"
	"runtime"
	"strings"
	"testing"

	"github.com/wakeful-go/wakeful"
	"github.com/wakeful-go/wakeful/js"
)

// TestGoPanicOfAProgram: a panic of a Go function is an ordinary exception for the program. The
// loop's panic handler is not called.
func TestGoPanicOfAProgram(t *testing.T) {
	for _, main := range []bool{true, false} {
		loop, err := wakeful.New(wakeful.WithPanicHandler(func(e *wakeful.PanicError) { t.Errorf("the loop was told of %v", e) }))
		if err != nil {
			t.Fatal(err)
		}
		r, err := js.New(loop, js.WithFullAccess(), quiet, js.WithGlobal("fail", func(c js.FunctionCall) js.Value {
			return c.Arguments[0] // index out of range: there are no arguments
		}))
		if err != nil {
			t.Fatal(err)
		}
		ran := make(chan error, 1)
		go func() { ran <- loop.Run(t.Context()) }()
		const source = `setTimeout(() => {}, 1); fail()`
		if main {
			var code int
			if code, err = r.MainString(t.Context(), "main.js", source); code != 1 {
				t.Errorf("exit code %d, want 1", code)
			}
		} else {
			_, err = r.RunString(t.Context(), source)
		}
		var panicked *wakeful.PanicError
		var bounds runtime.Error
		if !errors.As(err, &panicked) || !errors.As(err, &bounds) || !strings.Contains(string(panicked.Stack), "TestGoPanicOfAProgram") {
			t.Errorf("%v, want a *PanicError with the place of the panic", err)
		}
		if err := errors.Join(loop.Close(), <-ran); err != nil {
			t.Error(err)
		}
	}
}
