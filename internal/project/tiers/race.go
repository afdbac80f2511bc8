package main

// What runs under the race detector.

import (
	"slices"
	"strings"
)

// race runs packages under the race detector, once for each value of GOMAXPROCS.
func (p *project) race(name string, which func(testedPackage) bool, processors string, flags ...string) step {
	args := append([]string{"-race", "-count=1", "-cpu=" + processors, noVet}, flags...)
	return step{name: name, dir: p.root, tests: goTests, missing: noRace,
		env: withoutExitSleep(), args: args, packages: p.paths(which)}
}

// withoutExitSleep adds to an environment. A program under the race detector would otherwise wait
// for a second at its end for other goroutines. The tests leave none.
func withoutExitSleep(env ...string) []string { return append(env, "GORACE=atexit_sleep_ms=0") }

// sequential are packages that start no goroutine. make test runs their tests without the race
// detector, which has nothing to find in them. What they call is under it in its own package.
var sequential = []string{
	"internal/placement", "internal/timerheap", "sandbox/internal/engine/checks", "tournament/benchformat", "tournament/claims",
	"tournament/decide", "tournament/figures", "tournament/lineup", "tournament/report", "tournament/result", "tournament/stats",
}

// atNight are packages that only make nightly runs under the race detector, because their tests take one
// and a half minutes each under it. Most of those of the command compute pages, on one goroutine. The
// workloads measure loops, whose own packages make check runs under it.
var atNight = []string{"cmd/wakeful", "tournament/workloads"}

func racedAtNight(t testedPackage) bool {
	return slices.Contains(atNight, strings.TrimPrefix(t.path, self+"/"))
}

func oneGoroutine(t testedPackage) bool {
	return slices.Contains(sequential, strings.TrimPrefix(t.path, self+"/"))
}

// racedLibrary are the library's packages that the race detector can find something in.
func racedLibrary(t testedPackage) bool { return library(t) && !oneGoroutine(t) }
