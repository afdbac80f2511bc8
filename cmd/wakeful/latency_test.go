package main

import (
	"bytes"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/wakeful-go/wakeful/tournament/result"
)

func TestLanesAreMeasuredAndShown(t *testing.T) {
	t.Setenv("PATH", t.TempDir()) // without cargo
	status, out, errOut := wakeful(t, "latency", "--lane", "go-channel-sleep", "--lane", "wakeful-block", "--gap", "1ms", "--rounds", "1", "--iterations", "2", "--json", "run.json")
	if status != statusDone || !strings.Contains(out, "go-channel-sleep") || !strings.Contains(out, "waking a thread") || !strings.Contains(errOut, "without the Rust lanes") {
		t.Fatalf("status %d: %s%s", status, out, errOut)
	}
	doc, err := result.ReadFile("run.json")
	if err != nil || len(doc.Cells) != 2 || len(doc.Cells[0].Samples) != 1 || !doc.Complete {
		t.Errorf("the document: %v, %+v", err, doc)
	}
	if page, err := os.ReadFile("run.html"); err != nil || !bytes.Contains(page, []byte(`id="lanes"`)) {
		t.Errorf("the report has no section about lanes: %v", err)
	}
	status, out, _ = here(t, "latency", "--list", "--lane", "*-tcp-*")
	if status != statusDone || !strings.Contains(out, "go-tcp-spin") || !strings.Contains(out, "rust-std-tcp-sleep") || strings.Contains(out, "udp") {
		t.Errorf("status %d, the list is %s", status, out)
	}
}

// Listing lanes starts no build, even if cargo is installed. If an earlier run has built the Rust
// program, it is asked for its lanes.
func TestListBuildsNothing(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("NOT RUN: the program that the test stands in for is a shell script")
	}
	folder := t.TempDir()
	write := func(name, script string) {
		t.Helper()
		if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte("#!/bin/sh\n"+script+"\n"), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	called := filepath.Join(folder, "called")
	write(filepath.Join(folder, "bin", "cargo"), "echo called >"+called)
	write(filepath.Join(folder, "project", "rust", "crates", rustProgram, "Cargo.toml"), "")
	t.Setenv("PATH", filepath.Join(folder, "bin"))
	t.Setenv("CARGO_TARGET_DIR", "")
	t.Chdir(filepath.Join(folder, "project"))
	status, out, errOut := here(t, "latency", "--list", "--lane", "rust-*")
	if status != statusDone || !strings.Contains(out, "rust-std-tcp-sleep") || !strings.Contains(out, "not built yet") {
		t.Errorf("status %d, %s: the list is %s", status, errOut, out)
	}
	write(filepath.Join(folder, "project", "rust", "target", "release", rustProgram), "echo rust-futex-sleep A futex.")
	status, out, errOut = here(t, "latency", "--list", "--lane", "rust-*")
	if status != statusDone || !strings.Contains(out, "A futex.") || strings.Contains(out, "not built yet") {
		t.Errorf("status %d, %s: with a program the list is %s", status, errOut, out)
	}
	if _, err := os.Stat(called); err == nil {
		t.Error("the list started cargo")
	}
}

func TestLatencyInWrongUse(t *testing.T) {
	t.Setenv("PATH", t.TempDir())
	for want, args := range map[string][]string{
		"there is no lane":          {"latency", "--lane", "nobody"},
		"--rounds is 0":             {"latency", "--rounds", "0"},
		"--gap is 0s":               {"latency", "--gap", "0s"},
		"--gap is 1ns":              {"latency", "--gap", "1ns"},
		"--iterations is -1":        {"latency", "--iterations", "-1"},
		"must be 1 to 1048576":      {"latency", "--iterations", "1048577"},
		"takes flags only":          {"latency", "wakeful-block"},
		"nothing.json":              {"latency", "--resume", "nothing.json"},
		"there is no Cargo":         {"latency", "--rust", "nowhere"},
		"none of the others can be": {"latency", "--quick", "--full"},
	} {
		status, _, errOut := wakeful(t, args...)
		if status != statusBadUse || !strings.Contains(errOut, want) {
			t.Errorf("%v: status %d, %q; want %q", args, status, errOut, want)
		}
	}
}

func TestRustLanesAreFoundAndRead(t *testing.T) {
	folder := t.TempDir()
	if err := os.MkdirAll(filepath.Join(folder, "rust", "crates", rustProgram), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.MkdirAll(filepath.Join(folder, "a", "b"), 0o755); err != nil {
		t.Fatal(err)
	}
	t.Chdir(filepath.Join(folder, "a", "b"))
	manifest, err := rustManifest("")
	if err != nil || !strings.HasSuffix(manifest, filepath.Join("rust", "Cargo.toml")) {
		t.Errorf("found %q, %v", manifest, err)
	}
	lanes := rustLanes("rust-std-mpsc-sleep  A channel: the receiver sleeps.\nnote: something\n\nrust-futex-spin      A futex.\n")
	if len(lanes) != 2 || lanes[1].Name != "rust-futex-spin" || lanes[0].Summary != "A channel: the receiver sleeps." {
		t.Errorf("read %+v", lanes)
	}
}
