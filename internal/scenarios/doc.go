// Package scenarios runs the library under its own simulator: what a program may rely on, checked
// in worlds with faults. It has tests only. mutants_test.go lists mutants of the library, each of
// which a scenario must find.
package scenarios
