package main

// What the PATH of a machine has.

import (
	"errors"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
)

// pathOf returns the PATH of a machine.
func (s *setting) pathOf(m machine) string { return filepath.Join(s.Folder, "path of "+m.Name) }

// makePath fills the directory that is a machine's PATH with links to the tools that it has.
func (s *setting) makePath(m machine) error {
	dir := s.pathOf(m)
	if err := os.Mkdir(dir, 0o755); err != nil {
		return err
	}
	exe := ""
	if runtime.GOOS == "windows" {
		exe = ".exe"
	}
	if err := os.Symlink(filepath.Join(s.goRoot(m), "bin", "go"+exe), filepath.Join(dir, "go"+exe)); err != nil {
		return err
	}
	if m.OnlyGo {
		git, err := exec.LookPath("git")
		if err != nil {
			return nil //nolint:nilerr // then this machine has none either
		}
		return os.Symlink(git, filepath.Join(dir, filepath.Base(git)))
	}
	for _, from := range filepath.SplitList(os.Getenv("PATH")) {
		entries, err := os.ReadDir(from)
		if err != nil {
			continue // a PATH may name directories that do not exist
		}
		for _, entry := range entries {
			if lacks(m.Without, strings.TrimSuffix(entry.Name(), exe)) {
				continue
			}
			err := os.Symlink(filepath.Join(from, entry.Name()), filepath.Join(dir, entry.Name()))
			if err != nil && !errors.Is(err, fs.ErrExist) { // an earlier directory has it
				return err
			}
		}
	}
	return nil
}

// lacks reports whether a tool is missing, whatever the version in its name is: chromium-browser,
// gcc-14, x86_64-linux-gnu-gcc.
func lacks(without []string, tool string) bool {
	return slices.ContainsFunc(without, func(name string) bool {
		return tool == name || strings.HasPrefix(tool, name+"-") || strings.HasSuffix(tool, "-"+name)
	})
}

// goRoot returns where the Go distribution is on a machine. Its own place may be below a home that
// other users cannot enter.
func (s *setting) goRoot(m machine) string {
	if m.Nobody && s.Cannot == "" {
		return filepath.Join(s.Folder, "goroot")
	}
	return s.GoRoot
}

// environment returns the environment of a test binary on the machine.
func (s *setting) environment(m machine) []string {
	env := slices.DeleteFunc(os.Environ(), func(v string) bool {
		name, _, _ := strings.Cut(v, "=")
		return slices.Contains([]string{folderVariable, "GOFLAGS", "PATH", "LANG", "LANGUAGE"}, name) || strings.HasPrefix(name, "LC_") ||
			m.NoHome && slices.Contains([]string{"HOME", "XDG_CACHE_HOME", "XDG_CONFIG_HOME"}, name)
	})
	set := func(name, value string) {
		if value != "" {
			env = append(env, name+"="+value)
		}
	}
	set("PATH", s.pathOf(m))
	set("GOFLAGS", s.GoFlags)
	set("GOCACHE", s.GoCache)
	set("GOPATH", s.ModPath)
	set("GOMODCACHE", s.Modules)
	set("TZ", m.Zone)
	set("LANG", m.Locale)
	set("LC_ALL", m.Locale)
	if m.Terminal {
		set("TERM", "xterm-256color")
	}
	if s.Cannot != "" {
		return env
	}
	if m.SmallTemp {
		set("TMPDIR", filepath.Join(s.Folder, "small"))
	}
	if m.Nobody {
		home := filepath.Join(s.Folder, "home")
		set("HOME", home)
		set("TMPDIR", filepath.Join(home, "tmp"))
		set("GOCACHE", filepath.Join(home, "go-build"))
		set("GOPATH", filepath.Join(home, "go"))
		set("GOMODCACHE", filepath.Join(s.Folder, "modules"))
		set("GOROOT", s.goRoot(m)) // the go command sets it for what it runs
	}
	return env
}

// giveToNobody makes the home of the user nobody, with what the go command has cached. The files
// are linked, not copied, and stay those of their owner.
func (s *setting) giveToNobody() error {
	home := filepath.Join(s.Folder, "home")
	cache := filepath.Join(home, "go-build")
	err := filepath.WalkDir(s.GoCache, func(path string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		below, err := filepath.Rel(s.GoCache, path)
		if err != nil {
			return err
		}
		target := filepath.Join(cache, below)
		switch {
		case entry.IsDir() && below == "fuzz":
			return filepath.SkipDir
		case entry.IsDir():
			return errors.Join(os.Mkdir(target, 0o755), os.Chown(target, nobody, nobody))
		}
		// A file that other users may not read comes from a machine with another umask. What is not
		// linked, also from another file system, or because it was cleaned up meanwhile, is built.
		if info, err := entry.Info(); err == nil && info.Mode().Perm()&0o004 != 0 {
			_ = os.Link(path, target)
		}
		return nil
	})
	for _, dir := range []string{"tmp", "go"} {
		err = errors.Join(err, os.Mkdir(filepath.Join(home, dir), 0o755), os.Chown(filepath.Join(home, dir), nobody, nobody))
	}
	return errors.Join(err, os.Chown(home, nobody, nobody))
}
