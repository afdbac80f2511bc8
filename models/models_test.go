package models

import (
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
)

// large asks for the full size: minutes and some gigabytes instead of seconds.
var large = os.Getenv("WAKEFUL_MODEL") == "large"

// mismatch says what is wrong with the outcome of a row, "" if nothing is.
func mismatch(r row, o outcome) string {
	switch {
	case r.violates == "" && len(o.violated) > 0:
		return "violates " + strings.Join(o.violated, ", ")
	case r.violates == "" && !o.full:
		return "was not searched in full: " + strings.Join(o.limits, ", ")
	case r.violates != "" && len(o.violated) == 0:
		return fmt.Sprintf("%s passed: it must violate %s", r.mutant, r.violates)
	case r.violates != "" && !slices.Contains(o.violated, r.violates):
		return fmt.Sprintf("%s must violate %s, but only %s", r.mutant, r.violates, strings.Join(o.violated, ", "))
	}
	return ""
}

// check runs rows in parallel and calls done with each outcome.
func check(t *testing.T, rows []row, done func(row, outcome)) {
	needTools(t)
	var last string
	for _, r := range rows {
		switch {
		case r.large && !large:
			continue
		case testing.Short() && r.model == last:
			continue // one of each model
		}
		last = r.model
		t.Run(r.name(), func(t *testing.T) {
			t.Parallel()
			o := run(t, r)
			t.Log(strings.TrimSuffix(r.name()+": "+r.why, ": ")+":", o)
			if wrong := mismatch(r, o); wrong != "" {
				t.Error(wrong)
			}
			done(r, o)
		})
	}
}

// unreachable are the statements that no run can reach: the end of a process that has none. In
// loop.pml, the loop calls CloseIfEmpty only after it has taken all of run.
var unreachable = regexp.MustCompile(`-end-$|loop, Loop, line \d+: took = 0`)

// TestProtocols searches the models as they are. All rows of a model together
// must reach all of its statements: what is never reached is never checked.
func TestProtocols(t *testing.T) {
	needTools(t)
	var mu sync.Mutex
	reached, all := map[string]bool{}, map[string]bool{}
	ran := t.Run("rows", func(t *testing.T) {
		check(t, protocols, func(r row, o outcome) {
			mu.Lock()
			defer mu.Unlock()
			for _, s := range o.statements {
				name := r.model + ", " + s
				all[name] = true
				reached[name] = reached[name] || !slices.Contains(o.unreached, s)
			}
		})
	})
	if !ran || testing.Short() {
		return
	}
	for s := range all {
		if !reached[s] && !unreachable.MatchString(s) {
			t.Errorf("no row reaches %s", s)
		}
	}
}

// TestModelMutants wants each mutant to violate its property.
func TestModelMutants(t *testing.T) { check(t, mutants, func(row, outcome) {}) }

// TestWitnesses wants each rare situation to be reached.
func TestWitnesses(t *testing.T) { check(t, witnesses, func(row, outcome) {}) }

// TestJudge plants what must not be taken for a proof.
func TestJudge(t *testing.T) {
	const (
		done  = "Full statespace search for:\n\nState-vector 60 byte, depth reached 9, errors: %d\n   5 states, stored\n"
		found = "pan:1: assertion violated (empty(order)||empty_is_wrong) (at depth 7)\n"
		other = "pan:2: invalid end state (at depth 8)\n"
	)
	protocol := row{model: "m"}
	mutant := row{model: "m", mutant: "M", violates: "empty_is_wrong"}
	for _, c := range []struct {
		name, output string
		row          row
		want         string // part of the complaint, "" if none
	}{
		{"a protocol that holds", fmt.Sprintf(done, 0), protocol, ""},
		{"a protocol that fails", found + fmt.Sprintf(done, 1), protocol, "violates empty_is_wrong"},
		{"a search with too little depth", "error: max search depth too small\n" + fmt.Sprintf(done, 0), protocol, "not searched in full: max search depth"},
		{"a search without memory", "pan: out of memory\n" + fmt.Sprintf(done, 0), protocol, "not searched in full: out of memory"},
		{"a bitstate search", strings.Replace(fmt.Sprintf(done, 0), "Full", "Bit", 1), protocol, "not searched in full: Bit"},
		{"an unknown violation", fmt.Sprintf(done, 1), protocol, "understood"},
		{"no search", "", protocol, "end"},
		{"a search that was killed", "Full statespace search for:\n", protocol, "end"},
		{"a mutant that fails", found + other + fmt.Sprintf(done, 2), mutant, ""},
		{"a mutant that passes", fmt.Sprintf(done, 0), mutant, "M passed"},
		{"a mutant that fails in another way", other + fmt.Sprintf(done, 1), mutant, "but only invalid end state"},
		{"a mutant in too small a model", "pan:1: assertion violated ((made<8)||the_model_is_too_small) (at depth 7)\n" + fmt.Sprintf(done, 1), mutant, "but only the_model_is_too_small"},
	} {
		o, err := parse(c.output)
		got := mismatch(c.row, o)
		if err != nil {
			got = err.Error()
		}
		if (got == "") != (c.want == "") || !strings.Contains(got, c.want) {
			t.Errorf("%s: the complaint is %q, want %q", c.name, got, c.want)
		}
	}
}

// options are what chooses a configuration. Every other name that a model asks
// the preprocessor for is a mutant or a witness.
var options = strings.Fields(`
	TASKS TASKS_OF_FIRST CLOCKS SUBMITTERS PRIORITIES AFTERS EQUAL_DEADLINES STOPS HOLDERS SHUTDOWN CLOSE CONTEXT
	COUNT_WAKE_UPS CHUNK PRODUCERS CLOSERS COUNTERS CLOSE_IF_EMPTY AUTO_EXIT UNHELD RESETS
	REGISTRARS CHANGES CHANGES_OF_FIRST WRITES FULL_TICK
	KIND KIND_OF_SECOND BATCH LEAVES STAYS_READY CALLBACK_CLOSES CALLBACK_REOPENS CALLBACK_ENDS MODIFIERS OUTLIVES MISSES
	STRAYS SPINS UNREFS PARKERS READERS FRAMES MOVES VALUES
	ADAPTS FOREIGN STRATEGY BATCHES PAIRS ROUNDS ASKS TIMERS DESCRIPTOR REHOLDS JOB DRAINS STREAM BUDGET`)

// TestTableIsComplete wants every mutant in the models to be in the table, every
// mutant in the table to be in the models, and every property to be one that
// some mutant violates: a property that nothing can violate says nothing.
func TestTableIsComplete(t *testing.T) {
	asked, properties := map[string]bool{}, map[string]bool{}
	for _, text := range files(t, ".", ".pml") {
		for _, line := range regexp.MustCompile(`(?m)^#(?:if|elif)\b.*|^#ifn?def .*`).FindAllString(text, -1) {
			for _, name := range regexp.MustCompile(`\b[A-Z][A-Z_]+\b`).FindAllString(line, -1) {
				asked[name] = true
			}
		}
		for _, m := range regexp.MustCompile(`\b(?:MUST|NEVER)\(.*, (\w+)\)`).FindAllStringSubmatch(text, -1) {
			properties[m[1]] = true
		}
	}
	if len(properties) < 20 {
		t.Errorf("only %d properties in the models", len(properties))
	}
	for _, name := range options {
		if !asked[name] {
			t.Errorf("no model has the option %s", name)
		}
		delete(asked, name)
	}
	delete(properties, "name") // the definitions in must.pml
	delete(properties, "the_model_is_too_small")
	for _, r := range slices.Concat(mutants, witnesses) {
		name, _, _ := strings.Cut(r.mutant, "=")
		if _, ok := asked[name]; !ok {
			t.Errorf("no model has the mutant %s", name)
		}
		asked[name] = false
		delete(properties, r.violates)
	}
	for name, left := range asked {
		if left {
			t.Errorf("the mutant %s is not in the table", name)
		}
	}
	for name := range properties {
		t.Errorf("no mutant violates %s", name)
	}
}

// TestNamesElsewhere wants the mutants that comments and documents name to exist, and the code of
// the two-tier designs to name those of its switch.
func TestNamesElsewhere(t *testing.T) {
	known := map[string]bool{}
	for _, r := range slices.Concat(mutants, witnesses) {
		name, _, _ := strings.Cut(r.mutant, "=")
		known[name] = true
	}
	mention := regexp.MustCompile(`mutants? ((?:[A-Z]+_[A-Z_]+(?:, | and )?)+)|TestModelMutants, ([A-Z]+_[A-Z_]+)`)
	sources := files(t, "..", ".go")
	maps.Copy(sources, files(t, filepath.Join("..", "internal", "*"), ".go"))
	designs := files(t, filepath.Join("..", "tournament", "designs"), ".go")
	maps.Copy(sources, designs)
	for _, r := range mutants {
		named := regexp.MustCompile(`mutants? .*\b` + r.mutant + `\b`)
		inDesigns := func(text string) bool { return named.MatchString(text) }
		if strings.HasPrefix(r.mutant, "TIERS_") && !slices.ContainsFunc(slices.Collect(maps.Values(designs)), inDesigns) {
			t.Errorf("tournament/designs does not name the mutant %s", r.mutant)
		}
	}
	for name, text := range sources {
		for _, m := range mention.FindAllString(text, -1) {
			for _, mutant := range regexp.MustCompile(`[A-Z]+_[A-Z_]+`).FindAllString(m, -1) {
				if !known[mutant] {
					t.Errorf("%s speaks of the mutant %s, which does not exist", name, mutant)
				}
			}
		}
	}
	for _, name := range []string{"wake-protocol.md", "groups.md"} {
		page, err := os.ReadFile(filepath.Join("..", "docs", name))
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range regexp.MustCompile("`([A-Z]+_[A-Z_]+)`").FindAllStringSubmatch(string(page), -1) {
			if !known[m[1]] && !slices.Contains(options, m[1]) && m[1] != "WAKEFUL_MODEL" {
				t.Errorf("docs/%s names %s, which does not exist", name, m[1])
			}
		}
	}
}

// TestMutantsHaveRules wants each mutant to say which rule of its protocol it breaks.
func TestMutantsHaveRules(t *testing.T) {
	for _, r := range mutants {
		if len(strings.Fields(r.why)) < 3 {
			t.Errorf("the mutant %s of %s does not say what it leaves out", r.mutant, r.model)
		}
	}
}

// files reads the files of a directory, or of those that a pattern matches.
func files(t *testing.T, dir, extension string) map[string]string {
	t.Helper()
	names, err := filepath.Glob(filepath.Join(dir, "*"+extension))
	if err != nil || len(names) == 0 {
		t.Fatalf("no %s files in %s: %v", extension, dir, err)
	}
	texts := map[string]string{}
	for _, name := range names {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		texts[name] = string(text)
	}
	return texts
}
