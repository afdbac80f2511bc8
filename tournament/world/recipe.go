package world

import (
	"embed"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"time"
)

// This file owns the list of peers and how each is built and run. The sources are part of the
// program, so a run needs no checkout.

//go:embed peers peer/*.go
var sources embed.FS

// Recipe describes a peer and the build of its program.
type Recipe struct {
	// Name identifies the peer: lower case, digits and hyphens.
	Name string
	// Summary says in one sentence what runs and how it waits.
	Summary string
	// program is the name of the build if several peers share one. Otherwise it is Name.
	program string
	// folders are the sources of the program: embedded folders, and where they are in that of the build.
	folders map[string]string
	// tools are programs that must be on the PATH.
	tools []tool
	// versions are commands. A change of their output causes a new build.
	versions [][]string
	// steps are the build commands, run in the build's folder.
	steps [][]string
	// expected is the duration of a first build on two cores.
	expected time.Duration
	// check returns a reason that tools cannot express. nil if there is no such check.
	check func() string
	// run is the command of the program. {dir} is the folder of the build, {self} this program's
	// file, {python} the interpreter.
	run []string
}

// tool is a program that a recipe needs.
type tool struct{ command, advice string }

var (
	toolCC     = tool{"cc", "a C compiler (Debian: gcc libc6-dev)"}
	toolConfig = tool{"pkg-config", "pkg-config (Debian: pkg-config)"}
	toolCargo  = tool{"cargo", "Rust's cargo (Debian: cargo)"}
	toolJava   = tool{"java", "a Java runtime, 17 or newer (Debian: default-jdk-headless)"}
	toolMaven  = tool{"mvn", "Maven (Debian: maven)"}
	toolNode   = tool{"node", "Node 18 or newer (Debian: nodejs)"}
	toolPython = tool{"python3", "Python 3.9 or newer (Debian: python3)"}
	toolGo     = tool{"go", "the Go command"}
)

// Names of peers: the project's own, to which ratios refer, and the loop by hand.
const (
	Ours        = "wakeful"
	Handwritten = "handwritten"
)

// Recipes lists all peers, in the order of the tables.
func Recipes() []Recipe {
	own := func(name, summary string) Recipe {
		return Recipe{Name: name, Summary: summary, run: []string{"{self}", ServeCommand, name}}
	}
	cargo := func(name, summary string) Recipe {
		return Recipe{
			Name: name, Summary: summary, program: "rust",
			folders: map[string]string{"peers/rust": ""},
			tools:   []tool{toolCargo, toolCC}, versions: [][]string{{"cargo", "--version"}},
			steps:    [][]string{{"cargo", "build", "--release", "--locked", "--quiet", "--target-dir", "target"}},
			expected: 40 * time.Second, run: []string{"{dir}/target/release/" + strings.ReplaceAll(name, "-", "_")},
		}
	}
	return []Recipe{
		own(Ours, "The project's own loop. It parks at once when it has nothing to do; in trip/wait=spin it spins."),
		own(Handwritten, "A Go loop written by hand: a mutex, a slice that is swapped, a channel that wakes the loop, and the runtime's timers."),
		own("netpoll", "CloudWeGo's netpoll, in Go: pollers of its own and a goroutine for each request. It serves connections and takes no functions."),
		{
			Name:    "k6",
			Summary: "The loop of the load tester k6, in Go, with its JavaScript engine sobek. Functions come in as callbacks that are registered and enqueued, as modules of k6 do.",
			folders: map[string]string{"peers/k6": "", "peer": "peer"},
			tools:   []tool{toolGo}, versions: [][]string{{"go", "version"}},
			steps:    [][]string{{"go", "build", "-o", "k6", "main.go"}},
			expected: 3 * time.Minute, run: []string{"{dir}/k6"},
		},
		{
			Name:    "libuv",
			Summary: "libuv, the loop under Node, in C, on one thread: uv_async_send with a queue under a mutex, uv_timer, uv_tcp. Spinning is uv_run without waiting.",
			folders: map[string]string{"peers/libuv": ""},
			tools:   []tool{toolCC, toolConfig}, versions: [][]string{{"cc", "--version"}, {"pkg-config", "--modversion", "libuv"}},
			steps: [][]string{{"sh", "-c", "cc -std=gnu11 -O2 -pthread -o peer peer.c loop.c echo.c $(pkg-config --cflags --libs libuv)"}},
			check: func() string {
				if exec.Command("pkg-config", "--exists", "libuv").Run() != nil {
					return "libuv's headers are not installed (Debian: libuv1-dev)"
				}
				return ""
			},
			expected: 2 * time.Second, run: []string{"{dir}/peer"},
		},
		cargo("tokio", "tokio's runtime of one thread, in Rust. Each function is a task, spawned from other threads through the runtime's handle."),
		cargo("tokio-local", "A LocalSet on tokio's runtime of one thread, in Rust. Functions come over tokio's unbounded channel to a local task."),
		cargo("crossbeam", "A thread that takes functions from crossbeam's unbounded channel, in Rust. Spinning is try_recv with a spin hint."),
		{
			Name:    "netty",
			Summary: "Netty's event loop of one thread, in Java, over epoll, or over NIO where its native part does not load: execute, schedule, and sockets.",
			folders: map[string]string{"peers/netty": ""},
			tools:   []tool{toolMaven, toolJava}, versions: [][]string{{"java", "--version"}},
			steps:    [][]string{{"mvn", "--quiet", "--batch-mode", "compile", "dependency:copy-dependencies"}},
			expected: 60 * time.Second, run: []string{"java", "-XX:+UseSerialGC", "-Dio.netty.leakDetection.level=disabled", "-cp", "{dir}/target/classes:{dir}/target/dependency/*", "Peer"},
		},
		{
			Name:    "node",
			Summary: "Node's main thread. Functions come as messages from worker threads, which is the way in that JavaScript has; loops are workers.",
			folders: map[string]string{"peers/node": ""},
			tools:   []tool{toolNode}, versions: [][]string{{"node", "--version"}}, run: []string{"node", "{dir}/peer.js"},
		},
		{
			Name:    "asyncio",
			Summary: "Python's asyncio on one thread: call_soon_threadsafe, call_later, and a protocol that writes what it reads.",
			folders: map[string]string{"peers/asyncio": ""},
			tools:   []tool{toolPython}, run: []string{"{python}", "{dir}/peer.py"},
		},
		{
			Name:    "uvloop",
			Summary: "The same program on uvloop, asyncio's interface over libuv.",
			folders: map[string]string{"peers/asyncio": "", "peers/uvloop": ""},
			tools:   []tool{toolPython}, versions: [][]string{{"{python}", "--version"}},
			steps:    [][]string{{"{python}", "-m", "pip", "install", "--quiet", "--no-deps", "--target", "packages", "--requirement", "requirements.txt"}},
			expected: 10 * time.Second, run: []string{"{python}", "{dir}/peer.py", "{dir}/packages"},
		},
	}
}

// ServeCommand is the command that makes this program a peer: ServeCommand NAME. A program that
// uses this package must have it.
const ServeCommand = "peer"

// Find returns the recipe of that name.
func Find(name string) (Recipe, error) {
	var names []string
	for _, r := range Recipes() {
		if r.Name == name {
			return r, nil
		}
		names = append(names, r.Name)
	}
	return Recipe{}, fmt.Errorf("there is no peer %q; the peers are %s", name, strings.Join(names, ", "))
}

// Missing returns the reason why the peer cannot be built or run here, or "".
func (r Recipe) Missing() string {
	for _, t := range r.tools {
		if _, err := exec.LookPath(t.command); err != nil {
			return fmt.Sprintf("%s is not on the PATH: install %s", t.command, t.advice)
		}
	}
	if r.check != nil {
		return r.check()
	}
	return ""
}

// filled replaces the placeholders of a command.
func (r Recipe) filled(argv []string, dir string) ([]string, error) {
	self, err := os.Executable()
	if err != nil {
		return nil, fmt.Errorf("world: finding this program's own file: %w", err)
	}
	python := ""
	for _, t := range r.tools {
		if t == toolPython {
			// Use the interpreter itself, because the one on the PATH may be a script that looks
			// for it.
			out, err := exec.Command("python3", "-c", "import sys; print(sys.executable)").Output()
			if err != nil {
				return nil, fmt.Errorf("world: python3 does not say where it is: %w", err)
			}
			python = strings.TrimSpace(string(out))
		}
	}
	fill := strings.NewReplacer("{dir}", dir, "{self}", self, "{python}", python)
	filled := make([]string, len(argv))
	for i, arg := range argv {
		filled[i] = fill.Replace(arg)
	}
	return filled, nil
}
