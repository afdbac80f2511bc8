package js

import "github.com/wakeful-go/wakeful/js/internal/vm"

// Blind makes a runtime that has run nothing behave as if the engine's queue of promise jobs could
// not be inspected.
func Blind(r *Runtime) { r.order.visible = false }

// Repairs reports whether checkpoints repair the engine's stacks after an interrupt.
var Repairs = vm.Repairs
