package nodetests_test

import (
	"bytes"
	"context"
	_ "embed"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/wakeful-go/wakeful"
	"github.com/wakeful-go/wakeful/internal/jsprogram"
	"github.com/wakeful-go/wakeful/js"
	_ "github.com/wakeful-go/wakeful/js/esbuild" // some of the tests are ES modules
)

// pass lists the files that pass.
//
//go:embed testdata/pass.txt
var pass string

// program is the variable that makes the test's binary run one program, as the command does.
const program = "WAKEFUL_NODE_TEST_FILE"

func TestMain(m *testing.M) {
	if file := os.Getenv(program); file != "" {
		os.Exit(run(file))
	}
	os.Exit(m.Run())
}

// run runs a program, and returns its exit code.
func run(file string) int {
	loop, err := wakeful.New()
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	rt, err := js.New(loop, js.WithFullAccess(), js.WithSignals(nil), js.WithArgs(os.Args[0], file), js.WithLimits(js.Limits{Stack: 10_000}))
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	// The flag --expose-gc of Node, which some of the tests need.
	if source, err := os.ReadFile(file); err == nil && bytes.Contains(source, []byte("--expose-gc")) {
		if err := rt.Set("gc", runtime.GC); err != nil {
			fmt.Fprintln(os.Stderr, err)
			return 1
		}
	}
	go func() { _ = loop.Run(context.Background()) }()
	code, err := jsprogram.File(context.Background(), rt, file)
	if thrown, ok := errors.AsType[*js.Error](err); ok {
		fmt.Fprintln(os.Stderr, thrown.Report())
	}
	return code
}

// TestNode runs the listed files, each in a process of its own.
func TestNode(t *testing.T) {
	if os.Getenv("WAKEFUL_NODE_TESTS") != "all" {
		t.Skip("NOT RUN: it downloads the source package of nodejs; WAKEFUL_NODE_TESTS=all, which make nightly sets, runs it")
	}
	dir := sources(t)
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	names := strings.Fields(pass)
	if len(names) < 600 {
		t.Fatalf("the list has %d files", len(names))
	}
	for _, name := range names {
		t.Run(name, func(t *testing.T) {
			var last string
			for range 2 { // some of them depend on how busy the machine is
				var ok bool
				if last, ok = attempt(t, self, filepath.Join(dir, "test", "parallel", name)); ok {
					return
				}
			}
			t.Error(last)
		})
	}
}

// attempt runs a file, and reports whether it passes.
func attempt(t *testing.T, self, path string) (output string, ok bool) {
	t.Helper()
	ctx, stop := context.WithTimeout(t.Context(), 2*time.Minute)
	defer stop()
	command := exec.CommandContext(ctx, self)
	command.Dir = t.TempDir()
	command.Env = append(os.Environ(), program+"="+path, "NODE_TEST_DIR="+command.Dir, "NODE_SKIP_FLAG_CHECK=1", "NODE_OPTIONS=")
	out, err := command.CombinedOutput()
	return string(out), err == nil
}

// sources returns the folder with the unpacked source package. The lists of packages and the
// package itself stay in a temporary folder, so nothing of the machine changes.
func sources(t *testing.T) string {
	t.Helper()
	for _, tool := range []string{"apt-get", "tar", "xz"} {
		if _, err := exec.LookPath(tool); err != nil {
			t.Skipf("NOT RUN: there is no %s to get the source package of nodejs with", tool)
		}
	}
	dir := t.TempDir()
	uri := mirror(t)
	list := "deb-src [signed-by=/usr/share/keyrings/debian-archive-keyring.gpg] " + uri + " trixie main\n"
	if err := os.WriteFile(filepath.Join(dir, "sources.list"), []byte(list), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, folder := range []string{"lists/partial", "cache/archives/partial", "out"} {
		if err := os.MkdirAll(filepath.Join(dir, folder), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	apt := func(arguments ...string) ([]byte, error) {
		options := []string{
			"-o", "Dir::Etc::sourcelist=" + filepath.Join(dir, "sources.list"), "-o", "Dir::Etc::sourceparts=/dev/null",
			"-o", "Dir::State::lists=" + filepath.Join(dir, "lists"), "-o", "Dir::Cache=" + filepath.Join(dir, "cache"), "-o", "APT::Sandbox::User=root",
		}
		command := exec.CommandContext(t.Context(), "apt-get", append(options, arguments...)...)
		command.Dir = filepath.Join(dir, "out")
		return command.CombinedOutput()
	}
	if out, err := apt("update"); err != nil {
		t.Skipf("NOT RUN: apt-get update: %v: %s", err, bytes.TrimSpace(out))
	}
	// A mirror may lack the description of the newest revision for a while. The source is the same.
	out, err := apt("source", "--only-source", "--download-only", "nodejs")
	archives, _ := filepath.Glob(filepath.Join(dir, "out", "nodejs_20.*.orig.tar.xz"))
	if len(archives) != 1 {
		t.Skipf("NOT RUN: apt-get source brings no source of Node 20: %v: %s", err, bytes.TrimSpace(out))
	}
	unpacked := filepath.Join(dir, "node")
	if err := os.Mkdir(unpacked, 0o755); err != nil {
		t.Fatal(err)
	}
	tar := exec.CommandContext(t.Context(), "tar", "-xJf", archives[0], "-C", unpacked, "--strip-components=1", "--wildcards", "*/test/common", "*/test/fixtures", "*/test/parallel")
	if out, err := tar.CombinedOutput(); err != nil {
		t.Fatalf("tar: %v: %s", err, out)
	}
	return unpacked
}

// mirror returns the address of Debian's packages that this machine uses.
func mirror(t *testing.T) string {
	t.Helper()
	out, err := exec.CommandContext(t.Context(), "apt-get", "indextargets", "--format", "$(REPO_URI)").Output()
	if err == nil {
		for uri := range strings.Lines(string(out)) {
			if uri = strings.TrimSpace(uri); strings.HasSuffix(strings.TrimSuffix(uri, "/"), "/debian") {
				return uri
			}
		}
	}
	t.Skipf("NOT RUN: apt-get knows no mirror of Debian: %v", err)
	return ""
}
