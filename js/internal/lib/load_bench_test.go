package lib_test

import (
	"testing"

	"github.com/wakeful-go/wakeful/js/internal/lib"
	"github.com/wakeful-go/wakeful/js/internal/lib/libtest"
)

// BenchmarkLoad measures a program that loads one built-in module, in a process that has compiled
// the module before. BenchmarkCompile measures the compilation.
func BenchmarkLoad(b *testing.B) {
	for _, c := range []struct{ name, source string }{
		{"nothing", ""},
		{"console.log", "console.log('text', 1)"},
		{"inspect", "require('util').inspect({ a: 1 })"},
		{"Buffer", "Buffer.from('x')"},
		{"URL", "new URL('http://x')"},
		{"EventTarget", "new EventTarget()"},
		{"AbortController", "new AbortController()"},
		{"structuredClone", "structuredClone({ a: 1 })"},
		{"TextEncoder", "new TextEncoder()"},
		{"streams", "new ReadableStream()"},
		{"fetch", "fetch('data:,').then(() => {})"},
		{"events", "require('events')"},
		{"fs", "require('fs')"},
		{"assert", "require('assert')"},
		{"timers/promises", "require('timers/promises')"},
	} {
		b.Run("load="+c.name, func(b *testing.B) {
			for b.Loop() {
				if result := libtest.Run(b, c.source); result.Uncaught != nil {
					b.Fatal(result.Uncaught)
				}
			}
		})
	}
}

func BenchmarkCompile(b *testing.B) {
	for _, name := range lib.Names() {
		b.Run("module="+name, func(b *testing.B) {
			for b.Loop() {
				if _, err := lib.CompileAnew(name); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
