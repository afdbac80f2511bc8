package js

import (
	"context"
	"testing"

	"github.com/wakeful-go/wakeful"
)

func bench(b *testing.B, src string) {
	for b.Loop() {
		loop, _ := wakeful.New(wakeful.WithAutoExit())
		r, err := New(loop)
		if err != nil {
			b.Fatal(err)
		}
		k := loop.KeepAlive()
		go func() { r.RunString(context.Background(), src); k.Release() }()
		loop.Run(context.Background())
	}
}
func BenchmarkImmFan(b *testing.B) {
	bench(b, `var n=0; function f(){n++}; for (let i=0;i<1e6;i++) setImmediate(f);`)
}
func BenchmarkImmChain(b *testing.B) {
	bench(b, `var n=0; function f(){ if (++n<1e6) setImmediate(f)}; setImmediate(f);`)
}
func BenchmarkTickFan(b *testing.B) {
	bench(b, `var n=0; function f(){n++}; for (let i=0;i<1e6;i++) process.nextTick(f);`)
}
