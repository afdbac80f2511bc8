package js_test

import (
	"context"
	"errors"
	"strings"
	"sync"
	"testing"

	"github.com/dop251/goja"
	"github.com/wakeful-go/wakeful"
	"github.com/wakeful-go/wakeful/js"
)

func TestRunStringReturnsTheLastValue(t *testing.T) {
	r := start(t)
	v, err := r.RunString(t.Context(), `let a = 20; a * 2 + 2`)
	if err != nil || v.ToInteger() != 42 {
		t.Fatalf("got %v, %v; want 42", v, err)
	}
	if v, err = r.RunString(t.Context(), `a`); err != nil || v.ToInteger() != 20 {
		t.Errorf("a later script sees a as %v, %v; want 20", v, err)
	}
}

func TestRunStringReturnsExceptions(t *testing.T) {
	r := start(t, js.WithUncaught(func(e *js.Error) bool {
		t.Errorf("an exception that was returned is also uncaught: %v", e)
		return true
	}))
	_, err := r.EvalScript(t.Context(), "script.js", "\nfunction fails() { throw new RangeError('far') }\nfails()")
	var thrown *js.Error
	if !errors.As(err, &thrown) {
		t.Fatalf("got %v, want an *Error", err)
	}
	if thrown.Name != "RangeError" || thrown.Message != "far" || !strings.Contains(thrown.Stack, "at fails (script.js:2:26)\n    at script.js:3:6") {
		t.Errorf("got name %q, message %q, stack\n%s", thrown.Name, thrown.Message, thrown.Stack)
	}
	if _, err = r.RunString(t.Context(), `let = ;`); !errors.As(err, &thrown) || thrown.Name != "SyntaxError" {
		t.Errorf("a syntax error gives %v", err)
	}
	if _, err = r.RunString(t.Context(), `throw 'text'`); !errors.As(err, &thrown) || thrown.Message != "text" {
		t.Errorf("a thrown string gives %v", err)
	}
}

func TestGoErrorsPassThroughJavaScript(t *testing.T) {
	mine := errors.New("mine")
	r := start(t)
	if err := r.Set("fails", r.Async(func(context.Context, []any) (any, error) { return nil, mine })); err != nil {
		t.Fatal(err)
	}
	if _, err := r.Eval(t.Context(), `fails().catch(e => { if (e.message !== 'mine') throw e; throw e })`); !errors.Is(err, mine) {
		t.Errorf("got %v, want the error of Go", err)
	}
}

func TestInterrupt(t *testing.T) {
	r := start(t)
	reason := errors.New("enough")
	ctx, stop := context.WithCancelCause(t.Context())
	if err := r.Set("stop", func(js.FunctionCall) js.Value { stop(reason); return nil }); err != nil {
		t.Fatal(err)
	}
	_, err := r.RunString(ctx, `try { stop(); for (;;); } catch { } finally { globalThis.survived = true }`)
	if !errors.Is(err, js.ErrInterrupted) || !errors.Is(err, reason) {
		t.Errorf("got %v, want ErrInterrupted and the cause", err)
	}
	if v, err := r.RunString(t.Context(), `typeof survived + ' ' + new Promise(r => r(1))`); err != nil || v.String() != "undefined [object Promise]" {
		t.Errorf("after the interrupt: %v, %v", v, err)
	}
	if got, err := r.Eval(t.Context(), `new Promise(r => setTimeout(r, 1, 'timer'))`); err != nil || got != "timer" {
		t.Errorf("a timer after the interrupt: %v, %v", got, err)
	}
}

// TestInterruptOfACallback: no caller gets the error of a callback, so it is uncaught.
func TestInterruptOfACallback(t *testing.T) {
	uncaught := make(chan *js.Error, 1)
	r := start(t, js.WithUncaught(func(e *js.Error) bool {
		uncaught <- e
		return true
	}))
	if err := r.Set("interrupt", func(js.FunctionCall) js.Value { r.Interrupt(nil); return nil }); err != nil {
		t.Fatal(err)
	}
	_, err := r.RunString(t.Context(), `
		process.on('uncaughtException', () => { throw new Error('JavaScript must not see it') });
		setImmediate(() => { interrupt(); for (;;); });
		globalThis.on = new Promise(r => setImmediate(() => setImmediate(r, 'on')))`)
	if err != nil {
		t.Fatal(err)
	}
	if e := <-uncaught; !errors.Is(e, js.ErrInterrupted) {
		t.Errorf("uncaught %v, want ErrInterrupted", e)
	}
	if got, err := r.Eval(t.Context(), `on`); err != nil || got != "on" {
		t.Errorf("after the interrupt: %v, %v", got, err)
	}
}

func TestWrongGoroutine(t *testing.T) {
	r := start(t)
	if _, err := r.RunString(t.Context(), `1`); err != nil {
		t.Fatal(err)
	}
	if err := r.Set("x", 1); !errors.Is(err, wakeful.ErrNotOnLoop) || !strings.Contains(err.Error(), "Set") {
		t.Errorf("Set: %v, want ErrNotOnLoop that names it", err)
	}
	if _, err := r.NewPromise(); !errors.Is(err, wakeful.ErrNotOnLoop) {
		t.Errorf("Promise: %v, want ErrNotOnLoop", err)
	}
	var eval, wait error
	err := r.Do(t.Context(), func(*goja.Runtime) error {
		_, eval = r.Eval(t.Context(), `1`)
		_, wait = r.Wait(t.Context())
		return r.Set("x", 2)
	})
	if err != nil || eval == nil || wait == nil {
		t.Errorf("on the loop: Set %v, Eval %v, Wait %v; want no error from the first alone", err, eval, wait)
	}
}

func TestDeferred(t *testing.T) {
	r := start(t)
	var deferred *js.Deferred
	if err := r.Do(t.Context(), func(*goja.Runtime) (err error) {
		deferred, err = r.NewPromise()
		if err == nil {
			err = r.Set("settled", deferred.Promise())
		}
		return err
	}); err != nil {
		t.Fatal(err)
	}
	var first, rounds sync.WaitGroup
	won := make(chan int, 8)
	first.Add(1)
	for i := range 8 {
		rounds.Go(func() {
			first.Wait()
			if deferred.Resolve(i) {
				won <- i
			}
		})
	}
	first.Done()
	got, err := r.Eval(t.Context(), `settled`)
	rounds.Wait()
	if want := <-won; err != nil || got != int64(want) || len(won) != 0 {
		t.Errorf("got %v, %v; want %d, of the only one that settled it", got, err, want)
	}
}

func TestWaitForWorkInGo(t *testing.T) {
	started, goOn := make(chan struct{}), make(chan struct{})
	r := start(t)
	if err := r.Set("work", r.Async(func(_ context.Context, args []any) (any, error) {
		close(started)
		<-goOn
		return args[0].(string) + "!", nil
	})); err != nil {
		t.Fatal(err)
	}
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		if code, err := r.MainString(t.Context(), "main.js", `work('a').then(v => { process.exitCode = v.length })`); code != 2 || err != nil {
			t.Errorf("exit code %d, %v; want 2", code, err)
		}
	}()
	<-started
	select {
	case <-ended:
		t.Error("the program has ended although work goes on")
	default:
	}
	close(goOn)
	<-ended
}

func TestEvents(t *testing.T) {
	got := program(t, `let n = 0;
		process.on('beforeExit', c => { L('before' + c); if (n++ === 0) setTimeout(() => L('more'), 1) });
		process.once('exit', c => { L('exit' + c + process.exitCode); process.exitCode = 9 });
		process.exitCode = 4`)
	if got.trace != "before4 more before4 exit44" || got.code != 9 {
		t.Errorf("ran %q, exit code %d", got.trace, got.code)
	}
	if got = program(t, `process.on('exit', c => L(c)); setTimeout(() => L('never'), 1); try { process.exit(5) } finally { L('never') }`); got.trace != "5" || got.code != 5 {
		t.Errorf("process.exit: ran %q, exit code %d", got.trace, got.code)
	}
	if got = program(t, `process.on('uncaughtException', () => { throw new Error('second') }); throw 1`); got.code != 7 || got.uncaught != "Error: second" {
		t.Errorf("a listener that throws: exit code %d, uncaught %q", got.code, got.uncaught)
	}
}

func TestInvalidOptions(t *testing.T) {
	loop, err := wakeful.New()
	if err != nil {
		t.Fatal(err)
	}
	defer loop.Close()
	for name, option := range map[string]js.Option{
		"zero value": {}, "WithStdout": js.WithStdout(nil), "WithStderr": js.WithStderr(nil), "WithLogger": js.WithLogger(nil),
		"WithConsoleLogger": js.WithConsoleLogger(nil), "WithDir": js.WithDir(""), "WithUncaught": js.WithUncaught(nil),
		"WithExit": js.WithExit(nil), "WithGlobal": js.WithGlobal("", 1), "WithModule": js.WithModule("m", nil),
	} {
		if _, err := js.New(loop, option); !errors.Is(err, wakeful.ErrInvalidOption) || !strings.Contains(err.Error(), name) {
			t.Errorf("%s: %v, want ErrInvalidOption that names it", name, err)
		}
	}
	if _, err := js.New(nil); !errors.Is(err, wakeful.ErrInvalidOption) {
		t.Errorf("no loop: %v", err)
	}
}

// TestExitCodes: Node 20's results for values passed to process.exit or set as process.exitCode.
func TestExitCodes(t *testing.T) {
	const wrongType, fraction, tooLarge = `TypeError: The "code" argument must be of type number. Received `,
		`RangeError: The value of "code" is out of range. It must be an integer. Received `,
		`RangeError: The value of "code" is out of range. It must be >= -9007199254740991 && <= 9007199254740991. Received `
	for _, c := range []struct {
		value string
		code  int
		err   string
	}{
		{`5`, 5, ""}, {`'5'`, 5, ""}, {`' 7 '`, 7, ""}, {`'0x10'`, 16, ""}, {`'1e2'`, 100, ""}, {`-1`, -1, ""}, {`2 ** 31`, -2147483648, ""},
		{`null`, 0, ""}, {`undefined`, 0, ""}, {`-0`, 0, ""},
		{`'abc'`, 1, wrongType + `type string ('abc')`}, {`''`, 1, wrongType + `type string ('')`}, {`'NaN'`, 1, wrongType + `type string ('NaN')`},
		{`new Error('x')`, 1, wrongType + `an instance of Error`}, {`true`, 1, wrongType + `type boolean (true)`}, {`5n`, 1, wrongType + `type bigint (5n)`},
		{`Symbol('a')`, 1, wrongType + `type symbol (Symbol(a))`}, {`{ valueOf() { return 4 } }`, 1, wrongType + `an instance of Object`},
		{`class A {}`, 1, wrongType + `function A`}, {`[3]`, 1, wrongType + `an instance of Array`},
		{`1.5`, 1, fraction + `1.5`}, {`'1.5'`, 1, fraction + `1.5`}, {`NaN`, 1, fraction + `NaN`}, {`Infinity`, 1, fraction + `Infinity`},
		{`2 ** 53`, 1, tooLarge + `9_007_199_254_740_992`}, {`-1e20`, 1, tooLarge + `-100_000_000_000_000_000_000`}, {`1e22`, 1, tooLarge + `1e_+22`},
	} {
		for _, source := range []string{`process.exit(` + c.value + `)`, `process.exitCode = ` + c.value} {
			if got := program(t, source); got.code != c.code || got.uncaught != c.err {
				t.Errorf("%s: exit code %d, uncaught %q; want %d, %q", source, got.code, got.uncaught, c.code, c.err)
			}
		}
	}
	got := program(t, `process.exitCode = 3; try { process.exit('x') } catch (e) { L(e.code); process.exit() }`)
	if got.code != 3 || got.trace != "ERR_INVALID_ARG_TYPE" {
		t.Errorf("a code that is refused leaves the one before: %d, %q", got.code, got.trace)
	}
}

// TestExitCodeWithAnError: a timeout or the end of the runtime does not return exit code 0.
func TestExitCodeWithAnError(t *testing.T) {
	enough := errors.New("enough")
	ended, stop := context.WithCancelCause(t.Context())
	stop(enough)
	r := start(t)
	if code, err := r.MainString(ended, "main.js", `setTimeout(() => {}, 1e6)`); code != 1 || !errors.Is(err, enough) {
		t.Errorf("MainString after the context's end: %d, %v", code, err)
	}
	if code, err := r.Wait(t.Context()); code != 1 || !errors.Is(err, enough) {
		t.Errorf("Wait after that: %d, %v", code, err)
	}
	codes := make(chan int, 1)
	r = start(t, js.WithExit(func(code int) { codes <- code }))
	held := r.RegisterCallback()
	defer held.Release()
	if code, err := r.Wait(ended); code != 1 || !errors.Is(err, enough) {
		t.Errorf("Wait until the context's end: %d, %v", code, err)
	}
	if err := r.Close(); err != nil {
		t.Error(err)
	}
	if code, err := r.Wait(t.Context()); code != 1 || !errors.Is(err, js.ErrEnded) || <-codes != 1 {
		t.Errorf("Wait after Close: %d, %v", code, err)
	}
	if code, err := r.Wait(nil); code != 1 || !errors.Is(err, wakeful.ErrNilContext) { //nolint:staticcheck // a nil context is what the test is about
		t.Errorf("Wait without a context: %d, %v", code, err)
	}
}

// TestCauseOfTheEnd: if another script's error ends the runtime, the error of every waiting caller
// contains that error.
func TestCauseOfTheEnd(t *testing.T) {
	r := start(t)
	for i, call := range []func() error{
		func() error {
			_, err := r.Eval(t.Context(), `setTimeout(() => { throw new RangeError('far') }, 1); new Promise(() => {})`)
			return err
		},
		func() error { _, err := r.RunString(t.Context(), `1`); return err },
		func() error { _, err := r.CallFunction(t.Context(), nil); return err },
		func() error { return r.Do(t.Context(), func(*goja.Runtime) error { return nil }) },
	} {
		var thrown *js.Error
		if err := call(); !errors.Is(err, js.ErrEnded) || !errors.As(err, &thrown) || thrown.Message != "far" {
			t.Errorf("call %d: %v, want ErrEnded with the cause", i, err)
		}
	}
}
