package main

import (
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
	"github.com/wakeful-go/wakeful/tournament/rows"
)

// A script does something N times. At the last time it calls done(n), where n is the number of
// times.
type script struct {
	name string
	what string // with the number of operations as %s
	many int
	// expected is about what a sample takes.
	expected time.Duration
	source   string
	atMost   float64
}

const count = "let n = 0; function f() { if (++n === N) done(n); }\n"

var scripts = []script{
	{name: "thens", what: "%s chained thens", many: 1e6, expected: 2500 * time.Millisecond, atMost: 0.8,
		source: "let p = Promise.resolve(0); function f(v) { return v + 1; }\nfor (let i = 0; i < N; i++) p = p.then(f);\np.then(done);"},
	{name: "then-chain", what: "%s thens, each begins the next", many: 2e5, expected: 500 * time.Millisecond, atMost: 0.5,
		source: "let n = 0; function f() { if (++n === N) done(n); else Promise.resolve(n).then(f); }\nf();"},
	{name: "immediates", what: "%s immediates, set at once", many: 1e6, expected: 1750 * time.Millisecond, atMost: 0.5,
		source: count + "for (let i = 0; i < N; i++) setImmediate(f);"},
	{name: "immediate-chain", what: "%s immediates, each sets the next", many: 1e6, expected: 1100 * time.Millisecond, atMost: 0.5,
		source: "let n = 0; function f() { if (++n === N) done(n); else setImmediate(f); }\nsetImmediate(f);"},
	{name: "timers", what: "%s timers of 1 ms, set at once", many: 1e5, expected: 400 * time.Millisecond, atMost: 0.8,
		source: count + "for (let i = 0; i < N; i++) setTimeout(f, 1);"},
	{name: "timers-closures", what: "%s timers of 1 ms with a closure each", many: 1e5, expected: 400 * time.Millisecond, atMost: 0.5,
		source: "let n = 0; for (let i = 0; i < N; i++) setTimeout(() => { n += i < N; if (n === N) done(n); }, 1);"},
	{name: "timers-spread", what: "%s timers of 1 to 100 ms", many: 1e5, expected: 300 * time.Millisecond, atMost: 0.8,
		source: count + "for (let i = 0; i < N; i++) setTimeout(f, 1 + i % 100);"},
}

// scriptRows are the rows of scripts. Those with a million operations run only one of share of them.
func scriptRows(share int) []rows.Row {
	var all []rows.Row
	for _, s := range scripts {
		if s.many >= 1e6 {
			s.many /= share
			s.expected /= time.Duration(share)
		}
		all = append(all, rows.Row{
			Name: s.name, What: fmt.Sprintf(s.what, operations(s.many)), AtMost: s.atMost, Expected: s.expected,
			Prepare: against("goja_nodejs", func(context.Context) (pair, error) {
				return pair{s.side(onWakeful), s.side(onGojaNodejs), func() {}}, nil
			}),
		})
	}
	return all
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
