package world_test

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/wakeful-go/wakeful/tournament/runner"
	"github.com/wakeful-go/wakeful/tournament/world"
)

// refusals are the workloads that peers refuse, by their reasons.
var refusals = map[string][]string{
	"netpoll":   {"submit", "trip", "timers", "idle-loop", "loops"},
	"crossbeam": {"timers", "echo"},
	"k6":        {"trip/wait=spin", "echo"},
	"asyncio":   {"trip/wait=spin"},
	"uvloop":    {"trip/wait=spin"},
	// A handwritten loop has no poller, and does not spin.
	"handwritten": {"trip/wait=spin", "echo"},
}

// TestPeers takes a sample of each workload from peers that are cheap to build, and with
// WAKEFUL_WORLD=all from all peers.
func TestPeers(t *testing.T) {
	cheap := []string{"wakeful", "handwritten", "netpoll", "libuv", "asyncio"}
	if !testing.Short() {
		cheap = append(cheap, "node")
	}
	all := os.Getenv("WAKEFUL_WORLD") == "all"
	cache := t.TempDir()
	for _, name := range cheap {
		if !slices.ContainsFunc(world.Recipes(), func(r world.Recipe) bool { return r.Name == name }) {
			t.Errorf("there is no peer %s", name)
		}
	}
	for _, r := range world.Recipes() {
		if !all && !slices.Contains(cheap, r.Name) {
			continue
		}
		t.Run(r.Name, func(t *testing.T) {
			if why := r.Missing(); why != "" {
				t.Skip("NOT RUN:", why)
			}
			command, err := r.Build(t.Context(), cache, func(string) {})
			if err != nil {
				t.Fatal(err)
			}
			for _, w := range []world.Load{
				load("submit", "producers=1"), load("submit", "producers=3"), load("submit", "burst=7"), load("trip", "wait=block"), load("trip", "wait=spin"),
				load("timers", "count=500"), load("echo", "connections=3"), load("idle-loop"), load("loops", "count=3"),
			} {
				figures, err := world.Take(t.Context(), command, w, brief)
				refuses := slices.Contains(refusals[r.Name], w.Workload) || slices.Contains(refusals[r.Name], w.Workload+"/wait="+w.Params["wait"])
				var refusal *runner.MissingError
				switch {
				case errors.As(err, &refusal) && (refuses || strings.Contains(refusal.Reason, "/proc")):
				case err != nil:
					t.Errorf("%v: %v", w, err)
				case refuses:
					t.Errorf("%v: there are figures, %v, of what the peer was to refuse", w, figures)
				case len(figures) == 0:
					t.Errorf("%v: no figures", w)
				}
			}
		})
	}
}

// A peer refuses an unknown workload.
func TestPeersRefuseUnknownWorkloads(t *testing.T) {
	for _, name := range []string{"wakeful", "netpoll"} {
		p, err := world.Start(t.Context(), []string{os.Args[0], world.ServeCommand, name}, brief.Limit)
		if err != nil {
			t.Fatal(err)
		}
		var refusal *runner.MissingError
		if _, err := p.Ask("start workload=juggling"); !errors.As(err, &refusal) {
			t.Errorf("%v: %v, want a refusal", name, err)
		}
		if _, err := p.Ask("run n=1 seed=1"); err == nil || errors.As(err, &refusal) {
			t.Errorf("%v: a run without a start: %v, want a failure", name, err)
		}
		if _, err := p.Stop(); err != nil {
			t.Errorf("%v: %v", name, err)
		}
	}
}

func TestBursts(t *testing.T) {
	for _, name := range []string{"wakeful", "handwritten"} {
		for _, burst := range []string{"burst=1", "burst=7", "burst=100000"} {
			if _, err := world.Take(t.Context(), []string{os.Args[0], world.ServeCommand, name}, load("submit", burst), brief); err != nil {
				t.Errorf("%s, %s: %v", name, burst, err)
			}
		}
	}
}

func TestEchoBesideIdleConnections(t *testing.T) {
	argv := []string{os.Args[0], world.ServeCommand, "wakeful"}
	if _, err := world.Take(t.Context(), argv, load("echo", "idle=20"), brief); err != nil {
		t.Error(err)
	}
	_, err := world.Take(t.Context(), argv, load("echo", "idle=2000000"), brief)
	if _, refused := errors.AsType[*runner.MissingError](err); !refused {
		t.Errorf("two million connections: %v, want the limit as the reason", err)
	}
}

// A program is built once, and its folder contains nothing else.
func TestAPeerIsBuiltOnce(t *testing.T) {
	r, err := world.Find("libuv")
	if err != nil {
		t.Fatal(err)
	}
	if why := r.Missing(); why != "" {
		t.Skip("NOT RUN:", why) // the peer needs a program or a library that is not here
	}
	cache := filepath.Join(t.TempDir(), "cache")
	builds := 0
	tell := func(string) { builds++ }
	command, err := r.Build(t.Context(), cache, tell)
	if err != nil {
		t.Fatal(err)
	}
	first, err := os.Stat(command[0])
	if err != nil {
		t.Fatal(err)
	}
	again, err := r.Build(t.Context(), cache, func(string) {})
	if err != nil {
		t.Fatal(err)
	}
	if second, err := os.Stat(again[0]); err != nil || !os.SameFile(first, second) || builds != 1 {
		t.Errorf("%s was built again as %s, %v; %d builds", command[0], again[0], err, builds)
	}
	if left, err := os.ReadDir(cache); err != nil || len(left) != 1 {
		t.Errorf("the cache has %v, %v; want one program", left, err)
	}
}

// A build that fails says why, and leaves nothing.
func TestABuildThatFailsSaysWhy(t *testing.T) {
	r, err := world.Find("libuv")
	if err != nil {
		t.Fatal(err)
	}
	if why := r.Missing(); why != "" {
		t.Skip("NOT RUN:", why) // the peer needs a program or a library that is not here
	}
	tools, cache := t.TempDir(), t.TempDir()
	compiler := "#!/bin/sh\ntest \"$1\" = --version || { echo no such header; exit 1; }\n"
	if err := os.WriteFile(filepath.Join(tools, "cc"), []byte(compiler), 0o700); err != nil {
		t.Fatal(err)
	}
	t.Setenv("PATH", tools+string(os.PathListSeparator)+os.Getenv("PATH"))
	if _, err := r.Build(t.Context(), cache, func(string) {}); err == nil || !strings.Contains(err.Error(), "no such header") {
		t.Errorf("the error is %v, want what the compiler says", err)
	}
	if left, err := os.ReadDir(cache); err != nil || len(left) != 0 {
		t.Errorf("a failed build leaves %v, %v", left, err)
	}
}

func TestThePeerOnLibuvHasNoWarnings(t *testing.T) {
	flags, err := exec.CommandContext(t.Context(), "pkg-config", "--cflags", "libuv").Output()
	if err != nil {
		t.Skip("NOT RUN: there is no libuv:", err) // its headers are what the program is compiled with
	}
	files, err := filepath.Glob("peers/libuv/*.c")
	if err != nil || len(files) == 0 {
		t.Fatal(files, err)
	}
	args := slices.Concat([]string{"-std=gnu11", "-O2", "-Wall", "-Wextra", "-Werror", "-fsyntax-only"}, strings.Fields(string(flags)), files)
	if said, err := exec.CommandContext(t.Context(), "cc", args...).CombinedOutput(); err != nil {
		t.Errorf("%v: %s", err, said)
	}
}

// A peer without its runtime is missing, with a reason. That is not an error of the run.
func TestAMissingRuntimeIsAReason(t *testing.T) {
	t.Setenv("PATH", t.TempDir())
	var lines []string
	var names []string
	for _, e := range world.Entries() {
		names = append(names, e.Name)
	}
	peers, err := world.Prepare(t.Context(), names, t.TempDir(), func(line string) { lines = append(lines, line) })
	if err != nil || len(peers) != len(names) {
		t.Fatal(peers, err)
	}
	for _, c := range peers {
		own := slices.Contains([]string{"wakeful", "handwritten", "netpoll"}, c.Name)
		if missing := c.Missing != ""; missing == own {
			t.Errorf("%s: the reason is %q", c.Name, c.Missing)
		}
	}
	if len(lines) < 8 || !strings.Contains(strings.Join(lines, "\n"), "not here: node: node is not on the PATH") {
		t.Errorf("the lines are %q", lines)
	}
}

// Before each build there is a line with the time until all are built.
func TestBuildsTellHowLongTheyTake(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("NOT RUN: the tools of this test are shell scripts") // which Windows does not start
	}
	tools := t.TempDir()
	for _, tool := range []string{"cargo", "cc", "go"} { // which do nothing
		if err := os.WriteFile(filepath.Join(tools, tool), []byte("#!/bin/sh\n"), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	t.Setenv("PATH", tools)
	var lines []string
	cache := t.TempDir()
	for range 2 { // the second time all are in the cache
		peers, err := world.Prepare(t.Context(), []string{"wakeful", "k6", "tokio", "crossbeam"}, cache, func(line string) { lines = append(lines, line) })
		if err != nil || len(peers["tokio"].Command) == 0 || peers["crossbeam"].Missing != "" {
			t.Fatalf("%+v, %v", peers, err)
		}
	}
	want := []string{"building k6, about 3m0s; until all are built 3m40s", "building tokio, about 40s; until all are built 40s"}
	if !slices.Equal(lines, want) {
		t.Errorf("the lines are %q, want %q", lines, want)
	}
}
