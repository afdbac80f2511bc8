package main

// The JavaScript engine of package js has no releases: each commit is a version. So make check also
// runs the tests of what depends on its structures with the newest one.

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

const engine = "github.com/dop251/goja"

// newestEngine is the step for a version query of the engine, as go get has it.
func (p *project) newestEngine(query string) step {
	dir, mod := filepath.Join(p.root, "js"), filepath.Join(p.root, "bin", "newest.mod")
	return step{
		name: "probes of js with the newest goja", dir: dir, tests: goTests, env: []string{"GOWORK=off"},
		// TestVersion compares with go.mod.
		args: []string{"-short", "-count=1", noVet, "-modfile=" + mod, "-skip=^TestVersion$"}, packages: []string{"./internal/vm"},
		missing: func() string { return requireEngine(dir, mod, query) },
	}
}

// requireEngine writes a copy of js's go.mod that requires another version of the engine. It returns
// a reason if that is the pinned one, or cannot be had.
func requireEngine(dir, mod, query string) string {
	command := func(args ...string) (string, error) {
		cmd := exec.Command("go", args...)
		cmd.Dir, cmd.Env = dir, append(os.Environ(), "GOWORK=off")
		out, err := cmd.CombinedOutput()
		return strings.TrimSpace(string(out)), err
	}
	pinned, err := command("list", "-m", "-f", "{{.Version}}", engine)
	if err != nil {
		return "the pinned goja is not known: " + pinned
	}
	newest, err := command("list", "-m", "-f", "{{.Version}}", engine+"@"+query)
	switch {
	case err != nil:
		return "the newest goja cannot be looked up: " + newest
	case newest == pinned:
		return "the newest goja is the pinned one, " + pinned
	}
	for from, to := range map[string]string{"go.mod": mod, "go.sum": strings.TrimSuffix(mod, ".mod") + ".sum"} {
		text, err := os.ReadFile(filepath.Join(dir, from))
		if err == nil {
			err = os.WriteFile(to, text, 0o600)
		}
		if err != nil {
			return fmt.Sprintf("a copy of js/%s cannot be written: %v", from, err)
		}
	}
	if out, err := command("get", "-modfile="+mod, engine+"@"+newest); err != nil {
		return fmt.Sprintf("goja %s cannot be got: %s", newest, out)
	}
	return ""
}
