package main

import (
	"archive/zip"
	"bytes"
	"errors"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"strings"

	"github.com/wakeful-go/wakeful/internal/project/programs"
)

// This file makes the modules of a version as a proxy has them, and uses them as a user does.

// rehearsal has a folder with the proxy, the cache of modules, and the modules of users.
type rehearsal struct{ root, folder, version string }

// module makes a module and those of the project that it requires, and uses it in an empty module.
func (r *rehearsal) module(dir string) error {
	if err := r.publish(dir); err != nil {
		return fmt.Errorf("making %s: %w", importPath(dir), err)
	}
	user := filepath.Join(r.folder, "user", filepath.FromSlash(dir))
	if err := os.MkdirAll(user, 0o755); err != nil {
		return err
	}
	program, want := fmt.Sprintf("package main\n\nimport _ %q\n\nfunc main() {}\n", importPath(dir)), ""
	if dir == "." {
		var err error
		if program, want, err = r.firstProgram(); err != nil {
			return err
		}
	}
	if err := os.WriteFile(filepath.Join(user, "main.go"), []byte(program), 0o600); err != nil {
		return err
	}
	env, err := r.env()
	if err != nil {
		return err
	}
	for _, args := range [][]string{{"go", "mod", "init", "user.example"}, {"go", "get", importPath(dir) + "@" + r.version}, {"go", "run", "."}} {
		got, err := programs.Output(user, env, args[0], args[1:]...)
		if err != nil {
			return fmt.Errorf("in an empty module: %w", err)
		}
		if args[1] == "run" && got != want {
			return fmt.Errorf("the README's first program prints %q, want %q", got, want)
		}
	}
	return nil
}

// env has the go command get the project's modules from the rehearsal's proxy, and the others from
// the cache of modules or, if they are not there, as the user's setting says. The modules of a version
// that does not exist must not come into the user's cache.
func (r *rehearsal) env() ([]string, error) {
	values, err := programs.Output(r.root, nil, "go", "env", "GOMODCACHE", "GOPROXY")
	if err != nil {
		return nil, err
	}
	cache, proxy, _ := strings.Cut(values, "\n")
	proxies := "file://" + filepath.ToSlash(filepath.Join(r.folder, "proxy")) + ",file://" + filepath.ToSlash(filepath.Join(cache, "cache", "download"))
	if proxy != "" {
		proxies += "," + proxy
	}
	return []string{"GOWORK=off", "GOFLAGS=-modcacherw", "GOPROXY=" + proxies, "GONOSUMDB=*", "GONOPROXY=", "GOPRIVATE=",
		"GOMODCACHE=" + filepath.Join(r.folder, "modules")}, nil
}

// publish puts a module into the proxy, and the modules of the project that it requires.
func (r *rehearsal) publish(dir string) error {
	to := filepath.Join(r.folder, "proxy", filepath.FromSlash(importPath(dir)), "@v")
	if _, err := os.Stat(to); err == nil {
		return nil
	}
	if err := os.MkdirAll(to, 0o755); err != nil {
		return err
	}
	source := filepath.Join(r.root, filepath.FromSlash(dir))
	text, err := os.ReadFile(filepath.Join(source, "go.mod"))
	if err != nil {
		return err
	}
	mod := withVersions(string(text), r.version)
	packed, err := r.pack(dir, mod)
	if err != nil {
		return err
	}
	for name, content := range map[string][]byte{
		"list": []byte(r.version + "\n"), r.version + ".mod": []byte(mod), r.version + ".zip": packed,
		r.version + ".info": fmt.Appendf(nil, "{\"Version\":%q}\n", r.version),
	} {
		if err := os.WriteFile(filepath.Join(to, name), content, 0o600); err != nil {
			return err
		}
	}
	for _, line := range ownRequirement.FindAllStringSubmatch(mod, -1) {
		required := strings.TrimPrefix(strings.TrimPrefix(strings.TrimSpace(line[1]), "require "), importPath("."))
		if err := r.publish(path.Join(".", required)); err != nil {
			return err
		}
	}
	return nil
}

// pack returns the zip file of a module: the files of the checkout below its directory, without those
// of modules below it.
func (r *rehearsal) pack(dir, mod string) ([]byte, error) {
	source := filepath.Join(r.root, filepath.FromSlash(dir))
	listed, err := programs.Output(source, nil, "git", "ls-files", "-z")
	if err != nil {
		return nil, err
	}
	files := strings.Split(strings.TrimSuffix(listed, "\x00"), "\x00")
	var below []string
	for _, file := range files {
		if path.Base(file) == "go.mod" && file != "go.mod" {
			below = append(below, path.Dir(file)+"/")
		}
	}
	var packed bytes.Buffer
	w := zip.NewWriter(&packed)
	for _, file := range files {
		if inOne(below, file) {
			continue
		}
		text := []byte(mod)
		if file != "go.mod" {
			text, err = os.ReadFile(filepath.Join(source, filepath.FromSlash(file)))
			if errors.Is(err, os.ErrNotExist) {
				continue // removed, and not committed
			} else if err != nil {
				return nil, err
			}
		}
		entry, err := w.Create(importPath(dir) + "@" + r.version + "/" + file)
		if err != nil {
			return nil, err
		}
		if _, err := entry.Write(text); err != nil {
			return nil, err
		}
	}
	if err := w.Close(); err != nil {
		return nil, err
	}
	return packed.Bytes(), nil
}

func inOne(folders []string, file string) bool {
	for _, folder := range folders {
		if strings.HasPrefix(file, folder) {
			return true
		}
	}
	return false
}

// firstProgram returns the README's first program, and what it says that it prints.
func (r *rehearsal) firstProgram() (program, prints string, err error) {
	readme, err := os.ReadFile(filepath.Join(r.root, "README.md"))
	if err != nil {
		return "", "", err
	}
	_, program, _ = strings.Cut(string(readme), "```go\npackage main\n")
	program, _, found := strings.Cut("package main\n"+program, "\n```")
	_, prints, printed := strings.Cut(program, "// Output: ")
	if !found || !printed {
		return "", "", errors.New("README.md has no program that says what it prints")
	}
	return program + "\n", strings.TrimSpace(prints), nil
}
