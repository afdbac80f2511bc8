package vm

import (
	"reflect"
	"runtime"
	"runtime/debug"
	"slices"
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

// testedVersions are the versions of the engine that this module's tests ran against. A field can
// change its meaning and keep its name and type, so a matching layout alone does not prove that a
// version is usable.
var testedVersions = []string{"v0.0.0-20260917113740-793a2a65c13b"}

// Tested reports whether the tests ran against a version of the engine. It is false for "", the
// unknown version.
func Tested(version string) bool { return slices.Contains(testedVersions, version) }
