package lib_test

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/wakeful-go/wakeful/js/internal/lib"
	"github.com/wakeful-go/wakeful/js/internal/lib/bundle"
)

// The committed files are what go generate makes of the sources and of the npm
// packages of the lock file.
func TestDistIsGenerated(t *testing.T) {
	if _, err := os.Stat("node_modules"); err != nil {
		t.Skip("NOT RUN: the npm packages are not installed; npm ci in js/internal/lib does it")
	}
	files, err := bundle.Files(".")
	if err != nil {
		t.Fatal(err)
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

// Every package that the lock file names for a bundle has its licence beside it.
func TestLicences(t *testing.T) {
	text, err := os.ReadFile("dist/LICENSES")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"assert", "buffer", "node-inspect-extracted", "path-browserify", "readable-stream", "string_decoder", "url", "web-streams-polyfill"} {
		_, after, ok := strings.Cut(string(text), "\n==== "+name+" ")
		if licence, _, _ := strings.Cut(after, "\n===="); !ok || !strings.Contains(licence, "Permission is hereby granted") {
			t.Errorf("%s: its licence is not in dist/LICENSES", name)
		}
	}
}

// The lock file is free of the addresses that packages were downloaded from.
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
