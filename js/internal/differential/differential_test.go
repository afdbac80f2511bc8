package differential

import (
	"os"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// TestNodeIsDeterministic: a program has one outcome in Node, whether in a process
// of its own or after others. Otherwise there would be nothing to compare with.
func TestNodeIsDeterministic(t *testing.T) {
	one, two := startNode(t, false), startNode(t, false)
	n, lines := 0, 0
	defer func() { t.Logf("%d programs, %d lines, %d + %d processes", n, lines, one.started, two.started) }()
	rapid.Check(t, func(r *rapid.T) {
		p := drawProgram(r)
		source, alone := p.rendered()
		if os.Getenv("SHOW") != "" {
			t.Log(source)
		}
		a, err := one.run(source, alone)
		if err != nil {
			r.Fatalf("%v\n%s", err, source)
		}
		b, err := two.run(source, true)
		if err != nil {
			r.Fatalf("%v\n%s", err, source)
		}
		n++
		lines += len(a.trace)
		if !slices.Equal(a.trace, b.trace) || a.code != b.code {
			r.Fatalf("%s\none:\n%s\ntwo:\n%s", source, a, b)
		}
	})
}
