package project

// The workflows of the continuous integration run only commands that anyone can run.

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// runKey matches the line of a step that has its command.
var runKey = regexp.MustCompile(`^(\s*(?:- )?)run:\s*(.*)$`)

// runSteps returns the commands of each `run:` of a workflow. It reads only the part of YAML that
// such files use.
func runSteps(text string) []string {
	var steps []string
	lines := strings.Split(text, "\n")
	for i := 0; i < len(lines); i++ {
		m := runKey.FindStringSubmatch(lines[i])
		if m == nil {
			continue
		}
		command := m[2]
		if strings.HasPrefix(command, "|") || strings.HasPrefix(command, ">") { // a block of lines
			var block []string
			for i+1 < len(lines) && (strings.TrimSpace(lines[i+1]) == "" || indent(lines[i+1]) > len(m[1])) {
				i++
				if line := strings.TrimSpace(lines[i]); line != "" {
					block = append(block, line)
				}
			}
			command = strings.Join(block, "\n")
		}
		steps = append(steps, command)
	}
	return steps
}

func indent(line string) int { return len(line) - len(strings.TrimLeft(line, " ")) }

// brokenWorkflow returns the errors in the steps of a workflow. Each step must be a target of the
// Makefile or install packages.
func brokenWorkflow(name, text string, targets []string) []string {
	steps := runSteps(text)
	if len(steps) == 0 {
		return []string{name + ": it runs nothing"}
	}
	var complaints []string
	for _, step := range steps {
		for command := range strings.SplitSeq(strings.ReplaceAll(step, "&&", "\n"), "\n") {
			words := strings.Fields(command)
			switch {
			case len(words) == 2 && words[0] == "make" && slices.Contains(targets, words[1]):
			case len(words) > 2 && words[0] == "sudo" && words[1] == "apt-get":
			default:
				complaints = append(complaints, fmt.Sprintf("%s: %q is neither a target of the Makefile nor the installation of packages", name, command))
			}
		}
	}
	return complaints
}

func TestWorkflowsRunTargets(t *testing.T) {
	tr := checkout(t)
	targets := makeTargets(tr.read(t, "Makefile"))
	found := false
	for name, text := range tr.texts(t, ".yml", ".yaml") {
		if !strings.HasPrefix(name, ".github/workflows/") {
			continue
		}
		found = true
		for _, complaint := range brokenWorkflow(name, text, targets) {
			t.Error(complaint)
		}
	}
	if !found {
		t.Error("there is no workflow: this test looks in the wrong place")
	}
	for _, planted := range []struct {
		text string
		want int // complaints
	}{
		{"steps:\n  - uses: a/b@v1\n", 1},
		{"steps:\n  - run: make test\n    shell: bash\n", 0},
		{"steps:\n  - name: a\n    run: make tset\n", 1},
		{"steps:\n  - run: go test ./...\n  - run: make test\n", 1},
		{"steps:\n  - run: make test; curl example.com\n", 1},
		{"steps:\n  - run: sudo apt-get update && sudo apt-get install -y spin && spin -V\n", 1},
		{"steps:\n  - run: |\n      make test\n\n      ./script\n    shell: bash\n  - run: make test\n", 1},
		{"defaults:\n  run:\n    shell: bash\n", 1},
	} {
		if got := brokenWorkflow("planted", planted.text, []string{"test"}); len(got) != planted.want {
			t.Errorf("%q: %d complaints, want %d: %q", planted.text, len(got), planted.want, got)
		}
	}
}
