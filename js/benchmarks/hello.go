package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"time"
)

const hello = "console.log('Hello, world');\n"

// helloRow compares whole processes, from their start to their end.
func helloRow() row {
	return row{
		name: "hello", what: "a hello-world, as a process", against: "node", atMost: 0.6,
		prepare: func(ctx context.Context, wakefulPath string) (ours, theirs side, cleanup func(), err error) {
			node, err := exec.LookPath("node")
			if err != nil {
				return nil, nil, nil, fmt.Errorf("install Node, or choose another row with -row: %w", err)
			}
			dir, err := os.MkdirTemp("", "hello")
			if err != nil {
				return nil, nil, nil, err
			}
			cleanup = func() { _ = os.RemoveAll(dir) }
			program := filepath.Join(dir, "hello.js")
			err = os.WriteFile(program, []byte(hello), 0o600)
			if wakefulPath == "" {
				wakefulPath = filepath.Join(dir, "wakeful")
				err = errors.Join(err, build(ctx, wakefulPath))
			}
			if err != nil {
				cleanup()
				return nil, nil, nil, err
			}
			return process(wakefulPath, "run", program), process(node, program), cleanup, nil
		},
	}
}

func build(ctx context.Context, path string) error {
	cmd := exec.CommandContext(ctx, "go", "build", "-o", path, "github.com/wakeful-go/wakeful/cmd/wakeful")
	if out, err := cmd.CombinedOutput(); err != nil {
		return fmt.Errorf("the command wakeful could not be built; run this in the project's checkout: %w\n%s", err, out)
	}
	return nil
}

// process is a side that runs a command which must say hello.
func process(path string, args ...string) side {
	return func(ctx context.Context) (time.Duration, error) {
		cmd := exec.CommandContext(ctx, path, args...)
		cmd.Stderr = os.Stderr
		began := time.Now()
		out, err := cmd.Output()
		took := time.Since(began)
		if err == nil && string(out) != "Hello, world\n" {
			err = fmt.Errorf("it said %q", out)
		}
		if err != nil {
			return 0, fmt.Errorf("%s %v: %w", path, args, err)
		}
		return took, nil
	}
}
