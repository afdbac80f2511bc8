package main

import (
	"os"
	"path/filepath"
	"regexp"
)

// fuzzFunction is the head of a fuzz test.
var fuzzFunction = regexp.MustCompile(`(?m)^func (Fuzz\w+)\(`)

// fuzzTests returns the names of a package's fuzz tests.
func fuzzTests(dir string) (names []string, err error) {
	files, err := filepath.Glob(filepath.Join(dir, "*_test.go"))
	if err != nil {
		return nil, err
	}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			return nil, err
		}
		for _, found := range fuzzFunction.FindAllSubmatch(text, -1) {
			names = append(names, string(found[1]))
		}
	}
	return names, nil
}

// fuzz runs each fuzz test of the project for two minutes. The other steps run the examples of each
// only. A failure leaves its input in the testdata folder of the package.
func (p *project) fuzz() (steps []step) {
	for _, one := range p.packages {
		for _, name := range one.fuzz {
			steps = append(steps, step{name: name + " of " + one.path, dir: p.root, tests: goTests,
				args: []string{"-run=^$", "-fuzz=^" + name + "$", "-fuzztime=2m", noVet}, packages: []string{one.path}})
		}
	}
	return steps
}
