package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"

	"github.com/wakeful-go/wakeful/tournament/contest"
	"github.com/wakeful-go/wakeful/tournament/latency"
	"github.com/wakeful-go/wakeful/tournament/result"
)

// This file finds the source of the Rust lanes, builds them, and asks the program for its list of
// lanes.

// rustProgram is the name of the package and of its program.
const rustProgram = "sleep-vs-spin"

// findRust finds the program of the Rust lanes for the workspace in a folder.
type findRust func(ctx context.Context, log io.Writer, folder string) (*latency.Program, error)

// newRust builds the Rust lanes from the workspace in folder. If folder is empty, it uses the
// project's workspace when the current folder is inside the project. The error names what is
// missing and how to get it.
func newRust(ctx context.Context, messages io.Writer, folder string) (*latency.Program, error) {
	manifest, err := rustManifest(folder)
	if err != nil {
		return nil, err
	}
	cargo, err := exec.LookPath("cargo")
	if err != nil {
		return nil, errors.New("the Rust lanes need cargo, which is not on the PATH: install Rust from https://rustup.rs, or from your system's packages (rustc, cargo)")
	}
	fmt.Fprintf(messages, "building the Rust lanes, which takes a minute or two the first time\n")
	program, err := cargoBuild(ctx, cargo, manifest)
	if err != nil {
		return nil, err
	}
	return rustLaneProgram(ctx, program)
}

// builtRust returns the program that an earlier run has built. It starts no build, so it suits
// callers that only list lanes.
func builtRust(ctx context.Context, _ io.Writer, folder string) (*latency.Program, error) {
	manifest, err := rustManifest(folder)
	if err != nil {
		return nil, err
	}
	name := rustProgram
	if runtime.GOOS == "windows" {
		name += ".exe"
	}
	target := os.Getenv("CARGO_TARGET_DIR")
	if target == "" {
		target = filepath.Join(filepath.Dir(manifest), "target")
	}
	program, err := filepath.Abs(filepath.Join(target, "release", name))
	if err != nil {
		return nil, err
	}
	if _, err := os.Stat(program); err != nil {
		return nil, errors.New("the Rust lanes are not built yet: a run builds them, and --list then lists all of them")
	}
	return rustLaneProgram(ctx, program)
}

// rustLaneProgram returns the program of the Rust lanes with the lanes that it lists.
func rustLaneProgram(ctx context.Context, program string) (*latency.Program, error) {
	list, err := exec.CommandContext(ctx, program, "--list").Output()
	if err != nil {
		return nil, fmt.Errorf("%s --list: %w", program, err)
	}
	p := &latency.Program{Command: []string{program}, Lanes: rustLanes(string(list)), Arrivals: true}
	if len(p.Lanes) == 0 {
		return nil, fmt.Errorf("%s --list names no lanes", program)
	}
	return p, nil
}

// rustManifest finds the workspace.
func rustManifest(folder string) (string, error) {
	if folder != "" {
		manifest := filepath.Join(folder, "Cargo.toml")
		if _, err := os.Stat(manifest); err != nil {
			return "", fmt.Errorf("--rust %s: there is no Cargo workspace: %w", folder, err)
		}
		return manifest, nil
	}
	dir, err := os.Getwd()
	if err != nil {
		return "", fmt.Errorf("finding the current folder: %w", err)
	}
	for {
		manifest := filepath.Join(dir, "rust", "Cargo.toml")
		if _, err := os.Stat(filepath.Join(dir, "rust", "crates", rustProgram)); err == nil {
			return manifest, nil
		} else if !errors.Is(err, fs.ErrNotExist) {
			return "", fmt.Errorf("looking for the Rust lanes: %w", err)
		}
		above := filepath.Dir(dir)
		if above == dir {
			return "", errors.New("the source of the Rust lanes is not here: run this in the project's folder, or name its folder rust with --rust")
		}
		dir = above
	}
}

// cargoBuild builds the program and returns its path. The user's settings of cargo decide where
// that is.
func cargoBuild(ctx context.Context, cargo, manifest string) (string, error) {
	var said bytes.Buffer
	cmd := exec.CommandContext(ctx, cargo, "build", "--release", "--quiet", "--manifest-path", manifest, "--package", rustProgram,
		"--message-format", "json-render-diagnostics")
	cmd.Stderr = &said
	out, err := cmd.Output()
	if ctx.Err() != nil {
		return "", ctx.Err()
	}
	if err != nil {
		return "", fmt.Errorf("building the Rust lanes: %w: %s", err, lastLines(said.String()))
	}
	messages := bufio.NewScanner(bytes.NewReader(out))
	messages.Buffer(nil, 16<<20)
	for messages.Scan() {
		var m struct {
			Target     struct{ Name string }
			Executable string
		}
		if json.Unmarshal(messages.Bytes(), &m) == nil && m.Executable != "" && m.Target.Name == rustProgram {
			return m.Executable, nil
		}
	}
	return "", fmt.Errorf("building the Rust lanes: cargo named no program %s", rustProgram)
}

// lastLines returns the end of a compiler's output, where the error is.
func lastLines(text string) string {
	lines := strings.Split(strings.TrimSpace(text), "\n")
	return strings.Join(lines[max(0, len(lines)-10):], "\n")
}

// rustLanes parses the list of lanes. Each line has a name and a description.
func rustLanes(list string) []result.Contestant {
	var lanes []result.Contestant
	for line := range strings.Lines(list) {
		name, summary, _ := strings.Cut(strings.TrimSpace(line), " ")
		if strings.HasPrefix(name, "rust-") {
			lanes = append(lanes, result.Contestant{Name: name, Kind: string(contest.Floor), Summary: strings.TrimSpace(summary)})
		}
	}
	return lanes
}
