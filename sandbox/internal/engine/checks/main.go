// Command checks adds a check to each loop of a WebAssembly module, and removes its custom sections.
// The check counts a global variable down. Below zero it sets the variable to the budget again and
// calls the function check_slow, which asks the host whether to go on. Instructions that copy or fill
// memory take as long as a loop, so the function check_bytes gets their length before, and returns it.
//
//	checks [-unchecked names.txt] in.wasm out.wasm
//
// Control flow of WebAssembly is structured: what runs for ever passes the head of a loop again and
// again, or calls functions again and again. Calls have no checks. The depth of recursion is limited
// by the stack, but not its time: a function of C that has no loop and calls itself twice could run
// for long. Reading the engine's sources has found none. Checks that a compiler adds to each edge of
// the code take a third of the time of the engine's built-in functions.
package main

import (
	"flag"
	"fmt"
	"os"
	"strings"
)

// budget is how many loop iterations there are between two calls of check_slow.
const budget = 10_000

func main() {
	unchecked := flag.String("unchecked", "", "the `path` of a list of functions whose loops get no checks, one a line, # for comments, * at the end for all that begin so")
	flag.Parse()
	if flag.NArg() != 2 {
		flag.Usage()
		os.Exit(2)
	}
	if err := run(*unchecked, flag.Arg(0), flag.Arg(1)); err != nil {
		fmt.Fprintln(os.Stderr, "checks:", err)
		os.Exit(1)
	}
}

func run(list, from, to string) error {
	var names []string
	if list != "" {
		text, err := os.ReadFile(list)
		if err != nil {
			return err
		}
		for line := range strings.Lines(string(text)) {
			line, _, _ = strings.Cut(line, "#")
			if line = strings.TrimSpace(line); line != "" {
				names = append(names, line)
			}
		}
	}
	module, err := os.ReadFile(from)
	if err != nil {
		return err
	}
	module, err = addChecks(module, names)
	if err != nil {
		return fmt.Errorf("%s: %w", from, err)
	}
	return os.WriteFile(to, module, 0o644)
}
