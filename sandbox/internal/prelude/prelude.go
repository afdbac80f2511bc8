// Package prelude holds the JavaScript that each instance runs first: what the engine's C files
// call, timers, console, and the globals that QuickJS-ng lacks. Those come from modules of module js:
// the files in modules are copies, which a test of the project compares.
package prelude

import (
	"embed"
	"strings"
	"sync"
)

//go:embed prelude.js
var prelude string

//go:embed library.js
var library string

//go:embed modules/*.js
var modules embed.FS

// Licences are those of the npm packages of module js. Each begins with a line "==== name".
//
//go:embed modules/LICENSES
var Licences string

// Packages are the npm packages that are in the modules.
var Packages = []string{"node-inspect-extracted", "web-streams-polyfill"}

// NodeLicence is that of Node.
//
//go:embed node.txt
var NodeLicence string

// files are the modules by the names with which they require each other.
var files = [...][2]string{
	{"internal/errors", "web_errors"},
	{"internal/types", "node_types"},
	{"internal/rope", "node_rope"},
	{"internal/inspect", "node_inspect"},
	{"internal/events", "web_events"},
	{"internal/abort", "web_abort"},
	{"internal/bytes", "web_bytes"},
	{"internal/platform", "web_platform"},
	{"internal/clone", "web_clone"},
	{"internal/encoding", "web_encoding"},
	{"internal/blob", "web_blob"},
	{"internal/url", "web_url"},
	{"internal/streams", "web_streams"},
}

// Source returns a function of the natives and the global object, as JavaScript. It returns the
// helpers of engine/c/helpers.c.
var Source = sync.OnceValue(func() string {
	var all strings.Builder
	for _, file := range files {
		text, err := modules.ReadFile("modules/" + file[1] + ".js")
		if err != nil {
			panic(err) // embedded above
		}
		all.WriteString(`"` + file[0] + `": function (exports, require, module, native, process) { ` + string(text) + "\n},\n")
	}
	whole := strings.Replace(library, "/*MODULES*/", all.String(), 1)
	return strings.Replace(prelude, "/*LIBRARY*/", whole, 1)
})

// Functions of the host that the prelude calls, by their number. Numbers from FirstTool on are
// tools.
const (
	Now         = iota // milliseconds since the instance began
	Arm                // the time of the next timer, or Infinity
	Print              // method of console, text
	ParseURL           // input and perhaps a base: the parts of a URL, or null
	ChangeURL          // URL, name of a part, its new value: the parts
	RandomBytes        // number of bytes
	LoopTime           // when the loop called the script
	FirstTool
)
