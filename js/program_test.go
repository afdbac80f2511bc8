package js_test

import (
	"errors"
	"testing"

	"github.com/wakeful-go/wakeful"
	"github.com/wakeful-go/wakeful/js"
)

// TestGoPanicsEndThePrograms: a panic of a Go function is no exception, so it goes to
// the loop's handler; and who waits for the program or the script hears of its end.
func TestGoPanicsEndThePrograms(t *testing.T) {
	for _, main := range []bool{true, false} {
		told := make(chan any, 1)
		loop, err := wakeful.New(wakeful.WithPanicHandler(func(e *wakeful.PanicError) { told <- e.Value }))
		if err != nil {
			t.Fatal(err)
		}
		r, err := js.New(loop, quiet, js.WithGlobal("fail", func(c js.Call) js.Value {
			return c.Arguments[0] // there is none
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
		if !errors.Is(err, js.ErrEnded) {
			t.Errorf("%v, want ErrEnded", err)
		}
		if v := <-told; v == nil {
			t.Error("the loop's handler was told of nothing")
		}
		if err := errors.Join(loop.Close(), <-ran); err != nil {
			t.Error(err)
		}
	}
}
