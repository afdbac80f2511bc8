package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// A fake of gotestsum: writes a record and ends with a status.
const fakeGotestsum = `package main
import ("os"; "strings")
func main() {
	for _, arg := range os.Args {
		if file, ok := strings.CutPrefix(arg, "--jsonfile="); ok {
			if err := os.WriteFile(file, []byte(os.Getenv("RECORD")), 0o600); err != nil { panic(err) }
		}
	}
	if os.Getenv("STATUS") != "" { os.Exit(1) }
}`

// TestSteps: a step without tests counts as one, a step that cannot be run is
// listed with its reason, and a test run is counted by its record.
func TestSteps(t *testing.T) {
	folder := t.TempDir()
	fake := filepath.Join(folder, "gotestsum.exe")
	source := filepath.Join(folder, "fake.go")
	if err := os.WriteFile(source, []byte(fakeGotestsum), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := goOutput(folder, "build", "-o", fake, source); err != nil {
		t.Fatal(err)
	}
	const passed = `{"Action":"pass","Package":"p","Test":"TestA"}` + "\n"
	for _, c := range []struct {
		name   string
		step   step
		want   counts
		prints string
	}{
		{"a command", step{args: []string{"go", "version"}, unrun: "the other half"}, counts{1, 0, 1}, "go version"},
		{"a command that fails", step{args: []string{"go", "no-such-verb"}}, counts{0, 1, 0}, "FAIL a command that fails: exit status 2"},
		{"no such command", step{args: []string{"no-such-command"}}, counts{0, 1, 0}, "no-such-command"},
		{"impossible", step{missing: func() string { return "no moon" }}, counts{0, 0, 1}, "NOT RUN: no moon"},
		{"tests", step{tests: goTests, env: []string{"RECORD=" + passed}}, counts{1, 0, 0}, ""},
		{"no test", step{tests: goTests, env: []string{"RECORD="}}, counts{0, 1, 0}, "it ran no test"},
		{"tests, and a failure outside them", step{tests: goTests, env: []string{"STATUS=1", "RECORD=" + passed}}, counts{1, 1, 0}, "exit status 1"},
		{"a silent skip", step{tests: goTests, env: []string{`RECORD={"Action":"skip","Package":"p","Test":"TestS"}`}}, counts{0, 1, 0}, "p TestS was skipped without a reason"},
	} {
		t.Run(c.name, func(t *testing.T) {
			var out strings.Builder
			r := runner{out: &out, gotestsum: fake, folder: t.TempDir()}
			c.step.name = c.name
			r.run(c.step, 1, 1)
			if r.outcome.counts != c.want {
				t.Errorf("counted %+v, want %+v", r.outcome.counts, c.want)
			}
			if !strings.Contains(out.String(), c.prints) {
				t.Errorf("%q is not in:\n%s", c.prints, out.String())
			}
		})
	}
}

func TestAbsentGotestsumIsAFailure(t *testing.T) {
	var out strings.Builder
	r := runner{out: &out, gotestsum: filepath.Join(t.TempDir(), "absent"), folder: t.TempDir()}
	r.run(step{name: "tests", tests: goTests}, 1, 1)
	if r.outcome.counts != (counts{failed: 1}) {
		t.Errorf("counted %+v", r.outcome.counts)
	}
}

func TestWrongCommandLines(t *testing.T) {
	for _, args := range [][]string{nil, {"tset"}, {"test", "no such step"}, {"test", "("}, {"test", "vet", "more"}} {
		if status := command(args); status != 2 {
			t.Errorf("%q: status %d, want 2", args, status)
		}
	}
}
