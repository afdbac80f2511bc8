package differential

import (
	_ "embed"
	"flag"
	"fmt"
	"os"
	"strconv"
	"strings"
	"testing"

	"go.uber.org/goleak"
	"pgregory.net/rapid"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// programs sets how many programs a test runs: some, or the number in WAKEFUL_DIFFERENTIAL. The
// default programs are always the same, so only a change of the code can make them fail. With a
// number, each run has new programs, and the seed that rapid prints reproduces a failure.
func programs(t *testing.T, some int) {
	t.Helper()
	if many := os.Getenv("WAKEFUL_DIFFERENTIAL"); many != "" {
		n, err := strconv.Atoi(many)
		if err != nil || n < 1 {
			t.Fatalf("WAKEFUL_DIFFERENTIAL=%q: how many programs?", many)
		}
		some = max(1, some*n/hundreds)
	}
	set := func(name, value string) {
		if err := flag.Set(name, value); err != nil {
			t.Fatal(err)
		}
	}
	if seed := flag.Lookup("rapid.seed"); os.Getenv("WAKEFUL_DIFFERENTIAL") == "" && seed.Value.String() == seed.DefValue {
		set("rapid.seed", "1")
	}
	set("rapid.checks", strconv.Itoa(some))
	set("rapid.nofailfile", "true") // the seed is enough to reproduce it
}

// hundreds is the default number of programs.
const hundreds = 300

// TestAgainstNode: every program has the same trace, including times, in Node and here.
func TestAgainstNode(t *testing.T) {
	programs(t, hundreds)
	node, dir := startNode(t), t.TempDir()+"/files"
	n, lines, asked, endless := 0, 0, 0, 0
	rapid.Check(t, func(r *rapid.T) {
		source, alone := drawProgram(r).rendered()
		want, err := node.run(source, alone)
		if err != nil { // an earlier program can end its process after its end
			asked++
			want, err = node.fresh(source)
		}
		if err != nil {
			r.Fatalf("%v\n%s", err, source)
		}
		if want.code == tooManyCode && len(want.trace) == tooMany {
			endless++ // a handler of errors makes the next error
			return
		}
		got, err := runOurs(t, dir, source)
		if err != nil {
			r.Fatalf("%v\n%s\n%s", err, source, got)
		}
		if !got.equals(want) {
			// State of earlier programs that remains in a Node process, such as counts of handles
			// that were cleared twice, must not fail the test.
			asked++
			if want, err = node.fresh(source); err != nil {
				r.Fatalf("%v\n%s", err, source)
			}
		}
		if !got.equals(want) {
			r.Fatalf("%s%s", source, beside(want, got))
		}
		n++
		lines += len(want.trace)
	})
	t.Logf("%d programs, %d lines, %d processes of Node, which was asked again %d times; %d programs without an end", n, lines, node.started, asked, endless)
	if endless > n/100 {
		t.Errorf("%d of %d programs have no end", endless, n)
	}
}

// TestNodeIsDeterministic: a program has the same outcome in its own Node process and after other
// programs. Otherwise a comparison would be meaningless.
func TestNodeIsDeterministic(t *testing.T) {
	programs(t, 20)
	one, two := startNode(t), startNode(t)
	rapid.Check(t, func(r *rapid.T) {
		source, alone := drawProgram(r).rendered()
		a, err := one.run(source, alone)
		if err != nil {
			r.Fatalf("%v\n%s", err, source)
		}
		b, err := two.run(source, true)
		if err != nil {
			r.Fatalf("%v\n%s", err, source)
		}
		if !a.equals(b) {
			r.Fatalf("%s%s", source, beside(a, b))
		}
	})
}

//go:embed testdata/throws.js
var throws string

// TestGarbageCollection: the garbage collector does not change the order of a program that throws
// many times.
func TestGarbageCollection(t *testing.T) {
	want, err := startNode(t).fresh(throws)
	if err != nil {
		t.Fatal(err)
	}
	got, err := runOurs(t, t.TempDir()+"/files", throws)
	if err != nil {
		t.Fatal(err)
	}
	if !got.equals(want) || len(want.trace) < 1000 {
		t.Error(beside(want, got))
	}
}

// beside returns two outcomes side by side and marks the first difference.
func beside(want, got outcome) string {
	var text strings.Builder
	a, b := append(want.trace, fmt.Sprint("exit code ", want.code)), append(got.trace, fmt.Sprint("exit code ", got.code))
	line := func(trace []string, i int) string {
		if i < len(trace) {
			return trace[i]
		}
		return ""
	}
	marked := false
	for i := range max(len(a), len(b)) {
		mark := " "
		if !marked && line(a, i) != line(b, i) {
			marked, mark = true, ">"
		}
		fmt.Fprintf(&text, "%s %-40s | %s\n", mark, line(a, i), line(b, i))
	}
	return text.String()
}
