package main

// The tests on machines that differ.

// machines runs packages' tests on machines that differ, as far as this one can imitate them. Each
// test binary is compiled once and runs once on each machine.
func (p *project) machines(which func(testedPackage) bool, flags ...string) step {
	return step{
		name: "tests on machines that differ", dir: p.root, tests: goTests,
		through:  append([]string{"go", "run", "./internal/project/machines"}, flags...),
		args:     []string{"-short", "-count=1", "-timeout=20m", noVet, oneMore},
		packages: p.paths(which),
	}
}
