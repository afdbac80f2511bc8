// Command release rehearses a release, and with -write prepares one.
//
// All modules that users import have the same version and are released together, because they use
// internal packages of the library. A release is one commit, in which each of these modules requires
// the others at the version, and one tag for each. The rehearsal makes the commit's modules in a
// folder that the go command uses as a proxy, and gets them from there into an empty module, as a
// user does.
package main

import (
	"errors"
	"flag"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"strings"

	"github.com/wakeful-go/wakeful/internal/project/modules"
)

const usage = `usage: go run ./internal/project/release [-write] [-only MODULES] VERSION

Makes the modules of VERSION, such as v1.0.0, from the files of the checkout, as a
proxy would give them, gets each into an empty module, builds a program that imports
it, and compares the output of the README's first program.

  -write          then sets VERSION in the go.mod files, and prints the commands that
                  commit and tag the release
  -only MODULES   rehearse these modules only: directories with commas, . is the library
`

var versionPattern = regexp.MustCompile(`^v\d+\.\d+\.\d+(-[0-9A-Za-z.-]+)?$`)

func main() {
	os.Exit(command(os.Args[1:]))
}

// command runs a command line and returns the exit status.
func command(args []string) int {
	flags := flag.NewFlagSet("release", flag.ContinueOnError)
	flags.Usage = func() { fmt.Fprint(flags.Output(), usage) }
	write := flags.Bool("write", false, "")
	only := flags.String("only", "", "")
	if err := flags.Parse(args); err != nil {
		if errors.Is(err, flag.ErrHelp) {
			return 0
		}
		return 2
	}
	if flags.NArg() != 1 || !versionPattern.MatchString(flags.Arg(0)) || *write && *only != "" {
		fmt.Fprint(os.Stderr, usage)
		return 2
	}
	if err := run(flags.Arg(0), *only, *write); err != nil {
		fmt.Fprintln(os.Stderr, "release:", err)
		return 1
	}
	return 0
}

func run(version, only string, write bool) error {
	root, err := modules.Root()
	if err != nil {
		return err
	}
	all, err := modules.Imported(root)
	if err != nil {
		return err
	}
	rehearsed := all
	if only != "" {
		rehearsed = strings.Split(only, ",")
	}
	folder, err := os.MkdirTemp("", "wakeful-release-")
	if err != nil {
		return err
	}
	defer func() { _ = os.RemoveAll(folder) }() // temporary files
	r := rehearsal{root: root, folder: folder, version: version}
	for i, dir := range rehearsed {
		fmt.Printf("[%d/%d] %s@%s\n", i+1, len(rehearsed), importPath(dir), version)
		if err := r.module(dir); err != nil {
			return err
		}
	}
	if !write {
		return nil
	}
	for _, dir := range all {
		if err := setVersions(filepath.Join(root, filepath.FromSlash(dir), "go.mod"), version); err != nil {
			return err
		}
	}
	fmt.Printf("\nThe go.mod files require %s. To release it:\n\n    git commit -am 'Release %s'\n", version, version)
	for _, dir := range all {
		fmt.Printf("    git tag %s\n", path.Join(dir, version))
	}
	fmt.Println("    git push --tags origin HEAD")
	return nil
}

func importPath(dir string) string { return path.Join(modules.Self, dir) }

// ownRequirement is a line of a go.mod file that requires a module of the project.
var ownRequirement = regexp.MustCompile(`(?m)^(\s*(?:require )?` + regexp.QuoteMeta(modules.Self) + `(?:/\S+)?) v\S+`)

// withVersions returns a go.mod file in which the project's modules are required at a version. The
// replacements stay: the go command uses them in the checkout, and ignores them in a dependency.
func withVersions(file, version string) string {
	return ownRequirement.ReplaceAllString(file, "${1} "+version)
}

func setVersions(file, version string) error {
	text, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	return os.WriteFile(file, []byte(withVersions(string(text), version)), 0o644) //nolint:gosec // for everybody to read
}
