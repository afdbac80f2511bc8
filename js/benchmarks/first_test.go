package main

import (
	"context"
	"strings"
	"testing"

	"github.com/dop251/goja"

	"github.com/wakeful-go/wakeful"
)

// BenchmarkFirstUse is the first uses with the time of making and ending their runtimes, for
// profiles:
//
//	go test ./js/benchmarks -run '^$' -bench FirstUse/of=fetch-page -cpuprofile cpu.out
func BenchmarkFirstUse(b *testing.B) {
	for _, use := range uses {
		b.Run("of="+use.name, func(b *testing.B) {
			program, err := goja.Compile("first", use.source, false)
			if err != nil {
				b.Fatal(err)
			}
			b.ReportAllocs()
			if err := onLoop(func(loop *wakeful.Loop) error {
				for b.Loop() {
					if _, err := firstUseOn(context.Background(), loop, program, strings.Contains(use.source, "done")); err != nil {
						return err
					}
				}
				return nil
			}); err != nil {
				b.Fatal(err)
			}
		})
	}
}

// TestFirstUses: each script runs in a new runtime, and the page arrives.
func TestFirstUses(t *testing.T) {
	for _, use := range uses {
		if ns, err := firstUse(t.Context(), use.source); err != nil || ns <= 0 {
			t.Errorf("%s took %v ns: %v", use.name, ns, err)
		}
	}
}
