package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"strconv"
	"time"

	"github.com/dop251/goja"
	"github.com/dop251/goja_nodejs/eventloop"

	"github.com/wakeful-go/wakeful"
	"github.com/wakeful-go/wakeful/js"
)

// A script does something N times. At the last time it calls done(n), where n is the number of
// times.
type script struct {
	name   string
	what   string // with the number of operations as %s
	many   int
	each   time.Duration // about what a pair takes
	source string
	not    string  // the side that cannot run the script
	atMost float64 // 0 means 0.8
}

const count = "let n = 0; function f() { if (++n === N) done(n); }\n"

var scripts = []script{
	{name: "thens", what: "%s chained thens", many: 1e6, each: 5 * time.Second,
		source: "let p = Promise.resolve(0); function f(v) { return v + 1; }\nfor (let i = 0; i < N; i++) p = p.then(f);\np.then(done);"},
	{name: "then-chain", what: "%s thens, each begins the next", many: 2e5, each: 1000 * time.Millisecond, atMost: 0.5, not: "bare",
		source: "let n = 0; function f() { if (++n === N) done(n); else Promise.resolve(n).then(f); }\nf();"},
	{name: "immediates", what: "%s immediates, set at once", many: 1e6, each: 3500 * time.Millisecond, atMost: 0.5, not: "bare",
		source: count + "for (let i = 0; i < N; i++) setImmediate(f);"},
	{name: "immediate-chain", what: "%s immediates, each sets the next", many: 1e6, each: 2200 * time.Millisecond, atMost: 0.5, not: "bare",
		source: "let n = 0; function f() { if (++n === N) done(n); else setImmediate(f); }\nsetImmediate(f);"},
	{name: "timers", what: "%s timers of 1 ms, set at once", many: 1e5, each: 800 * time.Millisecond, not: "bare",
		source: count + "for (let i = 0; i < N; i++) setTimeout(f, 1);"},
	{name: "timers-closures", what: "%s timers of 1 ms with a closure each", many: 1e5, each: 800 * time.Millisecond, atMost: 0.5, not: "bare",
		source: "let n = 0; for (let i = 0; i < N; i++) setTimeout(() => { n += i < N; if (n === N) done(n); }, 1);"},
	{name: "timers-spread", what: "%s timers of 1 to 100 ms", many: 1e5, each: 600 * time.Millisecond, not: "bare",
		source: count + "for (let i = 0; i < N; i++) setTimeout(f, 1 + i % 100);"},
	{name: "ticks", what: "%s nextTicks, set at once", many: 1e6, each: 1500 * time.Millisecond, not: "goja_nodejs",
		source: count + "for (let i = 0; i < N; i++) process.nextTick(f);"},
	{name: "tick-chain", what: "%s nextTicks, each sets the next", many: 1e6, each: 1200 * time.Millisecond, not: "goja_nodejs",
		source: "let n = 0; function f() { if (++n === N) done(n); else process.nextTick(f); }\nprocess.nextTick(f);"},
}

// scriptRows are the rows of scripts. Those with a million operations run only one of share of them.
func scriptRows(share int) []row {
	var rows []row
	for _, s := range scripts {
		if s.many >= 1e6 {
			s.many /= share
			s.each /= time.Duration(share)
		}
		against, other := "goja_nodejs", onGojaNodejs
		if s.not == against {
			against, other = "bare job loop", onBare
		}
		rows = append(rows, row{
			name: s.name, what: fmt.Sprintf(s.what, operations(s.many)), against: against, atMost: cmp.Or(s.atMost, 0.8), each: s.each,
			prepare: func(context.Context, string) (ours, theirs side, cleanup func(), err error) {
				return s.side(onWakeful), s.side(other), func() {}, nil
			},
		})
	}
	return rows
}

// operations shows a number: 1e6, 2.5e5.
func operations(n int) string {
	digits := len(strconv.Itoa(n)) - 1
	return fmt.Sprintf("%ge%d", float64(n)/math.Pow10(digits), digits)
}

func (s script) side(run func(script) (time.Duration, error)) side {
	return func(context.Context) (time.Duration, error) { return run(s) }
}

// counted checks the count of a script.
func (s script) counted(n int64) error {
	if n != int64(s.many) {
		return fmt.Errorf("%d of %d were called", n, s.many)
	}
	return nil
}

// onWakeful runs a script on a loop until nothing is left to do.
func onWakeful(s script) (time.Duration, error) {
	loop, err := wakeful.New(wakeful.WithAutoExit())
	if err != nil {
		return 0, err
	}
	rt, err := js.New(loop, js.WithFullAccess())
	if err != nil {
		return 0, err
	}
	defer rt.Close()
	n := int64(0)
	if err := errors.Join(rt.Set("N", s.many), rt.Set("done", func(c js.FunctionCall) js.Value {
		n = c.Argument(0).ToInteger()
		return c.Argument(1) // undefined
	})); err != nil {
		return 0, err
	}
	held := loop.KeepAlive()
	ran := make(chan error, 1)
	began := time.Now()
	go func() {
		_, err := rt.RunString(context.Background(), s.source)
		held.Release()
		ran <- err
	}()
	err = errors.Join(loop.Run(context.Background()), <-ran)
	return time.Since(began), errors.Join(err, s.counted(n))
}

// onGojaNodejs runs a script on goja_nodejs's loop.
func onGojaNodejs(s script) (time.Duration, error) {
	loop := eventloop.NewEventLoop(eventloop.EnableConsole(false))
	n := int64(0)
	var err error
	began := time.Now()
	loop.Run(func(vm *goja.Runtime) {
		err = errors.Join(vm.Set("N", s.many), vm.Set("done", func(c goja.FunctionCall) goja.Value {
			n = c.Argument(0).ToInteger()
			return goja.Undefined()
		}))
		_, thrown := vm.RunString(s.source)
		err = errors.Join(err, thrown)
	})
	return time.Since(began), errors.Join(err, s.counted(n))
}

// onBare runs a script on a minimal job queue over goja: a slice of functions that are called one
// after the other.
func onBare(s script) (time.Duration, error) {
	vm := goja.New()
	var queue []goja.Callable
	n := int64(0)
	process := vm.NewObject()
	err := errors.Join(
		process.Set("nextTick", func(c goja.FunctionCall) goja.Value {
			if fn, ok := goja.AssertFunction(c.Argument(0)); ok {
				queue = append(queue, fn)
			}
			return goja.Undefined()
		}),
		vm.Set("process", process), vm.Set("N", s.many),
		vm.Set("done", func(c goja.FunctionCall) goja.Value {
			n = c.Argument(0).ToInteger()
			return goja.Undefined()
		}))
	if err != nil {
		return 0, err
	}
	began := time.Now()
	if _, err := vm.RunString(s.source); err != nil {
		return 0, err
	}
	for len(queue) > 0 {
		jobs := queue
		queue = nil
		for _, job := range jobs {
			if _, err := job(goja.Undefined()); err != nil {
				return 0, err
			}
		}
	}
	return time.Since(began), s.counted(n)
}
