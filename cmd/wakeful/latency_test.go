package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/wakeful-go/wakeful/tournament/result"
)

func TestLanesAreMeasuredAndShown(t *testing.T) {
	t.Setenv("PATH", t.TempDir()) // without cargo
	status, out, errOut := wakeful(t, "latency", "--lane", "go-channel-sleep", "--lane", "wakeful-block", "--gap", "1ms", "--rounds", "1", "--json", "run.json")
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
}

func TestLatencyInWrongUse(t *testing.T) {
	t.Setenv("PATH", t.TempDir())
	for want, args := range map[string][]string{
		"there is no lane":  {"latency", "--lane", "nobody"},
		"--rounds is 0":     {"latency", "--rounds", "0"},
		"--gap is 0s":       {"latency", "--gap", "0s"},
		"--gap is 1ns":      {"latency", "--gap", "1ns"},
		"takes flags only":  {"latency", "wakeful-block"},
		"--pin needs --gap": {"latency", "--pin"},
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
	workspace, err := rustWorkspace()
	if err != nil || filepath.Base(workspace) != "rust" || filepath.Dir(workspace) == filepath.Join(folder, "a", "b") {
		t.Errorf("found %q, %v", workspace, err)
	}
	lanes := listedLanes("rust-std-mpsc-sleep  A channel: the receiver sleeps.\nnote: something\n\nrust-futex-spin      A futex.\n")
	if len(lanes) != 2 || lanes[1].Name != "rust-futex-spin" || lanes[0].Summary != "A channel: the receiver sleeps." {
		t.Errorf("read %+v", lanes)
	}
}
