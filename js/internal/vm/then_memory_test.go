package vm_test

import (
	"runtime"
	"testing"

	"github.com/wakeful-go/wakeful/js/internal/vm"
)

// TestSettledKeepsNothing: a settled promise does not keep its reactions.
func TestSettledKeepsNothing(t *testing.T) {
	needed(t)
	for _, source := range []string{
		"var q = Promise.resolve().then(() => 1); (() => { const o = made(); q.then(() => o.x) })()",
		"var q = Promise.resolve().then(() => { throw 1 }); (() => { const o = made(); q.then(0, () => o.x) })()",
		"var q = new Promise((a) => a(1)); (() => { const o = made(); q.then(() => o.x) })()",
	} {
		engine := vm.New()
		vm.InstallThen(engine)
		collected := make(chan struct{})
		err := engine.Set("made", func() *vm.Object {
			o := engine.NewObject()
			runtime.AddCleanup(o, func(collected chan struct{}) { close(collected) }, collected)
			return o
		})
		if err == nil {
			_, err = engine.RunString(source)
		}
		if err != nil {
			t.Fatal(err)
		}
		gone := false
		for range 100 {
			runtime.GC()
			select {
			case <-collected:
				gone = true
			default:
				runtime.Gosched()
			}
			if gone {
				break
			}
		}
		if !gone {
			t.Errorf("still there after %s", source)
		}
		runtime.KeepAlive(engine)
	}
}
