// Package world compares wakeful with loops of other runtimes, such as libuv, tokio, Netty and
// Node. They cannot be linked into one program. So each is a process of its own that speaks the
// protocol of docs/peer-protocol.md, wakeful included, and all are compared alike. The package
// builds the peers, runs them, checks what they have executed, and measures how figures grow with
// load.
package world

import (
	"bytes"
	"cmp"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"slices"
	"strings"
)

// This file owns how a peer's program comes to be. It is built once and kept in the
// user's cache, in a folder whose name is a digest of what it is made of.

// keptOfBuild is how many of the last lines of a failed build are told.
const keptOfBuild = 8

// Cache is the folder in which programs are kept.
func Cache() (string, error) {
	cache, err := os.UserCacheDir()
	if err != nil {
		return "", fmt.Errorf("world: there is no place to keep the peers' programs: %w", err)
	}
	return filepath.Join(cache, "wakeful", "peers"), nil
}

// Build makes the program, unless it is in the cache, and returns the command that runs it. It calls tell
// with a line before a build. Ctx's end ends the build.
func (r Recipe) Build(ctx context.Context, cache string, tell func(line string)) ([]string, error) {
	dir, built, err := r.place(cache)
	if err != nil {
		return nil, err
	}
	if !built {
		if len(r.steps) > 0 {
			tell(fmt.Sprintf("building %s, about %s", r.Name, r.expected))
		}
		if err := r.build(ctx, cache, dir); err != nil {
			return nil, err
		}
	}
	return r.filled(r.run, dir)
}

// place is the folder of the program in the cache, and whether it is there.
func (r Recipe) place(cache string) (dir string, built bool, err error) {
	if len(r.folders) == 0 {
		return "", true, nil
	}
	digest, err := r.digest()
	if err != nil {
		return "", false, err
	}
	dir = filepath.Join(cache, cmp.Or(r.program, r.Name)+"-"+digest)
	_, err = os.Stat(dir)
	return dir, err == nil, nil
}

func (r Recipe) build(ctx context.Context, cache, dir string) (err error) {
	if err := os.MkdirAll(cache, 0o700); err != nil {
		return fmt.Errorf("world: making a place for the peers' programs: %w", err)
	}
	work, err := os.MkdirTemp(cache, "building-")
	if err != nil {
		return fmt.Errorf("world: making a place for the program of %s: %w", r.Name, err)
	}
	defer func() { err = errors.Join(err, os.RemoveAll(work)) }()
	if err := r.lay(work); err != nil {
		return err
	}
	for _, step := range r.steps {
		argv, err := r.filled(step, work)
		if err != nil {
			return err
		}
		command := exec.CommandContext(ctx, argv[0], argv[1:]...)
		command.Dir = work
		command.Env = append(os.Environ(), "GOWORK=off", "GOFLAGS=-mod=readonly")
		if said, err := command.CombinedOutput(); err != nil {
			if ctx.Err() != nil {
				return ctx.Err()
			}
			return fmt.Errorf("building %s: %s: %w: %s", r.Name, strings.Join(step, " "), err, lastLines(said))
		}
	}
	if err := os.Rename(work, dir); err != nil {
		if _, there := os.Stat(dir); there == nil {
			return nil // whoever built at the same time built the same
		}
		return fmt.Errorf("world: keeping the program of %s: %w", r.Name, err)
	}
	return nil
}

// pinned ends the names of module files, because a folder with a go.mod would be a module of its own and
// no part of this one.
const pinned = ".pinned"

// sources calls do with each file of the program, by its name in the folder of the build.
func (r Recipe) sources(do func(name string, text []byte) error) error {
	for _, folder := range slices.Sorted(maps.Keys(r.folders)) {
		err := fs.WalkDir(sources, folder, func(file string, e fs.DirEntry, err error) error {
			if err != nil || e.IsDir() || strings.HasSuffix(file, "_test.go") {
				return err
			}
			text, err := fs.ReadFile(sources, file)
			if err != nil {
				return err
			}
			return do(path.Join(r.folders[folder], strings.TrimSuffix(strings.TrimPrefix(file, folder), pinned)), text)
		})
		if err != nil {
			return fmt.Errorf("world: the sources of %s: %w", r.Name, err)
		}
	}
	return nil
}

// lay writes the sources into a folder.
func (r Recipe) lay(dir string) error {
	return r.sources(func(name string, text []byte) error {
		to := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(to), 0o700); err != nil {
			return err
		}
		return os.WriteFile(to, text, 0o600)
	})
}

// digest tells programs apart that are made of something else.
func (r Recipe) digest() (string, error) {
	sum := sha256.New()
	err := r.sources(func(name string, text []byte) error {
		_, err := fmt.Fprintf(sum, "%q %q ", name, text)
		return err
	})
	if err != nil {
		return "", err
	}
	fmt.Fprintf(sum, "%q ", r.steps)
	for _, version := range r.versions {
		argv, err := r.filled(version, "")
		if err != nil {
			return "", err
		}
		out, err := exec.Command(argv[0], argv[1:]...).Output()
		if err != nil {
			return "", fmt.Errorf("world: %s: %w", strings.Join(version, " "), err)
		}
		fmt.Fprintf(sum, "%q ", out)
	}
	return fmt.Sprintf("%x", sum.Sum(nil))[:16], nil
}

// lastLines keeps the end of what a build said, where the reason is.
func lastLines(said []byte) string {
	lines := strings.Split(string(bytes.TrimSpace(said)), "\n")
	return strings.Join(lines[max(0, len(lines)-keptOfBuild):], "\n")
}
