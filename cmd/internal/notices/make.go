package notices

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/wakeful-go/wakeful/js"
	"github.com/wakeful-go/wakeful/sandbox"
)

// This file owns the generation of the notices. Only go generate and the test use it.

// Part is a third party's work in the command.
type Part struct{ Name, Licence string }

// Platforms are the platforms whose dependencies are in the notices.
var Platforms = []string{"linux", "darwin", "freebsd", "windows"}

// Make writes the notices of parts. Parts with the same licence text share it.
func Make(parts []Part) string {
	var out strings.Builder
	out.WriteString("The command wakeful contains work of these third parties. Each section names what it is about\nand has the licence.\n")
	names, order := map[string][]string{}, []string{}
	for _, p := range parts {
		text := tidy(p.Licence)
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

func tidy(text string) string {
	var lines []string
	for line := range strings.Lines(strings.ReplaceAll(text, "\r\n", "\n")) {
		lines = append(lines, strings.TrimRight(line, " \t\n"))
	}
	return strings.TrimSpace(strings.Join(lines, "\n"))
}

// licenceFile matches the names of files that a licence requires to be distributed.
var licenceFile = regexp.MustCompile(`(?i)^(licen[cs]e|copying|notice)([-._].*)?$`)

// Modules returns the third parties' Go modules in the command on a platform. It reads the module
// of the current directory.
func Modules(goos string) ([]Part, error) {
	cmd := exec.Command("go", "list", "-deps", "-f", "{{with .Module}}{{.Path}} {{.Version}} {{.Dir}}{{end}}", "github.com/wakeful-go/wakeful/cmd/wakeful")
	cmd.Env = append(os.Environ(), "GOOS="+goos, "GOARCH=amd64", "CGO_ENABLED=0")
	cmd.Stderr = os.Stderr
	out, err := cmd.Output()
	if err != nil {
		return nil, fmt.Errorf("listing the modules for %s: %w", goos, err)
	}
	lines := strings.Split(strings.TrimSpace(string(out)), "\n")
	slices.Sort(lines)
	var parts []Part
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
		parts = append(parts, Part{"Go module " + module + " " + version, licence})
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

// Fixed returns the parts of the command other than Go modules: Go itself, the embedded JavaScript,
// the report's charts, Unicode's data, and code that follows Node. root is the project's folder.
func Fixed(root string) ([]Part, error) {
	var parts []Part
	add := func(name, path string) error {
		text, err := os.ReadFile(path)
		parts = append(parts, Part{name, string(text)})
		return err
	}
	if err := add("Go: the standard library and the runtime", filepath.Join(root, "cmd", "internal", "notices", "texts", "go.txt")); err != nil {
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
	slices.SortFunc(parts, func(a, b Part) int { return strings.Compare(a.Name, b.Name) })
	return append(append(parts, Bundled(js.Notices())...), Bundled(sandbox.Notices())...), nil
}

// Bundled parses the notices of package js.
func Bundled(text string) []Part {
	var parts []Part
	for _, section := range strings.Split("\n"+text, "\n==== ")[1:] {
		title, licence, _ := strings.Cut(section, "\n")
		parts = append(parts, Part{title, licence})
	}
	return parts
}
