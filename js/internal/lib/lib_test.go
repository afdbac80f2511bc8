package lib_test

import (
	"bytes"
	"context"
	"flag"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/wakeful-go/wakeful/js/internal/lib"
	"github.com/wakeful-go/wakeful/js/internal/lib/bundle"
)

var update = flag.Bool("update", false, "write dist")

// The committed files are those that the sources and the npm packages of the lock file make. go
// generate writes them: it runs this test with -update.
func TestDistIsGenerated(t *testing.T) {
	files, err := bundle.Files(withPackages(t))
	if err != nil {
		t.Fatal(err)
	}
	if *update {
		write(t, files)
	}
	for name, content := range files {
		committed, err := os.ReadFile(filepath.Join("dist", name))
		if err != nil {
			t.Errorf("%v: run go generate in js/internal/lib", err)
		} else if !bytes.Equal(committed, content) {
			t.Errorf("dist/%s is not what its source makes: run go generate in js/internal/lib", name)
		}
	}
	found, err := filepath.Glob("dist/*")
	if err != nil {
		t.Fatal(err)
	}
	for _, path := range found {
		if files[filepath.Base(path)] == nil {
			t.Errorf("%s has no source: run go generate in js/internal/lib", path)
		}
	}
}

// write makes files the contents of dist.
func write(t *testing.T, files map[string][]byte) {
	t.Helper()
	if err := os.RemoveAll("dist"); err != nil {
		t.Fatal(err)
	}
	if err := os.Mkdir("dist", 0o755); err != nil {
		t.Fatal(err)
	}
	for name, content := range files {
		if err := os.WriteFile(filepath.Join("dist", name), content, 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

// withPackages returns a folder with the sources and the npm packages: this folder after npm ci,
// otherwise a copy in which npm ci is run.
func withPackages(t *testing.T) string {
	t.Helper()
	lock, err := os.ReadFile("package-lock.json")
	if err != nil {
		t.Fatal(err)
	}
	// The installed packages may be older than the lock file.
	if installed, err := os.Stat("node_modules/.package-lock.json"); err == nil {
		if info, err := os.Stat("package-lock.json"); err == nil && !info.ModTime().After(installed.ModTime()) {
			return "."
		}
	}
	npm, err := exec.LookPath("npm")
	if err != nil {
		t.Skip("NOT RUN: npm is not installed, and the npm packages are not in js/internal/lib/node_modules")
	}
	dir := t.TempDir()
	if err := os.CopyFS(filepath.Join(dir, "src"), os.DirFS("src")); err != nil {
		t.Fatal(err)
	}
	settings, err := os.ReadFile("package.json")
	if err != nil {
		t.Fatal(err)
	}
	for name, content := range map[string][]byte{"package.json": settings, "package-lock.json": lock} {
		if err := os.WriteFile(filepath.Join(dir, name), content, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	ctx, stop := context.WithTimeout(t.Context(), 2*time.Minute)
	defer stop()
	command := exec.CommandContext(ctx, npm, "ci", "--ignore-scripts", "--no-audit", "--no-fund")
	command.Dir = dir
	if out, err := command.CombinedOutput(); err != nil {
		t.Skipf("NOT RUN: npm ci did not install the packages, which needs a network: %v: %s", err, bytes.TrimSpace(out))
	}
	return dir
}

// dist has the licence of every npm package in a bundle.
func TestLicences(t *testing.T) {
	text, err := os.ReadFile("dist/LICENSES")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"assert", "node-inspect-extracted", "path-browserify", "readable-stream", "url", "web-streams-polyfill"} {
		_, after, ok := strings.Cut(string(text), "\n==== "+name+" ")
		if licence, _, _ := strings.Cut(after, "\n===="); !ok || !strings.Contains(licence, "Permission is hereby granted") {
			t.Errorf("%s: its licence is not in dist/LICENSES", name)
		}
	}
}

// The label of each licence agrees with its text.
func TestLicencesAreLabelled(t *testing.T) {
	text, err := os.ReadFile("dist/LICENSES")
	if err != nil {
		t.Fatal(err)
	}
	sections := strings.Split(string(text), "\n==== ")[1:]
	for _, section := range sections {
		title, licence, _ := strings.Cut(section, "\n")
		if kind := bundle.Kind(licence); kind == "" || !strings.HasSuffix(title, " ("+kind+")") {
			t.Errorf("%s: its text is that of %q", title, kind)
		}
	}
	if len(sections) < 10 {
		t.Errorf("%d licences", len(sections))
	}
}

// The lock file contains no download addresses.
func TestLockFile(t *testing.T) {
	lock, err := os.ReadFile("package-lock.json")
	if err != nil {
		t.Fatal(err)
	}
	if bytes.Contains(lock, []byte(`"resolved"`)) || !bytes.Contains(lock, []byte(`"integrity"`)) {
		t.Error("package-lock.json: want checksums and no addresses (npm config omit-lockfile-registry-resolved)")
	}
}

func TestCompiles(t *testing.T) {
	names := lib.Names()
	if len(names) < 20 {
		t.Errorf("only %d modules: %q", len(names), names)
	}
	for _, name := range names {
		if _, err := lib.Compile(name); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
	if _, err := lib.Compile("no such module"); err == nil {
		t.Error("a module that is none compiled")
	}
}

func TestStack(t *testing.T) {
	for stack, want := range map[string]string{
		"Error: x\n\tat f (a.js:1:2(3))\n\tat a.js:4:5(6)\n":                               "Error: x\n    at f (a.js:1:2)\n    at a.js:4:5",
		"Error: x\n\tat g (native)\n\tat node:internal/web_url:1:1(2)\n\tat a.js:4:5(6)\n": "Error: x\n    at a.js:4:5",
		"Error: x\n    at already (a.js:1:2)":                                              "Error: x\n    at already (a.js:1:2)",
		"no stack":                                                                         "no stack",
	} {
		if got := lib.Stack(stack); got != want {
			t.Errorf("%q: %q, want %q", stack, got, want)
		}
	}
}
