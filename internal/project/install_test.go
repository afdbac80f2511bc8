package project

// The README's instructions for a module that uses wakeful, followed in an empty module outside
// the tree: for the library, and for each module of the README's table.

import (
	"fmt"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/wakeful-go/wakeful/internal/project/modules"
)

// instructions are the README's commands that make a module use the clone.
type instructions struct {
	library []string
	// other are those for another module, which come after library. They name it with variable,
	// whose value the first of them gave.
	other   []string
	modules []string // the table of the other modules
}

const variable = "$module"

var (
	assignment = regexp.MustCompile(`^module=(\S+)`)
	moduleRow  = regexp.MustCompile("(?m)^\\| `([^`]+)` \\|")
)

func readInstructions(t *testing.T, tr tree) instructions {
	t.Helper()
	var in instructions
	readme := tr.read(t, "README.md")
	_, section, _ := strings.Cut(readme, "\n## Install\n")
	section, _, _ = strings.Cut(section, "\n## ")
	all, _ := blocks("README.md", section)
	for _, b := range all {
		lines := strings.Split(strings.TrimSpace(b.text), "\n")
		example := assignment.FindStringSubmatch(lines[0])
		switch {
		case !slices.Contains(shell, b.language) || !strings.Contains(b.text, "-replace"):
		case example == nil && in.library == nil:
			in.library = lines
		case example != nil && in.other == nil:
			in.other = lines[1:]
			in.modules = append(in.modules, example[1])
		default:
			t.Fatalf("README.md: this test knows one block of commands with -replace for the library and one for the other modules, and this is a third:\n%s", b.text)
		}
	}
	if in.library == nil || in.other == nil {
		t.Fatal("README.md does not say how a module comes to use a clone of the library, and of its other modules")
	}
	for _, row := range moduleRow.FindAllStringSubmatch(section, -1) {
		in.modules = append(in.modules, row[1])
	}
	slices.Sort(in.modules)
	in.modules = slices.Compact(in.modules)
	return in
}

// of returns the commands for one of the other modules.
func (in instructions) of(name string) []string {
	commands := slices.Clone(in.other)
	for i := range commands {
		commands[i] = strings.ReplaceAll(commands[i], variable, name)
	}
	return commands
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

// module is an empty module in a directory. It gets its dependencies as any module does: from the
// module cache, or from the source that the go command is configured to use.
type module struct {
	dir, clone string
	needed     []string // the modules of the clone that it installs
}

// newModule makes an empty module that is to install modules of the clone. It has their checksums,
// so a machine with a full module cache needs no network.
func newModule(t *testing.T, tr tree, needed ...string) module {
	t.Helper()
	m := module{t.TempDir(), filepath.ToSlash(tr.root), needed}
	if out, err := m.run("go mod init install.example"); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	sums := ""
	for _, name := range needed {
		sums += tr.read(t, path.Join(name, "go.sum"))
	}
	m.write(t, "go.sum", sums)
	return m
}

// run runs a command of the README with the path of this clone.
func (m module) run(command string) (output string, err error) {
	args := strings.Fields(command)
	for i := range args { // after splitting: the clone's path may have spaces
		args[i] = strings.ReplaceAll(args[i], "../wakeful", m.clone)
	}
	return outsideWorkspace(m.dir, args...)
}

// outsideWorkspace runs a command in a directory as if the project's go.work did not exist.
func outsideWorkspace(dir string, args ...string) (output string, err error) {
	cmd := exec.Command(args[0], args[1:]...)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "GOWORK=off", "GOFLAGS=", "PWD="+dir)
	out, err := cmd.CombinedOutput()
	if err != nil {
		err = fmt.Errorf("%s: %w", strings.Join(args, " "), err)
	}
	return string(out), err
}

func (m module) write(t *testing.T, name, text string) {
	t.Helper()
	if err := os.WriteFile(filepath.Join(m.dir, name), []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

// importAll writes a package that imports the modules.
func (m module) importAll(t *testing.T) {
	t.Helper()
	text := "package user\n"
	for _, name := range m.needed {
		text += fmt.Sprintf("\nimport _ %q\n", path.Join(self, name))
	}
	m.write(t, "user.go", text)
}

// build loads all packages as `go build` does and compiles none: other tests do that, and the test
// is about whether the packages are found.
const build = "go build -n ."

// follow runs commands. If one fails, and the machine does not have the packages that the modules of
// the clone need and cannot download them, the test is not run.
func (m module) follow(t *testing.T, commands ...string) string {
	t.Helper()
	var output string
	for _, command := range commands {
		var err error
		if output, err = m.run(command); err == nil {
			continue
		}
		for _, name := range m.needed {
			dir := filepath.Join(m.clone, filepath.FromSlash(name))
			if out, absent := outsideWorkspace(dir, strings.Fields(build)...); absent != nil {
				t.Skipf("NOT RUN: the packages that %s needs cannot be downloaded: %s", path.Join(self, name), lastLine(out))
			}
		}
		t.Fatalf("%v\n%s", err, output)
	}
	return output
}

func lastLine(text string) string {
	lines := strings.Split(strings.TrimSpace(text), "\n")
	return lines[len(lines)-1]
}

func TestInstallation(t *testing.T) {
	t.Parallel()
	tr := checkout(t)
	in := readInstructions(t, tr)
	t.Run("library", func(t *testing.T) {
		t.Parallel()
		program, want := firstProgram(t, tr)
		m := newModule(t, tr, ".")
		m.write(t, "main.go", program)
		if got := tidy(m.follow(t, append(in.library, "go run .")...)); got != want {
			t.Errorf("the README's first program prints %q, want %q", got, want)
		}
	})
	for _, name := range in.modules {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			m := newModule(t, tr, ".", name)
			m.importAll(t)
			m.follow(t, slices.Concat(in.library, in.of(name), []string{build})...)
		})
	}
}

// TestInstallationIsComplete: the README has every module that users import, and no other.
func TestInstallationIsComplete(t *testing.T) {
	tr := checkout(t)
	want, err := modules.Imported(tr.root)
	if err != nil {
		t.Fatal(err)
	}
	want = slices.DeleteFunc(want, func(dir string) bool { return dir == "." })
	slices.Sort(want)
	if got := readInstructions(t, tr).modules; !slices.Equal(got, want) {
		t.Errorf("README.md has the modules %q, and users can import %q", got, want)
	}
}

// TestInstallationFindsMistakes: incomplete instructions are detected.
func TestInstallationFindsMistakes(t *testing.T) {
	tr := checkout(t)
	in := readInstructions(t, tr)
	m := newModule(t, tr, ".")
	m.importAll(t)
	if out, err := m.run(in.library[0]); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	if out, err := m.run(build); err == nil || !strings.Contains(out, "replaced but not required") {
		t.Errorf("the build with the replacement alone: %v\n%s", err, out)
	}
}
