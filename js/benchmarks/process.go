package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"time"

	"github.com/wakeful-go/wakeful/tournament/rows"
)

// This file owns the row that compares whole processes, including their start and end.

const (
	helloSource = "console.log('Hello, world');\n"
	helloSays   = "Hello, world\n"
)

// processRow compares `wakeful run` with Node.
func processRow() rows.Row {
	return rows.Row{Name: "hello", What: "a hello-world, as a process", AtMost: 0.6, Expected: 75 * time.Millisecond,
		Prepare: against("node", func(ctx context.Context) (pair, error) {
			node, err := exec.LookPath("node")
			if err != nil {
				return pair{}, missing("Node is not installed")
			}
			dir, err := os.MkdirTemp("", "benchmarks")
			if err != nil {
				return pair{}, err
			}
			file, wakeful := filepath.Join(dir, "program.js"), filepath.Join(dir, "wakeful")
			if err = os.WriteFile(file, []byte(helloSource), 0o600); err == nil {
				var out []byte
				if out, err = exec.CommandContext(ctx, "go", "build", "-o", wakeful, "github.com/wakeful-go/wakeful/cmd/wakeful").CombinedOutput(); err != nil {
					err = fmt.Errorf("the command could not be built; run this in the project's checkout: %w\n%s", err, out)
				}
			}
			if err != nil {
				return pair{}, errors.Join(err, os.RemoveAll(dir))
			}
			return pair{helloOf(wakeful, "run", file), helloOf(node, file), func() { _ = os.RemoveAll(dir) }}, nil
		})}
}

// helloOf is a side that runs a command and checks its output.
func helloOf(path string, args ...string) side {
	return func(ctx context.Context) (time.Duration, error) {
		cmd := exec.CommandContext(ctx, path, args...)
		cmd.Stderr = os.Stderr
		began := time.Now()
		out, err := cmd.Output()
		took := time.Since(began)
		if err == nil && string(out) != helloSays {
			err = fmt.Errorf("it said %q", out)
		}
		if err != nil {
			return 0, fmt.Errorf("%s %v: %w", path, args, err)
		}
		return took, nil
	}
}
