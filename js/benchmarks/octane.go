package main

// This file owns the scripts of Octane. An npm package has them, which npm installs once in a run. The
// lock file has its checksum.

import (
	"bytes"
	"context"
	"embed"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"sync"
)

// octaneShim is what the scripts of Octane call. Their functions are run as they come.
const octaneShim = `
var suite;
function BenchmarkSuite(name, references, benchmarks) { suite = benchmarks; }
function Benchmark(name, warm, fixed, iterations, run, setup, end) { this.run = run; this.setup = setup || (() => {}); this.end = end || (() => {}); }
`

const octaneRun = `
globalThis.run = (n) => {
	for (const b of suite) { b.setup(); for (let i = 0; i < n; i++) b.run(); b.end(); }
	return true;
}
`

//go:embed octane
var octanePackage embed.FS

// octaneSources are the scripts by their names.
var octaneSources = sync.OnceValues(func() (sources map[string]string, err error) {
	npm, err := exec.LookPath("npm")
	if err != nil {
		return nil, missing("npm is not installed, which gets the scripts of Octane")
	}
	dir, err := os.MkdirTemp("", "octane")
	if err != nil {
		return nil, err
	}
	defer func() { _ = os.RemoveAll(dir) }() // a folder for temporary files
	if err := os.CopyFS(dir, octanePackage); err != nil {
		return nil, err
	}
	command := exec.CommandContext(context.Background(), npm, "ci", "--ignore-scripts", "--no-audit", "--no-fund")
	command.Dir = filepath.Join(dir, "octane")
	if out, err := command.CombinedOutput(); err != nil {
		return nil, missing(fmt.Sprintf("npm ci did not install the scripts of Octane, which needs a network: %v: %s", err, bytes.TrimSpace(out)))
	}
	sources = map[string]string{}
	for _, s := range octaneScripts {
		text, err := os.ReadFile(filepath.Join(command.Dir, "node_modules", "benchmark-octane", "lib", "octane", s.name+".js"))
		if err != nil {
			return nil, err
		}
		sources[s.name] = octaneShim + string(text) + octaneRun
	}
	return sources, nil
})
