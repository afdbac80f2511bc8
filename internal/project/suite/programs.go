package main

// Test programs that are built once and run several times. `go test` links anew
// each time, and of a race pass that is a good part.

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
)

// programs are the test programs of some packages of a module.
type programs struct {
	module   string   // its directory
	packages []string // import paths
	folder   string   // that the programs are built into
}

// build returns the step that builds them. What is left out of them, -s -w, is
// what debuggers alone read; `go test` leaves it out as well.
func (p *programs) build(name string, flags ...string) step {
	args := append([]string{"go", "test", "-c", "-ldflags=-s -w", "-o", p.folder + string(filepath.Separator)}, flags...)
	tested, err := p.tested()
	if err != nil {
		return step{name: name, dir: p.module, args: append(args, p.packages...)} // which then reports what is wrong
	}
	for _, one := range tested {
		args = append(args, one.path)
	}
	return step{name: name, dir: p.module, args: args}
}

// run runs each program in its package's directory, as many at once as a step
// may, and has what they say counted.
func (p *programs) run(s step, t *tally, spent *processorTime) error {
	convert, err := goOutput(p.module, "tool", "-n", "test2json")
	if err != nil {
		return err
	}
	tested, err := p.tested()
	if err != nil {
		return err
	}
	var all sync.WaitGroup
	free := make(chan struct{}, packagesAtOnce())
	errs := make([]error, len(tested))
	for i, one := range tested {
		free <- struct{}{}
		all.Go(func() {
			defer func() { <-free }()
			cmd := exec.Command(convert, append([]string{"-t", "-p", one.path, one.program(p.folder)}, s.args...)...)
			cmd.Dir = one.dir
			cmd.Env = append(os.Environ(), append(s.env, "PWD="+one.dir)...)
			cmd.Stderr = t.out
			errs[i] = readWhile(cmd, t.readTests, spent)
		})
	}
	all.Wait()
	return errors.Join(errs...)
}

// A testedPackage has tests.
type testedPackage struct{ path, dir string }

// program is the path of its test program below a folder, named as the go
// command does.
func (p testedPackage) program(folder string) string {
	name := path.Base(p.path) + ".test"
	if runtime.GOOS == "windows" {
		name += ".exe"
	}
	return filepath.Join(folder, name)
}

// tested returns those of the packages that have tests.
func (p *programs) tested() ([]testedPackage, error) {
	args := []string{"list", "-f", "{{if or .TestGoFiles .XTestGoFiles}}{{.ImportPath}}\t{{.Dir}}{{end}}"}
	text, err := goOutput(p.module, append(args, p.packages...)...)
	if err != nil {
		return nil, err
	}
	var found []testedPackage
	for line := range strings.Lines(text) {
		importPath, dir, ok := strings.Cut(strings.TrimSpace(line), "\t")
		if ok {
			found = append(found, testedPackage{importPath, dir})
		}
	}
	if len(found) == 0 {
		return nil, fmt.Errorf("no package of %s has tests", p.module)
	}
	return found, nil
}
