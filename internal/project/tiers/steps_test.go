package main

import (
	"bytes"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
)

// theProject is read once, because the go command takes a second to list all packages.
var theProject = sync.OnceValues(readProject)

func loaded(t *testing.T) *project {
	t.Helper()
	p, err := theProject()
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func find(t *testing.T, steps []step, name string) step {
	t.Helper()
	i := slices.IndexFunc(steps, func(s step) bool { return strings.Contains(s.name, name) })
	if i < 0 {
		t.Fatalf("no step is called %q", name)
	}
	return steps[i]
}

// count returns how many of the steps run a package's tests.
func count(path string, steps ...step) (n int) {
	for _, s := range steps {
		if slices.Contains(s.packages, path) {
			n++
		}
	}
	return n
}

// TestEveryPackageIsTested: make test runs each package once, but those that are left to make check,
// and runs the library under the race detector. make nightly runs each once. In make check the race
// detector sees every package of the product that starts goroutines, except for those of atNight, and the
// machines that differ run it without.
func TestEveryPackageIsTested(t *testing.T) {
	p := loaded(t)
	test, check, nightly := p.steps("test"), p.steps("check"), p.steps("nightly")
	once := []step{find(t, test, "tests that run programs"), find(t, test, "tests of the other packages")}
	if noRace() != "" {
		t.Skip("NOT RUN: the rules for a machine with the race detector, because " + noRace())
	}
	raced := []step{find(t, check, "race detector over the library"), find(t, check, "race detector over the other modules")}
	modules := map[string]bool{}
	for _, one := range p.packages {
		modules[one.module] = true
		inTest := 1
		if leftToCheck(one) || racedLibrary(one) && !one.outside {
			inTest = 0
		}
		if leftToCheck(one) && !isProduct(one) && !isModel(one) {
			t.Errorf("neither make test nor make check tests %s", one.path)
		}
		if n := count(one.path, once...); n != inTest {
			t.Errorf("make test tests %s %d times, want %d", one.path, n, inTest)
		}
		if n := count(one.path, find(t, test, "race detector over the library")); (n == 1) != racedLibrary(one) {
			t.Errorf("make test runs %s under the race detector %d times", one.path, n)
		}
		if n := count(one.path, find(t, check, "tests on machines that differ")); isProduct(one) && n != 1 {
			t.Errorf("make check tests %s without the race detector %d times", one.path, n)
		}
		if n := count(one.path, find(t, nightly, "tests of every module")); n != 1 {
			t.Errorf("make nightly tests %s %d times", one.path, n)
		}
		want := 1
		if !isProduct(one) || oneGoroutine(one) || racedAtNight(one) {
			want = 0
		}
		if n := count(one.path, raced...); n != want {
			t.Errorf("make check runs %s under the race detector %d times, want %d", one.path, n, want)
		}
	}
	if len(modules) != len(p.modules) || len(modules) < 5 {
		t.Errorf("packages of %d of %d modules", len(modules), len(p.modules))
	}
}

// TestWithoutARaceDetector: make test then runs all of the library's tests without it.
func TestWithoutARaceDetector(t *testing.T) {
	p := loaded(t)
	t.Setenv("CGO_ENABLED", "0")
	steps := p.steps("test")
	for _, path := range p.paths(library) {
		if count(path, find(t, steps, "tests of the library without the race detector")) != 1 {
			t.Errorf("%s is not tested", path)
		}
	}
	if s := find(t, steps, "race detector over the library"); s.missing() == "" {
		t.Error("the race detector is not reported as missing")
	}
}

// TestWhatIsLeftToCheck: every path is that of a package. A path of none would leave nothing.
func TestWhatIsLeftToCheck(t *testing.T) {
	p := loaded(t)
	for _, left := range toCheck {
		if !slices.ContainsFunc(p.packages, func(one testedPackage) bool { return strings.HasPrefix(one.path+"/", self+"/"+left+"/") }) {
			t.Errorf("no package is called %s", left)
		}
	}
	for path, want := range map[string]bool{"": false, "/models": true, "/examples/chat": true, "/promwakeful": true, "/promise": false, "/keyed": false, "/keyed/keyedkafka": true} {
		if got := leftToCheck(testedPackage{path: self + path}); got != want {
			t.Errorf("wakeful%s is left to make check: %v, want %v", path, got, want)
		}
	}
}

// TestBrowserTag: the pages are opened in make check and in make nightly, by tests that the build tag
// chooses.
func TestBrowserTag(t *testing.T) {
	p := loaded(t)
	s := find(t, p.steps("check"), "pages in a browser")
	if !slices.Contains(s.args, "-tags="+browserTag) || !slices.Contains(s.packages, self+"/tournament/report") || !slices.Contains(s.packages, self+"/examples/chat") {
		t.Errorf("%q runs go test %q %q", s.name, s.args, s.packages)
	}
	if s := find(t, p.steps("nightly"), "tests of every module"); !slices.Contains(s.args, "-tags="+browserTag) {
		t.Errorf("%q runs go test %q", s.name, s.args)
	}
	if reason := unusedTag(filepath.Join(p.root, "tournament", "report"), browserTag); reason != "" {
		t.Error(reason)
	}
}

// TestReruns: no failure of the library's tests under the race detector or with a build tag is
// forgiven, and none in make nightly.
func TestReruns(t *testing.T) {
	p := loaded(t)
	for _, s := range slices.Concat(p.check(), p.nightly(), []step{find(t, p.test(), "race detector over the library")}) {
		library := slices.ContainsFunc(s.packages, func(path string) bool { return strings.HasSuffix(path, "/internal/wake") })
		if s.reruns && library {
			t.Errorf("%q runs the library's tests again when they fail", s.name)
		}
	}
	for _, s := range p.nightly() {
		if s.reruns {
			t.Errorf("%q runs tests again when they fail", s.name)
		}
	}
}

// TestTimeLimits: a test that hangs ends and says where, in every tier.
func TestTimeLimits(t *testing.T) {
	p := loaded(t)
	for _, s := range slices.Concat(p.test(), p.check(), p.nightly()) {
		if slices.Contains(s.args, "-timeout=0") {
			t.Errorf("%q has no time limit", s.name)
		}
	}
}

// TestCachedResults: the packages whose results may come from the cache run no
// programs and read no files outside their modules.
func TestCachedResults(t *testing.T) {
	p := loaded(t)
	for _, c := range []struct {
		ending  string
		outside bool
	}{{"/wakeful", false}, {"/internal/ingress", false}, {"/internal/project", true}, {"/models", true}, {"/cmd/wakeful", true}, {"/js/internal/differential", true}} {
		i := slices.IndexFunc(p.packages, func(one testedPackage) bool { return strings.HasSuffix(one.path, c.ending) })
		if i < 0 || p.packages[i].outside != c.outside {
			t.Errorf("the package that ends in %s: outside is not %v", c.ending, c.outside)
		}
	}
}

// TestProductPackages: what means the same under every flag is run once, and what
// does not is run with each.
func TestProductPackages(t *testing.T) {
	got := loaded(t).paths(library)
	for ending, want := range map[string]bool{
		"/wakeful": true, "/internal/wake": true, "/js": false,
		"/models": false, "/internal/project": false, "/internal/project/tiers": false,
	} {
		if has := slices.ContainsFunc(got, func(p string) bool { return strings.HasSuffix(p, ending) }); has != want {
			t.Errorf("a package that ends in %s is among the library's: %v, want %v", ending, has, want)
		}
	}
}

// TestFallbackPackages: a file that a build tag chooses is in one of the packages
// that are tested with the tag.
func TestFallbackPackages(t *testing.T) {
	root := loaded(t).root
	for _, f := range fallbacks {
		if f.packages == nil {
			continue
		}
		module := filepath.Join(root, f.module)
		chosen := 0
		err := filepath.WalkDir(module, func(path string, entry fs.DirEntry, err error) error {
			if err != nil {
				return err
			}
			if entry.IsDir() && path != module {
				if _, err := os.Stat(filepath.Join(path, "go.mod")); err == nil {
					return filepath.SkipDir // another module
				}
			}
			if entry.IsDir() || !strings.HasSuffix(path, ".go") {
				return nil
			}
			text, err := os.ReadFile(path)
			if err != nil {
				return err
			}
			for line := range bytes.Lines(text) {
				if !bytes.HasPrefix(line, []byte("//go:build ")) || !bytes.Contains(line, []byte(f.tag)) {
					continue
				}
				chosen++
				below, err := filepath.Rel(module, filepath.Dir(path))
				if err != nil || !slices.Contains(f.packages, "./"+filepath.ToSlash(below)) {
					t.Errorf("%s is chosen by the tag %s, and its package is not tested with it (%v)", path, f.tag, err)
				}
			}
			return nil
		})
		if err != nil || chosen == 0 {
			t.Errorf("%s: %d files are chosen by the tag %s, %v", f.module, chosen, f.tag, err)
		}
	}
}

// TestSequential: the packages that the race detector leaves out have no go statement, and make test
// runs them.
func TestSequential(t *testing.T) {
	p := loaded(t)
	for _, name := range sequential {
		i := slices.IndexFunc(p.packages, func(one testedPackage) bool { return one.path == self+"/"+name })
		if i < 0 || leftToCheck(p.packages[i]) {
			t.Errorf("make test does not run the package %s", name)
		}
		files, err := filepath.Glob(filepath.Join(p.root, filepath.FromSlash(name), "*.go"))
		if err != nil || len(files) == 0 {
			t.Fatalf("%d files of %s, %v", len(files), name, err)
		}
		for _, file := range files {
			parsed, err := parser.ParseFile(token.NewFileSet(), file, nil, parser.SkipObjectResolution)
			if err != nil {
				t.Fatal(err)
			}
			ast.Inspect(parsed, func(n ast.Node) bool {
				if _, ok := n.(*ast.GoStmt); ok {
					t.Errorf("%s starts a goroutine, and the race detector does not see its package", file)
				}
				return true
			})
		}
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

// A package of slowest that does not exist any more would no longer be started first.
func TestSlowestPackagesAreFirst(t *testing.T) {
	paths := loaded(t).paths(func(testedPackage) bool { return true })
	if got := paths[:len(slowest)]; !slices.Equal(got, slowest) {
		t.Errorf("the first packages are %v, want %v", got, slowest)
	}
	sorted := slices.Sorted(slices.Values(paths))
	if distinct := slices.Compact(sorted); len(distinct) != len(paths) || len(paths) != len(loaded(t).packages) {
		t.Errorf("%d paths, %d different ones, of %d packages", len(paths), len(distinct), len(loaded(t).packages))
	}
}

// TestFuzzTestsRunNightly: make nightly has a step for each fuzz test.
func TestFuzzTestsRunNightly(t *testing.T) {
	p := loaded(t)
	for name, path := range map[string]string{"FuzzTimers": "/sandbox", "FuzzConsole": "/sandbox", "FuzzDecode": "/sandbox/internal/codec", "FuzzInflater": "/stream/ws"} {
		s := find(t, p.nightly(), name+" of ")
		if !slices.Equal(s.packages, []string{self + path}) || !slices.Contains(s.args, "-fuzz=^"+name+"$") {
			t.Errorf("%s: %q of %q", name, s.args, s.packages)
		}
	}
}
