package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/wakeful-go/wakeful/tournament/result"
)

// documented returns the first block of a language in docs/add-a-contestant.md, and the
// folder of the checkout.
func documented(t *testing.T, language string) (text, checkout string) {
	t.Helper()
	checkout, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	page, err := os.ReadFile(filepath.Join(checkout, "docs", "add-a-contestant.md"))
	if err != nil {
		t.Fatal(err)
	}
	_, rest, ok := strings.Cut(string(page), "```"+language+"\n")
	text, _, closed := strings.Cut(rest, "```")
	if !ok || !closed {
		t.Fatalf("the page has no block of %s", language)
	}
	return text, checkout
}

// outside makes a module outside the tree with a program in it, by the commands of the
// page.
func outside(t *testing.T, program string) string {
	t.Helper()
	commands, checkout := documented(t, "sh")
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "main.go"), []byte(program), 0o600); err != nil {
		t.Fatal(err)
	}
	t.Setenv("GOWORK", "off")
	t.Setenv("GOFLAGS", "")
	for line := range strings.Lines(commands) {
		args := strings.Fields(line)
		for i := range args { // after the split, because the path may have a space in it
			args[i] = strings.ReplaceAll(args[i], "../wakeful", filepath.ToSlash(checkout))
		}
		cmd := exec.CommandContext(t.Context(), args[0], args[1:]...)
		cmd.Dir = dir
		if said, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("%s: %v: %s", line, err, said)
		}
	}
	return dir
}

// The example of the page is measured from a module outside the tree.
func TestAContestantFromOutsideTheTree(t *testing.T) {
	program, _ := documented(t, "go")
	dir := outside(t, program)
	status, _, errOut := wakeful(t, "tournament", "--with", dir, "--only", "mydesign/ping-pong,wakeful/ping-pong,mydesign/timers", "--rounds", "1", "--json", "with.json")
	if status != statusDone {
		t.Fatalf("status %d: %s", status, errOut)
	}
	doc, err := result.ReadFile("with.json")
	if err != nil {
		t.Fatal(err)
	}
	samples := map[string]int{}
	for i := range doc.Cells {
		samples[doc.Cells[i].Contestant+"/"+doc.Cells[i].Workload] += len(doc.Cells[i].Samples)
	}
	if samples["mydesign/ping-pong"] != 1 || samples["wakeful/ping-pong"] != 1 || samples["mydesign/timers"] != 0 {
		t.Errorf("the samples are %v; want one each, and none of the timers that it does not have", samples)
	}
}

func TestWhatIsNoContestantIsToldWhy(t *testing.T) {
	here, err := filepath.Abs(".")
	if err != nil {
		t.Fatal(err)
	}
	for folder, want := range map[string]string{
		filepath.Join(here, "no-such-folder"): "cannot be read",
		filepath.Join(here, "main.go"):        "is not a folder",
		t.TempDir():                           "building the contestant",
	} {
		status, _, errOut := wakeful(t, "tournament", "--with", folder, "--rounds", "1")
		if status != statusBadUse || !strings.Contains(errOut, want) {
			t.Errorf("--with %s: status %d: %s; want %q", folder, status, errOut, want)
		}
	}
}
