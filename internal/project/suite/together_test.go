package main

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"
)

// What steps print stays in their order, whichever ends first.
func TestPageKeepsTheOrder(t *testing.T) {
	var out strings.Builder
	p := newPage(&out, 3)
	say := func(step int, text string) {
		t.Helper()
		if _, err := fmt.Fprintln(p.line(step), text); err != nil {
			t.Fatal(err)
		}
	}
	shows := func(want string) {
		t.Helper()
		if got := strings.ReplaceAll(out.String(), "\n", " "); got != want {
			t.Errorf("the page shows %q, want %q", got, want)
		}
	}
	say(1, "b1")
	shows("")
	say(0, "a1")
	shows("a1 ")
	say(1, "b2")
	p.end(1)
	say(2, "c1")
	shows("a1 ")
	say(0, "a2")
	p.end(0)
	shows("a1 a2 b1 b2 c1 ")
	say(2, "c2")
	shows("a1 a2 b1 b2 c1 c2 ")
}

// A step begins after the one that it waits for, steps without a tie to each
// other do not wait, and all are counted and printed in their order.
func TestStepsTogether(t *testing.T) {
	for _, atOnce := range []int{1, 2, 5} {
		t.Run(fmt.Sprint(atOnce), func(t *testing.T) {
			begun := make(chan string, 5)
			// Called before a step runs its command.
			begin := func(name string) func() string {
				return func() string { begun <- name; return "" }
			}
			version := []string{"go", "version"}
			var out strings.Builder
			total := newTally(&out)
			runAll([]step{
				{name: "a", args: version, missing: begin("a")},
				{name: "b", args: version, missing: begin("b"), after: "a"},
				{name: "c", args: version, missing: begin("c"), after: "b"},
				{name: "d", args: []string{"go", "no-such-verb"}, missing: begin("d")},
				{name: "e", missing: func() string { begun <- "e"; return "no moon" }, after: "d"},
			}, total, atOnce)
			close(begun)
			at := map[string]int{}
			for name := range begun {
				at[name] = len(at)
			}
			if len(at) != 5 || at["a"] > at["b"] || at["b"] > at["c"] || at["d"] > at["e"] {
				t.Errorf("the steps began in the order %v", at)
			}
			if got := (counts{total.passed, total.failed, total.skipped}); got != (counts{3, 1, 1}) {
				t.Errorf("passed, failed, skipped = %v, want {3 1 1}", got)
			}
			rest := out.String()
			for i, name := range []string{"a", "b", "c", "d", "e"} {
				_, after, found := strings.Cut(rest, fmt.Sprintf("[%d/5] %s\n", i+1, name))
				if !found {
					t.Fatalf("step %s is not in its place:\n%s", name, out.String())
				}
				rest = after
			}
			total.summary()
			for _, want := range []string{"d: go no-such-verb", "NOT RUN: no moon"} {
				if !strings.Contains(out.String(), want) {
					t.Errorf("the summary lacks %q:\n%s", want, out.String())
				}
			}
		})
	}
}

// Programs that are built once and run twice are counted as by go test, each
// failure among them.
func TestPrograms(t *testing.T) {
	t.Setenv("GOWORK", "off")
	p := programs{
		module: plant(t), folder: filepath.Join(t.TempDir(), "programs"),
		packages: []string{"planted.example/good", "planted.example/main", "planted.example/untested", "planted.example/crash"},
	}
	var out strings.Builder
	total := newTally(&out)
	arguments := []string{"-test.v=test2json", "-test.paniconexit0"}
	sound := p
	sound.packages = p.packages[:3]
	unbuilt := p
	unbuilt.packages = []string{"planted.example/bad"}
	runAll([]step{
		p.build("build"),
		{name: "once", programs: &sound, args: arguments, after: "build"},
		{name: "again", programs: &p, args: arguments, after: "build"},
		{name: "never built", programs: &unbuilt, args: arguments, after: "build"},
	}, total, 2)
	total.summary()
	// The build; good and main; those and crash with one test of each kind; nothing.
	if got := (counts{total.passed, total.failed, total.skipped}); got != (counts{1 + 4 + 5, 1 + 1, 2}) {
		t.Errorf("passed, failed, skipped = %v, want {10 2 2}", got)
	}
	for _, want := range []string{"last words", "NOT RUN: no moon tonight", "NOT RUN: said by TestMain", "again: planted.example/crash", "never built: planted.example/bad"} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("the output lacks %q", want)
		}
	}
	if t.Failed() {
		t.Log(out.String())
	}
}
