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

//go:embed node.js
var node string

//go:embed fetch.js
var fetch string

//go:embed modules/*.js
var modules embed.FS

// Licences are those of the npm packages of module js. Each begins with a line "==== name".
//
//go:embed modules/LICENSES
var Licences string

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
	{"internal/url_inits", "web_url_inits"},
	{"internal/url", "web_url"},
	{"internal/streams", "web_streams"},
	{"internal/emitter_resource", "node_emitter_resource"},
	{"internal/comparisons", "node_comparisons"},
	{"internal/parse_args", "node_parse_args"},
	{"internal/stream_bridges", "node_stream_bridges"},
	{"assert", "node_assert"},
	{"assert/strict", "node_assert_strict"},
	{"async_hooks", "node_async_hooks"},
	{"buffer", "node_buffer"},
	{"events", "node_events"},
	{"path", "node_path"},
	{"path/win32", "node_path_win32"},
	{"punycode", "node_punycode"},
	{"querystring", "node_querystring"},
	{"stream", "node_stream"},
	{"stream/consumers", "node_stream_consumers"},
	{"stream/promises", "node_stream_promises"},
	{"stream/web", "node_stream_web"},
	{"string_decoder", "node_string_decoder"},
	{"timers", "node_timers"},
	{"timers/promises", "node_timers_promises"},
	{"url", "node_url"},
	{"util", "node_util"},
}

// fetchFiles are further modules of scripts that have fetch.
var fetchFiles = [...][2]string{{"internal/fetch", "web_fetch"}, {"internal/fetch_parts", "web_fetch_parts"}}

// Source returns a function of the natives and the global object, as JavaScript. It returns the
// helpers of engine/c/helpers.c. With fetch scripts have it, which the host must answer.
func Source(withFetch bool) string {
	if withFetch {
		return sourceWithFetch()
	}
	return sourceWithout()
}

var (
	sourceWithFetch = sync.OnceValue(func() string { return build(append(files[:], fetchFiles[:]...), fetch) })
	sourceWithout   = sync.OnceValue(func() string { return build(files[:], "") })
)

func build(files [][2]string, last string) string {
	var all strings.Builder
	for _, file := range files {
		text, err := modules.ReadFile("modules/" + file[1] + ".js")
		if err != nil {
			panic(err) // embedded above
		}
		all.WriteString(`"` + file[0] + `": function (exports, require, module, native, process) { ` + string(text) + "\n},\n")
	}
	whole := strings.Replace(library, "/*NODE*/", node, 1)
	whole = strings.Replace(whole, "/*MODULES*/", all.String(), 1)
	return strings.Replace(prelude, "/*LIBRARY*/", whole+last, 1)
}

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
	Resolve            // importer and specifier: the name of the module
	Load               // name of a module, and whether it is JSON: its source
	Fetch              // a request: the response, as a promise
	Abort              // the id of a request
	FirstTool
)
