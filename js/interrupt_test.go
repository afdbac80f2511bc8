package js_test

import (
	"context"
	"errors"
	"testing"

	"github.com/wakeful-go/wakeful/js"
)

// TestInterruptOfNestedScripts: the end of a context ends its script and all scripts that this one
// has called, and no script further out.
func TestInterruptOfNestedScripts(t *testing.T) {
	for _, ends := range []string{"inner", "outer"} {
		t.Run(ends, func(t *testing.T) {
			if ends == "inner" && !js.Repairs() {
				t.Skip("NOT RUN: built with the tag wakeful_purego, with which the engine's stacks are not repaired")
			}
			reason := errors.New("enough")
			outer, stopOuter := context.WithCancelCause(t.Context())
			inner, stopInner := context.WithCancelCause(t.Context())
			defer stopOuter(nil)
			defer stopInner(nil)
			var r *js.Runtime
			var innerErr error
			r = start(t,
				js.WithGlobal("stop", func(js.FunctionCall) js.Value {
					map[string]context.CancelCauseFunc{"inner": stopInner, "outer": stopOuter}[ends](reason)
					return nil
				}),
				js.WithGlobal("nested", func(js.FunctionCall) js.Value {
					_, innerErr = r.RunString(inner, `(function* () { stop(); for (;;); })().next()`)
					return nil
				}))
			v, err := r.RunString(outer, `nested(); let caught = 0; try { null.x } catch { caught++ } caught`)
			if err := stillRuns(r); err != nil { // the loop is done with the scripts
				t.Error(err)
			}
			if !errors.Is(innerErr, js.ErrInterrupted) || !errors.Is(innerErr, reason) {
				t.Errorf("the inner script: %v", innerErr)
			}
			if ends == "outer" && !errors.Is(err, reason) {
				t.Errorf("the outer script whose context has ended: %v, %v", v, err)
			}
			if ends == "inner" && (err != nil || v.ToInteger() != 1) {
				t.Errorf("the outer script whose context goes on: %v, %v", v, err)
			}
		})
	}
}
