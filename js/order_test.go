package js_test

import (
	"testing"

	"github.com/wakeful-go/wakeful/js"
)

// TestOrder: the order in which callbacks run. The traces are Node 20's.
func TestOrder(t *testing.T) {
	for _, c := range []struct{ name, source, want string }{
		{
			"ticks, then microtasks, then the rest", `
			setImmediate(() => L('immediate'));
			Promise.resolve().then(() => L('promise'));
			queueMicrotask(() => L('microtask'));
			process.nextTick(() => L('tick'));
			L('main')`,
			"main tick promise microtask immediate",
		}, {
			"ticks of microtasks come after all microtasks", `
			process.nextTick(() => { L('t1'); Promise.resolve().then(() => L('p2')); process.nextTick(() => L('t2')) });
			Promise.resolve().then(() => { L('p1'); process.nextTick(() => L('t3')); queueMicrotask(() => L('m')) });`,
			"t1 t2 p1 p2 m t3",
		}, {
			"await takes the ticks that it takes", `
			(async () => { L('a1'); await null; L('a2'); await new Promise(r => process.nextTick(r)); L('a3') })();
			(async () => { L('b1'); await Promise.resolve(); L('b2') })();
			Promise.resolve().then(() => L('c1')).then(() => L('c2')).then(() => L('c3'));`,
			"a1 b1 a2 b2 c1 c2 c3 a3",
		}, {
			"a promise resolved with a promise", `
			const p = Promise.resolve('x');
			new Promise(r => r(p)).then(() => L('adopted'));
			p.then(() => L(1)).then(() => L(2)).then(() => L(3)).then(() => L(4));`,
			"1 2 adopted 3 4",
		}, {
			"ticks with and without arguments, of a program and of the runtime, keep their order", `
			process.nextTick(() => L(1)); process.nextTick((...a) => L(a.length), undefined, 0); process.nextTick(() => L(3));
			process.stdout.write('', () => L('written')); process.nextTick((a) => { L(a); process.nextTick(() => L(6)) }, 4); process.nextTick(() => L(5));`,
			"1 2 3 written 4 5 6",
		}, {
			"microtasks run between timers of one list", `
			setTimeout(() => { L('t1'); Promise.resolve().then(() => L('p')); process.nextTick(() => L('n')) }, 1);
			setTimeout(() => L('t2'), 1);`,
			"t1 n p t2",
		}, {
			"lists fire in the order of what they wait for", `
			setTimeout(() => L(30), 30); setTimeout(() => L(10), 10); setTimeout(() => L('10b'), 10); setTimeout(() => L(20), 20);`,
			"10 10b 20 30",
		}, {
			"timers that are due come before immediates", `
			setTimeout(() => L('timer'), 1); setImmediate(() => L('immediate')); busy(5);`,
			"timer immediate",
		}, {
			"a timer counts from the last full millisecond", `
			setImmediate(() => { busy(0.75); setTimeout(() => L('timer'), 1); busy(0.5); setImmediate(() => { L(1); setImmediate(() => L(2)) }) })`,
			"timer 1 2",
		}, {
			"a timer that is not due when the turn begins comes in the next one", `
			setImmediate(() => { busy(0.25); setTimeout(() => L('timer'), 1); busy(0.5); setImmediate(() => { L(1); busy(0.25); setImmediate(() => L(2)) }) })`,
			"1 timer 2",
		}, {
			"an immediate of an immediate runs in the next turn", `
			setImmediate(() => { L(1); setImmediate(() => L(3)); setTimeout(() => L('timer'), 1); busy(5) }); setImmediate(() => L(2));`,
			"1 2 timer 3",
		}, {
			"an immediate cleared by the one before it", `
			let b; setImmediate(() => { L('a'); clearImmediate(b) }); b = setImmediate(() => L('b')); setImmediate(() => L('c'));`,
			"a c",
		}, {
			"timers cleared by the one before them, and by its nextTick", `
			let b, c; setTimeout(() => { L('a'); clearTimeout(b); process.nextTick(() => clearTimeout(c)) }, 1);
			b = setTimeout(() => L('b'), 1); c = setTimeout(() => L('c'), 1); setTimeout(() => L('d'), 1);`,
			"a d",
		}, {
			"an interval cleared in its own callback", `
			let n = 0; const i = setInterval(() => { L(++n); if (n === 3) clearInterval(i) }, 1);`,
			"1 2 3",
		}, {
			"arguments and this", `
			setTimeout(function (a, b) { L(a + b + (this === t)) }, 1, 'x', 'y'); const t = setTimeout(function (a) { L(a + (this === t)) }, 1, 'z');
			setImmediate(function (a) { L(a + (this === i)) }, 'i'); const i = setImmediate(function (a) { L(a + (this === i)) }, 'j');
			process.nextTick((a, b) => L(a + b), 'k', 'l'); busy(5)`,
			"kl xyfalse ztrue ifalse jtrue",
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			for _, visible := range []bool{true, false} {
				got := programOn(t, visible, c.source)
				if got.trace != c.want || got.code != 0 || got.err != nil {
					t.Errorf("ran %q, want %q (exit code %d, error %v, looks at jobs: %v)", got.trace, c.want, got.code, got.err, visible)
				}
			}
		})
	}
}

// TestOrderAfterExceptions: after an exception that a listener has handled, the next callback
// depends on where the exception was thrown. The traces are Node 20's.
func TestOrderAfterExceptions(t *testing.T) {
	const listen = `process.on('uncaughtException', e => L('caught:' + e));`
	const later = `process.nextTick(() => L('tick')); Promise.resolve().then(() => L('micro'));`
	for _, c := range []struct{ name, source, want string }{
		{"in the program", later + `setImmediate(() => L('imm')); setTimeout(() => L('timer'), 0); busy(5); throw 'main'`,
			"caught:main tick micro timer imm"},
		{"in an immediate", `setImmediate(() => {` + later + `throw 1}); setImmediate(() => L('i2')); setImmediate(() => L('i3'))`,
			"caught:1 i2 tick micro i3"},
		{"in the last immediate", `setImmediate(() => { setImmediate(() => L('n1')); setImmediate(() => L('n2'));` + later + `throw 1 })`,
			"caught:1 n1 tick micro n2"},
		{"in a timer", `setTimeout(() => {` + later + `throw 1}, 1); setTimeout(() => L('t2'), 1); setTimeout(() => L('t3'), 1); busy(5)`,
			"caught:1 t2 tick micro t3"},
		{"in a nextTick of a timer", `setTimeout(() => { process.nextTick(() => { L('a'); throw 'x' }); process.nextTick(() => L('b'));
			Promise.resolve().then(() => L('micro')); setImmediate(() => L('imm')) }, 1)`,
			"a caught:x b micro imm"},
		{"in a nextTick of the program", `process.nextTick(() => { L('a'); throw 'x' }); process.nextTick(() => L('b'));
			Promise.resolve().then(() => L('micro')); setTimeout(() => L('timer'), 0); setImmediate(() => L('imm')); busy(5)`,
			"a caught:x timer b micro imm"},
		{"in a nextTick of the program, and a timer is due when those that were late have run", `process.nextTick(() => { throw 'x' });
			setTimeout(() => { L('t2'); setImmediate(() => L('imm')) }, 2); setTimeout(() => { L('t10'); busy(1) }, 10); busy(19);
			queueMicrotask(() => { L('micro'); setTimeout(() => L('timer'), 1) })`,
			"caught:x t2 micro t10 imm timer"},
		{"in a nextTick of the last timer, and a timer is due", `setTimeout(() => { process.nextTick(() => { L('a'); throw 'x' }); process.nextTick(() => L('b'));
			setImmediate(() => L('imm')); setTimeout(() => L('timer'), 1); busy(2) }, 1)`,
			"a caught:x b imm timer"},
		{"in a nextTick of the last immediate, with many timers", `let n = 0; setImmediate(() => { for (let i = 0; i < 600; i++) setTimeout(() => n++, 1); busy(5);
			process.nextTick(() => { throw 'x' }); setImmediate(() => L(n)) })`,
			"caught:x 600"},
		{"in a nextTick between immediates", `setImmediate(() => { process.nextTick(() => { L('a'); throw 't' }); process.nextTick(() => L('b')) });
			setImmediate(() => L('i2')); setImmediate(() => L('i3'))`,
			"a caught:t i2 b i3"},
		{"in a nextTick of the last immediate", `setImmediate(() => { setImmediate(() => L('n1')); setTimeout(() => L('timer'), 1); busy(5);
			process.nextTick(() => { L('a'); throw 1 }); process.nextTick(() => L('b')) })`,
			"a caught:1 timer b n1"},
		{"in a microtask", `queueMicrotask(() => { L('m1'); process.nextTick(() => L('tick')); throw 'm' }); queueMicrotask(() => L('m2')); setImmediate(() => L('imm'))`,
			"m1 caught:m m2 tick imm"},
		{"in an interval, which goes on", `let n = 0; const i = setInterval(() => { if (++n === 2) clearInterval(i); throw n }, 1)`,
			"caught:1 caught:2"},
		{"in an interval, and a handler sets another one", `process.once('uncaughtException', () => { const i = setInterval(() => { L('second'); clearInterval(i) }, 5) });
			let n = 0; const i = setInterval(() => { if (++n === 2) { L('first'); clearInterval(i) } else throw n }, 5)`,
			"caught:1 first second"},
		{"in a nextTick of the last timer, and a timer that does not keep the loop is due at the end", `setTimeout(() => { process.nextTick(() => { throw 'x' });
			setImmediate(() => { L('imm'); busy(5) }); setTimeout(() => L('unref'), 2).unref() }, 1); process.on('beforeExit', () => L('before'))`,
			"caught:x imm unref before"},
		{"in beforeExit", `process.on('beforeExit', () => L('before')); process.once('beforeExit', () => {` + later + `setImmediate(() => L('imm'));
			setTimeout(() => L('t1'), 1); setTimeout(() => L('t2'), 1); busy(5); throw 'x' })`,
			"before caught:x t1 tick micro t2 imm before"},
		{"in beforeExit, and a timer that does not keep the loop is due at the end", `process.once('beforeExit', () => {` + later + `
			setImmediate(() => { L('imm'); busy(5) }); setTimeout(() => L('unref'), 2).unref(); throw 'x' })`,
			"caught:x tick micro imm unref"},
		{"in nextTicks of beforeExit", `process.on('beforeExit', () => L('before')); process.once('beforeExit', () => { process.nextTick(() => { L('a'); throw 1 });
			process.nextTick(() => { L('b'); throw 2 }); process.nextTick(() => L('c')); setImmediate(() => L('i1')); setImmediate(() => L('i2')) })`,
			"before a caught:1 b caught:2 i1 c i2 before"},
		{"in beforeExit, a nextTick of it and an immediate of it", `process.on('beforeExit', () => L('before')); process.once('beforeExit', () => {
			process.nextTick(() => { L('a'); throw 2 }); process.nextTick(() => L('b')); setImmediate(() => { L('i1'); throw 3 }); setImmediate(() => L('i2')); throw 1 })`,
			"before caught:1 a caught:2 i1 caught:3 i2 b before"},
		{"in a listener of unhandledRejection, in beforeExit", `process.on('beforeExit', () => L('before')); process.on('unhandledRejection', () => { throw 'r' });
			process.once('beforeExit', () => { Promise.reject(1); process.nextTick(() => L('tick')); throw 'x' })`,
			"before caught:x tick caught:r before"},
	} {
		t.Run(c.name, func(t *testing.T) {
			for _, look := range []bool{true, false} {
				got := programOn(t, look, listen+c.source)
				if got.trace != c.want || got.code != 0 || got.uncaught != "" {
					t.Errorf("ran %q, want %q (exit code %d, uncaught %q, looks at jobs: %v)", got.trace, c.want, got.code, got.uncaught, look)
				}
			}
		})
	}
}

// TestOrderAfterExceptionsBesideSteps: a step of a file operation that JavaScript does not see is no
// callback, so the nextTicks that an exception has left do not run after it. The traces are those of
// Node 20 with one thread for files.
func TestOrderAfterExceptionsBesideSteps(t *testing.T) {
	const listen = `const fs = require('fs'); process.on('uncaughtException', e => L('caught:' + e));`
	for _, c := range []struct{ name, source, want string }{
		{"in a nextTick of the program", `process.nextTick(() => { throw 1 }); process.nextTick(() => L('tick')); queueMicrotask(() => L('micro'));
			fs.mkdir('.', { recursive: true }, () => L('made'))`,
			"caught:1 tick micro made"},
		{"in the result before the step", `fs.stat('.', () => { setImmediate(() => L('imm')); process.nextTick(() => L('tick')); throw 1 });
			fs.mkdir('.', { recursive: true }, () => L('made'))`,
			"caught:1 tick imm made"},
		{"in a result, and another follows the step", `fs.stat('.', () => { setImmediate(() => L('imm')); process.nextTick(() => L('tick')); throw 1 });
			fs.mkdir('.', { recursive: true }, () => L('made')); fs.stat('.', () => L('second'))`,
			"caught:1 second tick imm made"},
	} {
		t.Run(c.name, func(t *testing.T) {
			for _, visible := range []bool{true, false} {
				got := programOn(t, visible, listen+c.source, js.WithDir(t.TempDir()), js.WithFileWorkers(0))
				if got.trace != c.want || got.code != 0 || got.uncaught != "" {
					t.Errorf("ran %q, want %q (exit code %d, uncaught %q, looks at jobs: %v)", got.trace, c.want, got.code, got.uncaught, visible)
				}
			}
		})
	}
}

func TestRejections(t *testing.T) {
	for _, c := range []struct {
		name, source, want string
		code               int
		uncaught           string
	}{
		{"announced after ticks and microtasks",
			`process.on('unhandledRejection', (e, p) => { L('unhandled:' + e + (p instanceof Promise)); process.nextTick(() => L('after')) });
			Promise.reject('r'); process.nextTick(() => L('tick')); Promise.resolve().then(() => L('micro')); setImmediate(() => L('imm'))`,
			"tick micro unhandled:rtrue after imm", 0, ""},
		{"handled in time", `const p = Promise.reject(1); process.nextTick(() => p.catch(() => L('handled')))`, "handled", 0, ""},
		{"handled late",
			`process.on('unhandledRejection', () => L('unhandled')); process.on('rejectionHandled', () => L('late'));
			const p = Promise.reject(1); setImmediate(() => p.catch(() => L('handled')))`, "unhandled handled late", 0, ""},
		{"not handled", `process.on('exit', c => L('exit' + c)); setTimeout(() => L('never'), 1); Promise.reject(new TypeError('bad'))`,
			"exit1", 1, "TypeError: bad"},
		{"not handled and no error", `Promise.reject('text')`, "", 1,
			"UnhandledPromiseRejection: This error originated either by throwing inside of an async function without a catch block, or by rejecting a promise which was not handled with .catch(). The promise rejected with the reason \"text\"."},
		{"as an uncaught exception", `process.on('uncaughtException', (e, origin) => L(e.message + ':' + origin)); Promise.reject(new Error('x'))`,
			"x:unhandledRejection", 0, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			got := program(t, c.source)
			if got.trace != c.want || got.code != c.code || got.uncaught != c.uncaught {
				t.Errorf("ran %q, exit code %d, uncaught %q; want %q, %d, %q", got.trace, got.code, got.uncaught, c.want, c.code, c.uncaught)
			}
		})
	}
}
