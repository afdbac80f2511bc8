//go:build ignore

// This program bundles the suite and its packages into suite.js, so that tests need neither npm nor
// a network. Run it with go generate.
package main

import (
	"fmt"
	"os"
	"os/exec"
	"strings"

	"github.com/evanw/esbuild/pkg/api"
)

// bundled are the packages in suite.js.
var bundled = []string{"promises-aplus-tests", "sinon", "samsam", "formatio", "lolex"}

func main() {
	install := exec.Command("npm", "ci", "--ignore-scripts")
	install.Stdout, install.Stderr = os.Stdout, os.Stderr
	check(install.Run())
	result := api.Build(api.BuildOptions{
		EntryPoints: []string{"entry.js"}, Outfile: "suite.js", Bundle: true, Write: true,
		Platform: api.PlatformBrowser, Target: api.ES2017, Format: api.FormatIIFE,
		Define:        map[string]string{"global": "globalThis"},
		Alias:         map[string]string{"assert": "./assert.js"},
		Plugins:       []api.Plugin{{Name: "sinon", Setup: loadSinon}},
		LegalComments: api.LegalCommentsInline, LogLevel: api.LogLevelInfo,
	})
	if len(result.Errors) > 0 {
		os.Exit(1)
	}
	var licences strings.Builder
	for _, name := range bundled {
		text, err := licence("node_modules/" + name)
		check(err)
		fmt.Fprintf(&licences, "==== %s ====\n\n%s\n\n", name, strings.TrimSpace(text))
	}
	check(os.WriteFile("LICENSES.txt", []byte(licences.String()), 0o644))
}

// loadSinon loads sinon as a browser would. In Node it requires its parts by
// computed names, which no bundler can follow.
func loadSinon(build api.PluginBuild) {
	build.OnLoad(api.OnLoadOptions{Filter: `sinon/lib/sinon\.js$`}, func(args api.OnLoadArgs) (api.OnLoadResult, error) {
		text, err := os.ReadFile("node_modules/sinon/pkg/sinon.js")
		contents := "const root = {};\n(function (module, exports, require, define) {\n" + string(text) +
			"\n}).call(root);\nmodule.exports = root.sinon;\n"
		return api.OnLoadResult{Contents: &contents, ResolveDir: args.Path}, err
	})
}

func licence(dir string) (string, error) {
	for _, name := range []string{"LICENSE", "LICENSE.txt", "LICENSE.md"} {
		if text, err := os.ReadFile(dir + "/" + name); err == nil {
			return string(text), nil
		}
	}
	return "", fmt.Errorf("%s has no licence file", dir)
}

func check(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}
