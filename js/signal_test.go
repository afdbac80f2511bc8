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

// TestSymbolsOfProcess: a symbol is an event of its own, not that of its description.
func TestSymbolsOfProcess(t *testing.T) {
	r := bare(t, js.WithNode())
	got, err := r.Eval(t.Context(), `
		const s = Symbol('x'), called = []
		process.on(s, () => called.push('symbol')); process.on('x', () => called.push('string')); process.on(Symbol('x'), () => 1)
		process.emit(s); process.emit('x')
		called.push(process.listenerCount(s), process.eventNames().map(String), process.removeAllListeners(s).eventNames().length)
		called.join()`)
	if want := "symbol,string,1,x,Symbol(x),Symbol(x),2"; err != nil || got != want {
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
		{`process.on(Symbol('SIGINT'), () => 1)`, ""},
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
