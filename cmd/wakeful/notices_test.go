package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/wakeful-go/wakeful/js"
	"github.com/wakeful-go/wakeful/sandbox"
)

// This file owns the notices of third parties, THIRD_PARTY_NOTICES. Write them again after a
// dependency or a bundle has changed:
//
//	cd cmd && go test ./wakeful -run TestTheNoticesAreWhole -update

// Every part of the command on this platform has its section, with the linked version and its
// licence.
func TestTheNoticesAreWhole(t *testing.T) {
	parts, err := fixedParts("../..")
	if err != nil {
		t.Fatal(err)
	}
	if *update {
		for _, goos := range noticePlatforms {
			modules, err := moduleParts(goos)
			if err != nil {
				t.Fatal(err)
			}
			parts = append(parts, modules...)
		}
		thirdParties = notices(parts)
		if err := os.WriteFile("THIRD_PARTY_NOTICES", []byte(thirdParties), 0o644); err != nil { //nolint:gosec // for everybody to read
			t.Fatal(err)
		}
		return
	}
	modules, err := moduleParts(runtime.GOOS)
	if err != nil {
		t.Fatal(err)
	}
	if len(modules) < 10 || len(parts) < 15 {
		t.Errorf("%d modules and %d other parts: this test looks in the wrong place", len(modules), len(parts))
	}
	for _, p := range append(parts, modules...) {
		if !hasNotice(thirdParties, p) {
			t.Errorf("%s is not in THIRD_PARTY_NOTICES; in the module cmd, run: go test ./wakeful -run TestTheNoticesAreWhole -update", p.Name)
		}
	}
}

// hasNotice reports whether a section of the notices is about a part and ends with its licence.
func hasNotice(text string, p part) bool {
	for section := range strings.SplitSeq(text, "\n"+strings.Repeat("=", 80)+"\n") {
		names, licence, _ := strings.Cut(section, "\n\n")
		if strings.Contains("\n"+names+"\n", "\n"+p.Name+"\n") && strings.TrimSpace(licence) == tidied(p.Licence) {
			return true // a package may have a licence and a notice
		}
	}
	return false
}

// The check itself detects missing parts.
func TestMissingNoticeIsFound(t *testing.T) {
	a, b := part{"a 1.0", "do what you like\n"}, part{"b 2.0", "do what you like"}
	text := notices([]part{a, b, {"c 3.0", "ask first\r\n\r\nplease"}})
	if strings.Count(text, "do what you like") != 1 {
		t.Errorf("the same licence is there twice:\n%s", text)
	}
	for _, c := range []struct {
		part part
		want bool
	}{
		{a, true}, {b, true}, {part{"c 3.0", "ask first\n\nplease"}, true},
		{part{"c 3.1", "ask first\n\nplease"}, false}, {part{"c 3.0", "never"}, false}, {part{"d 1.0", "do what you like"}, false},
	} {
		if got := hasNotice(text, c.part); got != c.want {
			t.Errorf("%s is there: %v, want %v", c.part.Name, got, c.want)
		}
	}
	if parts := bundledParts("intro\n\n==== a 1 (MIT)\n\nfree\n\n==== b 2 (BSD)\n\nfree too\n"); len(parts) != 2 || !strings.Contains(parts[1].Name, "b 2 (BSD)") {
		t.Errorf("read %+v", parts)
	}
}

// part is a third party's work in the command.
type part struct{ Name, Licence string }

// noticePlatforms are the platforms whose dependencies are in the notices.
var noticePlatforms = []string{"linux", "darwin", "freebsd", "windows"}

// notices writes the notices of parts. Parts with the same licence text share it.
func notices(parts []part) string {
	var out strings.Builder
	out.WriteString("The command wakeful contains work of these third parties. Each section names what it is about\nand has the licence.\n")
	names, order := map[string][]string{}, []string{}
	for _, p := range parts {
		text := tidied(p.Licence)
		if names[text] == nil {
			order = append(order, text)
		}
		if !slices.Contains(names[text], p.Name) {
			names[text] = append(names[text], p.Name)
		}
	}
	for _, text := range order {
		out.WriteString("\n" + strings.Repeat("=", 80) + "\n")
		for _, name := range names[text] {
			out.WriteString(name + "\n")
		}
		out.WriteString("\n" + text + "\n")
	}
	return out.String()
}

func tidied(text string) string {
	var lines []string
	for line := range strings.Lines(strings.ReplaceAll(text, "\r\n", "\n")) {
		lines = append(lines, strings.TrimRight(line, " \t\n"))
	}
	return strings.TrimSpace(strings.Join(lines, "\n"))
}

// licenceFile matches the names of files that a licence requires to be distributed.
var licenceFile = regexp.MustCompile(`(?i)^(licen[cs]e|copying|notice)([-._].*)?$`)

// moduleParts returns the third parties' Go modules in the command on a platform. It reads the module
// of the current directory.
func moduleParts(goos string) ([]part, error) {
	cmd := exec.Command("go", "list", "-deps", "-f", "{{with .Module}}{{.Path}} {{.Version}} {{.Dir}}{{end}}", "github.com/wakeful-go/wakeful/cmd/wakeful")
	cmd.Env = append(os.Environ(), "GOOS="+goos, "GOARCH=amd64", "CGO_ENABLED=0")
	cmd.Stderr = os.Stderr
	out, err := cmd.Output()
	if err != nil {
		return nil, fmt.Errorf("listing the modules for %s: %w", goos, err)
	}
	lines := strings.Split(strings.TrimSpace(string(out)), "\n")
	slices.Sort(lines)
	var parts []part
	for _, line := range slices.Compact(lines) {
		module, rest, _ := strings.Cut(line, " ")
		version, dir, _ := strings.Cut(rest, " ")
		if version == "" || strings.HasPrefix(module, "github.com/wakeful-go/") {
			continue
		}
		licence, err := licences(dir)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", module, err)
		}
		parts = append(parts, part{"Go module " + module + " " + version, licence})
	}
	return parts, nil
}

// licences joins the licence files of a folder.
func licences(dir string) (string, error) {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return "", err
	}
	var texts []string
	for _, entry := range entries {
		if entry.IsDir() || !licenceFile.MatchString(entry.Name()) {
			continue
		}
		text, err := os.ReadFile(filepath.Join(dir, entry.Name()))
		if err != nil {
			return "", err
		}
		texts = append(texts, string(text))
	}
	if len(texts) == 0 {
		return "", fmt.Errorf("%s has no licence file", dir)
	}
	return strings.Join(texts, "\n\n"), nil
}

// fixedParts returns the parts of the command other than Go modules: Go itself, the embedded JavaScript,
// the report's charts, Unicode's data, and code that follows Node. root is the project's folder.
func fixedParts(root string) ([]part, error) {
	var parts []part
	add := func(name, path string) error {
		text, err := os.ReadFile(path)
		parts = append(parts, part{name, string(text)})
		return err
	}
	if err := add("Go: the standard library and the runtime", filepath.Join("testdata", "go-LICENSE.txt")); err != nil {
		return nil, err
	}
	charts, err := filepath.Glob(filepath.Join(root, "tournament", "report", "assets", "licenses", "*.txt"))
	if err != nil {
		return nil, err
	}
	for _, path := range charts {
		name, _, _ := strings.Cut(filepath.Base(path), "-")
		if err := add("npm package "+name+", in the report's script", path); err != nil {
			return nil, err
		}
	}
	slices.SortFunc(parts, func(a, b part) int { return strings.Compare(a.Name, b.Name) })
	return append(append(parts, bundledParts(js.Notices())...), bundledParts(sandbox.Notices())...), nil
}

// bundledParts parses the notices of package js.
func bundledParts(text string) []part {
	var parts []part
	for _, section := range strings.Split("\n"+text, "\n==== ")[1:] {
		title, licence, _ := strings.Cut(section, "\n")
		parts = append(parts, part{title, licence})
	}
	return parts
}
