package main

import (
	"archive/zip"
	"bytes"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/wakeful-go/wakeful/internal/project/programs"
)

func checkout(t *testing.T) string {
	t.Helper()
	work, err := programs.Output("", nil, "go", "env", "GOWORK")
	if err != nil {
		t.Fatal(err)
	}
	root := filepath.Dir(work)
	if _, err := programs.Output(root, nil, "git", "ls-files"); err != nil {
		t.Skip("NOT RUN: git does not list the files of the checkout: " + err.Error())
	}
	return root
}

// TestRehearsal releases the library, as the command does, and finds a README that is wrong.
func TestRehearsal(t *testing.T) {
	root := checkout(t)
	const version = "v1.999.0"
	if err := run(version, ".", false); err != nil {
		if strings.Contains(err.Error(), "dial tcp") {
			t.Skip("NOT RUN: a module that the library needs is not in the cache and cannot be downloaded: " + err.Error())
		}
		t.Fatal(err)
	}
	cache, err := programs.Output(root, nil, "go", "env", "GOMODCACHE")
	if err != nil {
		t.Fatal(err)
	}
	found, err := filepath.Glob(filepath.Join(cache, "cache", "download", "github.com", "wakeful-go", "wakeful", "@v", version+"*"))
	if err != nil || len(found) > 0 {
		t.Errorf("the user's cache of modules has the version of the rehearsal: %v, %v", found, err)
	}
}

func TestVersionsOfOwnModules(t *testing.T) {
	const before = `module github.com/wakeful-go/wakeful/js

require github.com/wakeful-go/wakeful v0.0.0

require (
	github.com/dop251/goja v0.0.0-20260917113740-793a2a65c13b
	github.com/wakeful-go/wakeful/stream/ws v0.9.1 // indirect
	github.com/wakeful-go/wakefully v0.1.0
)

replace github.com/wakeful-go/wakeful => ../
`
	want := strings.NewReplacer("wakeful v0.0.0", "wakeful v1.2.3", "v0.9.1", "v1.2.3").Replace(before)
	if got := withVersions(before, "v1.2.3"); got != want {
		t.Errorf("the file is\n%s\nwant\n%s", got, want)
	}
}

// TestPackedModule: a module has its own files, and those of no module below it, and its go.mod file
// requires the version.
func TestPackedModule(t *testing.T) {
	r := rehearsal{root: checkout(t), version: "v1.2.3"}
	packed, err := r.pack("js", "module x\n")
	if err != nil {
		t.Fatal(err)
	}
	files, err := zip.NewReader(bytes.NewReader(packed), int64(len(packed)))
	if err != nil {
		t.Fatal(err)
	}
	const prefix = "github.com/wakeful-go/wakeful/js@v1.2.3/"
	var names []string
	for _, f := range files.File {
		name, ok := strings.CutPrefix(f.Name, prefix)
		if !ok || strings.HasPrefix(name, "benchmarks/") {
			t.Fatalf("the module has the file %s", f.Name)
		}
		names = append(names, name)
	}
	for _, want := range []string{"go.mod", "doc.go", "esbuild/esbuild.go"} {
		if !slices.Contains(names, want) {
			t.Errorf("the module has no file %s", want)
		}
	}
	mod, err := files.Open(prefix + "go.mod")
	if err != nil {
		t.Fatal(err)
	}
	if text, err := io.ReadAll(mod); err != nil || string(text) != "module x\n" {
		t.Errorf("go.mod is %q, %v", text, err)
	}
}

func TestWrittenVersions(t *testing.T) {
	file := filepath.Join(t.TempDir(), "go.mod")
	if err := os.WriteFile(file, []byte("require github.com/wakeful-go/wakeful v0.0.0\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := setVersions(file, "v1.0.0"); err != nil {
		t.Fatal(err)
	}
	if text, err := os.ReadFile(file); err != nil || string(text) != "require github.com/wakeful-go/wakeful v1.0.0\n" {
		t.Errorf("the file is %q, %v", text, err)
	}
}

func TestWrongUse(t *testing.T) {
	for _, args := range [][]string{{}, {"1.0.0"}, {"v1"}, {"v1.0.0", "v1.0.1"}, {"-write", "-only", "js", "v1.0.0"}, {"-nothing", "v1.0.0"}} {
		if status := command(args); status != 2 {
			t.Errorf("%q ends with status %d, want 2", args, status)
		}
	}
}
