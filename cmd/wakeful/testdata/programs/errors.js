class HttpError extends Error {
  constructor(status, message, options) { super(message, options); this.name = 'HttpError'; this.status = status; }
  get retriable() { return this.status >= 500; }
}
function inner() { throw new TypeError('inner problem'); }
function outer() { try { inner(); } catch (cause) { throw new HttpError(503, 'outer problem', { cause }); } }
try { outer(); } catch (e) {
  console.log(e.name, e.message, e.status, e.retriable, e instanceof HttpError, e instanceof Error, String(e), e.cause.message);
  console.log(e.stack.includes('errors.js:5'), e.stack.startsWith('Error: outer problem'), Object.keys(e), JSON.stringify(e));
}
console.log(Object.prototype.toString.call(new HttpError(1)), new HttpError(1) + '');
try { null.x; } catch (e) { console.log(e.name); }
try { undefined_variable; } catch (e) { console.log(e.name, e.message); }
try { (void 0)(); } catch (e) { console.log(e.name); }
try { new Array(-1); } catch (e) { console.log(e.name, e.message); }
try { JSON.parse('{bad'); } catch (e) { console.log(e.name); }
try { 'x'.repeat(-1); } catch (e) { console.log(e.name); }
try { decodeURIComponent('%'); } catch (e) { console.log(e.name); }
try { BigInt(1.5); } catch (e) { console.log(e.name); }
try { const c = 1; c = 2; } catch (e) { console.log(e.name, e.message); }
try { x; let x = 1; } catch (e) { console.log(e.name); }
try { class A { #p; static has(o) { return o.#p; } } A.has({}); } catch (e) { console.log(e.name); }
const e = new Error('with properties'); e.code = 'E_CODE'; e.details = { a: 1 };
console.log(require('util').inspect(e).includes("code: 'E_CODE'"), { ...e });
const agg = new AggregateError([new Error('1'), new Error('2')], 'both');
console.log(agg.errors.length, agg.message, agg.name);
console.log((() => { try { return 'try'; } finally { console.log('finally'); } })());
Promise.reject(new Error('handled late')).catch((e) => console.log('caught', e.message)).finally(() => console.log('done'));
console.log(typeof Error.captureStackTrace, Error.stackTraceLimit);
const o = {}; Error.captureStackTrace?.(o); console.log(typeof o.stack);
