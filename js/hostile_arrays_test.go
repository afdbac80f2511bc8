package js_test

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/dop251/goja"

	"github.com/wakeful-go/wakeful"
	"github.com/wakeful-go/wakeful/js"
)

// This file owns arrays that a program changes inside a method which runs on them: each method
// that calls the program, with each change, on each kind of array. A loop of the engine that goes
// on over what has become long does not see an interrupt.

// arrayCalls are calls of methods of an array a. Each calls change with a value, which it returns.
var arrayCalls = map[string]string{
	// A callback.
	"every": `a.every((v) => change(true))`, "some": `a.some((v) => change(false))`, "forEach": `a.forEach(change)`,
	"map": `a.map(change)`, "filter": `a.filter(change)`, "flatMap": `a.flatMap((v) => change([v]))`,
	"find": `a.find((v) => change(false))`, "findIndex": `a.findIndex((v) => change(false))`,
	"findLast": `a.findLast((v) => change(false))`, "findLastIndex": `a.findLastIndex((v) => change(false))`,
	"reduce": `a.reduce(change)`, "reduceRight": `a.reduceRight(change)`,
	"sort": `a.sort((x, y) => change(x - y))`, "toSorted": `a.toSorted((x, y) => change(x - y))`, "from": `Array.from(a, change)`,
	// An element that is asked.
	"join":           `a[0] = { toString: () => change('x') }; a.join()`,
	"toString":       `a[0] = { toString: () => change('x') }; String(a)`,
	"toLocaleString": `a[0] = { toLocaleString: () => change('x') }; a.toLocaleString()`,
	"stringify":      `a[0] = { toJSON: () => change('x') }; JSON.stringify(a)`,
	// An argument that is converted after the length was read.
	"at":          `a.at({ valueOf: () => change(1) })`,
	"copyWithin":  `a.copyWithin({ valueOf: () => change(0) }, 1)`,
	"fill":        `a.fill(1, { valueOf: () => change(0) })`,
	"flat":        `a.flat({ valueOf: () => change(2) })`,
	"includes":    `a.includes('x', { valueOf: () => change(0) })`,
	"indexOf":     `a.indexOf('x', { valueOf: () => change(0) })`,
	"lastIndexOf": `a.lastIndexOf('x', { valueOf: () => change(-1) })`,
	"glue":        `a.join({ toString: () => change('-') })`,
	"slice":       `a.slice({ valueOf: () => change(0) })`,
	"splice":      `a.splice({ valueOf: () => change(0) }, 1)`,
	"toSpliced":   `a.toSpliced({ valueOf: () => change(0) }, 1)`,
	"with":        `a.with({ valueOf: () => change(0) }, 1)`,
	// What makes the array for the result, or says how to take it apart.
	"species": `a.constructor = { [Symbol.species]: function (n) { change(); return new Array(n) } }; a.slice(0)`,
	"concat":  `Object.defineProperty(a, Symbol.isConcatSpreadable, { get: () => change(true) }); [].concat(a, a)`,
	// An element that is a property with a getter.
	"shift":      `Object.defineProperty(a, 1, { get: () => change(1), set() {}, configurable: true }); a.shift()`,
	"unshift":    `Object.defineProperty(a, 1, { get: () => change(1), set() {}, configurable: true }); a.unshift(1)`,
	"reverse":    `Object.defineProperty(a, 1, { get: () => change(1), set() {}, configurable: true }); a.reverse()`,
	"toReversed": `Object.defineProperty(a, 1, { get: () => change(1), set() {}, configurable: true }); a.toReversed()`,
	"spread":     `Object.defineProperty(a, 1, { get: () => change(1), configurable: true }); [...a]`,
	"apply":      `Object.defineProperty(a, 1, { get: () => change(1), configurable: true }); Math.max.apply(null, a)`,
	"set":        `Object.defineProperty(a, 1, { get: () => change(1), configurable: true }); new Set(a)`,
	"typed":      `Object.defineProperty(a, 1, { get: () => change(1), configurable: true }); Uint8Array.from(a)`,
}

// arrayChanges are what change does to the array.
var arrayChanges = []string{
	`a.length = 2 ** 32 - 1`,
	`a[2 ** 32 - 2] = 1`,
	`a.length = 0; a.length = 2 ** 32 - 1`,
	`a.length = 0; a[2 ** 31] = 1`,
	`Object.defineProperty(a, 2 ** 31, { get: () => 1, configurable: true })`,
	`for (let i = 0; i < a.length; i += 2) delete a[i]; a.length = 2 ** 32 - 1`,
	`for (let i = 0; i < 5000; i++) a.push(i)`,
	`Object.setPrototypeOf(a, new Proxy(Array.prototype, {})); a.length = 2 ** 32 - 1`,
	`a.length = 2 ** 32 - 1; a[1] = a; a[2 ** 20] = a`,
	`a.length = 2 ** 32 - 1; Object.freeze(a)`,
}

// arrayKinds are the arrays: a short one, one without holes that is longer than what the engine
// runs over unasked, a long one with holes, and what is only like one.
var arrayKinds = []string{
	`[3, 1, 2, 5]`,
	`new Array(70000).fill(1)`,
	`Object.assign(new Array(70000), [3, 1, 2, 5])`,
	`new Proxy([3, 1, 2, 5], {})`,
}

// arrayCallsPerProcess is how many methods one process has: to start one takes longer.
const arrayCallsPerProcess = 8

// TestArraysChangedInTheirMethods: the method ends, or the end of the context ends it. In a short
// test that is tried with the first kind of array, otherwise with all.
func TestArraysChangedInTheirMethods(t *testing.T) {
	prefix := arraysPrefix
	if testing.Short() {
		prefix = fewArraysPrefix
	}
	for names := range slices.Chunk(slices.Sorted(maps.Keys(arrayCalls)), arrayCallsPerProcess) {
		t.Run(names[0], func(t *testing.T) {
			t.Parallel()
			inProcess(t, prefix+strings.Join(names, " "))
		})
	}
}

// What follows these is the names of the methods that a process is to call.
const (
	arraysPrefix    = "arrays: "
	fewArraysPrefix = "few arrays: "
)

// changeArrays runs the methods of some names on arrays of the given kinds, with all changes.
func changeArrays(names, kinds []string) error {
	var r *js.Runtime
	var cancel context.CancelCauseFunc // loop goroutine only
	for _, name := range names {
		for _, kind := range kinds {
			for _, change := range arrayChanges {
				if r == nil || isDone(r) { // without repairs an interrupt may end the runtime
					loop, err := wakeful.New()
					if err != nil {
						return err
					}
					r, err = js.New(loop, quiet, js.WithNode(), js.WithUncaught(func(*js.Error) bool { return true }),
						js.WithGlobal("enter", func(js.FunctionCall) js.Value { cancel(errEnough); return nil }))
					if err != nil {
						return err
					}
					go func() { _ = loop.Run(context.Background()) }()
				}
				// After the first change the context ends. Should the method return before anybody
				// has noticed, the loop that follows does not.
				source := `{ const a = ` + kind + `; let first = true;
					const change = (v) => { if (first) { first = false; try { ` + change + ` } catch { } enter() } return v };
					try { ` + arrayCalls[name] + ` } catch { }
					change(); for (;;); }`
				fmt.Println(source) // the last one of a process that hangs is the one
				ctx, stop := context.WithCancelCause(context.Background())
				if err := r.Do(ctx, func(*goja.Runtime) error { cancel = stop; return nil }); err != nil {
					return err
				}
				if value, err := r.RunString(ctx, source); !errors.Is(err, js.ErrInterrupted) || !errors.Is(err, errEnough) {
					return fmt.Errorf("it ended with %.200v, %.200w; want ErrInterrupted and the context's cause", value, err)
				}
			}
		}
		if err := usable(r); err != nil {
			return fmt.Errorf("after %s: %w", name, err)
		}
	}
	return nil
}

// isDone reports whether a runtime has ended.
func isDone(r *js.Runtime) bool {
	select {
	case <-r.Done():
		return true
	default:
		return false
	}
}
