// Package prelude holds the JavaScript that each instance runs first: what the engine's C files
// call, timers, and the globals that QuickJS-ng lacks.
package prelude

import _ "embed" // the sources

// Source is a function of the natives and the global object. It returns the helpers of
// engine/c/helpers.c.
//
//go:embed prelude.js
var Source string

// Functions of the host that the prelude calls, by their number. Numbers from FirstTool on are
// tools.
const (
	Now   = iota // milliseconds since the instance began
	Arm          // the time of the next timer, or Infinity
	Print        // level, text
	FirstTool
)
