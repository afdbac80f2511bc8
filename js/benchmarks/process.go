package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"
)

// This file owns the rows that compare whole processes, including their start and end and their
// garbage collection.

const modulePath = "github.com/wakeful-go/wakeful"

// A program is a script with its expected output.
type program struct{ source, says string }

var (
	hello = program{source: "console.log('Hello, world');\n", says: "Hello, world\n"}

	chain = program{says: "1000000\n", source: `
let p = Promise.resolve(0);
function f(v) { return v + 1; }
for (let i = 0; i < 1e6; i++) p = p.then(f);
p.then((v) => console.log(String(v)));
`}
)

func processRows() []row {
	return []row{
		hello.row("hello", "a hello-world, as a process", "node", 0.6, 150*time.Millisecond, func(context.Context, string) (string, error) {
			node, err := exec.LookPath("node")
			if err != nil {
				err = fmt.Errorf("install Node, or choose another row with -row: %w", err)
			}
			return node, err
		}),
		chain.row("thens-process", "1e6 chained thens, as a process", "goja_nodejs", 0.8, 5*time.Second, func(ctx context.Context, dir string) (string, error) {
			peer := filepath.Join(dir, "peer")
			return peer, build(ctx, peer, modulePath+"/js/benchmarks/peer")
		}),
	}
}

// row returns the row that compares `wakeful run` with another command for a program.
func (p program) row(name, what, against string, atMost float64, each time.Duration, other func(ctx context.Context, dir string) (path string, err error)) row {
	return row{
		name: name, what: what, against: against, atMost: atMost, each: each,
		prepare: func(ctx context.Context, wakefulPath string) (ours, theirs side, cleanup func(), err error) {
			dir, err := os.MkdirTemp("", "benchmarks")
			if err != nil {
				return nil, nil, nil, err
			}
			cleanup = func() { _ = os.RemoveAll(dir) }
			file := filepath.Join(dir, "program.js")
			err = os.WriteFile(file, []byte(p.source), 0o600)
			if wakefulPath == "" {
				wakefulPath = filepath.Join(dir, "wakeful")
				err = errors.Join(err, build(ctx, wakefulPath, modulePath+"/cmd/wakeful"))
			}
			otherPath, missing := other(ctx, dir)
			if err = errors.Join(err, missing); err != nil {
				cleanup()
				return nil, nil, nil, err
			}
			return p.process(wakefulPath, "run", file), p.process(otherPath, file), cleanup, nil
		},
	}
}

func build(ctx context.Context, path, command string) error {
	cmd := exec.CommandContext(ctx, "go", "build", "-o", path, command)
	if out, err := cmd.CombinedOutput(); err != nil {
		return fmt.Errorf("%s could not be built; run this in the project's checkout: %w\n%s", command, err, out)
	}
	return nil
}

// process is a side that runs a command and checks its output.
func (p program) process(path string, args ...string) side {
	return func(ctx context.Context) (time.Duration, error) {
		cmd := exec.CommandContext(ctx, path, args...)
		cmd.Stderr = os.Stderr
		began := time.Now()
		out, err := cmd.Output()
		took := time.Since(began)
		if err == nil && !strings.HasSuffix(string(out), p.says) { // goja_nodejs prints the time before the text
			err = fmt.Errorf("it said %q", out)
		}
		if err != nil {
			return 0, fmt.Errorf("%s %v: %w", path, args, err)
		}
		return took, nil
	}
}
