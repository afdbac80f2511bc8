package js_test

import (
	"errors"
	"testing"

	"github.com/dop251/goja"

	"github.com/wakeful-go/wakeful/js"
)

// TestErrorsReachTheEnginesError: errors.As finds the engine's exception in the error of a script,
// whether it was thrown or was the reason of a promise, and the error of Go behind it.
func TestErrorsReachTheEnginesError(t *testing.T) {
	cause := errors.New("from Go")
	for _, c := range []struct {
		name, source, message string
		goError               bool
	}{
		{"an exception", `throw new TypeError('no')`, "TypeError: no", false},
		{"a value", `throw 5`, "5", false},
		{"a rejection", `Promise.reject(new TypeError('no'))`, "TypeError: no", false},
		{"a rejection later", `new Promise((_, fail) => setTimeout(fail, 0, new TypeError('no')))`, "TypeError: no", false},
		{"an async function", `(async () => { await 1; throw new TypeError('no') })()`, "TypeError: no", false},
		{"a rejection with a value", `Promise.reject('text')`, "text", false},
		{"a rejection with undefined", `Promise.reject()`, "undefined", false},
		{"an error of Go that is thrown", `fails()`, "GoError: from Go", true},
		{"an error of Go that rejects", `(async () => { await 1; fails() })()`, "GoError: from Go", true},
	} {
		t.Run(c.name, func(t *testing.T) {
			r := bare(t, js.WithGlobal("fails", func() error { return cause }))
			_, err := r.Eval(t.Context(), c.source)
			thrown, ok := errors.AsType[*goja.Exception](err)
			if !ok || thrown.Value() == nil || err.Error() != c.message {
				t.Fatalf("got %v, with the engine's error %v; want %s", err, thrown, c.message)
			}
			own, _ := errors.AsType[*js.Error](err)
			if own == nil || !own.Value().SameAs(thrown.Value()) {
				t.Errorf("the engine's error has another value than %v", own)
			}
			if errors.Is(err, cause) != c.goError {
				t.Errorf("it matches the error of Go: %v, want %v", !c.goError, c.goError)
			}
		})
	}
}
