package js_test

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/wakeful-go/wakeful/js"
)

// The files wpt_*_test.go restate cases of the web platform's tests and of Node's own tests as
// programs with their expected output. Each runs here on a fake clock, and in the installed Node,
// which must print the same and gets the fake clock of the differential test. The cases of fetch
// need a network and run on the real clock.

// A wptCase is a program. It reports with L(value, ...). The reported values are separated by
// spaces and followed by the exit code if that is not 0. A program may call busy(ms), during which
// nothing else runs.
type wptCase struct{ name, source, want string }

// wptCases are all cases on the fake clock by subject.
var wptCases = map[string][]wptCase{}

// wptPrelude is common to Node and this runtime. The definitions of emit and busy differ.
const wptPrelude = `const L = (...values) => emit(values.map((v) => v instanceof Error ? v.message : String(v)).join(':')); `

// TestWPT runs the cases in this runtime.
func TestWPT(t *testing.T) {
	programs := 0
	for subject, cases := range wptCases {
		programs += len(cases)
		t.Run(subject, func(t *testing.T) {
			for _, c := range cases {
				t.Run(c.name, func(t *testing.T) {
					synctest.Test(t, func(t *testing.T) {
						if got := runWPT(t, c.source); got != c.want {
							t.Errorf("ran %q\nwant %q", got, c.want)
						}
						time.Sleep(time.Minute) //nolint:forbidigo // on the fake clock; esbuild may have left a timer behind
					})
				})
			}
		})
	}
	if len(wptCases) < 11 || programs < 100 {
		t.Errorf("only %d programs about %d subjects", programs, len(wptCases))
	}
}

// runWPT runs a program in this runtime.
func runWPT(t *testing.T, source string, options ...js.Option) string {
	t.Helper()
	var trace []string
	var unexpected error
	options = append([]js.Option{
		js.WithStdout(&output{}), js.WithStderr(&output{}), busy,
		js.WithGlobal("emit", func(c js.FunctionCall) js.Value {
			trace = append(trace, c.Argument(0).String())
			return nil
		}),
	}, options...)
	code, err := start(t, options...).MainString(t.Context(), "program.js", wptPrelude+source)
	var uncaught *js.Error
	if err != nil && !errors.As(err, &uncaught) {
		unexpected = err
	}
	if unexpected != nil {
		t.Error(unexpected)
	}
	return wptOutcome(strings.Join(trace, " "), code)
}

func wptOutcome(trace string, code int) string {
	if code == 0 {
		return trace
	}
	return strings.TrimSpace(trace + " [" + string(rune('0'+code%10)) + "]")
}

// TestWPTInNode runs the cases in the installed Node.
func TestWPTInNode(t *testing.T) {
	node := newWPTNode(t)
	node.env = append(node.env, "LD_PRELOAD="+wptClock(t))
	for subject, cases := range wptCases {
		t.Run(subject, func(t *testing.T) {
			for i, c := range cases {
				if !sampled(i, 12, 4) {
					continue // a process for each case takes too long for -short
				}
				t.Run(c.name, func(t *testing.T) {
					t.Parallel()
					if got := node.run(t, c.source); got != c.want {
						t.Errorf("Node prints %q\nwant %q", got, c.want)
					}
				})
			}
		})
	}
}

// A wptNode runs programs in the installed Node.
type wptNode struct {
	path, preload string
	env           []string
}

func newWPTNode(t *testing.T) wptNode {
	t.Helper()
	path, err := exec.LookPath("node")
	if err != nil {
		t.Skip("NOT RUN: there is no node to compare with: " + err.Error())
	}
	if version, err := exec.Command(path, "--version").Output(); err != nil || !strings.HasPrefix(string(version), "v20.") {
		t.Skipf("NOT RUN: what the cases expect is what Node 20 prints, this is %s %v", version, err)
	}
	preload := filepath.Join(t.TempDir(), "preload.js")
	const surroundings = `const fs = require('fs');
		const cell = new Int32Array(new SharedArrayBuffer(4));
		globalThis.emit = (text) => fs.writeSync(1, text + ' ');
		globalThis.busy = (ms) => { Atomics.wait(cell, 0, 0, ms); };`
	if err := os.WriteFile(preload, []byte(surroundings), 0o600); err != nil {
		t.Fatal(err)
	}
	return wptNode{path: path, preload: preload, env: append(os.Environ(), "NODE_OPTIONS=", "NODE_NO_WARNINGS=1")}
}

// wptClock builds the fake clock that is preloaded into Node.
func wptClock(t *testing.T) string {
	t.Helper()
	if runtime.GOOS != "linux" {
		t.Skip("NOT RUN: the clock that is preloaded into node is made for Linux, this machine is " + runtime.GOOS)
	}
	cc, err := exec.LookPath("cc")
	if err != nil {
		t.Skip("NOT RUN: building the clock that is preloaded into node needs a C compiler: " + err.Error())
	}
	library := filepath.Join(t.TempDir(), "clock.so")
	source := filepath.Join("internal", "differential", "testdata", "clock.c")
	if out, err := exec.Command(cc, "-shared", "-fPIC", "-O1", "-o", library, source, "-ldl").CombinedOutput(); err != nil {
		t.Fatalf("the clock does not compile: %v\n%s", err, out)
	}
	return library
}

// run runs a program and returns its output.
func (n wptNode) run(t *testing.T, source string, env ...string) string {
	t.Helper()
	file := filepath.Join(t.TempDir(), "program.js")
	if err := os.WriteFile(file, []byte(wptPrelude+source), 0o600); err != nil {
		t.Fatal(err)
	}
	cmd := exec.CommandContext(t.Context(), n.path, "--require", n.preload, file)
	cmd.Env = append(slices.Clip(n.env), env...)
	out, err := cmd.Output()
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) {
		t.Fatal(err)
	}
	return wptOutcome(strings.TrimSpace(string(out)), cmd.ProcessState.ExitCode())
}
