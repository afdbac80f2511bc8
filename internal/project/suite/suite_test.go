package main

import (
	"bytes"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// planted is a module with one package for each way in which a run of tests can
// end. The suite runs it with the real go command.
var planted = map[string]string{
	"go.mod": "module planted.example\n\ngo 1.26\n",
	"good/good_test.go": `package good
import "testing"
func TestPasses(t *testing.T) { t.Run("inner", func(t *testing.T) {}) }
func TestExcused(t *testing.T) { t.Skip("NOT RUN: no moon tonight") }
func TestPartly(t *testing.T) { t.Log("NOT RUN: the half without a moon") }`,
	"main/main_test.go": `package main
import ("fmt"; "os"; "testing")
func TestMain(m *testing.M) { fmt.Fprintln(os.Stderr, "NOT RUN: said by TestMain"); os.Exit(m.Run()) }
func TestPasses(t *testing.T) {}`,
	"silent/silent_test.go": `package silent
import "testing"
func TestSilent(t *testing.T) { t.Skip("not today") }
func TestSilentAtAll(t *testing.T) { t.SkipNow() }`,
	"bad/bad_test.go": `package bad
import "testing"
func TestFails(t *testing.T) { t.Error("this is why") }`,
	"crash/crash_test.go": `package crash
import ("os"; "testing")
func TestPasses(t *testing.T) {}
func TestCrashes(t *testing.T) { println("last words"); os.Exit(3) }`,
	"leak/leak_test.go": `package leak
import ("fmt"; "os"; "testing")
func TestMain(m *testing.M) { m.Run(); fmt.Println("a goroutine leaked"); os.Exit(1) }
func TestPasses(t *testing.T) {}`,
	"broken/broken_test.go": `package broken
import "testing"
func TestNever(t *testing.T) { undefinedName() }`,
	"empty/empty_test.go":  "package empty\n",
	"untested/untested.go": "package untested\n",
}

// runPlanted runs packages of the planted module and returns the tally and what
// it printed, with its summary.
func runPlanted(t *testing.T, packages ...string) (*tally, string) {
	t.Helper()
	var out bytes.Buffer
	got := newTally(&out)
	run(step{
		name: "planted", dir: plant(t), tests: true,
		env:  []string{"GOWORK=off"},
		args: goTest([]string{"-vet=off"}, packages...),
	}, 1, 1, got)
	got.summary()
	return got, out.String()
}

// plant writes the planted module and returns its directory.
func plant(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	for name, text := range planted {
		path := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

func TestOutcomes(t *testing.T) {
	for _, tc := range []struct {
		name     string
		packages []string
		want     counts
		prints   []string
	}{
		// A test with a subtest counts as two.
		{"passes and excuses", []string{"./good"}, counts{3, 0, 1}, []string{
			"NOT RUN: no moon tonight", "planted.example/good TestExcused",
			"NOT RUN: the half without a moon", "3 passed, 0 failed, 1 skipped"}},
		{"reason from TestMain", []string{"./main"}, counts{1, 0, 0}, []string{"NOT RUN: said by TestMain"}},
		{"skip without a reason", []string{"./silent"}, counts{0, 2, 0}, []string{"TestSilent: it was skipped without a reason", "not today"}},
		{"failure", []string{"./bad"}, counts{0, 1, 0}, []string{"this is why", "Failed:", "planted: planted.example/bad TestFails"}},
		{"crash", []string{"./crash"}, counts{1, 1, 0}, []string{"last words", "planted.example/crash"}},
		{"end of TestMain", []string{"./leak"}, counts{1, 1, 0}, []string{"a goroutine leaked", "failed outside its tests"}},
		{"does not build", []string{"./broken"}, counts{0, 1, 0}, []string{"undefinedName"}},
		{"no tests", []string{"./empty", "./untested"}, counts{0, 1, 0}, []string{"it ran no test"}},
		{"no such package", []string{"./absent"}, counts{0, 1, 0}, nil},
		{"a failure does not hide the rest", []string{"./broken", "./good"}, counts{3, 1, 1}, []string{"undefinedName"}},
	} {
		t.Run(tc.name, func(t *testing.T) {
			got, out := runPlanted(t, tc.packages...)
			if c := (counts{got.passed, got.failed, got.skipped}); c != tc.want {
				t.Errorf("passed, failed, skipped = %v, want %v", c, tc.want)
			}
			for _, p := range tc.prints {
				if !strings.Contains(out, p) {
					t.Errorf("the output lacks %q", p)
				}
			}
			if t.Failed() {
				t.Log(out)
			}
		})
	}
}

// TestCommands: a step that is no test run counts as one, and one that cannot
// be run is listed with its reason.
func TestCommands(t *testing.T) {
	var out bytes.Buffer
	got := newTally(&out)
	run(step{name: "fine", args: []string{"go", "version"}, unrun: "the other half"}, 1, 4, got)
	run(step{name: "wrong", args: []string{"go", "no-such-verb"}}, 2, 4, got)
	run(step{name: "absent", args: []string{"no-such-command"}}, 3, 4, got)
	run(step{name: "impossible", missing: func() string { return "no moon" }}, 4, 4, got)
	got.summary()
	if c := (counts{got.passed, got.failed, got.skipped}); c != (counts{1, 2, 2}) {
		t.Errorf("passed, failed, skipped = %v, want {1 2 2}", c)
	}
	if want := []string{"the other half", "no moon"}; !slices.Equal(got.reasons, want) {
		t.Errorf("reasons = %q, want %q", got.reasons, want)
	}
	if t.Failed() {
		t.Log(out.String())
	}
}

// What cargo test says is counted test by test, and what failed is shown.
func TestCargo(t *testing.T) {
	var out strings.Builder
	counted := newTally(&out)
	counted.begin("rust")
	err := counted.readCargo(strings.NewReader(`
running 4 tests
test lanes::tcp ... ok
test lanes::futex ... ignored, NOT RUN: no futex here
test lanes::silent ... ignored
test model::loses ... FAILED

failures:

---- model::loses stdout ----
a wake-up is lost

test result: FAILED. 1 passed; 1 failed; 2 ignored
   Doc-tests protocol
`))
	if err != nil {
		t.Fatal(err)
	}
	if got, want := counted.inStep, (counts{passed: 1, failed: 2, skipped: 1}); got != want {
		t.Errorf("counted %+v, want %+v", got, want)
	}
	for _, want := range []string{"a wake-up is lost", "lanes::silent: it was ignored without a reason"} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("%q is not in:\n%s", want, out.String())
		}
	}
	if strings.Contains(out.String(), "Doc-tests") {
		t.Errorf("more than the failures is shown:\n%s", out.String())
	}
}

func TestUnusedTag(t *testing.T) {
	dir := t.TempDir()
	if got := unusedTag(dir, "some_tag"); got == "" {
		t.Error("a tag that no file mentions counts as used")
	}
	text := "//go:build some_tag || windows\n\npackage p\n"
	if err := os.WriteFile(filepath.Join(dir, "p.go"), []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	if got := unusedTag(dir, "some_tag"); got != "" {
		t.Errorf("a tag that a file mentions counts as unused: %s", got)
	}
}

// TestPlan: every verb plans something for every module of go.work, and an
// unknown verb is refused.
func TestPlan(t *testing.T) {
	root, err := findRoot()
	if err != nil {
		t.Fatal(err)
	}
	for _, verb := range []string{"test", "race", "model", "cross"} {
		if steps, err := plan(verb, root, t.TempDir()); err != nil || len(steps) == 0 {
			t.Errorf("plan(%q) = %d steps, error %v", verb, len(steps), err)
		}
		if !strings.Contains(usage, "\n  "+verb+" ") {
			t.Errorf("the usage does not explain %q", verb)
		}
	}
	if _, err := plan("tset", root, t.TempDir()); err == nil {
		t.Error(`plan("tset") is accepted`)
	}
}

// TestSkippedPackages: what means the same under every flag is run once, and
// what does not is run with each.
func TestSkippedPackages(t *testing.T) {
	root, err := findRoot()
	if err != nil {
		t.Fatal(err)
	}
	got := productPackages(root)
	for suffix, want := range map[string]bool{
		"/wakeful": true, "/internal/wake": true,
		"/models": false, "/internal/project": false, "/internal/project/suite": false,
	} {
		if has := slices.ContainsFunc(got, func(p string) bool { return strings.HasSuffix(p, suffix) }); has != want {
			t.Errorf("a package that ends in %s is among the product's: %v, want %v", suffix, has, want)
		}
	}
	steps, err := plan("test", root, t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	everything := slices.ContainsFunc(steps, func(s step) bool {
		return s.tests && s.dir == root && s.env == nil && slices.Equal(s.args, goTest([]string{noVet}, "./..."))
	})
	if !everything {
		t.Error("no step of the verb test runs every package of the library, the models among them")
	}
}
