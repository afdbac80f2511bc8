package project

// Compiling and running the Go code of the documents. Every block becomes a package of a module
// outside the project, so that a snippet can use only what a user can.

import (
	"context"
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"
)

// snippetLimit is the time limit of a program in the documents that ends by itself.
const snippetLimit = time.Minute

// known maps package names to the import paths that fragments may use without an import.
func known(tr tree, t *testing.T) map[string]string {
	t.Helper()
	paths := map[string]string{}
	for p := range strings.FieldsSeq("bufio bytes context crypto/tls errors fmt io log log/slog maps math math/rand/v2 net net/http os " +
		"os/signal runtime slices strconv strings sync sync/atomic syscall testing testing/synctest time") {
		paths[path.Base(strings.TrimSuffix(p, "/v2"))] = p
	}
	for _, s := range tr.sources(t) {
		if name := s.syntax.Name.Name; !s.test && name != "main" && !strings.Contains(s.pkg, "/internal/") {
			paths[name] = s.pkg
		}
	}
	return paths
}

// program returns the Go file for a block: the block itself if it is a whole file, and otherwise
// the block with the assumed code around it. A //line directive makes the compiler's complaints
// point into the document.
func program(b block, packages map[string]string) (text, name string, err error) {
	where := fmt.Sprintf("//line %s:%d\n", b.file, b.line)
	if file, err := parser.ParseFile(token.NewFileSet(), "", b.text, parser.PackageClauseOnly); err == nil {
		return where + b.text, file.Name.Name, nil
	}
	body := where + b.text // declarations
	if _, err := parser.ParseFile(token.NewFileSet(), "", "package p\n"+body, 0); err != nil {
		body = fmt.Sprintf("func _(%s) error {\n{\n%s%s}\nreturn nil\n}\n", strings.Join(parameters(b), ", "), where, b.text)
	}
	file, err := parser.ParseFile(token.NewFileSet(), "", "package snippet\n"+body, 0)
	if err != nil {
		return "", "", err
	}
	var imports strings.Builder
	for _, name := range qualifiers(file) {
		if p, ok := packages[name]; ok {
			fmt.Fprintf(&imports, "import %s %q\n", name, p)
		}
	}
	return "package snippet\n" + imports.String() + body, "snippet", nil
}

// parameters returns the variables that a fragment of statements may use undeclared. They are the
// same for all fragments, plus the given ones.
func parameters(b block) []string {
	var list, names []string
	if b.given != "" {
		for p := range strings.SplitSeq(b.given, ",") {
			p = strings.TrimSpace(p)
			name, _, _ := strings.Cut(p, " ")
			list, names = append(list, p), append(names, name)
		}
	}
	for _, p := range []string{"ctx context.Context", "loop *wakeful.Loop", "err error"} {
		if name, _, _ := strings.Cut(p, " "); !slices.Contains(names, name) && regexp.MustCompile(`\b`+name+`\b`).MatchString(b.text) {
			list = append(list, p)
		}
	}
	return list
}

// qualifiers returns the names that a file uses like packages: x in x.Y, neither
// declared nor imported.
func qualifiers(file *ast.File) []string {
	imported := map[string]bool{}
	for _, spec := range file.Imports {
		imported[path.Base(strings.Trim(spec.Path.Value, "`\""))] = true
	}
	undeclared := map[*ast.Ident]bool{}
	for _, id := range file.Unresolved {
		undeclared[id] = true
	}
	var names []string
	ast.Inspect(file, func(n ast.Node) bool {
		if sel, ok := n.(*ast.SelectorExpr); ok {
			if id, ok := sel.X.(*ast.Ident); ok && undeclared[id] && !imported[id.Name] {
				names = append(names, id.Name)
			}
		}
		return true
	})
	slices.Sort(names)
	return slices.Compact(names)
}

// forgiven are complaints that only a fragment can cause, because it shows how a value is created
// and does not use it.
var forgiven = regexp.MustCompile(`declared and not used: |^# `)

// claimedOutput returns what a block says that it prints: the text of the comment that begins with
// "Output:", wherever in the block it is. Of several such comments it returns an error, since only
// one can be what the program prints.
func claimedOutput(b block) (text string, claimed bool, err error) {
	var current []string // the comment group that the loop is in
	var groups [][]string
	for line := range strings.Lines(b.text) {
		line, comment := strings.CutPrefix(strings.TrimSpace(line), "//")
		if !comment {
			current = nil
			continue
		}
		line = strings.TrimSpace(line)
		if rest, begins := strings.CutPrefix(line, "Output:"); begins && current == nil {
			current = []string{rest}
			groups = append(groups, current)
		} else if current != nil {
			current = append(current, line)
			groups[len(groups)-1] = current
		}
	}
	switch {
	case len(groups) > 1:
		return "", true, errors.New("it claims two outputs")
	case len(groups) == 1:
		return strings.Join(groups[0], "\n"), true, nil
	case misspelledOutput.MatchString(b.text):
		return "", true, errors.New(`it has a comment that looks like a claim about its output; write "// Output:"`)
	}
	return "", false, nil
}

// misspelledOutput matches a comment that looks like a claim about the output.
var misspelledOutput = regexp.MustCompile(`(?mi)^.*//\s*((unordered )?output:|prints\b)`)

// brokenSnippets compiles the blocks, runs the programs among them, and returns a complaint for
// each that does not do what a reader expects.
func brokenSnippets(t *testing.T, tr tree, list []block) []string {
	t.Helper()
	dir := t.TempDir()
	write := func(name, text string) {
		name = filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	work, version := "", ""
	for _, name := range tr.files {
		if path.Base(name) == "go.mod" {
			work += fmt.Sprintf("use %q\n", filepath.Join(tr.root, filepath.FromSlash(path.Dir(name))))
		}
	}
	for line := range strings.Lines(tr.read(t, "go.work")) {
		if strings.HasPrefix(line, "go ") {
			version = line
		}
	}
	write("go.mod", "module snippets.example\n\n"+version)
	write("go.work", version+work+"use .\n")

	var complaints []string
	complain := func(b block, format string, args ...any) {
		complaints = append(complaints, fmt.Sprintf("%s:%d: ", b.file, b.line)+fmt.Sprintf(format, args...))
	}
	packages := known(tr, t)
	var written []snippet
	for i, b := range list {
		want, claimed, err := claimedOutput(b)
		if err != nil {
			complain(b, "%v", err)
			continue
		}
		text, name, err := program(b, packages)
		if err != nil {
			complain(b, "%v", err)
			continue
		}
		pkg := fmt.Sprintf("s%03d", i)
		write(pkg+"/snippet.go", text)
		written = append(written, snippet{block: b, pkg: pkg, name: name, want: want, claimed: claimed})
	}
	failed := buildSnippets(t, dir, written)
	for _, s := range written {
		if complaint := failed[s.pkg]; complaint != "" {
			complain(s.block, "it does not compile: %s", complaint)
			continue
		}
		switch {
		case s.name == "main" && s.block.compiledOnly == "":
			got, complaint := runSnippet(dir, filepath.Join(dir, binaries, s.pkg+exe()))
			if complaint == "" && s.claimed && tidy(got) != tidy(s.want) {
				complaint = fmt.Sprintf("it prints\n%s\nand says that it prints\n%s", tidy(got), tidy(s.want))
			}
			if complaint != "" {
				complain(s.block, "%s", complaint)
			}
		case s.claimed:
			complain(s.block, "it claims an output and is not run: make it a whole program that ends by itself")
		}
	}
	return complaints
}

// snippet is a block that was written as a package.
type snippet struct {
	block     block
	pkg, name string // directory, and name in the package clause
	want      string // claimed output
	claimed   bool
}

const binaries = "binaries" // folder of the programs

func exe() string {
	if runtime.GOOS == "windows" {
		return ".exe"
	}
	return ""
}

// buildSnippets compiles the packages, and returns what is wrong with those that do not compile.
// The go command gets all packages at once, because to load them takes longer than to compile one.
// If it does not say which packages it complains about, each is compiled by itself.
func buildSnippets(t *testing.T, dir string, list []snippet) (failed map[string]string) {
	t.Helper()
	failed = map[string]string{}
	if err := os.MkdirAll(filepath.Join(dir, binaries), 0o755); err != nil {
		t.Fatal(err)
	}
	for _, programs := range []bool{false, true} {
		var group []snippet
		for _, s := range list {
			if (s.name == "main") == programs {
				group = append(group, s)
			}
		}
		if len(group) == 0 {
			continue
		}
		out, err := buildPackages(dir, group)
		said, known := byPackage(out)
		switch {
		case err == nil:
		case known:
			for _, s := range group {
				if text := said[s.pkg]; s.isBroken(text) {
					failed[s.pkg] = text
				}
			}
		default:
			for _, s := range group {
				if out, err := buildPackages(dir, []snippet{s}); err != nil && s.isBroken(out) {
					failed[s.pkg] = fmt.Sprintf("%v\n%s", err, out)
				}
			}
		}
	}
	return failed
}

// buildPackages calls the go command for packages that are all programs or all not.
func buildPackages(dir string, list []snippet) (output string, err error) {
	args := []string{"build", "-gcflags=-e"} // report all complaints, because the forgiven ones could use up the first ten
	if list[0].name == "main" {
		args = append(args, "-o", filepath.Join(dir, binaries)+string(filepath.Separator))
	}
	for _, s := range list {
		args = append(args, "./"+s.pkg)
	}
	out, err := inDir(dir, "go", args...).CombinedOutput()
	return string(out), err
}

// byPackage divides the compiler's complaints by package. It returns false if there is one that
// belongs to none.
func byPackage(output string) (said map[string]string, known bool) {
	said = map[string]string{}
	pkg := ""
	for line := range strings.Lines(output) {
		if name, ok := strings.CutPrefix(strings.TrimSpace(line), "# snippets.example/"); ok {
			pkg = name
		} else if pkg == "" || strings.HasPrefix(line, "# ") {
			return nil, false
		}
		said[pkg] += line
	}
	return said, len(said) > 0
}

// isBroken reports whether the compiler's complaints are more than a fragment may cause.
func (s snippet) isBroken(said string) bool {
	for line := range strings.Lines(said) {
		if line = strings.TrimSpace(line); s.name != "snippet" || !forgiven.MatchString(line) {
			return true
		}
	}
	return false
}

// runSnippet runs a program that ends by itself. It returns the program's output, or a complaint.
func runSnippet(dir, binary string) (output, complaint string) {
	ctx, cancel := context.WithTimeout(context.Background(), snippetLimit)
	defer cancel()
	cmd := exec.CommandContext(ctx, binary)
	cmd.Dir = dir
	out, err := cmd.CombinedOutput()
	if err != nil {
		return "", fmt.Sprintf("it fails when it is run (mark a program that does not end by itself with <!-- compiled only: why -->): %v\n%s", err, out)
	}
	return string(out), ""
}

// tidy trims every line and drops empty ones.
func tidy(text string) string {
	var lines []string
	for line := range strings.Lines(text) {
		if line = strings.TrimSpace(line); line != "" {
			lines = append(lines, line)
		}
	}
	return strings.Join(lines, "\n")
}

// inDir returns a command in a directory, with that directory's workspace.
func inDir(dir, name string, args ...string) *exec.Cmd {
	cmd := exec.Command(name, args...)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "GOWORK="+filepath.Join(dir, "go.work"), "GOFLAGS=", "GOOS="+runtime.GOOS, "GOARCH="+runtime.GOARCH)
	return cmd
}
