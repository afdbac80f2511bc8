package js_test

// Cases of Node's test-next-tick-*, test-microtask-queue-*, test-timers-immediate-*
// and test-promise-*, and of the web's microtask queuing.

//nolint:dupword // what programs print repeats itself
func init() {
	wptCases["ticks"] = []wptCase{
		{"nextTicks in their order, with arguments", `process.nextTick(L, 1, 'a'); process.nextTick((...a) => L(a.length), undefined, null); process.nextTick(L); process.nextTick((a) => L(a), { toString: () => 'o' })`, "1:a 2  o"},
		{"nextTick of what is no function", `for (const bad of [undefined, null, 1, 'x', {}, Symbol('s')]) try { process.nextTick(bad) } catch (e) { L(e.name, e.code) }`, "TypeError:ERR_INVALID_ARG_TYPE TypeError:ERR_INVALID_ARG_TYPE TypeError:ERR_INVALID_ARG_TYPE TypeError:ERR_INVALID_ARG_TYPE TypeError:ERR_INVALID_ARG_TYPE TypeError:ERR_INVALID_ARG_TYPE"},
		{"this of a nextTick", `process.nextTick(function () { L(this === undefined, typeof this) }); process.nextTick(function () { 'use strict'; L(this === undefined, typeof this) })`, "false:object true:undefined"},
		{"nextTicks of nextTicks come before timers and immediates", `let n = 0; setTimeout(() => L('timer'), 1); setImmediate(() => L('immediate')); process.nextTick(function again() { L(++n); if (n < 4) process.nextTick(again) }); busy(5)`, "1 2 3 4 timer immediate"},
		{"microtasks of microtasks come before the next nextTick", `process.nextTick(() => L('t1')); queueMicrotask(() => { L('m1'); process.nextTick(() => L('t2')); queueMicrotask(() => { L('m2'); queueMicrotask(() => L('m3')) }) })`, "t1 m1 m2 m3 t2"},
		{"a nextTick's microtask comes after all nextTicks", `process.nextTick(() => { L('a'); queueMicrotask(() => L('micro')) }); process.nextTick(() => L('b')); process.nextTick(() => L('c'))`, "a b c micro"},
		{"queueMicrotask against then", `queueMicrotask(() => L('q1')); Promise.resolve().then(() => L('p1')); queueMicrotask(() => L('q2')); Promise.resolve().then(() => L('p2'))`, "q1 p1 q2 p2"},
		{"queueMicrotask gives no arguments and returns nothing", `L(queueMicrotask((...a) => L(a.length), 1, 2))`, "undefined 0"},
		{"queueMicrotask of what is no function", `for (const bad of [undefined, null, 1, 'x', {}]) try { queueMicrotask(bad) } catch (e) { L(e.name, e.code) }`, "TypeError:ERR_INVALID_ARG_TYPE TypeError:ERR_INVALID_ARG_TYPE TypeError:ERR_INVALID_ARG_TYPE TypeError:ERR_INVALID_ARG_TYPE TypeError:ERR_INVALID_ARG_TYPE"},
		{"many microtasks starve the timers", `let n = 0; setTimeout(() => L('timer', n), 1); (function again() { if (++n < 1000) Promise.resolve().then(again) })()`, "timer:1000"},
		{"nextTick in a then in a nextTick", `process.nextTick(() => { L(1); Promise.resolve().then(() => { L(3); process.nextTick(() => L(5)); Promise.resolve().then(() => L(4)) }) }); process.nextTick(() => L(2))`, "1 2 3 4 5"},
		{"the main program before all", `setTimeout(() => L('timer'), 1); setImmediate(() => L('immediate')); process.nextTick(() => L('tick')); queueMicrotask(() => L('micro')); Promise.resolve().then(() => L('then')); (async () => { L('async'); await null; L('awaited') })(); busy(3); L('main')`, "async main tick micro then awaited timer immediate"},
		{"a callback's queue is emptied before the next callback", `for (const name of ['a', 'b']) setImmediate(() => { L(name); process.nextTick(() => { L('tick', name); queueMicrotask(() => L('micro', name)) }); Promise.resolve().then(() => process.nextTick(() => L('late tick', name))) })`, "a tick:a micro:a late tick:a b tick:b micro:b late tick:b"},
		{"resolving with a promise takes two microtasks more", `const p = Promise.resolve(); (async () => p)().then(() => L('async returns')); (async () => { await p; L('awaits') })(); p.then(() => L(1)).then(() => L(2)).then(() => L(3)).then(() => L(4))`, "awaits 1 2 async returns 3 4"},
		{"a thenable takes one more", `const t = { then(f) { L('then'); f('v') } }; Promise.resolve(t).then((v) => L(v)); (async () => { L('await', await t) })(); Promise.resolve().then(() => L(1)).then(() => L(2)).then(() => L(3))`, "then then 1 v await:v 2 3"},
		{"finally passes on, and takes its microtasks", `Promise.resolve('v').finally(() => L('f')).then(L); Promise.resolve().then(() => L(1)).then(() => L(2)).then(() => L(3)).then(() => L(4))`, "f 1 2 3 v 4"},
		{"all, race, any and allSettled settle in their order", `const p = [3, 1, 2].map((n) => Promise.resolve(n)); Promise.all(p).then((v) => L('all', v)); Promise.race(p).then((v) => L('race', v)); Promise.any(p).then((v) => L('any', v)); Promise.allSettled(p).then((v) => L('settled', v.length))`, "all:3,1,2 race:3 any:3 settled:3"},
		{"await in a loop takes turns", `const go = async (name) => { for (let i = 0; i < 3; i++) { L(name + i); await null } }; go('a'); go('b')`, "a0 b0 a1 b1 a2 b2"},
		{"await of a rejected promise", `(async () => { try { await Promise.reject(new Error('r')); L('wrong') } catch (e) { L('caught', e) } finally { L('finally') } })(); Promise.resolve().then(() => L('between'))`, "caught:r finally between"},
		{"for await over a list of promises", `(async () => { for await (const v of [1, Promise.resolve(2), 3]) L(v); L('end') })()`, "1 2 3 end"},
	}
	wptCases["immediates"] = []wptCase{
		{"in their order, with arguments", `setImmediate(L, 1, 'a'); setImmediate((...a) => L(a.length)); setImmediate((a, b, c, d) => L(a, b, c, d), 1, 2, 3, 4)`, "1:a 0 1:2:3:4"},
		{"one set by another waits for the next turn", `setImmediate(() => { L(1); setImmediate(() => { L(3); setImmediate(() => L(5)) }) }); setImmediate(() => { L(2); setImmediate(() => L(4)) })`, "1 2 3 4 5"},
		{"timers that have become due come between turns of immediates", `setImmediate(() => { L('i1'); setTimeout(() => L('timer'), 1); setImmediate(() => L('i2')); busy(5) })`, "i1 timer i2"},
		{"immediates of a timer come before the next timers", `setTimeout(() => { L('t1'); setImmediate(() => L('immediate')); setTimeout(() => L('t2'), 1) }, 1)`, "t1 immediate t2"},
		{"immediates come after all timers of the phase", `setTimeout(() => { L('t1'); setImmediate(() => L('immediate')) }, 1); setTimeout(() => L('t2'), 1); setTimeout(() => L('t3'), 2); busy(10)`, "t1 t2 t3 immediate"},
		{"clearImmediate of itself", `const i = setImmediate(() => { clearImmediate(i); L('once') }); setImmediate(() => L('next'))`, "once next"},
		{"clearImmediate of the next", `const a = setImmediate(() => { L('a'); clearImmediate(b); clearImmediate(c) }); const b = setImmediate(() => L('b')), c = setImmediate(() => L('c')), d = setImmediate(() => L('d'))`, "a d"},
		{"clearImmediate of one set meanwhile", `setImmediate(() => { const i = setImmediate(() => L('wrong')); L('a'); clearImmediate(i) })`, "a"},
		{"clearImmediate of one that has run", `const a = setImmediate(() => L('a')); setImmediate(() => { clearImmediate(a); setImmediate(() => L('b')) })`, "a b"},
		{"clearImmediate from a nextTick between two", `setImmediate(() => { L('a'); process.nextTick(() => clearImmediate(b)) }); const b = setImmediate(() => L('b')); setImmediate(() => L('c'))`, "a c"},
		{"clearImmediate twice", `const a = setImmediate(() => L('wrong')); clearImmediate(a); clearImmediate(a); setImmediate(() => L('b'))`, "b"},
		{"this of an immediate", `const i = setImmediate(function () { L(this === i, i._destroyed) })`, "true:true"},
		{"a cleared immediate shows it", `const i = setImmediate(() => {}); L(i._destroyed, typeof i._onImmediate); clearImmediate(i); L(i._destroyed, i._onImmediate)`, "false:function true:null"},
		{"a thousand", `let n = 0; for (let i = 0; i < 1000; i++) setImmediate(() => n++); setImmediate(() => L(n))`, "1000"},
		{"an interval and immediates take turns", `let n = 0; const i = setInterval(() => { L('i', ++n); if (n === 2) clearInterval(i); setImmediate(() => L('immediate')) }, 1)`, "i:1 immediate i:2 immediate"},
		{"a chain of immediates lets timers through", `let n = 0, done = false; setTimeout(() => { done = true; L('timer') }, 3); setImmediate(function again() { n++; busy(1); if (!done) setImmediate(again); else L('end', n > 1) })`, "timer end:true"},
	}
	wptCases["promised timers"] = []wptCase{
		{"setTimeout with a value", `const { setTimeout: sleep } = require('timers/promises'); sleep(5, 'v').then(L); sleep(1).then((v) => L('undefined', v))`, "undefined:undefined v"},
		{"setImmediate with a value", `const { setImmediate: turn } = require('timers/promises'); turn('v').then(L); turn().then((v) => L(v)); setImmediate(() => L('immediate'))`, "v undefined immediate"},
		{"in the order of timers", `const { setTimeout: sleep } = require('timers/promises'); setTimeout(() => L('a'), 5); sleep(5).then(() => L('b')); setTimeout(() => L('c'), 5); process.nextTick(() => L('tick'))`, "tick a b c"},
		{"setInterval", `const { setInterval: every } = require('timers/promises'); (async () => { let n = 0; for await (const v of every(5, 'v')) { L(v, ++n); if (n === 3) break } L('end') })()`, "v:1 v:2 v:3 end"},
		{"setInterval catches up with what it was late for", `const { setInterval: every } = require('timers/promises'); (async () => { let n = 0; for await (const v of every(10, 'v')) { L(++n); if (n === 1) await new Promise((r) => setTimeout(r, 35)); if (n === 4) break } L('end') })()`, "1 2 3 4 end"},
		{"without ref", `const { setTimeout: sleep } = require('timers/promises'); sleep(50, 0, { ref: false }).then(() => L('wrong')); sleep(5).then(() => L('end'))`, "end"},
		{"wrong arguments reject", `const t = require('timers/promises'); const bad = (p) => p.catch((e) => L(e.name, e.code)); bad(t.setTimeout('5')); bad(t.setTimeout(1, 0, null)); bad(t.setTimeout(1, 0, 5)); bad(t.setTimeout(1, 0, { ref: 1 })); bad(t.setTimeout(1, 0, { signal: 1 })); bad(t.setImmediate(0, { signal: {} })); bad(t.setInterval(1, 0, { ref: 'x' }).next())`, "TypeError:ERR_INVALID_ARG_TYPE TypeError:ERR_INVALID_ARG_TYPE TypeError:ERR_INVALID_ARG_TYPE TypeError:ERR_INVALID_ARG_TYPE TypeError:ERR_INVALID_ARG_TYPE TypeError:ERR_INVALID_ARG_TYPE TypeError:ERR_INVALID_ARG_TYPE"},
		{"a signal that has aborted", `const t = require('timers/promises'); const signal = AbortSignal.abort('why'); for (const f of [() => t.setTimeout(1, 0, { signal }), () => t.setImmediate(0, { signal }), () => t.setInterval(1, 0, { signal }).next()]) f().catch((e) => L(e.name, e.code, e.cause, e.message)); process.nextTick(() => L('tick'))`, "tick AbortError:ABORT_ERR:why:The operation was aborted AbortError:ABORT_ERR:why:The operation was aborted AbortError:ABORT_ERR:why:The operation was aborted"},
		{"a signal that aborts", `const t = require('timers/promises'); const c = new AbortController(); t.setTimeout(1000, 0, { signal: c.signal }).catch((e) => L('timeout', e.name, e.cause)); t.setImmediate(0, { signal: c.signal }).catch((e) => L('immediate', e.name, e.cause)); c.abort('now'); L('aborted'); Promise.resolve().then(() => L(1)).then(() => L(2)).then(() => L(3)).then(() => L(4)).then(() => L(5)).then(() => L(6)).then(() => L(7))`, "aborted 1 2 3 4 5 timeout:AbortError:now immediate:AbortError:now 6 7"},
		{"a signal that aborts too late", `const t = require('timers/promises'); const c = new AbortController(); t.setTimeout(1, 'v', { signal: c.signal }).then(L); setTimeout(() => { c.abort(); L('aborted') }, 20)`, "v aborted"},
		{"a signal that aborts in the timer's own turn", `const t = require('timers/promises'); const c = new AbortController(); t.setTimeout(5, 'v', { signal: c.signal }).then(L, (e) => L('rejected', e.name)); setTimeout(() => c.abort(), 5)`, "v"},
		{"a signal that stops the interval", `const t = require('timers/promises'); const c = new AbortController(); (async () => { let n = 0; try { for await (const v of t.setInterval(5, 'v', { signal: c.signal })) { L(v, ++n); if (n === 2) setTimeout(() => c.abort(), 2) } } catch (e) { L(e.name, e.code, n) } })()`, "v:1 v:2 AbortError:ABORT_ERR:2"},
		{"an aborted one does not keep the program", `const t = require('timers/promises'); const c = new AbortController(); t.setTimeout(100000, 0, { signal: c.signal }).catch(() => L('rejected')); setTimeout(() => c.abort(), 5)`, "rejected"},
		{"scheduler", `const { scheduler } = require('timers/promises'); scheduler.wait(5).then(() => L('waited')); scheduler.yield().then(() => L('yielded')); scheduler.wait(1000, { signal: AbortSignal.abort() }).catch((e) => L(e.name)); try { scheduler.wait.call({}, 1) } catch (e) { L(e.code) } try { new scheduler.constructor() } catch (e) { L(e.code) }`, "ERR_INVALID_THIS ERR_ILLEGAL_CONSTRUCTOR AbortError yielded waited"},
	}
}
