// Command suite is what `make test`, `make race`, `make model` and `make cross`
// run: it starts the go command for every module and platform, counts what
// passed, and ends with the list of what could not be run and why.
//
// It exists because `go test ./...` sees one module, one platform and one set
// of build tags, and because a test that skips itself looks there like one that
// passed. Here a skip must give its reason ("NOT RUN: ..."), the reasons are
// printed last, and a skip without one is a failure.
//
// The files are main.go (the command line), steps.go (what is run), runner.go
// (how a step is run) and tally.go (how its outcome is counted).
package main

import (
	"fmt"
	"os"
)

func main() {
	verb := ""
	if len(os.Args) == 2 {
		verb = os.Args[1]
	}
	if verb == "help" {
		fmt.Print(usage)
		return
	}
	root, err := findRoot()
	if err != nil {
		fmt.Fprintln(os.Stderr, "suite:", err)
		os.Exit(1)
	}
	steps, err := plan(verb, root)
	if err != nil {
		fmt.Fprintln(os.Stderr, "suite:", err)
		os.Exit(2)
	}
	t := newTally(os.Stdout)
	for i, s := range steps {
		run(s, i+1, len(steps), t)
	}
	t.summary()
	if t.failed > 0 {
		os.Exit(1)
	}
}
