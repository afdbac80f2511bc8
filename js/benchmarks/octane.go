package main

// This file owns the scripts of Octane. An npm package has them, which npm installs once in a run. The
// lock file has its checksum.

import (
	"bytes"
	"context"
	"embed"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"sync"
)

// octaneShim replaces what Octane's base.js has defined and its scripts call. Their functions are run as they
// come. The random numbers stay those of base.js: scripts check sums of what they compute from them.
const octaneShim = `
var suite, resetRandom = BenchmarkSuite.ResetRNG;
BenchmarkSuite = function (name, references, benchmarks) { suite = benchmarks; };
Benchmark = function (name, warm, fixed, iterations, run, setup, end) { this.run = run; this.setup = setup || (() => {}); this.end = end || (() => {}); };
`

const octaneRun = `
globalThis.run = (n) => {
	resetRandom();
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
	scripts := os.DirFS(filepath.Join(command.Dir, "node_modules", "benchmark-octane", "lib", "octane"))
	base, err := fs.ReadFile(scripts, "base.js")
	if err != nil {
		return nil, err
	}
	sources = map[string]string{}
	for _, s := range octaneScripts {
		text, err := fs.ReadFile(scripts, s.name+".js")
		if err != nil {
			return nil, err
		}
		sources[s.name] = string(base) + octaneShim + string(text) + octaneRun
	}
	return sources, nil
})
