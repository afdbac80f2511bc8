package main

import (
	"bytes"
	"flag"
	"fmt"
	"os"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "write the help of every command into README.md")

// page is the command's documentation. The text between the two markers has the purpose and the
// examples of every command. helpFile has the help of every command, so that a change of it is
// visible.
const (
	page     = "README.md"
	helpFile = "testdata/help.txt"
	begin    = "<!-- help: written by go test ./wakeful -update -->\n"
	end      = "<!-- end of help -->\n"
)

// The documentation has the same help as the program.
func TestTheDocumentationIsTheHelp(t *testing.T) {
	text, err := os.ReadFile(page)
	if err != nil {
		t.Fatal(err)
	}
	before, rest, ok := strings.Cut(string(text), begin)
	documented, after, ok2 := strings.Cut(rest, end)
	if !ok || !ok2 {
		t.Fatalf("%s does not have the two markers", page)
	}
	help := allHelp(t)
	if *update {
		if err := os.WriteFile(helpFile, []byte(help), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if committed, err := os.ReadFile(helpFile); err != nil || string(committed) != help {
		t.Errorf("%s is not the help of the commands as it is (%v); write it again with: go test ./wakeful -update", helpFile, err)
	}
	help = examples()
	if *update {
		if err := os.WriteFile(page, []byte(before+begin+help+end+after), 0o600); err != nil {
			t.Fatal(err)
		}
		return
	}
	if documented != help {
		t.Errorf("%s does not show the examples of the commands as it is; write it again with: go test ./wakeful -update", page)
	}
}

// examples returns the purpose and the examples of every command that is not hidden.
func examples() string {
	var all strings.Builder
	for _, cmd := range newRoot(streams{}).Commands() {
		if !cmd.IsAvailableCommand() || cmd.Name() == "completion" || cmd.Name() == "help" {
			continue
		}
		fmt.Fprintf(&all, "**%s**: %s.\n\n", cmd.Name(), cmd.Short)
		if cmd.Example != "" {
			fmt.Fprintf(&all, "```text\n%s\n```\n\n", strings.ReplaceAll(strings.TrimPrefix(cmd.Example, "  "), "\n  ", "\n"))
		}
	}
	return all.String()
}

// allHelp returns the help of every command that is not hidden.
func allHelp(t *testing.T) string {
	t.Helper()
	var all strings.Builder
	root := newRoot(streams{})
	names := []string{""}
	for _, cmd := range root.Commands() {
		if cmd.IsAvailableCommand() {
			names = append(names, cmd.Name())
		}
	}
	for _, name := range names {
		var out bytes.Buffer
		args := append(strings.Fields(name), "--help")
		if status := run(t.Context(), streams{out: &out, err: &out}, args); status != statusDone {
			t.Fatalf("wakeful %s: status %d: %s", strings.Join(args, " "), status, &out)
		}
		fmt.Fprintf(&all, "## %s\n\n```text\n%s```\n\n", strings.TrimSpace("wakeful "+name), &out)
	}
	return all.String()
}

// Every flag and every exit status is in the documentation of its command.
func TestTheHelpStatesEveryExitStatus(t *testing.T) {
	help := allHelp(t)
	for _, status := range []int{statusDone, statusFailed, statusBadUse, statusInterrupted} {
		if !strings.Contains(help, fmt.Sprint(status)) {
			t.Errorf("the help does not say what the exit status %d means", status)
		}
	}
}
