package main

// Why a machine cannot run a step. This is checked before the step starts.

import (
	"bytes"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strconv"
	"strings"

	"github.com/wakeful-go/wakeful/internal/project/programs"
)

// noCargo returns the reason why the Cargo workspace cannot be built: there is no cargo, or it is
// older than the workspace requires.
func noCargo(dir string) string {
	text, err := os.ReadFile(filepath.Join(dir, "Cargo.toml"))
	if err != nil {
		return err.Error()
	}
	var want, have [2]int
	demand := regexp.MustCompile(`(?m)^rust-version = "(\d+)\.(\d+)`).FindStringSubmatch(string(text))
	if demand == nil {
		return "rust/Cargo.toml does not say which rust-version it needs"
	}
	out, err := exec.Command("cargo", "--version").Output()
	found := regexp.MustCompile(`^cargo (\d+)\.(\d+)`).FindStringSubmatch(string(out))
	if err != nil || found == nil {
		return "there is no cargo; install Rust " + demand[1] + "." + demand[2] + " or newer"
	}
	for i := range want {
		want[i], _ = strconv.Atoi(demand[i+1])
		have[i], _ = strconv.Atoi(found[i+1])
	}
	if slices.Compare(have[:], want[:]) < 0 {
		return fmt.Sprintf("cargo is %s.%s; install Rust %s.%s or newer", found[1], found[2], demand[1], demand[2])
	}
	return ""
}

// noEngineCompiler returns the reason why the sandbox's engine cannot be built again: another
// compiler than the one that built it writes other bytes, and one is missing mostly.
func noEngineCompiler(dir string) string {
	want, err := os.ReadFile(filepath.Join(dir, "compiler.txt"))
	if err != nil {
		return err.Error()
	}
	have, err := exec.Command("clang", "--version").Output()
	if err != nil {
		return "there is no clang; install Debian's clang, lld, wasi-libc and libclang-rt-dev-wasm32"
	}
	if line, _, _ := bytes.Cut(have, []byte("\n")); string(line) != strings.TrimSpace(string(want)) {
		return fmt.Sprintf("engine.wasm was built by %s, and this is %s, which writes other bytes", bytes.TrimSpace(want), line)
	}
	for command, name := range map[string]string{"wasm-ld": "lld", "pip3": "python3-pip"} {
		if _, err := exec.LookPath(command); err != nil {
			return "there is no " + command + "; install Debian's " + name
		}
	}
	if _, err := os.Stat("/usr/include/wasm32-wasi/stdlib.h"); err != nil {
		return "there are no headers of WASI; install Debian's wasi-libc"
	}
	return ""
}

// unusedTag returns a reason if a build tag selects no file under dir. Running the tests with it
// would show nothing.
func unusedTag(dir, tag string) string {
	used := false
	err := filepath.WalkDir(dir, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() || !strings.HasSuffix(path, ".go") {
			return err
		}
		text, err := os.ReadFile(path)
		for line := range bytes.Lines(text) {
			if bytes.HasPrefix(line, []byte("//go:build ")) && bytes.Contains(line, []byte(tag)) {
				used = true
			}
		}
		return err
	})
	if err != nil {
		return err.Error()
	}
	if used {
		return ""
	}
	return "no file is chosen by the build tag " + tag
}

// no386 returns the reason why a 386 program cannot run here. Many sandboxes and some kernels
// refuse them. It tries to run this program, which is small.
func no386(root string) string {
	if runtime.GOOS != "linux" || runtime.GOARCH != "amd64" {
		return "linux/386 programs run on linux/amd64 only, this machine is " + runtime.GOOS + "/" + runtime.GOARCH
	}
	cmd := exec.Command("go", "run", "./internal/project/tiers", "-h")
	cmd.Dir = root
	cmd.Env = append(os.Environ(), "GOARCH=386", "CGO_ENABLED=0")
	if out, err := cmd.CombinedOutput(); err != nil {
		return "this machine does not run linux/386 programs: " + strings.TrimSpace(string(out))
	}
	return ""
}

// noRace returns the reason why the race detector cannot be used. It needs cgo.
func noRace() string {
	text, err := programs.Output("", nil, "go", "env", "CGO_ENABLED", "CC")
	if err != nil {
		return err.Error()
	}
	enabled, cc, _ := strings.Cut(text, "\n")
	if enabled != "1" {
		return "the race detector needs cgo, and CGO_ENABLED is " + enabled
	}
	if fields := strings.Fields(cc); len(fields) == 0 {
		return "the race detector needs a C compiler, and go env CC names none"
	} else if _, err := exec.LookPath(fields[0]); err != nil {
		return "the race detector needs a C compiler: " + err.Error()
	}
	return ""
}
