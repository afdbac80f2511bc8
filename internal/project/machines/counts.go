package main

// How much ran under which condition.

import (
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// count is the result of a test binary on a machine.
type count struct {
	Machine, Package string
	Tests, Skipped   int
	Failed           []string
	Processor        time.Duration // time of the binary and its children
}

func (n *count) write(folder string) error {
	text, err := json.Marshal(n)
	if err != nil {
		return err
	}
	file, err := os.CreateTemp(filepath.Join(folder, "counts"), "*.json")
	if err != nil {
		return err
	}
	_, err = file.Write(text)
	if err := file.Close(); err != nil {
		return err
	}
	return err
}

// printCounts prints for each condition how many packages and tests ran under it, and what failed
// on which machine.
func (s *setting) printCounts(out io.Writer) error {
	files, err := filepath.Glob(filepath.Join(s.Folder, "counts", "*.json"))
	if err != nil {
		return err
	}
	var all []count
	for _, name := range files {
		text, err := os.ReadFile(name)
		if err != nil {
			return err
		}
		var n count
		if err := json.Unmarshal(text, &n); err != nil {
			return err
		}
		all = append(all, n)
	}
	fmt.Fprintln(out, "\nWhat was forced:")
	for _, line := range s.table(all) {
		fmt.Fprintln(out, "  "+line)
	}
	slices.SortFunc(all, func(a, b count) int { return cmp.Compare(b.Processor, a.Processor) })
	fmt.Fprintln(out, "What took the most processor time:")
	for _, n := range all[:min(len(all), 5)] {
		fmt.Fprintf(out, "  ./%s on %q: %v\n", n.Package, n.Machine, n.Processor.Round(100*time.Millisecond))
	}
	slices.SortFunc(all, func(a, b count) int { return strings.Compare(a.Machine+a.Package, b.Machine+b.Package) })
	for _, n := range all {
		if len(n.Failed) > 0 {
			fmt.Fprintf(out, "failed on the machine %q: ./%s: %s\n", n.Machine, n.Package, strings.Join(n.Failed, ", "))
		}
	}
	return nil
}

// table has a line for each condition, in the order of the machines.
func (s *setting) table(all []count) []string {
	var lines []string
	for _, what := range s.allConditions() {
		if what.root && s.Cannot != "" {
			lines = append(lines, fmt.Sprintf("%s: NOT RUN: %s", what.what, s.Cannot))
			continue
		}
		packages, tests, skipped := map[string]bool{}, 0, 0
		for _, m := range s.Machines {
			if !slices.Contains(m.conditions(), what) {
				continue
			}
			for _, n := range all {
				if n.Machine == m.Name {
					packages[n.Package] = true
					tests += n.Tests - n.Skipped
					skipped += n.Skipped
				}
			}
		}
		line := fmt.Sprintf("%s: %d packages, %d tests", what.what, len(packages), tests)
		if skipped > 0 {
			line += fmt.Sprintf(", %d skipped", skipped)
		}
		lines = append(lines, line)
	}
	return lines
}

func (s *setting) allConditions() []condition {
	var all []condition
	for _, m := range s.Machines {
		for _, c := range m.conditions() {
			if !slices.Contains(all, c) {
				all = append(all, c)
			}
		}
	}
	return all
}
