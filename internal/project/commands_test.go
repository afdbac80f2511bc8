package project

// The commands that the documents tell their readers to type: each must exist.

import (
	"fmt"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
)

// shell are the languages of blocks whose lines a reader types.
var shell = []string{"sh", "bash", "shell", "console"}

// foreign are commands of others that documents may show as they please.
var foreign = []string{"git", "cd", "benchstat", "export", "sudo"}

// commandCheck looks up commands in a checkout.
type commandCheck struct {
	tree    tree
	targets []string                             // of the Makefile
	help    func(args ...string) (string, error) // runs `wakeful ARGS --help`
}

func newCommandCheck(t *testing.T, tr tree) commandCheck {
	t.Helper()
	return commandCheck{tr, makeTargets(tr.read(t, "Makefile")), commandHelp(t, tr)}
}

var target = regexp.MustCompile(`(?m)^([a-z][\w-]*):(?:[^=]|$)`)

// makeTargets returns the targets of a Makefile.
func makeTargets(text string) []string {
	var names []string
	for _, m := range target.FindAllStringSubmatch(text, -1) {
		names = append(names, m[1])
	}
	return names
}

// commandHelp returns a function that asks the command wakeful for help. It is
// built when a document first mentions it.
func commandHelp(t *testing.T, tr tree) func(args ...string) (string, error) {
	t.Helper()
	binary := filepath.Join(t.TempDir(), "wakeful.exe")
	build := sync.OnceValue(func() error {
		cmd := exec.Command("go", "build", "-buildvcs=false", "-o", binary, "./cmd/wakeful")
		cmd.Dir = tr.root
		if out, err := cmd.CombinedOutput(); err != nil {
			return fmt.Errorf("building the command: %w\n%s", err, out)
		}
		return nil
	})
	return func(args ...string) (string, error) {
		if err := build(); err != nil {
			return "", err
		}
		out, err := exec.Command(binary, append(args, "--help")...).CombinedOutput()
		return string(out), err
	}
}

// broken returns what is wrong with the commands of a block.
func (c commandCheck) broken(b block) []string {
	var complaints []string
	text := strings.ReplaceAll(b.text, "\\\n", " ")
	for line := range strings.Lines(text) {
		line = strings.TrimSpace(line)
		if b.language == "console" && !strings.HasPrefix(line, "$ ") {
			continue // what the command prints
		}
		line, _, _ = strings.Cut(strings.TrimPrefix(line, "$ "), " #")
		if strings.HasPrefix(line, "#") {
			continue
		}
		for command := range strings.SplitSeq(strings.NewReplacer("&&", "\n", "|", "\n", ";", "\n").Replace(line), "\n") {
			if why := c.wrong(strings.Fields(command)); why != "" {
				complaints = append(complaints, fmt.Sprintf("%s:%d: %q: %s", b.file, b.line, strings.TrimSpace(command), why))
			}
		}
	}
	return complaints
}

// wrong returns what is wrong with one command, "" when nothing is.
func (c commandCheck) wrong(args []string) string {
	for len(args) > 0 && strings.Contains(args[0], "=") { // NAME=value before a command
		args = args[1:]
	}
	if len(args) == 0 {
		return ""
	}
	switch args[0] {
	case "make":
		for _, arg := range args[1:] {
			if !strings.HasPrefix(arg, "-") && !strings.Contains(arg, "=") && !slices.Contains(c.targets, arg) {
				return "the Makefile has no target " + arg
			}
		}
		return ""
	case "go":
		return c.wrongGo(args[1:])
	case "bash", "sh":
		if len(args) > 1 && !exists(filepath.Join(c.tree.root, filepath.FromSlash(args[1]))) {
			return "there is no " + args[1]
		}
		return ""
	case "cargo":
		if !exists(filepath.Join(c.tree.root, "rust", "Cargo.toml")) {
			return "there is no Cargo workspace"
		}
		return ""
	case "wakeful", "bin/wakeful", "./bin/wakeful":
		return c.wrongWakeful(args[1:])
	}
	if slices.Contains(foreign, args[0]) {
		return ""
	}
	return "this test does not know the command " + args[0] + ": teach it in commands_test.go"
}

// wrongGo checks the packages that a go command names.
func (c commandCheck) wrongGo(args []string) string {
	if len(args) == 0 {
		return "go without a verb"
	}
	for i, arg := range args[1:] {
		name, _, _ := strings.Cut(arg, "@")
		name = strings.TrimSuffix(strings.TrimSuffix(name, "..."), "/")
		below, ours := strings.CutPrefix(name, self)
		switch {
		case strings.Contains(below, variable):
			continue // TestInstallation runs it with every value
		case ours:
			name = "." + below
		case name != "." && !strings.HasPrefix(name, "./"):
			continue // a flag, a foreign package
		}
		if !c.tree.hasDir(path.Clean(name)) {
			return "there is no package " + arg
		}
		if args[0] == "run" {
			if path.Clean(name) == "cmd/wakeful" {
				return c.wrongWakeful(args[i+2:])
			}
			return ""
		}
	}
	return ""
}

// wrongWakeful asks the command itself about a verb and its flags.
func (c commandCheck) wrongWakeful(args []string) string {
	var verb []string
	if len(args) > 0 && !strings.HasPrefix(args[0], "-") {
		verb = args[:1]
	}
	help, err := c.help(verb...)
	if err != nil {
		return fmt.Sprintf("asking for help: %v\n%s", err, help)
	}
	if len(verb) > 0 && !strings.Contains(help, "wakeful "+verb[0]) {
		return "the command has no verb " + verb[0]
	}
	for _, arg := range args[len(verb):] {
		flag, _, _ := strings.Cut(arg, "=")
		if strings.HasPrefix(flag, "-") && !regexp.MustCompile(`(?m)(?:^|[\s,])`+regexp.QuoteMeta(flag)+`(?:[\s,=\[]|$)`).MatchString(help) {
			return "the command has no flag " + flag
		}
	}
	return ""
}

// hasDir reports whether the tree has files in or below a directory.
func (tr tree) hasDir(dir string) bool {
	if dir == "." {
		return true
	}
	info, err := os.Stat(filepath.Join(tr.root, filepath.FromSlash(dir)))
	return err == nil && info.IsDir() && slices.ContainsFunc(tr.files, func(f string) bool { return strings.HasPrefix(f, dir+"/") })
}
