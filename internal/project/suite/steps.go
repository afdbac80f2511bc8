package main

// What each verb runs, as a table of steps.

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strconv"
	"strings"
)

const usage = `usage: go run ./internal/project/suite VERB

  test    every module's tests, the fallbacks, a short race pass, cross-builds
  race    every module's tests under the race detector, GOMAXPROCS 1, 2 and 8
  model   the protocol models at their full size
  cross   build and vet every module for every platform
  help    this text
`

// platforms are those that the project promises to build on.
var platforms = []string{"linux/amd64", "linux/arm64", "linux/386", "darwin/arm64", "freebsd/amd64", "windows/amd64"}

// fallbacks are the build tags that force, on any machine, the code that only
// some machines would choose.
var fallbacks = []struct{ module, tag string }{
	{".", "wakeful_purego"},
	{".", "wakeful_nopoll"},
	{"tournament", "wakeful_pipe"},
	{"js", "wakeful_sobek"},
}

// processors are the values of GOMAXPROCS of a race pass: strictly one at a
// time, this project's usual two cores, and more than most machines here have.
var processors = []string{"1", "2", "8"}

// plan returns the steps of a verb.
func plan(verb, root string) ([]step, error) {
	modules, err := readModules(root)
	if err != nil {
		return nil, err
	}
	switch verb {
	case "test":
		return testSteps(root, modules), nil
	case "race":
		return raceSteps(root, modules, false), nil
	case "model":
		return []step{{
			name: "models, full size", dir: root, tests: true,
			env:  []string{"WAKEFUL_MODEL=large"},
			args: goTest([]string{"-timeout=0"}, "./models/..."),
		}}, nil
	case "cross":
		return crossSteps(root, modules), nil
	}
	return nil, fmt.Errorf("unknown verb %q\n\n%s", verb, usage)
}

func testSteps(root string, modules []string) []step {
	steps := []step{{
		name: "vet of every module", dir: root,
		args: append([]string{"go", "vet"}, patterns(modules)...),
	}}
	for _, m := range modules {
		steps = append(steps, step{
			name: "tests of " + title(m), dir: filepath.Join(root, m), tests: true,
			args: goTest(nil, "./..."),
		})
	}
	for _, f := range fallbacks {
		dir := filepath.Join(root, f.module)
		steps = append(steps, step{
			name: "tests of " + title(f.module) + " with the tag " + f.tag, dir: dir, tests: true,
			args:    goTest([]string{"-short", "-tags=" + f.tag}, productPackages(dir)...),
			missing: func() string { return unusedTag(dir, f.tag) },
		})
	}
	steps = append(steps, step{
		name: "tests of the library on 32 bits (linux/386)", dir: root, tests: true,
		env:     []string{"GOOS=linux", "GOARCH=386", "CGO_ENABLED=0"},
		args:    goTest([]string{"-short"}, productPackages(root)...),
		missing: func() string { return no386(root) },
	})
	steps = append(steps, rustSteps(root)...)
	steps = append(steps, raceSteps(root, modules, true)...)
	return append(steps, crossSteps(root, modules)...)
}

// rustSteps are the checks of the Cargo workspace.
func rustSteps(root string) []step {
	dir := filepath.Join(root, "rust")
	missing := func() string { return noCargo(dir) }
	return []step{
		{name: "form of rust", dir: dir, missing: missing, args: []string{"cargo", "fmt", "--all", "--check"}},
		{name: "lint of rust", dir: dir, missing: missing,
			args: []string{"cargo", "clippy", "--quiet", "--workspace", "--all-targets", "--locked", "--", "-D", "warnings"}},
		{name: "tests of rust", dir: dir, missing: missing, cargo: true, args: []string{"cargo", "test", "--workspace", "--locked"}},
	}
}

// raceSteps runs the tests under the race detector. The short pass, part of
// `make test`, asks the tests for fewer rounds of the same thing.
func raceSteps(root string, modules []string, short bool) []step {
	var steps []step
	// The go command takes GOMAXPROCS as the number of packages to test at once,
	// unless it is told.
	flags, size := []string{"-race", "-timeout=20m", fmt.Sprintf("-p=%d", runtime.NumCPU())}, "race pass"
	if short {
		flags, size = append(flags, "-short"), "short race pass"
	}
	for _, procs := range processors {
		for _, m := range modules {
			dir := filepath.Join(root, m)
			steps = append(steps, step{
				name: fmt.Sprintf("%s over %s, GOMAXPROCS=%s", size, title(m), procs),
				dir:  dir, tests: true,
				env:     []string{"GOMAXPROCS=" + procs},
				args:    goTest(flags, productPackages(dir)...),
				missing: noRace,
			})
		}
	}
	return steps
}

func crossSteps(root string, modules []string) []step {
	host := runtime.GOOS + "/" + runtime.GOARCH
	var steps []step
	for _, p := range platforms {
		if p == host {
			continue
		}
		goos, goarch, _ := strings.Cut(p, "/")
		env := []string{"GOOS=" + goos, "GOARCH=" + goarch, "CGO_ENABLED=0"}
		unrun := "tests of other platforms: they are built and vetted here, this machine is " + host
		if p == "linux/386" {
			unrun = "" // has a step that runs it, or says why not
		}
		steps = append(steps,
			// -buildvcs=false: the binaries are thrown away, and stamping them
			// fails in a checkout that belongs to another user.
			step{name: "build for " + p, dir: root, env: env, args: append([]string{"go", "build", "-buildvcs=false"}, patterns(modules)...)},
			step{name: "vet for " + p, dir: root, env: env, args: append([]string{"go", "vet"}, patterns(modules)...), unrun: unrun})
	}
	return steps
}

// goTest is a `go test -json` over packages. Results are never taken from the
// cache: it does not know which tools the machine has, nor git's index.
func goTest(flags []string, packages ...string) []string {
	args := append([]string{"go", "test", "-json", "-count=1"}, flags...)
	return append(args, packages...)
}

// findRoot returns the directory of go.work: the root of the checkout.
func findRoot() (string, error) {
	work, err := goOutput("", "env", "GOWORK")
	if err != nil {
		return "", err
	}
	if work == "" || work == "off" {
		return "", fmt.Errorf("the project's go.work is not in use; run make in the checkout, with GOWORK unset")
	}
	return filepath.Dir(work), nil
}

// readModules returns the modules of go.work as paths below root.
func readModules(root string) ([]string, error) {
	text, err := goOutput(root, "work", "edit", "-json")
	if err != nil {
		return nil, err
	}
	var work struct{ Use []struct{ DiskPath string } }
	if err := json.Unmarshal([]byte(text), &work); err != nil {
		return nil, fmt.Errorf("go work edit -json: %w", err)
	}
	var modules []string
	for _, use := range work.Use {
		modules = append(modules, filepath.Clean(use.DiskPath))
	}
	return modules, nil
}

func patterns(modules []string) []string {
	var p []string
	for _, m := range modules {
		p = append(p, "./"+filepath.ToSlash(filepath.Join(m, "..."))) // "." gives "./..."
	}
	return p
}

func title(module string) string {
	if module == "." {
		return "the library"
	}
	return module
}

// productPackages lists the packages of a module except those that mean the same
// under every flag: the tests of the project itself, which read files, and the
// protocol models, which run a verifier.
func productPackages(dir string) []string {
	text, err := goOutput(dir, "list", "./...")
	if err != nil {
		return []string{"./..."} // the step then reports what is wrong
	}
	var packages []string
	for path := range strings.FieldsSeq(text) {
		if !strings.Contains(path, "/internal/project") && !strings.HasSuffix(path, "/models") {
			packages = append(packages, path)
		}
	}
	if len(packages) == 0 {
		return []string{"./..."} // go test without packages would mean the directory
	}
	return packages
}

// noCargo says why the Cargo workspace cannot be built: there is no cargo, or one
// that is older than the workspace demands.
func noCargo(dir string) string {
	text, err := os.ReadFile(filepath.Join(dir, "Cargo.toml"))
	if err != nil {
		return err.Error()
	}
	var want, have [2]int
	demand := regexp.MustCompile(`(?m)^rust-version = "(\d+)\.(\d+)`).FindStringSubmatch(string(text))
	if demand == nil {
		return "rust/Cargo.toml does not say which rust-version it needs"
	}
	out, err := exec.Command("cargo", "--version").Output()
	found := regexp.MustCompile(`^cargo (\d+)\.(\d+)`).FindStringSubmatch(string(out))
	if err != nil || found == nil {
		return "there is no cargo; install Rust " + demand[1] + "." + demand[2] + " or newer"
	}
	for i := range want {
		want[i], _ = strconv.Atoi(demand[i+1])
		have[i], _ = strconv.Atoi(found[i+1])
	}
	if slices.Compare(have[:], want[:]) < 0 {
		return fmt.Sprintf("cargo is %s.%s; install Rust %s.%s or newer", found[1], found[2], demand[1], demand[2])
	}
	return ""
}

// unusedTag says that no file under dir is chosen by a build tag: running the
// tests with it would show nothing.
func unusedTag(dir, tag string) string {
	used := false
	err := filepath.WalkDir(dir, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() || !strings.HasSuffix(path, ".go") {
			return err
		}
		text, err := os.ReadFile(path)
		for line := range bytes.Lines(text) {
			if bytes.HasPrefix(line, []byte("//go:build ")) && bytes.Contains(line, []byte(tag)) {
				used = true
			}
		}
		return err
	})
	if err != nil {
		return err.Error()
	}
	if used {
		return ""
	}
	return "no file is chosen by the build tag " + tag
}

// no386 says why a 386 program cannot be run here: many sandboxes and some
// kernels refuse them. It tries with the smallest program at hand, this one.
func no386(root string) string {
	if runtime.GOOS != "linux" || runtime.GOARCH != "amd64" {
		return "linux/386 programs run on linux/amd64 only, this machine is " + runtime.GOOS + "/" + runtime.GOARCH
	}
	cmd := exec.Command("go", "run", "./internal/project/suite", "help")
	cmd.Dir = root
	cmd.Env = append(os.Environ(), "GOARCH=386", "CGO_ENABLED=0")
	if out, err := cmd.CombinedOutput(); err != nil {
		return "this machine does not run linux/386 programs: " + strings.TrimSpace(string(out))
	}
	return ""
}

// noRace says why the race detector cannot be used: it needs cgo.
func noRace() string {
	text, err := goOutput("", "env", "CGO_ENABLED", "CC")
	if err != nil {
		return err.Error()
	}
	enabled, cc, _ := strings.Cut(text, "\n")
	if enabled != "1" {
		return "the race detector needs cgo, and CGO_ENABLED is " + enabled
	}
	if fields := strings.Fields(cc); len(fields) == 0 {
		return "the race detector needs a C compiler, and go env CC names none"
	} else if _, err := exec.LookPath(fields[0]); err != nil {
		return "the race detector needs a C compiler: " + err.Error()
	}
	return ""
}

// goOutput returns what the go command prints, trimmed; an error has its
// complaints.
func goOutput(dir string, args ...string) (string, error) {
	var complaints bytes.Buffer
	cmd := exec.Command("go", args...)
	cmd.Dir = dir
	cmd.Stderr = &complaints
	out, err := cmd.Output()
	if err != nil {
		return "", fmt.Errorf("go %s: %w: %s", strings.Join(args, " "), err, bytes.TrimSpace(complaints.Bytes()))
	}
	return strings.TrimSpace(string(out)), nil
}
