package packages_test

import (
	"bytes"
	"context"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"go.uber.org/goleak"

	"github.com/wakeful-go/wakeful"
	"github.com/wakeful-go/wakeful/internal/jsprogram"
	"github.com/wakeful-go/wakeful/js"
	_ "github.com/wakeful-go/wakeful/js/esbuild" // most packages are ES modules
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// different are the programs that behave differently here, with the reason. If one of them prints
// the same as under Node, take it out.
var different = map[string]string{}

// TestPackages installs the packages of the lock file and runs every program.
func TestPackages(t *testing.T) {
	if os.Getenv("WAKEFUL_PACKAGES") != "all" {
		t.Skip("NOT RUN: it installs about 330 npm packages; WAKEFUL_PACKAGES=all, which make nightly sets, runs it")
	}
	node := lookNode(t)
	dir := installed(t)
	programs, err := filepath.Glob(filepath.Join(dir, "programs", "*.[cm]js"))
	if err != nil || len(programs) < 50 {
		t.Fatalf("%d programs, %v", len(programs), err)
	}
	same := 0
	for _, program := range programs {
		name := filepath.Base(program)
		t.Run(name, func(t *testing.T) {
			want, wantCode := runNode(t, node, program)
			got, errs, code := runHere(t, program)
			why, known := different[name]
			switch equal := got == want && code == wantCode; {
			case equal && known:
				t.Errorf("it runs as under Node now: take it out of different (%s)", why)
			case !equal && !known:
				t.Errorf("node, exit code %d:\n%s\nhere, exit code %d:\n%s\n%s", wantCode, want, code, got, errs)
			case equal:
				same++
			}
		})
	}
	if same < len(programs)-len(different) || same < 51 {
		t.Errorf("only %d of %d programs run as under Node", same, len(programs))
	}
}

// lookNode returns the path of Node 20.
func lookNode(t *testing.T) string {
	t.Helper()
	path, err := exec.LookPath("node")
	if err != nil {
		t.Skip("NOT RUN: node is not installed")
	}
	version, err := exec.CommandContext(t.Context(), path, "--version").Output()
	if err != nil || !strings.HasPrefix(string(version), "v20.") {
		t.Skipf("NOT RUN: the expected output is that of Node 20, this is %s", bytes.TrimSpace(version))
	}
	return path
}

// installed returns a folder with the programs and the packages.
func installed(t *testing.T) string {
	t.Helper()
	npm, err := exec.LookPath("npm")
	if err != nil {
		t.Skip("NOT RUN: npm is not installed")
	}
	dir := t.TempDir()
	if err := os.CopyFS(dir, os.DirFS("testdata")); err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithTimeout(t.Context(), 5*time.Minute)
	defer stop()
	command := exec.CommandContext(ctx, npm, "ci", "--ignore-scripts", "--no-audit", "--no-fund")
	command.Dir = dir
	if out, err := command.CombinedOutput(); err != nil {
		t.Skipf("NOT RUN: npm ci did not install the packages, which needs a network: %v: %s", err, bytes.TrimSpace(out))
	}
	return dir
}

func runNode(t *testing.T, node, program string) (output string, code int) {
	t.Helper()
	command := exec.CommandContext(t.Context(), node, "--no-warnings", program)
	command.Env = append(os.Environ(), "NODE_OPTIONS=")
	out, err := command.Output()
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) {
		t.Fatal(err)
	}
	return string(out), command.ProcessState.ExitCode()
}

// text collects output from any goroutine.
type text struct {
	mu sync.Mutex
	b  strings.Builder
}

func (o *text) Write(p []byte) (int, error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.b.Write(p)
}

func (o *text) String() string {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.b.String()
}

func runHere(t *testing.T, program string) (output, errs string, code int) {
	t.Helper()
	loop, err := wakeful.New()
	if err != nil {
		t.Fatal(err)
	}
	var out, failures text
	rt, err := js.New(loop, js.WithFullAccess(), js.WithArgs("wakeful", program), js.WithStdin(strings.NewReader("")), js.WithStdout(&out), js.WithStderr(&failures), js.WithLimits(js.Limits{Stack: 10_000}),
		js.WithUncaught(func(e *js.Error) bool {
			_, _ = failures.Write([]byte(e.Report() + "\n"))
			return false
		}))
	if err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithTimeout(t.Context(), 2*time.Minute)
	defer stop()
	ended := make(chan error, 1)
	go func() { ended <- loop.Run(context.Background()) }()
	code, err = jsprogram.File(ctx, rt, program)
	if ctx.Err() != nil {
		t.Errorf("it does not end: %v", err)
	}
	_ = rt.Close()
	_ = loop.Close()
	<-ended
	return out.String(), failures.String(), code
}
