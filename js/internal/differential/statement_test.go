package differential

// What a program is made of, and how it is drawn.

import (
	"maps"
	"os"
	"slices"
	"strings"

	"pgregory.net/rapid"
)

// A statement is one step of a program. Its meaning is in render_test.go; a, b
// and c are its numbers: which handle, promise or delay, how often.
type statement struct {
	kind    string
	a, b, c int
	bodies  [][]statement
	values  []value
}

// A value is an expression that promises are made of.
type value struct {
	kind string
	a    int
	body []statement
}

// surroundings say what a statement may use where it stands.
type surroundings struct {
	depth     int
	async     bool // await is allowed
	generator bool // and so is yield
	listener  bool // of an event or a signal, or what it calls
}

func (s surroundings) inside() surroundings {
	return surroundings{depth: s.depth + 1, listener: s.listener}
}

// same is a block of the same function.
func (s surroundings) same() surroundings {
	s.depth++
	return s
}

// inDispatch are statements with which Node deviates from the standard while events
// are being dispatched, where the standard wins here: listeners that are added then,
// and signals that depend on the one that is being aborted. Listeners have none.
var inDispatch = []string{"listen", "listenOnce", "onAbort", "abort", "abortAny", "throwIfAborted", "sleepSignal"}

// features are groups of statements. A program is drawn from a few of them, so
// that what it mixes is mixed often.
var features = map[string][]string{
	"timers":          {"timeout", "timeout", "interval", "immediate", "clear", "clear"},
	"handles":         {"timeout", "interval", "immediate", "ref", "unref", "hasRef", "refresh", "close", "clear", "clearNumber"},
	"unrefImmediates": {"immediate", "immediateRef", "timeout", "clear"},
	"late":            {"burn", "timeout", "timeout", "interval", "immediate"},
	"ticks":           {"tick", "tick", "microtask"},
	"promises":        {"then", "catch", "finally", "executor", "deferred", "settle", "then2"},
	"combine":         {"all", "race", "any", "allSettled", "then"},
	"async":           {"async", "async", "await", "await", "asyncAwait"},
	"generators":      {"asyncGenerator", "forAwait", "forAwaitList", "pull", "yield", "await"},
	"throw":           {"throw", "try", "timeout", "immediate", "tick", "microtask"},
	"reject":          {"reject", "reject", "lateCatch", "async", "throw"},
	"process":         {"beforeExit", "exitCode", "onExit", "exit"},
	"abort":           {"controller", "onAbort", "abort", "abortAny", "abortTimeout", "throwIfAborted"},
	"events":          {"target", "listen", "listen", "listenOnce", "unlisten", "dispatch", "dispatch"},
	"sleeps":          {"sleep", "sleepImmediate", "ticking"},
	"files":           {"file", "file", "file", "fileLook", "openFile", "immediate", "burn"},
	"filePromises":    {"filePromise", "filePromise", "awaitFile", "awaitFile", "fileHandle", "async", "burn"},
	"sleepSignals":    {"sleepSignal", "controller", "abort", "async"},
}

// featureNames are the features that programs are drawn from.
//
// Immediates that do not keep the loop are left out: they run whenever Node's loop
// happens to turn, which it also does for a timer that was cleared (the feature
// "unrefImmediates" shows it).
//
// Async generators are left out: the engines have none, and what esbuild makes of
// them takes other numbers of microtasks than a real one. Their values and their
// order among themselves are tested elsewhere; name the feature "generators" in
// WAKEFUL_DIFFERENTIAL_FEATURES to see the differences.
var featureNames = []string{
	"timers", "ticks", "promises", "async", "late", "throw", "reject", "combine",
	"handles", "events", "abort", "sleeps", "sleepSignals", "process", "files", "filePromises",
}

// drawn are the features to draw from: all, or what WAKEFUL_DIFFERENTIAL_FEATURES
// lists, to look for a difference in few of them.
var drawn = func() []string {
	if list := os.Getenv("WAKEFUL_DIFFERENTIAL_FEATURES"); list != "" {
		return strings.Split(list, ",")
	}
	return featureNames
}()

// leaves are statements that contain no others: all that the deepest level has,
// besides "log".
var leaves = []string{"clear", "settle", "unref", "refresh", "abort", "dispatch", "burn", "throw"}

// A generator draws programs.
type generator struct {
	kinds []string // those of the program's features
	leafs []string
}

// deepest is how many callbacks within callbacks a program has at most.
const deepest = 4

func (g *generator) body(t *rapid.T, s surroundings) []statement {
	// At least some: what is drawn is small more often than not. A statement shrinks
	// to "nothing".
	least, most := []int{4, 2, 1, 0, 0}[s.depth], []int{12, 5, 3, 2, 1}[s.depth]
	return rapid.SliceOfN(rapid.Custom(func(t *rapid.T) statement { return g.statement(t, s) }), least, most).Draw(t, "body")
}

func (g *generator) statement(t *rapid.T, s surroundings) statement {
	kinds := g.kinds
	if s.depth >= deepest {
		kinds = g.leafs
	}
	st := statement{kind: rapid.SampledFrom(kinds).Draw(t, "kind")}
	if s.listener && slices.Contains(inDispatch, st.kind) {
		st.kind = "log"
	}
	if !s.async && (st.kind == "await" || st.kind == "forAwait" || st.kind == "forAwaitList" || st.kind == "awaitFile") {
		st.kind = "async"
	}
	if !s.generator && st.kind == "yield" {
		st.kind = "asyncGenerator"
	}
	if st.kind == "yield" && !s.generator {
		st.kind = "log"
	}
	st.a = rapid.IntRange(0, 11).Draw(t, "a")
	st.b = rapid.IntRange(0, 5).Draw(t, "b")
	st.c = rapid.IntRange(0, 3).Draw(t, "c")
	if s.depth >= deepest {
		return st
	}
	body := func(s surroundings) { st.bodies = append(st.bodies, g.body(t, s)) }
	in := s.inside()
	switch st.kind {
	case "timeout", "interval", "immediate", "tick", "microtask", "beforeExit", "onExit", "then", "catch", "finally",
		"executor", "lateCatch", "file", "fileLook", "filePromise", "openFile":
		body(in)
	case "onAbort", "listen", "listenOnce":
		in.listener = true
		body(in)
	case "then2":
		body(in)
		body(in)
	case "async", "fileHandle":
		in.async = true
		body(in)
	case "asyncGenerator":
		in.async, in.generator = true, true
		body(in)
	case "try":
		body(s.same())
		body(s.same())
		body(s.same())
	case "forAwait", "forAwaitList":
		body(s.same())
	}
	values := 0
	switch st.kind {
	case "then", "catch", "finally", "then2", "await", "asyncAwait", "settle", "yield", "executor", "async":
		values = 1
	case "all", "race", "any", "allSettled", "forAwaitList":
		values = 1 + st.c%3
	}
	for range values {
		st.values = append(st.values, g.value(t, in))
	}
	return st
}

var valueKinds = []string{
	"number", "promise", "resolved", "rejected", "deferred", "thenable", "throwingThenable", "rejectingThenable",
	"laterThenable", "asyncCall", "undefined", "promise",
}

func (g *generator) value(t *rapid.T, s surroundings) value {
	v := value{
		kind: rapid.SampledFrom(valueKinds).Draw(t, "value"),
		a:    rapid.IntRange(0, 11).Draw(t, "of"),
	}
	if s.depth < deepest && (v.kind == "thenable" || v.kind == "laterThenable" || v.kind == "asyncCall") {
		in := s.inside()
		in.async = v.kind == "asyncCall"
		v.body = g.body(t, in)
	}
	return v
}

// A program with what listens to its errors.
type program struct {
	uncaught, unhandled, handled bool // which of process's events have listeners
	body                         []statement
}

func drawProgram(t *rapid.T) program {
	from := map[string][]string{}
	for _, name := range drawn {
		from[name] = features[name]
	}
	return drawProgramOf(t, from)
}

// drawProgramOf draws a program from the given features.
func drawProgramOf(t *rapid.T, from map[string][]string) program {
	g := generator{kinds: []string{"nothing", "log"}, leafs: []string{"nothing", "log"}}
	names := slices.Sorted(maps.Keys(from)) // in one order: a seed means the same program everywhere
	chosen := rapid.SliceOfNDistinct(rapid.SampledFrom(names), 1, min(4, len(names)), rapid.ID[string]).Draw(t, "features")
	for _, name := range names {
		if slices.Contains(chosen, name) {
			g.kinds = append(g.kinds, from[name]...)
		}
	}
	for _, leaf := range leaves {
		if slices.Contains(g.kinds, leaf) {
			g.leafs = append(g.leafs, leaf)
		}
	}
	handlers := rapid.IntRange(0, 9).Draw(t, "handlers")
	return program{
		uncaught:  handlers != 9,
		unhandled: handlers < 6,
		handled:   handlers < 3,
		body:      g.body(t, surroundings{}),
	}
}
