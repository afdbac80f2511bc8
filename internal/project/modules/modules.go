// Package modules says which modules of the workspace users import. Their README instructions are
// followed by a test, and their exported identifiers are compared with a committed file.
package modules

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strings"

	"github.com/wakeful-go/wakeful/internal/project/programs"
)

// Self is the import path of the library. The path of each other module is below it, and is that of
// its directory.
const Self = "github.com/wakeful-go/wakeful"

// notImported are the modules of go.work that no user imports, and why.
var notImported = map[string]string{
	"cmd":               "a program",
	"examples":          "programs",
	"examples/cloop":    "a program",
	"examples/orders":   "a program",
	"js/benchmarks":     "a program",
	"keyed/benchmarks":  "programs",
	"stream/benchmarks": "a program",
	"tournament":        "what the command uses to measure; its packages promise nothing",
}

// Imported returns the directories of the modules that users import, relative to root, with
// slashes: "." is the library.
func Imported(root string) ([]string, error) {
	all, err := All(root)
	if err != nil {
		return nil, err
	}
	return imported(all, notImported)
}

// All returns the directories of all modules of the workspace, in the same form.
func All(root string) (all []string, err error) {
	out, err := programs.Output(root, nil, "go", "work", "edit", "-json")
	if err != nil {
		return nil, err
	}
	var work struct{ Use []struct{ DiskPath string } }
	if err := json.Unmarshal([]byte(out), &work); err != nil {
		return nil, fmt.Errorf("go work edit -json: %w", err)
	}
	for _, use := range work.Use {
		all = append(all, filepath.ToSlash(filepath.Clean(use.DiskPath)))
	}
	return all, nil
}

// Root returns the directory of the workspace in use.
func Root() (string, error) {
	work, err := programs.Output("", nil, "go", "env", "GOWORK")
	if err != nil {
		return "", err
	}
	if work == "" || work == "off" {
		return "", errors.New("the project's go.work is not in use; run this in the checkout, with GOWORK unset")
	}
	return filepath.Dir(work), nil
}

// imported returns all modules but some. It returns an error if one of those does not exist.
func imported(all []string, without map[string]string) ([]string, error) {
	var modules []string
	for _, module := range all {
		if without[module] == "" {
			modules = append(modules, module)
		}
	}
	if len(modules)+len(without) != len(all) {
		return nil, fmt.Errorf("one of the modules that no user imports is not in go.work: %s", strings.Join(slices.Sorted(maps.Keys(without)), ", "))
	}
	return modules, nil
}
