package js_test

import (
	"os"
	"testing"

	"github.com/dop251/goja"

	"github.com/wakeful-go/wakeful/js"
)

// TestEventsOfProcess: a module of the Go program with the name events is not that of process.
func TestEventsOfProcess(t *testing.T) {
	r := bare(t, js.WithNode(), js.WithModule("events", func(*goja.Runtime) (any, error) { return "mine", nil }))
	got, err := r.Eval(t.Context(), `let n = 0; process.on('x', () => n++); process.emit('x'); require('events') + n`)
	if want := "mine1"; err != nil || got != want {
		t.Errorf("got %v, %v; want %s", got, err, want)
	}
}

// TestSignalListeners: the first listener of a signal makes the runtime wait for it, and the removal
// of the last one ends that.
func TestSignalListeners(t *testing.T) {
	for _, c := range []struct{ source, want string }{
		{`const f = () => 1; process.on('SIGINT', f); process.on('SIGINT', f); process.off('SIGINT', f); process.off('SIGINT', f)`, "+-"},
		{`process.once('SIGINT', () => 1); process.emit('SIGINT')`, "+-"},
		{`process.on('SIGINT', () => 1); process.removeAllListeners()`, "+-"},
	} {
		got := ""
		r := bare(t, js.WithNode(), js.WithSignals(func(sig os.Signal, listens bool) {
			got += map[bool]string{true: "+", false: "-"}[listens]
		}))
		if _, err := r.Eval(t.Context(), c.source); err != nil || got != c.want {
			t.Errorf("%s: %q, %v, want %q", c.source, got, err, c.want)
		}
	}
}
