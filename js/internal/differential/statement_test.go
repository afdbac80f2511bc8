package differential

// This file defines programs and draws them at random.

import (
	"maps"
	"os"
	"slices"
	"strings"

	"pgregory.net/rapid"
)

// A statement is one step of a program. render_test.go gives its meaning. a, b and c are its
// numbers: which handle, promise or delay it uses, or how often it repeats.
type statement struct {
	kind    string
	a, b, c int
	bodies  [][]statement
	values  []value
}

// A value is an expression from which promises are made.
type value struct {
	kind string
	a    int
	body []statement
}

// surroundings describe which statements are allowed at a place.
type surroundings struct {
	depth     int
	async     bool // await is allowed
	generator bool // yield is allowed
	listener  bool // in a listener of an event or a signal, or in a function that one calls
}

func (s surroundings) inside() surroundings {
	return surroundings{depth: s.depth + 1, listener: s.listener}
}

// same returns the surroundings of a block in the same function.
func (s surroundings) same() surroundings {
	s.depth++
	return s
}

// inDispatch are statements for which Node deviates from the standard during the dispatch of an
// event, and this runtime follows the standard: adding listeners, and signals that depend on the
// one that is being aborted. Listeners contain none of them.
var inDispatch = []string{"listen", "listenOnce", "onAbort", "abort", "abortAny", "throwIfAborted", "sleepSignal"}

// features are groups of statements. A program uses only a few groups, so that these are combined
// often.
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
	"fileSync":        {"fileSync", "fileSync", "tryFileSync", "file", "awaitFile", "fileWrong", "burn"},
	"fileStreams":     {"readStream", "writeStream", "fileFolder", "fileVector", "burn", "immediate"},
	"errorHandlers":   {"onUncaught", "onceUncaught", "monitor", "capture", "onUnhandled", "throw", "throwValue", "reject", "timeout", "immediate", "tick"},
	"emitters":        {"emitter", "on", "on", "emitterOnce", "emit", "emit", "emitError", "eventsOnce", "eventsOn", "throw", "async"},
	"warnings":        {"warn", "onWarning", "tick", "immediate"},
	"sleepSignals":    {"sleepSignal", "controller", "abort", "async"},
}

// featureNames are the features from which programs are drawn.
//
// Immediates that do not keep the loop running are omitted. They run whenever Node's loop takes a
// turn, which also happens for a cleared timer (the feature "unrefImmediates" shows this).
//
// Async generators are omitted. The engine has none, and esbuild's translation takes a different
// number of microtasks than a native one. Other tests check their values and their relative order.
// Put the feature "generators" into WAKEFUL_DIFFERENTIAL_FEATURES to see the differences.
var featureNames = []string{
	"timers", "ticks", "promises", "async", "late", "throw", "reject", "combine",
	"handles", "events", "abort", "sleeps", "sleepSignals", "process", "files", "filePromises",
	"fileSync", "fileStreams", "errorHandlers", "emitters", "warnings",
}

// drawn are the features to draw from: all, or those that WAKEFUL_DIFFERENTIAL_FEATURES lists, for
// finding a difference in a few features.
var drawn = func() []string {
	if list := os.Getenv("WAKEFUL_DIFFERENTIAL_FEATURES"); list != "" {
		return strings.Split(list, ",")
	}
	return featureNames
}()

// leaves are the statements without bodies. Besides "log" they are all that the deepest level has.
var leaves = []string{"clear", "settle", "unref", "refresh", "abort", "dispatch", "burn", "throw", "throwValue", "tryFileSync", "emit", "warn"}

// A generator draws programs.
type generator struct {
	kinds []string // the kinds of statements of the program's features
	leafs []string
}

// deepest is the largest nesting of callbacks in a program.
const deepest = 4

func (g *generator) body(t *rapid.T, s surroundings) []statement {
	// Draw at least this many, because drawn numbers are mostly small. A statement shrinks to
	// "nothing".
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
		"executor", "lateCatch", "file", "fileLook", "filePromise", "openFile", "tryFileSync", "fileWrong", "fileFolder", "fileVector",
		"readStream", "writeStream", "onUncaught", "onceUncaught", "monitor", "capture", "onUnhandled", "on", "emitterOnce", "onWarning":
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

// A program is a list of statements with its listeners for errors.
type program struct {
	uncaught, unhandled, handled bool // which events of process have listeners
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
	names := slices.Sorted(maps.Keys(from)) // sorted, so that a seed always gives the same program
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
