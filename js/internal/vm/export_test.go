package vm

import engine "github.com/dop251/goja"

var VersionInPath = versionInPath

// newUncured returns a runtime of the engine without corrections.
func newUncured() *Runtime { return engine.New() }
