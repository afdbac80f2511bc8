package main

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/wakeful-go/wakeful/internal/project/programs"
)

// The test's own program is also the one that the go command runs test binaries with.
func TestMain(m *testing.M) {
	if len(os.Args) > 1 && (os.Args[1] == "exec" || os.Args[1] == "inside") {
		main()
	}
	os.Exit(m.Run())
}

// planted is a module whose tests fail on one machine each, and one that passes on all.
var planted = map[string]string{
	"go.work": "go 1.26\n\nuse .\n",
	"go.mod":  "module planted.example\n\ngo 1.26\n",
	"zone.go": "package planted\n",
	"zone_test.go": `package planted
import ("os"; "os/exec"; "path/filepath"; "strings"; "testing")
func TestEverywhere(t *testing.T) {
	dir, err := os.Getwd()
	if err != nil || !strings.Contains(dir, " ") || os.Getenv("` + folderVariable + `") != "" {
		t.Error(dir, err)
	}
	if err := os.WriteFile(filepath.Join(t.TempDir(), "file"), nil, 0o600); err != nil { t.Error(err) }
	if _, err := exec.LookPath("go"); err != nil { t.Error(err) }
}
func TestZone(t *testing.T) { if os.Getenv("TZ") == "Pacific/Chatham" { t.Error("not here") } }
func TestHome(t *testing.T) { if os.Getenv("HOME") == "" { t.Error("not here") } }
func TestProcessors(t *testing.T) { if os.Getenv("GOMAXPROCS") == "8" { t.Error("not here") } }
func TestTerminal(t *testing.T) {
	info, err := os.Stdout.Stat()
	if err != nil { t.Fatal(err) }
	if info.Mode()&os.ModeCharDevice != 0 { t.Error("not here") }
}
func TestSkipped(t *testing.T) { t.Skip("NOT RUN: never") }
`,
	"root/root_test.go": `package root
import ("errors"; "io/fs"; "net"; "os"; "runtime"; "testing")
var bare = os.Getenv("LANG") == "tr_TR.UTF-8"
func text(name string) string {
	b, err := os.ReadFile(name)
	if errors.Is(err, fs.ErrNotExist) { return "absent" }
	if err != nil { return err.Error() }
	return string(b)
}
func TestFiles(t *testing.T) {
	driver, device := "haltpoll\n", ""
	switch {
	case bare: driver, device = "absent", "absent"
	case os.Getuid() == 65534: driver, device = "none\n", "open ` + latencyRequest + `: permission denied"
	}
	if got := text("` + idleDriver + `"); got != driver { t.Errorf("the driver is %q, want %q", got, driver) }
	if got := text("` + latencyRequest + `"); got != device { t.Errorf("the device is %q, want %q", got, device) }
	if err := os.WriteFile(os.DevNull, []byte("x"), 0); err != nil { t.Error(err) }
}
func TestNetwork(t *testing.T) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil { t.Fatal(err) }
	l.Close()
	if !bare { return }
	if l, err := net.Listen("tcp", "[::1]:0"); err == nil { l.Close(); t.Error("there is IPv6") }
}
func TestUser(t *testing.T) {
	if os.Getuid() != 65534 { return }
	if err := os.WriteFile("new", nil, 0o600); err == nil { t.Error("the checkout can be written to") }
	if n := runtime.NumCPU(); n != 1 { t.Errorf("%d processors", n) }
}
`,
}

// onPlanted runs the tests of a planted package on all machines, and returns what is printed.
func onPlanted(t *testing.T, pkg string) (printed string, status int) {
	t.Helper()
	dir := t.TempDir()
	for name, text := range planted {
		path := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	t.Chdir(dir)
	t.Setenv("GOWORK", "")
	t.Setenv("TZ", "UTC") // this test may itself run on such a machine
	t.Setenv("GOCACHE", goCache(t))
	t.Setenv("HOME", dir)
	var out strings.Builder
	status, err := run(setting{Machines: machines}, []string{"go", "test", "-vet=off", "-v", pkg}, &out)
	if err != nil {
		t.Fatal(err, "\n", out.String())
	}
	return out.String(), status
}

// goCache returns where the go command keeps what it has built, for a test that changes HOME.
func goCache(t *testing.T) string {
	t.Helper()
	dir, err := programs.Output("", nil, "go", "env", "GOCACHE")
	if err != nil {
		t.Fatal(err)
	}
	return dir
}

// A test that fails on one machine fails, and the end says on which.
func TestAFailureNamesItsMachine(t *testing.T) {
	printed, status := onPlanted(t, ".")
	if status == 0 {
		t.Error("the command has succeeded")
	}
	for _, want := range []string{
		`failed on the machine "bare": ./.: TestZone, TestHome, exit status 1`,
		`failed on the machine "other user": ./.: TestProcessors, TestTerminal, exit status 1`,
		`failed on the machine "full": ./.: TestTerminal, exit status 1`,
		"TZ=Pacific/Chatham: 1 packages, 5 tests, 1 skipped",
		"a path with a space in it: 1 packages, 15 tests, 3 skipped",
	} {
		if !strings.Contains(printed, want) {
			t.Errorf("it does not say %q", want)
		}
	}
	if t.Failed() {
		t.Log(printed)
	}
}

// Files, the network and the user differ where this process may change them.
func TestConditionsThatTakeRoot(t *testing.T) {
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	why, want := unable(self), "without IPv6: 1 packages, 3 tests\n"
	if why != "" {
		want = "without IPv6: NOT RUN: " + why
		defer t.Skip("NOT RUN: conditions of machines that take root: ", why)
	}
	pkg := "./root"
	if why != "" {
		pkg = "." // the tests of root expect the conditions
	}
	printed, status := onPlanted(t, pkg)
	if !strings.Contains(printed, want) || why == "" && status != 0 {
		t.Errorf("status %d, and %q is not in:\n%s", status, want, printed)
	}
}

// Every condition is absent from a machine, but for the path with a space, which all have.
func TestEveryConditionDiffers(t *testing.T) {
	s := setting{Machines: machines}
	for _, c := range s.allConditions()[1:] {
		has := 0
		for _, m := range machines {
			if slices.Contains(m.conditions(), c) {
				has++
			}
		}
		if has == len(machines) {
			t.Errorf("all machines have: %s", c.what)
		}
	}
}

// The packages that do not run on every machine exist.
func TestSlowPackages(t *testing.T) {
	for _, pkg := range slices.Concat(slow, onTwo) {
		if files, err := filepath.Glob(filepath.Join("..", "..", "..", pkg, "*_test.go")); err != nil || len(files) == 0 {
			t.Errorf("there is no package with tests in ./%s", pkg)
		}
	}
}

func TestWrongCommandLines(t *testing.T) {
	for _, args := range [][]string{nil, {"-no-such-flag"}, {"-machine", "no such machine", "go", "test"}} {
		if status := command(args); status != 2 {
			t.Errorf("%q: status %d, want 2", args, status)
		}
	}
}

// A tool is missing under every name.
func TestLacks(t *testing.T) {
	for tool, want := range map[string]bool{"gcc": true, "gcc-14": true, "x86_64-linux-gnu-gcc": true, "gccgo": false, "git": false} {
		if got := lacks([]string{"gcc"}, tool); got != want {
			t.Errorf("without gcc, %s is missing: %v", tool, got)
		}
	}
}
