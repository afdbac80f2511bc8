// Command suite is what `make test`, `make race`, `make model` and `make cross`
// run: it starts the go command for every module and platform, counts what
// passed, and ends with the list of what could not be run and why.
//
// It exists because `go test ./...` sees one module, one platform and one set
// of build tags, and because a test that skips itself looks there like one that
// passed. Here a skip must give its reason ("NOT RUN: ..."), the reasons are
// printed last, and a skip without one is a failure.
//
// The files are main.go (the command line), steps.go (what is run), missing.go
// (what a machine cannot run), together.go (which steps run at the same time),
// runner.go and programs.go (how a step is run) and tally.go (how its outcome is
// counted).
package main

import (
	"fmt"
	"os"
	"os/signal"
	"syscall"
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
	folder, err := os.MkdirTemp("", "wakeful-suite-")
	if err != nil {
		fmt.Fprintln(os.Stderr, "suite:", err)
		os.Exit(1)
	}
	status := perform(verb, root, folder)
	_ = os.RemoveAll(folder)
	os.Exit(status)
}

// perform runs a verb and returns the exit status. Programs that are built for
// later steps go into the folder.
func perform(verb, root, folder string) int {
	steps, err := plan(verb, root, folder)
	if err != nil {
		fmt.Fprintln(os.Stderr, "suite:", err)
		return 2
	}
	interrupted := make(chan os.Signal, 1)
	signal.Notify(interrupted, os.Interrupt, syscall.SIGTERM)
	done := make(chan int, 1)
	go func() {
		t := newTally(os.Stdout)
		runAll(steps, t, stepsAtOnce())
		t.summary()
		done <- min(t.failed, 1)
	}()
	select {
	case status := <-done:
		return status
	case <-interrupted:
		fmt.Fprintln(os.Stderr, "suite: interrupted")
		return 130
	}
}
