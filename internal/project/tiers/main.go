// Command tiers runs the project's tests in tiers: `make test`, `make check` and
// `make nightly`. A tier is a list of steps; gotestsum runs the steps that are Go
// tests and prints what fails.
//
// The command exists for two rules that no test runner has. A skipped test must give its reason
// ("NOT RUN: ..."). A skip without one fails the step. All reasons are listed at the end of the
// tier.
//
// The files are main.go (the command line), steps.go (what each tier runs), race.go (what runs under
// the race detector), missing.go (why a machine cannot run a step), run.go (how a step is run) and
// skips.go (the filter: counts outcomes and collects reasons).
package main

import (
	"errors"
	"flag"
	"fmt"
	"os"
	"regexp"
)

const usage = `usage: go run ./internal/project/tiers [-gotestsum FILE] TIER [STEPS]

Runs the steps of a tier: test, check or nightly. STEPS is a regular expression;
only the steps whose names it matches are run. TIER can be "list", which lists
the steps of all tiers.

  -gotestsum FILE   the program that runs the Go tests (default "gotestsum")
`

func main() {
	os.Exit(command(os.Args[1:]))
}

// command runs a command line and returns the exit status: 0 if everything passed, 1 if something
// failed, 2 if the command line is wrong.
func command(args []string) int {
	flags := flag.NewFlagSet("tiers", flag.ContinueOnError)
	flags.Usage = func() { fmt.Fprint(flags.Output(), usage) }
	gotestsum := flags.String("gotestsum", "gotestsum", "")
	if err := flags.Parse(args); err != nil {
		if errors.Is(err, flag.ErrHelp) {
			return 0
		}
		return 2
	}
	chosen, err := regexp.Compile(flags.Arg(1))
	if err != nil || flags.NArg() < 1 || flags.NArg() > 2 {
		fmt.Fprint(os.Stderr, usage)
		return 2
	}
	p, err := readProject()
	if err != nil {
		fmt.Fprintln(os.Stderr, "tiers:", err)
		return 1
	}
	if flags.Arg(0) == "list" {
		for _, tier := range tiers {
			fmt.Printf("%s:\n", tier)
			for _, s := range p.steps(tier) {
				fmt.Printf("  %s\n", s.name)
			}
		}
		return 0
	}
	var steps []step
	for _, s := range p.steps(flags.Arg(0)) {
		if chosen.MatchString(s.name) {
			steps = append(steps, s)
		}
	}
	if len(steps) == 0 {
		fmt.Fprintf(os.Stderr, "tiers: no step of the tier %q is called %q\n\n%s", flags.Arg(0), flags.Arg(1), usage)
		return 2
	}
	folder, err := os.MkdirTemp("", "wakeful-tiers-")
	if err != nil {
		fmt.Fprintln(os.Stderr, "tiers:", err)
		return 1
	}
	defer func() { _ = os.RemoveAll(folder) }() // temporary files
	r := runner{out: os.Stdout, gotestsum: *gotestsum, folder: folder}
	for i, s := range steps {
		r.run(s, i+1, len(steps))
	}
	r.outcome.summary(os.Stdout)
	return min(r.outcome.failed, 1)
}
