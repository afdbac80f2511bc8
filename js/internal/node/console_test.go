package node_test

import (
	"bytes"
	"log/slog"
	"strings"
	"testing"

	"github.com/wakeful-go/wakeful/js/internal/lib/libtest"
)

// differ runs programs in Node and here, one after the other, and compares what they
// write to the standard output.
func differ(t *testing.T, programs []string) {
	t.Helper()
	const mark = "---- end of a program"
	for _, program := range programs {
		want := libtest.Node(t, program+"\nprocess.on('exit', () => console.log('"+mark+"'))")
		want = strings.TrimSuffix(want, mark+"\n")
		result := libtest.Run(t, program, all...)
		if result.Stdout != want {
			t.Errorf("%s\nnode:\n%s\nhere:\n%s", program, want, result.Stdout)
		}
		for _, u := range result.Uncaught {
			t.Errorf("%s\nuncaught: %s", program, u)
		}
	}
}

func TestConsole(t *testing.T) {
	differ(t, []string{strings.Join(lines(t, "console.txt"), "\n")})
}

func TestConsoleStreams(t *testing.T) {
	result := libtest.Run(t, `
		console.log('a'); console.info('b'); console.debug('c'); console.dir({ d: 1 })
		console.error('e'); console.warn('%s!', 'f'); console.assert(false, 'g'); console.assert(true, 'not'); console.trace('h')
		console.countReset('none'); console.timeEnd('none')`, all...)
	if want := "a\nb\nc\n{ d: 1 }\n"; result.Stdout != want {
		t.Errorf("standard output %q, want %q", result.Stdout, want)
	}
	if want := "e\nf!\nAssertion failed: g\nTrace: h\n    at test.js:"; !strings.HasPrefix(result.Stderr, want) {
		t.Errorf("standard error %q, want it to begin with %q", result.Stderr, want)
	}
	if want := "Warning: Count for 'none' does not exist,Warning: No such label 'none' for console.timeEnd()"; strings.Join(result.Warnings, ",") != want {
		t.Errorf("warnings %q, want %q", result.Warnings, want)
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
	result := libtest.RunLogging(t, logger, `
		console.log('a', { b: 1 }); console.info('i'); console.debug('d'); console.warn('w'); console.error('e %d', 5); console.assert(false)`, all...)
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
