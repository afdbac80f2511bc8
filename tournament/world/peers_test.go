package world_test

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/wakeful-go/wakeful/tournament/world"
)

// refusals are the workloads that peers refuse, by their reasons.
var refusals = map[string][]string{
	"netpoll":   {"submit", "trip", "timers", "idle", "loops"},
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
			command, err := r.Build(t.Context(), cache)
			if err != nil {
				t.Fatal(err)
			}
			for _, w := range []world.Workload{
				load("submit", "producers=1"), load("submit", "producers=3"), load("submit", "burst=7"), load("trip", "wait=block"), load("trip", "wait=spin"),
				load("timers", "count=500"), load("echo", "connections=3"), load("idle"), load("loops", "count=3"),
			} {
				figures, err := world.Take(t.Context(), command, nil, w, brief)
				kind, _, _ := strings.Cut(w.String(), "/")
				refuses := slices.Contains(refusals[r.Name], kind) || slices.Contains(refusals[r.Name], w.String())
				var refusal *world.RefusedError
				switch {
				case errors.As(err, &refusal) && (refuses || strings.Contains(refusal.Reason, "/proc")):
				case err != nil:
					t.Errorf("%s: %v", w, err)
				case refuses:
					t.Errorf("%s: there are figures, %v, of what the peer was to refuse", w, figures)
				case len(figures) == 0:
					t.Errorf("%s: no figures", w)
				}
			}
		})
	}
}

// A peer refuses an unknown workload.
func TestPeersRefuseUnknownWorkloads(t *testing.T) {
	for _, name := range []string{"wakeful", "netpoll"} {
		p, err := world.Start(t.Context(), []string{os.Args[0], world.ServeCommand, name}, nil, brief.Limit)
		if err != nil {
			t.Fatal(err)
		}
		var refusal *world.RefusedError
		if _, err := p.Ask("start workload=juggling"); !errors.As(err, &refusal) {
			t.Errorf("%s: %v, want a refusal", name, err)
		}
		if _, err := p.Ask("run n=1 seed=1"); err == nil || errors.As(err, &refusal) {
			t.Errorf("%s: a run without a start: %v, want a failure", name, err)
		}
		if _, err := p.Stop(); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestBursts(t *testing.T) {
	for _, name := range []string{"wakeful", "handwritten"} {
		for _, burst := range []string{"burst=1", "burst=7", "burst=100000"} {
			if _, err := world.Take(t.Context(), []string{os.Args[0], world.ServeCommand, name}, nil, load("submit", burst), brief); err != nil {
				t.Errorf("%s, %s: %v", name, burst, err)
			}
		}
	}
}

func TestEchoBesideIdleConnections(t *testing.T) {
	argv := []string{os.Args[0], world.ServeCommand, "wakeful"}
	if _, err := world.Take(t.Context(), argv, nil, load("echo", "idle=20"), brief); err != nil {
		t.Error(err)
	}
	_, err := world.Take(t.Context(), argv, nil, load("echo", "idle=2000000"), brief)
	if _, refused := errors.AsType[*world.RefusedError](err); !refused {
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
		t.Skip("NOT RUN:", why)
	}
	cache := filepath.Join(t.TempDir(), "cache")
	if _, built, err := r.Built(cache); err != nil || built {
		t.Fatalf("before the build: %v, %v", built, err)
	}
	command, err := r.Build(t.Context(), cache)
	if err != nil {
		t.Fatal(err)
	}
	first, err := os.Stat(command[0])
	if err != nil {
		t.Fatal(err)
	}
	again, err := r.Build(t.Context(), cache)
	if err != nil {
		t.Fatal(err)
	}
	if second, err := os.Stat(again[0]); err != nil || !os.SameFile(first, second) {
		t.Errorf("%s was built again as %s, %v", command[0], again[0], err)
	}
	if left, err := os.ReadDir(cache); err != nil || len(left) != 1 {
		t.Errorf("the cache has %v, %v; want one program", left, err)
	}
}

// A peer without its runtime is missing, with a reason. That is not an error of the run.
func TestAMissingRuntimeIsAReason(t *testing.T) {
	t.Setenv("PATH", t.TempDir())
	var lines []string
	contestants, err := world.Prepare(t.Context(), world.Recipes(), t.TempDir(), func(line string) { lines = append(lines, line) })
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range contestants {
		own := slices.Contains([]string{"wakeful", "handwritten", "netpoll"}, c.Name)
		if missing := c.Missing != ""; missing == own {
			t.Errorf("%s: the reason is %q", c.Name, c.Missing)
		}
	}
	if len(lines) < 8 || !strings.Contains(strings.Join(lines, "\n"), "not here: node: node is not on the PATH") {
		t.Errorf("the lines are %q", lines)
	}
}
