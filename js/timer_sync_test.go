package js_test

import (
	"testing"
	"testing/synctest"
	"time"

	"github.com/wakeful-go/wakeful"
	"github.com/wakeful-go/wakeful/js"
)

// inBubble runs a program in fake time. It returns the values that it passed to L and the time that
// has passed.
func inBubble(t *testing.T, source string) (trace []string, took time.Duration) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		loop, err := wakeful.New()
		if err != nil {
			t.Fatal(err)
		}
		r, err := js.New(loop, js.WithFullAccess(), quiet, js.WithGlobal("L", func(c js.FunctionCall) js.Value {
			trace = append(trace, c.Argument(0).String())
			return nil
		}))
		if err != nil {
			t.Fatal(err)
		}
		ended := make(chan error)
		go func() { ended <- loop.Run(t.Context()) }()
		started := time.Now()
		if code, err := r.MainString(t.Context(), "main.js", source); code != 0 || err != nil {
			t.Errorf("exit code %d, %v", code, err)
		}
		took = time.Since(started)
		if err := loop.Shutdown(t.Context()); err != nil {
			t.Error(err)
		}
		<-ended
	})
	return trace, took
}

func TestTimersInFakeTime(t *testing.T) {
	for _, c := range []struct {
		name, source string
		took         time.Duration
		fired        int
	}{
		{"exactly when they are due", `setTimeout(() => L(1), 1500)`, 1500 * time.Millisecond, 1},
		{"a day of seconds", `let n = 0; const i = setInterval(() => { if (++n === 86400) { clearInterval(i); L(n) } }, 1000)`, 24 * time.Hour, 1},
		{"no delay is one millisecond", `setTimeout(() => L(1))`, time.Millisecond, 1},
		{"NaN and negative are one millisecond", `setTimeout(() => L(1), 'x'); setTimeout(() => L(2), -5); setTimeout(() => L(3), NaN)`, time.Millisecond, 3},
		{"fractions are cut off", `setTimeout(() => L(1), 2.9)`, 2 * time.Millisecond, 1},
		{"the longest", `setTimeout(() => L(1), 2 ** 31 - 1)`, (1<<31 - 1) * time.Millisecond, 1},
		{"too long is one millisecond", `setTimeout(() => L(1), 2 ** 31)`, time.Millisecond, 1},
		{"refresh begins anew", `const t = setTimeout(() => L(1), 1000); setTimeout(() => t.refresh(), 600)`, 1600 * time.Millisecond, 1},
		{"refresh after it has fired", `let n = 0; const t = setTimeout(() => { L(1); if (++n < 3) t.refresh() }, 100)`, 300 * time.Millisecond, 3},
		{"unref does not keep", `setTimeout(() => L(1), 1000).unref(); setTimeout(() => L(2), 10)`, 10 * time.Millisecond, 1},
		{"ref takes it back", `setTimeout(() => L(1), 1000).unref().ref()`, time.Second, 1},
		{"close is clear", `setTimeout(() => L(1), 1000).close()`, 0, 0},
		{"clear by the primitive", `clearTimeout(+setTimeout(() => L(1), 1000)); clearTimeout(String(+setTimeout(() => L(1), 1000)))`, 0, 0},
		{"an immediate without ref", `setImmediate(() => L(1)).unref()`, 0, 0},
		{"an interval without ref", `const i = setInterval(() => L(1), 10).unref(); setTimeout(() => {}, 35)`, 35 * time.Millisecond, 3},
	} {
		t.Run(c.name, func(t *testing.T) {
			trace, took := inBubble(t, c.source)
			if took != c.took || len(trace) != c.fired {
				t.Errorf("took %v and fired %d times, want %v and %d", took, len(trace), c.took, c.fired)
			}
		})
	}
}

func TestHandles(t *testing.T) {
	got := program(t, `
		const all = [], log = L; L = x => all.push(x); process.on('exit', () => log(all.join()));
		const t = setTimeout(() => {}, 1), i = setImmediate(() => {});
		L(t.constructor.name); L(i.constructor.name); L(t.hasRef()); L(t.unref() === t); L(t.hasRef()); L(i.hasRef());
		L(typeof t[Symbol.toPrimitive]()); L(clearTimeout()); L(clearTimeout({})); t.mine = 1; L(t.mine);
		for (const bad of [undefined, null, 'code', {}]) { try { setTimeout(bad) } catch (e) { L(e.code) } }
		try { setTimeout(5n) } catch (e) { L(e.message) }`)
	want := "Timeout,Immediate,true,true,false,true,number,,,1,ERR_INVALID_ARG_TYPE,ERR_INVALID_ARG_TYPE,ERR_INVALID_ARG_TYPE,ERR_INVALID_ARG_TYPE" +
		`,The "callback" argument must be of type function. Received type bigint (5n)`
	if got.trace != want || got.code != 0 {
		t.Errorf("ran %q, want %q (%s)", got.trace, want, got.uncaught)
	}
}

func TestProcess(t *testing.T) {
	got := program(t, `
		const all = [], log = L; L = x => all.push(x); process.on('exit', () => log(all.join()));
		process.stdout.write('out', () => L('written')); process.stderr.write(new Uint8Array([101, 114, 114]));
		L(process.argv.join()); L(process.env.NAME + process.env.MISSING); process.env.N = 1; L(typeof process.env.N + ('N' in process.env));
		L(process.cwd() === process.cwd()); const [s, n] = process.hrtime(process.hrtime()); L(s === 0 && n === 0); L(typeof process.hrtime.bigint());
		L(process.uptime() >= 0); L(process.memoryUsage().heapUsed > 0); L(process.version.startsWith('v20.'));
		process.on('warning', w => L(w.name + ':' + w.message + ':' + w.code)); process.emitWarning('careful', { type: 'Custom', code: 'C1' });
		L(process.listenerCount('warning')); setTimeout(() => {}, 2 ** 40)`,
		js.WithArgs("a", "b"), js.WithEnv(map[string]string{"NAME": "value"}))
	want := "a,b,valueundefined,stringtrue,true,true,bigint,true,true,true,1,written,Custom:careful:C1,TimeoutOverflowWarning:1099511627776 does not fit into a 32-bit signed integer.\nTimeout duration was set to 1.:undefined"
	if got.trace != want || got.stdout != "out" || len(got.stderr) < 3 || got.stderr[:3] != "err" {
		t.Errorf("ran %q, want %q; wrote %q and %q", got.trace, want, got.stdout, got.stderr)
	}
}
