package project

// The layers: which package may import which. Go allows every module below the library's path to
// import the library's internal packages, so a test must forbid it.

import (
	"fmt"
	"go/ast"
	"slices"
	"strings"
	"testing"
)

// inner are the library's internal packages except shared: internal/ring, a data structure, and
// internal/spin; internal/observe, which package telemetry and module js share with the loop;
// internal/jsprogram, through which the command runs programs of module js; internal/tracepage, which
// draws for it what package sim has recorded; internal/recording, through which it reads what package
// telemetry has recorded; and
// internal/autobahnsuite, which tests of stream/ws and js share.
var inner = append([]string{
	self + "/internal/native", self + "/internal/project/...", self + "/internal/quota", self + "/internal/stress",
	self + "/internal/movable", self + "/internal/placement", self + "/internal/turnphase",
	self + "/internal/scenarios", self + "/internal/simulation", self + "/internal/transport",
}, parts...)

var shared = []string{
	self + "/internal/autobahnsuite", self + "/internal/jsprogram", self + "/internal/observe", self + "/internal/recording", self + "/internal/ring", self + "/internal/spin", self + "/internal/tracepage",
}

// rule says what some packages may import. Patterns are import paths. A pattern that ends in "/..."
// includes the packages below it. "std" is the standard library.
type rule struct {
	of       []string
	except   []string // packages of it that the rule leaves out
	ofModule string   // instead of packages: all of a module
	may      []string // the only imports of files that are no tests; nil: any
	mayNot   []string // no file may import these, tests included
	reason   string
	planted  []source // violations, to test the rule itself
}

const (
	std = "std"
	sys = "golang.org/x/sys/..."
)

// parts are the parts of the loop, which package wakeful joins.
var parts = []string{
	self + "/internal/ingress", self + "/internal/wake", self + "/internal/timerheap", self + "/internal/poll",
	self + "/internal/mpsc",
}

var rules = []rule{
	{
		of:     parts,
		may:    []string{std, sys, self + "/internal/native"},
		mayNot: append([]string{self, self + "/promise/..."}, parts...),
		reason: "each part is argued, tested and model-checked alone; one that knows another can be neither exchanged nor read alone",
		planted: []source{
			planted("internal/ingress", false, self+"/internal/wake"),
			planted("internal/timerheap", true, self+"/internal/poll"),
			planted("internal/wake", false, self),
		},
	},
	{
		of:      []string{self + "/internal/spin"},
		may:     []string{std, self + "/internal/native", self + "/internal/quota"},
		mayNot:  append([]string{self}, parts...),
		reason:  "the policy of spinning knows nothing of what is polled, so that it can be read and tested without a loop",
		planted: []source{planted("internal/spin", false, self), planted("internal/spin", false, self+"/internal/ingress")},
	},
	{
		of:      []string{self + "/internal/native", self + "/internal/ring"},
		may:     []string{std, sys},
		reason:  "it is what the language lacks, not what the loop needs: assembly stays where it can be read in one sitting",
		planted: []source{planted("internal/native", false, self+"/internal/wake")},
	},
	{
		of:      []string{self},
		may:     []string{std, sys, self + "/internal/..."},
		mayNot:  []string{self + "/internal/project/..."},
		reason:  "package wakeful joins the parts and nothing else; what is built upon a loop is built upon its public interface",
		planted: []source{planted("", false, self+"/promise"), planted("", false, "github.com/dop251/goja")},
	},
	{
		ofModule: self,
		may:      []string{std, sys, self, self + "/promise/...", self + "/group/...", self + "/keyed/...", self + "/stream", self + "/stream/http", self + "/telemetry/...", self + "/internal/...", "github.com/anishathalye/porcupine"},
		reason:   "a program that uses the library gets no dependency but golang.org/x/sys; what tests and tools need stays in tests and in other modules, and package sim is for tests",
		planted: []source{
			planted("promise", false, "github.com/rs/zerolog"),
			planted("internal/ingress", false, "pgregory.net/rapid"),
			planted("internal/project/tiers", false, self+"/tournament/contest"),
		},
	},
	{
		of:     []string{self, self + "/group", self + "/keyed", self + "/promise/...", self + "/stream", self + "/stream/http", self + "/stream/handover", self + "/telemetry/...", self + "/internal/simulation", self + "/internal/transport"},
		mayNot: []string{self + "/sim"},
		reason: "the library and its own tests do not know that it can be simulated; internal/scenarios does",
		planted: []source{
			planted("stream", true, self+"/sim"), planted("", false, self+"/sim"),
		},
	},
	{
		of:      []string{self + "/sim"},
		may:     []string{std, self, self + "/internal/native", self + "/internal/poll", self + "/internal/simulation", self + "/internal/transport", "github.com/anishathalye/porcupine"},
		reason:  "a world drives loops and carries bytes, and knows nothing of what programs build upon them; it is imported by tests alone, so a program does not link the checker of histories",
		planted: []source{planted("sim", false, self+"/stream"), planted("sim", false, self+"/internal/wake")},
	},
	{
		of:      []string{self + "/internal/recording"},
		may:     []string{std},
		reason:  "a recording is read where there is no loop",
		planted: []source{planted("internal/recording", false, self+"/telemetry")},
	},
	{
		of:      []string{self + "/internal/tracepage"},
		may:     []string{std},
		reason:  "the command draws traces without linking the simulator, which needs package testing",
		planted: []source{planted("internal/tracepage", false, self+"/sim")},
	},
	{
		of:      []string{self + "/promise/..."},
		may:     []string{std, self, self + "/internal/observe", self + "/promise/...", self + "/internal/ring"},
		mayNot:  inner,
		reason:  "promises show that the public interface is enough to build upon; with a back door they would show nothing",
		planted: []source{planted("promise", false, self+"/internal/wake"), planted("promise/all", true, self+"/internal/ingress")},
	},
	{
		of:      []string{self + "/stream/ws"},
		may:     []string{std, sys, self, self + "/stream", self + "/stream/http", self + "/internal/transport", "github.com/gobwas/ws", "github.com/gobwas/ws/wsflate", "github.com/gobwas/httphead"},
		reason:  "frames of WebSockets come from a library, which the library's other users do not get: the package is a module of its own; a simulated network has pairs of sockets of its own",
		planted: []source{planted("stream/ws", false, self+"/internal/poll"), planted("stream/ws", false, "github.com/lxzan/gws")},
	},
	{
		of:      []string{self + "/stream"},
		may:     []string{std, sys, self, self + "/internal/observe", self + "/internal/movable", self + "/internal/transport", self + "/internal/turnphase"},
		reason:  "connections show that the public interface for descriptors is enough to build upon; what a group moves is theirs and the group's, the end of a phase is for what they have joined, and a simulated network has sockets of its own",
		planted: []source{planted("stream", false, self+"/internal/poll"), planted("stream", false, self+"/promise")},
	},
	{
		of:      []string{self + "/stream/http"},
		may:     []string{std, self, self + "/stream", self + "/stream/http"},
		reason:  "HTTP on a loop is what any user of package stream could have written",
		planted: []source{planted("stream/http", false, self+"/internal/turnphase"), planted("stream/http", false, "golang.org/x/net/http/httpguts")},
	},
	{
		of:      []string{self + "/stream/handover"},
		may:     []string{std},
		reason:  "sockets go from process to process as files; who serves them, a loop or package net, is the program's choice",
		planted: []source{planted("stream/handover", false, self+"/stream")},
	},
	{
		of:      []string{self + "/group"},
		may:     []string{std, self, self + "/internal/observe", self + "/internal/movable", self + "/internal/placement", self + "/internal/simulation"},
		reason:  "a group is built upon the public interface of loops; it knows connections as something that can move, and in a simulated world its chance is repeatable",
		planted: []source{planted("group", false, self+"/stream"), planted("group", false, self+"/internal/wake")},
	},
	{
		of:      []string{self + "/keyed"},
		may:     []string{std, self, self + "/internal/observe", self + "/group", self + "/internal/ring", self + "/internal/simulation"},
		reason:  "the order of keys knows no engine; what connects to one is a module of its own",
		planted: []source{planted("keyed", false, "github.com/twmb/franz-go/pkg/kgo"), planted("keyed", false, self+"/keyed/keyedkafka")},
	},
	{
		of:     []string{self + "/keyed/keyedkafka", self + "/keyed/keyednats"},
		mayNot: inner,
		reason: "a source is what any user could have written",
		planted: []source{
			planted("keyed/keyedkafka", false, self+"/internal/wake"), planted("keyed/keyednats", true, self+"/internal/native"),
		},
	},
	{
		of:      []string{self + "/internal/movable"},
		may:     []string{std, self},
		reason:  "it is what a group and its connections share, so it knows neither, and it is built upon the public interface of loops",
		planted: []source{planted("internal/movable", false, self+"/group"), planted("internal/movable", false, self+"/stream")},
	},
	{
		of:      []string{self + "/internal/transport"},
		may:     []string{std, self},
		reason:  "it is what connections and a simulated network share, so it knows neither",
		planted: []source{planted("internal/transport", false, self+"/stream"), planted("internal/transport", false, self+"/sim")},
	},
	{
		of:      []string{self + "/internal/simulation"},
		may:     []string{std, self + "/internal/poll"},
		reason:  "it is what a loop and the driver of a simulated world share, so it knows neither",
		planted: []source{planted("internal/simulation", false, self), planted("internal/simulation", false, self+"/sim")},
	},
	{
		of:      []string{self + "/internal/turnphase"},
		may:     []string{},
		reason:  "it is what a loop and its connections share, so it knows neither",
		planted: []source{planted("internal/turnphase", false, self), planted("internal/turnphase", false, self+"/stream")},
	},
	{
		of:      []string{self + "/internal/placement"},
		may:     []string{std},
		reason:  "what decides on placement reads no clock and knows no loop, so that a simulation with virtual time runs the same code",
		planted: []source{planted("internal/placement", false, self), planted("internal/placement", false, self+"/group")},
	},
	{
		of:      []string{self + "/internal/observe"},
		may:     []string{std, self + "/internal/native"},
		reason:  "it is what a loop and its observers share, so it knows neither",
		planted: []source{planted("internal/observe", false, self), planted("internal/observe", false, self+"/telemetry")},
	},
	{
		of:     []string{self + "/telemetry/..."},
		may:    []string{std, sys, self, self + "/internal/observe", self + "/internal/recording"},
		mayNot: inner,
		reason: "telemetry sees of a loop what internal/observe shows: the parts can change without it, and a loop's interface does not grow with what is measured",
		planted: []source{
			planted("telemetry", false, self+"/internal/ingress"), planted("telemetry", false, self+"/internal/native"),
			planted("telemetry", false, "github.com/prometheus/client_golang/prometheus"),
		},
	},
	{
		of:      []string{self + "/js/..."},
		except:  []string{self + "/js/benchmarks"},
		mayNot:  append([]string{self + "/tournament/...", self + "/cmd/..."}, inner...),
		reason:  "the JavaScript adapter is what any user could have written, and depends on no laboratory",
		planted: []source{planted("js", false, self+"/internal/timerheap"), planted("js/abort", true, self+"/tournament/contest")},
	},
	{
		of:      []string{self + "/js/benchmarks"},
		mayNot:  append([]string{self + "/tournament/measure", self + "/tournament/peers", self + "/cmd/..."}, inner...),
		reason:  "its rows are taken and judged as all others are, and call what any user can call",
		planted: []source{planted("js/benchmarks", false, self+"/internal/timerheap"), planted("js/benchmarks", true, self+"/tournament/peers")},
	},
	{
		of:     []string{self + "/js", self + "/js/internal/digest", self + "/js/internal/host", self + "/js/internal/lib", self + "/js/internal/locale", self + "/js/internal/node", self + "/js/internal/transform", self + "/js/internal/vm", self + "/js/internal/web"},
		mayNot: []string{"github.com/evanw/esbuild/..."},
		reason: "a program that runs no TypeScript and no ES modules does not link esbuild; package js/esbuild does",
		planted: []source{
			planted("js", false, "github.com/evanw/esbuild/pkg/api"),
			planted("js/internal/vm", false, "github.com/evanw/esbuild/pkg/api"),
		},
	},
	{
		of:      []string{self + "/sandbox/..."},
		may:     []string{std, sys, self, self + "/internal/observe", self + "/sandbox/internal/...", "github.com/tetratelabs/wazero/...", "github.com/nlnwa/whatwg-url/url", "github.com/elastic/go-seccomp-bpf/...", "github.com/go-sourcemap/sourcemap"},
		mayNot:  inner,
		reason:  "a sandbox is what any user could have written; scripts that nobody trusts do not come near another engine",
		planted: []source{planted("sandbox", false, "github.com/dop251/goja"), planted("sandbox/internal/engine", false, self+"/js")},
	},
	{
		of: []string{self + "/otelwakeful/..."},
		may: []string{
			std, self, self + "/telemetry", "go.opentelemetry.io/otel", "go.opentelemetry.io/otel/attribute",
			"go.opentelemetry.io/otel/codes", "go.opentelemetry.io/otel/metric", "go.opentelemetry.io/otel/trace",
		},
		reason:  "an exporter reads what any user can read, and leaves the choice of the SDK to the program",
		planted: []source{planted("otelwakeful", false, "go.opentelemetry.io/otel/sdk/metric"), planted("otelwakeful", false, self+"/internal/native")},
	},
	{
		of:      []string{self + "/promwakeful/..."},
		may:     []string{std, self, self + "/telemetry", "github.com/prometheus/client_golang/prometheus"},
		reason:  "an exporter reads what any user can read, and serves nothing by itself",
		planted: []source{planted("promwakeful", false, "github.com/prometheus/client_golang/prometheus/promhttp"), planted("promwakeful", false, self+"/internal/native")},
	},
	{
		of:      []string{self + "/tournament/..."},
		mayNot:  []string{self + "/internal/..."},
		reason:  "the champion enters by the same door as everybody else: what is measured is what a user can call",
		planted: []source{planted("tournament/peers", false, self+"/internal/ingress"), planted("tournament/report", true, self+"/internal/jsprogram")},
	},
	{
		of: []string{self + "/cmd/..."},
		mayNot: slices.DeleteFunc(slices.Concat(inner, shared), func(p string) bool {
			return p == self+"/internal/jsprogram" || p == self+"/internal/tracepage" || p == self+"/internal/recording" || p == self+"/internal/quota"
		}),
		reason:  "what the command measures is what a user can call; running a whole program and reading the quota are not public",
		planted: []source{planted("cmd/wakeful", true, self+"/internal/wake"), planted("cmd/wakeful", false, self+"/internal/observe")},
	},
	{
		of:      []string{self + "/internal/jsprogram"},
		may:     []string{std},
		reason:  "it joins the command to module js, which is another module, so it knows neither",
		planted: []source{planted("internal/jsprogram", false, self+"/js"), planted("internal/jsprogram", false, self)},
	},
	{
		of:      []string{self + "/tournament/..."},
		mayNot:  []string{self + "/cmd/..."},
		reason:  "the command line shows the tournament; the tournament can be run without it",
		planted: []source{planted("tournament/report", false, self+"/cmd/wakeful")},
	},
	{
		of:      []string{self + "/tournament/runner", self + "/tournament/rows"},
		may:     []string{std, self + "/tournament/contest", self + "/tournament/decide", self + "/tournament/result", self + "/tournament/runner", self + "/tournament/stats"},
		reason:  "a module that declares rows gets the requirements of no contestant",
		planted: []source{planted("tournament/runner", false, self+"/tournament/workloads"), planted("tournament/rows", false, self+"/tournament/measure")},
	},
	{
		of:      []string{self + "/tournament/world/peer"},
		may:     []string{std},
		reason:  "peers that are modules of their own contain a copy of it, with no dependency besides",
		planted: []source{planted("tournament/world/peer", false, self)},
	},
	{
		of:      []string{self + "/tournament/contest"},
		may:     []string{std},
		reason:  "every contestant meets the contract, so the contract knows none of them and none of their dependencies",
		planted: []source{planted("tournament/contest", false, self), planted("tournament/contest", false, "github.com/dop251/goja")},
	},
}

// planted describes a file that breaks a rule.
func planted(dir string, test bool, imported string) source {
	s := source{file: "planted.go", module: self, pkg: self, test: test, imports: []string{imported}}
	if dir != "" {
		s.pkg += "/" + dir
	}
	return s
}

// broken returns a complaint for every import that violates the rule.
func (r rule) broken(files []source) []string {
	var complaints []string
	for _, s := range files {
		if !r.covers(s) {
			continue
		}
		for _, imported := range s.imports {
			forbidden := matches(imported, r.mayNot) && imported != s.pkg // a test of the package itself
			if !s.test && r.may != nil && !matches(imported, r.may) {
				forbidden = true
			}
			if forbidden {
				complaints = append(complaints, fmt.Sprintf("%s: package %s must not import %s: %s", s.file, s.pkg, imported, r.reason))
			}
		}
	}
	return complaints
}

func (r rule) covers(s source) bool {
	if r.ofModule != "" {
		return s.module == r.ofModule
	}
	return matches(s.pkg, r.of) && !matches(s.pkg, r.except)
}

// matches reports whether an import path matches one of the patterns.
func matches(path string, patterns []string) bool {
	return slices.ContainsFunc(patterns, func(p string) bool {
		if below, ok := strings.CutSuffix(p, "/..."); ok {
			return path == below || strings.HasPrefix(path, below+"/")
		}
		if p == std {
			first, _, _ := strings.Cut(path, "/")
			return !strings.Contains(first, ".")
		}
		return path == p
	})
}

// TestInner: the list of internal packages is complete.
func TestInner(t *testing.T) {
	found := 0
	for _, s := range checkout(t).sources(t) {
		if !strings.HasPrefix(s.pkg, self+"/internal/") {
			continue
		}
		found++
		if !matches(s.pkg, slices.Concat(inner, shared)) {
			t.Errorf("%s: package %s is not in the list of internal packages", s.file, s.pkg)
		}
	}
	if found < len(inner) {
		t.Errorf("only %d files of internal packages", found)
	}
}

func TestLayers(t *testing.T) {
	files := checkout(t).sources(t)
	for _, r := range rules {
		for _, complaint := range r.broken(files) {
			t.Error(complaint)
		}
	}
}

// TestLayersFindPlantedViolations: every rule detects each file that violates it, and accepts a
// file that does not.
func TestLayersFindPlantedViolations(t *testing.T) {
	for _, r := range rules {
		if len(r.planted) == 0 {
			t.Errorf("no violation is planted for the rule that %s", r.reason)
		}
		for _, s := range r.planted {
			if got := r.broken([]source{s}); len(got) != 1 {
				t.Errorf("package %s importing %s: %d complaints, want 1, of the rule that %s", s.pkg, s.imports[0], len(got), r.reason)
			}
		}
	}
	for _, fine := range []source{
		planted("", false, self+"/internal/wake"),
		planted("internal/poll", false, "golang.org/x/sys/unix"),
		planted("internal/ingress", true, "pgregory.net/rapid"),
		planted("internal/ingress", true, self+"/internal/ingress"),
		planted("promise", false, self),
		planted("promise", false, self+"/internal/ring"),
		planted("", true, self+"/promise"),
	} {
		for _, r := range rules {
			if got := r.broken([]source{fine}); len(got) != 0 {
				t.Errorf("a file that breaks no rule: %s", got)
			}
		}
	}
}

// clockReads are the functions of package time that read the time or wait.
var clockReads = []string{"Now", "Since", "Until", "After", "AfterFunc", "NewTimer", "NewTicker", "Tick", "Sleep"}

// readsClock returns the uses of the clock in a file.
func readsClock(file *ast.File) []string {
	var uses []string
	ast.Inspect(file, func(n ast.Node) bool {
		if sel, ok := n.(*ast.SelectorExpr); ok {
			if pkg, ok := sel.X.(*ast.Ident); ok && pkg.Name == "time" && slices.Contains(clockReads, sel.Sel.Name) {
				uses = append(uses, "time."+sel.Sel.Name)
			}
		}
		return true
	})
	return uses
}

// TestTimerHeapReadsNoClock: the heap takes now as an argument. So its order can be tested at any
// time, and a turn fires all timers at one now.
func TestTimerHeapReadsNoClock(t *testing.T) {
	for _, s := range checkout(t).sources(t) {
		if s.pkg == self+"/internal/timerheap" && !s.test {
			if uses := readsClock(s.syntax); len(uses) > 0 {
				t.Errorf("%s uses %v: the heap takes now as an argument", s.file, uses)
			}
		}
	}
	bad := parse(t, `package p; import "time"; var at = time.Now().Add(time.Hour)`)
	if uses := readsClock(bad); len(uses) != 1 {
		t.Errorf("a planted time.Now: found %v", uses)
	}
}
