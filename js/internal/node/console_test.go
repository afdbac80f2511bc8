package node_test

import (
	"bytes"
	"log/slog"
	"strings"
	"testing"

	"github.com/wakeful-go/wakeful/js"
	"github.com/wakeful-go/wakeful/js/internal/lib/libtest"
)

func TestConsole(t *testing.T) {
	libtest.Differ(t, []string{strings.Join(libtest.Lines(t, "testdata/console.txt"), "\n")})
}

func TestConsoleStreams(t *testing.T) {
	result := libtest.Run(t, `
		console.log('a'); console.info('b'); console.debug('c'); console.dir({ d: 1 })
		console.error('e'); console.warn('%s!', 'f'); console.assert(false, 'g'); console.assert(true, 'not'); console.trace('h')
		console.countReset('none'); console.timeEnd('none')`)
	if want := "a\nb\nc\n{ d: 1 }\n"; result.Stdout != want {
		t.Errorf("standard output %q, want %q", result.Stdout, want)
	}
	if want := "e\nf!\nAssertion failed: g\nTrace: h\n    at "; !strings.HasPrefix(result.Stderr, want) {
		t.Errorf("standard error %q, want it to begin with %q", result.Stderr, want)
	}
	for _, want := range []string{"Warning: Count for 'none' does not exist\n", "Warning: No such label 'none' for console.timeEnd()\n"} {
		if !strings.Contains(result.Stderr, want) {
			t.Errorf("standard error %q, want the warning %q", result.Stderr, want)
		}
	}
}

func TestConsoleLogger(t *testing.T) {
	var out bytes.Buffer
	logger := slog.New(slog.NewTextHandler(&out, &slog.HandlerOptions{Level: slog.LevelDebug, ReplaceAttr: func(_ []string, a slog.Attr) slog.Attr {
		if a.Key == slog.TimeKey {
			return slog.Attr{}
		}
		return a
	}}))
	result := libtest.Run(t, `
		console.log('a', { b: 1 }); console.info('i'); console.debug('d'); console.warn('w'); console.error('e %d', 5); console.assert(false)`, js.WithConsoleLogger(logger))
	want := `level=INFO msg="a { b: 1 }"
level=INFO msg=i
level=DEBUG msg=d
level=WARN msg=w
level=ERROR msg="e 5"
level=WARN msg="Assertion failed"
`
	if out.String() != want || result.Stdout+result.Stderr != "" {
		t.Errorf("log\n%swant\n%sstreams %q %q", out.String(), want, result.Stdout, result.Stderr)
	}
}
