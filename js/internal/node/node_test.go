package node_test

import (
	"fmt"
	"testing"

	"github.com/wakeful-go/wakeful/js/internal/lib/libtest"
)

const inspected = "(v) => util.inspect(v)"

func TestBuffer(t *testing.T) {
	libtest.Compare(t, libtest.Lines(t, "testdata/buffer.txt"), inspected)
}

func TestBufferBytes(t *testing.T) {
	libtest.Compare(t, libtest.Lines(t, "testdata/buffer_bytes.txt"), inspected)
}

func TestModules(t *testing.T) {
	libtest.CompareAsync(t, libtest.Lines(t, "testdata/modules.txt"), inspected)
}

// Node and the runtime each get their own folder. Messages that name it are compared without its
// random suffix.
func TestFS(t *testing.T) {
	dir := t.TempDir()
	expressions := libtest.Lines(t, "testdata/fs.txt")
	show := fmt.Sprintf("(() => { globalThis.fs = require('fs'); globalThis.DIR = fs.mkdtempSync(%q + '/run-'); return (v) => util.inspect(v) })()", dir)
	libtest.CompareAsync(t, expressions, show)
}

// The frames of a stack are the engine's own. The rest of the text is compared.
func TestErrors(t *testing.T) {
	libtest.Compare(t, libtest.Lines(t, "testdata/errors.txt"), `(v) => util.inspect(v).replace(/\n +(at|\.\.\. \d+ lines) .*/g, '')`)
}

func TestCrypto(t *testing.T) {
	libtest.CompareAsync(t, libtest.Lines(t, "testdata/crypto.txt"), inspected)
}

func TestWindowsPaths(t *testing.T) {
	libtest.Compare(t, libtest.Lines(t, "testdata/path_win32.txt"), inspected)
}

// What a module that is not built in answers is what Node answers.
func TestAbsentModules(t *testing.T) {
	libtest.CompareAsync(t, libtest.Lines(t, "testdata/absent.txt"), inspected)
}

func TestAsyncContext(t *testing.T) {
	libtest.Differ(t, libtest.Programs(t, "testdata/async_context.js"))
}
