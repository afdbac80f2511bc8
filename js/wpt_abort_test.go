package js_test

// Cases of dom/abort and of Node's test-abortcontroller-*.

//nolint:dupword // what programs print repeats itself
func init() {
	wptCases["abort"] = []wptCase{
		{"a controller's signal", `const c = new AbortController(); L(c.signal === c.signal, c.signal.aborted, c.signal.reason, c.signal instanceof AbortSignal, c.signal instanceof EventTarget)`, "true:false:undefined:true:true"},
		{"tags and names", `const c = new AbortController(); L(c, c.signal, AbortController.name, AbortSignal.name, AbortController.length)`, "[object AbortController]:[object AbortSignal]:AbortController:AbortSignal:0"},
		{"no signal without a controller", `try { new AbortSignal() } catch (e) { L(e.name, e.code, e.message) }`, "TypeError:ERR_ILLEGAL_CONSTRUCTOR:Illegal constructor"},
		{"an abort without a reason", `const c = new AbortController(); L(c.abort()); const r = c.signal.reason; L(r.name, r.code, r.message, r instanceof DOMException, r instanceof Error)`, "undefined AbortError:20:This operation was aborted:true:true"},
		{"an abort with undefined", `const c = new AbortController(); c.abort(undefined); L(c.signal.reason.name)`, "AbortError"},
		{"an abort with any reason", `for (const reason of [null, 0, '', false, 'text', Symbol.iterator]) { const c = new AbortController(); c.abort(reason); L(c.signal.reason === reason, c.signal.aborted) }`, "true:true true:true true:true true:true true:true true:true"},
		{"the first reason stays", `const c = new AbortController(); c.abort('first'); c.abort('second'); L(c.signal.reason)`, "first"},
		{"the event", `const c = new AbortController(); c.signal.addEventListener('abort', function (e) { L(e.type, e.target === c.signal, e.currentTarget === c.signal, this === c.signal, e.isTrusted, e.bubbles, e.cancelable, e instanceof Event, e.constructor.name) }); c.abort()`, "abort:true:true:true:true:false:false:true:Event"},
		{"is dispatched synchronously and once", `const c = new AbortController(); c.signal.addEventListener('abort', () => L('event')); L('before'); c.abort(); L('after'); c.abort()`, "before event after"},
		{"aborted and reason are there already", `const c = new AbortController(); c.signal.onabort = () => L(c.signal.aborted, c.signal.reason); c.abort('r')`, "true:r"},
		{"onabort and listeners in their order", `const s = new AbortController(); s.signal.addEventListener('abort', () => L(1)); s.signal.onabort = () => L(2); s.signal.addEventListener('abort', () => L(3)); s.abort()`, "1 2 3"},
		{"onabort replaced keeps its place", `const s = new AbortController(); s.signal.onabort = () => L('wrong'); s.signal.addEventListener('abort', () => L('second')); s.signal.onabort = () => L('first'); s.abort()`, "first second"},
		{"onabort taken away", `const s = new AbortController(); s.signal.onabort = () => L('wrong'); s.signal.onabort = null; s.abort(); L(s.signal.onabort)`, "null"},
		{"onabort at first", `const s = new AbortController().signal; L(s.onabort); const f = () => {}; s.onabort = f; L(s.onabort === f)`, "null true"},
		{"a listener added after the abort is not called", `const c = new AbortController(); c.abort(); c.signal.addEventListener('abort', () => L('wrong')); c.abort(); L('end')`, "end"},
		{"a listener that was removed", `const c = new AbortController(); const f = () => L('wrong'); c.signal.addEventListener('abort', f); c.signal.removeEventListener('abort', f); c.abort(); L('end')`, "end"},
		{"abort in its own listener", `const c = new AbortController(); c.signal.addEventListener('abort', () => { L('a', c.signal.reason); c.abort('again') }); c.signal.addEventListener('abort', () => L('b', c.signal.reason)); c.abort('first')`, "a:first b:first"},
		{"abort of another in a listener", `const a = new AbortController(), b = new AbortController(); a.signal.onabort = () => { L('a begins'); b.abort(); L('a ends') }; b.signal.onabort = () => L('b'); a.abort()`, "a begins b a ends"},
		{"an event of a program aborts nothing", `const c = new AbortController(); c.signal.onabort = (e) => L('event', e.isTrusted, c.signal.aborted); c.signal.dispatchEvent(new Event('abort')); c.abort()`, "event:false:false event:true:true"},
		{"a listener that throws", `process.on('uncaughtException', (e) => L('caught', e)); const c = new AbortController(); c.signal.addEventListener('abort', () => { throw new Error('e') }); c.signal.addEventListener('abort', () => L('next')); c.abort(); L('end')`, "next end caught:e"},
		{"throwIfAborted", `const c = new AbortController(); L(c.signal.throwIfAborted()); c.abort('r'); try { c.signal.throwIfAborted(); L('wrong') } catch (e) { L(e) } try { AbortSignal.abort().throwIfAborted() } catch (e) { L(e.name) }`, "undefined r AbortError"},
		{"throwIfAborted throws the same each time", `const s = AbortSignal.abort(); const thrown = []; for (let i = 0; i < 2; i++) try { s.throwIfAborted() } catch (e) { thrown.push(e) } L(thrown[0] === thrown[1], thrown[0] === s.reason)`, "true:true"},
		{"AbortSignal.abort", `const s = AbortSignal.abort('r'); s.onabort = () => L('wrong'); L(s.aborted, s.reason, AbortSignal.abort() === AbortSignal.abort())`, "true:r:false"},
		{"methods of something else", `for (const f of [() => AbortController.prototype.signal, () => AbortSignal.prototype.aborted, () => AbortSignal.prototype.throwIfAborted.call({}), () => AbortController.prototype.abort.call({})]) try { f(); L('wrong') } catch (e) { L(e.name) }`, "TypeError TypeError TypeError TypeError"},
	}
	wptCases["abort timeout"] = []wptCase{
		{"its reason", `const s = AbortSignal.timeout(5); s.onabort = () => L(s.aborted, s.reason.name, s.reason.code, s.reason instanceof DOMException); L(s.aborted); setTimeout(() => {}, 20)`, "false true:TimeoutError:23:true"},
		{"does not keep the program", `AbortSignal.timeout(5).onabort = () => L('wrong'); L('end')`, "end"},
		{"in the order of timers", `setTimeout(() => L('a'), 10); AbortSignal.timeout(10).onabort = () => L('abort'); setTimeout(() => L('b'), 10)`, "a abort b"},
		{"by different delays", `for (const n of [15, 5, 10]) AbortSignal.timeout(n).onabort = () => L(n); setTimeout(() => L('end'), 30)`, "5 10 15 end"},
		{"with an isTrusted event", `AbortSignal.timeout(1).addEventListener('abort', (e) => L(e.isTrusted, e.type)); setTimeout(() => {}, 10)`, "true:abort"},
		{"of wrong delays", `for (const bad of [undefined, null, '5', -1, 1.5, NaN, Infinity, 2 ** 53]) try { AbortSignal.timeout(bad); L('wrong') } catch (e) { L(e.code) }`, "ERR_INVALID_ARG_TYPE ERR_INVALID_ARG_TYPE ERR_INVALID_ARG_TYPE ERR_OUT_OF_RANGE ERR_OUT_OF_RANGE ERR_OUT_OF_RANGE ERR_OUT_OF_RANGE ERR_OUT_OF_RANGE"},
		{"a sleep with it", `const { setTimeout: sleep } = require('timers/promises'); sleep(1000, 0, { signal: AbortSignal.timeout(5) }).catch((e) => L(e.name, e.cause.name)); setTimeout(() => L('end'), 20)`, "AbortError:TimeoutError end"},
	}
	wptCases["abort any"] = []wptCase{
		{"of none never aborts", `const s = AbortSignal.any([]); L(s.aborted, s.reason, s instanceof AbortSignal)`, "false:undefined:true"},
		{"of one is another signal", `const c = new AbortController(); const s = AbortSignal.any([c.signal]); L(s === c.signal, s.aborted); c.abort('r'); L(s.aborted, s.reason)`, "false:false true:r"},
		{"of one that has aborted", `const s = AbortSignal.any([new AbortController().signal, AbortSignal.abort('a'), AbortSignal.abort('b')]); L(s.aborted, s.reason)`, "true:a"},
		{"takes the reason of the first", `const a = new AbortController(), b = new AbortController(); const s = AbortSignal.any([a.signal, b.signal]); b.abort('b'); a.abort('a'); L(s.reason)`, "b"},
		{"fires once", `const a = new AbortController(), b = new AbortController(); const s = AbortSignal.any([a.signal, b.signal]); s.onabort = () => L('any', s.reason); a.abort('a'); b.abort('b')`, "any:a"},
		{"fires after its source", `const c = new AbortController(); const s = AbortSignal.any([c.signal]); s.onabort = () => L('any'); c.signal.onabort = () => L('source'); c.signal.addEventListener('abort', () => L('source too')); c.abort()`, "source source too any"},
		{"fire in the order in which they were made", `const c = new AbortController(); const all = [0, 1, 2, 3].map(() => AbortSignal.any([c.signal])); for (const i of [2, 0, 3, 1]) all[i].onabort = () => L(i); c.abort()`, "0 1 2 3"},
		{"of the same signal twice", `const c = new AbortController(); const s = AbortSignal.any([c.signal, c.signal]); s.addEventListener('abort', () => L('once')); c.abort()`, "once"},
		{"of another any", `const a = new AbortController(), b = new AbortController(); const inner = AbortSignal.any([a.signal]); const outer = AbortSignal.any([inner, b.signal]); outer.onabort = () => L('outer', outer.reason); inner.onabort = () => L('inner'); a.abort('a')`, "inner outer:a"},
		{"made from an any that nobody listens to", `const a = new AbortController(); const outer = AbortSignal.any([AbortSignal.any([AbortSignal.any([a.signal])])]); outer.onabort = () => L('outer', outer.reason); a.abort('a')`, "outer:a"},
		{"with a timeout", `const c = new AbortController(); const s = AbortSignal.any([c.signal, AbortSignal.timeout(5)]); s.onabort = () => L(s.reason.name); setTimeout(() => { c.abort(); L('end', s.reason.name) }, 20)`, "TimeoutError end:TimeoutError"},
		{"shares the reason", `const c = new AbortController(); const a = AbortSignal.any([c.signal]), b = AbortSignal.any([a]); c.abort(); L(a.reason === c.signal.reason, b.reason === a.reason)`, "true:true"},
		{"without its listener again", `const c = new AbortController(); const s = AbortSignal.any([c.signal]); const f = () => L('wrong'); s.addEventListener('abort', f); s.removeEventListener('abort', f); c.abort(); L(s.aborted)`, "true"},
		{"of what are no signals", `for (const bad of [undefined, null, 5, {}, [null], [{}], [new EventTarget()], ['x']]) try { AbortSignal.any(bad); L('wrong') } catch (e) { L(e.code) }`, "ERR_INVALID_ARG_TYPE ERR_INVALID_ARG_TYPE ERR_INVALID_ARG_TYPE ERR_INVALID_ARG_TYPE ERR_INVALID_ARG_TYPE ERR_INVALID_ARG_TYPE ERR_INVALID_ARG_TYPE ERR_INVALID_ARG_TYPE"},
		{"as a signal of a listener", `const c = new AbortController(), t = new EventTarget(); t.addEventListener('x', () => L('x'), { signal: AbortSignal.any([c.signal]) }); t.dispatchEvent(new Event('x')); c.abort(); t.dispatchEvent(new Event('x')); L('end')`, "x end"},
	}
}
