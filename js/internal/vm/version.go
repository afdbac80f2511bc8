package vm

import (
	"reflect"
	"runtime"
	"runtime/debug"
	"strings"

	engine "github.com/dop251/goja"
)

// Version returns the module version of the engine in this program, or "" if it is unknown, as for
// a replaced or vendored module.
//
// The version is in the program's build information. A test binary lists no dependencies there.
// Then the version comes from the path of the engine's source file, which the compiler records as
// module@version/file.
func Version() string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return ""
	}
	for _, dep := range info.Deps {
		if dep.Path != Path {
			continue
		}
		if dep.Replace != nil {
			return ""
		}
		return dep.Version
	}
	pc := reflect.ValueOf(engine.New).Pointer()
	file, _ := runtime.FuncForPC(pc).FileLine(pc)
	return versionInPath(file)
}

// versionInPath returns the version in the path of one of the engine's source files, or
// "" if the path has none.
func versionInPath(file string) string {
	_, rest, found := strings.Cut(file, Path+"@")
	if !found {
		return ""
	}
	version, _, found := strings.Cut(rest, "/")
	if !found {
		return ""
	}
	return version
}
