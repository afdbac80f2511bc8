package main

// The steps of each tier, as a table.

import (
	"fmt"
	"path/filepath"
	"runtime"
	"slices"
	"strings"

	"github.com/wakeful-go/wakeful/internal/project/modules"
	"github.com/wakeful-go/wakeful/internal/project/programs"
)

// tiers are the names that steps takes.
var tiers = []string{"test", "check", "nightly"}

// platforms are the platforms on which the project must build.
var platforms = []string{"linux/amd64", "linux/arm64", "linux/386", "darwin/arm64", "freebsd/amd64", "windows/amd64"}

// fallbacks are the build tags that force, on any machine, code that only some machines would use.
// If a tag replaces a part of one package, only the packages that use that part are tested. No
// packages means all of the module.
var fallbacks = []struct {
	module, tag string
	packages    []string
}{
	// How a goroutine is told from another, how the clock is read, and how the queue is unlocked.
	{".", "wakeful_purego", []string{".", "./group", "./internal/ingress", "./internal/native", "./promise", "./stream", "./telemetry"}},
	{".", "wakeful_nopoll", nil},
	// The system calls of the other platforms, as far as Linux has them.
	{".", "wakeful_portable", []string{"./stream"}},
	// The engine's own then, and no repair of its stacks.
	{"js", "wakeful_purego", []string{".", "./internal/differential", "./internal/vm", "./promisesaplus"}},
	// Snapshots that are copied.
	{"sandbox", "wakeful_portable", []string{"./internal/engine"}},
	// How a producer signals the poller of a design.
	{"tournament", "wakeful_pipe", []string{"./designs", "./lineup"}},
}

// project is what the steps are made from.
type project struct {
	root    string // the directory of go.work
	modules []string
	// packages are the packages of all modules, in the order of the modules.
	packages []testedPackage
}

// testedPackage is a package and the properties of its tests.
type testedPackage struct {
	path   string
	module string // as in go.work
	// outside: the tests run programs or read files that the go command does not track, so a cached
	// result may be out of date.
	outside bool
	fuzz    []string // the names of its fuzz tests
}

func readProject() (*project, error) {
	p := &project{}
	var err error
	if p.root, err = modules.Root(); err != nil {
		return nil, err
	}
	if p.modules, err = modules.All(p.root); err != nil {
		return nil, err
	}
	listed, err := programs.Output(p.root, nil, "go", append([]string{"list", "-f", "{{.Module.Dir}}\t{{.ImportPath}}\t{{.TestImports}} {{.XTestImports}}\t{{.Dir}}"}, p.patterns()...)...)
	if err != nil {
		return nil, err
	}
	for line := range strings.Lines(listed) {
		fields := strings.Split(strings.TrimSpace(line), "\t")
		module, err := filepath.Rel(p.root, fields[0])
		if err != nil {
			return nil, fmt.Errorf("go list: a package outside the project: %w", err)
		}
		module = filepath.ToSlash(module)
		imports := strings.FieldsFunc(fields[2], func(r rune) bool { return strings.ContainsRune("[] ", r) })
		// The command's tests read the documents, which are in none of their modules.
		outside := slices.Contains(imports, "os/exec") || module == "cmd"
		fuzz, err := fuzzTests(fields[3])
		if err != nil {
			return nil, err
		}
		p.packages = append(p.packages, testedPackage{fields[1], module, outside, fuzz})
	}
	return p, nil
}

// steps returns the steps of a tier, or nil if there is no such tier.
func (p *project) steps(tier string) []step {
	switch tier {
	case "test":
		return p.test()
	case "check":
		return p.check()
	case "nightly":
		return p.nightly()
	}
	return nil
}

// test is what a contributor runs before a push. The library's tests run under the race detector, or
// without it where there is none. make check runs them without it on machines that differ, also those
// that count allocations, which do not run under it.
func (p *project) test() []step {
	cached := func(t testedPackage) bool { return !t.outside && !leftToCheck(t) && !racedLibrary(t) }
	uncached := func(t testedPackage) bool { return t.outside && !leftToCheck(t) }
	steps := []step{
		{name: "vet of the packages", dir: p.root, args: append([]string{"go", "vet"}, p.paths(func(t testedPackage) bool { return !leftToCheck(t) })...)},
		{name: "tests that run programs", dir: p.root, tests: goTests, reruns: true,
			args: []string{"-short", "-count=1", noVet}, packages: p.paths(uncached)},
		{name: "tests of the other packages", dir: p.root, tests: goTests, reruns: true,
			args: []string{"-short", noVet, oneMore}, packages: p.paths(cached)},
	}
	if noRace() != "" {
		steps = append(steps, step{name: "tests of the library without the race detector", dir: p.root, tests: goTests,
			args: []string{"-short", noVet}, packages: p.paths(library)})
	}
	// Cached: those of the library's tests that run programs are also in an uncached step.
	return append(steps, step{name: "race detector over the library, GOMAXPROCS=2", dir: p.root, tests: goTests, missing: noRace,
		env: withoutExitSleep("GOMAXPROCS=2"), args: []string{"-race", "-short", noVet}, packages: p.paths(racedLibrary)})
}

// check is the additional work before a merge. It does not repeat what make test has run: the library
// under the race detector with GOMAXPROCS=2.
func (p *project) check() []step {
	steps := []step{{name: "linters and tidy go.mod files", dir: p.root, args: []string{"make", "--no-print-directory", "lint"}}}
	for _, f := range fallbacks {
		dir := filepath.Join(p.root, f.module)
		packages := f.packages
		if packages == nil {
			packages = p.paths(func(t testedPackage) bool { return t.module == f.module && isProduct(t) })
		}
		steps = append(steps, step{
			name: "tests of " + title(f.module) + " with the build tag " + f.tag, dir: dir, tests: goTests,
			env:  []string{allScripts},
			args: []string{"-short", "-count=1", "-tags=" + f.tag}, packages: packages, reruns: f.module != ".",
			missing: func() string { return unusedTag(dir, f.tag) },
		})
	}
	steps = append(steps, step{
		name: "tests of the library on 32 bits (linux/386)", dir: p.root, tests: goTests,
		env:  []string{"GOOS=linux", "GOARCH=386", "CGO_ENABLED=0"},
		args: []string{"-short", "-count=1", noVet}, packages: p.paths(library),
		missing: func() string { return no386(p.root) },
	})
	steps = append(steps, step{
		name: "tests of the loop in guest mode", dir: p.root, tests: goTests,
		args: []string{"-short", "-count=1", noVet, ".", "-hosted"},
	})
	steps = append(steps, step{
		name: "tests of the loop with blocking polls", dir: p.root, tests: goTests,
		args: []string{"-short", "-count=1", noVet, ".", "-blockingpoll"},
	})
	steps = append(steps, step{
		// Not in go.work: to compile SQLite takes longer than all of make test.
		name: "tests of the example hooks, with SQLite", dir: filepath.Join(p.root, "examples", "hooks"), tests: goTests,
		env: []string{"GOWORK=off"}, args: []string{"-short", "-count=1"}, packages: []string{"."}, reruns: true,
	})
	others := p.race("race detector over the other modules, GOMAXPROCS=2", func(t testedPackage) bool {
		return isProduct(t) && !library(t) && !oneGoroutine(t) && !racedAtNight(t)
	}, "2", "-short")
	others.reruns = true
	steps = append(steps, p.race("race detector over the library, GOMAXPROCS 1 and 8", racedLibrary, "1,8", "-short"), others)
	steps = append(steps, p.machines(isProduct))
	steps = append(steps, p.rust()...)
	c := filepath.Join(p.root, "sandbox", "internal", "engine", "c")
	steps = append(steps, p.newestEngine("latest"), step{name: "the sandbox's engine, built again", dir: c, args: []string{"bash", "build.sh", "-check"},
		missing: func() string { return noEngineCompiler(c) }})
	return append(steps,
		step{name: "pages in a browser, and the examples", dir: p.root, tests: goTests, reruns: true,
			args: []string{"-short", "-count=1", noVet, "-tags=" + browserTag}, packages: p.paths(hasPages)},
		step{name: "protocol models, small", dir: p.root, tests: goTests, args: []string{"-count=1", "-timeout=30m"}, packages: p.paths(isModel)})
}

// browserTag adds the tests of the report that drive a Chromium. They run without the race detector,
// which would watch the browser's protocol.
const browserTag = "wakeful_browser"

func hasPages(t testedPackage) bool {
	return t.module == "examples" || t.path == self+"/tournament/report"
}

// nightly runs everything at its full size.
func (p *project) nightly() []step {
	steps := []step{
		{name: "tests of every module, full size", dir: p.root, tests: goTests,
			args: []string{"-count=1", "-timeout=60m", noVet, "-tags=" + browserTag}, packages: p.paths(all)},
		p.race("race detector over every module, GOMAXPROCS 1, 2 and 8, full size", isProduct, "1,2,8", "-timeout=120m"),
		{name: "ten thousand random JavaScript programs against Node", dir: filepath.Join(p.root, "js"), tests: goTests,
			env:  []string{"WAKEFUL_DIFFERENTIAL=10000"},
			args: []string{"-count=1", "-timeout=60m", "-run=TestAgainstNode"}, packages: []string{"./internal/differential"}},
		{name: "popular npm packages against Node", dir: filepath.Join(p.root, "js"), tests: goTests,
			env:  []string{"WAKEFUL_PACKAGES=all"},
			args: []string{"-count=1", "-timeout=30m"}, packages: []string{"./packages"}},
		{name: "Node's own tests", dir: filepath.Join(p.root, "js"), tests: goTests,
			env:  []string{"WAKEFUL_NODE_TESTS=all"},
			args: []string{"-count=1", "-timeout=60m"}, packages: []string{"./nodetests"}},
		{name: "every peer of the comparison with other runtimes", dir: filepath.Join(p.root, "tournament"), tests: goTests,
			env:  []string{"WAKEFUL_WORLD=all"},
			args: []string{"-count=1", "-timeout=60m", "-run=TestPeers"}, packages: []string{"./world"}},
		{name: "protocol models, full size", dir: p.root, tests: goTests,
			env: []string{"WAKEFUL_MODEL=large"}, args: []string{"-count=1", "-timeout=2h", "./models/..."}},
		{name: "a thousand stalls, and an hour without any", dir: p.root, tests: goTests,
			env:  []string{"WAKEFUL_STALLS=1000", "WAKEFUL_NO_STALLS=1h"},
			args: []string{"-count=1", "-timeout=3h", "-run=TestStallsInRealTime|TestNoStallIsInvented", "./telemetry"}},
		{name: "ten thousand TLS connections, and two minutes of them coming and going", dir: p.root, tests: goTests,
			env:  []string{"WAKEFUL_TLS=large", "WAKEFUL_TLS_POPULATION=2m"},
			args: []string{"-count=1", "-timeout=30m", "-run=TestTLS(HalfOpen|IdleGoroutines|Churn|Population)", "./stream"}},
		{name: "a thousand rebalances, stalls and kills over Kafka", dir: filepath.Join(p.root, "keyed", "keyedkafka"), tests: goTests,
			env: []string{"WAKEFUL_REBALANCES=1000"}, args: []string{"-count=1", "-timeout=90m", "-run=TestChaos", "."}},
		{name: "tests of keyedkafka with Kafka of Maven, and a thousand rebalances, stalls and kills, also with transactions and with states", dir: filepath.Join(p.root, "keyed", "keyedkafka"), tests: goTests,
			env: []string{"WAKEFUL_KAFKA=real", "WAKEFUL_REBALANCES=1000", "WAKEFUL_KILLS=1000"}, args: []string{"-count=1", "-timeout=3h", "-run=Test", "."}},
		{name: "a thousand rebalances, stalls and kills over JetStream", dir: filepath.Join(p.root, "keyed", "keyednats"), tests: goTests,
			env: []string{"WAKEFUL_REBALANCES=1000"}, args: []string{"-count=1", "-timeout=90m", "-run=TestChaos", "."}},
		{name: "a million orders in three processes that are killed", dir: filepath.Join(p.root, "examples", "orders"), tests: goTests,
			env: []string{"WAKEFUL_ORDERS=1000000"}, args: []string{"-count=1", "-timeout=30m", "."}},
		{name: "100,000 seeds of each scenario", dir: p.root, tests: goTests, env: []string{"WAKEFUL_SIM_SEEDS=100000"},
			args: []string{"-count=1", "-timeout=8h", "-skip=TestMutants|TestReplay", "./internal/scenarios"}},
		{name: "100,000 seeds of WebSockets", dir: filepath.Join(p.root, "stream", "ws"), tests: goTests, env: []string{"WAKEFUL_SIM_SEEDS=100000"},
			args: []string{"-count=1", "-timeout=2h", "-run=TestSimulated", "."}},
		{name: "10,000 replays", dir: p.root, tests: goTests, env: []string{"WAKEFUL_SIM_REPLAYS=10000"},
			args: []string{"-count=1", "-timeout=8h", "-run=TestReplay", "./sim", "./internal/scenarios"}},
		{name: "a million calls of good and hostile tenants", dir: filepath.Join(p.root, "sandbox"), tests: goTests, env: []string{"WAKEFUL_SANDBOX_CALLS=1000000"},
			args: []string{"-count=1", "-timeout=2h", "-run=TestMixedTenants"}, packages: []string{"."}},
		{name: "wake protocol under loom", dir: p.rustDir(), tests: rustTests, missing: p.noCargo, args: []string{"-p", "protocol", "--locked"}},
	}
	return slices.Concat(steps, p.fuzz(), []step{p.machines(all, "-all")}, p.cross())
}

// allScripts has package js run more of its many similar scripts than the short form of its tests
// does.
const allScripts = "WAKEFUL_SCRIPTS=all"

// rust are the checks of the Cargo workspace. Its tests under loom take minutes and are part of
// nightly.
func (p *project) rust() []step {
	command := func(name string, args ...string) step {
		return step{name: name, dir: p.rustDir(), missing: p.noCargo, args: args}
	}
	return []step{
		command("format of rust", "cargo", "fmt", "--all", "--check"),
		command("lint of rust", "cargo", "clippy", "--quiet", "--workspace", "--all-targets", "--locked", "--", "-D", "warnings"),
		{name: "tests of rust", dir: p.rustDir(), missing: p.noCargo, tests: rustTests, args: []string{"--workspace", "--exclude", "protocol", "--locked"}},
	}
}

func (p *project) rustDir() string { return filepath.Join(p.root, "rust") }

func (p *project) noCargo() string { return noCargo(p.rustDir()) }

// cross builds and vets every module for every platform but this one.
func (p *project) cross() []step {
	host := runtime.GOOS + "/" + runtime.GOARCH
	var steps []step
	for _, platform := range platforms {
		if platform == host {
			continue
		}
		goos, goarch, _ := strings.Cut(platform, "/")
		env := []string{"GOOS=" + goos, "GOARCH=" + goarch, "CGO_ENABLED=0"}
		unrun := "tests of other platforms: they are built and vetted here, this machine is " + host
		if platform == "linux/386" {
			unrun = "" // make check runs it or gives the reason
		}
		steps = append(steps,
			// -buildvcs=false: the binaries are thrown away, and stamping them
			// fails in a checkout that belongs to another user.
			step{name: "build for " + platform, dir: p.root, env: env, args: append([]string{"go", "build", "-buildvcs=false"}, p.patterns()...)},
			step{name: "vet for " + platform, dir: p.root, env: env, args: append([]string{"go", "vet"}, p.patterns()...), unrun: unrun})
	}
	return steps
}

// noVet tells `go test` not to run vet, because the first step of make test does, with all checks.
const noVet = "-vet=off"

// oneMore has `go test` run one package more at the same time than there are processors. Some of the
// slowest wait most of the time, for the ends of samples and for Node.
var oneMore = fmt.Sprintf("-p=%d", runtime.GOMAXPROCS(0)+1)

// patterns name all packages of all modules.
func (p *project) patterns() []string {
	var patterns []string
	for _, module := range p.modules {
		patterns = append(patterns, "./"+filepath.ToSlash(filepath.Join(module, "...")))
	}
	return patterns
}

// toCheck are the packages, with those below them, that make test leaves to make check. They need
// something that only they need, and that takes long to compile or to run. make check tests them
// under the race detector, and the models at a larger size.
var toCheck = []string{
	"examples",         // Chromium's protocol, Prometheus, the widgets of a terminal, a Kafka broker
	"js/packages",      // npm packages, which make nightly installs
	"keyed/benchmarks", // a Kafka broker and a NATS server
	"keyed/keyedkafka",
	"keyed/keyednats",
	"models",            // spin, and a C compiler
	"otelwakeful",       // the SDKs of OpenTelemetry
	"promwakeful",       // the client of Prometheus, protobuf
	"stream/benchmarks", // servers on gnet and gorilla's WebSockets
}

func leftToCheck(t testedPackage) bool {
	path := strings.TrimPrefix(t.path, self+"/")
	return slices.ContainsFunc(toCheck, func(left string) bool { return path == left || strings.HasPrefix(path, left+"/") })
}

// slowest are the packages whose tests take the longest, slowest first. The go command starts with
// the packages that are named first. So these do not run alone at the end, beside an idle processor.
var slowest = []string{
	self + "/js", self + "/internal/project", self + "/cmd/wakeful", self + "/tournament/workloads", self + "/stream", self,
	self + "/js/internal/node", self + "/js/internal/web", self + "/promise", self + "/internal/placement",
}

// self is the import path of the library.
const self = "github.com/wakeful-go/wakeful"

// paths returns the import paths of the packages that a function selects, the slowest first.
func (p *project) paths(which func(testedPackage) bool) []string {
	var paths []string
	for _, t := range p.packages {
		if which(t) {
			paths = append(paths, t.path)
		}
	}
	place := func(path string) int {
		if i := slices.Index(slowest, path); i >= 0 {
			return i
		}
		return len(slowest)
	}
	slices.SortStableFunc(paths, func(a, b string) int { return place(a) - place(b) })
	return paths
}

// isProduct excludes the packages whose tests have the same meaning under every build tag and
// detector: those about the project's files, and the protocol models.
func isProduct(t testedPackage) bool {
	return !strings.Contains(t.path, "/internal/project") && !isModel(t)
}

func all(testedPackage) bool { return true }

func isModel(t testedPackage) bool { return t.path == self+"/models" }

func library(t testedPackage) bool { return t.module == "." && isProduct(t) }

func title(module string) string {
	if module == "." {
		return "the library"
	}
	return module
}
