package project

// The names that were replaced by standard terms.

import (
	"fmt"
	"go/ast"
	"path"
	"slices"
	"strings"
	"testing"
)

// replaced lists names that declarations of a part of the project no longer have, and the
// words that replaced them.
var replaced = []struct {
	of    []string // directories, with those below; "" is the library's root alone
	names string
	use   string
}{
	{
		[]string{"", "promise", "stream", "js", "examples"},
		"FullPolicy DropOldest SubmitInternal SetClosing AtEnd Drift FromDeadline FromEnd WithGoroutines ErrTerminated WastedWakeups",
		"OverflowPolicy, SubmitPriority, QueueCloseCallback, OnShutdown, RepeatMode, WithMaxWorkers, ErrClosed, SpuriousWakeups",
	},
	{
		[]string{""},
		"rest vigilant pressed arrived called calm pending unfinished over exit eventful unwatched look attend told visited left spare carry sequence settle restless conclude errands stranded Waiting beginning shut TellUnparked",
		"predicates that say what they test: hasWork, hasQueued, shouldStop, microtasksPending; park, worker pool, betweenTurns, markClosed, NotifyUnparked",
	},
	{
		[]string{"", "internal"},
		"manners sit seated owing crowded fond patience price curious stage rehearsal glance linger",
		"spin, slot, yield, budget, cost",
	},
	{
		[]string{"internal"},
		"Bed Rouse Absorb away stashed relieve insist life reborn lag",
		"Parker, unpark, segment, epoch",
	},
	{
		[]string{"stream"},
		"Bind Congested SetQueue roster tell announce",
		"ListenPacket, AboveHighWatermark, SetWatermarks, connection set",
	},
	{
		[]string{"promise"},
		"Chain CatchChain Handled After home crowd tell mourn brought announce",
		"FlatMap, MarkHandled, Sleep, loopState, reactionList, schedule",
	},
	{
		[]string{"tournament", "cmd", "internal/spin", "internal/timerheap"},
		"giveWay heard unheard whereabouts told gone dear begun",
		"rung, words, started, finished, tooCostly",
	},
	{
		[]string{"group", "keyed", "telemetry"},
		"box boxes Patience Settle bury buried judge lookAt stuck",
		"shard, Confirmations, Cooldown, callDeadLetter, reportUnlessPaused, nextStackAt, ranFor",
	},
	{
		[]string{"js"},
		"cure view breath begun Look Looks Settle",
		"correction, started, StackSampler, DropUnused",
	},
}

// declaredNames returns the names of the types, functions, methods, fields, constants and package
// variables that a file declares.
func declaredNames(file *ast.File) []string {
	var names []string
	add := func(idents ...*ast.Ident) {
		for _, i := range idents {
			names = append(names, i.Name)
		}
	}
	for _, d := range file.Decls {
		switch d := d.(type) {
		case *ast.FuncDecl:
			add(d.Name)
		case *ast.GenDecl:
			for _, s := range d.Specs {
				switch s := s.(type) {
				case *ast.TypeSpec:
					add(s.Name)
				case *ast.ValueSpec:
					add(s.Names...)
				}
			}
		}
	}
	ast.Inspect(file, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.StructType:
			for _, f := range n.Fields.List {
				add(f.Names...)
			}
		case *ast.InterfaceType:
			for _, f := range n.Methods.List {
				add(f.Names...)
			}
		}
		return true
	})
	return names
}

// covers reports whether a file is in one of the directories.
func covers(directories []string, file string) bool {
	return slices.ContainsFunc(directories, func(d string) bool {
		switch d {
		case "":
			return path.Dir(file) == "."
		}
		return strings.HasPrefix(file, d+"/")
	})
}

// oldNames returns a complaint for each replaced name that a file declares.
func oldNames(file string, syntax *ast.File) []string {
	var complaints []string
	declared := declaredNames(syntax)
	for _, r := range replaced {
		if !covers(r.of, file) {
			continue
		}
		for name := range strings.FieldsSeq(r.names) {
			if slices.Contains(declared, name) {
				complaints = append(complaints, fmt.Sprintf("%s declares %s; instead: %s", file, name, r.use))
			}
		}
	}
	return complaints
}

func TestReplacedNamesAreNotDeclared(t *testing.T) {
	for _, s := range checkout(t).sources(t) {
		if s.test {
			continue
		}
		for _, complaint := range oldNames(s.file, s.syntax) {
			t.Error(complaint)
		}
	}
	planted := parse(t, "package p; type crowd struct{ home int }; func (c *crowd) tell() {}; func calm() { var over bool }; const Bind = 1; func Every(d Drift) {}; type Drift int")
	for file, want := range map[string]int{"promise/a.go": 4, "a.go": 2, "stream/a.go": 3, "tournament/a.go": 0, "internal/wake/a.go": 0, "js/a.go": 1} {
		if got := oldNames(file, planted); len(got) != want {
			t.Errorf("%s: %d complaints, want %d: %q", file, len(got), want, got)
		}
	}
}
