package main

// What each verb runs, as a table of steps.

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
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
// some machines would choose. Of a tag that exchanges a part of one package, the
// packages are tested that run this part; no packages means all of the module.
var fallbacks = []struct {
	module, tag string
	packages    []string
}{
	{".", "wakeful_purego", nil},
	{".", "wakeful_nopoll", nil},
	// How a producer signals the poller of a design. The other packages of the
	// module read documents, or run loops of others.
	{"tournament", "wakeful_pipe", []string{"./designs", "./lineup", "./measure", "./workloads"}},
	{"js", "wakeful_sobek", nil},
}

// processors are the values of GOMAXPROCS of a race pass: strictly one at a
// time, this project's usual two cores, and more than most machines here have.
var processors = []string{"1", "2", "8"}

// sequential are packages that start no goroutine and whose tests start none:
// they are run under the race detector with one value of GOMAXPROCS, since the
// others would repeat the same run. What they do is arithmetic over documents,
// which the detector makes ten times as slow.
var sequential = []string{
	"tournament/benchformat", "tournament/compare", "tournament/internal/figures",
	"tournament/report", "tournament/result", "tournament/stats",
}

// judging are sequential tests of packages that have others too: they compute the
// verdicts of whole documents.
var judging = map[string][]string{
	"cmd/wakeful": {
		"TestAReportHasClaimsWhenItsRunWasMadeForThem", "TestCompareFindsARegressionOfTheSameMachineAlone",
		"TestPagesOfFindingsAreThoseOfTheirRuns", "TestTheCommittedRunHasTheFoundingLanes",
		"TestThePageAboutStrategiesHasTheFiguresOfItsRun", "TestThePageAboutStrategiesSaysWhatItsRunShows",
	},
	"tournament/claims": {
		"TestEveryDocumentIsJudged", "TestPercentilesOfOneHistogramRise", "TestPredicates", "TestTheContradictionIsResolvedByTheFigures",
		"TestThePageIsWhole", "TestTheReportedFiguresConfirmTheirClaims",
	},
}

// processorsOfSequential is the value of GOMAXPROCS under which they are run.
const processorsOfSequential = "2"

// plan returns the steps of a verb. What they build for later steps goes into the
// folder.
func plan(verb, root, folder string) ([]step, error) {
	modules, err := readModules(root)
	if err != nil {
		return nil, err
	}
	switch verb {
	case "test":
		return testSteps(root, folder, modules), nil
	case "race":
		return raceSteps(root, folder, modules, false), nil
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

func testSteps(root, folder string, modules []string) []step {
	steps := []step{{
		name: "vet of every module", dir: root,
		args: append([]string{"go", "vet", parallel()}, patterns(modules)...),
	}}
	for _, m := range modules {
		steps = append(steps, step{
			name: "tests of " + title(m), dir: filepath.Join(root, m), tests: true,
			args: goTest([]string{noVet}, "./..."),
		})
	}
	for _, f := range fallbacks {
		dir := filepath.Join(root, f.module)
		packages := f.packages
		if packages == nil {
			packages = productPackages(dir)
		}
		steps = append(steps, step{
			name: "tests of " + title(f.module) + " with the tag " + f.tag, dir: dir, tests: true,
			args:    goTest([]string{"-short", "-tags=" + f.tag}, packages...),
			missing: func() string { return unusedTag(dir, f.tag) },
		})
	}
	steps = append(steps, step{
		name: "tests of the library on 32 bits (linux/386)", dir: root, tests: true,
		env:     []string{"GOOS=linux", "GOARCH=386", "CGO_ENABLED=0"},
		args:    goTest([]string{"-short", noVet}, productPackages(root)...),
		missing: func() string { return no386(root) },
	})
	steps = append(steps, rustSteps(root)...)
	steps = append(steps, raceSteps(root, folder, modules, true)...)
	return append(steps, crossSteps(root, modules)...)
}

// rustSteps are the checks of the Cargo workspace.
func rustSteps(root string) []step {
	dir := filepath.Join(root, "rust")
	missing := func() string { return noCargo(dir) }
	return []step{
		{name: "form of rust", dir: dir, missing: missing, args: []string{"cargo", "fmt", "--all", "--check"}},
		{name: "lint of rust", dir: dir, missing: missing, after: "form of rust",
			args: []string{"cargo", "clippy", "--quiet", "--workspace", "--all-targets", "--locked", "--", "-D", "warnings"}},
		// Both would wait for each other's lock on the folder that they build in.
		{name: "tests of rust", dir: dir, missing: missing, cargo: true, after: "lint of rust", args: []string{"cargo", "test", "--workspace", "--locked"}},
	}
}

// raceSteps runs the tests under the race detector. The short pass, part of
// `make test`, asks the tests for fewer rounds of the same thing.
func raceSteps(root, folder string, modules []string, short bool) []step {
	args, size := []string{"-test.v=test2json", "-test.paniconexit0", "-test.timeout=20m"}, "race pass"
	if short {
		args, size = append(args, "-test.short"), "short race pass"
	}
	var builds, passes []step
	built := map[string]programs{}
	for _, m := range modules {
		p := programs{module: filepath.Join(root, m), folder: filepath.Join(folder, filepath.FromSlash(m))}
		p.packages = productPackages(p.module)
		build := p.build("build of the tests of "+title(m)+" with the race detector", "-race", noVet, parallel())
		build.missing = noRace
		built[m] = p
		builds = append(builds, build)
	}
	for _, procs := range processors {
		for i, m := range modules {
			p, args := built[m], args
			if procs != processorsOfSequential {
				p.packages = slices.DeleteFunc(slices.Clone(p.packages), isSequential)
				args = append(slices.Clone(args), "-test.skip=^("+strings.Join(judgingTests(), "|")+")$")
			}
			passes = append(passes, step{
				name: fmt.Sprintf("%s over %s, GOMAXPROCS=%s", size, title(m), procs),
				dir:  p.module, programs: &p, args: args, after: builds[i].name,
				// A program under the detector waits for a second at its end, for what
				// its other goroutines may still do; the tests leave none behind.
				env:     []string{"GOMAXPROCS=" + procs, strings.TrimSpace("GORACE=" + os.Getenv("GORACE") + " atexit_sleep_ms=0")},
				missing: noRace,
			})
		}
	}
	return append(builds, passes...)
}

// judgingTests returns the names of the judging tests, in order.
func judgingTests() []string {
	return slices.Sorted(slices.Values(slices.Concat(slices.Collect(maps.Values(judging))...)))
}

func isSequential(importPath string) bool {
	return slices.ContainsFunc(sequential, func(p string) bool { return strings.HasSuffix(importPath, "/"+p) })
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
			step{name: "build for " + p, dir: root, env: env, args: append([]string{"go", "build", "-buildvcs=false", parallel()}, patterns(modules)...)},
			// After the build, which leaves in the cache what this needs.
			step{name: "vet for " + p, dir: root, env: env, args: append([]string{"go", "vet", parallel()}, patterns(modules)...), unrun: unrun, after: "build for " + p})
	}
	return steps
}

// noVet tells `go test` not to vet: a step for the same platform vets with more
// than its handful of checks. What the tag race adds to it is a constant here and
// there.
const noVet = "-vet=off"

// parallel tells the go command how many packages to build or test at once. It
// would take the number of processors, or GOMAXPROCS.
func parallel() string { return fmt.Sprintf("-p=%d", packagesAtOnce()) }

// goTest is a `go test -json` over packages. Results are never taken from the
// cache: it does not know which tools the machine has, nor git's index.
func goTest(flags []string, packages ...string) []string {
	args := append([]string{"go", "test", "-json", "-count=1", parallel()}, flags...)
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
