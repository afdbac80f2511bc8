package vm

import "runtime/debug"

// Version returns the module version of the engine in this program, or "" if it is unknown, as for
// a replaced or vendored module.
func Version() string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return ""
	}
	for _, dep := range info.Deps {
		if dep.Path == Path && dep.Replace == nil {
			return dep.Version
		}
	}
	return ""
}
