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

// This file owns the Rust lanes: where their source is, building them, and asking
// what lanes there are.

// rustProgram is the name of the package and of its program.
const rustProgram = "sleep-vs-spin"

// findRust finds the program of the Rust lanes, for the workspace in a folder.
type findRust func(ctx context.Context, told io.Writer, folder string) (*latency.Program, error)

// newRust builds the Rust lanes from the workspace in folder, or, when that is
// empty, from the project's, if the current folder is inside it. The error says
// what is missing and how to get it.
func newRust(ctx context.Context, told io.Writer, folder string) (*latency.Program, error) {
	manifest, err := rustManifest(folder)
	if err != nil {
		return nil, err
	}
	cargo, err := exec.LookPath("cargo")
	if err != nil {
		return nil, errors.New("the Rust lanes need cargo, which is not on the PATH: install Rust from https://rustup.rs, or from your system's packages (rustc, cargo)")
	}
	fmt.Fprintf(told, "building the Rust lanes, which takes a minute or two the first time\n")
	program, err := cargoBuild(ctx, cargo, manifest)
	if err != nil {
		return nil, err
	}
	return asked(ctx, program)
}

// builtRust is the program that an earlier run has built, for those who only want to
// know what lanes there are: it starts no build.
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
	return asked(ctx, program)
}

// asked is the program of the Rust lanes, with the lanes that it says it has.
func asked(ctx context.Context, program string) (*latency.Program, error) {
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

// cargoBuild builds the program and returns its path, which the user's settings of
// cargo decide.
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

// lastLines keeps the end of what a compiler said, where the reason is.
func lastLines(text string) string {
	lines := strings.Split(strings.TrimSpace(text), "\n")
	return strings.Join(lines[max(0, len(lines)-10):], "\n")
}

// rustLanes reads the list of lanes: a name and what it does in each line.
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
