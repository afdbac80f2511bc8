package vm

import engine "github.com/dop251/goja"

var VersionInPath = versionInPath

// newUncorrected returns a runtime of the engine without corrections.
func newUncorrected() *Runtime { return engine.New() }
