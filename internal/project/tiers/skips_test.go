package main

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// planted is a module with one package for each way in which a run of tests can
// end. The tests run it with the real go command.
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

// readPlanted runs packages of the planted module and has the record counted.
func readPlanted(t *testing.T, packages ...string) (got outcome, silent []string) {
	t.Helper()
	cmd := exec.Command("go", append([]string{"test", "-json", "-vet=off"}, packages...)...)
	cmd.Dir, cmd.Env = plant(t), append(os.Environ(), "GOWORK=off")
	record, _ := cmd.Output() // the exit status is 1 where a test fails
	silent, err := got.readGo("planted", bytes.NewReader(record), false)
	if err != nil {
		t.Fatal(err)
	}
	return got, silent
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
	for _, c := range []struct {
		name     string
		packages []string
		want     counts
		prints   []string // parts of the summary
		silent   []string
	}{
		// A test with a subtest counts as two.
		{"passes and gives reasons", []string{"./good"}, counts{3, 0, 1}, []string{
			"NOT RUN: no moon tonight", "planted.example/good TestExcused",
			"NOT RUN: the half without a moon", "\n3 passed, 0 failed, 1 skipped\n"}, nil},
		{"reason from TestMain", []string{"./main"}, counts{1, 0, 0}, []string{"NOT RUN: said by TestMain"}, nil},
		{"skip without a reason", []string{"./silent"}, counts{0, 2, 0}, []string{"TestSilent was skipped without a reason", "Everything could be run."},
			[]string{"planted.example/silent TestSilent", "planted.example/silent TestSilentAtAll"}},
		{"failure", []string{"./bad"}, counts{0, 1, 0}, []string{"Failed:", "planted: planted.example/bad TestFails\n"}, nil},
		{"crash", []string{"./crash"}, counts{1, 1, 0}, []string{"planted: planted.example/crash"}, nil},
		{"end of TestMain", []string{"./leak"}, counts{1, 1, 0}, []string{"planted.example/leak, outside its tests"}, nil},
		{"does not build", []string{"./broken"}, counts{0, 1, 0}, []string{"planted.example/broken, outside its tests"}, nil},
		{"no tests", []string{"./empty", "./untested"}, counts{}, nil, nil},
		{"a failure does not hide the rest", []string{"./broken", "./good"}, counts{3, 1, 1}, nil, nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			got, silent := readPlanted(t, c.packages...)
			var summary strings.Builder
			got.summary(&summary)
			if got.counts != c.want {
				t.Errorf("counted %+v, want %+v", got.counts, c.want)
			}
			if !slices.Equal(silent, c.silent) {
				t.Errorf("skipped without a reason: %q, want %q", silent, c.silent)
			}
			for _, p := range c.prints {
				if !strings.Contains(summary.String(), p) {
					t.Errorf("the summary lacks %q", p)
				}
			}
			if t.Failed() {
				t.Log(summary.String())
			}
		})
	}
}

// TestUnstable: with reruns, a test that failed and then passed is listed and is no failure; one
// that failed twice is one.
func TestUnstable(t *testing.T) {
	const record = `{"Action":"fail","Package":"p","Test":"TestA"}
{"Action":"fail","Package":"p","Test":"TestB"}
{"Action":"fail","Package":"p"}
{"Action":"pass","Package":"p","Test":"TestA"}
{"Action":"pass","Package":"p"}
`
	const again = `{"Action":"fail","Package":"p","Test":"TestB"}
{"Action":"fail","Package":"p"}
`
	for _, c := range []struct {
		reruns   bool
		record   string
		want     counts
		unstable []string
	}{
		{true, record + again, counts{passed: 1, failed: 1}, []string{"step: p TestA"}},
		{false, record, counts{passed: 1, failed: 2}, nil},
	} {
		var got outcome
		if _, err := got.readGo("step", strings.NewReader(c.record), c.reruns); err != nil {
			t.Fatal(err)
		}
		if got.counts != c.want || !slices.Equal(got.unstable, c.unstable) {
			t.Errorf("reruns %v: %+v, unstable %q; want %+v, %q", c.reruns, got.counts, got.unstable, c.want, c.unstable)
		}
		var summary strings.Builder
		got.summary(&summary)
		if has := strings.Contains(summary.String(), "passed when run again"); has != c.reruns {
			t.Errorf("reruns %v: the summary says\n%s", c.reruns, summary.String())
		}
	}
}

// The line that other programs read is the last one.
func TestTheCountsAreTheLastLine(t *testing.T) {
	var out strings.Builder
	o := outcome{passed: 7}
	o.skip("a", "no moon")
	o.fail("b")
	o.summary(&out)
	if !strings.HasSuffix(out.String(), "\n7 passed, 1 failed, 1 skipped\n") {
		t.Errorf("the summary ends wrongly:\n%s", out.String())
	}
}

// What cargo test says is counted test by test, and all but what passed is shown.
func TestCargo(t *testing.T) {
	var got outcome
	var shown []string
	for line := range strings.Lines(`
running 4 tests
test lanes::tcp ... ok
test lanes::futex ... ignored, NOT RUN: no futex here
test lanes::silent ... ignored
test model::loses ... FAILED

---- model::loses stdout ----
a wake-up is lost
`) {
		if line = strings.TrimSpace(line); !got.takeCargo(line) && line != "" {
			shown = append(shown, line)
		}
	}
	if want := (counts{passed: 1, failed: 2, skipped: 1}); got.counts != want {
		t.Errorf("counted %+v, want %+v", got.counts, want)
	}
	want := []string{"running 4 tests", "test lanes::silent ... ignored", "test model::loses ... FAILED", "---- model::loses stdout ----", "a wake-up is lost"}
	if !slices.Equal(shown, want) {
		t.Errorf("shown: %q, want %q", shown, want)
	}
	if want := []string{"no futex here"}; !slices.Equal(got.reasons, want) {
		t.Errorf("reasons: %q, want %q", got.reasons, want)
	}
}
