package js

import "github.com/wakeful-go/wakeful/js/internal/vm"

// Blind makes a runtime that has run nothing behave as if the engine's queue of promise jobs could
// not be inspected.
func Blind(r *Runtime) { r.order.visible = false }

// Repairs reports whether checkpoints repair the engine's stacks after an interrupt.
var Repairs = vm.Repairs

// Driven reports whether a goroutine is the host of the loop of a runtime of p.
func Driven(p *Pool) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	for e := range p.all {
		if e.driver.state.Load() != driverFree {
			return true
		}
	}
	return false
}
