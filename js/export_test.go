package js

import "github.com/wakeful-go/wakeful/js/internal/vm"

// Blind makes a runtime that has run nothing behave as with an engine whose promise
// jobs cannot be looked at.
func Blind(r *Runtime) { r.order.visible = false }

// Repairs reports whether the engine's stacks are repaired after an interrupt.
var Repairs = vm.Repairs
