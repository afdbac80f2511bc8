package peers

import (
	"cmp"
	"context"
	"crypto/sha256"
	_ "embed"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"

	"github.com/wakeful-go/wakeful/tournament/internal/libuvecho"
)

// This file builds the program on libuv. It is compiled once and kept in the user's cache. Each
// sample has its own process, and a compiler before each would heat the machine that is being
// measured.

//go:embed libuv/echo.c
var libuvSource []byte

// libuvTools is what is needed to build the program.
type libuvTools struct {
	compiler string
	flags    []string // of libuv, from pkg-config
	version  string   // of libuv
	cache    string   // where programs are kept
}

const libuvAdvice = `install a C compiler, pkg-config and libuv with its headers ("apt-get install gcc pkg-config libuv1-dev", "brew install pkg-config libuv")`

// findLibuv returns the tools, or the reason why there is no server on libuv. It
// looks once.
var findLibuv = sync.OnceValues(func() (*libuvTools, error) {
	compiler, err := findCompiler()
	if err != nil {
		return nil, err
	}
	const config = "pkg-config"
	if _, err := exec.LookPath(config); err != nil {
		return nil, fmt.Errorf("peers: there is no pkg-config to find libuv with: %s", libuvAdvice)
	}
	version, err := exec.CommandContext(context.Background(), config, "--modversion", "libuv").Output()
	if err != nil {
		return nil, fmt.Errorf("peers: pkg-config knows no libuv: %s", libuvAdvice)
	}
	flags, err := exec.CommandContext(context.Background(), config, "--cflags", "--libs", "libuv").Output()
	if err != nil {
		return nil, fmt.Errorf("peers: pkg-config does not say how to build with libuv: %w", err)
	}
	cache, err := os.UserCacheDir()
	if err != nil {
		return nil, fmt.Errorf("peers: there is no place to keep the program on libuv: %w", err)
	}
	return &libuvTools{
		compiler: compiler, flags: strings.Fields(string(flags)), version: strings.TrimSpace(string(version)),
		cache: filepath.Join(cache, "wakeful"),
	}, nil
})

// findCompiler returns the C compiler: $CC, else the usual names.
func findCompiler() (string, error) {
	names := []string{"cc", "gcc", "clang"}
	if chosen := os.Getenv("CC"); chosen != "" {
		names = []string{chosen}
	}
	for _, name := range names {
		if path, err := exec.LookPath(name); err == nil {
			return path, nil
		}
	}
	return "", fmt.Errorf("peers: there is no C compiler (%s): %s", strings.Join(names, ", "), libuvAdvice)
}

// libuvProgram returns the path of the program, which it builds if it has not been.
func libuvProgram() (string, error) {
	tools, err := findLibuv()
	if err != nil {
		return "", err
	}
	return tools.build()
}

// build compiles the program, unless the same has been compiled from the same.
func (t *libuvTools) build() (program string, err error) {
	program = filepath.Join(t.cache, "libuv-echo-"+t.digest())
	if _, err := os.Stat(program); err == nil {
		return program, nil
	}
	if err := os.MkdirAll(t.cache, 0o700); err != nil {
		return "", fmt.Errorf("peers: making a place for the program on libuv: %w", err)
	}
	dir, err := os.MkdirTemp(t.cache, "building-")
	if err != nil {
		return "", fmt.Errorf("peers: making a place for the program on libuv: %w", err)
	}
	defer func() { err = errors.Join(err, os.RemoveAll(dir)) }()
	made := filepath.Join(dir, "echo")
	if err := os.WriteFile(filepath.Join(dir, libuvecho.Name), []byte(libuvecho.Header), 0o600); err != nil {
		return "", fmt.Errorf("peers: writing the source of the server on libuv: %w", err)
	}
	args := append([]string{"-std=gnu11", "-O2", "-I", dir, "-x", "c", "-o", made, "-", "-x", "none"}, t.flags...)
	command := exec.CommandContext(context.Background(), t.compiler, args...)
	command.Stdin = strings.NewReader(string(libuvSource))
	if said, err := command.CombinedOutput(); err != nil {
		return "", fmt.Errorf("peers: building the server on libuv %s: %w: %s", t.version, err, cmp.Or(strings.TrimSpace(string(said)), "it says nothing"))
	}
	// A concurrent build makes the same program.
	if err := os.Rename(made, program); err != nil {
		return "", fmt.Errorf("peers: keeping the server on libuv: %w", err)
	}
	return program, nil
}

// digest identifies the sources and tools that a program is made from.
func (t *libuvTools) digest() string {
	made := fmt.Sprintf("%q %q %q %q %q", libuvSource, libuvecho.Header, t.compiler, t.flags, t.version)
	return fmt.Sprintf("%x", sha256.Sum256([]byte(made)))[:16]
}
