package js

// Blind makes a runtime that has run nothing behave as with an engine whose promise
// jobs cannot be looked at.
func Blind(r *Runtime) { r.order.visible = false }
