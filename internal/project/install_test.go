package project

// The README's instructions for a module that uses wakeful, followed in an empty module outside
// the tree.

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// installation returns the README's commands that make a module use the clone: those for the
// library, and those for JavaScript that come on top.
func installation(t *testing.T, tr tree) (library, javascript []string) {
	t.Helper()
	all, _ := blocks("README.md", tr.read(t, "README.md"))
	for _, b := range all {
		switch {
		case !slices.Contains(shell, b.language) || !strings.Contains(b.text, "-replace"):
		case library == nil:
			library = strings.Split(strings.TrimSpace(b.text), "\n")
		case javascript == nil:
			javascript = strings.Split(strings.TrimSpace(b.text), "\n")
		default:
			t.Fatalf("README.md:%d: this test knows two blocks of commands with -replace, and this is a third", b.line)
		}
	}
	if library == nil || javascript == nil {
		t.Fatal("README.md does not say how a module comes to use a clone of the library, and of js")
	}
	return library, javascript
}

// firstProgram returns the first whole program of the README and its output.
func firstProgram(t *testing.T, tr tree) (text, output string) {
	t.Helper()
	all, _ := blocks("README.md", tr.read(t, "README.md"))
	for _, b := range all {
		if b.language == "go" && strings.HasPrefix(b.text, "package main\n") {
			output, claimed, err := claimedOutput(b)
			if err != nil || !claimed {
				t.Fatalf("README.md:%d: the first program does not say what it prints: %v", b.line, err)
			}
			return b.text, tidy(output)
		}
	}
	t.Fatal("README.md has no program")
	return "", ""
}

// module creates an empty module in a directory. It gets its dependencies as any module does: from
// the module cache, or from the source that the go command is configured to use.
type module struct {
	dir, clone string
}

func newModule(t *testing.T, tr tree) module {
	t.Helper()
	m := module{t.TempDir(), filepath.ToSlash(tr.root)}
	if out, err := m.run("go mod init install.example"); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	return m
}

// run runs a command of the README with the path of this clone.
func (m module) run(command string) (output string, err error) {
	args := strings.Fields(strings.ReplaceAll(command, "../wakeful", m.clone))
	cmd := exec.Command(args[0], args[1:]...)
	cmd.Dir = m.dir
	cmd.Env = append(os.Environ(), "GOWORK=off", "GOFLAGS=", "PWD="+m.dir)
	out, err := cmd.CombinedOutput()
	if err != nil {
		err = fmt.Errorf("%s: %w", command, err)
	}
	return string(out), err
}

func (m module) write(t *testing.T, name, text string) {
	t.Helper()
	if err := os.WriteFile(filepath.Join(m.dir, name), []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

func (m module) follow(t *testing.T, commands ...string) string {
	t.Helper()
	var output string
	for _, command := range commands {
		var err error
		if output, err = m.run(command); err != nil {
			t.Fatalf("%v\n%s", err, output)
		}
	}
	return output
}

func TestInstallation(t *testing.T) {
	t.Parallel()
	tr := checkout(t)
	library, javascript := installation(t, tr)
	t.Run("library", func(t *testing.T) {
		t.Parallel()
		program, want := firstProgram(t, tr)
		m := newModule(t, tr)
		m.write(t, "main.go", program)
		if got := tidy(m.follow(t, append(library, "go run .")...)); got != want {
			t.Errorf("the README's first program prints %q, want %q", got, want)
		}
	})
	// Compiled and not linked: the test checks that the packages are found.
	for name, imports := range map[string]string{
		"js":   `import _ "` + self + `/js"`,
		"both": `import (_ "` + self + `"; _ "` + self + `/js")`,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			m := newModule(t, tr)
			m.write(t, "user.go", "package user\n\n"+imports+"\n")
			m.follow(t, append(append(slices.Clone(library), javascript...), "go build .")...)
		})
	}
}

// TestInstallationFindsMistakes: incomplete instructions are detected.
func TestInstallationFindsMistakes(t *testing.T) {
	tr := checkout(t)
	library, _ := installation(t, tr)
	m := newModule(t, tr)
	m.write(t, "user.go", "package user\n\nimport _ \""+self+"\"\n")
	if out, err := m.run(library[0]); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	if out, err := m.run("go build ."); err == nil || !strings.Contains(out, "replaced but not required") {
		t.Errorf("go build with the replacement alone: %v\n%s", err, out)
	}
}
