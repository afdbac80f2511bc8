package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/wakeful-go/wakeful/internal/project/programs"
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
	if _, err := programs.Output(folder, nil, "go", "build", "-o", fake, source); err != nil {
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

// TestTimes: the end of a tier lists the time of every step that ran, and the three packages and tests
// that took longest.
func TestTimes(t *testing.T) {
	var out strings.Builder
	r := runner{out: &out}
	r.run(step{name: "first", args: []string{"go", "version"}}, 1, 3)
	r.run(step{name: "impossible", missing: func() string { return "no moon" }}, 2, 3)
	r.run(step{name: "third", args: []string{"go", "version"}}, 3, 3)
	const record = `{"Action":"pass","Package":"p/a","Test":"TestA/part","Elapsed":98}
{"Action":"pass","Package":"p/a","Test":"TestA","Elapsed":99}
{"Action":"pass","Package":"p/a","Elapsed":0.31}
{"Action":"fail","Package":"p/b","Elapsed":61.5}
{"Action":"skip","Package":"p/none","Elapsed":0}
{"Action":"pass","Package":"p/c","Elapsed":2}
{"Action":"pass","Package":"p/d","Elapsed":1.96}
`
	if _, err := r.outcome.readGo("third", strings.NewReader(record), false); err != nil {
		t.Fatal(err)
	}
	out.Reset()
	r.outcome.summary(&out)
	_, told, found := strings.Cut(out.String(), "\nTime of each step, and on all processors:\n")
	steps, packages, both := strings.Cut(told, "\nSlowest packages, without building their tests:\n")
	if !found || !both {
		t.Fatalf("the summary has no times:\n%s", out.String())
	}
	if lines := strings.Split(strings.TrimSpace(steps), "\n"); len(lines) != 2 || !strings.HasSuffix(lines[0], " first") || !strings.HasSuffix(lines[1], " third") {
		t.Errorf("the steps are %q", lines)
	}
	packages, tests, _ := strings.Cut(packages, "\n\nSlowest tests:\n")
	tests, _, _ = strings.Cut(tests, "\n\n") // the counts follow
	if got := strings.TrimSpace(tests); got != "1m39s  p/a TestA, third" {
		t.Errorf("the tests are %q", got)
	}
	if got := strings.Join(strings.Fields(packages), " "); got != "1m1.5s p/b, third 2s p/c, third 2s p/d, third" {
		t.Errorf("the packages are %q", got)
	}
}

// TestThrough: a step can have another program run gotestsum. Here that program does gotestsum's
// work itself.
func TestThrough(t *testing.T) {
	folder := t.TempDir()
	fake, source := filepath.Join(folder, "fake.exe"), filepath.Join(folder, "fake.go")
	if err := os.WriteFile(source, []byte(fakeGotestsum), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := programs.Output(folder, nil, "go", "build", "-o", fake, source); err != nil {
		t.Fatal(err)
	}
	var out strings.Builder
	r := runner{out: &out, gotestsum: filepath.Join(folder, "absent"), folder: folder}
	const passed = `{"Action":"pass","Package":"p","Test":"TestA"}`
	r.run(step{name: "tests", tests: goTests, through: []string{fake}, env: []string{"RECORD=" + passed}}, 1, 1)
	if r.outcome.counts != (counts{passed: 1}) {
		t.Errorf("counted %+v:\n%s", r.outcome.counts, out.String())
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
