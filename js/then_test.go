package js_test

import (
	"testing"

	"github.com/dop251/goja"

	"github.com/wakeful-go/wakeful/js"
)

// TestWithEngineThen: with the option, a chain has as many allocations as with the engine's own
// then, and the same results.
func TestWithEngineThen(t *testing.T) {
	on := false
	for _, f := range start(t).EngineFeatures() {
		on = on || f.On && f.Name == "then"
	}
	if !on {
		t.Skip("NOT RUN: this build always keeps the engine's own then")
	}
	allocations := func(options ...js.Option) (perLink float64) {
		r := start(t, options...)
		err := r.Do(t.Context(), func(engine *goja.Runtime) error {
			chain, err := engine.RunString("() => { let p = Promise.resolve(0); for (let i = 0; i < 1000; i++) p = p.then((v) => v + 1); return p }")
			if err != nil {
				return err
			}
			call, _ := goja.AssertFunction(chain)
			perLink = testing.AllocsPerRun(10, func() {
				if _, err := call(goja.Undefined()); err != nil {
					t.Error(err)
				}
			}) / 1000
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
		return perLink
	}
	ours, engine := allocations(), allocations(js.WithEngineThen())
	t.Logf("allocations per link: %.1f, with the engine's then %.1f", ours, engine)
	if ours > engine/2 {
		t.Error("the option makes no difference")
	}
}
