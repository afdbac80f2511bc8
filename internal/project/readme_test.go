package project

// The documents are correct: their code compiles and runs, their commands exist, and their links
// have targets. snippet_test.go, commands_test.go and markdown_test.go have the checks.

import (
	"fmt"
	"maps"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// documents are the pages whose code and commands are checked: those with instructions for readers.
func documents(t *testing.T, tr tree) map[string]string {
	t.Helper()
	pages := tr.texts(t, ".md")
	maps.DeleteFunc(pages, func(name, _ string) bool {
		return name != "README.md" && name != "CONTRIBUTING.md" && !strings.HasPrefix(name, "docs/") && path.Base(name) != "README.md"
	})
	if pages["README.md"] == "" {
		t.Fatal("there is no README.md: the project's front page is missing")
	}
	return pages
}

// inOrder iterates over pages by name, so that complaints always come in the same order.
func inOrder(pages map[string]string) []string { return slices.Sorted(maps.Keys(pages)) }

func TestSnippets(t *testing.T) {
	t.Parallel()
	tr := checkout(t)
	var list []block
	pages := documents(t, tr)
	for _, name := range inOrder(pages) {
		all, _ := blocks(name, pages[name])
		for _, b := range all {
			if b.language == "go" {
				list = append(list, b)
			}
		}
	}
	for _, complaint := range brokenSnippets(t, tr, list) {
		t.Error(complaint)
	}
	t.Logf("%d snippets", len(list))
}

func TestCommands(t *testing.T) {
	t.Parallel()
	tr := checkout(t)
	check := newCommandCheck(t, tr)
	pages := documents(t, tr)
	for _, name := range inOrder(pages) {
		all, _ := blocks(name, pages[name])
		for _, b := range all {
			if slices.Contains(shell, b.language) {
				for _, complaint := range check.broken(b) {
					t.Error(complaint)
				}
			}
		}
	}
	for _, command := range []string{"make tournament", "make test"} {
		if !strings.Contains(pages["README.md"], command) {
			t.Errorf("README.md does not say %q: the two commands a stranger types first", command)
		}
	}
}

// TestMakeHelp: every verb of the Makefile is documented, and nothing else is.
func TestMakeHelp(t *testing.T) {
	text := checkout(t).read(t, "Makefile")
	var documented []string
	for line := range strings.Lines(text) {
		if help, ok := strings.CutPrefix(line, "## "); ok {
			name, what, _ := strings.Cut(help, ": ")
			documented = append(documented, name)
			if strings.TrimSpace(what) == "" {
				t.Errorf("make help says nothing about %s", name)
			}
		}
	}
	if targets := makeTargets(text); !slices.Equal(targets, documented) {
		t.Errorf("the Makefile has the targets %v and documents %v", targets, documented)
	}
}

// brokenLinks returns a complaint for every link between the project's own pages without a target.
func brokenLinks(root string, pages map[string]string) []string {
	var complaints []string
	for _, name := range inOrder(pages) {
		targets := links(pages[name])
		for _, to := range slices.Sorted(maps.Keys(targets)) {
			if strings.Contains(to, "://") || strings.HasPrefix(to, "mailto:") {
				continue
			}
			file, fragment, _ := strings.Cut(to, "#")
			page := name
			if file != "" {
				page = path.Join(path.Dir(name), file)
			}
			info, err := os.Stat(filepath.Join(root, filepath.FromSlash(page)))
			switch {
			case err != nil || strings.HasPrefix(page, "../"):
				complaints = append(complaints, fmt.Sprintf("%s:%d: the link to %s leads nowhere", name, targets[to], to))
			case fragment != "" && !info.IsDir() && strings.HasSuffix(page, ".md") && !anchors(pages[page])[fragment]:
				complaints = append(complaints, fmt.Sprintf("%s:%d: %s has no heading for #%s", name, targets[to], page, fragment))
			}
		}
	}
	return complaints
}

func TestLinks(t *testing.T) {
	tr := checkout(t)
	for _, complaint := range brokenLinks(tr.root, tr.texts(t, ".md")) {
		t.Error(complaint)
	}
}
