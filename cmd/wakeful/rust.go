package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"github.com/wakeful-go/wakeful/tournament/contest"
	"github.com/wakeful-go/wakeful/tournament/latency"
	"github.com/wakeful-go/wakeful/tournament/result"
)

// This file finds the source of the Rust lanes, builds them, and asks the program for its list of
// lanes.

// rustProgram is the name of the package and of its program.
const rustProgram = "sleep-vs-spin"

// rustLanes builds the Rust lanes from the project's workspace, if the current folder is inside the
// project. The error names what is missing and how to get it.
func rustLanes(ctx context.Context, messages io.Writer) (*latency.Program, error) {
	workspace, err := rustWorkspace()
	if err != nil {
		return nil, err
	}
	cargo, err := exec.LookPath("cargo")
	if err != nil {
		return nil, errors.New("the Rust lanes need cargo, which is not on the PATH: install Rust from https://rustup.rs, or from your system's packages (rustc, cargo)")
	}
	fmt.Fprintf(messages, "building the Rust lanes, which takes a minute or two the first time\n")
	target := filepath.Join(workspace, "target")
	var said bytes.Buffer
	cmd := exec.CommandContext(ctx, cargo, "build", "--release", "--quiet", "--package", rustProgram,
		"--manifest-path", filepath.Join(workspace, "Cargo.toml"), "--target-dir", target)
	cmd.Stderr = &said
	if err := cmd.Run(); err != nil {
		lines := strings.Split(strings.TrimSpace(said.String()), "\n") // the error is at the end
		return nil, fmt.Errorf("building the Rust lanes: %w: %s", err, strings.Join(lines[max(0, len(lines)-10):], "\n"))
	}
	program := filepath.Join(target, "release", rustProgram)
	list, err := exec.CommandContext(ctx, program, "--list").Output()
	if err != nil {
		return nil, fmt.Errorf("%s --list: %w", program, err)
	}
	p := &latency.Program{Command: []string{program}, Lanes: listedLanes(string(list)), Arrivals: true}
	if len(p.Lanes) == 0 {
		return nil, fmt.Errorf("%s --list names no lanes", program)
	}
	return p, nil
}

// rustWorkspace returns the folder of the workspace: rust, beside or above the current folder.
func rustWorkspace() (string, error) {
	dir, err := os.Getwd()
	if err != nil {
		return "", fmt.Errorf("finding the current folder: %w", err)
	}
	for {
		workspace := filepath.Join(dir, "rust")
		if _, err := os.Stat(filepath.Join(workspace, "crates", rustProgram)); err == nil {
			return workspace, nil
		}
		above := filepath.Dir(dir)
		if above == dir {
			return "", errors.New("the source of the Rust lanes is not here: run this in the project's folder")
		}
		dir = above
	}
}

// listedLanes parses the list of lanes. Each line has a name and a description.
func listedLanes(list string) []result.Contestant {
	var lanes []result.Contestant
	for line := range strings.Lines(list) {
		name, summary, _ := strings.Cut(strings.TrimSpace(line), " ")
		if strings.HasPrefix(name, "rust-") {
			lanes = append(lanes, result.Contestant{Name: name, Kind: string(contest.Floor), Summary: strings.TrimSpace(summary)})
		}
	}
	return lanes
}
