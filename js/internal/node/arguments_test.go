package node_test

import (
	"testing"

	"github.com/wakeful-go/wakeful/js/internal/lib/libtest"
)

// Which arguments functions accept and refuse, in tables by subject.
func TestArguments(t *testing.T) {
	for _, name := range []string{"arguments", "url_legacy", "clone_platform"} {
		t.Run(name, func(t *testing.T) {
			libtest.CompareAsync(t, libtest.Lines(t, "testdata/"+name+".txt"), inspected)
		})
	}
}

// The printed warning has the text of its options.
func TestEmitWarning(t *testing.T) {
	libtest.Differ(t, []string{`
		process.on('warning', (w) => console.log(w.name, w.code, w.detail, w.message))
		process.emitWarning('m', { type: 'T', code: 'C', detail: 'D' })
		process.emitWarning('m', { type: '', detail: 5 })
		process.emitWarning('m', 'T', 'C')
		process.emitWarning('m', 'T', () => {})
		process.emitWarning('m', () => {}, 'C')
		process.emitWarning(Object.assign(new Error('e'), { name: 'N', code: 'C' }))`})
}
